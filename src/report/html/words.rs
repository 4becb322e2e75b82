//! What the page says beside the words of the minutes, one table per language.

use quorate_strategies::brief::Language;

use super::course::Share;
use crate::{argument::Edge, report::words::fill};

/// The words of the page. `{name}` is a hole.
#[derive(Debug)]
pub(super) struct PageWords {
    /// The language as pages name it.
    pub(super) lang: &'static str,
    pub(super) eyebrow: &'static str,
    pub(super) contents: &'static str,
    pub(super) decision: &'static str,
    pub(super) decided: &'static str,
    pub(super) decided_in: &'static str,
    pub(super) undecided: &'static str,
    pub(super) not_sought: &'static str,
    pub(super) agreement: &'static str,
    pub(super) as_decided: &'static str,
    pub(super) rounds: &'static str,
    pub(super) turns: &'static str,
    pub(super) answered: &'static str,
    pub(super) of: &'static str,
    pub(super) duration: &'static str,
    pub(super) tokens: &'static str,
    pub(super) requests: &'static str,
    pub(super) money: &'static str,
    pub(super) spending: &'static str,
    pub(super) spent: &'static str,
    pub(super) budget: &'static str,
    pub(super) estimated: &'static str,
    pub(super) unlimited: &'static str,
    pub(super) positions: &'static str,
    pub(super) positions_about: &'static str,
    pub(super) shares: &'static str,
    pub(super) shares_about: &'static str,
    pub(super) shares_line: &'static str,
    pub(super) graph: &'static str,
    pub(super) graph_about: &'static str,
    pub(super) graph_guesses: &'static str,
    pub(super) graph_left_out: &'static str,
    pub(super) rounds_left_out: &'static str,
    pub(super) unanswered: &'static str,
    pub(super) unanswered_about: &'static str,
    pub(super) no_unanswered: &'static str,
    pub(super) all_objections: &'static str,
    pub(super) end: &'static str,
    pub(super) round: &'static str,
    pub(super) stood: &'static str,
    pub(super) agreed: &'static str,
    pub(super) asked_for: &'static str,
    pub(super) message: &'static str,
    pub(super) about: &'static str,
    pub(super) guess: &'static str,
    pub(super) changes: &'static str,
    pub(super) to_top: &'static str,
    pub(super) between: &'static str,
}

impl PageWords {
    /// The table of a language.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &en::WORDS,
            Language::Zh => &zh::WORDS,
            Language::Ja => &ja::WORDS,
        }
    }

    /// When something was: at the close of a round, or at the end.
    pub(super) fn when(&self, round: Option<u32>) -> String {
        round.map_or_else(|| self.end.to_owned(), |round| fill(self.round, &[("n", &round.to_string())]))
    }

    pub(super) fn stood(&self, name: &str, when: &str, what: &str) -> String {
        fill(self.stood, &[("name", name), ("when", when), ("what", what)])
    }

    pub(super) fn agreed(&self, when: &str, share: Share) -> String {
        let (part, of, percent) = (share.part.to_string(), share.of.to_string(), share.percent().to_string());
        fill(self.agreed, &[("when", when), ("part", &part), ("of", &of), ("percent", &percent)])
    }

    /// The share that the rule asks for, given in hundredths of a percent.
    pub(super) fn asked_for(&self, share: u32) -> String {
        let percent = match share % 100 {
            0 => (share / 100).to_string(),
            rest => format!("{}.{rest:02}", share / 100),
        };
        fill(self.asked_for, &[("percent", &percent)])
    }

    pub(super) fn message(&self, number: u32, name: &str, words: &str) -> String {
        fill(self.message, &[("n", &number.to_string()), ("name", name), ("words", words)])
    }

    /// That one message is about another; `what` is what it is to it.
    pub(super) fn about(&self, edge: &Edge, what: &str) -> String {
        let (from, to) = (edge.from.0.to_string(), edge.to.0.to_string());
        let guess = if edge.is_guess() { self.guess } else { "" };
        fill(self.about, &[("from", &from), ("to", &to), ("what", what), ("guess", guess)])
    }
}

mod en;
mod ja;
mod zh;
