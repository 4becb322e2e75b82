//! The rolling summary by rule: where everybody stands and how the last words of each begin.

use std::fmt::Write as _;

use quorate_strategies::state::State;

use super::budget::{Excerpt, excerpt};

/// What was said up to now in about so many tokens.
#[must_use]
pub fn sum_up(state: &State, most: u32) -> String {
    let mut out = String::new();
    let each = most / u32::try_from(state.roster().len()).unwrap_or(u32::MAX).max(1);
    for ((_, seat), standing) in state.roster().iter().zip(state.standings()) {
        let last = standing.last_message.and_then(|id| state.turn(id)).filter(|turn| turn.heard_by.is_everyone());
        let Some(message) = last.and_then(|turn| turn.message()) else { continue };
        let words = message.words();
        let head = match excerpt(&words, each.saturating_sub(16)) {
            Excerpt::Whole(text) | Excerpt::Cut { head: text, .. } => text,
        };
        let _ = writeln!(out, "- {}: {}", seat.name, head.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    out
}
