//! The result as seed words have it, each statement with its messages; and every dissent, whatever the outcome.

use quorate_strategies::{
    outcome::{Author, Maker, Statement, Synthesis, Unwritten},
    reading::Finding,
    seat::{Origin, SeatId},
    state::State,
    turn::{Turn, TurnId},
};

use super::{Page, argument, inline, inline_within, link};
use crate::report::{
    dissent::{Dissent, Objection},
    facts::Facts,
    markdown::prose,
    words::fill,
};

pub(super) fn write(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.result);
    let Some(result) = page.facts.state().result() else {
        return page.paragraph(page.words.result.none);
    };
    let words = &page.words.result;
    match &result.author {
        Author::Extractive => match &result.unwritten {
            None => page.paragraph(words.extractive),
            Some(Unwritten { backend, asked, why }) => {
                let backend = inline_within(backend, super::NAME);
                let values = [("backend", &*backend), ("n", &asked.to_string()), ("why", &inline(why))];
                page.paragraph(&fill(words.unwritten, &values));
            }
        },
        Author::Synthesizer { backend } => {
            page.paragraph(&fill(words.synthesized, &[("backend", &inline_within(backend, super::NAME))]));
        }
    }
    if let Some(line) = missing_sum_up(page, result) {
        page.paragraph(&line);
    }
    let headings = &page.words.heading;
    page.heading(3, headings.consensus);
    match &result.consensus {
        Some(consensus) => statement(page, consensus),
        None if conceded(page.facts.state()) => page.paragraph(words.conceded),
        None => page.paragraph(words.no_consensus),
    }
    page.heading(3, headings.conclusion);
    statement(page, &result.conclusion);
    for (heading, statements) in [
        (headings.key_points, &result.key_points),
        (headings.recommendations, &result.recommendations),
        (headings.divergences, &result.divergences),
    ] {
        page.heading(3, heading);
        if statements.is_empty() {
            page.paragraph(words.nothing);
        }
        for one in statements {
            let item = page.cited(&prose(&one.text, "  "), &one.messages);
            page.item(&item);
        }
    }
}

/// Whether it was decided by those who gave up, which is no consensus.
pub(in crate::report) fn conceded(state: &State) -> bool {
    let decision = state.concluded().and_then(|end| end.decision.as_ref());
    decision.is_some_and(|decision| decision.maker == Maker::Concession)
}

fn statement(page: &mut Page<'_>, one: &Statement) {
    let text = prose(&one.text, "");
    let text = if text.is_empty() { "–" } else { &text };
    page.paragraph(&page.cited(text, &one.messages));
}

fn missing_sum_up(page: &Page<'_>, result: &Synthesis) -> Option<String> {
    let last = owed_sum_up(page.facts.state(), result)?;
    let how = last.ending().map_or("–", |how| page.ending(how));
    Some(fill(page.words.result.missing_sum_up, &[("name", &page.name(last.seat)), ("how", how)]))
}

/// The turn in which somebody owed a sum-up when last asked for one, and gave none.
pub(in crate::report) fn owed_sum_up<'s>(state: &'s State, result: &Synthesis) -> Option<&'s Turn> {
    let sums_up = |turn: &&Turn| matches!(&*turn.task, "sum-up" | "conclude");
    let last = state.turns().iter().rev().find(sums_up)?;
    (!last.is_answered() && result.author == Author::Extractive).then_some(last)
}

/// Every objection that counts, with its reason.
pub(super) fn write_dissent(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.dissent);
    let words = &page.words.dissent;
    if page.facts.dissent.is_empty() {
        return page.paragraph(words.none);
    }
    page.paragraph(words.intro);
    page.gap();
    for (one, upheld) in objections(page.facts) {
        let what = match &one.objection {
            Objection::Disagrees => words.disagrees.to_owned(),
            Objection::Opposes => words.opposes.to_owned(),
            Objection::Votes(what) => fill(words.votes, &[("what", &inline(page.counted(what)))]),
        };
        let state = match one.withdrawn {
            Some(id) => fill(words.withdrawn, &[("message", &link(id))]),
            None => argument::fate(page, one),
        };
        let again = fill(words.upheld, &[("messages", &page.links(&upheld))]);
        let message = link(one.turn) + if upheld.is_empty() { "" } else { &again };
        let (name, round) = (page.name(one.seat), one.round.to_string());
        let values = [("name", &*name), ("round", &round), ("what", &what), ("message", &message), ("state", &state)];
        let reason = prose(&one.reason, "  ");
        let reason = if reason.is_empty() { words.no_reason } else { &reason };
        let item = fill(words.item, &values);
        page.item(&fill(page.words.joints.then, &[("item", &item), ("text", reason)]));
    }
}

/// Every objection with the later messages that only uphold it: those in which a checklist says nothing that its seat has
/// not said before.
pub(in crate::report) fn objections<'a>(facts: &'a Facts<'a>) -> Vec<(&'a Dissent, Vec<TurnId>)> {
    let mut told: Vec<(&Dissent, Vec<TurnId>)> = Vec::new();
    for one in &facts.dissent {
        let same = |known: &&mut (&Dissent, Vec<TurnId>)| {
            let (known, _) = &**known;
            (known.seat, &known.objection, known.withdrawn) == (one.seat, &one.objection, one.withdrawn)
        };
        let is_old = is_checklist(facts, one.seat) && says_nothing_new(facts.state(), one);
        match told.iter_mut().find(same).filter(|_| is_old) {
            Some((_, upheld)) => upheld.push(one.turn),
            None => told.push((one, Vec::new())),
        }
    }
    told
}

fn is_checklist(facts: &Facts<'_>, seat: SeatId) -> bool {
    facts.simulated().contains(&(seat, Origin::Checklist))
}

fn says_nothing_new(state: &State, one: &Dissent) -> bool {
    let turns = state.turns();
    let findings = |turn: &'_ Turn| turn.reading().map(|reading| reading.findings.clone()).unwrap_or_default();
    let earlier: Vec<Finding> =
        turns.iter().filter(|turn| turn.seat == one.seat && turn.id < one.turn).flat_map(findings).collect();
    turns.iter().filter(|turn| turn.id == one.turn).flat_map(findings).all(|finding| earlier.contains(&finding))
}
