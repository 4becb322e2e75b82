//! Answers that come when their turns have ended: heard until the discussion ends, and never waited for.

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use quorate_strategies::event::Event;

use crate::manager::{
    attempt::{Came, Late},
    error::RunError,
    ledger::Ledger,
};

/// The requests whose turns have timed out.
#[derive(Debug, Default)]
pub(super) struct Overdue(FuturesUnordered<Late>);

impl Overdue {
    pub(super) fn push(&self, late: Late) {
        self.0.push(late);
    }

    /// What comes next; none when nothing is under way.
    pub(super) async fn next(&mut self) -> Option<Came> {
        self.0.next().await
    }

    /// Ends what is still under way: nothing works on for a discussion that is over.
    pub(super) fn give_up(&mut self, ledger: &mut Ledger) -> Result<(), RunError> {
        std::mem::take(&mut self.0).into_iter().try_for_each(|late| record(ledger, late.give_up()))
    }
}

/// Keeps what came too late, and counts what it took.
pub(super) fn record(ledger: &mut Ledger, came: Came) -> Result<(), RunError> {
    let Came { turn, text, spent } = came;
    if let Some(text) = text {
        ledger.record(None, Event::Late { turn, text })?;
    }
    if let Some(spend) = spent {
        ledger.record(None, Event::Spent { turn, spend })?;
    }
    Ok(())
}
