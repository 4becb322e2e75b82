//! Replay: settings, decisions, readings and prompts are made again from a record and compared; nobody is asked.

use quorate_strategies::{
    engine::Engine,
    event::Event,
    record::Entry,
    state::State,
    step::Step,
    turn::TurnId,
    verify::{Difference, replay},
};
use thiserror::Error;

use super::{Discussion, RunError, prompt::Systems, recorded::Recorded};
use crate::{
    context::{PromptError, Prompts},
    reading::reread,
};

mod settings;

/// The first event of a record that a discussion does not lead to.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Changed {
    /// Something was settled otherwise.
    #[error("event {seq}: {key} was {was} and would be {would}; go on with what was settled, or fork")]
    Setting {
        /// The event.
        seq: u64,
        /// What was settled: `strategy.name`.
        key: String,
        /// As recorded.
        was: String,
        /// As it is now.
        would: String,
    },
    /// A step, verdict or other decision does not follow.
    #[error(transparent)]
    Decided(#[from] Difference),
    /// A prompt would be another.
    #[error("event {seq}: turn {turn} was asked with the prompt of hash {was}, and would be with {would}")]
    Prompt {
        /// The event.
        seq: u64,
        /// The turn.
        turn: TurnId,
        /// The hash as recorded.
        was: String,
        /// The hash of the prompt that is made now.
        would: String,
    },
    /// A reply is read otherwise.
    #[error("event {seq}: the reply of turn {turn} is read otherwise than recorded")]
    Reading {
        /// The event.
        seq: u64,
        /// The turn.
        turn: TurnId,
    },
    /// A prompt could not be made again.
    #[error("event {seq}: {why}")]
    Unmade {
        /// The event.
        seq: u64,
        /// Why.
        why: PromptError,
    },
}

impl Changed {
    /// The first event that differs.
    #[must_use]
    pub const fn seq(&self) -> u64 {
        match self {
            Self::Setting { seq, .. }
            | Self::Prompt { seq, .. }
            | Self::Reading { seq, .. }
            | Self::Unmade { seq, .. }
            | Self::Decided(Difference::Decided { seq, .. } | Difference::Fold { seq, .. }) => *seq,
            Self::Decided(_) => 0,
        }
    }
}

/// What was made again and found the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Replayed {
    /// Events in the record.
    pub events: usize,
    /// Prompts.
    pub prompts: usize,
    /// Prompts of records from before it was kept what they were fitted to.
    pub prompts_skipped: usize,
    /// Readings.
    pub readings: usize,
    /// Readings by another version of the reader.
    pub readings_skipped: usize,
}

impl Recorded {
    /// Makes everything again that a discussion decides, shows and reads, and compares it with the record. Backends,
    /// times and software are left out of it; the seats are those of the discussion, in their order.
    ///
    /// # Errors
    /// [`RunError::Changed`] with the first event that differs; [`RunError::Setup`] when the discussion itself cannot
    /// be.
    pub fn replay(&self, discussion: &Discussion) -> Result<Replayed, RunError> {
        let plan = discussion.check()?;
        if let Some(changed) = settings::changed(self, &plan) {
            return Err(changed.into());
        }
        let mut replayed = Replayed { events: self.entries.len(), ..Replayed::default() };
        let empty = || Engine::new(discussion.strategy_arc(), plan.rule.clone(), State::default());
        let decided = replay(empty(), self.entries.iter().map(|entry| (entry.seq, &entry.event))).err();
        let read = self.reread(&mut replayed).err();
        let prompts = discussion.prompts.clone().unwrap_or_else(Prompts::builtin);
        let upto = decided.as_ref().map_or(u64::MAX, |difference| Changed::Decided(difference.clone()).seq());
        let shown = self.prompts(empty(), &Systems::new(prompts), upto, &mut replayed).err();
        let first = decided.map(Changed::Decided).into_iter().chain(read).chain(shown).min_by_key(Changed::seq);
        first.map_or(Ok(replayed), |changed| Err(changed.into()))
    }

    fn reread(&self, replayed: &mut Replayed) -> Result<(), Changed> {
        for entry in &self.entries {
            let Event::Answered { turn, message, .. } = &entry.event else { continue };
            let Some(asked) = self.state.turn(*turn) else { continue };
            match reread(&self.state, asked, message) {
                None => replayed.readings_skipped += 1,
                Some(true) => replayed.readings += 1,
                Some(false) => return Err(Changed::Reading { seq: entry.seq, turn: *turn }),
            }
        }
        Ok(())
    }

    /// Makes the prompts again, each batch from the state before its first ask.
    fn prompts(
        &self,
        mut engine: Engine,
        systems: &Systems,
        upto: u64,
        replayed: &mut Replayed,
    ) -> Result<(), Changed> {
        let mut rest = self.entries.as_slice();
        while let Some((entry, later)) = rest.split_first().filter(|(entry, _)| entry.seq < upto) {
            let first = engine.state().open_step().is_some_and(|open| open.asked == 0);
            if first && matches!(entry.event, Event::Asked { .. }) {
                batch(&engine, systems, rest, replayed)?;
            }
            let folded = engine.apply(entry.seq, &entry.event);
            folded.map_err(|why| Difference::Fold { seq: entry.seq, why })?;
            rest = later;
        }
        Ok(())
    }
}

/// Makes the prompts of one batch again; `rest` begins with its first ask.
fn batch(engine: &Engine, systems: &Systems, rest: &[Entry], replayed: &mut Replayed) -> Result<(), Changed> {
    let Some(Step::Ask { asks }) = engine.state().open_step().map(|open| &open.step) else { return Ok(()) };
    let of_batch = rest.iter().take_while(|entry| !entry.event.is_decided() || is_limit(&entry.event));
    for entry in of_batch {
        let Event::Asked { turn, ask, context, fitted, .. } = &entry.event else { continue };
        let (Some(fitted), Some(one)) = (fitted, asks.get(usize::from(*ask))) else {
            replayed.prompts_skipped += 1;
            continue;
        };
        let made = systems.prepare(engine, *turn, one, *fitted);
        let prompt = made.map_err(|why| Changed::Unmade { seq: entry.seq, why })?;
        same(entry.seq, *turn, context, &prompt.hash())?;
        replayed.prompts += 1;
    }
    Ok(())
}

const fn is_limit(event: &Event) -> bool {
    matches!(event, Event::LimitReached { .. })
}

/// Compares the hash of a prompt with the one that was recorded.
pub(super) fn same(seq: u64, turn: TurnId, was: &str, would: &str) -> Result<(), Changed> {
    if was == would {
        return Ok(());
    }
    Err(Changed::Prompt { seq, turn, was: was.to_owned(), would: would.to_owned() })
}
