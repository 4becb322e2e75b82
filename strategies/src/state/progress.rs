//! Whether a discussion gets anywhere: what each round brought that was not there before.

use std::{collections::BTreeSet, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{Standing, State};
use crate::{
    seat::fold,
    turn::{Message, TurnId},
};

/// Words of a message that are compared; what follows them is not looked at.
const COMPARED: usize = 4_096;
/// Words that follow each other and are compared together.
const SHINGLE: usize = 3;
/// From this percentage on two texts say the same.
const ALIKE: usize = 90;

/// What the rounds brought; kept only where the charter has it watched.
///
/// A message *moves* something when its seat's position, stance, ballot, a score or a concession is another after it. It
/// is *new* when it moves something, marks an idea that the seat's message before did not, or says other words than
/// that message. Two messages say the same words when, of all runs of three words in either, at least 90 of 100 are in
/// both; case, width, blanks, punctuation and markers do not count, and each Chinese or Japanese character is a word.
/// Source: resemblance by shingles (Broder, 1997), in integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Whether the round that is open moved something.
    moved: bool,
    /// Whether the round that is open brought something new.
    new: bool,
    /// Rounds in a row, up to the last that closed, that brought nothing new.
    pub quiet: u32,
    /// Rounds in a row, up to the last that closed, that moved nothing.
    pub still: u32,
    /// Whether the principal was asked about it since something was new last.
    pub asked: bool,
}

impl Progress {
    pub(super) fn close_round(&mut self) {
        self.quiet = if self.new { 0 } else { self.quiet + 1 };
        self.still = if self.moved { 0 } else { self.still + 1 };
        (self.moved, self.new) = (false, false);
    }
}

impl State {
    /// What the rounds brought.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Whether anybody with a vote ever said something that counts.
    pub(crate) fn anybody_stands(&self) -> bool {
        let seats = self.roster.iter().zip(&self.standings);
        seats.filter(|((_, seat), _)| seat.vote).any(|(_, standing)| standing.stands_somewhere())
    }

    /// Notes what a message brought beyond the one before it of the same seat.
    pub(super) fn note_progress(&mut self, before: &Standing, after: &Standing, message: &Message) {
        let moved = !before.stands_like(after);
        let last = before.last_message.and_then(|id| self.message(id));
        let new = moved || message.reading.pass.is_none() && last.is_none_or(|last| says_more(message, last));
        self.progress.moved |= moved;
        self.progress.new |= new;
    }

    fn message(&self, id: TurnId) -> Option<&Message> {
        self.turn(id)?.message()
    }
}

impl Message {
    /// Whether it says the same words as another, as [`Progress`] counts them; no words repeat nothing.
    #[must_use]
    pub fn repeats(&self, other: &Self) -> bool {
        let words = tokens(&self.words());
        !words.is_empty() && resemble(&words, &tokens(&other.words()))
    }
}

/// Whether a message has an idea or words that the one before has not.
fn says_more(message: &Message, before: &Message) -> bool {
    let said = |idea: &Arc<str>| before.reading.ideas.iter().any(|other| fold(other) == fold(idea));
    message.reading.ideas.iter().any(|idea| !said(idea)) || !alike(&message.words(), &before.words())
}

/// Whether of all runs of three words in two texts 90 of 100 are in both.
fn alike(one: &str, other: &str) -> bool {
    resemble(&tokens(one), &tokens(other))
}

fn resemble(one: &[String], other: &[String]) -> bool {
    if one == other {
        return true;
    }
    let (one, other) = (shingles(one), shingles(other));
    let both = one.intersection(&other).count();
    both * 100 >= (one.len() + other.len() - both) * ALIKE
}

fn shingles(tokens: &[String]) -> BTreeSet<&[String]> {
    if tokens.len() < SHINGLE { BTreeSet::from([tokens]) } else { tokens.windows(SHINGLE).collect() }
}

fn tokens(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in folded.chars() {
        let alone = c >= '\u{2e80}';
        if !c.is_alphanumeric() {
            in_word = false;
            continue;
        }
        if let Some(word) = tokens.last_mut().filter(|_| in_word && !alone) {
            word.push(c);
        } else if tokens.len() == COMPARED {
            break;
        } else {
            tokens.push(c.to_string());
        }
        in_word = !alone;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_words_are_alike_whatever_their_case_width_and_stops() {
        for (one, other) in [
            ("Thanks, Bob!", "thanks bob"),
            ("You\u{2019}re welcome!", "You\u{2019}re  welcome."),
            ("\u{8c22}\u{8c22}\u{ff01}", "\u{8c22}\u{8c22}\u{3002}"),
            ("ABC", "\u{ff21}\u{ff22}\u{ff23}"),
            ("", "!"),
        ] {
            assert!(alike(one, other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn other_words_are_not_alike_however_few() {
        for (one, other) in
            [("Thanks!", "Welcome!"), ("yes", "no"), ("", "yes"), ("\u{8d5e}\u{6210}", "\u{53cd}\u{5bf9}")]
        {
            assert!(!alike(one, other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn nine_runs_of_ten_are_the_border() {
        let text = |n: usize| (0..n).map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ");
        // 20 words hold 18 runs of three, 22 hold 20: 18 of 20 are in both.
        assert!(alike(&text(20), &text(22)));
        assert!(!alike(&text(20), &text(23)));
    }

    #[test]
    fn a_text_without_end_is_compared_by_its_beginning() {
        let long = "word ".repeat(COMPARED + 50);
        assert_eq!(tokens(&long).len(), COMPARED);
    }
}
