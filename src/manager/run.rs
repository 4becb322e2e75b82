//! The only loop: it asks the engine what comes next, does it, and records what came of it.

use std::{sync::Arc, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use quorate_strategies::{
    engine::{Engine, Next},
    event::{Event, Limit},
    outcome::Outcome,
    record::digest,
    seat::{Seat, SeatId},
    state::State,
    step::{Ask, Step, StopReason},
    turn::{Ending, TurnId},
};
use tokio::time::{Instant, sleep_until};
use tracing::Instrument as _;

use crate::{
    agent::Agent,
    context::Prompts,
    manager::{
        builder::{Discussion, Plan},
        causes::Causes,
        control::{Command, Commands},
        error::RunError,
        finished::Finished,
        ledger::Ledger,
        prompt::{Prepared, Systems},
        synthesis,
        turn::{Asking, ask},
    },
};

/// Runs a checked discussion to its end.
pub(crate) async fn run(discussion: Discussion, plan: Plan, commands: Commands) -> Result<Finished, RunError> {
    let span = tracing::info_span!(
        "discussion",
        gen_ai.conversation.id = %plan.charter.id,
        quorate.strategy = %plan.charter.strategy.name,
    );
    Driver::new(discussion, &plan, commands)?.drive(plan).instrument(span).await
}

/// One discussion while it runs.
struct Driver {
    engine: Engine,
    ledger: Ledger,
    agents: Vec<Arc<dyn Agent>>,
    synthesizer: Option<Arc<dyn Agent>>,
    asking: Asking,
    systems: Systems,
    commands: Commands,
    deadline: Instant,
    /// Somebody stopped it when it had concluded: the result is left to the rule.
    hurried: bool,
}

impl Driver {
    fn new(discussion: Discussion, plan: &Plan, commands: Commands) -> Result<Self, RunError> {
        let strategy = discussion.strategy_arc();
        let prompts = discussion.prompts.unwrap_or_else(Prompts::builtin);
        let deadline = Instant::now() + Duration::from_millis(plan.charter.limits.total_ms);
        Ok(Self {
            engine: Engine::new(strategy, plan.rule.clone(), State::default()),
            ledger: Ledger::new(discussion.journal, discussion.clock, discussion.observers),
            agents: discussion.seats.into_iter().map(|(_, agent)| agent).collect(),
            synthesizer: discussion.synthesizer,
            asking: Asking {
                pools: discussion.pools,
                turn_set: discussion.turn,
                turn_usual: Duration::from_millis(plan.charter.limits.turn_ms),
                deadline,
                causes: Causes::of(plan.charter.brief.language),
            },
            systems: Systems::new(prompts),
            commands,
            deadline,
            hurried: false,
        })
    }

    async fn drive(mut self, plan: Plan) -> Result<Finished, RunError> {
        let rule = plan.rule;
        self.record(None, Event::Created(Arc::new(plan.charter)))?;
        for (seat, who) in plan.roster.iter() {
            let who: Arc<Seat> = Arc::new(who.clone());
            self.record(None, Event::Seated { seat, who })?;
        }
        loop {
            self.hear_commands()?;
            match self.engine.next() {
                Next::Record(event) => {
                    let cause = Some(self.ledger.last_seq());
                    self.record(cause, event)?;
                }
                Next::Perform => self.perform().await?,
                Next::Done => break,
            }
            self.watch_time()?;
        }
        self.write_result().await?;
        self.close_commands()?;
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

    fn hear_commands(&mut self) -> Result<(), RunError> {
        let over = self.engine.state().concluded().is_some();
        while let Ok(command) = self.commands.try_recv() {
            match command {
                // There is nothing left to stop but the writing of the result.
                Command::Cancel { .. } if over => self.hurried = true,
                command => drop(note(&mut self.ledger, command, self.asking.causes)?),
            }
        }
        self.catch_up()
    }

    fn watch_time(&mut self) -> Result<(), RunError> {
        let state = self.engine.state();
        if state.is_stopped() || state.concluded().is_some() || Instant::now() < self.deadline {
            return Ok(());
        }
        self.record(None, Event::LimitReached { limit: Limit::Time })
    }

    async fn perform(&mut self) -> Result<(), RunError> {
        let Some(step) = self.engine.state().open_step().map(|open| open.step.clone()) else { return Ok(()) };
        let stepped = self.ledger.last_seq();
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

    /// Asks a batch at once. Answers are recorded as they come and folded when the batch is whole, so that every
    /// context of the batch is lent from the same state.
    async fn ask(&mut self, asks: &[Ask], stepped: u64) -> Result<(), RunError> {
        let Self { engine, ledger, agents, asking, systems, commands, deadline, .. } = self;
        let first = engine.state().turns().len();
        let mut prepared: Vec<(u64, Prepared<'_>, &Arc<dyn Agent>)> = Vec::with_capacity(asks.len());
        for (at, one) in asks.iter().enumerate() {
            let Some(agent) = agents.get(one.seat.index()) else { continue };
            let turn = TurnId(u32::try_from(first + at + 1).unwrap_or(u32::MAX));
            let prompt = systems.prepare(engine, turn, one, agent.as_ref())?;
            // The stable part is hashed once; the context is the hash of that hash and of the part that changes.
            let context = digest(&[prompt.system.digest.as_bytes(), prompt.user.as_bytes()]);
            let ask = u16::try_from(at).unwrap_or(u16::MAX);
            let seq = ledger.record(Some(stepped), Event::Asked { turn, ask, seat: one.seat, context })?;
            prepared.push((seq, prompt, agent));
        }
        let observers = ledger.observers().to_vec();
        let mut open: Vec<(TurnId, u64)> = prepared.iter().map(|(seq, prompt, _)| (prompt.turn, *seq)).collect();
        let mut batch: FuturesUnordered<_> = prepared
            .iter()
            .map(|(_, prompt, agent)| {
                let span = prompt.span(agent.as_ref());
                let observers = &observers;
                let (asking, systems) = (&*asking, &*systems);
                async move { (prompt.turn, ask(asking, systems, prompt, agent.as_ref(), observers).await) }
                    .instrument(span)
            })
            .collect();
        let time_up = sleep_until(*deadline);
        tokio::pin!(time_up);
        while !open.is_empty() {
            let stop = tokio::select! {
                biased;
                Some((turn, end)) = batch.next() => {
                    ledger.ended(&mut open, turn, end)?;
                    None
                }
                Some(command) = commands.recv() => note(ledger, command, asking.causes)?,
                () = &mut time_up => {
                    ledger.record(None, Event::LimitReached { limit: Limit::Time })?;
                    Some((Ending::TimedOut, asking.causes.time_up))
                }
            };
            if let Some((how, why)) = stop {
                // Whatever still works for these turns ends before the record says that they have.
                batch.clear();
                for (turn, cause) in open.drain(..) {
                    ledger.record(Some(cause), Event::Ended { turn, how, why: why.into() })?;
                }
            }
        }
        Ok(())
    }

    /// Asks a seat out of sight: the answer is for the strategy alone.
    async fn consult(&mut self, to: SeatId, question: Arc<str>, stepped: u64) -> Result<(), RunError> {
        let turn = TurnId(u32::try_from(self.engine.state().turns().len() + 1).unwrap_or(u32::MAX));
        let mut answer = None;
        if let Some(agent) = self.agents.get(to.index()) {
            let prompt = self.systems.consult(&self.engine, turn, to, &question, agent.as_ref())?;
            let ask = ask(&self.asking, &self.systems, &prompt, agent.as_ref(), &[]);
            tokio::select! {
                biased;
                end = ask => answer = end.message.map(|message| message.text().into()),
                Some(command) = self.commands.recv() => {
                    note(&mut self.ledger, command, self.asking.causes)?;
                }
                () = sleep_until(self.deadline) => {}
            }
        }
        self.ledger.record(Some(stepped), Event::Consulted { to, question, answer })?;
        Ok(())
    }

    /// Writes down what came of it. Nothing is asked when nobody answered or somebody stopped it.
    ///
    /// What is said meanwhile is recorded and comes too late to count; a cancel leaves the result to the rule.
    async fn write_result(&mut self) -> Result<(), RunError> {
        let Self { engine, ledger, synthesizer, asking, commands, deadline, hurried, .. } = self;
        let state = engine.state();
        let Some(conclusion) = state.concluded() else { return Ok(()) };
        let anybody = state.turns().iter().any(|turn| turn.is_answered());
        if conclusion.why == StopReason::Aborted || !anybody {
            return Ok(());
        }
        let silent = conclusion.why == StopReason::NoAnswers;
        let may_ask = !silent && !*hurried && !state.is_stopped() && Instant::now() < *deadline;
        let synthesizer = synthesizer.as_deref().filter(|_| may_ask);
        let concluded = ledger.last_seq();
        let written = {
            let writing = synthesis::write(asking, engine, synthesizer);
            tokio::pin!(writing);
            loop {
                tokio::select! {
                    biased;
                    written = &mut writing => break written,
                    Some(command) = commands.recv() => match command {
                        Command::Say { .. } => drop(note(ledger, command, asking.causes)?),
                        Command::Cancel { .. } => break synthesis::write(asking, engine, None).await,
                    }
                }
            }
        };
        ledger.record(Some(concluded), Event::Result(Arc::new(written)))?;
        self.catch_up()
    }

    /// Takes nothing more. What was taken until now is recorded, as its sender was told.
    fn close_commands(&mut self) -> Result<(), RunError> {
        self.commands.close();
        self.hear_commands()
    }
}

/// How open turns end, and why.
type Stop = Option<(Ending, &'static str)>;

/// Records a command; a cancel says how open turns end.
fn note(ledger: &mut Ledger, command: Command, causes: &'static Causes) -> Result<Stop, RunError> {
    match command {
        Command::Say { author, text } => {
            ledger.record(None, Event::Interjected { author, text })?;
            Ok(None)
        }
        Command::Cancel { by } => {
            ledger.record(None, Event::Cancelled { by })?;
            Ok(Some((Ending::Cancelled, causes.stopped)))
        }
    }
}
