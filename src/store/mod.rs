//! Where records are kept: one line after the other, each kept before it is acted on.

use std::{fmt, io, path::PathBuf};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) mod files;
mod lines;

pub use lines::Lines;

/// A record could not be kept or found.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// A file said no.
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another process writes to the discussion.
    #[error("discussion {id:?} is being written by {holder}; wait until it ends, or stop that one")]
    Busy {
        /// The discussion.
        id: String,
        /// Who writes, in words: `process 4711`.
        holder: String,
    },
    /// There is a discussion of this id.
    #[error("there is a discussion {id:?} in {store} already; give another id")]
    Exists {
        /// The id.
        id: String,
        /// The store, in words.
        store: String,
    },
    /// There is none of this id.
    #[error("there is no discussion {id:?} in {store}; `quorate ls` lists those that are there")]
    Unknown {
        /// The id.
        id: String,
        /// The store, in words.
        store: String,
    },
}

/// Takes the lines of one record, in order. As long as it lives nobody else writes to that record.
///
/// The manager hands over each line as it is sealed, newline included, and waits for [`flush`](Self::flush) before it
/// does anything outside that follows from the lines: before a request is sent, and before the end is told.
#[async_trait]
pub trait Journal: Send + fmt::Debug {
    /// Takes one line. It may be kept now or by the next flush.
    ///
    /// # Errors
    /// [`StoreError`] when the line is not kept; the discussion then stops where it stands.
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError>;

    /// Waits until every line that was taken is kept for good, also if the machine stops now.
    ///
    /// # Errors
    /// [`StoreError`] when one of them is not; the discussion then stops where it stands.
    async fn flush(&mut self) -> Result<(), StoreError> {
        Ok(())
    }

    /// What other processes said to the discussion since this was asked last, oldest first. Each note is given once.
    ///
    /// # Errors
    /// [`StoreError`] when that cannot be read.
    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        Ok(Vec::new())
    }
}

/// Keeps records by id; for one record one writer, any number of readers.
pub trait Store: Send + Sync + fmt::Debug {
    /// Begins the record of a discussion.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when there is one of this id, or what the medium says.
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError>;

    /// Opens the record of a discussion to go on with it. A torn tail is cut off first, so that it ends with a whole line.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while somebody writes to it, [`StoreError::Unknown`] when there is none.
    fn resume(&self, id: &str) -> Result<Kept, StoreError>;

    /// All whole lines of a record, also while somebody writes to it.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is none, or what the medium says.
    fn read(&self, id: &str) -> Result<Vec<u8>, StoreError>;

    /// What is kept, the newest first.
    ///
    /// # Errors
    /// What the medium says.
    fn list(&self) -> Result<Vec<Listed>, StoreError>;

    /// Says something to a discussion, whoever writes to it; its process finds it in [`Journal::notes`].
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is none, or what the medium says.
    fn post(&self, id: &str, note: &Note) -> Result<(), StoreError>;
}

/// A record that was opened to go on with.
#[derive(Debug)]
pub struct Kept {
    /// Its whole lines.
    pub lines: Vec<u8>,
    /// Takes what follows.
    pub journal: Box<dyn Journal>,
}

/// A discussion as a list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// When its first line was kept, in milliseconds since 1970.
    pub begun_ms: u64,
    /// When its last line was kept, in milliseconds since 1970.
    pub changed_ms: u64,
    /// How many lines it has.
    pub lines: u64,
    /// Who writes to it now, in words; none when nobody does.
    pub writer: Option<String>,
}

/// Something that is said to a running discussion from another process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Who says it.
    pub by: String,
    /// What.
    #[serde(flatten)]
    pub says: Says,
}

/// What can be said to a running discussion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "says", content = "text")]
#[non_exhaustive]
pub enum Says {
    /// A message to everybody; no vote.
    Message(String),
    /// Hold it.
    Pause,
    /// Go on.
    Resume,
    /// Stop it.
    Cancel,
    /// Yes, to what is asked at a gate.
    Approve,
    /// Yes, with this.
    Amend(String),
    /// No, for this reason.
    Reject(String),
}

/// Keeps nothing beyond the events that the running discussion holds in memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Memory;

#[async_trait]
impl Journal for Memory {
    fn append(&mut self, _line: &[u8]) -> Result<(), StoreError> {
        Ok(())
    }
}
