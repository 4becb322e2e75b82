//! What was summed up round by round, and whether a round still has to be.

use std::sync::Arc;

use super::{FoldError, State, Summarised};
use crate::event::Summary;

impl State {
    /// What came of summarising, round by round.
    #[must_use]
    pub fn summaries(&self) -> &[Summarised] {
        &self.summaries
    }

    /// The summary that stands, with the round up to whose end it tells; none before the first.
    #[must_use]
    pub fn summary(&self) -> Option<&Summarised> {
        self.summaries.get(self.summed_up?)
    }

    /// Whether the last round is to be summarised before the next one opens.
    #[must_use]
    pub fn summary_is_due(&self) -> bool {
        let of_last = self.summaries.last().is_some_and(|last| last.round == self.round);
        self.charter.summary.is_some() && self.round > 0 && !self.round_open && !of_last
    }

    pub(super) fn sum_up(&mut self, round: u32, summary: &Arc<Summary>) -> Result<(), FoldError> {
        if round != self.round || !self.summary_is_due() {
            return Err(FoldError::Summary { round });
        }
        if summary.text().is_some() {
            self.summed_up = Some(self.summaries.len());
        }
        self.summaries.push(Summarised { round, summary: Arc::clone(summary) });
        Ok(())
    }
}
