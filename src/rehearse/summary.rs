//! What came of many runs: how often, how long, how much, and what was broken.

use std::collections::BTreeMap;

use quorate_strategies::{event::Spend, rule::Level, step::StopReason};

use super::promise::Broken;

/// How a number spread over the runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Spread {
    /// How often each number came.
    counts: BTreeMap<u64, u64>,
}

impl Spread {
    pub(super) fn add(&mut self, number: u64) {
        *self.counts.entry(number).or_default() += 1;
    }

    fn and(&mut self, other: Self) {
        for (number, runs) in other.counts {
            *self.counts.entry(number).or_default() += runs;
        }
    }

    /// The least number that so many percent of the runs did not exceed; 0 without runs.
    #[must_use]
    pub fn percentile(&self, percent: u64) -> u64 {
        let all: u64 = self.counts.values().sum();
        let mut below = 0;
        for (number, runs) in &self.counts {
            below += runs;
            if below * 100 >= percent * all {
                return *number;
            }
        }
        0
    }

    /// The least; 0 without runs.
    #[must_use]
    pub fn min(&self) -> u64 {
        self.counts.keys().next().copied().unwrap_or(0)
    }

    /// The middle; 0 without runs.
    #[must_use]
    pub fn median(&self) -> u64 {
        self.percentile(50)
    }

    /// What nine of ten runs did not exceed; 0 without runs.
    #[must_use]
    pub fn p90(&self) -> u64 {
        self.percentile(90)
    }

    /// The most; 0 without runs.
    #[must_use]
    pub fn max(&self) -> u64 {
        self.counts.keys().next_back().copied().unwrap_or(0)
    }
}

/// What came of one run.
#[derive(Debug, Clone, Default)]
pub(super) struct Ran {
    pub(super) came: Option<Came>,
    pub(super) broken: Vec<Broken>,
}

/// How a run ended.
#[derive(Debug, Clone)]
pub(super) struct Came {
    pub(super) stop: StopReason,
    pub(super) level: Level,
    pub(super) decision: Option<String>,
    pub(super) rounds: u64,
    pub(super) turns: u64,
    pub(super) calls: u64,
    pub(super) ms: u64,
    pub(super) spent: Spend,
}

/// What came of all runs. Equal for equal seeds, casts and discussions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Summary {
    /// The seed of the first run.
    pub seed: u64,
    /// How many runs there were.
    pub runs: u64,
    /// Runs by stop reason; a run that did not end is in none.
    pub stops: BTreeMap<StopReason, u64>,
    /// Runs by the level of their last verdict.
    pub levels: BTreeMap<Level, u64>,
    /// Runs by what was decided, up to 60 characters of its first line; none for no decision.
    pub decisions: BTreeMap<Option<String>, u64>,
    /// Rounds begun.
    pub rounds: Spread,
    /// Turns.
    pub turns: Spread,
    /// Requests to agents, repeated ones and the synthesiser's included.
    pub calls: Spread,
    /// Virtual time, in milliseconds.
    pub ms: Spread,
    /// Tokens, as far as the records say; all 0 where nothing is counted.
    pub tokens: Spread,
    /// Money in billionths, as far as the records say; all 0 where nothing has a price.
    pub nanos: Spread,
    /// Promises that were broken, by seed.
    pub broken: Vec<Broken>,
}

impl Summary {
    pub(super) fn add(&mut self, ran: Ran) {
        self.runs += 1;
        self.broken.extend(ran.broken);
        let Some(came) = ran.came else { return };
        *self.stops.entry(came.stop).or_default() += 1;
        *self.levels.entry(came.level).or_default() += 1;
        *self.decisions.entry(came.decision).or_default() += 1;
        self.rounds.add(came.rounds);
        self.turns.add(came.turns);
        self.calls.add(came.calls);
        self.ms.add(came.ms);
        self.tokens.add(came.spent.tokens);
        self.nanos.add(came.spent.nanos);
    }

    /// Both together, in whatever order they come.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.runs += other.runs;
        for (stop, runs) in other.stops {
            *self.stops.entry(stop).or_default() += runs;
        }
        for (level, runs) in other.levels {
            *self.levels.entry(level).or_default() += runs;
        }
        for (decision, runs) in other.decisions {
            *self.decisions.entry(decision).or_default() += runs;
        }
        self.rounds.and(other.rounds);
        self.turns.and(other.turns);
        self.calls.and(other.calls);
        self.ms.and(other.ms);
        self.tokens.and(other.tokens);
        self.nanos.and(other.nanos);
        self.broken.extend(other.broken);
        self.broken.sort();
        self
    }
}
