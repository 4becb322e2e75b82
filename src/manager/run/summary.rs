//! Putting what was said into a few words before the next round opens.

use std::sync::Arc;

use quorate_strategies::event::{Event, Summary};

use super::Driver;
use crate::{context, manager::error::RunError};

impl Driver {
    /// Records a summary of everything up to the round that closed last.
    pub(super) fn summarise(&mut self) -> Result<(), RunError> {
        let state = self.engine.state();
        let text = context::sum_up(state, state.charter().summary.unwrap_or_default());
        let summary = Arc::new(Summary::Extracted { tokens: context::tokens(&text), text: text.into() });
        let (round, cause) = (state.round(), self.ledger.last_seq());
        self.record(Some(cause), Event::Summarised { round, summary })
    }
}
