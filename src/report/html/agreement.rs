//! How many agreed, and by which rule: the level, the count with its divisor, and what it says of who is needed.

use quorate_strategies::rule::{Counts, Input, Level, Verdict};

use super::{
    Telling,
    rich::{Hole, Rich, line_within},
};
use crate::report::{
    minutes::needed,
    naming::{POINTS, Place, divisor},
    words::{called, fill},
};

/// What the rule counted.
#[derive(Debug)]
pub(super) struct Agreement {
    pub(super) level: &'static str,
    pub(super) reached: bool,
    pub(super) parts: Vec<Part>,
    pub(super) sentences: Vec<Rich>,
}

/// Something that was counted, as a part of the bar; its place in hundredths of the bar.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) class: String,
    pub(super) name: String,
    pub(super) n: u64,
    pub(super) at: u64,
    pub(super) width: u64,
}

/// What the rule says; none where no decision was sought.
pub(super) fn agreement(telling: &Telling<'_>) -> Option<Agreement> {
    let (facts, words) = (telling.facts(), &telling.words().outcome);
    let naming = &telling.naming;
    let chosen = facts.state().charter().rule.as_ref()?;
    let name = called(telling.words().names.rules, &chosen.name);
    let holes = [("name", Hole::Text(name)), ("rule", Hole::Text(&chosen.name))];
    let Some(verdict) = facts.verdict() else {
        let sentences = vec![Rich::filled(words.not_judged, &holes)];
        return Some(Agreement { level: telling.words().rounds.unknown, reached: false, parts: Vec::new(), sentences });
    };
    let level = naming.level(verdict.level);
    let reached = if verdict.reached { words.reached } else { words.not_reached };
    let agreed = naming.agreed(verdict.level, &chosen.name);
    let [name, rule] = holes;
    let holes = [("level", Hole::Text(&agreed)), name, rule, ("reached", Hole::Text(reached))];
    let mut sentences = vec![Rich::filled(words.agreement, &holes)];
    let parts = if facts.asked_to_vote() { parts(telling, verdict, &chosen.name) } else { Vec::new() };
    if !facts.asked_to_vote() {
        sentences.push(Rich::filled(words.counts_plain, &[("counts", Hole::Text(words.no_vote_asked))]));
    }
    counted(telling, verdict, &chosen.name, &mut sentences);
    let is_decided = facts.state().concluded().is_some_and(|end| end.decision.is_some());
    if verdict.level == Level::None && !verdict.reached && !is_decided {
        sentences.push(Rich::plain(needed(naming, verdict, &chosen.name)));
    }
    Some(Agreement { level, reached: verdict.reached, parts, sentences })
}

/// The count with its divisor, who won, a tie, and the counts on the way.
fn counted(telling: &Telling<'_>, verdict: &Verdict, rule: &str, sentences: &mut Vec<Rich>) {
    let (facts, words) = (telling.facts(), &telling.words().outcome);
    if !facts.asked_to_vote() {
        return;
    }
    let is_points = POINTS.contains(&rule);
    let cast = facts.state().charter().rule.as_ref().and_then(|rule| rule.knobs.get("of"));
    let whom = match facts.input {
        Some(Input::Sides) => words.divisor_sides,
        _ if cast.is_some_and(|of| of == "cast") => words.divisor_cast,
        _ => words.divisor,
    };
    let of = divisor(verdict).map_or_else(String::new, |of| of.to_string());
    let line = listed(telling, &verdict.counts);
    let mut say = |template, counts: &str| {
        let holes = [("counts", Hole::Text(counts)), ("of", Hole::Text(&of)), ("divisor", Hole::Text(whom))];
        sentences.push(Rich::filled(template, &holes));
    };
    match (divisor(verdict), verdict.working.as_slice()) {
        (Some(_), [firsts]) if is_points => {
            say(words.given, &line);
            say(words.firsts, &listed(telling, firsts));
        }
        (Some(_), _) => say(words.counts, &line),
        (None, _) => say(words.counts_plain, &line),
    }
    if let Some(winner) = &verdict.winner {
        sentences.push(Rich::filled(words.winner, &[("winner", Hole::Text(winner))]));
    }
    if verdict.tie {
        sentences.push(Rich::filled(
            match (&verdict.winner, facts.input) {
                (Some(_), _) => words.tie_by_order,
                (None, Some(Input::Sides)) => words.tie_of_sides,
                (None, _) => words.tie,
            },
            &[],
        ));
    }
    let unread = telling.facts().unread();
    if !unread.is_empty() {
        sentences.push(Rich::filled(words.unread, &[("who", Hole::Text(&telling.names(&unread)))]));
    }
    let steps = if is_points { &[] } else { verdict.working.as_slice() };
    let all = steps.len().to_string();
    for (at, step) in steps.iter().enumerate() {
        let (n, counts) = ((at + 1).to_string(), listed(telling, step));
        let holes = [("n", Hole::Text(&n)), ("all", Hole::Text(&all)), ("counts", Hole::Text(&counts))];
        sentences.push(Rich::filled(words.working, &holes));
    }
}

fn listed(telling: &Telling<'_>, counts: &Counts) -> String {
    let words = &telling.words().outcome;
    telling.list(telling.naming.counts(counts).into_iter().map(|(name, weight, place)| {
        let what = line_within(telling.naming.counted(name), super::NAME);
        let template = if place == Place::Option { words.count } else { words.count_ours };
        fill(template, &[("what", &what), ("n", &weight.to_string())])
    }))
}

/// The parts of the bar: what was counted, of all that could be.
fn parts(telling: &Telling<'_>, verdict: &Verdict, rule: &str) -> Vec<Part> {
    let Some(of) = divisor(verdict).filter(|of| *of > 0) else { return Vec::new() };
    let counts = match verdict.working.first() {
        Some(firsts) if POINTS.contains(&rule) => firsts,
        _ => &verdict.counts,
    };
    let options = telling.facts().state().options();
    let counted = telling.naming.counts(counts);
    // Where a ballot may name several options the parts are more than the whole, and no bar is drawn.
    if counted.iter().map(|(_, n, _)| n).sum::<u64>() > of {
        return Vec::new();
    }
    let mut at = 0;
    let parts = counted.into_iter().filter(|(_, n, _)| *n > 0).map(|(name, n, place)| {
        let class = match place {
            Place::Option => {
                format!("o{}", options.iter().position(|option| **option == *name).unwrap_or_default() % 8)
            }
            _ => name.to_owned(),
        };
        let width = n * 10_000 / of;
        let part = Part { class, name: line_within(telling.naming.counted(name), 40), n, at, width };
        at += width;
        part
    });
    parts.collect()
}
