//! What bounds a discussion, and how it is shown and handed over, as a file sets it.

#[cfg(feature = "command")]
use quorate_strategies::{catalog::Catalog, step::Scope, strategy::Knobs};

use super::settings::Settings;
#[cfg(feature = "command")]
use super::{Preset, build};
use crate::manager::Discussion;

#[cfg(feature = "command")]
impl Preset {
    /// Whether a rolling summary is made after every round.
    pub(crate) fn is_summarised(&self, catalog: &Catalog) -> bool {
        let name = self.settings.strategy.as_ref().map_or(build::STRATEGY, |name| name.value.as_str());
        let usual = || catalog.strategy(name, &Knobs::new()).map_or(Scope::Usual, |strategy| strategy.context());
        let scope = self.settings.context.as_ref().map_or_else(usual, |scope| scope.value);
        matches!(scope, Scope::Summary(_))
    }
}

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
