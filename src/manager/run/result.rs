//! Writing down what came of a discussion that has concluded.

use std::sync::Arc;

use quorate_strategies::{
    engine::Engine,
    event::{Event, Limit, Spend},
    outcome::Synthesis,
    state::State,
    step::StopReason,
    turn::TurnId,
};
use tokio::time::Instant;

use super::{Driver, gate::hear};
use crate::{
    agent::Agent,
    manager::{error::RunError, synthesis, turn::Asking},
};

impl Driver {
    /// Writes down what came of it. Nothing is asked when nobody answered or somebody stopped it.
    ///
    /// What is said meanwhile is recorded and comes too late to count; a cancel leaves the result to the rule.
    pub(super) async fn write_result(&mut self) -> Result<(), RunError> {
        let Self { engine, ledger, synthesizer, asking, slips, commands, deadline, hurried, .. } = self;
        let state = engine.state();
        let Some(conclusion) = state.concluded() else { return Ok(()) };
        let anybody = state.turns().iter().any(|turn| turn.is_answered());
        if conclusion.why == StopReason::Aborted || !anybody || state.result().is_some() {
            return Ok(());
        }
        let silent = conclusion.why == StopReason::NoAnswers;
        let may_ask = !silent && !*hurried && !is_cut_off(state) && Instant::now() < *deadline;
        let synthesizer = synthesizer.as_deref().filter(|_| may_ask);
        let concluded = ledger.last_seq();
        ledger.flush().await?;
        let written = {
            let writing = whole(asking, engine, synthesizer);
            tokio::pin!(writing);
            loop {
                tokio::select! {
                    biased;
                    written = &mut writing => break written,
                    Some(slip) = slips.recv() => slip.record(ledger).await?,
                    heard = commands.next() => if hear(ledger, engine.state(), heard, asking.causes)?.is_some() {
                        break synthesis::write(asking, engine, None).await;
                    }
                }
            }
        };
        let (written, spent) = written;
        if let Some(spend) = spent {
            ledger.record(Some(concluded), Event::Spent { turn: TurnId(0), spend })?;
        }
        ledger.record(Some(concluded), Event::Result(Arc::new(written)))?;
        self.catch_up()
    }
}

/// The result with the texts that are handed over beside it, and what the writing took.
async fn whole(asking: &Asking, engine: &Engine, synthesizer: Option<&dyn Agent>) -> (Synthesis, Option<Spend>) {
    let (result, spent) = synthesis::write(asking, engine, synthesizer).await;
    #[cfg(feature = "pipeline")]
    if let Some(agent) = synthesizer {
        let (drafts, more) = synthesis::drafts(asking, engine, (agent, &result)).await;
        let spent = match (spent, more) {
            (Some(spent), Some(more)) => Some(spent.plus(more)),
            (spent, more) => spent.or(more),
        };
        return (Synthesis { drafts, ..result }, spent);
    }
    (result, spent)
}

/// Whether it was stopped in a way that leaves nothing for a synthesiser; the budget keeps something back for one.
fn is_cut_off(state: &State) -> bool {
    let cancelled = state.concluded().is_some_and(|end| end.why == StopReason::Cancelled);
    state.is_stopped() && (cancelled || state.limit() != Some(Limit::Budget))
}
