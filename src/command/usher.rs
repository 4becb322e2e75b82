//! Tells whoever watches a run that the principal is asked or that somebody holds it, and how to answer.

use std::sync::{Arc, Mutex, PoisonError};

use quorate_strategies::{event::Event, record::Entry};

use super::{
    output::tell,
    words::{Words, fill},
};
use crate::manager::Observer;

/// Says on stderr what waits for a person.
#[derive(Debug)]
pub(super) struct Usher {
    words: &'static Words,
    /// As the record names the discussion.
    id: Mutex<Arc<str>>,
}

impl Usher {
    pub(super) fn new(words: &'static Words, id: Arc<str>) -> Self {
        Self { words, id: Mutex::new(id) }
    }

    fn told(&self, event: &Event) -> Option<String> {
        let mut id = self.id.lock().unwrap_or_else(PoisonError::into_inner);
        let words = &self.words.people;
        match event {
            Event::Created(charter) => {
                *id = Arc::clone(&charter.id);
                None
            }
            Event::GateOpened { question } => Some(fill(words.gate, &[("question", question), ("id", &id)])),
            Event::Paused { by } => Some(fill(words.held, &[("by", by), ("id", &id)])),
            Event::Interjected { author, .. } => Some(fill(words.heard, &[("by", author)])),
            _ => None,
        }
    }
}

impl Observer for Usher {
    fn recorded(&self, entry: &Entry) {
        if let Some(told) = self.told(&entry.event) {
            tell(&told);
        }
    }
}
