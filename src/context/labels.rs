//! What people at the table are called in a prompt.

use std::borrow::Cow;

use quorate_strategies::{
    brief::Language,
    event::Peers,
    seat::{Roster, SeatId},
};

use super::words::Words;

/// What a seat is called in contexts of a language: its name, or a letter by its place where peers are anonymous.
#[must_use]
pub fn label(roster: &Roster, peers: Peers, language: Language, seat: SeatId) -> Cow<'_, str> {
    match peers {
        Peers::Named => Cow::Borrowed(roster.name(seat)),
        Peers::Anonymous => Cow::Owned(format!("{}{}", Words::of(language).seat, letters(seat))),
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
