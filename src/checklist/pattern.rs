//! Regular expressions written in this module, compiled once and never able to fail a run.

use regex::{CaptureMatches, Captures, Match, Regex};

/// A compiled expression; one that does not compile (a test holds that none is) matches nothing.
#[derive(Debug)]
pub(super) struct Pattern(Option<Regex>);

impl Pattern {
    pub(super) fn new(expression: &str) -> Self {
        // Word ends are ASCII ones: cheap to compile and to run.
        let regex = Regex::new(&expression.replace(r"\b", r"(?-u:\b)"));
        debug_assert!(regex.is_ok(), "{expression}");
        Self(regex.ok())
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.as_ref().is_some_and(|r| r.is_match(text))
    }

    pub(super) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.0.as_ref()?.find(text)
    }

    pub(super) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'t>> {
        self.0.as_ref()?.captures(text)
    }

    pub(super) fn captures_iter<'r, 't>(&'r self, text: &'t str) -> impl Iterator<Item = Captures<'t>> + use<'r, 't> {
        let all: Option<CaptureMatches<'r, 't>> = self.0.as_ref().map(|r| r.captures_iter(text));
        all.into_iter().flatten()
    }

    /// The text with each match replaced by its first group.
    pub(super) fn keep_group(&self, text: &str) -> String {
        match &self.0 {
            Some(regex) => regex.replace_all(text, "$1").into_owned(),
            None => text.to_owned(),
        }
    }
}
