//! One record of a database while it is written.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use rusqlite::params;

use super::{
    Base,
    writer::{Failure, Job},
};
use crate::store::{Journal, Note, StoreError};

/// The end of a record, and the claim that makes it ours.
pub(super) struct SqliteJournal {
    base: Arc<Base>,
    id: String,
    key: i64,
    /// The number of the last line.
    last: i64,
    /// The last note that was given; it and those before it stay until the next flush.
    given: i64,
}

impl fmt::Debug for SqliteJournal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteJournal").field("id", &self.id).field("last", &self.last).finish_non_exhaustive()
    }
}

impl SqliteJournal {
    pub(super) fn new(base: Arc<Base>, id: &str, key: i64, last: i64) -> Self {
        Self { base, id: id.to_owned(), key, last, given: 0 }
    }

    /// The same, after this line.
    pub(super) fn after(mut self, last: i64) -> Self {
        self.last = last;
        self
    }

    fn failed(&self, failure: Failure) -> StoreError {
        match failure {
            // Somebody has written a line of this number, whatever the claims say.
            Failure::Taken => StoreError::Busy { id: self.id.clone(), holder: "another process".to_owned() },
            Failure::Other(source) => {
                StoreError::Database { action: "write to", store: self.base.name.clone(), source }
            }
        }
    }
}

#[async_trait]
impl Journal for SqliteJournal {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.last += 1;
        self.base.writer.send(Job::Line { key: self.key, seq: self.last, bytes: line.into() });
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        let given = self.given;
        let flushed = self.base.writer.flush(self.key, given).await;
        flushed.map_err(|failure| self.failed(failure))
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(i64, String)>> {
            let desk = self.base.desk();
            let mut query =
                desk.prepare("SELECT key, note FROM notes WHERE discussion = ?1 AND key > ?2 ORDER BY key")?;
            let rows = query.query_map(params![self.key, self.given], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        let rows = read().map_err(self.base.failed("read"))?;
        let mut notes = Vec::new();
        for (key, text) in rows {
            match serde_json::from_str(&text) {
                Ok(note) => notes.push(note),
                Err(error) => tracing::warn!(id = self.id, %error, "a note that cannot be read is left out"),
            }
            self.given = key;
        }
        Ok(notes)
    }
}

impl Drop for SqliteJournal {
    fn drop(&mut self) {
        // In this order: whoever claims next in this process first waits for the thread to catch up.
        self.base.writer.send(Job::Release { key: self.key });
        self.base.claims.left(self.key);
    }
}
