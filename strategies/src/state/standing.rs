//! What a message moves: never by a guess, never by a pass.

use super::Standing;
use crate::{
    reading::{Position, Reading},
    turn::{Ending, TurnId},
};

impl Standing {
    /// Takes in a message; the position that it left, if it left one.
    ///
    /// `votes`: what its ballot is over, if it has one, is what can be voted for.
    pub(crate) fn take_in(&mut self, turn: TurnId, round: u32, votes: bool, reading: &Reading) -> Option<Position> {
        self.last_message = Some(turn);
        if reading.pass.is_some() {
            return None;
        }
        if let Some(stance) = reading.stance.counted() {
            self.stance = *stance;
            self.stance_round = round;
        }
        self.conceded |= reading.concedes();
        if votes && let Some(ballot) = reading.ballot.as_ref().and_then(|read| read.counted()) {
            self.ballot = Some(ballot.clone());
        }
        for score in reading.scores.iter().filter(|score| score.from.counts()) {
            let place = usize::from(score.point).checked_sub(1);
            if let (Some(slot), Some(_)) = (place.and_then(|at| self.scores.get_mut(at)), score.value) {
                *slot = score.value;
            }
        }
        let to = reading.position().filter(|to| *to != self.position)?;
        Some(std::mem::replace(&mut self.position, to))
    }

    /// Takes in how a turn ended: who was called off is not missing.
    pub(crate) const fn end(&mut self, how: Ending) {
        self.answered_last = how.is_answer() || (matches!(how, Ending::NotNeeded) && self.answered_last);
    }

    /// Whether it stands where another stands: position, stance, ballot, scores and concession.
    pub(super) fn stands_like(&self, other: &Self) -> bool {
        (self.position, self.stance, self.conceded) == (other.position, other.stance, other.conceded)
            && self.ballot == other.ballot
            && self.scores == other.scores
    }

    /// Whether it ever said something that counts.
    pub(super) fn stands_somewhere(&self) -> bool {
        let unsaid = Self { scores: vec![None; self.scores.len()], ..Self::default() };
        !self.stands_like(&unsaid)
    }
}
