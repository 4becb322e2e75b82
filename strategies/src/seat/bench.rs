//! The bench: seats that wait until the strategy invites them.

use serde::{Deserialize, Serialize};

use super::Seat;

/// What a seat may do once it has come from the bench to the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bench {
    /// Whether it is asked to speak.
    pub voice: bool,
    /// Whether it counts.
    pub vote: bool,
}

impl Seat {
    /// The same seat on the bench: it is not asked and does not count until the strategy invites it, and gets its voice
    /// and vote when the round after that opens.
    ///
    /// ```
    /// use quorate_strategies::prelude::*;
    /// let eve = Seat::new("Eve").role("lawyer").benched();
    /// assert!(eve.waits() && eve.voting_weight() == 0);
    /// assert_eq!(eve.joined().voting_weight(), 1);
    /// ```
    #[must_use]
    pub const fn benched(mut self) -> Self {
        if self.bench.is_none() {
            self.bench = Some(Bench { voice: self.voice, vote: self.vote });
        }
        self.voice = false;
        self.vote = false;
        self
    }

    /// The same seat at the table, with what it waited for.
    #[must_use]
    pub fn joined(&self) -> Self {
        let Bench { voice, vote } = self.bench.unwrap_or(Bench { voice: self.voice, vote: self.vote });
        Self { voice, vote, ..self.clone() }
    }

    /// The seat as it sat down, whether or not it has come to the table since.
    #[must_use]
    pub fn as_seated(&self) -> Self {
        if self.bench.is_some() { self.clone().benched() } else { self.clone() }
    }

    /// Whether it is on the bench still.
    #[must_use]
    pub const fn waits(&self) -> bool {
        self.bench.is_some() && !self.voice && !self.vote
    }
}
