//! What people at the table are called in a prompt, and the few words that stand outside the templates.

use std::borrow::Cow;

use quorate_strategies::{
    brief::Language,
    event::Peers,
    seat::{Roster, SeatId},
};

/// What a seat is called in contexts: its name, or a letter by its place where peers are anonymous.
#[must_use]
pub fn label(roster: &Roster, peers: Peers, seat: SeatId) -> Cow<'_, str> {
    match peers {
        Peers::Named => Cow::Borrowed(roster.name(seat)),
        Peers::Anonymous => Cow::Owned(format!("Seat {}", letters(seat))),
    }
}

/// A, B, … Z, AA, AB, …
fn letters(seat: SeatId) -> String {
    let letter = |at: u16| char::from(b'A' + u8::try_from(at % 26).unwrap_or_default());
    match seat.0 / 26 {
        0 => letter(seat.0).to_string(),
        more => [letter(more - 1), letter(seat.0)].iter().collect(),
    }
}

/// The words of one language that are written between quoted texts.
#[derive(Debug)]
pub(super) struct Words {
    pub you: &'static str,
    pub round: &'static str,
    pub passed: &'static str,
    pub outside: &'static str,
    pub side: &'static str,
    pub no_vote: &'static str,
    pub cut: [&'static str; 2],
}

const EN: Words = Words {
    you: "you",
    round: "round",
    passed: "passed",
    outside: "outside the table, no vote",
    side: "side",
    no_vote: "no vote",
    cut: ["[… ", " characters left out …]"],
};

impl Words {
    /// The words of a language. There are English ones so far, as there are English templates.
    pub(super) const fn of(language: Language) -> &'static Self {
        match language {
            Language::En | Language::Zh | Language::Ja => &EN,
        }
    }
}

/// What models are told a language is called.
pub(super) const fn language_name(language: Language) -> &'static str {
    match language {
        Language::En => "English",
        Language::Zh => "Chinese (中文)",
        Language::Ja => "Japanese (日本語)",
    }
}
