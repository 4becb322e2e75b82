//! The result of the first round beside the final one, and who changed, when and with which message.

use quorate_strategies::{
    rule::{Input, Verdict},
    state::Standing,
};

use super::{Page, inline, link};
use crate::report::{
    changes::{Moved, standing_word},
    first::FirstRound,
    markdown::{head, row},
    minutes::outcome::counts_of,
    words::fill,
};

pub(super) fn write(page: &mut Page<'_>) {
    page.heading(2, page.words.heading.rounds);
    match &page.facts.first {
        None => page.paragraph(page.words.rounds.not_closed),
        Some(first) => {
            // A discussion that was stopped in its first round was judged by nobody at the end.
            if page.facts.state().closed_rounds() == 1 && first.verdict.as_ref() == page.facts.verdict() {
                page.paragraph(page.words.rounds.one_round);
            }
            verdicts(page, first);
            standings(page, first);
        }
    }
    changes(page);
}

/// What the rule says of both; nothing where no decision was sought.
fn verdicts(page: &mut Page<'_>, first: &FirstRound) {
    if page.facts.state().charter().rule.is_none() {
        return;
    }
    let words = &page.words.rounds;
    let both = [first.verdict.as_ref(), page.facts.verdict()];
    let cell = |of: &dyn Fn(&Verdict) -> String| both.map(|one| one.map_or_else(|| words.unknown.to_owned(), of));
    let level = cell(&|verdict| page.level(verdict.level).to_owned());
    let reached = cell(&|verdict| (if verdict.reached { words.yes } else { words.no }).to_owned());
    let winner = cell(&|verdict| verdict.winner.as_ref().map_or_else(|| words.none.to_owned(), |name| inline(name)));
    let mut counts = cell(&|verdict| counts_of(page, verdict));
    let asked = [page.facts.asked_to_vote_first(), page.facts.asked_to_vote()];
    for (counts, _) in counts.iter_mut().zip(asked).filter(|(_, asked)| !asked) {
        page.words.outcome.no_vote_asked.clone_into(counts);
    }
    page.gap();
    head(&mut page.out, &words.columns);
    for (name, [first, last]) in
        [(words.level, level), (words.reached, reached), (words.counts, counts), (words.winner, winner)]
    {
        row(&mut page.out, &[name.to_owned(), first, last]);
    }
}

/// Where every seat with a vote stood, then and when the rule was asked last.
fn standings(page: &mut Page<'_>, first: &FirstRound) {
    let facts = page.facts;
    let options = facts.state().options();
    let roster = facts.state().roster();
    page.gap();
    head(&mut page.out, &page.words.rounds.seats);
    for (id, seat) in roster.iter() {
        let moved = facts.moved.iter().filter(|moved| moved.seat == id && !is_first(page, moved)).count();
        let word = |standing: &Standing, round| match standing.asked > 0 && !standing.answered_last {
            true => page.words.rounds.no_answer.to_owned(),
            false => inline(page.counted(&standing_word(seat, standing, round, facts.input, options))),
        };
        let [then, now] =
            [(first.standings.get(id.index()), 1), (facts.judged.standings.get(id.index()), facts.judged.round)]
                .map(|(one, round)| one.map_or_else(|| page.words.rounds.none.to_owned(), |one| word(one, round)));
        let [then, now] = if seat.vote { [then, now] } else { [page.words.people.no_vote; 2].map(str::to_owned) };
        let late = facts.participation.get(id.index()).and_then(|one| one.joined).is_some_and(|round| round > 1);
        let then = if late { page.words.rounds.none.to_owned() } else { then };
        let cells = [page.name(id), then, now, moved.to_string()];
        row(&mut page.out, &cells);
    }
}

/// Whether this is how the seat came to stand anywhere; that is no change of mind. Sides stand from the beginning.
fn is_first(page: &Page<'_>, moved: &Moved) -> bool {
    moved.nth == 1 && page.facts.input != Some(Input::Sides)
}

fn changes(page: &mut Page<'_>) {
    let words = &page.words.rounds;
    if page.facts.moved.is_empty() {
        return page.paragraph(words.nobody_changed);
    }
    page.paragraph(words.changed);
    page.gap();
    for moved in &page.facts.moved {
        let template = if is_first(page, moved) { words.took } else { words.change };
        let after = moved.after.map_or_else(String::new, |id| fill(words.after, &[("after", &link(id))]));
        let (from, to) = (inline(page.counted(&moved.from)), inline(page.counted(&moved.to)));
        let (round, message, name) = (moved.round.to_string(), link(moved.turn), page.name(moved.seat));
        let values = [
            ("round", &*round),
            ("name", &name),
            ("from", &from),
            ("to", &to),
            ("message", &message),
            ("after", &after),
        ];
        page.item(&fill(template, &values));
    }
}
