//! The argument in a few lines: support of proposals, camps, who convinced whom, what was left open or said again.

use quorate_strategies::{seat::SeatId, turn::TurnId};

use super::{Page, inline, link};
use crate::{
    argument::{Camp, Fate, Persuaded, Proposed, Raised},
    report::{
        dissent::{Dissent, Objection},
        words::fill,
    },
};

/// Lines and members of a line, at most; the graph holds the rest.
const MOST: usize = 8;

/// Objections that nobody came back to, in the outcome, whatever was decided.
pub(super) fn objections(page: &mut Page<'_>) {
    let open: Vec<Raised> = page.facts.argument.unanswered().copied().collect();
    if !open.is_empty() {
        let all = raised(page, &open);
        page.item(&fill(page.words.argument.objections, &[("all", &all)]));
    }
}

/// The section; without anything to tell there is none.
pub(super) fn write(page: &mut Page<'_>) {
    let mut lines = proposals(page);
    lines.extend(camps(page));
    lines.extend(persuasions(page));
    lines.extend(questions(page));
    lines.extend(repetitions(page));
    if lines.is_empty() {
        return;
    }
    page.heading(2, page.words.argument.heading);
    for line in lines {
        page.item(&line);
    }
}

/// What became of an objection that stands.
pub(super) fn fate(page: &Page<'_>, one: &Dissent) -> String {
    let words = &page.words.argument;
    match (&one.objection, page.facts.argument.fate(one.turn)) {
        // A vote for something else asks for no answer.
        (Objection::Votes(_), _) | (_, Some(Fate::Withdrawn(_)) | None) => page.words.dissent.stands.to_owned(),
        (_, Some(Fate::Answered(id))) => fill(words.answered, &[("message", &link(id))]),
        (_, Some(Fate::Unanswered)) => words.unanswered.to_owned(),
    }
}

/// Objections or questions by who raised them.
fn raised(page: &Page<'_>, all: &[Raised]) -> String {
    let mut by_seat: Vec<(SeatId, Vec<TurnId>)> = Vec::new();
    for one in all {
        match by_seat.iter_mut().find(|(seat, _)| *seat == one.seat) {
            Some((_, messages)) => messages.push(one.message),
            None => by_seat.push((one.seat, vec![one.message])),
        }
    }
    page.parts(by_seat.iter().map(|(seat, messages)| page.remark(&page.name(*seat), &some(page, messages))))
}

/// Links to messages, as many as are listed.
fn some(page: &Page<'_>, messages: &[TurnId]) -> String {
    let (shown, more) = messages.split_at_checked(MOST).unwrap_or((messages, &[]));
    let more = (!more.is_empty()).then(|| fill(page.words.argument.more, &[("n", &more.len().to_string())]));
    page.list(shown.iter().map(|id| link(*id)).chain(more))
}

/// Proposals that somebody supported or objected to.
fn proposals(page: &Page<'_>) -> Vec<String> {
    let words = &page.words.argument;
    let met = |one: &&Proposed| !one.supports.is_empty() || !one.objections.is_empty();
    let line = |one: &Proposed| {
        let sides = [(words.supported, &one.supports), (words.opposed, &one.objections)];
        let sides = sides.into_iter().filter(|(_, messages)| !messages.is_empty());
        let what = page.parts(sides.map(|(template, ids)| fill(template, &[("messages", &some(page, ids))])));
        fill(words.proposal, &[("message", &link(one.message)), ("name", &page.name(one.seat)), ("what", &what)])
    };
    page.facts.argument.proposals().iter().filter(met).take(MOST).map(line).collect()
}

/// Who stands together, where there are two sides to it; who stands alone is told by the table of standings.
fn camps(page: &Page<'_>) -> Option<String> {
    let words = &page.words.argument;
    let camps = page.facts.argument.camps();
    if camps.iter().filter(|camp| camp.seats.len() > 1).count() < 2 {
        return None;
    }
    let camp = |camp: &Camp| {
        let stands = camp.stands.as_deref().map_or_else(|| words.nowhere.to_owned(), |word| inline(page.counted(word)));
        page.named(&stands, &page.names(&camp.seats))
    };
    Some(fill(words.camps, &[("all", &page.parts(camps.iter().take(MOST).map(camp)))]))
}

/// Changes of mind that name a message themselves; the others stand with what was heard before them.
fn persuasions(page: &Page<'_>) -> Vec<String> {
    let argument = &page.facts.argument;
    let named = argument.persuasions().iter().filter(|one| one.provenance.counts()).take(MOST);
    let line = |one: &Persuaded| {
        let other = argument.node(one.by).map(|node| page.name(node.seat)).unwrap_or_default();
        let values = [
            ("name", &*page.name(one.seat)),
            ("from", &inline(page.counted(&one.from))),
            ("to", &inline(page.counted(&one.to))),
            ("message", &link(one.message)),
            ("by", &link(one.by)),
            ("other", &other),
        ];
        fill(page.words.argument.persuaded, &values)
    };
    named.map(line).collect()
}

fn questions(page: &Page<'_>) -> Option<String> {
    let open: Vec<Raised> = page.facts.argument.questions().iter().filter(|one| one.is_open()).copied().collect();
    (!open.is_empty()).then(|| fill(page.words.argument.questions, &[("all", &raised(page, &open))]))
}

fn repetitions(page: &Page<'_>) -> Option<String> {
    let words = &page.words.argument;
    let repetitions = page.facts.argument.repetitions();
    let (shown, more) = repetitions.split_at_checked(MOST).unwrap_or((repetitions, &[]));
    let told = shown.iter().map(|one| fill(words.repeats, &[("message", &link(one.message)), ("of", &link(one.of))]));
    let more = (!more.is_empty()).then(|| fill(words.more, &[("n", &more.len().to_string())]));
    let all = page.list(told.chain(more));
    (!repetitions.is_empty()).then(|| fill(words.repeated, &[("all", &all)]))
}
