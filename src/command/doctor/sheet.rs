//! A sheet of titles, entries and details, in one language.

use std::fmt::Write as _;

use quorate_strategies::brief::{Language, Text};

use super::words::{self, say};
use crate::report::text;

/// A sheet that is being written; writing to a string cannot fail.
pub(super) struct Sheet {
    language: Language,
    text: String,
}

type Holes<'a> = [(&'a str, &'a str)];

impl Sheet {
    pub(super) const fn new(language: Language) -> Self {
        Self { language, text: String::new() }
    }

    pub(super) const fn language(&self) -> Language {
        self.language
    }

    /// A part begins.
    pub(super) fn title(&mut self, words: &Text, holes: &Holes<'_>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line("", words, holes);
    }

    pub(super) fn entry(&mut self, words: &Text, holes: &Holes<'_>) {
        self.line("  ", words, holes);
    }

    pub(super) fn detail(&mut self, words: &Text, holes: &Holes<'_>) {
        self.line("      ", words, holes);
    }

    /// Something to type, the same in every language.
    pub(super) fn command(&mut self, command: &str) {
        let _ = writeln!(self.text, "      {}", text::line(command));
    }

    /// Says so where there is nothing.
    pub(super) fn none_of<T>(&mut self, things: &[T]) {
        if things.is_empty() {
            self.entry(&words::NONE, &[]);
        }
    }

    pub(super) fn written(self) -> String {
        self.text
    }

    fn line(&mut self, indent: &str, words: &Text, holes: &Holes<'_>) {
        let said = say(words, self.language, holes);
        let _ = writeln!(self.text, "{indent}{}", text::line(&said));
    }
}
