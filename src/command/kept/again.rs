//! How a discussion that is kept is found again, said only when it is found.

use std::sync::Arc;

use super::Place;
use crate::command::{
    output::tell,
    words::{Words, fill},
};

/// Whether a discussion that begins is kept.
#[derive(Debug)]
pub(super) enum Keeping {
    Kept,
    /// Nobody wants it to be.
    Unwanted,
    /// The usual place refused, for this reason.
    Refused(String),
}

/// How a discussion is found again.
#[derive(Debug)]
pub(in crate::command) struct Again {
    id: Arc<str>,
    place: Place,
    keeping: Keeping,
}

impl Again {
    pub(super) const fn new(id: Arc<str>, place: Place, keeping: Keeping) -> Self {
        Self { id, place, keeping }
    }

    /// The flag with which another process reaches it; none when no other can.
    pub(in crate::command) fn flag(&self) -> Option<String> {
        matches!(self.keeping, Keeping::Kept).then(|| self.place.again())
    }

    /// Says how it is found again, once it is found; or that it is not kept. `hash` is that of its last line, where it came to
    /// its end.
    pub(in crate::command) fn tell(&self, hash: Option<&str>, words: &Words) {
        let words = &words.kept;
        let found = match &self.keeping {
            Keeping::Unwanted => return,
            Keeping::Refused(why) => Err(why.clone()),
            Keeping::Kept => self.found(hash),
        };
        let template = if hash.is_some() { words.kept } else { words.kept_part };
        tell(&match found {
            Ok(()) => fill(template, &[("id", &self.id), ("store", &self.place.again())]),
            Err(why) => fill(words.lost, &[("why", &why)]),
        });
    }

    /// Whether the store, opened anew, holds it up to its last line.
    fn found(&self, hash: Option<&str>) -> Result<(), String> {
        let store = self.place.store().map_err(|error| error.to_string())?;
        let lines = store.read(&self.id).map_err(|error| error.to_string())?;
        let last = lines.split(|byte| *byte == b'\n').rev().find(|line| !line.is_empty()).unwrap_or_default();
        let last = String::from_utf8_lossy(last);
        match hash {
            _ if last.is_empty() => Err(format!("nothing of {} is in the store", self.id)),
            Some(hash) if !last.contains(hash) => Err(format!("the end of {} is not in the store", self.id)),
            _ => Ok(()),
        }
    }
}
