//! What the reader noticed, bounded so that a hostile reply cannot swell the record.

use quorate_strategies::{
    reading::{Warning, WarningCode},
    seat::is_hidden,
};

/// Warnings in the order they came up, each once.
#[derive(Debug, Default)]
pub(super) struct Notes(Vec<Warning>);

impl Notes {
    /// The most warnings of one reply; a reply that earns more has made its point.
    const MOST: usize = 32;
    /// The most characters of a text that a warning repeats.
    const LONGEST: usize = 80;

    /// Notes something about the whole.
    pub(super) fn flag(&mut self, code: WarningCode) {
        self.push(Warning { code, about: None });
    }

    /// Notes something about a name, value or place.
    pub(super) fn add(&mut self, code: WarningCode, about: &str) {
        let about: String = about.trim().chars().filter(|&c| !is_hidden(c)).take(Self::LONGEST).collect();
        self.push(Warning { code, about: (!about.is_empty()).then(|| about.into()) });
    }

    /// Whether there is one of this code.
    pub(super) fn has(&self, code: WarningCode) -> bool {
        self.0.iter().any(|warning| warning.code == code)
    }

    /// All of them.
    pub(super) fn into_list(self) -> Vec<Warning> {
        self.0
    }

    fn push(&mut self, warning: Warning) {
        if self.0.len() < Self::MOST && !self.0.contains(&warning) {
            self.0.push(warning);
        }
    }
}
