//! A run on a store that fails on the way, and what becomes of the record that is left.

use std::sync::Arc;

use tokio::runtime::Builder;

use super::{
    Chaos,
    promise::Promise,
    soundness::{Check, unrecorded},
    witness::Log,
};
use crate::{
    agent::cast::chance,
    manager::{Finished, Recorded, RunError},
    store::{Faulty, Shelf, Store as _},
};

/// A record has about so many flushes for every line.
const FLUSHES: u64 = 2;

impl Chaos {
    /// Plays the run of this seed on a store that fails, and goes on with what that has kept.
    pub(super) fn fail(&self, seed: u64, whole: &Finished, check: &mut Check) {
        let operations = u64::try_from(whole.entries.len()).unwrap_or(1) * FLUSHES;
        let nth = 1 + chance([seed, 0xfa17], operations);
        let store = match seed.is_multiple_of(2) {
            true => Faulty::once(Shelf::default(), nth),
            false => Faulty::from(Shelf::default(), nth),
        };
        check.that(Promise::Store, || {
            let fault = self.broken_off(seed, &store, nth).and_then(|()| self.gone_on(seed, store.store()));
            fault.err().map(|what| format!("operation {nth} of the store failed: {what}"))
        });
    }

    /// The failure ends the run as an error of the store, whatever else goes on.
    fn broken_off(&self, seed: u64, store: &Faulty<Shelf>, nth: u64) -> Result<(), String> {
        let ended = alone(async {
            let journal = store.create(&seed.to_string())?;
            self.discussion(seed, &Arc::new(Log::default())).journal(journal).run().await
        })?;
        match ended {
            Err(RunError::Store(_)) if store.operations() >= nth => Ok(()),
            Err(other) => Err(format!("it ended with {other}")),
            Ok(_) if store.operations() < nth => Ok(()),
            Ok(_) => Err("it ended as if nothing had happened".to_owned()),
        }
    }

    /// What was kept is sound as far as it goes, and goes on to an end.
    fn gone_on(&self, seed: u64, store: &Shelf) -> Result<(), String> {
        let kept = store.resume(&seed.to_string()).map_err(|error| error.to_string())?;
        let recorded = Recorded::read(&kept.lines);
        if let Some(broken) = &recorded.broken {
            return Err(format!("what was kept cannot be read: {broken}"));
        }
        let before = recorded.entries.clone();
        let finished = alone(async {
            let again = self.discussion(seed, &Arc::new(Log::default()));
            again.journal(kept.journal).resume(recorded).run().await
        })?;
        let finished = finished.map_err(|error| format!("it cannot go on: {error}"))?;
        if !finished.entries.starts_with(&before) {
            return Err("what was kept is changed".to_owned());
        }
        unrecorded(&finished).map_or(Ok(()), Err)
    }
}

/// Runs something where virtual time passes.
fn alone<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.map(|runtime| runtime.block_on(work)).map_err(|error| format!("no runtime: {error}"))
}
