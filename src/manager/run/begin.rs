//! How a discussion begins, and how one that broke off is taken up again.

use std::{sync::Arc, time::Duration};

use quorate_strategies::{
    event::{Event, Spend},
    seat::Roster,
    turn::TurnId,
};
use tokio::time::Instant;

use super::Driver;
use crate::manager::{builder::Plan, error::RunError, resume::Continued};

/// The event that is recorded first, and what requests may have taken that never came back.
pub(super) type GoesOn = (Event, Vec<(TurnId, Spend)>);

impl Driver {
    /// Stands where the record ends. Gives what is recorded first.
    pub(super) fn go_on(&mut self, continued: Continued, plan: &Plan) -> GoesOn {
        let event = continued.event();
        let lost = continued.recorded.state.outstanding();
        let used = match event {
            Event::Reopened { .. } => 0,
            _ => continued.recorded.used_ms(),
        };
        let left = Duration::from_millis(plan.charter.limits.total_ms.saturating_sub(used));
        self.deadline = Instant::now() + left;
        self.asking.deadline = self.deadline;
        self.engine = continued.engine;
        self.ledger.go_on(continued.recorded.into_parts());
        (event, lost)
    }

    /// Says that it goes on, and ends the batch that was open: it is folded when it is whole, as it would have been.
    pub(super) async fn take_up(&mut self, (event, lost): GoesOn) -> Result<(), RunError> {
        let upto = self.engine.state().last_seq();
        let in_batch = upto < self.ledger.last_seq();
        self.ledger.record(None, event)?;
        // A request that was under way when it broke off may have been paid for.
        for (turn, spend) in lost {
            self.ledger.record(None, Event::Spent { turn, spend })?;
        }
        if in_batch { self.perform().await } else { self.catch_up() }
    }

    /// Seats those who do not sit yet.
    pub(super) fn seat_the_rest(&mut self, roster: &Roster) -> Result<(), RunError> {
        for (seat, who) in roster.iter().skip(self.engine.state().roster().len()) {
            self.record(None, Event::Seated { seat, who: Arc::new(who.clone()) })?;
        }
        Ok(())
    }
}
