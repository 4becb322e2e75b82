//! The outcome: one stop reason, what was decided and by whom, and the count with the divisor that it rests on.

use quorate_strategies::{
    outcome::called_off,
    rule::{Counts, Input, Level, Verdict},
    turn::Message,
};

use super::{Page, argument, inline, inline_within, link, person};
use crate::report::{
    facts::Progress,
    markdown::prose,
    naming::{POINTS, Place, divisor},
    sentences::own_words,
    words::{called, fill},
};

/// A decision is shown in its maker's own words up to so many bytes.
const DECISION: usize = 1500;

pub(super) fn write(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.outcome);
    ended(page);
    decision(page);
    agreement(page);
    argument::objections(page);
    saved(page);
}

fn ended(page: &mut Page<'_>) {
    let state = page.facts.state();
    let turns = page.words.outcome.turns.of(state.turns().len());
    let rounds = page.words.outcome.rounds.of(state.round() as usize);
    let line = match page.facts.progress {
        Progress::Ended(stop) => fill(
            page.words.outcome.ended,
            &[("why", (page.words.names.stop)(stop)), ("code", stop.name()), ("rounds", &rounds), ("turns", &turns)],
        ),
        Progress::Open => fill(page.words.outcome.open, &[("n", &state.round().to_string()), ("turns", &turns)]),
    };
    page.item(&line);
    if let Some(note) = state.concluded().and_then(|end| end.note.as_deref()) {
        page.item(&fill(page.words.outcome.note, &[("note", &inline_within(note, 1000))]));
    }
}

fn saved(page: &mut Page<'_>) {
    let n = called_off(&page.facts.participation) as usize;
    if n > 0 {
        page.item(&page.words.outcome.called_off.of(n));
    }
}

fn decision(page: &mut Page<'_>) {
    let words = &page.words.outcome;
    let state = page.facts.state();
    let Some(decision) = state.concluded().and_then(|end| end.decision.as_ref()) else {
        let sought = state.charter().rule.is_some();
        return page.item(if sought { words.no_decision } else { words.not_sought });
    };
    let on = decision.message.map_or_else(String::new, |id| fill(words.rests_on, &[("message", &link(id))]));
    page.item(&fill(words.decision, &[("maker", (page.words.names.maker)(decision.maker)), ("on", &on)]));
    let whole = decision.message.and_then(|id| state.turn(id)).and_then(|turn| turn.message().map(Message::text));
    // The value is either a name or a whole message, of which the markers are no part.
    let value =
        if whole == Some(&*decision.value) { own_words(&decision.value, DECISION) } else { decision.value.to_string() };
    let value = prose(&value, "  ");
    page.out.push_str("\n  ");
    page.out.push_str(if value.is_empty() { "–" } else { &value });
    page.out.push_str("\n\n");
    if let Some((rehearsed, of)) = page.facts.rehearsed {
        let template = words.rehearsed.template(rehearsed);
        page.item(&fill(template, &[("n", &rehearsed.to_string()), ("of", &of.to_string())]));
    }
}

fn agreement(page: &mut Page<'_>) {
    let words = &page.words.outcome;
    let Some(chosen) = page.facts.state().charter().rule.as_ref() else { return };
    // Within a code span nothing can be escaped.
    let rule = inline(&chosen.name).replace('`', "");
    let name = called(page.words.names.rules, &rule).to_owned();
    let Some(verdict) = page.facts.verdict() else {
        return page.item(&fill(words.not_judged, &[("name", &name), ("rule", &rule)]));
    };
    let reached = if verdict.reached { words.reached } else { words.not_reached };
    let level = page.naming().agreed(verdict.level, &chosen.name);
    let values = [("level", &*level), ("name", &name), ("rule", &rule), ("reached", reached)];
    page.item(&fill(words.agreement, &values));
    if !page.facts.asked_to_vote() {
        return page.item(&fill(words.counts_plain, &[("counts", words.no_vote_asked)]));
    }
    let is_cast = chosen.knobs.get("of").is_some_and(|of| of == "cast");
    let whom = match page.facts.input {
        Some(Input::Sides) => words.divisor_sides,
        _ if is_cast => words.divisor_cast,
        _ => words.divisor,
    };
    let line = counts(page, verdict);
    match (divisor(verdict), verdict.working.as_slice()) {
        (Some(of), [firsts]) if POINTS.contains(&&*chosen.name) => {
            page.item(&fill(words.given, &[("counts", &line)]));
            let firsts = listed(page, firsts);
            page.item(&fill(words.firsts, &[("counts", &firsts), ("of", &of.to_string()), ("divisor", whom)]));
        }
        (Some(of), _) => {
            page.item(&fill(words.counts, &[("counts", &line), ("of", &of.to_string()), ("divisor", whom)]))
        }
        (None, _) => page.item(&fill(words.counts_plain, &[("counts", &line)])),
    }
    if let Some(winner) = &verdict.winner {
        page.item(&fill(words.winner, &[("winner", &inline(winner))]));
    }
    if verdict.tie {
        page.item(match (&verdict.winner, page.facts.input) {
            (Some(_), _) => words.tie_by_order,
            (None, Some(Input::Sides)) => words.tie_of_sides,
            (None, _) => words.tie,
        });
    }
    let unread = page.facts.unread();
    if !unread.is_empty() {
        page.item(&fill(words.unread, &[("who", &page.names(&unread))]));
    }
    working(page, verdict, &chosen.name);
    points(page, verdict);
    let is_decided = page.facts.state().concluded().is_some_and(|end| end.decision.is_some());
    if verdict.level == Level::None && !verdict.reached && !is_decided {
        page.item(person::needed(&page.naming(), verdict, &chosen.name));
    }
}

/// The counts on the way, so that a reader can check the last one.
fn working(page: &mut Page<'_>, verdict: &Verdict, rule: &str) {
    let steps = if POINTS.contains(&rule) { &[] } else { verdict.working.as_slice() };
    let all = steps.len().to_string();
    for (at, step) in steps.iter().enumerate() {
        let (n, counts) = ((at + 1).to_string(), listed(page, step));
        page.item(&fill(page.words.outcome.working, &[("n", &n), ("all", &all), ("counts", &counts)]));
    }
}

/// What was counted, without the divisor: `3 for, 0 against, 1 undecided`.
pub(super) fn counts(page: &Page<'_>, verdict: &Verdict) -> String {
    listed(page, &verdict.counts)
}

/// Counts by name, without the divisor.
fn listed(page: &Page<'_>, counts: &Counts) -> String {
    page.list(page.naming().counts(counts).into_iter().map(|(name, weight, place)| {
        let (what, n) = (inline_within(page.counted(name), super::NAME), weight.to_string());
        let template = match place {
            Place::Option => page.words.outcome.count,
            Place::Ours(_) | Place::Last(_) => page.words.outcome.count_ours,
        };
        fill(template, &[("what", &what), ("n", &n)])
    }))
}

/// The same with the divisor: `3 for (of 4)`.
pub(super) fn counts_of(page: &Page<'_>, verdict: &Verdict) -> String {
    let counts = counts(page, verdict);
    match divisor(verdict) {
        Some(of) => fill(page.words.outcome.counts_of, &[("counts", &counts), ("of", &of.to_string())]),
        None => counts,
    }
}

fn points(page: &mut Page<'_>, verdict: &Verdict) {
    let words = &page.words.outcome;
    let points = &page.facts.state().charter().brief.points;
    let items: Vec<String> = verdict
        .items
        .iter()
        .map(|item| {
            let point = usize::from(item.point).checked_sub(1).and_then(|at| points.get(at));
            let name = point.map_or_else(|| item.point.to_string(), |point| inline(&point.name));
            page.named(&name, if item.passed { words.passed } else { words.not_passed })
        })
        .collect();
    if !items.is_empty() {
        page.item(&fill(words.points, &[("points", &page.parts(items))]));
    }
}
