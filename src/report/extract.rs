//! A result without a model: sentences taken word for word from the messages, by rules that can be stated.
//!
//! | part | taken from |
//! |---|---|
//! | consensus | only where the rule was reached: the message the decision rests on, else what won, else the last message that agreed |
//! | conclusion | the decision, else the last conclusion or sum-up, the last summary, the last proposal, the last message |
//! | key points | findings with their line, ideas, the leading sentence of each proposal; without any, the leading sentence of each seat's last message |
//! | recommendations | suggestions of findings, items listed in the conclusion, items listed in proposals or their leading sentence |
//! | divergences | objections that stand (of a checklist the gravest of its findings), then those given up, then questions that nobody answered |

use std::{cmp::Reverse, collections::HashMap, sync::Arc};

use quorate_strategies::{
    outcome::{Author, Decision, Maker, Statement, Synthesis},
    reading::{Finding, Kind, Position, Reading, Stance},
    seat::{Origin, SeatId},
    state::State,
    strategy::Card,
    turn::{Message, Turn, TurnId},
};

use super::{
    Source,
    changes::is_vote,
    dissent::{backs, dissent},
    findings::{Found, Raisers, findings},
    sentences::{is_question, items, lead, own_words, within},
    words::{Words, fill},
};
use crate::argument::Argument;

/// Statements in each part, and messages that a statement names, at most.
pub(super) const MOST: usize = 12;
/// Bytes of a conclusion or consensus, and of any other statement.
const LONG: usize = 1500;
const SHORT: usize = 400;

/// Takes a result from the messages. No words are added but the place of a finding, as `(line 12)` or `（第 12 行）`.
///
/// What a message is (a proposal, a question, an objection) is taken from structured output and markers alone. With no
/// message at all everything in it is empty.
#[must_use]
pub fn extract(state: &State, card: &Card) -> Synthesis {
    let found = findings(state, Raisers::Everybody);
    let conclusion = conclusion(state);
    let last_word = won(state).or_else(|| conclusion.map(whole)).unwrap_or_else(|| statement("", []));
    Synthesis {
        author: Author::Extractive,
        // Without a decision sought there is nothing that anybody could have agreed to.
        consensus: if card.fits.is_empty() { None } else { consensus(state) },
        key_points: key_points(state, &found),
        recommendations: recommendations(state, &found, conclusion),
        divergences: divergences(state),
        conclusion: last_word,
        unwritten: None,
        drafts: Vec::new(),
    }
}

/// Statements without repetition, up to a number.
#[derive(Default)]
struct Collected {
    statements: Vec<(String, Vec<TurnId>)>,
    known: HashMap<String, usize>,
}

impl Collected {
    fn add(&mut self, text: &str, messages: impl IntoIterator<Item = TurnId>) {
        let key: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        if key.is_empty() {
            return;
        }
        if let Some((_, known)) = self.known.get(&key).and_then(|at| self.statements.get_mut(*at)) {
            for message in messages {
                if known.len() < MOST && !known.contains(&message) {
                    known.push(message);
                }
            }
        } else if self.statements.len() < MOST {
            self.known.insert(key, self.statements.len());
            self.statements.push((text.to_owned(), messages.into_iter().collect()));
        }
    }

    /// Adds a sentence, or as much of it as is shown.
    fn sentence(&mut self, text: &str, message: TurnId) {
        self.add(within(text, SHORT), [message]);
    }

    fn done(self) -> Vec<Statement> {
        self.statements.into_iter().map(|(text, messages)| statement(&text, messages)).collect()
    }
}

fn statement(text: &str, messages: impl IntoIterator<Item = TurnId>) -> Statement {
    Statement { text: text.into(), messages: messages.into_iter().collect() }
}

/// A message in its speaker's own words.
fn whole(turn: &Turn) -> Statement {
    statement(&own_words(text(turn), LONG), [turn.id])
}

fn text(turn: &Turn) -> &str {
    turn.message().map(Message::text).unwrap_or_default()
}

/// Turns with a message that is no pass, the last one first.
fn spoken(state: &State) -> impl DoubleEndedIterator<Item = &Turn> {
    state.turns().iter().rev().filter(|turn| turn.reading().is_some_and(|reading| reading.pass.is_none()))
}

fn is_kind(turn: &Turn, kind: Kind) -> bool {
    turn.reading().is_some_and(|reading| reading.kind.counted() == Some(&kind))
}

fn decision(state: &State) -> Option<&Decision> {
    state.concluded().and_then(|end| end.decision.as_ref())
}

fn consensus(state: &State) -> Option<Statement> {
    let reached = state.verdict().is_some_and(|verdict| verdict.reached);
    let decision = decision(state).filter(|decision| reached && decision.maker == Maker::Rule)?;
    if let Some(turn) = decision.message.and_then(|id| state.turn(id)) {
        let Statement { text, mut messages } = whole(turn);
        messages.extend(agreeing(state).into_iter().filter(|id| *id != turn.id));
        return Some(Statement { text, messages });
    }
    let winner = state.verdict().and_then(|verdict| verdict.winner.clone());
    let messages = agreeing(state);
    let words = || {
        let last = messages.last().and_then(|id| state.turn(*id))?;
        lead(text(last)).map(|lead| Arc::from(within(lead, SHORT)))
    };
    let text = winner.or_else(words).unwrap_or_else(|| Arc::clone(&decision.value));
    Some(Statement { text, messages })
}

/// The message with which each seat that is for it came to be so, or cast the vote that counts, in order.
fn agreeing(state: &State) -> Vec<TurnId> {
    let options = state.options();
    let winner = state.verdict().and_then(|verdict| verdict.winner.as_ref());
    let winner = winner.and_then(|winner| options.iter().position(|option| option == winner));
    let agrees = |turn: &&Turn| {
        let Some(reading) = turn.reading() else { return false };
        match winner {
            Some(winner) => {
                let ballot = reading.ballot.as_ref().and_then(|read| read.counted());
                is_vote(turn, options) && ballot.is_some_and(|ballot| backs(ballot, winner))
            }
            None => reading.position() == Some(Position::For) || reading.stance.counted() == Some(&Stance::Agree),
        }
    };
    let is_for = |position| winner.is_some() || position == Position::For;
    let seats = state.roster().iter().zip(state.standings());
    let seats = seats.filter(|((_, seat), standing)| seat.vote && is_for(standing.position));
    let mut messages: Vec<TurnId> = seats
        .filter_map(|((id, _), _)| spoken(state).filter(|turn| turn.seat == id).find(agrees))
        .map(|turn| turn.id)
        .collect();
    messages.sort_unstable();
    messages.truncate(MOST);
    messages
}

/// What won where that is an option or a side, with the messages that made it win.
fn won(state: &State) -> Option<Statement> {
    let made = decision(state).filter(|made| made.message.is_none())?;
    let winner = state.verdict().and_then(|verdict| verdict.winner.as_ref()).filter(|winner| **winner == made.value)?;
    let messages = if made.maker == Maker::Concession { conceding(state) } else { agreeing(state) };
    Some(Statement { text: Arc::clone(winner), messages })
}

/// The message with which each seat that gave up did so, in order.
fn conceding(state: &State) -> Vec<TurnId> {
    let concedes = |turn: &&Turn| turn.reading().is_some_and(Reading::concedes);
    let first = |seat| state.turns().iter().filter(|turn| turn.seat == seat).find(concedes);
    let mut messages: Vec<TurnId> =
        state.roster().iter().filter_map(|(seat, _)| first(seat)).map(|turn| turn.id).collect();
    messages.sort_unstable();
    messages.truncate(MOST);
    messages
}

/// The message that a conclusion is taken from.
fn conclusion(state: &State) -> Option<&Turn> {
    let decided = decision(state).and_then(|made| made.message).and_then(|id| state.turn(id));
    let sums_up = |turn: &&Turn| matches!(&*turn.task, "conclude" | "sum-up" | "judge");
    decided
        .or_else(|| spoken(state).find(sums_up))
        .or_else(|| spoken(state).find(|turn| is_kind(turn, Kind::Summary)))
        .or_else(|| spoken(state).find(|turn| is_kind(turn, Kind::Proposal)))
        .or_else(|| spoken(state).next())
}

fn key_points(state: &State, found: &[Found<'_>]) -> Vec<Statement> {
    let mut points = Collected::default();
    for Found { finding, messages, .. } in found {
        points.add(&placed(state, finding), messages.iter().copied());
    }
    for turn in state.turns() {
        for idea in turn.reading().into_iter().flat_map(|reading| &reading.ideas) {
            points.sentence(idea, turn.id);
        }
    }
    for turn in spoken(state).rev().filter(|turn| is_kind(turn, Kind::Proposal)).filter(lists) {
        lead(text(turn)).into_iter().for_each(|lead| points.sentence(lead, turn.id));
    }
    if points.statements.is_empty() {
        for (seat, _) in state.roster().iter() {
            let last = spoken(state).find(|turn| turn.seat == seat);
            if let Some((lead, id)) = last.and_then(|turn| Some((lead(text(turn))?, turn.id))) {
                points.sentence(lead, id);
            }
        }
    }
    points.done()
}

/// A finding with its place.
fn placed(state: &State, finding: &Finding) -> String {
    let template = Words::of(state.charter().brief.language).result.line;
    let place = finding.line.map_or_else(String::new, |line| fill(template, &[("n", &line.to_string())]));
    format!("{}{place}", within(&finding.message, SHORT))
}

/// Whether a message is more than its findings, which stand on their own: what a checklist lists are they again.
fn lists(turn: &&Turn) -> bool {
    turn.reading().is_some_and(|reading| reading.findings.is_empty())
}

/// What an objection is about: of a checklist the gravest of its findings, else the leading sentence.
fn gist(state: &State, turn: &Turn) -> Option<String> {
    let is_checklist = state.roster().get(turn.seat).is_some_and(|seat| seat.backend.origin == Origin::Checklist);
    let findings = turn.reading().filter(|_| is_checklist).map(|reading| reading.findings.as_slice());
    let gravest = findings.unwrap_or_default().iter().min_by_key(|finding| Reverse(finding.severity));
    let lead = || lead(text(turn)).map(|lead| within(lead, SHORT).to_owned());
    gravest.map(|finding| placed(state, finding)).or_else(lead)
}

fn recommendations(state: &State, found: &[Found<'_>], conclusion: Option<&Turn>) -> Vec<Statement> {
    let mut advice = Collected::default();
    for Found { finding, messages, .. } in found {
        if let Some(suggestion) = &finding.suggestion {
            advice.add(within(suggestion, SHORT), messages.iter().copied());
        }
    }
    if let Some(turn) = conclusion.filter(lists) {
        for item in items(text(turn)) {
            advice.sentence(item, turn.id);
        }
    }
    for turn in spoken(state).rev().filter(|turn| is_kind(turn, Kind::Proposal)).filter(lists) {
        let items = items(text(turn));
        let lead = lead(text(turn)).filter(|_| items.is_empty());
        for one in items.into_iter().chain(lead) {
            advice.sentence(one, turn.id);
        }
    }
    advice.done()
}

fn divergences(state: &State) -> Vec<Statement> {
    let mut differences = Collected::default();
    let (stand, given_up): (Vec<_>, Vec<_>) = dissent(state).into_iter().partition(|one| one.withdrawn.is_none());
    let mut told: Vec<(SeatId, String)> = Vec::new();
    for one in stand.iter().chain(&given_up) {
        let Some(gist) = state.turn(one.turn).and_then(|turn| gist(state, turn)) else { continue };
        // An objection that is upheld in other words from round to round is one divergence.
        match told.iter().find(|(seat, _)| *seat == one.seat) {
            Some((_, first)) if *first != gist => continue,
            Some(_) => {}
            None => told.push((one.seat, gist.clone())),
        }
        differences.add(&gist, [one.turn]);
    }
    let argument = Argument::of(&Source::new(state, &[], ""));
    let unanswered = argument.questions().iter().filter(|question| question.is_open());
    for turn in unanswered.filter_map(|question| state.turn(question.message)) {
        if differences.statements.len() == MOST {
            break;
        }
        let asked = own_words(text(turn), LONG);
        let question = asked.lines().flat_map(super::sentences::sentences).find(|one| is_question(one));
        if let Some(question) = question.or_else(|| lead(&asked)) {
            differences.sentence(question, turn.id);
        }
    }
    differences.done()
}
