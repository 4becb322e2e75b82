//! Who sat at the table, what came of every turn of theirs, who changed, and what the principal was asked.

use quorate_strategies::{event::GateAnswer, outcome::Participation, rule::Input, seat::SeatId, turn::Ending};

use super::{
    Telling,
    rich::{Hole, Rich, line_within},
};
use crate::report::{
    principal::{self, Asked},
    words::fill,
};

/// A question or a reason is shown up to so many characters.
const TEXT: usize = 1500;

/// A row of the table of participants.
#[derive(Debug)]
pub(super) struct Person {
    pub(super) name: String,
    /// The seat's colour.
    pub(super) colour: usize,
    pub(super) role: String,
    pub(super) side: String,
    pub(super) vote: String,
    pub(super) backend: String,
    pub(super) origin: &'static str,
    pub(super) asked: u32,
    pub(super) answered: u32,
    /// The models behind the backend; empty where it names them itself.
    pub(super) models: String,
    pub(super) passed: u32,
    pub(super) without: String,
    /// Whether it gave no answer when last asked.
    pub(super) missing: bool,
    pub(super) cause: String,
}

/// Everybody, in seat order.
pub(super) fn all(telling: &Telling<'_>) -> Vec<Person> {
    let (facts, words) = (telling.facts(), telling.words());
    let missing: Vec<SeatId> = facts.missing().iter().map(|one| one.seat).collect();
    let person = |(id, seat): (SeatId, &quorate_strategies::seat::Seat)| {
        let fallback = Participation { seat: id, ..Participation::default() };
        let took_part = facts.participation.get(id.index()).unwrap_or(&fallback);
        let weight = || fill(words.people.weight, &[("n", &seat.weight.to_string())]);
        Person {
            name: telling.name(id),
            colour: id.index() % 8,
            role: line_within(telling.naming.role(&seat.role), super::NAME),
            side: line_within(seat.side.as_deref().unwrap_or_default(), super::NAME),
            vote: if seat.vote { weight() } else { words.people.no_vote.to_owned() },
            backend: line_within(&seat.backend.name, super::NAME),
            models: line_within(&facts.models(id).join(words.joints.list), super::NAME),
            origin: telling.naming.origin(id),
            asked: took_part.asked,
            answered: took_part.answered,
            passed: took_part.passed,
            without: without_answer(telling, took_part),
            missing: missing.contains(&id),
            cause: telling.cause(took_part.cause.as_deref().unwrap_or_default()),
        }
    };
    facts.state().roster().iter().map(person).collect()
}

/// `1 failed, 2 timed out`, or 0.
fn without_answer(telling: &Telling<'_>, one: &Participation) -> String {
    let kinds = [
        (Ending::Failed, one.failed),
        (Ending::TimedOut, one.timed_out),
        (Ending::Cancelled, one.cancelled),
        (Ending::NotNeeded, one.not_needed),
    ];
    let parts = telling.list(kinds.iter().filter(|(_, n)| *n > 0).map(|(how, n)| {
        fill(telling.words().people.ended, &[("n", &n.to_string()), ("how", telling.naming.ending(*how))])
    }));
    if parts.is_empty() { "0".to_owned() } else { parts }
}

/// Seats, each with how its answers come about.
pub(super) fn labelled(telling: &Telling<'_>, seats: impl IntoIterator<Item = SeatId>) -> String {
    let joints = &telling.words().joints;
    let remark = |seat| fill(joints.remark, &[("what", &telling.name(seat)), ("remark", telling.naming.origin(seat))]);
    seats.into_iter().map(remark).collect::<Vec<_>>().join(joints.parts)
}

/// Who gave no answer and why, who was never asked, and who was late.
pub(super) fn missing(telling: &Telling<'_>) -> Vec<Rich> {
    let (facts, words) = (telling.facts(), &telling.words().status);
    let missing = facts.missing().into_iter().map(|one| {
        let how = one.how.map_or("", |how| telling.naming.ending(how));
        let values = [("name", &*telling.name(one.seat)), ("how", how), ("cause", &*telling.cause(one.cause))];
        fill(words.missing_one, &values)
    });
    let missing: Vec<String> = missing.collect();
    let late = facts.late_seats();
    let said = [
        (words.missing, missing.join(telling.words().joints.parts)),
        (words.unasked, telling.names(&facts.unasked())),
        (words.late, telling.names(&late)),
    ];
    let said = said.iter().filter(|(_, who)| !who.is_empty());
    said.map(|(template, who)| Rich::filled(template, &[("who", Hole::Text(who))])).collect()
}

/// How every seat came to stand where it did, in order.
pub(super) fn changes(telling: &Telling<'_>) -> Vec<Rich> {
    let (facts, words) = (telling.facts(), &telling.words().rounds);
    let told = facts.moved.iter().map(|moved| {
        // How a seat came to stand anywhere is no change of mind. Sides stand from the beginning.
        let is_first = moved.nth == 1 && facts.input != Some(Input::Sides);
        let after = moved
            .after
            .map_or_else(Rich::default, |id| Rich::filled(words.after, &[("after", Hole::Messages(&[id], ""))]));
        let (round, name, message) = (moved.round.to_string(), telling.name(moved.seat), [moved.turn]);
        let (from, to) = (telling.naming.counted(&moved.from), telling.naming.counted(&moved.to));
        let holes = [
            ("round", Hole::Text(&round)),
            ("name", Hole::Text(&name)),
            ("from", Hole::Text(from)),
            ("to", Hole::Text(to)),
            ("message", Hole::Messages(&message, "")),
            ("after", Hole::Rich(&after)),
        ];
        Rich::filled(if is_first { words.took } else { words.change }, &holes)
    });
    told.collect()
}

/// What the principal was asked, and what came of it.
pub(super) fn gates(telling: &Telling<'_>) -> Vec<Rich> {
    let words = &telling.words().principal;
    let told = principal::asked(&telling.facts().source).into_iter().map(|one| {
        let (question, answer) = (line_within(one.question, TEXT), answer(telling, &one));
        Rich::filled(words.asked, &[("question", Hole::Text(&question)), ("answer", Hole::Text(&answer))])
    });
    told.collect()
}

fn answer(telling: &Telling<'_>, one: &Asked<'_>) -> String {
    let words = &telling.words().principal;
    let ended = telling.facts().state().concluded().is_some();
    let Some((by, answer)) = one.answer else { return if ended { words.unanswered } else { "…" }.to_owned() };
    let by = by.map_or_else(|| words.nobody.to_owned(), |by| line_within(by, super::NAME));
    match answer {
        GateAnswer::Approve => fill(words.approve, &[("by", &by)]),
        GateAnswer::Amend(text) => fill(words.amend, &[("by", &by), ("text", &line_within(text, TEXT))]),
        GateAnswer::Reject(why) => fill(words.reject, &[("by", &by), ("text", &line_within(why, TEXT))]),
        GateAnswer::Silent => words.silent.to_owned(),
    }
}
