//! The only loop: it asks the engine what comes next, does it, and records what came of it.

use std::{sync::Arc, time::Duration};

use quorate_strategies::{
    engine::{Engine, Next},
    event::{Event, Limit, Spend},
    outcome::Outcome,
    state::State,
    step::Step,
};
use tokio::time::Instant;
use tracing::Instrument as _;

use crate::{
    agent::Agent,
    context::Prompts,
    manager::{
        builder::{Discussion, Past, Plan},
        causes::Causes,
        control::Commands,
        error::RunError,
        finished::Finished,
        ledger::Ledger,
        prompt::Systems,
        resume::Continued,
        size::is_full,
        till::Slips,
        turn::Asking,
    },
};

mod ask;
mod batch;
mod begin;
mod gate;
mod overdue;
mod result;
mod summary;

use overdue::Overdue;

/// What is left of a discussion's time when it is over for whoever is not asked yet; of a short time a twentieth.
const LAST_MOMENTS: Duration = Duration::from_millis(500);

/// Runs a checked discussion to its end.
pub(crate) async fn run(mut discussion: Discussion, mut plan: Plan, commands: Commands) -> Result<Finished, RunError> {
    let recorded = discussion.recorded.take().filter(|recorded| !recorded.entries.is_empty());
    let continued = recorded.map(|recorded| Continued::check(*recorded, &discussion, &mut plan)).transpose()?;
    if let Some(finished) = continued.as_ref().and_then(|continued| continued.finished(&plan)) {
        return Ok(finished);
    }
    let span = tracing::info_span!(
        "discussion",
        gen_ai.conversation.id = %plan.charter.id,
        quorate.strategy = %plan.charter.strategy.name,
    );
    let before = continued.as_ref().map(|continued| continued.recorded.state.spent()).unwrap_or_default();
    let mut driver = Driver::new(discussion, &plan, commands, before);
    let goes_on = continued.map(|continued| driver.go_on(continued, &plan));
    driver.drive(plan, goes_on).instrument(span).await
}

/// One discussion while it runs.
struct Driver {
    engine: Engine,
    ledger: Ledger,
    agents: Vec<Arc<dyn Agent>>,
    synthesizer: Option<Arc<dyn Agent>>,
    summarizer: Option<Arc<dyn Agent>>,
    /// Summaries that a fork takes over, by round.
    past: Past,
    asking: Asking,
    systems: Systems,
    slips: Slips,
    /// Requests whose turns are over.
    overdue: Overdue,
    commands: Commands,
    deadline: Instant,
    /// So little time is none: nobody is asked who could not answer in it.
    last_moments: Duration,
    /// Since when the principal has been asked, while a gate is open.
    gate_since: Option<Instant>,
    /// Somebody stopped it when it had concluded: the result is left to the rule.
    hurried: bool,
}

impl Driver {
    fn new(discussion: Discussion, plan: &Plan, commands: Commands, before: Spend) -> Self {
        let (till, slips) = discussion.till(before);
        let strategy = discussion.strategy_arc();
        let prompts = discussion.prompts.unwrap_or_else(Prompts::builtin);
        let deadline = Instant::now() + Duration::from_millis(plan.charter.limits.total_ms);
        Self {
            engine: Engine::new(strategy, plan.rule.clone(), State::default()),
            ledger: Ledger::new(discussion.journal, discussion.clock, discussion.observers),
            agents: discussion.seats.into_iter().map(|(_, agent)| agent).collect(),
            synthesizer: discussion.synthesizer,
            summarizer: discussion.summarizer,
            past: discussion.past,
            asking: Asking {
                pools: discussion.pools,
                till,
                turn_set: discussion.turn,
                turn_usual: Duration::from_millis(plan.charter.limits.turn_ms),
                deadline,
                causes: Causes::of(plan.charter.brief.language),
            },
            systems: Systems::new(prompts),
            slips,
            overdue: Overdue::default(),
            commands,
            deadline,
            last_moments: LAST_MOMENTS.min(Duration::from_millis(plan.charter.limits.total_ms / 20)),
            gate_since: None,
            hurried: false,
        }
    }

    async fn drive(mut self, plan: Plan, goes_on: Option<begin::GoesOn>) -> Result<Finished, RunError> {
        let rule = plan.rule.clone();
        match goes_on {
            Some(goes_on) => self.take_up(goes_on).await?,
            None => self.record(None, Event::Created(Arc::new(plan.charter)))?,
        }
        if self.engine.state().round() == 0 {
            self.seat_the_rest(&plan.roster)?;
        }
        loop {
            self.hear_commands()?;
            match self.engine.next() {
                Next::Record(event) => {
                    let cause = Some(self.ledger.last_seq());
                    if matches!(event, Event::Concluded { .. }) {
                        self.overdue.give_up(&mut self.ledger)?;
                    }
                    self.record(cause, event)?;
                }
                Next::Perform => self.perform().await?,
                Next::Summarise => self.summarise().await?,
                Next::Wait => self.wait().await?,
                Next::Done => break,
            }
            self.watch_limits()?;
        }
        self.write_result().await?;
        self.close_commands()?;
        self.ledger.flush().await?;
        let strategy = self.engine.strategy_arc();
        let state = self.engine.into_state();
        let (entries, hash) = self.ledger.into_parts();
        // The loop ends only when a conclusion is in the state.
        let outcome = Outcome::of(&state).ok_or(RunError::Unfinished)?;
        Ok(Finished { outcome, state, entries, hash, strategy, rule })
    }

    fn record(&mut self, cause: Option<u64>, event: Event) -> Result<(), RunError> {
        self.ledger.record(cause, event)?;
        self.catch_up()
    }

    /// Folds what was recorded since the state was last brought up to date.
    fn catch_up(&mut self) -> Result<(), RunError> {
        let Self { engine, ledger, .. } = self;
        for entry in ledger.since(engine.state().last_seq()) {
            let fold = engine.apply(entry.seq, &entry.event);
            fold.map_err(|why| RunError::Fold { seq: entry.seq, why })?;
        }
        Ok(())
    }

    /// Looks at the limits that the engine cannot see.
    fn watch_limits(&mut self) -> Result<(), RunError> {
        let state = self.engine.state();
        let left = self.deadline.saturating_duration_since(Instant::now());
        let limit = if left.is_zero() || left < self.last_moments {
            Limit::Time
        } else if is_full(state, &self.ledger) {
            Limit::Record
        } else {
            return Ok(());
        };
        if state.is_stopped() || state.concluded().is_some() {
            return Ok(());
        }
        self.close_gate()?;
        self.record(None, Event::LimitReached { limit })
    }

    async fn perform(&mut self) -> Result<(), RunError> {
        let Some(step) = self.engine.state().open_step().map(|open| open.step.clone()) else { return Ok(()) };
        let stepped = self.engine.state().last_seq();
        match step {
            Step::Ask { asks } => self.ask(&asks, stepped).await?,
            Step::Consult { to, question } => self.consult(to, question, stepped).await?,
            request => {
                let why = self.asking.causes.not_granted.into();
                self.ledger.record(Some(stepped), Event::Refused { request, why })?;
            }
        }
        self.catch_up()
    }

    /// Takes nothing more. What was taken until now is recorded, as its sender was told.
    fn close_commands(&mut self) -> Result<(), RunError> {
        self.commands.close();
        self.hear_commands()
    }
}
