//! Writing down what came of a discussion that has concluded.

use std::sync::Arc;

use quorate_strategies::{event::Event, step::StopReason};
use tokio::time::Instant;

use super::{Driver, note};
use crate::manager::{control::Command, error::RunError, synthesis};

impl Driver {
    /// Writes down what came of it. Nothing is asked when nobody answered or somebody stopped it.
    ///
    /// What is said meanwhile is recorded and comes too late to count; a cancel leaves the result to the rule.
    pub(super) async fn write_result(&mut self) -> Result<(), RunError> {
        let Self { engine, ledger, synthesizer, asking, commands, deadline, hurried, .. } = self;
        let state = engine.state();
        let Some(conclusion) = state.concluded() else { return Ok(()) };
        let anybody = state.turns().iter().any(|turn| turn.is_answered());
        if conclusion.why == StopReason::Aborted || !anybody || state.result().is_some() {
            return Ok(());
        }
        let silent = conclusion.why == StopReason::NoAnswers;
        let may_ask = !silent && !*hurried && !state.is_stopped() && Instant::now() < *deadline;
        let synthesizer = synthesizer.as_deref().filter(|_| may_ask);
        let concluded = ledger.last_seq();
        ledger.flush().await?;
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
}
