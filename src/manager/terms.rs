//! On what terms backends answer: what of their requests is counted, at what price, and the most that one can take.

use std::{collections::BTreeMap, sync::Arc};

use quorate_strategies::{
    event::{Budget, Rate, Spend, Unknown},
    seat::Origin,
};

use crate::{
    agent::{Again, Agent, Cost, Price, Prices},
    manager::{error::SetupError, purse::Purse},
};

/// Tokens that a provider may put around what is sent: roles, separators, the form of a schema.
const FRAME: u64 = 256;

/// What a discussion may spend, and how that is counted.
#[derive(Debug, Clone)]
pub(crate) struct Money {
    pub(crate) budget: Budget,
    pub(crate) prices: Prices,
    pub(crate) unknown: Unknown,
    /// How the money of some backends was counted before, by their names: it goes on like that.
    pub(crate) settled: BTreeMap<Arc<str>, Rate>,
    /// What the budget is taken from, where others spend from it too.
    pub(crate) purse: Option<Purse>,
}

impl Default for Money {
    fn default() -> Self {
        Self {
            budget: Budget::default(),
            prices: Prices::shipped(),
            unknown: Unknown::Refuse,
            settled: BTreeMap::new(),
            purse: None,
        }
    }
}

/// How the requests of one backend are counted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Terms {
    counts: Counts,
    price: Option<Price>,
    /// The most tokens of an answer.
    cap: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Counts {
    /// No request is made to anybody.
    #[default]
    Nothing,
    /// Requests: what a program does with its own is not known.
    Calls,
    /// Requests and tokens.
    Tokens,
}

/// How everybody's requests are counted.
#[derive(Debug, Clone)]
pub(crate) struct AllTerms {
    /// In seat order.
    pub(crate) seats: Vec<Terms>,
    /// Of whoever writes the result.
    pub(crate) result: Terms,
    /// Of whoever writes the rolling summary.
    pub(crate) summary: Terms,
}

impl AllTerms {
    /// Whether any request may cost money that is counted.
    pub(crate) fn is_priced(&self) -> bool {
        self.seats.iter().chain([&self.result, &self.summary]).any(Terms::is_priced)
    }
}

/// The most that one request can take.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Bound {
    input: u64,
    output: u64,
}

impl Money {
    /// The purse of a discussion that has spent this much before.
    pub(crate) fn purse(&self, before: Spend) -> Purse {
        let purse = match &self.purse {
            Some(shared) => shared.within(self.budget),
            None => Purse::new(self.budget),
        };
        purse.spend(before);
        purse
    }

    /// What limits the discussion, the purses that it shares included.
    pub(crate) fn limits(&self) -> Budget {
        self.purse.as_ref().map_or(self.budget, |shared| shared.within(self.budget).tightest())
    }

    /// How the money of a backend is counted; none for one that makes no requests.
    fn rate(&self, agent: &dyn Agent) -> Option<Rate> {
        let backend = agent.backend();
        if !matches!(backend.origin, Origin::Model | Origin::Program) {
            return None;
        }
        // What was not counted before may be counted now.
        let settled = self.settled.get(&backend.name).filter(|rate| **rate != Rate::Uncounted);
        if let Some(settled) = settled {
            return Some(*settled);
        }
        let listed = self.prices.of(&backend.name);
        Some(match (listed, backend.origin, agent.cost(), self.unknown) {
            (Some(Price { input, output }), ..) => Rate::Listed { input, output },
            // Nobody knows how many tokens it takes, so no price fits it.
            (None, Origin::Program, ..) => Rate::Uncounted,
            (None, _, _, Unknown::Price(each)) => Rate::Said { each },
            (None, _, Cost::Free, _) => Rate::Free,
            (None, _, Cost::Possible, _) => Rate::Uncounted,
        })
    }

    /// How the money of these backends is counted, by their names.
    pub(crate) fn counted<'a>(&self, agents: impl Iterator<Item = &'a dyn Agent>) -> BTreeMap<Arc<str>, Rate> {
        agents.filter_map(|agent| Some((agent.backend().name, self.rate(agent)?))).collect()
    }

    /// How the requests of a backend are counted.
    pub(crate) fn terms(&self, agent: &dyn Agent) -> Terms {
        let (counts, price) = match self.rate(agent) {
            None => (Counts::Nothing, None),
            Some(Rate::Listed { input, output }) => (Counts::Tokens, Some(Price { input, output })),
            Some(Rate::Said { each }) => (Counts::Tokens, Some(Price { input: each, output: each })),
            Some(Rate::Free) => (Counts::Tokens, Some(Price::default())),
            Some(Rate::Uncounted) if agent.backend().origin == Origin::Program => (Counts::Calls, None),
            Some(Rate::Uncounted) => (Counts::Tokens, None),
        };
        Terms { counts, price, cap: agent.output_cap() }
    }

    /// Refuses a backend whose requests have no bound in what is limited.
    pub(crate) fn check(&self, seat: &str, agent: &dyn Agent) -> Result<(), SetupError> {
        let (budget, terms) = (self.limits(), self.terms(agent));
        if terms.counts == Counts::Nothing || self.unknown == Unknown::Uncounted {
            return Ok(());
        }
        let (seat, backend) = (seat.to_owned(), agent.backend().name.to_string());
        let limited = budget.nanos.is_some() || budget.tokens.is_some();
        if terms.counts == Counts::Calls {
            return if limited { Err(SetupError::Unmetered { seat, backend }) } else { Ok(()) };
        }
        if budget.nanos.is_some() && terms.price.is_none() {
            return Err(SetupError::Unpriced { seat, backend });
        }
        let costs = budget.nanos.is_some() && terms.is_priced();
        if terms.cap.is_none() && (budget.tokens.is_some() || costs) {
            return Err(SetupError::Uncapped { seat, backend });
        }
        Ok(())
    }
}

impl Terms {
    pub(crate) const fn counts_nothing(&self) -> bool {
        matches!(self.counts, Counts::Nothing)
    }

    /// Whether a request may cost money that is counted.
    pub(crate) fn is_priced(&self) -> bool {
        self.counts == Counts::Tokens && self.price.is_some_and(|price| price != Price::default())
    }

    /// Whether it may cost money and nobody knows how much.
    #[cfg(feature = "command")]
    pub(crate) fn is_unpriced(&self) -> bool {
        self.counts == Counts::Calls || self.counts == Counts::Tokens && self.price.is_none()
    }

    /// The most that a request of so many bytes can take.
    ///
    /// A token stands for at least one byte of the text, in every vocabulary that can spell all texts, so the bytes are a
    /// true bound on the tokens read. An attempt after an answer that was cut off may write twice as much.
    pub(crate) fn bound(&self, bytes: usize, again: Option<&Again<'_>>) -> Bound {
        let mended = match again {
            Some(Again::Repair { previous, wrong }) => previous.len() + wrong.len(),
            _ => 0,
        };
        let cap = self.cap.map_or(0, u64::from);
        Bound {
            input: u64::try_from(bytes + mended).unwrap_or(u64::MAX).saturating_add(FRAME),
            output: if matches!(again, Some(Again::Cut)) { cap * 2 } else { cap },
        }
    }

    /// The most that a request within this bound costs.
    pub(crate) fn most(&self, bound: &Bound) -> Spend {
        self.took(bound, None, None)
    }

    /// What a request took; what was not told is as much as it can be.
    pub(crate) fn took(&self, bound: &Bound, read: Option<u64>, written: Option<u64>) -> Spend {
        let (read, written) = (read.unwrap_or(bound.input), written.unwrap_or(bound.output));
        match self.counts {
            Counts::Nothing => Spend::default(),
            Counts::Calls => Spend { calls: 1, ..Spend::default() },
            Counts::Tokens => Spend {
                calls: 1,
                tokens: read.saturating_add(written),
                nanos: self.price.unwrap_or_default().of(read, written),
            },
        }
    }

    /// What so many tokens cost, where that is known.
    #[cfg(feature = "command")]
    pub(crate) fn cost(&self, read: u64, written: u64) -> u64 {
        self.price.unwrap_or_default().of(read, written)
    }
}
