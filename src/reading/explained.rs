//! Tells the example of an instruction from an answer: the lines that explain the markers stand below it.

use super::{
    fold::after_leads,
    layout::raw_lines,
    markers::Place,
    scan::{Marker, Tag},
    values::{self, Value},
};
use quorate_strategies::{
    reading::{Kind, Stance},
    seat::narrow,
};

/// Up to where each example of the instruction was repeated: its values are no answer there.
#[derive(Debug, Default)]
pub(super) struct Explained([usize; 3]);

/// The markers that the instruction shows, each with words that a line which explains it holds.
const SHOWN: [(Tag, &str, &[&str]); 3] = [
    (Tag::Kind, "KIND", &["PROPOSAL", "CONSENSUS"]),
    (Tag::Stance, "STANCE", &["AGREE", "DISAGREE", "NEUTRAL"]),
    (Tag::Confidence, "CONFIDENCE", &["100"]),
];

impl Explained {
    /// Looks for lines that explain markers, where there are markers as in the example.
    pub(super) fn of(text: &str, markers: &[(Marker<'_>, Place)]) -> Self {
        let mut explained = Self::default();
        if !markers.iter().any(|(marker, _)| is_shown(marker)) {
            return explained;
        }
        let mut start = 0;
        for line in raw_lines(text) {
            for ((_, word, values), until) in SHOWN.iter().zip(&mut explained.0) {
                if explains(line, word) && values.iter().all(|value| line.contains(value)) {
                    *until = start;
                }
            }
            start += line.len() + 1;
        }
        explained
    }

    /// Whether a marker belongs to the example.
    pub(super) fn holds(&self, marker: &Marker<'_>) -> bool {
        let until = SHOWN.iter().zip(&self.0).find(|((tag, ..), _)| *tag == marker.tag).map_or(0, |(_, until)| *until);
        marker.span.end <= until && is_shown(marker)
    }
}

/// Whether a marker says what the example of the instruction says.
pub(super) fn is_shown(marker: &Marker<'_>) -> bool {
    match marker.tag {
        Tag::Kind => values::kind(marker.value) == Value::Good(Kind::Opinion),
        Tag::Stance => values::stance(marker.value) == Value::Good(Stance::Neutral),
        Tag::Confidence => values::confidence(marker.value) == Value::Good(70),
        _ => false,
    }
}

/// Whether a line begins with a word of the grammar and a colon, without brackets.
fn explains(line: &str, word: &str) -> bool {
    let rest = after_leads(line).strip_prefix(word);
    rest.is_some_and(|rest| rest.chars().next().map(narrow) == Some(':'))
}
