//! Answers that come when their turns have ended: heard while others of the batch are waited for, and never waited for.

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use quorate_strategies::event::Event;

use crate::manager::{
    attempt::{Came, Late},
    error::RunError,
    ledger::Ledger,
};

/// The requests of a batch whose turns have timed out.
pub(super) struct Overdue<'a>(FuturesUnordered<Late<'a>>);

impl<'a> Overdue<'a> {
    pub(super) fn new() -> Self {
        Self(FuturesUnordered::new())
    }

    pub(super) fn push(&self, late: Late<'a>) {
        self.0.push(late);
    }

    /// What comes next; none when nothing is under way.
    pub(super) async fn next(&mut self) -> Option<Came> {
        self.0.next().await
    }

    /// Ends what is still under way: nothing works on for a batch that is over.
    pub(super) fn give_up(self, ledger: &mut Ledger) -> Result<(), RunError> {
        self.0.into_iter().try_for_each(|late| record(ledger, late.give_up()))
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
