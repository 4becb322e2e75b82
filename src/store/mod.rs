//! Where records are kept: one line after the other, each kept before it is acted on.

use std::{
    error::Error as AnyError,
    fmt, io,
    path::PathBuf,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use thiserror::Error;

pub mod conformance;
mod faulty;
pub(crate) mod files;
mod folder;
mod lines;
mod lock;
mod names;
mod note;
mod shelf;
#[cfg(feature = "sqlite")]
mod sqlite;
mod tee;

pub use faulty::Faulty;
pub use folder::Folder;
pub use lines::Lines;
pub use note::{Note, Says};
pub use shelf::Shelf;
#[cfg(feature = "sqlite")]
pub use sqlite::Sqlite;
pub use tee::Tee;

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
    /// A database said no.
    #[error("cannot {action} {store}: {source}")]
    Database {
        /// What was tried.
        action: &'static str,
        /// The store, in words.
        store: String,
        /// The cause. One failed write may fail many discussions, which share it.
        source: Arc<dyn AnyError + Send + Sync>,
    },
    /// A database was made by a later version.
    #[error("{store} has schema {found}, which is newer than {known}, which this version reads; use a newer quorate")]
    Newer {
        /// The store, in words.
        store: String,
        /// The version of its schema.
        found: i64,
        /// The newest that is known here.
        known: i64,
    },
    /// A database holds something else.
    #[error("{store} is a database of something else; name another file")]
    Foreign {
        /// The store, in words.
        store: String,
    },
    /// Somebody else writes to the discussion, in this process or another one.
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
    /// The next flush takes the notes that were given out of the store, with the lines that tell of them: a process
    /// that is killed before that leaves them to the one that goes on.
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

/// Keeps nothing beyond the events that the running discussion holds in memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Memory;

/// Now, in milliseconds since 1970.
fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[async_trait]
impl Journal for Box<dyn Journal> {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.as_mut().append(line)
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        self.as_mut().flush().await
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        self.as_mut().notes()
    }
}

impl Store for Box<dyn Store> {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        self.as_ref().create(id)
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        self.as_ref().resume(id)
    }

    fn read(&self, id: &str) -> Result<Vec<u8>, StoreError> {
        self.as_ref().read(id)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        self.as_ref().list()
    }

    fn post(&self, id: &str, note: &Note) -> Result<(), StoreError> {
        self.as_ref().post(id, note)
    }
}

#[async_trait]
impl Journal for Memory {
    fn append(&mut self, _line: &[u8]) -> Result<(), StoreError> {
        Ok(())
    }
}
