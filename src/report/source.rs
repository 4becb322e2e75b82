//! What every report is made from: the state, the entries it was folded from, and the hash that stands for them.

use quorate_strategies::{brief::Language, record::Entry, rule::DecisionRule, state::State};

/// A record, lent to a report. It may be one that has not come to its end.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Everything that follows from the entries.
    pub state: &'a State,
    /// The record, event by event.
    pub entries: &'a [Entry],
    /// The hash of the record's last line.
    pub hash: &'a str,
    pub(super) rule: Option<&'a dyn DecisionRule>,
    language: Option<Language>,
}

impl<'a> Source<'a> {
    /// A source over a record; a decision rule that comes with Quorate is found by the name in the record.
    #[must_use]
    pub const fn new(state: &'a State, entries: &'a [Entry], hash: &'a str) -> Self {
        Self { state, entries, hash, rule: None, language: None }
    }

    /// The same, with the rule that was used: needed for a rule of one's own, which no catalogue here knows.
    #[must_use]
    pub const fn with_rule(mut self, rule: &'a dyn DecisionRule) -> Self {
        self.rule = Some(rule);
        self
    }

    /// The same, told of in another language than that of the discussion; what was said stays as it was said.
    #[must_use]
    pub const fn told_in(mut self, language: Language) -> Self {
        self.language = Some(language);
        self
    }

    /// The language in which it is told of.
    pub(super) fn language(&self) -> Language {
        self.language.unwrap_or(self.state.charter().brief.language)
    }
}
