//! What every discussion promises, whatever its seats do.

use std::fmt;

/// What every discussion promises, whatever its seats do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Promise {
    /// It can begin, does not panic, is not aborted, and ends with one stop reason.
    Ends,
    /// It keeps within its rounds and turns, and every turn has an ending.
    Bounds,
    /// It spends no more than its budget, but for what a provider took beyond what was reserved for the turn.
    Budget,
    /// It keeps within its time, the grace of 10 ms included, and so does every turn.
    Time,
    /// Every seat is named in the outcome and in the minutes, with all its turns.
    Everybody,
    /// The record reads back, its chain holds, and every decision follows from it again.
    Record,
    /// Every reply that was recorded reads the same again.
    Readings,
    /// A second count, made apart from the rules, finds every verdict; nothing is declared below its threshold.
    Count,
    /// What is recorded for a seat is what its agent replied to that turn, and its position follows from that alone.
    Authors,
    /// Nobody's words end the quotation that they stand in.
    Quotes,
    /// Minutes and a result document can be made.
    Reports,
    /// The same seed gives the same record; checked for every sixteenth seed.
    Repeats,
    /// On a store that fails on the way it ends with an error of the store, and what was kept goes on to an end; checked for
    /// every sixteenth seed, or for all with [`faulty_store`](crate::rehearse::Chaos::faulty_store).
    Store,
}

impl Promise {
    /// Every promise, in the order of the documentation.
    pub const ALL: [Self; 13] = [
        Self::Ends,
        Self::Bounds,
        Self::Budget,
        Self::Time,
        Self::Everybody,
        Self::Record,
        Self::Readings,
        Self::Count,
        Self::Authors,
        Self::Quotes,
        Self::Reports,
        Self::Repeats,
        Self::Store,
    ];

    /// The name as written in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::Bounds => "bounds",
            Self::Budget => "budget",
            Self::Time => "time",
            Self::Everybody => "everybody",
            Self::Record => "record",
            Self::Readings => "readings",
            Self::Count => "count",
            Self::Authors => "authors",
            Self::Quotes => "quotes",
            Self::Reports => "reports",
            Self::Repeats => "repeats",
            Self::Store => "store",
        }
    }
}

/// A promise that a run broke.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Broken {
    /// The seed of the run, which shows it again.
    pub seed: u64,
    /// Which promise.
    pub promise: Promise,
    /// What was found.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {}: {}", self.seed, self.promise.name(), self.what)
    }
}
