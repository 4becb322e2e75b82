//! The chaos kit: thousands of whole discussions in virtual time, with seats of known character, held to what is promised.
//!
//! A rehearsal runs the manager that runs every discussion, on a clock that jumps from one thing to wait for to the next,
//! so an hour of hanging seats takes no time. The seats keep their names, roles, sides and weights; what answers for
//! them are [`Actor`]s of a [`Character`] each, drawn from the seed. No model is asked, and every record says so.
//! After each run its [`Promise`]s are checked, and the [`Summary`] names every one that was broken with the seed of the
//! run. The same seed gives the same run on any machine and any number of threads; run `n` of a rehearsal that begins
//! with seed `S` is the only run of one that begins with `S + n`.
//!
//! # A discussion
//!
//! ```
//! use quorate::{Discussion, agent::Scripted, agent::cast::Character, rehearse::Chaos, strategies::prelude::*};
//!
//! let discussion = Discussion::new("Tea or coffee?")
//!     .max_rounds(2)
//!     .seat(Seat::new("Ann").role("proposer"), Scripted::lines(["never asked here"]))
//!     .seat(Seat::new("Bob").role("critic"), Scripted::lines(["never asked here"]));
//! let summary = Chaos::of(discussion).cast([Character::Stubborn, Character::Late]).runs(20).run()?;
//!
//! assert_eq!(summary.runs, 20);
//! assert!(summary.broken.is_empty(), "{:?}", summary.broken);
//! assert!(summary.rounds.max() <= 2);
//! # Ok::<(), quorate::SetupError>(())
//! ```
//!
//! # A strategy of one's own
//!
//! Whatever can be run can be rehearsed. A function from the seed makes the discussions, so that tables, rules and knobs
//! can vary; a strategy that no catalogue knows is held to the same promises.
//!
//! ```
//! use quorate::{Discussion, agent::Rehearsal, rehearse::Chaos, strategies::{prelude::*, strategies::RoundRobin}};
//!
//! let mine = RoundRobin::new; // here: a strategy of one's own
//! let chaos = Chaos::new(move |seed| {
//!     let seats = (0..2 + seed % 3).map(|at| Seat::new(format!("Seat {at}")));
//!     let empty = Discussion::new("Shall we?").strategy(mine()).max_rounds(2);
//!     seats.fold(empty, |discussion, seat| discussion.seat(seat, Rehearsal::new()))
//! });
//! assert!(chaos.runs(10).run()?.broken.is_empty());
//! # Ok::<(), quorate::SetupError>(())
//! ```
//!
//! # Agents of one's own
//!
//! [`Chaos::own_agents`] leaves the discussion's agents where they are. They have to wait on the clock of tokio and get
//! their chance from [`Request::seed`](crate::agent::Request::seed), else a seed does not give the same run twice; an
//! agent that waits for something outside of the process never hears from it, as virtual time does not wait.
//!
//! From the command line: `quorate rehearse FILE --runs 1000 --cast stubborn,late --seed 7`.

mod casting;
mod faults;
mod promise;
mod recount;
mod run;
mod soundness;
mod spending;
mod summary;
#[cfg(test)]
mod tests;
mod witness;

use std::{
    fmt,
    num::NonZeroUsize,
    panic,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

pub use self::{
    promise::{Broken, Promise},
    summary::{Spread, Summary},
};
use crate::{
    agent::cast::{Actor, Character},
    manager::{Discussion, SetupError},
};

type Making = dyn Fn(u64) -> Discussion + Send + Sync;

/// Who answers for the seats.
#[derive(Debug, Clone)]
enum Players {
    /// One of these characters each, as the seed draws them.
    Cast(Vec<Character>),
    /// The agents of the discussion.
    Own,
}

/// Which runs are played once more on a store that fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoreFaults {
    Sampled,
    Always,
}

/// Many runs of one discussion, or of one kind of discussion. See the [module](self).
pub struct Chaos {
    make: Box<Making>,
    players: Players,
    store: StoreFaults,
    seed: u64,
    runs: u64,
    threads: NonZeroUsize,
}

impl fmt::Debug for Chaos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { players, seed, runs, threads, .. } = self;
        let mut shown = f.debug_struct("Chaos");
        shown.field("players", players).field("seed", seed).field("runs", runs).field("threads", threads);
        shown.finish_non_exhaustive()
    }
}

impl Chaos {
    /// Of the discussions that this makes, each from the seed of its run: 1,000 runs from seed 0 on, played by every
    /// character, on all cores.
    #[must_use]
    pub fn new(make: impl Fn(u64) -> Discussion + Send + Sync + 'static) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let players = Players::Cast(Character::ALL.to_vec());
        Self { make: Box::new(make), players, store: StoreFaults::Sampled, seed: 0, runs: 1_000, threads }
    }

    /// Of one discussion, which itself is not run. Nothing is written where it would keep its record.
    #[must_use]
    pub fn of(discussion: Discussion) -> Self {
        let discussion = Mutex::new(discussion);
        Self::new(move |_| discussion.lock().unwrap_or_else(PoisonError::into_inner).once_more())
    }

    /// Played by these characters; by every one there is where none is given.
    #[must_use]
    pub fn cast(mut self, cast: impl IntoIterator<Item = Character>) -> Self {
        let cast: Vec<Character> = cast.into_iter().collect();
        self.players = Players::Cast(if cast.is_empty() { Character::ALL.to_vec() } else { cast });
        self
    }

    /// Played by the discussion's own agents.
    #[must_use]
    pub fn own_agents(mut self) -> Self {
        self.players = Players::Own;
        self
    }

    /// Every run is played once more on a store that fails as a full disk does, at a line or a flush drawn from the seed,
    /// once or for good: see [`Promise::Store`]. Otherwise every sixteenth is.
    #[must_use]
    pub const fn faulty_store(mut self) -> Self {
        self.store = StoreFaults::Always;
        self
    }

    /// From this seed on: the first run has it, every further one the next.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// So many runs.
    #[must_use]
    pub const fn runs(mut self, runs: u64) -> Self {
        self.runs = runs;
        self
    }

    /// On so many threads; the summary does not depend on it.
    #[must_use]
    pub const fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Runs them all. It blocks until they are done, and may be called with or without a runtime around it.
    ///
    /// # Errors
    /// [`SetupError`] when the discussion of the first run cannot begin; later ones that cannot are broken promises.
    pub fn run(&self) -> Result<Summary, SetupError> {
        (self.make)(self.seed).check()?;
        let next = AtomicU64::new(0);
        let parts: Vec<Summary> = thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.get()).map(|_| scope.spawn(|| self.work(&next))).collect();
            let parts =
                workers.into_iter().map(|worker| worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault)));
            parts.collect()
        });
        let all = Summary { seed: self.seed, ..Summary::default() };
        Ok(parts.into_iter().fold(all, Summary::and))
    }

    /// Takes the next run until there is none.
    fn work(&self, next: &AtomicU64) -> Summary {
        let mut summary = Summary { seed: self.seed, ..Summary::default() };
        loop {
            let run = next.fetch_add(1, Ordering::Relaxed);
            if run >= self.runs {
                return summary;
            }
            summary.add(self.one(self.seed.wrapping_add(run)));
        }
    }

    /// What answers for the seat at this place, if not its own agent.
    fn actor(&self, seed: u64, place: usize) -> Option<Actor> {
        match &self.players {
            Players::Cast(cast) => Actor::drawn(cast, seed, place),
            Players::Own => None,
        }
    }
}
