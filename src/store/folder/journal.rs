//! One record of a folder while it is written.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::PathBuf,
};

use async_trait::async_trait;

use super::{MOST_NOTE_BYTES, at, read_whole};
use crate::store::{Journal, Note, StoreError, lock::Locked};

/// The end of a record, and the lock that makes it ours.
#[derive(Debug)]
pub(super) struct FolderJournal {
    file: File,
    path: PathBuf,
    /// Bytes of whole lines.
    whole: u64,
    notes: PathBuf,
    /// Notes that were given and stay until the next flush, in order.
    given: Vec<PathBuf>,
    /// Given back when it is dropped, after the file.
    _lock: Locked,
}

impl FolderJournal {
    pub(super) const fn new(file: File, path: PathBuf, whole: u64, lock: Locked, notes: PathBuf) -> Self {
        Self { file, path, whole, notes, given: Vec::new(), _lock: lock }
    }
}

#[async_trait]
impl Journal for FolderJournal {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        if let Err(source) = self.file.write_all(line) {
            // Half a line would become part of the next one.
            let _ = self.file.set_len(self.whole);
            return Err(at("write to", &self.path)(source));
        }
        self.whole = self.whole.saturating_add(u64::try_from(line.len()).unwrap_or(u64::MAX));
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        self.file.sync_data().map_err(at("flush", &self.path))?;
        for note in self.given.drain(..) {
            fs::remove_file(&note).map_err(at("remove", &note))?;
        }
        Ok(())
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        if self.notes.is_symlink() {
            return Err(at("read", &self.notes)(io::ErrorKind::NotADirectory.into()));
        }
        let entries = match fs::read_dir(&self.notes) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(at("read", &self.notes)(source)),
        };
        let mut paths = Vec::new();
        for entry in entries {
            let path = entry.map_err(at("read", &self.notes))?.path();
            if path.extension().is_some_and(|ending| ending == "json") && !self.given.contains(&path) {
                paths.push(path);
            }
        }
        paths.sort();
        let mut notes = Vec::new();
        for path in paths {
            let text = read_whole(&path, MOST_NOTE_BYTES).map_err(at("read", &path))?;
            match serde_json::from_slice(&text) {
                Ok(note) => notes.push(note),
                Err(error) => tracing::warn!(path = %path.display(), %error, "a note that cannot be read is left out"),
            }
            self.given.push(path);
        }
        Ok(notes)
    }
}
