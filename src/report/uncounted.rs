//! Who said something that counts nowhere: too late, or in words that show no stance.

use quorate_strategies::{
    reading::Stance,
    rule::Input,
    seat::{Seat, SeatId},
    state::Standing,
};

use super::facts::Facts;

impl Facts<'_> {
    /// Seats that answered when their turn had ended, in the order of their first late answers.
    pub(super) fn late_seats(&self) -> Vec<SeatId> {
        let mut late: Vec<SeatId> = Vec::new();
        for turn in self.late.iter().filter_map(|id| self.state().turn(*id)) {
            if !late.contains(&turn.seat) {
                late.push(turn.seat);
            }
        }
        late
    }

    /// Seats with a vote that answered in the round that was judged last and showed no stance, where stances are what
    /// counts: they are taken as neutral (seeds 000 and 001).
    pub(super) fn unread(&self) -> Vec<SeatId> {
        if self.input != Some(Input::Stances) || self.verdict().is_none() {
            return Vec::new();
        }
        let round = self.judged.round;
        let shows = |one: &Standing| one.stance_round == round && one.stance != Stance::Unknown;
        let is_unread =
            |(seat, one): (&Seat, &Standing)| seat.vote && one.asked > 0 && one.answered_last && !shows(one);
        let seats = self.state().roster().iter().zip(&self.judged.standings);
        seats.filter(|((_, seat), one)| is_unread((seat, one))).map(|((id, _), _)| id).collect()
    }
}
