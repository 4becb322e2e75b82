//! Replay: everything the engine decided is decided again from the record and compared.

use thiserror::Error;

use crate::{
    engine::{Engine, Next},
    event::Event,
    state::{FoldError, State},
};

/// Where a record and the engine part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Difference {
    /// The engine would have decided otherwise.
    #[error("event {seq}: recorded {found}, but from the events before it follows {expected}")]
    Decided {
        /// The first event that differs.
        seq: u64,
        /// What the record says.
        found: String,
        /// What follows.
        expected: String,
    },
    /// An event does not fit those before it.
    #[error("event {seq}: {why}")]
    Fold {
        /// The event.
        seq: u64,
        /// Why.
        why: FoldError,
    },
}

/// Folds a record and decides again every event that the engine decided.
///
/// `engine` must be empty and hold the strategy and rule that the record names. No agent is asked.
///
/// # Errors
/// The first [`Difference`].
pub fn replay<'a>(mut engine: Engine, events: impl IntoIterator<Item = (u64, &'a Event)>) -> Result<State, Difference> {
    let empty = engine.clone();
    let mut seen: Vec<(u64, &Event)> = Vec::new();
    for (seq, event) in events {
        // A gate that is no step was opened by the engine, which watches for circles.
        let watched = matches!(event, Event::GateOpened { .. }) && engine.state().open_step().is_none();
        if event.is_decided() || watched {
            compare(&decided_on(&engine, &empty, &seen, event)?, event, seq)?;
        }
        engine.apply(seq, event).map_err(|why| Difference::Fold { seq, why })?;
        seen.push((seq, event));
    }
    Ok(engine.state().clone())
}

/// What follows from the events that this one was decided on.
///
/// That is everything before it, unless the step says it was decided on less: then outside events came in between.
fn decided_on(engine: &Engine, empty: &Engine, seen: &[(u64, &Event)], event: &Event) -> Result<Next, Difference> {
    match event {
        Event::Stepped { upto, .. } if *upto != engine.state().last_seq() => {
            let mut earlier = empty.clone();
            for (seq, event) in seen.iter().take_while(|(seq, _)| seq <= upto) {
                earlier.apply(*seq, event).map_err(|why| Difference::Fold { seq: *seq, why })?;
            }
            Ok(earlier.next())
        }
        Event::Settled { .. } => Ok(engine.settled([]).map_or_else(|| engine.next(), Next::Record)),
        _ => Ok(engine.next()),
    }
}

fn compare(expected: &Next, found: &Event, seq: u64) -> Result<(), Difference> {
    if matches!(expected, Next::Record(event) if event == found) {
        return Ok(());
    }
    let expected = match expected {
        Next::Record(event) => short(event),
        Next::Perform => "that the open step is still to be performed".to_owned(),
        Next::Summarise => "that the round before is summarised first".to_owned(),
        Next::Wait => "that somebody outside has to say how it goes on".to_owned(),
        Next::Done => "that the discussion is over".to_owned(),
    };
    Err(Difference::Decided { seq, found: short(found), expected })
}

fn short(event: &Event) -> String {
    let mut text = serde_json::to_string(event).unwrap_or_default();
    if text.len() > 240 {
        let end = (0..=240).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}
