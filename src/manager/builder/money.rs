//! What a discussion may spend, and at what prices.

use std::{collections::BTreeMap, sync::Arc};

use quorate_strategies::event::{Budget, Rate, Rates, Spend, Unknown};

use super::Discussion;
use crate::{
    agent::{Agent, Prices},
    manager::{
        error::SetupError,
        purse::Purse,
        terms::{AllTerms, Terms},
        till::{Slips, Till},
    },
    report::SYNTHESIS_ROOM,
};

/// Bytes around the messages in what is sent to have the result written, the topic apart.
const AROUND: usize = 16 * 1024;

impl Discussion {
    /// With at most this to be spent. No request is sent that could take more than is left: the most that it can take is
    /// reserved before, and a part is kept back for the writing of the result.
    ///
    /// ```
    /// use quorate::{Discussion, strategies::event::Budget};
    /// let budget = Budget { calls: Some(40), nanos: Some(500_000_000), ..Budget::default() };
    /// let discussion = Discussion::new("Tea or coffee?").budget(budget);
    /// ```
    #[must_use]
    pub const fn budget(mut self, budget: Budget) -> Self {
        self.money.budget = budget;
        self
    }

    /// At these prices instead of those that ship.
    #[must_use]
    pub fn prices(mut self, prices: Prices) -> Self {
        self.money.prices = prices;
        self
    }

    /// With this done about backends of which it is not known what their requests take.
    #[must_use]
    pub const fn unknown(mut self, unknown: Unknown) -> Self {
        self.money.unknown = unknown;
        self
    }

    /// Spending from a purse that others may spend from too; its own budget holds besides.
    #[must_use]
    pub fn purse(mut self, purse: Purse) -> Self {
        self.money.purse = Some(purse);
        self
    }

    /// Refuses a table where something that is limited has no bound.
    pub(super) fn check_money(&self) -> Result<(), SetupError> {
        for (seat, agent) in &self.seats {
            self.money.check(&seat.name, agent.as_ref())?;
        }
        for (name, agent) in [("the synthesizer", &self.synthesizer), ("the summarizer", &self.summarizer)] {
            if let Some(agent) = agent {
                self.money.check(name, agent.as_ref())?;
            }
        }
        Ok(())
    }

    /// How everybody's requests are counted.
    pub(crate) fn terms(&self) -> AllTerms {
        let of = |agent: &Option<Arc<dyn Agent>>| {
            agent.as_ref().map_or_else(Terms::default, |one| self.money.terms(one.as_ref()))
        };
        AllTerms {
            seats: self.seats.iter().map(|(_, agent)| self.money.terms(agent.as_ref())).collect(),
            result: of(&self.synthesizer),
            summary: of(&self.summarizer),
        }
    }

    /// Counting money as it was counted before: prices that were settled hold, whatever the lists say now.
    #[must_use]
    pub(super) fn rated(mut self, rates: &Rates) -> Self {
        self.money.unknown = rates.unknown;
        self.money.settled.clone_from(&rates.of);
        self
    }

    /// How money is counted at this table, by the names of the backends.
    pub(crate) fn counted(&self) -> BTreeMap<Arc<str>, Rate> {
        let seats = self.seats.iter().map(|(_, agent)| agent.as_ref());
        self.money.counted(seats.chain(self.synthesizer.as_deref()).chain(self.summarizer.as_deref()))
    }

    /// The same, as the charter has it: nothing where nothing is limited or priced.
    pub(super) fn rates(&self) -> Rates {
        let of = self.counted();
        if of.is_empty() || self.money.limits().is_unlimited() && !self.costs() {
            return Rates::default();
        }
        Rates { unknown: self.money.unknown, of }
    }

    /// Whether any price stands behind what it may spend.
    pub(super) fn costs(&self) -> bool {
        self.money.budget.nanos.is_some() || self.terms().is_priced()
    }

    /// What it spends from, when it has spent this much before.
    pub(crate) fn till(&self, before: Spend) -> (Till, Slips) {
        let window = self.synthesizer.as_ref().and_then(|agent| agent.window());
        let room = window.map_or(SYNTHESIS_ROOM, |window| window as usize * 3 / 2);
        Till::new(self.money.purse(before), self.terms(), room + AROUND + self.brief.topic.len())
    }
}
