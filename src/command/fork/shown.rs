//! A recorded discussion and its fork, side by side.

use quorate_strategies::{outcome::Outcome, state::State, turn::Turn};
use serde_json::json;

use super::super::{
    rejudge::{line, said_by},
    words::{Words, called, fill},
};
use crate::{
    agent::Serving,
    manager::{Finished, Recorded},
    report::result_json,
};

/// A record, and the discussion that went on from it.
pub(super) struct Both<'a> {
    pub(super) recorded: &'a Recorded,
    pub(super) finished: &'a Finished,
    pub(super) serving: &'a Serving,
}

impl Both<'_> {
    /// Both results and what differs, as one JSON document.
    pub(super) fn document(&self) -> String {
        let (before, after) = (result_json(&self.recorded.source()), result_json(&self.finished.source()));
        let differs = |key: &str| before.get(key) != after.get(key);
        let keys = ["status", "stop", "verdict", "decision"];
        let differing: Vec<&str> = keys.into_iter().filter(|key| differs(key)).collect();
        let document = json!({
            "format": "quorate-fork",
            "version": 1,
            "origin": self.finished.state.charter().origin,
            "served": self.serving.served,
            "diverged": self.serving.diverged,
            "differs": { "keys": differing, "from_message": self.first_difference() },
            "recorded": before,
            "fork": after,
        });
        serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
    }

    /// What became of both, a label a line, and twice where they differ.
    pub(super) fn table(&self, words: &Words) -> String {
        let labels = &words.again.fork;
        let (before, after) = (&self.recorded.state, &self.finished.state);
        let row = |label: &str, of: &dyn Fn(&State) -> String| pair(label, &of(before), &of(after), words);
        let mut out = row(labels.id, &|state| state.charter().id.to_string());
        out += &row(labels.stop, &|state| stop(state, words));
        out += &row(labels.verdict, &|state| verdict(state, words));
        out += &row(labels.decision, &|state| decision(state, words));
        out += &row(labels.positions, &|state| positions(state, words));
        let count = |state: &State| state.turns().iter().filter(|turn| turn.is_answered()).count().to_string();
        let told = match self.first_difference() {
            Some(turn) => fill(labels.differ, &[("n", &count(after)), ("turn", &turn.to_string())]),
            None => count(after),
        };
        out + &pair(labels.messages, &count(before), &told, words)
    }

    /// The first message that is not the same in both.
    fn first_difference(&self) -> Option<u32> {
        let (before, after) = (self.recorded.state.turns(), self.finished.state.turns());
        let words = |turn: Option<&Turn>| turn.and_then(Turn::message).map(|message| message.raw.clone());
        let most = before.len().max(after.len());
        let differs = |at: &usize| words(before.get(*at)) != words(after.get(*at));
        (0..most).find(differs).and_then(|at| u32::try_from(at + 1).ok())
    }
}

fn pair(label: &str, before: &str, after: &str, words: &Words) -> String {
    let labels = &words.again.fork;
    match before == after {
        true => line(label, &format!("{} ({})", before, labels.same)),
        false => line(label, &format!("{} {before}", labels.before)) + &line("", &format!("{} {after}", labels.after)),
    }
}

fn stop(state: &State, words: &Words) -> String {
    Outcome::of(state).map_or_else(|| words.again.fork.none.to_owned(), |end| (words.names().stop)(end.stop).to_owned())
}

fn verdict(state: &State, words: &Words) -> String {
    match (state.verdict(), &state.charter().rule) {
        (Some(verdict), Some(rule)) => said_by(&rule.name, verdict, words),
        _ => words.again.fork.none.to_owned(),
    }
}

/// The first line of what was decided.
fn decision(state: &State, words: &Words) -> String {
    let decision = state.concluded().and_then(|end| end.decision.as_ref());
    let first = decision.and_then(|decision| decision.value.lines().next());
    first.unwrap_or(words.again.fork.none).to_owned()
}

fn positions(state: &State, words: &Words) -> String {
    let seats = state.roster().iter().zip(state.standings()).filter(|((_, seat), _)| seat.vote);
    words.list(seats.map(|((_, seat), standing)| {
        format!("{} {}", seat.name, called(words.names().counted, standing.position.name()))
    }))
}
