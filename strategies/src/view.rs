//! What a strategy may look at: a lent window on the state, never a copy.

use std::sync::Arc;

use crate::{
    brief::Point,
    reading::Position,
    rule::Verdict,
    seat::{Roster, SeatId},
    state::{Consultation, Gate, Interjection, Request, Standing, State},
    step::{Form, StopReason},
    strategy::Rounds,
    turn::Turn,
};

/// What a strategy decides on. Every accessor lends; none of them costs more as a discussion grows.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    state: &'a State,
    form: &'a Form,
}

impl<'a> View<'a> {
    /// A view of a state; `form` is what the decision rule needs answers in.
    #[must_use]
    pub const fn new(state: &'a State, form: &'a Form) -> Self {
        Self { state, form }
    }

    /// Everybody at the table.
    #[must_use]
    pub const fn roster(&self) -> &'a Roster {
        self.state.roster()
    }

    /// Every turn so far, with its ending, in the order of asking.
    #[must_use]
    pub fn turns(&self) -> &'a [Turn] {
        self.state.turns()
    }

    /// The turns of the current round, closing turns included.
    #[must_use]
    pub fn round_turns(&self) -> &'a [Turn] {
        self.state.round_turns()
    }

    /// The current round, from 1.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.state.round()
    }

    /// How many rounds at least and at most.
    #[must_use]
    pub fn rounds(&self) -> Rounds {
        self.state.charter().rounds
    }

    /// Whether the current round is the last one that is allowed.
    #[must_use]
    pub fn is_last_round(&self) -> bool {
        self.round() >= self.rounds().max
    }

    /// Where a seat stands.
    #[must_use]
    pub fn standing(&self, seat: SeatId) -> Option<&'a Standing> {
        self.state.standings().get(seat.index())
    }

    /// A seat's position; open for a place that nobody holds.
    #[must_use]
    pub fn position(&self, seat: SeatId) -> Position {
        self.standing(seat).map_or(Position::Open, |standing| standing.position)
    }

    /// The last verdict of the decision rule, if it was asked.
    #[must_use]
    pub fn verdict(&self) -> Option<&'a Verdict> {
        self.state.verdict()
    }

    /// The form that the decision rule needs answers in; pass it on with each ask, a vote over other options as
    /// [`Form::over`] makes it.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form.clone()
    }

    /// What can be voted for.
    #[must_use]
    pub fn options(&self) -> &'a [Arc<str>] {
        &self.state.charter().brief.options
    }

    /// What is scored point by point.
    #[must_use]
    pub fn points(&self) -> &'a [Point] {
        &self.state.charter().brief.points
    }

    /// Consultations and their answers.
    #[must_use]
    pub fn consults(&self) -> &'a [Consultation] {
        self.state.consults()
    }

    /// What was wanted beyond asking, granted or refused.
    #[must_use]
    pub fn requests(&self) -> &'a [Request] {
        self.state.requests()
    }

    /// What the principal was asked last, and the answer.
    #[must_use]
    pub const fn gate(&self) -> &'a Gate {
        self.state.gate()
    }

    /// Messages from outside the table.
    #[must_use]
    pub fn interjections(&self) -> &'a [Interjection] {
        self.state.interjections()
    }

    /// Where all randomness comes from.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.state.charter().seed
    }

    /// Why the discussion is about to end, once it is: time for closing turns, then `Conclude`.
    #[must_use]
    pub const fn closing(&self) -> Option<StopReason> {
        self.state.closing()
    }

    /// The turn that was asked last.
    #[must_use]
    pub fn last_turn(&self) -> Option<&'a Turn> {
        self.turns().last()
    }
}
