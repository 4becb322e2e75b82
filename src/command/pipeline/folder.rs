//! The folder of a run: its log, a folder for each stage, the deliverables, and the pages that lead to them.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    command::error::CommandError,
    manager::{Clock as _, MachineClock},
    store::{Kept, Lines, StoreError, files::read_text},
};

/// The log.
pub(super) const LOG: &str = "pipeline.jsonl";
/// The id of the run, under which its discussions are kept in the store.
const ID: &str = "pipeline.id";
/// No id is longer.
const MOST_ID_BYTES: u64 = 200;

/// The folder of a run.
#[derive(Debug)]
pub(super) struct RunFolder {
    path: PathBuf,
    id: Arc<str>,
}

impl RunFolder {
    /// Makes the folder, or opens the one of a run that is gone on with; and its log, whose only writer this is. A folder
    /// that holds something else is refused.
    pub(super) fn open(path: &Path, name: &str) -> Result<(Self, Kept), CommandError> {
        let next = "choose another --out";
        fs::create_dir_all(path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                CommandError::NoFolder { path: path.to_owned() }
            }
            _ => CommandError::File { action: "make", path: path.to_owned(), source, next },
        })?;
        let log = path.join(LOG);
        let kept = match log.symlink_metadata() {
            Ok(_) => Lines::resume(&log)?,
            Err(_) => begun(path, &log)?,
        };
        let id = id(path, name)?;
        Ok((Self { path: path.to_owned(), id }, kept))
    }

    pub(super) fn id(&self) -> Arc<str> {
        Arc::clone(&self.id)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a whole file, over one of an earlier run.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> Result<(), CommandError> {
        whole(&self.path, name, content)
    }
}

/// A new log, in a folder without anything that somebody else put there.
fn begun(path: &Path, log: &Path) -> Result<Kept, CommandError> {
    let mut entries = fs::read_dir(path).map_err(|source| unreadable(path, source))?;
    // A run that broke off before its log was there has left its id at most.
    let foreign = |entry: io::Result<fs::DirEntry>| entry.is_ok_and(|entry| entry.file_name() != ID);
    if entries.any(foreign) {
        return Err(CommandError::Occupied { path: path.to_owned() });
    }
    let lines = Lines::create(log)?;
    Ok(Kept { lines: Vec::new(), journal: Box::new(lines) })
}

/// The id that the folder holds, or a new one, which it holds from now on.
fn id(path: &Path, name: &str) -> Result<Arc<str>, CommandError> {
    let file = path.join(ID);
    match read_text(&file, MOST_ID_BYTES) {
        Ok(id) => Ok(id.trim().into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let id = format!("{name}-{:x}-{:x}", MachineClock.now_ms(), std::process::id());
            whole(path, ID, format!("{id}\n").as_bytes())?;
            Ok(id.into())
        }
        Err(source) => Err(unreadable(&file, source)),
    }
}

fn unreadable(path: &Path, source: io::Error) -> CommandError {
    CommandError::File { action: "read", path: path.to_owned(), source, next: "choose another --out" }
}

/// Under another name first, so that nobody ever sees half of it.
fn whole(folder: &Path, name: &str, content: &[u8]) -> Result<(), CommandError> {
    let (path, draft) = (folder.join(name), folder.join(format!(".{name}.draft")));
    let written = fs::write(&draft, content).and_then(|()| fs::rename(&draft, &path));
    written.map_err(|source| StoreError::File { action: "write", path, source }.into())
}
