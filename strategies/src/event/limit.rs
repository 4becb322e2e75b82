//! Bounds from outside, and how a discussion ends that reaches one.

use serde::{Deserialize, Serialize};

use crate::step::StopReason;

/// A bound that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The time of the whole discussion.
    Time,
    /// The number of turns.
    Turns,
    /// Tokens or money.
    Budget,
    /// The size of the record.
    Record,
}

impl Limit {
    /// Why a discussion ends that reached it.
    #[must_use]
    pub const fn reason(self) -> StopReason {
        match self {
            Self::Time => StopReason::Time,
            Self::Turns => StopReason::MaxTurns,
            Self::Budget => StopReason::Budget,
            Self::Record => StopReason::MaxRecord,
        }
    }
}
