//! A fork: a copy of a recorded discussion that goes on from one of its turns; what was said before is served.

use std::sync::{Arc, Mutex, PoisonError};

use quorate_strategies::{
    event::{Charter, Event, Origin},
    record::{Chain, Entry, RecordError},
    seat::{Roster, SeatId},
    state::{FoldError, State},
    turn::TurnId,
};
use thiserror::Error;

use super::{Control, Discussion, builder::Past};
use crate::agent::{Given, Served, ServingLog};

/// Why a record cannot be gone on from.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ForkError {
    /// The record begins no discussion.
    #[error("the record begins no discussion, so there is nothing to go on from")]
    Empty,
    /// An event does not fit those before it.
    #[error("event {seq}: {why}")]
    Fold {
        /// The event.
        seq: u64,
        /// Why.
        why: FoldError,
    },
    /// There is no such turn.
    #[error("there is no turn {turn} in this record; it has {turns}, and 0 goes on from before the first")]
    Turn {
        /// As given.
        turn: TurnId,
        /// How many there are.
        turns: usize,
    },
    /// The turn, or one before it, has no end in the record.
    #[error("turn {turn} has not ended in this record; go on from an earlier one")]
    Open {
        /// The turn.
        turn: TurnId,
    },
    /// There is no such round.
    #[error("there is no round {round} in this record; it has {rounds}, and 0 goes on from before the first")]
    Round {
        /// As given.
        round: u32,
        /// How many there are.
        rounds: u32,
    },
    /// A seat of the record is missing at the table.
    #[error("{name} sits in the record and not at this table; seat it under that name")]
    Seat {
        /// The name.
        name: String,
    },
    /// An event cannot be written, so its hash cannot be named.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Somebody's words from outside the table, to be said when so many turns have been asked.
#[derive(Debug, Clone)]
struct Saying {
    after: TurnId,
    author: Arc<str>,
    text: Arc<str>,
}

/// A copy of a recorded discussion that goes on from one of its turns.
///
/// Turns up to there are served from the record, with the messages from outside that fell between them; they cost nothing
/// and are taken in anew, so that the copy's own record can be verified by itself, also under other settings. The copy's
/// charter names its [`Origin`].
///
/// ```
/// use quorate::{Discussion, agent::Scripted, manager::Fork, strategies::{catalog::Catalog, prelude::*}};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let tea = || Scripted::lines(["Tea. [KIND: PROPOSAL]", "[KIND: CONSENSUS] Tea it is."]);
/// let bob = || Scripted::lines(["[STANCE: AGREE] Tea."]);
/// let done = Discussion::new("Tea or coffee?").seat(Seat::new("Ann"), tea()).seat(Seat::new("Bob"), bob()).run().await?;
///
/// let fork = Fork::of(&done.entries)?.at(TurnId(2)).says("Eve", "There is no tea left.");
/// let again = Discussion::settled(fork.charter(), &Catalog::builtin())?;
/// let (again, log) = fork.begin(again.seat(Seat::new("Ann"), tea()).seat(Seat::new("Bob"), bob()))?;
/// let other = again.run().await?;
/// assert_eq!(log.so_far().served, [TurnId(1), TurnId(2)]);
/// assert_eq!(other.state.charter().origin.as_ref().map(|origin| &origin.id), Some(&done.state.charter().id));
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct Fork {
    state: State,
    entries: Vec<Entry>,
    at: Option<TurnId>,
    sayings: Vec<(Arc<str>, Arc<str>)>,
}

impl Fork {
    /// A copy that goes on behind everything that was said in this record.
    ///
    /// # Errors
    /// [`ForkError`] when the record begins no discussion, or does not fold.
    pub fn of(entries: &[Entry]) -> Result<Self, ForkError> {
        let mut state = State::default();
        for entry in entries {
            state.apply(entry.seq, &entry.event).map_err(|why| ForkError::Fold { seq: entry.seq, why })?;
        }
        match entries.is_empty() {
            true => Err(ForkError::Empty),
            false => Ok(Self { state, entries: entries.to_vec(), at: None, sayings: Vec::new() }),
        }
    }

    /// Goes on behind this turn; turn 0 is before the first.
    #[must_use]
    pub const fn at(mut self, turn: TurnId) -> Self {
        self.at = Some(turn);
        self
    }

    /// Goes on behind the last turn of this round; round 0 is before the first.
    ///
    /// # Errors
    /// [`ForkError::Round`] when the record has none of this number.
    pub fn after_round(self, round: u32) -> Result<Self, ForkError> {
        if round > self.state.round() {
            return Err(ForkError::Round { round, rounds: self.state.round() });
        }
        let last = self.state.turns().iter().rev().find(|turn| turn.round <= round).map_or(TurnId(0), |turn| turn.id);
        Ok(self.at(last))
    }

    /// With these words of somebody outside the table, said where the copy goes on.
    #[must_use]
    pub fn says(mut self, author: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        self.sayings.push((author.into(), text.into()));
        self
    }

    /// What was settled before the first turn of the record.
    #[must_use]
    pub fn charter(&self) -> &Charter {
        self.state.charter()
    }

    /// Who sat at the table.
    #[must_use]
    pub const fn roster(&self) -> &Roster {
        self.state.roster()
    }

    /// Everything that follows from the record.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The last turn that is taken over; turn 0 when none is.
    ///
    /// # Errors
    /// [`ForkError`] when the record has no such turn, or one up to it has not ended.
    pub fn last(&self) -> Result<TurnId, ForkError> {
        let turns = self.state.turns();
        let last = match self.at {
            Some(turn) if turn.0 as usize > turns.len() => return Err(ForkError::Turn { turn, turns: turns.len() }),
            Some(turn) => turn,
            None => turns.iter().take_while(|turn| turn.end.is_some()).last().map_or(TurnId(0), |turn| turn.id),
        };
        match turns.iter().take(last.0 as usize).find(|turn| turn.end.is_none()) {
            Some(turn) => Err(ForkError::Open { turn: turn.id }),
            None => Ok(last),
        }
    }

    /// The copy, ready to run at this table, and what will be served. Seats are found by their names.
    ///
    /// # Errors
    /// [`ForkError`] when it cannot go on from there, or a seat of the record is missing at the table.
    pub fn begin(&self, mut discussion: Discussion) -> Result<(Discussion, ServingLog), ForkError> {
        let last = self.last()?;
        let sayings = self.said(last);
        let control = discussion.control();
        let log = ServingLog::with_hook(saying(sayings, control));
        for (id, seat) in self.state.roster().iter() {
            let place = discussion.seats.iter_mut().find(|(one, _)| one.name == seat.name);
            let Some((_, agent)) = place else { return Err(ForkError::Seat { name: seat.name.to_string() }) };
            *agent = Arc::new(Served::new(self.given(id, last), Arc::clone(agent), last, log.clone()));
        }
        Ok((discussion.summarised(self.summaries(last)).continuing(self.origin(last)?), log))
    }

    /// What a seat says again.
    fn given(&self, seat: SeatId, last: TurnId) -> Vec<Given> {
        let turns = self.state.turns().iter().filter(|turn| turn.seat == seat && turn.id <= last);
        turns.filter_map(Given::of).collect()
    }

    /// The summaries of the rounds that are taken over whole.
    fn summaries(&self, last: TurnId) -> Past {
        let turns = self.state.turns();
        let is_whole = |round: u32| turns.get(last.0 as usize).is_none_or(|next| next.round > round);
        let whole = self.state.summaries().iter().filter(|one| is_whole(one.round));
        whole.map(|one| (one.round, Arc::clone(&one.summary))).collect()
    }

    /// What was said from outside up to there, and what is said there now.
    fn said(&self, last: TurnId) -> Vec<Saying> {
        let end = self.taken_over(last);
        let before = self.state.interjections().iter().filter(|one| one.after < last.0 || one.seq <= end);
        let before = before.map(|one| Saying {
            after: TurnId(one.after.min(last.0)),
            author: Arc::clone(&one.author),
            text: Arc::clone(&one.text),
        });
        let now = self.sayings.iter().map(|(author, text)| Saying {
            after: last,
            author: Arc::clone(author),
            text: Arc::clone(text),
        });
        before.chain(now).collect()
    }

    /// The last event that is taken over: the end of the last turn, or the last of those who sat down.
    fn taken_over(&self, last: TurnId) -> u64 {
        let taken = |event: &Event| match event {
            Event::Answered { turn, .. } | Event::Ended { turn, .. } => *turn <= last,
            Event::Created(_) | Event::Seated { .. } => true,
            _ => false,
        };
        self.entries.iter().rev().find(|entry| taken(&entry.event)).map_or(0, |entry| entry.seq)
    }

    fn origin(&self, last: TurnId) -> Result<Origin, ForkError> {
        let seq = self.taken_over(last);
        let (mut chain, mut line) = (Chain::default(), Vec::new());
        for entry in self.entries.iter().take_while(|entry| entry.seq <= seq) {
            line.clear();
            chain.seal(entry.at, entry.cause, &entry.event, &mut line)?;
        }
        Ok(Origin { id: Arc::clone(&self.charter().id), seq, hash: chain.hash().into() })
    }
}

/// Says what is due when a turn is asked. What is due before the first is said at once.
fn saying(sayings: Vec<Saying>, control: Control) -> impl Fn(TurnId) + Send + Sync + 'static {
    let due = Mutex::new(sayings);
    let say = move |turn: TurnId| {
        let mut due = due.lock().unwrap_or_else(PoisonError::into_inner);
        due.retain(|saying| {
            let now = saying.after <= turn;
            if now {
                // A discussion that is over has nobody left to hear it.
                let _ = control.say(Arc::clone(&saying.author), Arc::clone(&saying.text));
            }
            !now
        });
    };
    say(TurnId(0));
    say
}
