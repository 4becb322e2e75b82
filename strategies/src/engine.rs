//! The engine decides what comes next from the state alone: it never waits, and what it says can be recomputed.

use std::sync::Arc;

use crate::{
    event::{Event, Limit},
    rule::{DecisionRule, Input},
    state::{FoldError, OpenStep, State},
    step::{Form, Step, StopReason},
    strategy::{Check, Options, Strategy},
    view::View,
};

mod circles;
mod decision;
mod form;
mod held;
mod lawful;
mod next;
mod settle;

pub use circles::ROUNDS_IN_PLACE;
use form::form_for;
pub use next::Next;

/// Consultations, invitations, spawns and gates that one round may hold.
pub const REQUESTS_PER_ROUND: u32 = 32;

/// A strategy and a rule over a state.
///
/// `apply` takes in events, `next` says what follows. Neither waits, so the same engine runs under any driver, and
/// resumes from a [`State`] that was stored together with the events after it.
///
/// Progress is structural: a step stays open until an event that the view shows has closed it, an ask of nobody and a
/// wait for nothing are refused, and turns, closing turns and requests are capped. So no strategy can run in place.
#[derive(Debug, Clone)]
pub struct Engine {
    strategy: Arc<dyn Strategy>,
    rule: Option<Arc<dyn DecisionRule>>,
    form: Form,
    /// Shared with whoever keeps it as it stood; it is copied only then.
    state: Arc<State>,
}

impl Engine {
    /// An engine over a state, empty or restored.
    #[must_use]
    pub fn new(strategy: Arc<dyn Strategy>, rule: Option<Arc<dyn DecisionRule>>, state: State) -> Self {
        let form = form_for(rule.as_deref(), &state);
        Self { strategy, rule, form, state: Arc::new(state) }
    }

    /// Everything that follows from the events so far.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The same, kept as it stands now while the engine goes on.
    #[must_use]
    pub fn state_arc(&self) -> Arc<State> {
        Arc::clone(&self.state)
    }

    /// The state, to be kept beyond the engine.
    #[must_use]
    pub fn into_state(self) -> State {
        Arc::unwrap_or_clone(self.state)
    }

    /// The strategy, to be kept beyond the engine.
    #[must_use]
    pub fn strategy_arc(&self) -> Arc<dyn Strategy> {
        Arc::clone(&self.strategy)
    }

    /// The strategy that decides who speaks next.
    #[must_use]
    pub fn strategy(&self) -> &dyn Strategy {
        self.strategy.as_ref()
    }

    /// The rule that says whether the group has decided, if one is sought.
    #[must_use]
    pub fn rule(&self) -> Option<&dyn DecisionRule> {
        self.rule.as_deref()
    }

    /// What the strategy sees.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View::new(&self.state, &self.form)
    }

    /// Takes in one event.
    ///
    /// # Errors
    /// [`FoldError`] when the event does not fit those before it.
    pub fn apply(&mut self, seq: u64, event: &Event) -> Result<(), FoldError> {
        Arc::make_mut(&mut self.state).apply(seq, event)?;
        if matches!(event, Event::Created(_)) {
            self.form = form_for(self.rule.as_deref(), &self.state);
        }
        Ok(())
    }

    /// What has to happen next; a pure function of the state.
    #[must_use]
    pub fn next(&self) -> Next {
        let state = &self.state;
        if state.concluded().is_some() {
            return Next::Done;
        }
        if let Some(open) = &state.open {
            return self.continue_step(open);
        }
        if let Some(why) = self.stopped() {
            return self.conclude(why, None);
        }
        if self.is_held() {
            return Next::Wait;
        }
        if self.judge_is_due() {
            return self.judge();
        }
        if state.closing().is_none() {
            if let Some(event) = self.close() {
                return Next::Record(event);
            }
            if let Some(event) = self.break_circle() {
                return Next::Record(event);
            }
            let spent = state.turns().len() >= state.charter().limits.turns as usize;
            if !state.round_open && spent {
                return Next::Record(Event::LimitReached { limit: Limit::Turns });
            }
            if state.summary_is_due() {
                return Next::Summarise;
            }
            if !state.round_open {
                return Next::Record(Event::RoundOpened { round: state.round() + 1 });
            }
        }
        self.decide()
    }

    /// What is left of the step that is open.
    fn continue_step(&self, open: &OpenStep) -> Next {
        if matches!(open.step, Step::Ask { .. }) && open.ended < open.asked {
            return Next::Perform;
        }
        let held = self.is_held();
        match (&open.step, self.stopped()) {
            (_, Some(why)) if held => self.conclude(why, None),
            (_, None) if held => Next::Wait,
            (Step::CloseRound, _) => Next::Record(Event::RoundClosed { round: self.state.round() }),
            (Step::Conclude { why }, _) => self.conclude(*why, None),
            (_, Some(why)) => self.conclude(why, None),
            (Step::Gate { question }, None) => Next::Record(Event::GateOpened { question: Arc::clone(question) }),
            (Step::Invite { wanted }, None) => self.state.invitation(wanted).map_or(Next::Perform, Next::Record),
            (_, None) => Next::Perform,
        }
    }

    /// Whether something from outside, or a silent round, ends it without closing turns.
    fn stopped(&self) -> Option<StopReason> {
        let state = &self.state;
        if state.cancelled {
            return Some(StopReason::Cancelled);
        }
        if let Some(limit) = state.limit {
            return Some(limit.reason());
        }
        (state.round_empty && !state.round_open && state.closing().is_none()).then_some(StopReason::NoAnswers)
    }

    /// Whether the rule has something new to look at, at a time when the card has it asked.
    fn judge_is_due(&self) -> bool {
        let state = &self.state;
        let Some(rule) = self.rule.as_deref() else {
            return false;
        };
        if state.closing().is_some() || !self.is_new() || state.closed_rounds() < state.charter().rounds.min {
            return false;
        }
        match self.strategy.card().check {
            Check::Never => false,
            // A stance is one of a round, so it is counted when the round is whole.
            Check::EachStep if rule.input() != Input::Stances => true,
            Check::EachStep | Check::RoundClose => !state.round_open,
        }
    }

    /// Whether a turn has ended since the rule was asked.
    fn is_new(&self) -> bool {
        self.state.ended_turns > 0 && self.state.judged_turns != Some(self.state.ended_turns)
    }

    fn judge(&self) -> Next {
        let Some(rule) = self.rule.as_deref() else {
            return Next::Done;
        };
        let verdict = Arc::new(rule.judge(&self.state.tally()));
        Next::Record(Event::Judged { rule: format!("{}/{}", rule.name(), rule.version()).into(), verdict })
    }

    /// The event that begins the end, if the rule was reached or the last round is over.
    fn close(&self) -> Option<Event> {
        let state = &self.state;
        let reached = state.verdict().is_some_and(|verdict| verdict.reached);
        if state.round_open && (reached || state.is_settled()) {
            return Some(Event::RoundClosed { round: state.round() });
        }
        if reached {
            return Some(Event::Closing { why: self.reached_reason() });
        }
        let over = !state.round_open && state.closed_rounds() >= state.charter().rounds.max;
        let why = if self.rule.is_some() { StopReason::MaxRounds } else { StopReason::Finished };
        over.then_some(Event::Closing { why })
    }

    fn reached_reason(&self) -> StopReason {
        match self.rule.as_deref().map(DecisionRule::input) {
            Some(Input::Sides) => StopReason::Conceded,
            _ => StopReason::Decided,
        }
    }

    /// Asks the strategy, and refuses what breaks its laws.
    fn decide(&self) -> Next {
        let step = self.strategy.next(&self.view());
        let state = &self.state;
        if let Err(note) = self.lawful(&step) {
            let note = Some(note.into());
            // In the closing phase the end is known already; a fault there must not lose it.
            return state.closing().map_or_else(|| abort(note.clone()), |why| self.conclude(why, note.clone()));
        }
        if let Some(options) = self.other_options(&step) {
            return Next::Record(Event::PutToVote { options });
        }
        if let Step::Ask { asks } = &step
            && state.turns().len() + asks.len() > state.charter().limits.turns as usize
        {
            return Next::Record(Event::LimitReached { limit: Limit::Turns });
        }
        Next::Record(Event::Stepped { step, upto: state.last_seq() })
    }

    /// What a step puts to the vote, if that is something else than before and the strategy may say so.
    fn other_options(&self, step: &Step) -> Option<Arc<[Arc<str>]>> {
        let Step::Ask { asks } = step else { return None };
        let counts = self.rule.as_ref().is_some_and(|rule| rule.input() == Input::Options);
        let options = asks.iter().find_map(|ask| ask.form.options()).filter(|_| counts)?;
        let other = self.strategy.options() == Options::Said && **options != *self.state.options();
        other.then(|| Arc::clone(options))
    }

    /// Ends it: closes what is open, asks the rule a last time, then concludes.
    fn conclude(&self, why: StopReason, note: Option<Arc<str>>) -> Next {
        let state = &self.state;
        if state.round_open {
            return Next::Record(Event::RoundClosed { round: state.round() });
        }
        let counts = !matches!(why, StopReason::Cancelled | StopReason::Aborted | StopReason::NoAnswers);
        // Closing turns do not move a verdict that was given before them.
        let first = state.closing().is_none() || state.judged_turns.is_none();
        if counts && first && self.rule.is_some() && self.is_new() {
            return self.judge();
        }
        // What a limit cuts off before the minimum has not been discussed enough to be decided.
        let enough = state.closing().is_some() || state.closed_rounds() >= state.charter().rounds.min;
        let reached = counts && state.verdict().is_some_and(|verdict| verdict.reached) && (enough || !why.is_limit());
        let why = if reached { why.min(self.reached_reason()) } else { why };
        let why = match state.closing() {
            Some(closing) if why != StopReason::Cancelled => why.min(closing),
            _ => why,
        };
        let decision = counts.then(|| self.decision(reached)).flatten();
        match self.ratified(decision, why) {
            Ok(decision) => Next::Record(Event::Concluded { why, decision, note }),
            Err(next) => next,
        }
    }
}

/// Ends it where it stands: nothing that a faulty strategy left open is worth closing.
const fn abort(note: Option<Arc<str>>) -> Next {
    Next::Record(Event::Concluded { why: StopReason::Aborted, decision: None, note })
}
