//! Reading a record back, and checking its chain on the way.

use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::{Chain, Entry, FORMAT, HASH_FIELD, RecordError, TAIL, hex};
use crate::event::Event;

#[derive(Deserialize)]
struct Head {
    v: u16,
    seq: u64,
    at: u64,
    #[serde(default)]
    cause: Option<u64>,
    prev: String,
    hash: String,
}

/// Reads a record and checks its chain, entry by entry.
///
/// Everything before a bad line is given; the error is the last item.
#[derive(Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
    line: u64,
    chain: Chain,
    failed: bool,
}

impl<'a> Reader<'a> {
    /// A reader over the bytes of a record.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, line: 0, chain: Chain::default(), failed: false }
    }

    /// The end of the chain that was read so far.
    #[must_use]
    pub const fn so_far(&self) -> &Chain {
        &self.chain
    }

    fn read(&mut self, line: &[u8]) -> Result<Entry, RecordError> {
        let at_line = self.line;
        let malformed = |error: serde_json::Error| RecordError::Malformed { line: at_line, why: error.to_string() };
        if line.last() != Some(&b'\n') {
            return Err(RecordError::Torn { line: at_line });
        }
        let head: Head = serde_json::from_slice(line).map_err(malformed)?;
        if head.v > FORMAT {
            return Err(RecordError::Version { line: at_line, found: head.v });
        }
        self.check(line, &head)?;
        let event: Event = serde_json::from_slice(line).map_err(malformed)?;
        self.chain.seq = head.seq;
        self.chain.hash.copy_from_slice(head.hash.as_bytes());
        Ok(Entry { seq: head.seq, at: head.at, cause: head.cause, event })
    }

    fn check(&self, line: &[u8], head: &Head) -> Result<(), RecordError> {
        let (at_line, seq) = (self.line, head.seq);
        let body = line.len().checked_sub(TAIL.len() + 64).and_then(|end| line.split_at_checked(end));
        let fits = body.is_some_and(|(body, rest)| {
            let mut hasher = Sha256::new();
            hasher.update(body);
            hasher.update(TAIL);
            let found = hex(&hasher.finalize().into());
            body.ends_with(HASH_FIELD.as_bytes()) && rest.starts_with(&found) && rest.ends_with(TAIL.as_bytes())
        });
        if !fits || head.hash.len() != 64 {
            return Err(RecordError::Hash { line: at_line, seq });
        }
        if head.prev != self.chain.hash() || seq != self.chain.seq + 1 {
            return Err(RecordError::Chain { line: at_line, seq });
        }
        Ok(())
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Entry, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|byte| *byte == b'\n').map_or(self.rest.len(), |at| at + 1);
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.line += 1;
        let entry = self.read(line);
        self.failed = entry.is_err();
        Some(entry)
    }
}
