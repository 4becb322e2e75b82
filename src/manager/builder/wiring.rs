//! What a discussion is wired to: prompts, providers' limits, the synthesiser, observers, journal and clock.

use std::sync::Arc;

use super::Discussion;
use crate::{
    agent::{Agent, pool::Pools},
    context::Prompts,
    manager::{
        clock::Clock,
        control::{Control, controls},
        observe::Observer,
    },
    store::{Journal, Store, StoreError},
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

    /// Under this id in a store, whose only writer it is until it ends.
    ///
    /// ```
    /// use quorate::{Discussion, agent::Scripted, store::{Shelf, Store as _}, strategies::prelude::*};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let store = Shelf::default();
    /// let discussion = Discussion::new("Tea or coffee?").seat(Seat::new("Ann"), Scripted::lines(["Tea."]));
    /// let done = discussion.kept_in(&store, "tea")?.run().await?;
    /// assert_eq!(store.read("tea")?, done.lines()?);
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when there is one of this id, or what the medium says.
    pub fn kept_in(self, store: &dyn Store, id: impl Into<Arc<str>>) -> Result<Self, StoreError> {
        let id = id.into();
        let journal = store.create(&id)?;
        Ok(self.id(id).journal(journal))
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
}
