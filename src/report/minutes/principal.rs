//! What the principal was asked and said, and whether the outcome is provisional, approved or vetoed.

use quorate_strategies::event::GateAnswer;

use super::{Page, inline_within, link};
use crate::report::{
    principal::{self, Asked, Said},
    provisional_until, time,
    words::fill,
};

/// A question or a reason is shown up to so many characters.
const TEXT: usize = 1_500;

pub(super) fn write(page: &mut Page<'_>) {
    let (source, words) = (&page.facts.source, &page.words.principal);
    if let Some(until) = provisional_until(source.state, source.entries) {
        page.item(&fill(words.provisional, &[("time", &time::plain(until))]));
    }
    match principal::said(source) {
        None => {}
        Some(Said::Approved { by }) => page.item(&fill(words.approved, &[("by", &name(by))])),
        Some(Said::Vetoed { by, why, touches }) => {
            let from = touches.map_or_else(|| words.conclusion.to_owned(), link);
            let values = [("by", name(by)), ("from", from), ("why", inline_within(why, TEXT))];
            let values = values.each_ref().map(|(hole, value)| (*hole, value.as_str()));
            page.item(&fill(words.vetoed, &values));
        }
    }
    for one in principal::asked(source) {
        let (question, answer) = (inline_within(one.question, TEXT), answer(page, &one));
        page.item(&fill(words.asked, &[("question", &question), ("answer", &answer)]));
    }
}

fn answer(page: &Page<'_>, one: &Asked<'_>) -> String {
    let words = &page.words.principal;
    let ended = page.facts.state().concluded().is_some();
    let Some((by, answer)) = one.answer else { return if ended { words.unanswered } else { "…" }.to_owned() };
    let by = by.map_or_else(|| words.nobody.to_owned(), |by| name(by));
    match answer {
        GateAnswer::Approve => fill(words.approve, &[("by", &by)]),
        GateAnswer::Amend(text) => fill(words.amend, &[("by", &by), ("text", &inline_within(text, TEXT))]),
        GateAnswer::Reject(why) => fill(words.reject, &[("by", &by), ("text", &inline_within(why, TEXT))]),
        GateAnswer::Silent => words.silent.to_owned(),
    }
}

fn name(by: &str) -> String {
    inline_within(by, super::NAME)
}
