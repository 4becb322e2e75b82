//! The record: JSON Lines, versioned and hash-chained, so that any changed byte is found.
//!
//! A line is one JSON object. It begins with `v` (the format's version), `seq` (from 1), `at` (milliseconds since 1970),
//! `cause` (the event it follows from, where there is one) and `prev` (the hash of the line before); then come the
//! event's own fields; it ends with `hash`, the SHA-256 of every other byte of the line, the newline included.

use std::{io::Write as _, sync::Arc};

use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::event::Event;

mod canonical;
mod read;

pub use canonical::Canonical;
pub use read::Reader;

/// The version of the format that is written. Later ones only add.
pub const FORMAT: u16 = 1;

/// The hash that the first line names as the one before it.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

const TAIL: &str = "\"}\n";
const HASH_FIELD: &str = ",\"hash\":\"";

/// SHA-256 of some bytes, in hexadecimal.
#[must_use]
pub fn digest(parts: &[&[u8]]) -> Arc<str> {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    let bytes: [u8; 32] = hasher.finalize().into();
    let hex = hex(&bytes);
    Arc::from(std::str::from_utf8(&hex).unwrap_or(GENESIS))
}

fn hex(bytes: &[u8; 32]) -> [u8; 64] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = [b'0'; 64];
    for (pair, byte) in out.chunks_exact_mut(2).zip(bytes) {
        pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
    out
}

/// One event with its place in the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1.
    pub seq: u64,
    /// When it was recorded, in milliseconds since 1970.
    pub at: u64,
    /// The event it follows from.
    pub cause: Option<u64>,
    /// What happened.
    pub event: Event,
}

/// The end of a chain, to which lines are added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    seq: u64,
    hash: [u8; 64],
}

impl Default for Chain {
    fn default() -> Self {
        Self { seq: 0, hash: [b'0'; 64] }
    }
}

impl Chain {
    /// The number of the last line; 0 before the first.
    #[must_use]
    pub const fn last_seq(&self) -> u64 {
        self.seq
    }

    /// The hash of the last line.
    #[must_use]
    pub fn hash(&self) -> &str {
        std::str::from_utf8(&self.hash).unwrap_or(GENESIS)
    }

    /// Writes the next line of the chain to the end of `line` and moves on.
    ///
    /// # Errors
    /// [`RecordError::Encode`] when the event cannot be written as JSON; the chain then stays where it is.
    pub fn seal(&mut self, at: u64, cause: Option<u64>, event: &Event, line: &mut Vec<u8>) -> Result<u64, RecordError> {
        let start = line.len();
        let seq = self.seq + 1;
        let sealed = self.write(seq, at, cause, event, line, start);
        if let Err(error) = sealed {
            line.truncate(start);
            return Err(error);
        }
        self.seq = seq;
        Ok(seq)
    }

    fn write(
        &mut self,
        seq: u64,
        at: u64,
        cause: Option<u64>,
        event: &Event,
        line: &mut Vec<u8>,
        start: usize,
    ) -> Result<(), RecordError> {
        let encode = |error: serde_json::Error| RecordError::Encode { seq, why: error.to_string() };
        let head = match cause {
            Some(cause) => write!(line, "{{\"v\":{FORMAT},\"seq\":{seq},\"at\":{at},\"cause\":{cause},\"prev\":\""),
            None => write!(line, "{{\"v\":{FORMAT},\"seq\":{seq},\"at\":{at},\"prev\":\""),
        };
        head.map_err(|error| encode(serde_json::Error::io(error)))?;
        line.extend_from_slice(&self.hash);
        line.push(b'"');
        let body = line.len();
        serde_json::to_writer(&mut *line, event).map_err(encode)?;
        // The event is an object of its own: its opening brace becomes the comma before its fields, and its closing one
        // makes room for the hash.
        if let Some(brace) = line.get_mut(body) {
            *brace = b',';
        }
        line.pop();
        line.extend_from_slice(HASH_FIELD.as_bytes());
        let mut hasher = Sha256::new();
        hasher.update(line.get(start..).unwrap_or_default());
        hasher.update(TAIL);
        self.hash = hex(&hasher.finalize().into());
        line.extend_from_slice(&self.hash);
        line.extend_from_slice(TAIL.as_bytes());
        Ok(())
    }
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// An event could not be written as JSON.
    #[error("event {seq} cannot be written as JSON: {why}")]
    Encode {
        /// The event's number.
        seq: u64,
        /// The cause.
        why: String,
    },
    /// A line is not an event of this format.
    #[error("line {line}: not an event of a record: {why}")]
    Malformed {
        /// The line, from 1.
        line: u64,
        /// The cause.
        why: String,
    },
    /// A line was written by a later format.
    #[error("line {line}: record format {found} is newer than {FORMAT}, which this version reads; use a newer quorate")]
    Version {
        /// The line, from 1.
        line: u64,
        /// The format found.
        found: u16,
    },
    /// A line's bytes are not those that were hashed.
    #[error("event {seq} (line {line}): its bytes do not match its hash; it was changed or damaged")]
    Hash {
        /// The line, from 1.
        line: u64,
        /// The event's number.
        seq: u64,
    },
    /// A line does not follow the one before it.
    #[error("event {seq} (line {line}): it does not follow the event before it; lines were removed, added or moved")]
    Chain {
        /// The line, from 1.
        line: u64,
        /// The event's number.
        seq: u64,
    },
    /// The last line has no end.
    #[error("line {line}: the record ends in the middle of this line")]
    Torn {
        /// The line, from 1.
        line: u64,
    },
}
