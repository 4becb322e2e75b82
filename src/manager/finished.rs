//! A discussion that has ended, with its record.

use std::{io, sync::Arc};

use quorate_strategies::{
    outcome::{Outcome, Synthesis},
    record::{Chain, Entry, RecordError},
    rule::DecisionRule,
    state::State,
    strategy::Strategy,
};

use crate::report::{Source, provisional_until};

/// A discussion that has ended: how, with what result, and the whole record.
#[derive(Debug, Clone)]
pub struct Finished {
    /// How it ended.
    pub outcome: Outcome,
    /// Everything that follows from the record.
    pub state: State,
    /// The record, event by event.
    pub entries: Vec<Entry>,
    /// The hash of the record's last line: it stands for the whole record.
    pub hash: Arc<str>,
    /// The strategy that was played.
    pub strategy: Arc<dyn Strategy>,
    /// The rule that was asked, if one was.
    pub rule: Option<Arc<dyn DecisionRule>>,
}

impl Finished {
    /// What came of it; none when nobody answered or it was aborted.
    #[must_use]
    pub fn result(&self) -> Option<&Synthesis> {
        self.state.result()
    }

    /// Until when the principal may veto the outcome, in milliseconds since 1970; none where nobody may any more.
    #[must_use]
    pub fn provisional_until(&self) -> Option<u64> {
        provisional_until(&self.state, &self.entries)
    }

    /// The record, lent to a [`Report`](crate::report::Report) such as [`Minutes`](crate::report::Minutes).
    #[must_use]
    pub fn source(&self) -> Source<'_> {
        let source = Source::new(&self.state, &self.entries, &self.hash);
        match &self.rule {
            Some(rule) => source.with_rule(rule.as_ref()),
            None => source,
        }
    }

    /// The record as the JSON Lines that were sealed while it ran.
    ///
    /// # Errors
    /// [`RecordError::Encode`] when an event cannot be written.
    pub fn lines(&self) -> Result<Vec<u8>, RecordError> {
        let mut chain = Chain::default();
        let mut bytes = Vec::new();
        for entry in &self.entries {
            chain.seal(entry.at, entry.cause, &entry.event, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// Writes the record.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_record(&self, mut to: impl io::Write) -> io::Result<()> {
        let lines = self.lines().map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        to.write_all(&lines)
    }
}
