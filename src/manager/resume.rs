//! Going on with a record that broke off: the same discussion, from the last thing that was kept.

use quorate_strategies::{engine::Engine, event::Event, outcome::Outcome, state::State};

use super::{
    Discussion, Finished, RunError,
    builder::Plan,
    recorded::{Broken, Recorded},
    replay::Changed,
};

/// Who goes on, as `resumed` says where no person did.
pub(super) const ANOTHER_PROCESS: &str = "quorate";

impl Discussion {
    /// Goes on with a record in place of beginning anew: what was settled is taken from the record, what was said is
    /// not asked again, and a turn that was in flight is asked once more. Give it the journal of the record first.
    ///
    /// The time limit goes on from the time used. A discussion that was stopped is opened again in the round in which it
    /// was stopped, with all its time, and turns that were called off then are asked once more; one that has ended is given back as it is. A record that the strategy, the rule, the seats or the prompts of
    /// this discussion do not lead to is refused with [`RunError::Changed`] before anything is asked.
    #[must_use]
    pub fn resume(mut self, recorded: Recorded) -> Self {
        self.recorded = Some(Box::new(recorded));
        self
    }
}

/// A record that was found to be of the very discussion that goes on with it.
pub(super) struct Continued {
    pub(super) recorded: Recorded,
    pub(super) engine: Engine,
}

impl Continued {
    /// Holds a record against a discussion: settings, decisions, readings and prompts.
    pub(super) fn check(recorded: Recorded, discussion: &Discussion, plan: &mut Plan) -> Result<Self, RunError> {
        if recorded.charter().is_none() && !recorded.entries.is_empty() {
            return Err(RunError::Setup(super::SetupError::NoBeginning));
        }
        recorded.replay(discussion)?;
        if let Some(charter) = recorded.charter() {
            plan.charter = charter.clone();
        }
        let empty = Engine::new(discussion.strategy_arc(), plan.rule.clone(), State::default());
        let engine = recorded.fold(empty).map_err(|broken| match broken {
            Broken::Fold { seq, why } => RunError::Fold { seq, why },
            Broken::Line(error) => RunError::Record(error),
        })?;
        Ok(Self { recorded, engine })
    }

    /// The discussion as it ended, where nothing is left to do.
    pub(super) fn finished(&self, plan: &Plan) -> Option<Finished> {
        self.recorded.ended()?;
        Some(Finished {
            outcome: Outcome::of(&self.recorded.state)?,
            state: self.recorded.state.clone(),
            entries: self.recorded.entries.clone(),
            hash: self.recorded.hash().into(),
            strategy: self.engine.strategy_arc(),
            rule: plan.rule.clone(),
        })
    }

    /// What is recorded first.
    pub(super) fn event(&self) -> Event {
        let round = self.recorded.state.round();
        match self.recorded.is_stopped_for_good() {
            true => Event::Reopened { by: ANOTHER_PROCESS.into(), round: Some(round) },
            false => Event::Resumed { by: ANOTHER_PROCESS.into() },
        }
    }
}

impl From<Changed> for RunError {
    fn from(changed: Changed) -> Self {
        Self::Changed(Box::new(changed))
    }
}
