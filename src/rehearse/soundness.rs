//! What is promised of one finished run, checked from its record and from what its agents really did.

use std::{collections::HashMap, time::Duration};

use quorate_strategies::{
    engine::Engine,
    event::Event,
    outcome::Outcome,
    record::{Entry, Reader},
    seat::SeatId,
    state::State,
    step::StopReason,
    turn::{Message, Turn, TurnId},
    verify::replay,
};

use super::{
    promise::{Broken, Promise},
    recount,
    run::Played,
    spending,
};
use crate::{
    manager::Finished,
    reading::reread,
    report::{Minutes, Report as _, ResultDocument, text},
};

/// What a run or a turn may take beyond its time: timers count in whole milliseconds.
const GRACE: Duration = Duration::from_millis(10);

/// What was found broken in one run.
#[derive(Debug)]
pub(super) struct Check {
    seed: u64,
    broken: Vec<Broken>,
}

impl Check {
    pub(super) const fn new(seed: u64) -> Self {
        Self { seed, broken: Vec::new() }
    }

    /// Notes what `fault` finds, if it finds anything.
    pub(super) fn that(&mut self, promise: Promise, fault: impl FnOnce() -> Option<String>) {
        if let Some(what) = fault() {
            self.broken.push(Broken { seed: self.seed, promise, what });
        }
    }

    pub(super) fn into_broken(self) -> Vec<Broken> {
        self.broken
    }
}

/// Holds a run to every promise that one run can break.
pub(super) fn check(played: &Played, check: &mut Check) {
    let finished = &played.finished;
    let mut minutes = Vec::new();
    let rendered = Minutes.render(&finished.source(), &mut minutes);
    let minutes = String::from_utf8_lossy(&minutes);
    check.that(Promise::Ends, || aborted(finished));
    check.that(Promise::Bounds, || unbounded(finished));
    check.that(Promise::Budget, || spending::overspent(finished, played.log.calls()));
    check.that(Promise::Time, || too_long(played));
    check.that(Promise::Everybody, || left_out(finished, &minutes));
    check.that(Promise::Record, || unrecorded(finished));
    check.that(Promise::Readings, || misread(finished));
    check.that(Promise::Count, || recount::verdicts(finished));
    check.that(Promise::Authors, || recount::positions(finished).or_else(|| forged(played)));
    check.that(Promise::Quotes, || played.log.broken_quotes().into_iter().next());
    check.that(Promise::Reports, || {
        let result = ResultDocument.render(&finished.source(), &mut Vec::new());
        rendered.and(result).err().map(|error| error.to_string())
    });
}

fn aborted(finished: &Finished) -> Option<String> {
    let outcome = &finished.outcome;
    let wrong = outcome.stop == StopReason::Aborted || outcome.note.is_some();
    wrong.then(|| format!("{}: {}", outcome.stop.name(), outcome.note.as_deref().unwrap_or_default()))
}

fn unbounded(finished: &Finished) -> Option<String> {
    let (state, charter) = (&finished.state, finished.state.charter());
    if finished.outcome.rounds > charter.rounds.max {
        return Some(format!("{} rounds of {}", finished.outcome.rounds, charter.rounds.max));
    }
    if state.turns().len() > charter.limits.turns as usize {
        return Some(format!("{} turns of {}", state.turns().len(), charter.limits.turns));
    }
    let open = state.turns().iter().find(|turn| turn.end.is_none());
    open.map(|turn| format!("turn {} has no ending", turn.id))
}

fn too_long(played: &Played) -> Option<String> {
    let charter = played.finished.state.charter();
    let most = Duration::from_millis(charter.limits.total_ms + charter.veto_ms);
    if played.took > most + GRACE {
        return Some(format!("it took {:?} of {most:?}", played.took));
    }
    let mut asked: HashMap<TurnId, (u64, SeatId)> = HashMap::new();
    played.finished.entries.iter().find_map(|Entry { at, event, .. }| {
        let turn = match event {
            Event::Asked { turn, seat, .. } => {
                asked.insert(*turn, (*at, *seat));
                return None;
            }
            Event::Answered { turn, .. } | Event::Ended { turn, .. } => turn,
            _ => return None,
        };
        let (since, seat) = asked.get(turn)?;
        let limit = played.turns.get(seat.index()).copied().flatten()?.min(most) + GRACE;
        let took = Duration::from_millis(at.saturating_sub(*since));
        (took > limit).then(|| format!("turn {turn} took {took:?} of {limit:?}"))
    })
}

fn left_out(finished: &Finished, minutes: &str) -> Option<String> {
    let (state, outcome) = (&finished.state, &finished.outcome);
    let seats: Vec<_> = state.roster().iter().map(|(id, _)| id).collect();
    let named: Vec<_> = outcome.participation.iter().map(|one| one.seat).collect();
    if seats != named {
        return Some(format!("{named:?} of {seats:?} are in the outcome"));
    }
    for one in &outcome.participation {
        let name = state.roster().name(one.seat);
        let silent = one.failed + one.timed_out + one.cancelled + one.not_needed;
        if one.asked != one.answered + one.passed + silent || one.cause.is_some() != (silent > 0) {
            return Some(format!("{name}: {one:?}"));
        }
        // Names hold what Markdown would read as its own; what is shown of them is escaped.
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == ' ');
        if plain && !minutes.contains(name) {
            return Some(format!("{name} is not in the minutes"));
        }
    }
    None
}

pub(super) fn unrecorded(finished: &Finished) -> Option<String> {
    let bytes = match finished.lines() {
        Ok(bytes) => bytes,
        Err(error) => return Some(error.to_string()),
    };
    let mut reader = Reader::new(&bytes);
    let entries: Result<Vec<Entry>, _> = reader.by_ref().collect();
    match entries {
        Err(error) => return Some(error.to_string()),
        Ok(entries) if entries != finished.entries => return Some("it reads back as another record".to_owned()),
        Ok(_) if reader.so_far().hash() != &*finished.hash => return Some("its hash is another".to_owned()),
        Ok(_) => {}
    }
    let engine = Engine::new(finished.strategy.clone(), finished.rule.clone(), State::default());
    match replay(engine, finished.entries.iter().map(|entry| (entry.seq, &entry.event))) {
        Err(difference) => Some(difference.to_string()),
        Ok(state) if state != finished.state => Some("another state follows from it".to_owned()),
        Ok(state) if Outcome::of(&state).as_ref() != Some(&finished.outcome) => {
            Some("another outcome follows from it".to_owned())
        }
        Ok(_) => None,
    }
}

/// The turns that were answered, with their messages.
fn answers(finished: &Finished) -> impl Iterator<Item = (&Turn, &Message)> {
    finished.state.turns().iter().filter_map(|turn| turn.message().map(|message| (turn, message)))
}

fn misread(finished: &Finished) -> Option<String> {
    let bad = answers(finished).find(|(turn, message)| reread(&finished.state, turn, message) == Some(false));
    bad.map(|(turn, message)| format!("turn {}: {}", turn.id, text::line(&message.raw)))
}

/// Whether something stands in somebody's name that its agent did not reply.
fn forged(played: &Played) -> Option<String> {
    let bad = answers(&played.finished).find(|(turn, message)| !played.log.has(turn.id, turn.seat, &message.raw));
    bad.map(|(turn, _)| format!("turn {} is not what its seat replied", turn.id))
}
