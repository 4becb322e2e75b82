//! A backend for a dry run: a seeded opinion that moves by a stated rule; no model is asked.

mod words;

use std::sync::Arc;

use async_trait::async_trait;
use quorate_strategies::{
    brief::Text,
    reading::Position,
    seat::{Backend, Origin, Role},
    step::Form,
};

use self::words::TURNS;
use crate::{
    agent::{Agent, AgentError, Reply, Request, Sink},
    context::Words,
};

/// Opinions from here on agree.
const AGREES: u32 = 60;
/// Opinions below this disagree.
const DISAGREES: u32 = 35;
/// How far one agreeing voice in sight pulls an opinion up, and one that opposes pulls it down.
const PULL: u32 = 8;

/// Rehearses a seat without a model, so that a whole discussion can be seen at once and for nothing.
///
/// The rule: a seat starts with an opinion from 20 to 90, drawn from the seed of the discussion and its place. In each
/// turn the opinion rises by 8 for every other seat that stands *for* and falls by 8 for every one *against*, and by 5
/// for every round that has passed it drifts towards agreement. From 60 on the seat agrees, below 35 it disagrees. In a
/// vote it puts the options in an order drawn from the seed and its place, and keeps to that order.
/// It speaks the language of the discussion, and every output labels it `rehearsal`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rehearsal;

impl Rehearsal {
    /// A rehearsing backend; it may answer for any number of seats.
    #[must_use]
    pub const fn new() -> Self {
        Self
    }
}

#[async_trait]
impl Agent for Rehearsal {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        let text = line(&request, opinion(&request));
        sink.delta(&text);
        Ok(Reply::text(text))
    }

    fn backend(&self) -> Backend {
        Backend { name: "rehearsal".into(), origin: Origin::Rehearsal }
    }
}

/// A number that depends on seed, seat and `salt` alone; SplitMix64, so that it stays the same for ever.
fn draw(request: &Request<'_>, salt: u64) -> u64 {
    let mut z = request.seed ^ (u64::from(request.id.0) << 32) ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn opinion(request: &Request<'_>) -> u32 {
    let start = 20 + u32::try_from(draw(request, 1) % 71).unwrap_or(0);
    let others = || request.heard.iter().filter(|heard| heard.speaker != request.id);
    let with = |position| {
        let moved = others().filter(|heard| heard.message.reading.position() == Some(position)).count();
        u32::try_from(moved).unwrap_or(0)
    };
    let drift = request.round.saturating_sub(1) * 5;
    (start + drift + with(Position::For) * PULL).saturating_sub(with(Position::Against) * PULL).min(100)
}

fn line(request: &Request<'_>, opinion: u32) -> String {
    match (request.task, request.form) {
        ("ideas" | "answer", _) => ideas(request),
        ("judge", Form::Ballot(options)) => judge(request, options),
        ("argue", _) => argue(request, opinion),
        ("sum-up" | "conclude", _) => sum_up(request, opinion),
        (_, form) if form.options().is_some_and(|options| !options.is_empty()) => vote(request, form),
        _ => respond(request, opinion),
    }
}

/// A text in the language of the discussion, with what stands in braces filled in.
fn say(request: &Request<'_>, text: &Text, name: &str, value: &str) -> String {
    text.get(request.brief.language).replacen(name, value, 1)
}

/// Who speaks, said so that nobody takes it for a model's words.
fn lead(request: &Request<'_>) -> String {
    let role = Words::of(request.brief.language).role(&request.seat.role);
    let field = request.seat.persona.expertise.first().map_or(role, |field| field);
    let lead = say(request, &words::LEAD, "{field}", field);
    // Signs of full width bring their own room.
    if lead.ends_with('：') { lead } else { lead + " " }
}

fn judge(request: &Request<'_>, sides: &[Arc<str>]) -> String {
    let pick = usize::try_from(draw(request, 2)).unwrap_or(0) % sides.len().max(1);
    let side = sides.get(pick).map_or("", |side| side);
    format!("{}{}\n[VOTE: {side}]", lead(request), say(request, &words::JUDGE, "{option}", side))
}

fn respond(request: &Request<'_>, opinion: u32) -> String {
    let (text, marker) = match opinion {
        0..DISAGREES => (&words::DISAGREE, "[STANCE: DISAGREE]"),
        DISAGREES..AGREES if request.round == 1 => (&words::PROPOSE, "[KIND: PROPOSAL]"),
        DISAGREES..AGREES => (&words::UNDECIDED, "[STANCE: NEUTRAL]"),
        _ => (&words::AGREE, "[STANCE: AGREE]"),
    };
    format!("{}{}\n{marker}", lead(request), say(request, text, "{topic}", &request.brief.topic))
}

/// A vote in the form that is asked for: the options stand in an order drawn from seed and place; one choice is the first
/// of them, an approval the first half, points fall by half from one to the next.
fn vote(request: &Request<'_>, form: &Form) -> String {
    let options = form.options().map_or(&[][..], |options| options);
    let mut order: Vec<usize> = (0..options.len()).collect();
    order.sort_by_key(|option| draw(request, 3 + u64::try_from(*option).unwrap_or(0) * 7));
    // By its number in the list: an option may hold the very signs that part a vote.
    let number = |option: &usize| (option + 1).to_string();
    let first = order.first().and_then(|first| options.get(*first)).map_or("", |option| option);
    let marked = match form {
        Form::Approval(_) => order.iter().take(options.len().div_ceil(2)).map(number).collect::<Vec<_>>().join(", "),
        Form::Ranking(_) => order.iter().map(number).collect::<Vec<_>>().join(" > "),
        Form::Points { most, .. } => {
            let halves = (1..).map(|half| most.checked_shr(half).unwrap_or(0)).take_while(|points| *points > 0);
            let points = order.iter().zip(halves).map(|(option, points)| format!("{}: {points}", number(option)));
            points.collect::<Vec<_>>().join(", ")
        }
        _ => order.first().map_or_else(String::new, number),
    };
    format!("{}{}\n[VOTE: {marked}]", lead(request), say(request, &words::VOTE, "{option}", first))
}

fn argue(request: &Request<'_>, opinion: u32) -> String {
    let side = request.seat.side.as_deref().unwrap_or(words::SIDE.get(request.brief.language));
    let lead = lead(request);
    if request.round > 1 && opinion < DISAGREES {
        return format!("{lead}{}\n[CONCEDE]", say(request, &words::CONCEDE, "{side}", side));
    }
    lead + &say(request, &words::ARGUE, "{side}", side)
}

fn sum_up(request: &Request<'_>, opinion: u32) -> String {
    let opposed = request.heard.iter().filter(|heard| heard.message.reading.position() == Some(Position::Against));
    let lead = lead(request);
    match opposed.count() {
        0 if opinion >= DISAGREES => {
            let nobody = say(request, &words::NOBODY, "{topic}", &request.brief.topic);
            format!("{lead}{nobody}\n[STANCE: AGREE]\n[CLOSE]")
        }
        0 => lead + words::DOUBT.get(request.brief.language),
        open => lead + &say(request, &words::OPPOSED, "{open}", &open.to_string()),
    }
}

fn ideas(request: &Request<'_>) -> String {
    let language = request.brief.language;
    let first = usize::try_from(draw(request, 4)).unwrap_or(0) % TURNS.len();
    let at = first + request.round as usize * 3;
    let lead = match request.seat.role {
        Role::Participant => words::LABEL.get(language).to_owned(),
        _ => lead(request).trim_end().to_owned(),
    };
    let pick = |offset: usize| TURNS.get((at + offset) % TURNS.len()).map_or("", |turn| turn.get(language));
    let colon = Words::of(language).colon;
    let topic = &request.brief.topic;
    format!("{lead}\n1. [IDEA: {topic}{colon}{}]\n2. [IDEA: {topic}{colon}{}]", pick(0), pick(1))
}
