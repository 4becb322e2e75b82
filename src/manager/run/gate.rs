//! Heeding those outside the table: what they say, a hold, an answer at a gate, and the end.

use std::{sync::Arc, time::Duration};

use quorate_strategies::{
    event::{Event, GateAnswer},
    state::{Gate, State},
    turn::Ending,
};
use tokio::time::{Instant, sleep_until};

use super::{Driver, overdue};
use crate::manager::{
    Status,
    causes::Causes,
    control::{Command, Heard},
    error::RunError,
    ledger::Ledger,
};

/// How open turns end, and why.
pub(super) type Stop = Option<(Ending, &'static str)>;

impl Driver {
    /// Takes in what has come from outside, from this process and from others.
    pub(super) fn hear_commands(&mut self) -> Result<(), RunError> {
        let Self { engine, ledger, commands, asking, .. } = self;
        let mut stop = hear(ledger, engine.state(), Heard::Look, asking.causes)?;
        while let Some(command) = commands.waiting() {
            stop = stop.or(heed(ledger, engine.state(), command, asking.causes)?);
        }
        // Nothing is left to stop then but the writing of the result.
        self.hurried |= stop.is_some() && self.engine.state().concluded().is_some();
        self.catch_up()?;
        self.stand();
        Ok(())
    }

    /// Keeps since when the principal has been asked, and says how the discussion stands.
    fn stand(&mut self) {
        let state = self.engine.state();
        let asked = matches!(state.gate(), Gate::Open(_)) && state.concluded().is_none();
        // What is said meanwhile gives nobody more time to answer.
        self.gate_since = asked.then(|| self.gate_since.unwrap_or_else(Instant::now));
        self.commands.stands(match (asked, state.is_paused()) {
            (true, _) => Status::Waiting,
            (false, true) => Status::Paused,
            (false, false) => Status::Running,
        });
    }

    /// Waits for somebody outside to say how it goes on: at a gate as long as is granted, in any case until the time is up.
    pub(super) async fn wait(&mut self) -> Result<(), RunError> {
        self.ledger.flush().await?;
        let Self { engine, ledger, commands, asking, overdue, .. } = self;
        let state = engine.state();
        let granted = Duration::from_millis(state.charter().gate_wait_ms());
        let asked_until = self.gate_since.and_then(|since| since.checked_add(granted));
        let until = asked_until.map_or(self.deadline, |until| until.min(self.deadline));
        tokio::select! {
            biased;
            Some(came) = overdue.next() => overdue::record(ledger, came)?,
            heard = commands.next() => drop(hear(ledger, state, heard, asking.causes)?),
            () = sleep_until(until) => self.close_gate()?,
        }
        self.catch_up()
    }

    /// Silence is an answer of its own, and never a yes.
    pub(super) fn close_gate(&mut self) -> Result<(), RunError> {
        if !matches!(self.engine.state().gate(), Gate::Open(_)) {
            return Ok(());
        }
        self.record(None, Event::GateAnswered { by: None, answer: GateAnswer::Silent })
    }
}

/// Records what was heard; a cancel says how open turns end.
pub(super) fn hear(
    ledger: &mut Ledger,
    state: &State,
    heard: Heard,
    causes: &'static Causes,
) -> Result<Stop, RunError> {
    let commands = match heard {
        Heard::Command(command) => vec![command],
        Heard::Look => ledger.notes()?.into_iter().map(Command::from).collect(),
    };
    let mut stop = None;
    for command in commands {
        stop = stop.or(heed(ledger, state, command, causes)?);
    }
    Ok(stop)
}

/// Records a command. What can no longer be done is left out; words are kept in any case.
fn heed(ledger: &mut Ledger, state: &State, command: Command, causes: &'static Causes) -> Result<Stop, RunError> {
    let over = state.concluded().is_some();
    let event = match command {
        Command::Say { author, text } => Some(Event::Interjected { author, text }),
        Command::Pause { by } => (!over && !is_paused(ledger, state)).then_some(Event::Paused { by }),
        Command::Resume { by } => (!over && is_paused(ledger, state)).then_some(Event::Resumed { by }),
        Command::Answer { by, answer } => answered(ledger, state, by, answer),
        Command::Cancel { by } => {
            if !over {
                ledger.record(None, Event::Cancelled { by })?;
            }
            return Ok(Some((Ending::Cancelled, causes.stopped)));
        }
    };
    if let Some(event) = event {
        ledger.record(None, event)?;
    }
    Ok(None)
}

/// Whether it is held, by the state or by what was recorded since.
fn is_paused(ledger: &Ledger, state: &State) -> bool {
    let said = ledger.since(state.last_seq()).iter().rev().find_map(|entry| match entry.event {
        Event::Paused { .. } => Some(true),
        Event::Resumed { .. } => Some(false),
        _ => None,
    });
    said.unwrap_or_else(|| state.is_paused())
}

/// An answer at the gate that is open; where none is, the words are those of somebody outside the table.
fn answered(ledger: &Ledger, state: &State, by: Arc<str>, answer: GateAnswer) -> Option<Event> {
    let unread = ledger.since(state.last_seq());
    let again = unread.iter().any(|entry| matches!(entry.event, Event::GateAnswered { .. }));
    if matches!(state.gate(), Gate::Open(_)) && state.concluded().is_none() && !again {
        return Some(Event::GateAnswered { by: Some(by), answer });
    }
    match answer {
        GateAnswer::Amend(text) | GateAnswer::Reject(text) => Some(Event::Interjected { author: by, text }),
        GateAnswer::Approve | GateAnswer::Silent => None,
    }
}
