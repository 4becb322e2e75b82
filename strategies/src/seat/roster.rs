//! Everybody at the table, with names that nobody can confuse.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Role, Seat, SeatId};

/// Why a seat cannot join.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RosterError {
    /// The name has no visible character.
    #[error("a seat needs a name; it is blank")]
    BlankName,
    /// The name holds a control or direction-changing character.
    #[error("the seat name {name:?} holds a control or direction-changing character; use plain text")]
    HiddenCharacter {
        /// The name as given.
        name: String,
    },
    /// Another seat has this name, ignoring case, width and outer blanks.
    #[error("two seats are called {name:?}; names must differ in more than case, width or blanks")]
    DuplicateName {
        /// The name that came second.
        name: String,
    },
    /// The weight is outside 1 to 1,000,000.
    #[error("seat {name:?} has weight {weight}; it must be from 1 to 1000000")]
    Weight {
        /// Whose weight it is.
        name: String,
        /// The weight as given.
        weight: u32,
    },
    /// There are more seats than a discussion takes.
    #[error("a discussion takes at most {most} seats")]
    TooMany {
        /// The largest number of seats.
        most: usize,
    },
}

/// Everybody at the table, in the order they were seated.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Roster {
    seats: Vec<Arc<Seat>>,
}

impl Roster {
    /// The largest number of seats in one discussion.
    pub const MOST: usize = 256;

    /// Seats one more.
    ///
    /// # Errors
    /// [`RosterError`] when the name is blank, hidden or taken, the weight is out of range, or the table is full.
    pub fn add(&mut self, seat: Seat) -> Result<SeatId, RosterError> {
        let seat = Self::admit(self, seat)?;
        self.push(Arc::new(seat));
        Ok(SeatId(u16::try_from(self.seats.len() - 1).unwrap_or(u16::MAX)))
    }

    fn admit(&self, mut seat: Seat) -> Result<Seat, RosterError> {
        let name = seat.name.trim();
        if name.is_empty() {
            return Err(RosterError::BlankName);
        }
        if name.chars().any(is_hidden) {
            return Err(RosterError::HiddenCharacter { name: name.to_owned() });
        }
        if self.find(name).is_some() {
            return Err(RosterError::DuplicateName { name: name.to_owned() });
        }
        if !(1..=1_000_000).contains(&seat.weight) {
            return Err(RosterError::Weight { name: name.to_owned(), weight: seat.weight });
        }
        if self.seats.len() >= Self::MOST {
            return Err(RosterError::TooMany { most: Self::MOST });
        }
        if name.len() != seat.name.len() {
            seat.name = name.into();
        }
        Ok(seat)
    }

    /// Seats what the record says was seated; the record was checked when it was written.
    pub(crate) fn push(&mut self, seat: Arc<Seat>) {
        self.seats.push(seat);
    }

    /// Puts another at a place that somebody holds.
    pub(crate) fn replace(&mut self, place: SeatId, seat: Arc<Seat>) {
        self.seats.get_mut(place.index()).into_iter().for_each(|one| *one = Arc::clone(&seat));
    }

    /// How many seats there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether nobody is seated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The seat at a place, if there is one.
    #[must_use]
    pub fn get(&self, id: SeatId) -> Option<&Seat> {
        self.seats.get(id.index()).map(Arc::as_ref)
    }

    /// The seat's name, or `?` for a place that nobody holds.
    #[must_use]
    pub fn name(&self, id: SeatId) -> &str {
        self.get(id).map_or("?", |seat| &seat.name)
    }

    /// The place of the seat with this name, ignoring case, width and outer blanks.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<SeatId> {
        let wanted = fold(name);
        self.iter().find(|(_, seat)| fold(&seat.name) == wanted).map(|(id, _)| id)
    }

    /// Every seat with its place, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (SeatId, &Seat)> + ExactSizeIterator {
        self.seats.iter().enumerate().map(|(at, seat)| (SeatId(u16::try_from(at).unwrap_or(u16::MAX)), seat.as_ref()))
    }

    /// The places of seats that speak, in order.
    pub fn voices(&self) -> impl DoubleEndedIterator<Item = SeatId> {
        self.iter().filter(|(_, seat)| seat.voice).map(|(id, _)| id)
    }

    /// The seats that speak and have this role.
    pub fn with_role<'a>(&'a self, role: &'a Role) -> impl Iterator<Item = SeatId> + 'a {
        self.iter().filter(move |(_, seat)| seat.voice && seat.role == *role).map(|(id, _)| id)
    }

    /// The sides that are argued for, in the order in which they were seated; whoever is on the bench argues for none.
    #[must_use]
    pub fn sides(&self) -> Vec<Arc<str>> {
        let mut sides: Vec<Arc<str>> = Vec::new();
        for side in self.seats.iter().filter(|seat| !seat.waits()).filter_map(|seat| seat.side.as_ref()) {
            if !sides.contains(side) {
                sides.push(side.clone());
            }
        }
        sides
    }
}

/// A name folded for comparison: outer blanks off, full-width forms narrowed, case ignored.
#[must_use]
pub fn fold(name: &str) -> String {
    name.trim().chars().map(narrow).flat_map(char::to_lowercase).collect()
}

/// A full-width ASCII form as its plain character; every other character as it is.
#[must_use]
pub const fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => match char::from_u32(c as u32 - 0xfee0) {
            Some(plain) => plain,
            None => c,
        },
        '\u{3000}' => ' ',
        _ => c,
    }
}

/// Whether a character is a control, changes the direction of text or takes no room.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
