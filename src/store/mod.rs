//! Where a record is kept: one line after the other, each written before it is acted on.

use std::{
    fmt,
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use thiserror::Error;

pub(crate) mod files;

/// A record could not be kept.
#[derive(Debug, Error)]
#[error("cannot {action} {}: {source}", path.display())]
pub struct StoreError {
    /// What was tried.
    pub action: &'static str,
    /// Where.
    pub path: PathBuf,
    /// The cause.
    pub source: io::Error,
}

/// Takes the lines of one record, in order.
///
/// The manager hands over each line as it is sealed, newline included, and acts on the event only when
/// [`append`](Self::append) has returned.
pub trait Journal: Send + fmt::Debug {
    /// Keeps one line.
    ///
    /// # Errors
    /// [`StoreError`] when the line is not kept; the discussion then stops where it stands.
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError>;
}

/// Keeps nothing beyond the events that the running discussion holds in memory.
#[derive(Debug, Clone, Copy, Default)]
pub struct Memory;

impl Journal for Memory {
    fn append(&mut self, _line: &[u8]) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Keeps a record as a JSON Lines file of its own.
#[derive(Debug)]
pub struct Lines {
    file: File,
    path: PathBuf,
}

impl Lines {
    /// A new file; one that exists is never written over.
    ///
    /// # Errors
    /// [`StoreError`] when it exists or cannot be made.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let path = path.into();
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => Ok(Self { file, path }),
            Err(source) => Err(StoreError { action: "create", path, source }),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Journal for Lines {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        // One write for a whole line: a reader sees it whole or sees its torn end.
        self.file.write_all(line).map_err(|source| StoreError { action: "write to", path: self.path.clone(), source })
    }
}
