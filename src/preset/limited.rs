//! What bounds a discussion, and how it is shown and handed over, as a file sets it.

use super::settings::Settings;
use crate::manager::Discussion;

pub(super) fn limited(discussion: Discussion, settings: &Settings) -> Discussion {
    let mut discussion = settings.people.apply(discussion);
    if let Some(min) = &settings.min_rounds {
        discussion = discussion.min_rounds(min.value);
    }
    if let Some(max) = &settings.max_rounds {
        discussion = discussion.max_rounds(max.value);
    }
    if let Some(ms) = &settings.turn_ms {
        discussion = discussion.turn_ms(ms.value);
    }
    if let Some(ms) = &settings.total_ms {
        discussion = discussion.total_ms(ms.value);
    }
    if let Some(turns) = &settings.max_turns {
        discussion = discussion.max_turns(turns.value);
    }
    if let Some(bytes) = &settings.max_record {
        discussion = discussion.max_record_bytes(bytes.value);
    }
    if let Some(scope) = &settings.context {
        discussion = discussion.context(scope.value);
    }
    if let Some(peers) = &settings.peers {
        discussion = discussion.peers(peers.value);
    }
    if let Some(delivers) = &settings.delivers {
        discussion = discussion.delivers(delivers.value);
    }
    if let Some(watch) = &settings.watch {
        discussion = discussion.watch(watch.value);
    }
    discussion
}
