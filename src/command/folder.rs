//! The folder of `--out`: made where it is missing, nothing in it is written over that a run made, and files appear whole.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use super::error::CommandError;
#[cfg(feature = "html")]
use crate::report::Page;
use crate::{
    report::{Minutes, Report},
    store::Lines,
};

pub(super) const MINUTES: &str = "minutes.md";
pub(super) const RESULT: &str = "result.json";
#[cfg(feature = "html")]
pub(super) const PAGE: &str = "report.html";
pub(super) const RECORD: &str = "record.jsonl";
/// What a discussion may hand over beside its minutes.
#[cfg(feature = "pipeline")]
const DELIVERABLES: [&str; 4] = crate::report::deliverable::FILES;
#[cfg(not(feature = "pipeline"))]
const DELIVERABLES: [&str; 0] = [];

/// The files for people that are made from a record, and what makes them.
pub(super) const TOLD: &[(&str, &dyn Report)] = &[
    (MINUTES, &Minutes),
    #[cfg(feature = "html")]
    (PAGE, &Page),
];

/// A folder that takes the files of one discussion.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    standing: Standing,
}

/// What becomes of a file that is there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It stays, and nothing is written.
    Kept,
    /// It was made from the beginning of a record, and is made again from the whole.
    Renewed,
}

impl Folder {
    /// Makes the folder and refuses one that already holds a file of ours. Called before anything is spent.
    pub(super) fn open(path: &Path) -> Result<Self, CommandError> {
        let next = "choose another --out, or another folder for `minutes`";
        fs::create_dir_all(path).map_err(|source| match source.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                CommandError::NoFolder { path: path.to_owned() }
            }
            _ => CommandError::File { action: "make", path: path.to_owned(), source, next },
        })?;
        for name in TOLD.iter().map(|(name, _)| *name).chain([RESULT, RECORD]).chain(DELIVERABLES) {
            let path = path.join(name);
            // A link that leads nowhere is something too.
            if path.symlink_metadata().is_ok() {
                return Err(CommandError::Exists { path });
            }
        }
        Ok(Self { path: path.to_owned(), standing: Standing::Kept })
    }

    /// The folder of a record that has been gone on with: what was made from its beginning is made again.
    pub(super) fn renewed(path: &Path) -> Self {
        Self { path: path.to_owned(), standing: Standing::Renewed }
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The record, written line by line while the discussion runs.
    pub(super) fn journal(&self) -> Result<Lines, CommandError> {
        Ok(Lines::create(self.path(RECORD))?)
    }

    /// Writes a whole file.
    pub(super) fn write(&self, name: &str, content: &[u8]) -> Result<(), CommandError> {
        whole(self.path(name), content, self.standing)
    }
}

/// Writes a whole file that is not there yet.
#[cfg(feature = "html")]
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), CommandError> {
    whole(path.to_owned(), content, Standing::Kept)
}

/// Writes a file under another name first, so that nobody ever sees half of it.
fn whole(path: PathBuf, content: &[u8], standing: Standing) -> Result<(), CommandError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = fill(&draft, content).and_then(|()| match standing {
        Standing::Kept => appear(&draft, &path),
        Standing::Renewed => fs::rename(&draft, &path),
    });
    if written.is_err() {
        // What is left of the draft is of no use to anybody.
        let _ = fs::remove_file(&draft);
    }
    written.map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => CommandError::Exists { path },
        _ => CommandError::File {
            action: "write",
            path,
            source,
            next: "the record holds everything; see `quorate show`",
        },
    })
}

fn fill(draft: &Path, content: &[u8]) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(draft)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Gives a draft its name. A link refuses a name that is taken, which a rename would not.
fn appear(draft: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(draft, path) {
        Ok(()) => fs::remove_file(draft),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no links.
        Err(_) if path.symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(draft, path),
    }
}
