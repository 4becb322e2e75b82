//! One run: played in virtual time, and held to every promise.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use quorate_strategies::record::Canonical;
use tokio::{
    runtime::Builder,
    time::{Instant, timeout},
};

use super::{
    Chaos, StoreFaults,
    promise::{Broken, Promise},
    soundness::{self, Check},
    summary::{Came, Ran},
    witness::Log,
};
use crate::manager::Finished;

/// Every run of a seed that this divides is played twice, and once more on a store that fails.
const SAMPLED: u64 = 16;
/// What a run may take beyond its time: timers count in whole milliseconds.
const GRACE: Duration = Duration::from_millis(10);

/// A run that came to its end.
pub(super) struct Played {
    pub(super) finished: Finished,
    pub(super) took: Duration,
    pub(super) log: Arc<Log>,
    /// How long a turn of each seat may take, where that is known.
    pub(super) turns: Vec<Option<Duration>>,
}

impl Chaos {
    /// Plays the run of this seed and checks it.
    pub(super) fn one(&self, seed: u64) -> Ran {
        let checked = catch_unwind(AssertUnwindSafe(|| self.checked(seed)));
        checked.unwrap_or_else(|fault| Ran { came: None, broken: vec![ends(seed, panicked(fault.as_ref()))] })
    }

    fn checked(&self, seed: u64) -> Ran {
        let played = match self.play(seed) {
            Ok(played) => played,
            Err(what) => return Ran { came: None, broken: vec![ends(seed, what)] },
        };
        let mut check = Check::new(seed);
        soundness::check(&played, &mut check);
        if seed.is_multiple_of(SAMPLED) {
            self.repeat(seed, &played.finished, &mut check);
        }
        if self.store == StoreFaults::Always || seed.is_multiple_of(SAMPLED) {
            self.fail(seed, &played.finished, &mut check);
        }
        Ran { came: Some(came(&played)), broken: check.into_broken() }
    }

    /// Plays the run of this seed, alone on a runtime whose clock is virtual.
    pub(super) fn play(&self, seed: u64) -> Result<Played, String> {
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.map_err(|error| format!("no runtime: {error}"))?;
        runtime.block_on(async {
            let (log, start) = (Arc::new(Log::default()), Instant::now());
            let discussion = self.discussion(seed, &log);
            let plan = discussion.check().map_err(|error| error.to_string())?;
            let most = Duration::from_millis(plan.charter.limits.total_ms + plan.charter.veto_ms) + GRACE;
            let turns = self.turn_limits(&discussion);
            let ended = timeout(most * 2, discussion.run()).await;
            let ended = ended.map_err(|_| format!("it has not ended after {:?}, twice its time", most * 2))?;
            let finished = ended.map_err(|error| error.to_string())?;
            Ok(Played { finished, took: start.elapsed(), log, turns })
        })
    }

    fn repeat(&self, seed: u64, first: &Finished, check: &mut Check) {
        let canonical = |run: &Finished| Canonical::of(run.entries.iter().map(|entry| &entry.event));
        match self.play(seed) {
            Err(what) => check.that(Promise::Repeats, || Some(format!("the second time: {what}"))),
            Ok(again) => check.that(Promise::Repeats, || {
                let same = canonical(&again.finished) == canonical(first) && again.finished.outcome == first.outcome;
                (!same).then(|| "two records".to_owned())
            }),
        }
    }
}

fn ends(seed: u64, what: String) -> Broken {
    Broken { seed, promise: Promise::Ends, what }
}

fn panicked(fault: &(dyn Any + Send)) -> String {
    let text = fault.downcast_ref::<&str>().copied().or_else(|| fault.downcast_ref::<String>().map(String::as_str));
    format!("a panic: {}", text.unwrap_or("of no text"))
}

fn came(played: &Played) -> Came {
    let Played { finished, took, log, .. } = played;
    let outcome = &finished.outcome;
    Came {
        stop: outcome.stop,
        level: outcome.level(),
        decision: outcome.decision.as_ref().map(|decision| short(&decision.value)),
        rounds: u64::from(outcome.rounds),
        turns: u64::try_from(finished.state.turns().len()).unwrap_or(u64::MAX),
        calls: log.calls(),
        ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        spent: finished.state.spent(),
    }
}

/// The first line of a text, as far as it is shown.
fn short(text: &str) -> String {
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().chars().take(60).collect()
}
