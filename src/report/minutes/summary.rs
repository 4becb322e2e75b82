//! What a rolling summary told behind each round, who made it, and where none could be made.

use quorate_strategies::{event::Summary, state::Summarised};

use super::{Page, inline_within, transcript::quote};
use crate::report::words::fill;

/// The summaries of the rounds before this one that are not written yet.
pub(super) fn before(page: &mut Page<'_>, round: u32, done: &mut usize) {
    let all = page.facts.state().summaries();
    while let Some(one) = all.get(*done).filter(|one| one.round < round) {
        write(page, one);
        *done += 1;
    }
}

fn write(page: &mut Page<'_>, one: &Summarised) {
    let words = &page.words.summary;
    page.heading(4, &fill(words.heading, &[("n", &one.round.to_string())]));
    let by = |by: &str| inline_within(by, super::NAME);
    let (line, text) = match &*one.summary {
        Summary::Written { text, by: who, tokens, .. } => {
            (fill(words.written, &[("by", &by(who)), ("n", &tokens.to_string())]), Some(text))
        }
        Summary::Extracted { text, tokens } => (fill(words.extracted, &[("n", &tokens.to_string())]), Some(text)),
        Summary::Kept { by: who, why } => (fill(words.kept, &[("by", &by(who)), ("cause", &page.cause(why))]), None),
    };
    page.paragraph(&line);
    if let Some(text) = text {
        quote(page, text);
    }
}
