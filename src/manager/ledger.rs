//! The record of a running discussion: each event is sealed and kept before anything acts on it.

use std::{fmt, sync::Arc};

use quorate_strategies::{
    event::Event,
    record::{Chain, Entry},
    turn::TurnId,
};

use crate::{
    manager::{clock::Clock, error::RunError, observe::Observer, turn::TurnEnd},
    store::{Journal, Note},
};

/// Chain, journal and observers of one discussion.
pub(crate) struct Ledger {
    chain: Chain,
    journal: Box<dyn Journal>,
    clock: Arc<dyn Clock>,
    observers: Vec<Arc<dyn Observer>>,
    entries: Vec<Entry>,
    /// All lines together.
    bytes: u64,
    line: Vec<u8>,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger").field("seq", &self.chain.last_seq()).field("journal", &self.journal).finish()
    }
}

impl Ledger {
    pub(crate) fn new(journal: Box<dyn Journal>, clock: Arc<dyn Clock>, observers: Vec<Arc<dyn Observer>>) -> Self {
        Self { chain: Chain::default(), journal, clock, observers, entries: Vec::new(), bytes: 0, line: Vec::new() }
    }

    /// Goes on behind what was recorded before.
    pub(crate) fn go_on(&mut self, (chain, entries, bytes): (Chain, Vec<Entry>, u64)) {
        (self.chain, self.entries, self.bytes) = (chain, entries, bytes);
    }

    /// Seals an event, keeps it, and tells the observers.
    pub(crate) fn record(&mut self, cause: Option<u64>, event: Event) -> Result<u64, RunError> {
        let at = self.clock.now_ms();
        self.line.clear();
        let seq = self.chain.seal(at, cause, &event, &mut self.line)?;
        self.journal.append(&self.line)?;
        self.bytes += self.line.len() as u64;
        let entry = Entry { seq, at, cause, event };
        for observer in &self.observers {
            observer.recorded(&entry);
        }
        self.entries.push(entry);
        Ok(seq)
    }

    /// Waits until everything that was recorded is kept for good.
    pub(crate) async fn flush(&mut self) -> Result<(), RunError> {
        Ok(self.journal.flush().await?)
    }

    /// What other processes said since this was asked last.
    pub(crate) fn notes(&mut self) -> Result<Vec<Note>, RunError> {
        Ok(self.journal.notes()?)
    }

    /// Records how an open turn ended; one that is not open is none of ours.
    pub(crate) fn ended(&mut self, open: &mut Vec<(TurnId, u64)>, turn: TurnId, end: TurnEnd) -> Result<(), RunError> {
        let Some(at) = open.iter().position(|(id, _)| *id == turn) else { return Ok(()) };
        let (_, cause) = open.swap_remove(at);
        let event = match end.message {
            Some(message) => Event::Answered { turn, message: Arc::new(message), receipt: Box::new(end.receipt) },
            None => Event::Ended { turn, how: end.how, why: end.why.into() },
        };
        let ended = self.record(Some(cause), event)?;
        match end.spent {
            Some(spend) => self.record(Some(ended), Event::Spent { turn, spend }).map(|_| ()),
            None => Ok(()),
        }
    }

    /// What was recorded from an event on.
    pub(crate) fn since(&self, seq: u64) -> &[Entry] {
        let at = usize::try_from(seq).unwrap_or(usize::MAX);
        self.entries.get(at..).unwrap_or_default()
    }

    /// How long the record is, in bytes.
    pub(crate) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of the last event.
    pub(crate) const fn last_seq(&self) -> u64 {
        self.chain.last_seq()
    }

    pub(crate) fn observers(&self) -> &[Arc<dyn Observer>] {
        &self.observers
    }

    /// All entries, and the hash of the last.
    pub(crate) fn into_parts(self) -> (Vec<Entry>, Arc<str>) {
        (self.entries, self.chain.hash().into())
    }
}
