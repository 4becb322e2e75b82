//! Asking: a batch of seats at once, or one seat out of sight.

use std::sync::Arc;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use quorate_strategies::{
    event::{Event, Limit},
    seat::SeatId,
    step::Ask,
    turn::{Ending, TurnId},
};
use tokio::time::sleep_until;
use tracing::Instrument as _;

use super::{
    Driver,
    batch::{Batch, end_all},
    note,
};
use crate::{
    agent::Agent,
    manager::{
        error::RunError,
        prompt::{Prepared, fitted_to},
        turn::ask,
    },
};

impl Driver {
    /// Asks a batch at once. Answers are recorded as they come and folded when the batch is whole, so that every
    /// context of the batch is lent from the same state. What was recorded of it before it broke off stays: only turns
    /// without an end are asked.
    pub(super) async fn ask(&mut self, asks: &[Ask], stepped: u64) -> Result<(), RunError> {
        let Self { engine, ledger, agents, asking, systems, commands, deadline, .. } = self;
        let first = engine.state().turns().len();
        let kept = Batch::of(ledger.since(engine.state().last_seq()), asking.causes);
        let mut prepared: Vec<(u64, Prepared<'_>, &Arc<dyn Agent>)> = Vec::with_capacity(asks.len());
        for (at, one) in asks.iter().enumerate() {
            let Some(agent) = agents.get(one.seat.index()) else { continue };
            let turn = TurnId(u32::try_from(first + at + 1).unwrap_or(u32::MAX));
            let before = kept.asked(turn);
            if before.is_none() && kept.stop.is_some() || kept.has_ended(turn) {
                continue;
            }
            let fitted = before.and_then(|(_, fitted)| fitted).unwrap_or_else(|| fitted_to(agent.as_ref()));
            let prompt = systems.prepare(engine, turn, one, fitted)?;
            let seq = match before {
                Some((seq, _)) => seq,
                None => {
                    let (ask, context) = (u16::try_from(at).unwrap_or(u16::MAX), prompt.hash());
                    let asked = Event::Asked { turn, ask, seat: one.seat, context, fitted: Some(fitted) };
                    ledger.record(Some(stepped), asked)?
                }
            };
            prepared.push((seq, prompt, agent));
        }
        ledger.flush().await?;
        let observers = ledger.observers().to_vec();
        let mut open: Vec<(TurnId, u64)> = prepared.iter().map(|(seq, prompt, _)| (prompt.turn, *seq)).collect();
        if let Some((how, why)) = kept.stop {
            end_all(ledger, &mut open, how, why)?;
        }
        let mut batch: FuturesUnordered<_> = prepared
            .iter()
            .filter(|_| kept.stop.is_none())
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
                end_all(ledger, &mut open, how, why)?;
            }
        }
        Ok(())
    }

    /// Asks a seat out of sight: the answer is for the strategy alone.
    pub(super) async fn consult(&mut self, to: SeatId, question: Arc<str>, stepped: u64) -> Result<(), RunError> {
        let turn = TurnId(u32::try_from(self.engine.state().turns().len() + 1).unwrap_or(u32::MAX));
        let mut answer = None;
        self.ledger.flush().await?;
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
}
