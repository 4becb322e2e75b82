//! What a file says of the principal: where they are asked, how long they have, and how long they may veto.

use quorate_strategies::event::Gated;

use super::{
    error::PresetError,
    place::Placed,
    section::{Section, TIME, milliseconds},
};
use crate::manager::Discussion;

/// What one file says of the principal; what it leaves out is none.
#[derive(Debug, Clone, Default)]
pub(super) struct PeopleSettings {
    gate: Option<Placed<Gated>>,
    gate_ms: Option<Placed<u64>>,
    veto_ms: Option<Placed<u64>>,
}

impl PeopleSettings {
    pub(super) fn read(top: &Section<'_>) -> Result<Self, PresetError> {
        let words = [("none", Gated::Nowhere), ("conclude", Gated::Conclude)];
        let time = |key| Ok::<_, PresetError>(top.decimal(key, TIME)?.map(|time| time.map(milliseconds)));
        Ok(Self { gate: top.word("gate", &words)?, gate_ms: time("gate_seconds")?, veto_ms: time("veto_seconds")? })
    }

    /// These settings, with those of `base` where they leave something out.
    pub(super) fn over(self, base: Self) -> Self {
        Self {
            gate: self.gate.or(base.gate),
            gate_ms: self.gate_ms.or(base.gate_ms),
            veto_ms: self.veto_ms.or(base.veto_ms),
        }
    }

    pub(super) fn apply(&self, mut discussion: Discussion) -> Discussion {
        if let Some(gate) = &self.gate {
            discussion = discussion.gate(gate.value);
        }
        if let Some(ms) = &self.gate_ms {
            discussion = discussion.gate_ms(ms.value);
        }
        if let Some(ms) = &self.veto_ms {
            discussion = discussion.veto_ms(ms.value);
        }
        discussion
    }
}
