//! What the principal says of an outcome after the end: accepted, or vetoed while that is still possible.

use std::sync::Arc;

use quorate_strategies::{
    event::Event,
    record::{Chain, Entry, Reader, RecordError},
    state::{FoldError, Ruling, State},
    turn::TurnId,
};
use thiserror::Error;

use super::clock::Clock;
use crate::{
    report::provisional_until,
    store::{Kept, Store, StoreError},
};

/// What the principal says of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruled {
    /// It stands.
    Approved,
    /// It does not.
    Vetoed {
        /// Why, or the fact that was missing.
        why: Arc<str>,
        /// The first message that this touches; the conclusion when none is named.
        touches: Option<TurnId>,
    },
}

/// Why an outcome stays as it is.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RulingError {
    /// The record cannot be opened or added to.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The record is damaged.
    #[error("the record of {id:?} is not whole, so nothing is added to it: {source}")]
    Record {
        /// The discussion.
        id: String,
        /// What is wrong.
        source: RecordError,
    },
    /// An event does not fit those before it.
    #[error("the record of {id:?} is not sound at event {seq}, so nothing is added to it: {source}")]
    Fold {
        /// The discussion.
        id: String,
        /// The event.
        seq: u64,
        /// Why.
        source: FoldError,
    },
    /// It has no outcome yet.
    #[error("discussion {id:?} has not ended, so there is no outcome to rule on; let it end, or go on with it first")]
    Open {
        /// The discussion.
        id: String,
    },
    /// Nobody may veto it.
    #[error("the outcome of {id:?} was final at once; only a discussion with `veto_seconds` can be vetoed")]
    Final {
        /// The discussion.
        id: String,
    },
    /// The time for it is over.
    #[error("the outcome of {id:?} became final {} s ago, when the time for a veto was up", late_ms / 1_000)]
    TooLate {
        /// The discussion.
        id: String,
        /// How long ago, in milliseconds.
        late_ms: u64,
    },
    /// The principal has spoken already.
    #[error("the outcome of {id:?} was {said} already, and that stands")]
    Said {
        /// The discussion.
        id: String,
        /// What: `approved` or `vetoed`.
        said: &'static str,
    },
    /// There is no such message.
    #[error("discussion {id:?} has no message {message}; its messages have the numbers 1 to {last}")]
    NoMessage {
        /// The discussion.
        id: String,
        /// The number as given.
        message: u32,
        /// The last number.
        last: usize,
    },
}

/// Adds what the principal says to the record of a discussion that has ended, while its outcome is provisional.
///
/// The chain of the record goes on, so that what was decided and what became of it are checked as one. Gives the number
/// of the last event of the discussion that a veto leaves untouched. A successor is [forked](crate::manager::Fork) behind a
/// message up to there; behind the last one it would only end again as before.
///
/// # Errors
/// [`RulingError`] when there is no outcome, it is final, or the record cannot be added to; it is then as it was.
pub async fn rule_on(
    store: &dyn Store,
    id: &str,
    by: impl Into<Arc<str>>,
    says: Ruled,
    clock: &dyn Clock,
) -> Result<u64, RulingError> {
    let Kept { lines, mut journal } = store.resume(id)?;
    let (state, entries, mut chain) = read(id, &lines)?;
    let now = clock.now_ms();
    may_rule(id, &state, &entries, now)?;
    let by = by.into();
    let (event, touches) = match says {
        Ruled::Approved => (Event::Approved { by }, None),
        Ruled::Vetoed { why, touches } => (Event::Vetoed { by, why, touches }, touches),
    };
    let untouched = untouched(id, &state, &entries, touches)?;
    let mut line = Vec::new();
    let encode = |source| RulingError::Record { id: id.to_owned(), source };
    chain.seal(now, None, &event, &mut line).map_err(encode)?;
    journal.append(&line)?;
    journal.flush().await?;
    Ok(untouched)
}

fn read(id: &str, lines: &[u8]) -> Result<(State, Vec<Entry>, Chain), RulingError> {
    let mut reader = Reader::new(lines);
    let (mut state, mut entries) = (State::default(), Vec::new());
    for entry in reader.by_ref() {
        let entry = entry.map_err(|source| RulingError::Record { id: id.to_owned(), source })?;
        let fold = |source| RulingError::Fold { id: id.to_owned(), seq: entry.seq, source };
        state.apply(entry.seq, &entry.event).map_err(fold)?;
        entries.push(entry);
    }
    let chain = reader.so_far().clone();
    Ok((state, entries, chain))
}

fn may_rule(id: &str, state: &State, entries: &[Entry], now: u64) -> Result<(), RulingError> {
    let id = id.to_owned();
    match (state.concluded(), state.ruling()) {
        (None, _) => return Err(RulingError::Open { id }),
        (Some(_), Ruling::Approved) => return Err(RulingError::Said { id, said: "approved" }),
        (Some(_), Ruling::Vetoed(_)) => return Err(RulingError::Said { id, said: "vetoed" }),
        (Some(_), Ruling::Unsaid) => {}
    }
    match provisional_until(state, entries) {
        None => Err(RulingError::Final { id }),
        Some(until) if now >= until => Err(RulingError::TooLate { id, late_ms: now - until }),
        Some(_) => Ok(()),
    }
}

/// The last event before what is touched: before the step that asked for a message, or before the conclusion.
fn untouched(id: &str, state: &State, entries: &[Entry], touches: Option<TurnId>) -> Result<u64, RulingError> {
    let first = match touches {
        None => entries.iter().rposition(|entry| matches!(entry.event, Event::Concluded { .. })),
        Some(message) => {
            let asked = |entry: &Entry| matches!(&entry.event, Event::Asked { turn, .. } if *turn == message);
            let at = entries.iter().position(asked).ok_or_else(|| RulingError::NoMessage {
                id: id.to_owned(),
                message: message.0,
                last: state.turns().len(),
            })?;
            let stepped = |entry: &Entry| matches!(entry.event, Event::Stepped { .. });
            entries.iter().take(at).rposition(stepped).or(Some(at))
        }
    };
    // A record begins with its charter, so something is always left before a step.
    Ok(first.and_then(|at| at.checked_sub(1)).and_then(|at| entries.get(at)).map_or(0, |entry| entry.seq))
}
