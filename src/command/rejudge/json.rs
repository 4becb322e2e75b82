//! A record that was judged again, as one JSON document.

use quorate_strategies::{
    reading::Ballot,
    rejudge::{Proof, Sensitivity, VoteChange},
    rule::{Input, Verdict, Voice},
};
use serde_json::{Value, json};

use super::Again;

/// The document, indented, with a line break.
pub(super) fn document(again: &Again<'_>, found: Option<&Sensitivity>) -> String {
    let (state, judged) = (&again.recorded.state, again.judged);
    let rounds: Vec<Value> =
        judged.rounds.iter().map(|one| json!({ "round": one.round, "verdict": verdict(&one.verdict) })).collect();
    let document = json!({
        "format": "quorate-rejudged",
        "version": 1,
        "id": state.charter().id,
        "recorded": { "rule": state.charter().rule, "verdict": state.verdict().map(verdict) },
        "now": { "rule": again.chosen, "verdict": verdict(&judged.verdict) },
        "changed": again.is_another(),
        "rounds": rounds,
        "first": judged.first.map(|first| json!({ "round": first.round, "turns": first.turns })),
        "sensitivity": found.map(|found| sensitivity(again, found)),
    });
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn sensitivity(again: &Again<'_>, found: &Sensitivity) -> Value {
    let name = |seat| again.recorded.state.roster().name(seat).to_owned();
    let proof = |proof| match proof {
        Proof::Exact => json!("exact"),
        Proof::Tried(votes) => json!({ "tried": votes }),
    };
    let changes = |(changes, then): &(Vec<VoteChange>, Verdict)| {
        let votes: Vec<Value> =
            changes.iter().map(|one| json!({ "seat": name(one.seat), "to": vote(again, &one.to) })).collect();
        json!({ "changes": votes, "verdict": verdict(then) })
    };
    let seats: Vec<Value> =
        found.pivotal.iter().map(|one| json!({ "seat": name(one.seat), "verdict": verdict(&one.verdict) })).collect();
    let weights: Vec<Value> = found
        .weights
        .iter()
        .map(|one| json!({ "seat": name(one.seat), "from": one.from, "to": one.to, "verdict": verdict(&one.verdict) }))
        .collect();
    let thresholds: Vec<Value> =
        found.thresholds.iter().map(|(at, then)| json!({ "threshold": at, "verdict": verdict(then) })).collect();
    json!({
        "votes": { "found": found.votes.found.as_ref().map(changes), "proof": proof(found.votes.proof) },
        "without": seats,
        "weights": weights,
        "weights_within": found.weights_within,
        "thresholds": thresholds,
    })
}

fn vote(again: &Again<'_>, voice: &Voice) -> Value {
    match again.rule.input() {
        Input::Positions => json!(voice.position.name()),
        Input::Stances => json!(voice.stance.name()),
        Input::Sides => json!({ "conceded": voice.conceded }),
        Input::Items => json!(voice.scores),
        Input::Options => json!(voice.ballot.as_ref().map(|cast| ballot(again, cast))),
    }
}

/// A ballot as `tally` takes it.
fn ballot(again: &Again<'_>, ballot: &Ballot) -> Value {
    let option = |number: &u16| again.judged.tally.options.get(usize::from(*number)).map_or("?", |option| &**option);
    let options = |numbers: &[u16]| numbers.iter().map(option).collect::<Vec<_>>();
    match ballot {
        Ballot::Choice(one) => json!(option(one)),
        Ballot::Ranking(order) => json!(options(order)),
        Ballot::Approval(set) => json!({ "approve": options(set) }),
        Ballot::Points(points) => points.iter().map(|(one, points)| (option(one).to_owned(), json!(points))).collect(),
        Ballot::Abstain => json!([]),
    }
}

/// A verdict with the keys of a result document.
fn verdict(verdict: &Verdict) -> Value {
    json!({
        "level": verdict.level.name(),
        "reached": verdict.reached,
        "counts": verdict.counts,
        "winner": verdict.winner,
        "tie": verdict.tie,
    })
}
