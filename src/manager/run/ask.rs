//! Asking: a batch of seats at once, or one seat out of sight.

use std::sync::Arc;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use quorate_strategies::{
    engine::Engine,
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
    gate::hear,
    overdue,
};
use crate::{
    agent::Agent,
    manager::{
        error::RunError,
        ledger::Ledger,
        prompt::{Prepared, fitted_to},
        size::is_full,
        turn::ask,
    },
};

impl Driver {
    /// Asks a batch at once. Answers are recorded as they come and folded when the batch is whole, so that every
    /// context of the batch is lent from the same state. What was recorded of it before it broke off stays: only turns
    /// without an end are asked.
    pub(super) async fn ask(&mut self, asks: &[Ask], stepped: u64) -> Result<(), RunError> {
        let Self { engine, ledger, agents, asking, systems, slips, commands, deadline, overdue, .. } = self;
        let first = engine.state().turns().len();
        let kept = Batch::of(ledger.since(engine.state().last_seq()), asking.causes);
        let mut prepared: Vec<(u64, Prepared<'_>, &Arc<dyn Agent>)> = Vec::with_capacity(asks.len());
        let mut tabs = Vec::with_capacity(asks.len());
        let mut unasked = false;
        for (at, one) in asks.iter().enumerate() {
            let Some(agent) = agents.get(one.seat.index()) else { continue };
            let turn = TurnId(u32::try_from(first + at + 1).unwrap_or(u32::MAX));
            let before = kept.asked(turn);
            if before.is_none() && kept.stop.is_some() || kept.has_ended(turn) {
                continue;
            }
            let fitted = before.and_then(|(_, fitted)| fitted).unwrap_or_else(|| fitted_to(agent.as_ref()));
            let prompt = systems.prepare(engine, turn, one, fitted)?;
            let mut tab = asking.till.tab(one.seat, turn, agent.as_ref());
            let mut reserved = None;
            if kept.stop.is_none() {
                // What does not fit is not asked, and neither is anybody behind it.
                let Ok(spend) = tab.reserve(prompt.own.bytes(), None) else {
                    unasked = true;
                    let Some((seq, _)) = before else { break };
                    let why = asking.causes.budget.into();
                    ledger.record(Some(seq), Event::Ended { turn, how: Ending::Failed, why })?;
                    continue;
                };
                reserved = spend;
            }
            let seq = match before {
                Some((seq, _)) => seq,
                None => {
                    let (ask, context) = (u16::try_from(at).unwrap_or(u16::MAX), prompt.hash());
                    let asked = Event::Asked { turn, ask, seat: one.seat, context, fitted: Some(fitted) };
                    ledger.record(Some(stepped), asked)?
                }
            };
            if let Some(spend) = reserved {
                ledger.record(Some(seq), Event::Reserved { turn, spend })?;
            }
            tabs.push(tab);
            prepared.push((seq, prompt, agent));
        }
        ledger.flush().await?;
        let observers: Arc<[_]> = ledger.observers().into();
        let mut open: Vec<(TurnId, u64)> = prepared.iter().map(|(seq, prompt, _)| (prompt.own.turn, *seq)).collect();
        if let Some((how, why)) = kept.stop {
            end_all(ledger, &mut open, how, why)?;
        }
        let mut batch: FuturesUnordered<_> = prepared
            .iter()
            .zip(tabs)
            .filter(|_| kept.stop.is_none())
            .map(|((_, prompt, agent), tab)| {
                let span = prompt.span(agent.as_ref());
                let observers = &observers;
                let (asking, systems) = (&*asking, &*systems);
                async move { (prompt.own.turn, ask(asking, systems, prompt, agent, observers, tab).await) }
                    .instrument(span)
            })
            .collect();
        let time_up = sleep_until(*deadline);
        tokio::pin!(time_up);
        while !open.is_empty() {
            let stop = tokio::select! {
                biased;
                Some((turn, (end, late))) = batch.next() => {
                    ledger.ended(&mut open, turn, end)?;
                    late.into_iter().for_each(|late| overdue.push(late));
                    settled(engine, ledger)?.map(|()| (Ending::NotNeeded, asking.causes.not_needed))
                }
                Some(came) = overdue.next() => {
                    overdue::record(ledger, came)?;
                    None
                }
                Some(slip) = slips.recv() => {
                    slip.record(ledger).await?;
                    None
                }
                heard = commands.next() => hear(ledger, engine.state(), heard, asking.causes)?,
                () = &mut time_up => {
                    ledger.record(None, Event::LimitReached { limit: Limit::Time })?;
                    Some((Ending::TimedOut, asking.causes.time_up))
                }
            };
            let stop = match stop {
                None if !open.is_empty() && is_full(engine.state(), ledger) => {
                    ledger.record(None, Event::LimitReached { limit: Limit::Record })?;
                    Some((Ending::Cancelled, asking.causes.record_full))
                }
                stop => stop,
            };
            if let Some((how, why)) = stop {
                // Whatever still works for these turns ends before the record says that they have.
                batch.clear();
                end_all(ledger, &mut open, how, why)?;
            }
        }
        if unasked {
            ledger.record(None, Event::LimitReached { limit: Limit::Budget })?;
        }
        Ok(())
    }

    /// Asks a seat out of sight: the answer is for the strategy alone.
    pub(super) async fn consult(&mut self, to: SeatId, question: Arc<str>, stepped: u64) -> Result<(), RunError> {
        let turn = TurnId(u32::try_from(self.engine.state().turns().len() + 1).unwrap_or(u32::MAX));
        let (mut answer, mut spent) = (None, None);
        let Self { engine, ledger, agents, asking, systems, slips, commands, deadline, overdue, .. } = self;
        ledger.flush().await?;
        if let Some(agent) = agents.get(to.index()) {
            let prompt = systems.consult(engine, turn, to, &question, agent.as_ref())?;
            let (tab, nobody) = (asking.till.tab(to, TurnId(0), agent.as_ref()), Arc::default());
            let ask = ask(asking, systems, &prompt, agent, &nobody, tab);
            let time_up = sleep_until(*deadline);
            tokio::pin!(ask, time_up);
            loop {
                tokio::select! {
                    biased;
                    (end, late) = &mut ask => {
                        spent = late.map_or(end.spent, |late| late.give_up().spent);
                        answer = end.message.map(|message| message.text().into());
                        break;
                    }
                    Some(came) = overdue.next() => overdue::record(ledger, came)?,
                    Some(slip) = slips.recv() => slip.record(ledger).await?,
                    heard = commands.next() => {
                        if hear(ledger, engine.state(), heard, asking.causes)?.is_some() {
                            break;
                        }
                    }
                    () = &mut time_up => break,
                }
            }
        }
        if let Some(spend) = spent {
            ledger.record(Some(stepped), Event::Spent { turn: TurnId(0), spend })?;
        }
        ledger.record(Some(stepped), Event::Consulted { to, question, answer })?;
        Ok(())
    }
}

/// Records that nothing pending can change the verdict, when that is so.
fn settled(engine: &Engine, ledger: &mut Ledger) -> Result<Option<()>, RunError> {
    let since = ledger.since(engine.state().last_seq()).iter().map(|entry| &entry.event);
    let Some(event) = engine.settled(since) else { return Ok(None) };
    ledger.record(None, event).map(|_| Some(()))
}
