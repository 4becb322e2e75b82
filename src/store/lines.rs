//! A record as a JSON Lines file of its own.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use async_trait::async_trait;

use super::{Journal, StoreError};

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
            Err(source) => Err(StoreError::File { action: "create", path, source }),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, source: io::Error) -> StoreError {
        StoreError::File { action: "write to", path: self.path.clone(), source }
    }
}

#[async_trait]
impl Journal for Lines {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        // One write for a whole line: a reader sees it whole or sees its torn end.
        self.file.write_all(line).map_err(|source| self.error(source))
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(|source| self.error(source))
    }
}
