//! A discussion that is put together again from what a record says was settled.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    event::{Charter, Origin},
    strategy::Strategy,
};

use super::{Discussion, RoundChoice, RuleChoice, check::fresh_id};
use crate::{agent::Prices, manager::error::SetupError};

impl Discussion {
    /// A discussion settled as this charter has it, without seats, and with an id of its own.
    ///
    /// # Errors
    /// [`SetupError::Catalog`] when the catalogue does not have the strategy or rule, or a knob cannot be set.
    pub fn settled(charter: &Charter, catalog: &Catalog) -> Result<Self, SetupError> {
        let mut discussion = Self::about(charter.brief.clone())
            .strategy_named(catalog, &charter.strategy.name, charter.strategy.knobs.clone())?
            .context(charter.context)
            .peers(charter.peers)
            .seed(charter.seed)
            .watch(charter.watch)
            .budget(charter.budget)
            .rated(&charter.rates)
            .gate(charter.gate)
            .gate_ms(charter.gate_ms)
            .veto_ms(charter.veto_ms)
            .max_turns(charter.limits.turns);
        discussion.rule = match &charter.rule {
            Some(rule) => RuleChoice::This(catalog.rule(&rule.name, &rule.knobs)?, rule.knobs.clone()),
            None => RuleChoice::Nothing,
        };
        // Prices in another currency are none here.
        if let Some(currency) = charter.currency.as_ref().filter(|one| *one != Prices::shipped().currency()) {
            discussion = discussion.prices(Prices::none(Arc::clone(currency)));
        }
        discussion.preset.clone_from(&charter.preset);
        discussion.delivers = charter.delivers;
        discussion.rounds = RoundChoice { min: Some(charter.rounds.min), max: Some(charter.rounds.max) };
        if charter.limits.turn_ms != discussion.limits.turn_ms {
            discussion = discussion.turn_ms(charter.limits.turn_ms);
        }
        discussion.limits = charter.limits;
        Ok(discussion)
    }

    /// That goes on from this place of another record, as its own record says.
    #[must_use]
    pub(crate) fn continuing(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    /// The same discussion with an id, made from the time of day where none was given.
    pub(crate) fn named(mut self) -> Self {
        self.id.get_or_insert_with(|| fresh_id(self.clock.now_ms()));
        self
    }

    /// Its id, once it has one.
    pub(crate) fn name(&self) -> Arc<str> {
        self.id.clone().unwrap_or_default()
    }

    pub(crate) fn strategy_arc(&self) -> Arc<dyn Strategy> {
        Arc::clone(&self.strategy)
    }
}
