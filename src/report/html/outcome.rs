//! The head of the page: how it ended, what was decided and by whom, how many agreed, and who answered.

use quorate_strategies::{
    outcome::{Completeness, called_off},
    step::StopReason,
    turn::Message,
};

use super::{
    Telling,
    agreement::{Agreement, agreement},
    people,
    rich::{Block, Hole, Piece, Rich, blocks, line, line_within},
    statement,
};
use crate::report::{
    facts::Progress,
    minutes::{shortfall, stopped},
    principal::{self, Said},
    provisional_until,
    sentences::own_words,
    time,
    words::fill,
};

/// A decision is shown in its maker's own words up to so many bytes.
const DECISION: usize = 1500;
/// A question, a reason or a note is shown up to so many characters.
const TEXT: usize = 1500;

/// How it ended.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) title: &'static str,
    /// The status as a class.
    pub(super) class: &'static str,
    /// Whether it is whole, and what it lacks.
    pub(super) status: Rich,
    /// What the principal said, and where no model was asked.
    pub(super) notices: Vec<Rich>,
    pub(super) decision: Option<Decided>,
    /// What is said where there is no decision.
    pub(super) undecided: &'static str,
    pub(super) agreement: Option<Agreement>,
    /// How it ended, and what else there is to say.
    pub(super) remarks: Vec<Rich>,
    pub(super) tiles: Vec<Tile>,
}

impl Outcome {
    /// The words of the decision.
    pub(super) fn decision(&self) -> &[Block] {
        self.decision.as_ref().map_or(&[], |decision| &decision.blocks)
    }
}

/// What was decided.
#[derive(Debug)]
pub(super) struct Decided {
    pub(super) by: Rich,
    pub(super) blocks: Vec<Block>,
    /// Whether it is one short line.
    pub(super) short: bool,
}

/// A number at the head of the page.
#[derive(Debug)]
pub(super) struct Tile {
    pub(super) name: &'static str,
    pub(super) value: String,
}

pub(super) fn of(telling: &Telling<'_>) -> Outcome {
    let (words, facts) = (telling.words(), telling.facts());
    let (title, status, class) = match (facts.completeness, facts.progress) {
        (Completeness::Failed, _) => (words.title.failed, words.status.failed, "failed"),
        (_, Progress::Open) => (words.title.interrupted, words.status.interrupted, "partial"),
        (_, Progress::Ended(StopReason::Cancelled)) => (words.title.cancelled, words.status.cancelled, "partial"),
        (Completeness::Partial, _) => (words.title.partial, words.status.partial, "partial"),
        (Completeness::Complete, _) => (words.title.complete, words.status.complete, "complete"),
    };
    let naming = &telling.naming;
    let why = if status == words.status.partial { shortfall(naming) } else { stopped(naming).to_owned() };
    let charter = facts.state().charter();
    let sought = charter.rule.is_some();
    Outcome {
        title,
        class,
        status: badge(Rich::filled(status, &[("why", Hole::Text(&why))])),
        notices: notices(telling),
        decision: decision(telling),
        undecided: if sought { telling.page.undecided } else { telling.page.not_sought },
        agreement: agreement(telling),
        remarks: remarks(telling),
        tiles: tiles(telling),
    }
}

/// The status is shown as a badge, which no full stop belongs to.
fn badge(mut status: Rich) -> Rich {
    for piece in &mut status.pieces {
        match piece {
            Piece::Strong(word) => word.truncate(word.trim_end_matches('.').len()),
            Piece::Plain(words) => *words = words.trim_start_matches('。').to_owned(),
            _ => {}
        }
    }
    status
}

fn decision(telling: &Telling<'_>) -> Option<Decided> {
    let state = telling.facts().state();
    let decision = state.concluded()?.decision.as_ref()?;
    let maker = (telling.words().names.maker)(decision.maker);
    let messages: Vec<_> = decision.message.into_iter().collect();
    let template = if messages.is_empty() { telling.page.decided } else { telling.page.decided_in };
    let holes = [("maker", Hole::Text(maker)), ("message", Hole::Messages(&messages, ""))];
    let whole = decision.message.and_then(|id| state.turn(id)).and_then(|turn| turn.message().map(Message::text));
    // The value is either a name or a whole message, of which the markers are no part.
    let value =
        if whole == Some(&*decision.value) { own_words(&decision.value, DECISION) } else { decision.value.to_string() };
    let blocks = blocks(&value);
    let short = matches!(blocks.as_slice(), [Block::Words(words)] if words.chars().count() <= 90);
    Some(Decided { by: Rich::filled(template, &holes), blocks, short })
}

/// What a reader has to know first.
fn notices(telling: &Telling<'_>) -> Vec<Rich> {
    let (facts, words) = (telling.facts(), telling.words());
    let source = &facts.source;
    let mut notices = Vec::new();
    if let Some(until) = provisional_until(source.state, source.entries) {
        notices.push(Rich::filled(words.principal.provisional, &[("time", Hole::Text(&time::plain(until)))]));
    }
    match principal::said(source) {
        None => {}
        Some(Said::Approved { by }) => {
            let by = line_within(by, super::NAME);
            notices.push(Rich::filled(words.principal.approved, &[("by", Hole::Text(&by))]));
        }
        Some(Said::Vetoed { by, why, touches }) => {
            let (by, why) = (line_within(by, super::NAME), line_within(why, TEXT));
            let touched: Vec<_> = touches.into_iter().collect();
            let from = match touches {
                Some(_) => Hole::Messages(&touched, ""),
                None => Hole::Text(words.principal.conclusion),
            };
            let holes = [("by", Hole::Text(&by)), ("from", from), ("why", Hole::Text(&why))];
            notices.push(Rich::filled(words.principal.vetoed, &holes));
        }
    }
    notices.extend(people::gates(telling));
    let simulated = facts.simulated();
    if !simulated.is_empty() {
        let status = &words.status;
        let template = if telling.naming.asks_no_model() { status.no_model } else { status.no_model_for };
        let who = people::labelled(telling, simulated.into_iter().map(|(seat, _)| seat));
        notices.push(Rich::filled(template, &[("who", Hole::Text(&who))]));
    }
    notices
}

fn remarks(telling: &Telling<'_>) -> Vec<Rich> {
    let (facts, words) = (telling.facts(), &telling.words().outcome);
    let state = facts.state();
    let (turns, rounds) = (words.turns.of(state.turns().len()), words.rounds.of(state.round() as usize));
    let mut remarks = vec![match facts.progress {
        Progress::Ended(stop) => {
            let why = (telling.words().names.stop)(stop);
            let holes = [("why", why), ("code", stop.name()), ("rounds", &rounds), ("turns", &turns)];
            Rich::filled(words.ended, &holes.map(|(hole, value)| (hole, Hole::Text(value))))
        }
        Progress::Open => {
            let n = state.round().to_string();
            Rich::filled(words.open, &[("n", Hole::Text(&n)), ("turns", Hole::Text(&turns))])
        }
    }];
    if let Some(note) = state.concluded().and_then(|end| end.note.as_deref()) {
        remarks.push(Rich::filled(words.note, &[("note", Hole::Text(&line_within(note, TEXT)))]));
    }
    let is_decided = state.concluded().is_some_and(|end| end.decision.is_some());
    if let Some((rehearsed, of)) = facts.rehearsed.filter(|_| is_decided) {
        let (n, of) = (rehearsed.to_string(), of.to_string());
        let holes = [("n", Hole::Text(&n)), ("of", Hole::Text(&of))];
        remarks.push(Rich::filled(words.rehearsed.template(rehearsed), &holes));
    }
    let saved = called_off(&facts.participation) as usize;
    if saved > 0 {
        remarks.push(Rich::plain(&words.called_off.of(saved)));
    }
    if let Some(verdict) = facts.verdict().filter(|verdict| !verdict.items.is_empty()) {
        let points = &state.charter().brief.points;
        let items = verdict.items.iter().map(|item| {
            let point = usize::from(item.point).checked_sub(1).and_then(|at| points.get(at));
            let name = point.map_or_else(|| item.point.to_string(), |point| line(&point.name));
            let passed = if item.passed { words.passed } else { words.not_passed };
            fill(telling.words().joints.named, &[("name", &name), ("value", passed)])
        });
        let points = telling.list(items);
        remarks.push(Rich::filled(words.points, &[("points", Hole::Text(&points))]));
    }
    remarks.extend(statement::open(telling));
    remarks.extend(people::missing(telling));
    remarks
}

fn tiles(telling: &Telling<'_>) -> Vec<Tile> {
    let (facts, page) = (telling.facts(), telling.page);
    let (present, asked) = (facts.present().len().to_string(), facts.asked().to_string());
    let present = fill(page.of, &[("n", &present), ("of", &asked)]);
    let state = facts.state();
    let mut tiles = vec![
        Tile { name: page.answered, value: present },
        Tile { name: page.rounds, value: state.round().to_string() },
        Tile { name: page.turns, value: state.turns().len().to_string() },
    ];
    if let Some((start, end)) = facts.span() {
        tiles.push(Tile { name: page.duration, value: duration(end.saturating_sub(start)) });
    }
    let tokens = facts.tokens.input.saturating_add(facts.tokens.output);
    if tokens > 0 {
        tiles.push(Tile { name: page.tokens, value: tokens.to_string() });
    }
    if let Some((spending, currency)) = facts.spending.as_ref().and_then(|all| Some((all, all.currency?))) {
        let value = format!("{} {}", crate::agent::money(spending.all.nanos), line_within(currency, 12));
        tiles.push(Tile { name: page.money, value });
    }
    tiles
}

/// A time as `1 h 2 min` or `3.4 s`.
fn duration(ms: u64) -> String {
    match ms / 1000 {
        0..60 => format!("{}.{} s", ms / 1000, ms / 100 % 10),
        s @ 60..3600 => format!("{} min {} s", s / 60, s % 60),
        s => format!("{} h {} min", s / 3600, s / 60 % 60),
    }
}
