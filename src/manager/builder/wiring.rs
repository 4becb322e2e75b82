//! What a discussion is wired to and how it is run: names of peers, watch, prompts, providers' limits, the synthesiser, observers, journal and clock.

use std::{fmt, sync::Arc};

use quorate_strategies::{
    event::{Peers, Watch},
    outcome::Delivers,
    seat::Spec,
};

use super::{Discussion, Past};
#[cfg(feature = "rehearse")]
use crate::store::Memory;
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

impl fmt::Debug for Discussion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Discussion")
            .field("topic", &self.brief.topic)
            .field("strategy", &self.strategy.card().name)
            .field("seats", &self.seats.len())
            .finish_non_exhaustive()
    }
}

impl Discussion {
    /// Where peers are named like this.
    #[must_use]
    pub const fn peers(mut self, peers: Peers) -> Self {
        self.peers = Some(peers);
        self
    }

    /// Where this is done when a discussion goes in circles; nothing by default.
    #[must_use]
    pub const fn watch(mut self, watch: Watch) -> Self {
        self.watch = watch;
        self
    }

    /// That hands this over beside its minutes. A synthesiser is asked for it where there is one; else it is made by rule
    /// from the material and the messages.
    #[must_use]
    pub const fn delivers(mut self, delivers: Delivers) -> Self {
        self.delivers = Some(delivers);
        self
    }

    /// Whose record says that its minutes are left in this folder, for whoever goes on with it; writing them is theirs who
    /// runs it.
    #[must_use]
    pub fn minutes_in(mut self, folder: Option<Arc<str>>) -> Self {
        self.minutes = folder;
        self
    }

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

    /// How many texts the synthesiser is asked for at most: the result, and what is handed over beside it.
    #[cfg(feature = "command")]
    pub(crate) fn result_texts(&self) -> u64 {
        let material = self.brief.material.len().max(1) as u64;
        match (&self.synthesizer, self.delivers) {
            (None, _) => 0,
            (Some(_), Some(Delivers::Improvement)) => 1 + material,
            (Some(_), Some(Delivers::Synthesis)) => 2,
            (Some(_), _) => 1,
        }
    }

    /// Where the record says that the backend which writes the result is made from this.
    #[must_use]
    pub fn synthesizer_spec(mut self, spec: Option<Spec>) -> Self {
        self.synthesizer_spec = spec;
        self
    }

    /// With a backend that writes the rolling summary, where one is made; without one it is put together by rule.
    ///
    /// ```
    /// # use quorate::{Discussion, agent::Scripted, strategies::{prelude::*, strategies::Meeting}};
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), quorate::RunError> {
    /// let done = Discussion::new("Tea or coffee?")
    ///     .strategy(Meeting::new())
    ///     .seat(Seat::new("Ann"), Scripted::lines(["Tea. [STANCE: NEUTRAL]", "Tea. [STANCE: AGREE]"]))
    ///     .summarizer(Scripted::lines(["Ann is for tea and has not made up her mind."]))
    ///     .run()
    ///     .await?;
    /// let summary = done.state.summary().and_then(|one| one.summary.text());
    /// assert_eq!(summary, Some("Ann is for tea and has not made up her mind."));
    /// # Ok(()) }
    /// ```
    #[must_use]
    pub fn summarizer(mut self, agent: impl Agent + 'static) -> Self {
        self.summarizer = Some(Arc::new(agent));
        self
    }

    /// Where the record says that the backend which writes the rolling summary is made from this.
    #[must_use]
    pub fn summarizer_spec(mut self, spec: Option<Spec>) -> Self {
        self.summarizer_spec = spec;
        self
    }

    /// Taking these summaries of rounds over instead of having them written.
    pub(crate) fn summarised(mut self, past: Past) -> Self {
        self.past = past;
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

    /// The same discussion once more, kept in memory.
    #[cfg(feature = "rehearse")]
    pub(crate) fn once_more(&self) -> Self {
        Self {
            id: self.id.clone(),
            preset: self.preset.clone(),
            brief: self.brief.clone(),
            strategy: Arc::clone(&self.strategy),
            strategy_knobs: self.strategy_knobs.clone(),
            rule: self.rule.clone(),
            rounds: self.rounds,
            limits: self.limits,
            turn: self.turn,
            turns: self.turns,
            context: self.context,
            peers: self.peers,
            seed: self.seed,
            watch: self.watch,
            people: self.people,
            origin: self.origin.clone(),
            delivers: self.delivers,
            minutes: self.minutes.clone(),
            money: self.money.clone(),
            seats: self.seats.clone(),
            prompts: self.prompts.clone(),
            pools: Arc::clone(&self.pools),
            synthesizer: self.synthesizer.clone(),
            synthesizer_spec: self.synthesizer_spec.clone(),
            summarizer: self.summarizer.clone(),
            summarizer_spec: self.summarizer_spec.clone(),
            past: self.past.clone(),
            observers: self.observers.clone(),
            journal: Box::new(Memory),
            clock: Arc::clone(&self.clock),
            control: None,
            recorded: None,
        }
    }
}
