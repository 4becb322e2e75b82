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
    /// The flag with which another process reaches it; none when no other can.
    store: Option<String>,
}

impl Usher {
    pub(super) fn new(words: &'static Words, id: Arc<str>, store: Option<String>) -> Self {
        Self { words, id: Mutex::new(id), store }
    }

    fn told(&self, event: &Event) -> Option<String> {
        let mut id = self.id.lock().unwrap_or_else(PoisonError::into_inner);
        let words = &self.words.people;
        let store = self.store.as_deref().unwrap_or_default();
        let gate = if self.store.is_some() { words.gate } else { words.gate_alone };
        match event {
            Event::Created(charter) => {
                *id = Arc::clone(&charter.id);
                None
            }
            Event::GateOpened { question } => {
                Some(fill(gate, &[("question", question), ("id", &id), ("store", store)]))
            }
            Event::Paused { by } => Some(fill(words.held, &[("by", by), ("id", &id), ("store", store)])),
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
