//! Writes the prompts of one discussion and keeps what is the same from turn to turn.

use std::sync::Arc;

use quorate_strategies::{
    seat::SeatId,
    state::State,
    step::{Ask, Scope},
    strategy::Card,
};

use super::{
    answer::{Answers, Style},
    budget::Budget,
    error::PromptError,
    fence::Fence,
    gather::{Context, Counts, gather_counted},
    prompts::Prompts,
    system::{self, System},
    user::{self, Rendered},
};

/// Writes the prompts of one discussion.
///
/// What it keeps is a cache: another one gives the same prompts for the same state.
#[derive(Debug)]
pub struct Prompter {
    prompts: Arc<Prompts>,
    fence: Fence,
    systems: Vec<Option<(Budget, Arc<System>)>>,
    answers: Answers,
    counts: Counts,
}

impl Prompter {
    /// One for the discussion of this state.
    #[must_use]
    pub fn new(prompts: Arc<Prompts>, state: &State) -> Self {
        let fence = Fence::new(state.charter());
        Self { prompts, fence, systems: Vec::new(), answers: Answers::default(), counts: Counts::default() }
    }

    /// What [`gather`](super::gather) gives, at a cost that does not grow with the discussion, but for
    /// [`Scope::Full`].
    pub fn gather<'a>(&mut self, state: &'a State, seat: SeatId, sees: Scope) -> Context<'a> {
        gather_counted(state, seat, sees, &mut self.counts)
    }

    /// The fence that other people's words are quoted in.
    #[must_use]
    pub const fn fence(&self) -> &Fence {
        &self.fence
    }

    /// The stable part of a seat's prompts: the same from turn to turn, so it is written once.
    ///
    /// # Errors
    /// [`PromptError`] when nobody holds the seat, or a template of a user's own fails.
    pub fn system(&mut self, state: &State, seat: SeatId, budget: Budget) -> Result<Arc<System>, PromptError> {
        if self.systems.len() <= seat.index() {
            self.systems.resize(state.roster().len().max(seat.index() + 1), None);
        }
        if let Some(Some((made_for, system))) = self.systems.get(seat.index())
            && *made_for == budget
        {
            return Ok(Arc::clone(system));
        }
        let system = Arc::new(system::write(&self.prompts, &self.fence, state, seat, budget)?);
        if let Some(slot) = self.systems.get_mut(seat.index()) {
            *slot = Some((budget, Arc::clone(&system)));
        }
        Ok(system)
    }

    /// The part that changes: what `context` holds, and what is asked.
    ///
    /// # Errors
    /// [`PromptError`] when the card has no such task, nobody holds the seat, or a template of a user's own fails.
    pub fn user(
        &mut self,
        state: &State,
        asked: (&Card, &Ask, Style),
        context: &Context<'_>,
        budget: Budget,
    ) -> Result<Rendered, PromptError> {
        let system = self.system(state, context.seat, budget)?;
        let answer = self.answers.get(&self.prompts, &self.fence, state, asked)?;
        let (_, ask, _) = asked;
        user::write(&self.prompts, &self.fence, state, ask, (answer, &system), context, budget)
    }
}
