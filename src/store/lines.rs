//! A record as a JSON Lines file of its own.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use async_trait::async_trait;

use super::{
    Journal, Kept, StoreError,
    files::regular,
    folder::{MOST_RECORD_BYTES, at, cut_torn_tail},
    lock::Locked,
};

/// Keeps a record as a JSON Lines file of its own.
#[derive(Debug)]
pub struct Lines {
    file: Locked,
    path: PathBuf,
}

impl Lines {
    /// A new file; one that exists is never written over.
    ///
    /// # Errors
    /// [`StoreError`] when it exists or cannot be made.
    pub fn create(path: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let path = path.into();
        let file = OpenOptions::new().append(true).create_new(true).open(&path).map_err(at("create", &path))?;
        Self::locked(file, path)
    }

    /// A file that is there, to go on with. A torn tail is cut off first, so that it ends with a whole line.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while somebody writes to it, or what the system says.
    pub fn resume(path: impl Into<PathBuf>) -> Result<Kept, StoreError> {
        let path = path.into();
        // Beyond this it is not read, and what is not read is not cut off.
        if regular(&path).map_err(at("open", &path))? > MOST_RECORD_BYTES {
            return Err(at("open", &path)(io::ErrorKind::FileTooLarge.into()));
        }
        let file = OpenOptions::new().read(true).append(true).open(&path).map_err(at("open", &path))?;
        let journal = Self::locked(file, path)?;
        let (mut file, path) = (journal.file.file(), &journal.path);
        let mut lines = Vec::new();
        io::Read::take(&mut file, MOST_RECORD_BYTES).read_to_end(&mut lines).map_err(at("read", path))?;
        cut_torn_tail(&mut lines);
        let whole = u64::try_from(lines.len()).unwrap_or(u64::MAX);
        file.set_len(whole).and_then(|()| file.sync_all()).map_err(at("repair", path))?;
        Ok(Kept { lines, journal: Box::new(journal) })
    }

    /// The one writer. The system gives the lock back when the process ends, however it does.
    fn locked(file: File, path: PathBuf) -> Result<Self, StoreError> {
        match Locked::alone(file).map_err(at("lock", &path))? {
            Some(file) => Ok(Self { file, path }),
            None => Err(StoreError::Busy { id: path.display().to_string(), holder: "another process".to_owned() }),
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
        self.file.file().write_all(line).map_err(|source| self.error(source))
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        self.file.file().sync_data().map_err(|source| self.error(source))
    }
}
