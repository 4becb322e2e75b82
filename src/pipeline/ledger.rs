//! Writes the log of a running pipeline: each line is kept before anything follows from it.

use std::{fmt, sync::Arc};

use super::{
    builder::Watcher,
    error::PipelineError,
    log::{Entry, Event, FORMAT, LogError},
};
use crate::{manager::Clock, store::Journal};

pub(super) struct Ledger {
    journal: Box<dyn Journal>,
    clock: Arc<dyn Clock>,
    watchers: Vec<Watcher>,
    lines: u64,
}

impl fmt::Debug for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger").field("lines", &self.lines).finish_non_exhaustive()
    }
}

impl Ledger {
    /// Goes on behind so many lines.
    pub(super) fn new(journal: Box<dyn Journal>, clock: Arc<dyn Clock>, watchers: Vec<Watcher>, lines: u64) -> Self {
        Self { journal, clock, watchers, lines }
    }

    /// Keeps a line for good, then tells of it.
    pub(super) async fn write(&mut self, event: Event) -> Result<(), PipelineError> {
        self.lines += 1;
        let entry = Entry { v: FORMAT, seq: self.lines, at: self.clock.now_ms(), event };
        let mut line = serde_json::to_vec(&entry).map_err(LogError::Write)?;
        line.push(b'\n');
        self.journal.append(&line)?;
        self.journal.flush().await?;
        self.watchers.iter_mut().for_each(|watcher| watcher(&entry));
        Ok(())
    }
}
