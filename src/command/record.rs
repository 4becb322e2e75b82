//! Opens a record by its file or its folder, and says what is wrong with it.

use std::path::{Path, PathBuf};

use quorate_strategies::{
    record::{FORMAT, RecordError},
    state::FoldError,
};

use super::{
    error::CommandError,
    folder,
    words::{Words, called, fill},
};
use crate::{manager::Broken, store::files::read_whole};

/// The largest record that is read: 1 GiB.
const MOST_RECORD_BYTES: u64 = 1 << 30;

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

/// The bytes of a record, and its file: named itself, or as the folder that holds it.
pub(super) fn open(path: &Path) -> Result<(PathBuf, Vec<u8>), CommandError> {
    let file = if path.is_dir() { path.join(folder::RECORD) } else { path.to_owned() };
    if file.as_path() != path && !file.exists() {
        return Err(CommandError::NoRecord { path: path.to_owned() });
    }
    match read_whole(&file, MOST_RECORD_BYTES) {
        Ok(bytes) => Ok((file, bytes)),
        Err(source) => Err(CommandError::File { action: "read", path: file, source, next: "check the path" }),
    }
}
