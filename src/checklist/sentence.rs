//! A number in its sentence, and what stands around it.

use std::ops::Range;

use super::numbers::Number;
use super::vocabulary::vocabulary;
use super::word_lists::{Set, set};
use super::words::Words;

/// What is known about the place of a sentence.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    /// Under a heading that says what is aimed at.
    pub(super) goals: bool,
    /// Under a heading that says when something is accepted or taken back.
    pub(super) criteria: bool,
    /// In a step, where a sentence without a verb says what to do.
    pub(super) step: bool,
}

/// A number in its sentence.
#[derive(Debug)]
pub(super) struct Context<'a> {
    pub(super) text: &'a str,
    pub(super) words: &'a Words,
    /// The sentence, as word indices.
    pub(super) sentence: Range<usize>,
    pub(super) number: &'a Number,
    pub(super) place: Place,
}

/// How many words around a number are looked at.
pub(super) const REACH: usize = 24;

impl Context<'_> {
    /// Where the number begins and ends, as word indices.
    pub(super) fn start(&self) -> usize {
        self.number.words.start
    }

    pub(super) fn end(&self) -> usize {
        self.number.words.end
    }

    /// The word at an index; empty outside the sentence.
    pub(super) fn word(&self, at: usize) -> &str {
        if self.sentence.contains(&at) { self.words.word(at) } else { "" }
    }

    /// The word before an index.
    pub(super) fn word_before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    /// The text between a word and the next.
    pub(super) fn gap(&self, word: usize) -> &str {
        let between = self.words.span(word).end..self.words.span(word + 1).start;
        self.text.get(between).unwrap_or("")
    }

    /// Up to `count` words of the sentence before the number.
    pub(super) fn near(&self, count: usize) -> Range<usize> {
        self.start().saturating_sub(count).max(self.sentence.start)..self.start()
    }

    /// Up to `count` words of the sentence after the number.
    pub(super) fn after(&self, count: usize) -> Range<usize> {
        self.end()..(self.end() + count).min(self.sentence.end)
    }

    /// Whether one of the phrases begins within the range.
    pub(super) fn has(&self, wanted: Set, range: &Range<usize>) -> bool {
        set(wanted).any_in(self.words, range.clone())
    }

    /// Whether a phrase begins at the word.
    pub(super) fn at(&self, wanted: Set, word: usize) -> bool {
        set(wanted).at(self.words, word).is_some()
    }

    /// Whether the text right before the number ends with one of the signs.
    pub(super) fn signed(&self, signs: &[char]) -> bool {
        self.text[..self.number.bytes.start].trim_end().ends_with(signs)
    }

    /// The words around the number that no comma, bracket or dash parts from it.
    pub(super) fn clause(&self) -> Range<usize> {
        let parts = |word: usize| {
            let gap = self.gap(word);
            let cut = gap.contains([';', '(', ')', '—', '–']) || gap.contains(", ") || gap.contains(" - ");
            cut || matches!(self.words.word(word + 1), "because" | "which" | "but" | "so" | "whereas")
        };
        let (mut from, mut to) = (self.start(), self.end());
        while from > self.sentence.start && self.start() - from < REACH && !parts(from - 1) {
            from -= 1;
        }
        while to < self.sentence.end && to - self.end() < REACH && !parts(to - 1) {
            to += 1;
        }
        from..to
    }

    /// The words before a colon at the beginning of the sentence.
    pub(super) fn label(&self) -> Option<Range<usize>> {
        let start = self.sentence.start;
        let end = (start..(start + 4).min(self.start())).find(|&w| self.gap(w).contains(':'))?;
        Some(start..end + 1)
    }

    /// Whether the sentence tells what to do.
    pub(super) fn begins_with_order(&self) -> bool {
        let first = self.label().map_or(self.sentence.start, |label| label.end);
        let word = self.words.word(first);
        vocabulary().action_verbs.has(word) || self.at(Set::EffectBase, first) || set(Set::OrderVerb).has(word)
    }

    /// Whether the number is one per time or per piece.
    pub(super) fn is_rate(&self) -> bool {
        let slash = self.text[self.number.bytes.end..].starts_with('/');
        let per = |w: usize| {
            matches!(self.word(w), "per" | "a" | "an" | "each" | "every")
                && set(Set::RateUnit).has(self.word(w + 1).trim_end_matches('s'))
        };
        (slash && set(Set::RateUnit).has(self.word(self.end())))
            || self.after(4).any(per)
            || self.after(2).any(|w| set(Set::RateWord).has(self.word(w)))
    }
}
