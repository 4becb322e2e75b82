//! What was recorded of a batch before the process broke off that asked it.

use quorate_strategies::{
    event::{Event, Fitted, Limit},
    record::Entry,
    turn::{Ending, TurnId},
};

use super::gate::Stop;
use crate::manager::{causes::Causes, error::RunError, ledger::Ledger};

/// What is recorded of a batch already; nothing, unless it is gone on with.
#[derive(Debug, Default)]
pub(super) struct Batch {
    asked: Vec<(TurnId, u64, Option<Fitted>)>,
    ended: Vec<TurnId>,
    /// Turns that ended because something called them off.
    called_off: Vec<TurnId>,
    /// How the turns end that are still open, where something called them off before it broke off.
    pub(super) stop: Stop,
}

impl Batch {
    /// The batch of these entries, which follow what is folded.
    pub(super) fn of(entries: &[Entry], causes: &'static Causes) -> Self {
        let mut batch = Self::default();
        for entry in entries {
            match &entry.event {
                Event::Asked { turn, fitted, .. } => batch.asked.push((*turn, entry.seq, *fitted)),
                Event::Ended { turn, .. } if batch.stop.is_some() => batch.called_off.push(*turn),
                Event::Answered { turn, .. } | Event::Ended { turn, .. } => batch.ended.push(*turn),
                // What was called off is asked once more.
                Event::Reopened { round: Some(_), .. } => (batch.stop, batch.called_off) = (None, Vec::new()),
                Event::Cancelled { .. } => batch.stop = Some((Ending::Cancelled, causes.stopped)),
                Event::LimitReached { limit: Limit::Time } => batch.stop = Some((Ending::TimedOut, causes.time_up)),
                Event::LimitReached { limit: Limit::Record } => {
                    batch.stop = Some((Ending::Cancelled, causes.record_full));
                }
                Event::LimitReached { .. } => batch.stop = Some((Ending::Cancelled, causes.stopped)),
                Event::Settled { .. } => batch.stop = Some((Ending::NotNeeded, causes.not_needed)),
                _ => {}
            }
        }
        batch
    }

    /// The event that recorded a turn, and what its prompt was fitted to.
    pub(super) fn asked(&self, turn: TurnId) -> Option<(u64, Option<Fitted>)> {
        self.asked.iter().find(|(id, ..)| *id == turn).map(|(_, seq, fitted)| (*seq, *fitted))
    }

    pub(super) fn has_ended(&self, turn: TurnId) -> bool {
        self.ended.contains(&turn) || self.called_off.contains(&turn)
    }
}

/// Records how every open turn ended.
pub(super) fn end_all(
    ledger: &mut Ledger,
    open: &mut Vec<(TurnId, u64)>,
    how: Ending,
    why: &'static str,
) -> Result<(), RunError> {
    for (turn, cause) in open.drain(..) {
        ledger.record(Some(cause), Event::Ended { turn, how, why: why.into() })?;
    }
    Ok(())
}
