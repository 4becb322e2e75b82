//! What a discussion is wired to: prompts, providers' limits, the synthesiser, observers, journal and clock.

use std::sync::Arc;

use quorate_strategies::strategy::Strategy;

use super::Discussion;
use crate::{
    agent::{Agent, pool::Pools},
    context::Prompts,
    manager::{
        clock::Clock,
        control::{Control, controls},
        observe::Observer,
    },
    store::Journal,
};

impl Discussion {
    /// With prompts of one's own.
    #[must_use]
    pub fn prompts(mut self, prompts: Arc<Prompts>) -> Self {
        self.prompts = Some(prompts);
        self
    }

    /// Sharing the limits of providers with other discussions.
    #[must_use]
    pub fn pools(mut self, pools: Arc<Pools>) -> Self {
        self.pools = pools;
        self
    }

    /// With a backend that writes the result; without one, sentences are taken from the messages by rule.
    #[must_use]
    pub fn synthesizer(mut self, agent: impl Agent + 'static) -> Self {
        self.synthesizer = Some(Arc::new(agent));
        self
    }

    /// Watched by this observer.
    #[must_use]
    pub fn observer(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observers.push(observer);
        self
    }

    /// Kept in this journal.
    #[must_use]
    pub fn journal(mut self, journal: impl Journal + 'static) -> Self {
        self.journal = Box::new(journal);
        self
    }

    /// With this clock for the times in the record.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// A handle to speak into the discussion or to stop it, from anywhere, while it runs.
    pub fn control(&mut self) -> Control {
        self.control.get_or_insert_with(controls).0.clone()
    }

    /// Its id, once it has one.
    pub(crate) fn name(&self) -> Arc<str> {
        self.id.clone().unwrap_or_default()
    }

    pub(crate) fn strategy_arc(&self) -> Arc<dyn Strategy> {
        Arc::clone(&self.strategy)
    }
}
