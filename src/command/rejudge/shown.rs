//! A record that was judged again, for people: a label a line.

use std::borrow::Cow;

use quorate_strategies::{
    outcome::Maker,
    reading::{Ballot, Score},
    rejudge::{Proof, Sensitivity, VoteChange},
    rule::{Input, Verdict, Voice},
    seat::SeatId,
    step::StopReason,
};

use super::{
    super::{
        columns,
        words::{Words, called, fill},
    },
    Again,
};

/// Where what is said begins.
const COLUMN: usize = 12;
/// What the counts are taken of.
const DIVISOR: &str = "of";

/// Verdict before and after, round by round.
pub(super) fn table(again: &Again<'_>, words: &Words) -> String {
    let labels = &words.again;
    let (state, judged) = (&again.recorded.state, again.judged);
    let before = match (state.verdict(), &state.charter().rule) {
        (Some(verdict), Some(rule)) => said_by(&rule.name, verdict, words),
        _ => labels.unjudged.to_owned(),
    };
    let mut out = line(labels.recorded, &before);
    out += &line(labels.now, &said_by(&called_rule(again), &judged.verdict, words));
    out += &line(labels.outcome, if again.is_another() { labels.another } else { labels.the_same });
    for one in &judged.rounds {
        let label = fill(labels.round, &[("n", &one.round.to_string())]);
        out += &line(&label, &counted(&one.verdict, words));
    }
    let first = judged.first.map_or_else(
        || labels.never.to_owned(),
        |first| fill(labels.first_at, &[("round", &first.round.to_string()), ("turns", &first.turns.to_string())]),
    );
    out + &line(labels.first, &first)
}

/// What cannot be known from the record.
pub(super) fn notes(again: &Again<'_>, words: &Words) -> Vec<String> {
    let (state, judged) = (&again.recorded.state, again.judged);
    let mut notes = Vec::new();
    if judged.first.is_some_and(|first| first.round < state.round()) {
        notes.push(words.again.earlier.to_owned());
    }
    let early = |end: StopReason| matches!(end, StopReason::Decided | StopReason::Conceded);
    if state.concluded().is_some_and(|end| early(end.why)) && !judged.verdict.reached {
        notes.push(words.again.ended_early.to_owned());
    }
    let maker = state.concluded().and_then(|end| end.decision.as_ref()).map(|decision| decision.maker);
    if let Some(maker) = maker.filter(|maker| !matches!(maker, Maker::Rule | Maker::Concession)) {
        notes.push(fill(words.again.made_by, &[("maker", (words.names().maker)(maker))]));
    }
    notes
}

/// The smallest changes that give another outcome.
pub(super) fn sensitivity(again: &Again<'_>, found: &Sensitivity, words: &Words) -> String {
    let labels = &words.again;
    let name = |seat: SeatId| again.recorded.state.roster().name(seat);
    let said = |verdict: &Verdict| said(verdict, words);
    let mut out = line(labels.votes, &votes(again, found, words));
    let pivotal = found
        .pivotal
        .iter()
        .map(|swing| fill(labels.without, &[("name", name(swing.seat)), ("said", &said(&swing.verdict))]));
    out += &lines(labels.seat, pivotal.collect(), labels.no_seat);
    let weights = found.weights.iter().map(|one| {
        let (from, to) = (one.from.to_string(), one.to.to_string());
        let values = [("name", name(one.seat)), ("from", &from), ("to", &to), ("said", &said(&one.verdict))];
        fill(labels.reweighted, &values)
    });
    let within = fill(labels.no_weight, &[("n", &found.weights_within.to_string())]);
    out += &lines(labels.weight, weights.collect(), &within);
    if again.rule.knobs().iter().any(|knob| knob.name == "threshold") {
        let at = |(percent, verdict): &(u32, Verdict)| {
            fill(labels.at, &[("n", &percent.to_string()), ("said", &said(verdict))])
        };
        out += &lines(labels.threshold, found.thresholds.iter().map(at).collect(), labels.no_threshold);
    }
    out
}

fn votes(again: &Again<'_>, found: &Sensitivity, words: &Words) -> String {
    let labels = &words.again;
    let Some((changes, verdict)) = &found.votes.found else {
        return match found.votes.proof {
            Proof::Exact => labels.votes_none.to_owned(),
            Proof::Tried(n) => fill(labels.votes_more, &[("n", &n.to_string())]),
        };
    };
    let template = if found.votes.proof == Proof::Exact { labels.votes_found } else { labels.votes_at_most };
    let changed = words.list(changes.iter().map(|change| changed(again, change, words)));
    let said = said(verdict, words);
    fill(template, &[("n", &changes.len().to_string()), ("votes", &changed), ("said", &said)])
}

fn changed(again: &Again<'_>, change: &VoteChange, words: &Words) -> String {
    let judged = again.judged;
    let place = judged.voters.iter().position(|seat| *seat == change.seat);
    let from = place.and_then(|at| judged.tally.voices.get(at)).cloned().unwrap_or_default();
    let (from, to) = (vote(again, &from, words), vote(again, &change.to, words));
    let name = again.recorded.state.roster().name(change.seat);
    fill(words.again.vote, &[("name", name), ("from", &from), ("to", &to)])
}

/// What a voice says, in the words of the rule.
fn vote(again: &Again<'_>, voice: &Voice, words: &Words) -> String {
    let word = |name| called(words.names().counted, name).to_owned();
    match again.rule.input() {
        Input::Positions => word(voice.position.name()),
        Input::Stances => word(voice.stance.name()),
        Input::Sides if voice.conceded => words.again.concedes.to_owned(),
        Input::Sides => words.again.stays.to_owned(),
        Input::Items => {
            let score = |score: &Option<Score>| score.map_or_else(|| "–".to_owned(), |score| score.to_string());
            words.list(voice.scores.iter().map(score))
        }
        Input::Options => voice.ballot.as_ref().map_or_else(|| "–".to_owned(), |cast| ballot(again, cast, words)),
    }
}

fn ballot(again: &Again<'_>, ballot: &Ballot, words: &Words) -> String {
    let option = |number: &u16| again.judged.tally.options.get(usize::from(*number)).map_or("?", |option| &**option);
    let joined = |numbers: &[u16], sign: &str| numbers.iter().map(option).collect::<Vec<_>>().join(sign);
    match ballot {
        Ballot::Choice(one) => option(one).to_owned(),
        Ballot::Ranking(order) => joined(order, " > "),
        Ballot::Approval(set) => format!("{{{}}}", joined(set, ", ")),
        Ballot::Points(points) => words.list(points.iter().map(|(one, points)| format!("{}: {points}", option(one)))),
        Ballot::Abstain => words.again.abstains.to_owned(),
    }
}

/// `ratio (threshold = 80)`.
fn called_rule(again: &Again<'_>) -> String {
    let knobs: Vec<String> = again.chosen.knobs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    match knobs.is_empty() {
        true => again.rule.name().to_owned(),
        false => format!("{} ({})", again.rule.name(), knobs.join(", ")),
    }
}

/// A verdict in a few words.
fn said(verdict: &Verdict, words: &Words) -> String {
    let labels = &words.again;
    let level = called(words.names().levels, verdict.level.name());
    let reached = if verdict.reached { labels.reached } else { labels.not_reached };
    let winner = verdict.winner.as_ref().map_or_else(String::new, |winner| fill(labels.winner, &[("winner", winner)]));
    fill(labels.said, &[("level", level), ("reached", reached), ("winner", &winner)])
}

/// A verdict with what was counted.
fn counted(verdict: &Verdict, words: &Words) -> String {
    let count =
        |(name, weight): (&Cow<'static, str>, &u64)| format!("{} {weight}", called(words.names().counted, name));
    let weights = verdict.counts.iter().filter(|(name, _)| *name != DIVISOR).map(count);
    let of = fill(words.again.of, &[("n", &verdict.count(DIVISOR).to_string())]);
    let counts = words.list(weights.chain([of]));
    fill(words.again.counted, &[("said", &said(verdict, words)), ("counts", &counts)])
}

/// What a rule says, in one line.
pub(in crate::command) fn said_by(rule: &str, verdict: &Verdict, words: &Words) -> String {
    fill(words.again.said_by, &[("rule", rule), ("said", &counted(verdict, words))])
}

/// A label and what is said, in one line.
pub(in crate::command) fn line(label: &str, text: &str) -> String {
    format!("{}{text}\n", columns::padded(label, COLUMN))
}

fn lines(label: &str, texts: Vec<String>, none: &str) -> String {
    match texts.is_empty() {
        true => line(label, none),
        false => texts.iter().map(|text| line(label, text)).collect(),
    }
}
