//! What the principal may say of a discussion: where it waits for them, how long, and how long they may veto its outcome.

use quorate_strategies::event::Gated;

use super::Discussion;

/// What the principal may say, and how long they have for it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct People {
    pub(super) gate: Gated,
    pub(super) gate_ms: u64,
    pub(super) veto_ms: u64,
}

impl Discussion {
    /// Where the principal has to agree before it goes on. Nobody is waited for unless this is said.
    #[must_use]
    pub const fn gate(mut self, gate: Gated) -> Self {
        self.people.gate = gate;
        self
    }

    /// With so many milliseconds for the principal to answer at a gate; as long as a turn when this is not said.
    #[must_use]
    pub const fn gate_ms(mut self, ms: u64) -> Self {
        self.people.gate_ms = ms;
        self
    }

    /// With so many milliseconds after the end in which the principal may veto the outcome: until then it is provisional.
    #[must_use]
    pub const fn veto_ms(mut self, ms: u64) -> Self {
        self.people.veto_ms = ms;
        self
    }
}
