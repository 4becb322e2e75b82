//! Opens a record by its file or its folder, and says what is wrong with it.

use std::path::{Path, PathBuf};

use quorate_strategies::{
    record::{FORMAT, RecordError},
    state::FoldError,
};

use super::{
    error::CommandError,
    folder,
    kept::Place,
    output::tell,
    words::{Words, called, fill},
};
use crate::{
    manager::{Broken, Recorded},
    store::files::read_whole,
};

/// The largest record that is read: 1 GiB.
const MOST_RECORD_BYTES: u64 = 1 << 30;

pub(super) const NEXT: &str = "check the path; `quorate ls` lists the ids of those that are kept";

/// What records are read with: everything that comes with Quorate, and what stands behind the gates of pipelines.
#[cfg(feature = "pipeline")]
pub(super) use crate::pipeline::kind::catalog;

/// What records are read with: everything that comes with Quorate.
#[cfg(not(feature = "pipeline"))]
pub(super) fn catalog() -> quorate_strategies::catalog::Catalog {
    quorate_strategies::catalog::Catalog::builtin()
}

/// What is wrong, in the language of the words.
pub(super) fn told(broken: &Broken, words: &Words) -> String {
    let fault = &words.inspect.fault;
    let line = match broken {
        Broken::Fold { seq, why } => return misfit(*seq, why, words),
        Broken::Line(line) => line,
    };
    match line {
        RecordError::Malformed { line, why } => {
            fill(fault.malformed, &[("line", &line.to_string()), ("why", &why.to_string())])
        }
        RecordError::Version { line, found } => {
            let (found, known) = (found.to_string(), FORMAT.to_string());
            fill(fault.version, &[("line", &line.to_string()), ("found", &found), ("known", &known)])
        }
        RecordError::Hash { line, seq } => fill(fault.hash, &[("line", &line.to_string()), ("seq", &seq.to_string())]),
        RecordError::Chain { line, seq } => {
            fill(fault.chain, &[("line", &line.to_string()), ("seq", &seq.to_string())])
        }
        RecordError::Torn { line } => fill(fault.torn, &[("line", &line.to_string())]),
        other => other.to_string(),
    }
}

/// That an event does not fit those before it, in the language of the words.
pub(super) fn misfit(seq: u64, why: &FoldError, words: &Words) -> String {
    let fault = &words.inspect.fault;
    let why = match why {
        FoldError::Seat { seat } => fill(fault.seat, &[("seat", &seat.to_string())]),
        FoldError::Turn { turn } => fill(fault.turn, &[("turn", &turn.to_string())]),
        other => called(fault.plain, &other.to_string()).to_owned(),
    };
    fill(fault.event, &[("seq", &seq.to_string()), ("why", &why)])
}

/// A record that holds at least its beginning, and its file.
pub(super) fn whole(path: &Path, place: &Place) -> Result<(PathBuf, Recorded), CommandError> {
    let (path, bytes) = open(path, place)?;
    let recorded = Recorded::read(&bytes);
    match (recorded.entries.is_empty(), &recorded.broken) {
        (false, _) => Ok((path, recorded)),
        (true, None) => Err(CommandError::NotARecord { path, why: "it is empty".to_owned() }),
        (true, Some(broken)) => Err(CommandError::NotARecord { path, why: broken.to_string() }),
    }
}

/// Says that a record is broken, or has no end.
pub(super) fn tell_what_is_missing(path: &Path, recorded: &Recorded, words: &Words) {
    let shown = path.to_string_lossy();
    if let Some(broken) = &recorded.broken {
        tell(&words.note(&fill(words.record.broken, &[("path", &*shown), ("why", &told(broken, words))])));
    } else if recorded.state.concluded().is_none() {
        tell(&words.note(&fill(words.record.open, &[("path", &shown)])));
    }
}

/// The bytes of a record, and what it is called: a file, the folder that holds it, or the id of one that is kept. A file
/// that exists comes first.
pub(super) fn open(path: &Path, place: &Place) -> Result<(PathBuf, Vec<u8>), CommandError> {
    if path.symlink_metadata().is_err()
        && let Some(id) = as_id(path)
        && let Some((id, lines)) = place.find(id)?
    {
        return Ok((id.into(), lines));
    }
    let file = if path.is_dir() { path.join(folder::RECORD) } else { path.to_owned() };
    if file.as_path() != path && !file.exists() {
        return Err(CommandError::NoRecord { path: path.to_owned() });
    }
    match read_whole(&file, MOST_RECORD_BYTES) {
        Ok(bytes) => Ok((file, bytes)),
        Err(source) => Err(CommandError::File { action: "read", path: file, source, next: NEXT }),
    }
}

/// What is no file may be an id, unless it is plainly a path.
pub(super) fn as_id(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let is_path = text.contains(['/', '\\']) || path.extension().is_some_and(|ending| ending == "jsonl");
    (!is_path).then_some(text)
}
