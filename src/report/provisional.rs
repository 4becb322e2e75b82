//! Until when an outcome is provisional: as long as the principal may veto it and has said nothing.

use quorate_strategies::{
    event::Event,
    record::Entry,
    state::{Ruling, State},
};

/// Until when the principal may veto the outcome, in milliseconds since 1970; none where that was not agreed, or the
/// principal has spoken. Whether that time is over is for whoever knows what time it is.
#[must_use]
pub fn provisional_until(state: &State, entries: &[Entry]) -> Option<u64> {
    let veto_ms = state.charter().veto_ms;
    if veto_ms == 0 || *state.ruling() != Ruling::Unsaid || state.concluded().is_none() {
        return None;
    }
    let ended = entries.iter().rev().find(|entry| matches!(entry.event, Event::Concluded { .. }))?;
    Some(ended.at.saturating_add(veto_ms))
}
