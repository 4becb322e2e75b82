//! A record that was kept: read as far as it is whole, and the discussion that it can be gone on with.

use std::{fmt, sync::Arc};

use quorate_strategies::{
    catalog::Catalog,
    engine::Engine,
    event::{Charter, Event},
    record::{Chain, Entry, Reader, RecordError},
    seat::Seat,
    state::{FoldError, State},
    step::{Step, StopReason},
};
use thiserror::Error;

use super::{Discussion, SetupError};
use crate::{agent::Agent, report::Source};

/// What ends a record before its end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Broken {
    /// A line is not what was written there.
    #[error(transparent)]
    Line(#[from] RecordError),
    /// An event does not fit those before it.
    #[error("event {seq}: {why}")]
    Fold {
        /// The event.
        seq: u64,
        /// Why.
        why: FoldError,
    },
}

/// A record, as far as it could be read.
///
/// ```
/// use quorate::{Discussion, agent::Scripted, manager::Recorded, strategies::{catalog::Catalog, prelude::*}};
/// use std::sync::Arc;
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let yes = || Scripted::lines(["[STANCE: AGREE] Yes.", "[STANCE: AGREE] Still yes."]);
/// let done = Discussion::new("Ship?").seat(Seat::new("Ann"), yes()).seat(Seat::new("Bob"), yes()).run().await?;
/// let lines = done.lines()?;
/// // The process was killed: the record ends in the middle of a line.
/// let recorded = Recorded::read(&lines[..lines.len() / 2]);
/// let again = recorded.discussion(&Catalog::builtin(), |_| Arc::new(yes()))?.resume(recorded).run().await?;
/// assert_eq!(again.outcome.stop, done.outcome.stop);
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Recorded {
    /// Its events, in order.
    pub entries: Vec<Entry>,
    /// Everything that follows from them.
    pub state: State,
    /// What is wrong with the first line that could not be taken, if there is one.
    pub broken: Option<Broken>,
    chain: Chain,
    /// How long the lines are that were taken.
    bytes: u64,
}

impl fmt::Debug for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorded").field("events", &self.entries.len()).field("broken", &self.broken).finish()
    }
}

impl Recorded {
    /// Reads lines up to the first that is wrong.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let mut reader = Reader::new(bytes);
        let mut recorded =
            Self { entries: Vec::new(), state: State::default(), broken: None, chain: Chain::default(), bytes: 0 };
        while let Some(entry) = reader.next() {
            match recorded.take(entry) {
                Ok(()) => recorded.chain = reader.so_far().clone(),
                Err(broken) => {
                    recorded.broken = Some(broken);
                    break;
                }
            }
        }
        let taken = bytes.split_inclusive(|byte| *byte == b'\n').take(recorded.entries.len());
        recorded.bytes = taken.map(|line| line.len() as u64).sum();
        recorded
    }

    fn take(&mut self, entry: Result<Entry, RecordError>) -> Result<(), Broken> {
        let entry = entry?;
        let folded = self.state.apply(entry.seq, &entry.event);
        folded.map_err(|why| Broken::Fold { seq: entry.seq, why })?;
        self.entries.push(entry);
        Ok(())
    }

    /// The hash of the last line that was taken; empty where none was.
    #[must_use]
    pub fn hash(&self) -> &str {
        if self.entries.is_empty() { "" } else { self.chain.hash() }
    }

    /// The record, lent to a [`Report`](crate::report::Report).
    #[must_use]
    pub fn source(&self) -> Source<'_> {
        Source::new(&self.state, &self.entries, self.hash())
    }

    /// Everything that was settled before the first turn; none where not even that was kept.
    #[must_use]
    pub fn charter(&self) -> Option<&Charter> {
        match &self.entries.first()?.event {
            Event::Created(charter) => Some(charter),
            _ => None,
        }
    }

    /// How it ended for good. None while it can be gone on with: it has not ended, its result was not written down, or
    /// it was stopped before its own end.
    #[must_use]
    pub fn ended(&self) -> Option<StopReason> {
        let end = self.state.concluded()?;
        (!self.lacks_its_result() && !end.why.is_early()).then_some(end.why)
    }

    /// Whether the result is missing that is written down after every conclusion, unless nobody answered or it was
    /// aborted: then the end of the record was cut off, or never written.
    #[must_use]
    pub fn lacks_its_result(&self) -> bool {
        let state = &self.state;
        let anybody = state.turns().iter().any(|turn| turn.is_answered());
        let is_due = state.concluded().is_some_and(|end| end.why != StopReason::Aborted);
        is_due && anybody && state.result().is_none()
    }

    /// Whether to go on means to open it again: somebody stopped it, or something did before its own end.
    pub(super) fn is_stopped_for_good(&self) -> bool {
        let end = self.state.concluded().map(|end| end.why);
        end.is_some_and(|why| why == StopReason::Cancelled || why.is_early() && !self.lacks_its_result())
    }

    /// The discussion that the record tells of, with the strategy and rule of a catalogue that it names, and a backend
    /// for each seat. Hand the record to [`Discussion::resume`] to go on, or the discussion to
    /// [`replay`](Self::replay).
    ///
    /// Seats that had not been recorded yet when it broke off are not in it: add them before it goes on.
    ///
    /// # Errors
    /// [`SetupError`] when the record has no beginning, or the catalogue does not have what it names.
    pub fn discussion(
        &self,
        catalog: &Catalog,
        mut agent_of: impl FnMut(&Seat) -> Arc<dyn Agent>,
    ) -> Result<Discussion, SetupError> {
        let charter = self.charter().ok_or(SetupError::NoBeginning)?;
        let mut discussion = Discussion::settled(charter, catalog)?.id(Arc::clone(&charter.id));
        for (_, seat) in self.state.roster().iter() {
            discussion.seats.push((seat.as_seated(), agent_of(seat)));
        }
        Ok(discussion)
    }

    /// The engine as it stood when the prompts of the open batch were made, or as the whole record leaves it.
    ///
    /// Answers of a batch are folded when the batch is whole, so that every prompt of it is made from the same state:
    /// also the prompts that are made again after it broke off.
    pub(super) fn fold(&self, empty: Engine) -> Result<Engine, Broken> {
        let batch = self.open_batch().unwrap_or(self.entries.len());
        let mut engine = empty;
        for entry in self.entries.iter().take(batch) {
            engine.apply(entry.seq, &entry.event).map_err(|why| Broken::Fold { seq: entry.seq, why })?;
        }
        Ok(engine)
    }

    /// Where the first ask of an open batch stands; of one that is opened again, where that was stopped.
    fn open_batch(&self) -> Option<usize> {
        let open = if self.is_stopped_for_good() { self.state.cut_step() } else { self.state.open_step() }?;
        if !matches!(open.step, Step::Ask { .. }) || open.asked == 0 {
            return None;
        }
        let stepped = self.entries.iter().rposition(|entry| matches!(entry.event, Event::Stepped { .. }))?;
        let asked = self.entries.iter().skip(stepped).position(|entry| matches!(entry.event, Event::Asked { .. }))?;
        Some(stepped + asked)
    }

    /// The time that the discussion has used, in milliseconds: from event to event, without the gaps in which no
    /// process ran it. One that was opened again begins anew.
    pub(super) fn used_ms(&self) -> u64 {
        let mut used = 0_u64;
        let mut before = None;
        for entry in &self.entries {
            match &entry.event {
                Event::Reopened { .. } => used = 0,
                Event::Resumed { by } if &**by == super::resume::ANOTHER_PROCESS => {}
                _ => used += before.map_or(0, |at| entry.at.saturating_sub(at)),
            }
            before = Some(entry.at);
        }
        used
    }

    pub(super) fn into_parts(self) -> (Chain, Vec<Entry>, u64) {
        (self.chain, self.entries, self.bytes)
    }
}
