//! Putting what was said into a few words before the next round opens.

use std::sync::Arc;

use quorate_strategies::{
    event::{Event, Spend, Summary},
    turn::TurnId,
};
use tokio::time::sleep_until;

use super::{Driver, gate::hear, overdue};
use crate::manager::{error::RunError, summarizing};

impl Driver {
    /// Records a summary of everything up to the round that closed last; none when it is stopped or out of time meanwhile,
    /// as nobody is left then who would read it.
    pub(super) async fn summarise(&mut self) -> Result<(), RunError> {
        let (round, closed) = (self.engine.state().round(), self.ledger.last_seq());
        let written = match self.past.get(&round) {
            Some(past) => Some((Arc::clone(past), None)),
            None => self.written().await?,
        };
        if let Some((summary, spent)) = written {
            if let Some(spend) = spent {
                self.ledger.record(Some(closed), Event::Spent { turn: TurnId(0), spend })?;
            }
            self.ledger.record(Some(closed), Event::Summarised { round, summary })?;
        }
        self.catch_up()
    }

    async fn written(&mut self) -> Result<Option<(Arc<Summary>, Option<Spend>)>, RunError> {
        let Self { engine, ledger, summarizer, asking, slips, commands, overdue, deadline, .. } = self;
        ledger.flush().await?;
        let (writing, time_up) = (summarizing::write(asking, engine, summarizer.as_deref()), sleep_until(*deadline));
        tokio::pin!(writing, time_up);
        loop {
            tokio::select! {
                biased;
                (summary, spent) = &mut writing => return Ok(Some((Arc::new(summary), spent))),
                Some(came) = overdue.next() => overdue::record(ledger, came)?,
                Some(slip) = slips.recv() => slip.record(ledger).await?,
                heard = commands.next() => if hear(ledger, engine.state(), heard, asking.causes)?.is_some() {
                    return Ok(None);
                },
                () = &mut time_up => return Ok(None),
            }
        }
    }
}
