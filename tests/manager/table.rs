//! What tests of whole discussions share: seats that act by a function, what they were asked, and the check of records.

use std::{
    fmt, future,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use quorate::{
    Discussion, Finished,
    agent::{
        Again, Agent, AgentError, Reply, Request, Sink, Trouble,
        pool::{Lane, Limits},
    },
    manager::FixedClock,
    report::{Minutes, Report as _},
    strategies::{
        catalog::Catalog,
        engine::Engine,
        outcome::Outcome,
        prelude::*,
        record::{Entry, Reader},
        seat::{Backend, Origin},
        state::State,
        verify::replay,
    },
};
use tokio::time::{Instant, sleep};

/// What a seat does when it is asked.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Reply(Reply),
    Fail(AgentError),
    Hang,
    After(Duration, Box<Self>),
}

impl Act {
    /// The same, so many milliseconds later.
    pub(crate) fn after(self, ms: u64) -> Self {
        Self::After(Duration::from_millis(ms), Box::new(self))
    }

    /// Trouble that stays.
    pub(crate) fn fail(why: &str) -> Self {
        Self::Fail(AgentError::lasting(Trouble::Broken, why))
    }
}

impl From<&str> for Act {
    fn from(text: &str) -> Self {
        Self::Reply(Reply::text(text))
    }
}

impl From<String> for Act {
    fn from(text: String) -> Self {
        Self::Reply(Reply::text(text))
    }
}

/// One request, as it came.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) who: String,
    pub(crate) task: String,
    pub(crate) round: u32,
    pub(crate) system: String,
    pub(crate) user: String,
    /// The messages that were lent, by the turns they answered.
    pub(crate) heard: Vec<u32>,
    /// Why it was asked once more.
    pub(crate) again: Option<&'static str>,
    /// What was said to be wrong with the form.
    pub(crate) wrong: Option<String>,
    pub(crate) time_left: Duration,
    pub(crate) at: Instant,
}

impl Asked {
    fn of(request: &Request<'_>) -> Self {
        let (again, wrong) = match request.again {
            None => (None, None),
            Some(Again::Repair { wrong, .. }) => (Some("repair"), Some(wrong.to_owned())),
            Some(Again::Cut) => (Some("cut"), None),
            Some(Again::Shorter) => (Some("shorter"), None),
            Some(Again::Failed) => (Some("failed"), None),
        };
        Self {
            who: request.seat.name.to_string(),
            task: request.task.to_owned(),
            round: request.round,
            system: request.system.to_owned(),
            user: request.user.to_owned(),
            heard: request.heard.iter().map(|heard| heard.turn.0).collect(),
            again,
            wrong,
            time_left: request.time_left,
            at: Instant::now(),
        }
    }
}

/// Every request that the seats of a test got, and how many of them are still being answered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    asked: Arc<Mutex<Vec<Asked>>>,
    running: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Log {
    pub(crate) fn all(&self) -> Vec<Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn of(&self, who: &str) -> Vec<Asked> {
        self.all().into_iter().filter(|asked| asked.who == who).collect()
    }

    pub(crate) fn calls(&self) -> usize {
        self.all().len()
    }

    /// Requests that are being answered now.
    pub(crate) fn running(&self) -> usize {
        self.running.load(Ordering::SeqCst)
    }

    /// The most that were being answered at once.
    pub(crate) fn most_at_once(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }

    fn note(&self, request: &Request<'_>) -> Running {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(Asked::of(request));
        let now = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        Running(Arc::clone(&self.running))
    }
}

struct Running(Arc<AtomicUsize>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

pub(crate) type Acting = dyn Fn(&Request<'_>) -> Act + Send + Sync;

/// A backend that acts by a function of the request.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) act: Arc<Acting>,
    pub(crate) log: Log,
    pub(crate) window: Option<u32>,
    pub(crate) lane: Option<(Lane, Limits)>,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").finish_non_exhaustive()
    }
}

impl Player {
    pub(crate) fn new(log: &Log, act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static) -> Self {
        Self { act: Arc::new(act), log: log.clone(), window: None, lane: None }
    }
}

#[async_trait::async_trait]
impl Agent for Player {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        let _running = self.log.note(&request);
        let mut act = (self.act)(&request);
        loop {
            act = match act {
                Act::Reply(reply) => {
                    sink.delta(&reply.text);
                    return Ok(reply);
                }
                Act::Fail(error) => return Err(error),
                Act::Hang => return future::pending().await,
                Act::After(time, next) => {
                    sleep(time).await;
                    *next
                }
            };
        }
    }

    fn backend(&self) -> Backend {
        Backend { name: "scripted".into(), origin: Origin::Script }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        self.lane.as_ref().map(|(lane, limits)| (lane, *limits))
    }

    fn window(&self) -> Option<u32> {
        self.window
    }
}

/// A discussion with a fixed id, seed and clock, and no seats yet.
pub(crate) fn about(topic: &str) -> Discussion {
    about_brief(Brief::new(topic))
}

/// The same on a whole brief.
pub(crate) fn about_brief(brief: Brief) -> Discussion {
    Discussion::about(brief).id("test").seed(7).clock(FixedClock(1_767_261_600_000))
}

/// A discussion of these seats, all of which act by one function, and the log of what they are asked.
pub(crate) fn table(names: &[&str], act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static) -> (Discussion, Log) {
    let log = Log::default();
    let player = Player::new(&log, act);
    let seats = names.iter().map(|name| Seat::new(*name));
    (seats.fold(about("Ship on Friday?"), |discussion, seat| discussion.seat(seat, player.clone())), log)
}

/// Holds a record to what it promises: it reads back, its hash is right, and from it alone follow the same decisions.
pub(crate) fn checked(finished: Finished) -> Finished {
    let (charter, catalog) = (finished.state.charter(), Catalog::builtin());
    let strategy = catalog.strategy(&charter.strategy.name, &charter.strategy.knobs).unwrap();
    let rule = charter.rule.as_ref().map(|rule| catalog.rule(&rule.name, &rule.knobs).unwrap());
    checked_with(finished, strategy, rule)
}

/// The same for a strategy or a rule that no catalogue knows.
pub(crate) fn checked_with(
    finished: Finished,
    strategy: Arc<dyn Strategy>,
    rule: Option<Arc<dyn DecisionRule>>,
) -> Finished {
    let bytes = finished.lines().unwrap();
    let mut reader = Reader::new(&bytes);
    let entries: Vec<Entry> = reader.by_ref().collect::<Result<_, _>>().unwrap();
    assert_eq!(entries, finished.entries);
    assert_eq!(reader.so_far().hash(), &*finished.hash);
    let engine = Engine::new(strategy, rule, State::default());
    let state = replay(engine, entries.iter().map(|entry| (entry.seq, &entry.event))).unwrap();
    assert_eq!(state, finished.state);
    assert_eq!(Outcome::of(&state).as_ref(), Some(&finished.outcome));
    let seats: Vec<SeatId> = finished.outcome.participation.iter().map(|one| one.seat).collect();
    assert_eq!(seats, state.roster().iter().map(|(id, _)| id).collect::<Vec<_>>(), "nobody is left out");
    finished
}

pub(crate) fn minutes(finished: &Finished) -> String {
    let mut out = Vec::new();
    Minutes.render(&finished.source(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Who spoke in which order, a line a round: `Round 1: Ann → Bob`.
pub(crate) fn flow(finished: &Finished) -> Vec<String> {
    let state = &finished.state;
    (1..=state.round())
        .map(|round| {
            let turns = state.turns().iter().filter(|turn| turn.round == round);
            let names: Vec<&str> = turns.map(|turn| state.roster().name(turn.seat)).collect();
            format!("Round {round}: {}", names.join(" → "))
        })
        .collect()
}
