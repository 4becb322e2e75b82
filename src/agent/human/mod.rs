//! A person at the table: the question is shown to them, and what they type before the time is up is their answer.

use std::{
    fmt,
    num::NonZeroU32,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use quorate_strategies::seat::{Backend, Origin};
use tokio::{sync::Mutex, time::Instant};

use crate::{
    agent::{
        Again, Agent, AgentError, Reply, Request, Sink, TurnTime,
        pool::{Lane, Limits},
    },
    context::Style,
};

mod late;
mod open;
mod question;
mod shorthand;
mod terminal;
mod vote;
mod words;

pub use terminal::Terminal;

use late::Late;
use open::{Open, Stage, absent};

/// The time for a turn where nobody sets one: people read and type more slowly than models.
const USUAL: Duration = Duration::from_secs(300);

/// The most bytes of one answer.
const MOST_BYTES: usize = 1 << 20;

/// How long before the end a person is told of it, where they have twice as much or more.
const WARNING: Duration = Duration::from_secs(30);

/// One question at a time.
const IN_TURN: Limits = Limits { at_once: NonZeroU32::MIN, a_minute: None };

/// When the lines of a console were typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typing {
    /// As they come, by somebody who sees the questions: what came before a question was shown is no answer to it.
    Live,
    /// Beforehand, as in a file or a pipe: each line waits for its question.
    Prepared,
}

/// What lies between a seat and a person: a terminal, a window, a test.
#[async_trait]
pub trait Console: Send + Sync + fmt::Debug {
    /// Shows a text and returns at once. It holds what others said: whoever shows it on a terminal escapes it, as
    /// [`report::text::block`](crate::report::text::block()) does.
    fn show(&self, text: &str);

    /// The next line that was typed, without its end; none when nothing will ever come again. No line is lost when the
    /// future is dropped.
    async fn line(&self) -> Option<String>;

    /// Drops the lines that have come until now, and says how many these were.
    fn forget(&self) -> usize;

    /// When lines are typed.
    fn typing(&self) -> Typing {
        Typing::Live
    }
}

/// A person behind a console. Every output labels the seat `person`.
///
/// The person is shown whose turn it is, what was said, the task, how to answer and the time that is left. An answer has
/// any number of lines and ends with an empty one; an empty line alone is a pass. It is read as every reply is, so
/// markers count and words in prose do not; `/agree`, `/vote OPTION` and the like are short for markers.
///
/// A person who does not answer in time has not answered, whatever was typed so far: the question is withdrawn, and
/// nothing that was typed for it answers the next one, whoever is asked that. At a live console the next question takes
/// nothing until an empty line says that it was seen; of prepared lines all are dropped up to the empty one that ends
/// the late answer, so an input that leaves a withdrawn question out loses an answer and never gives one to the wrong
/// seat. When the input has ended, the person is absent for the rest, and every further turn fails at once and says so.
///
/// A turn has 300 s where the discussion sets no time for turns. Several seats behind one console are asked one after
/// the other, and waiting for the console is not charged.
///
/// ```no_run
/// use quorate::{Discussion, agent::{Human, Rehearsal}, strategies::prelude::*};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), quorate::RunError> {
/// let done = Discussion::new("Shall we ship on Friday?")
///     .seat(Seat::new("Ann"), Human::terminal())
///     .seat(Seat::new("Bob"), Rehearsal::new())
///     .run()
///     .await?;
/// # drop(done); Ok(()) }
/// ```
#[derive(Debug)]
pub struct Human<C> {
    desk: Arc<Desk<C>>,
}

/// A console with what has to be known between two questions.
#[derive(Debug)]
struct Desk<C> {
    console: C,
    lane: Lane,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    late: Late,
    presence: Presence,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Presence {
    #[default]
    Here,
    Gone,
}

impl<C> Clone for Human<C> {
    fn clone(&self) -> Self {
        Self { desk: Arc::clone(&self.desk) }
    }
}

impl Human<Terminal> {
    /// The person at the terminal of this process: questions go to standard error, answers come from standard input.
    ///
    /// There is one such person, whose lines are read from the first question on. Where standard input is no terminal,
    /// its lines are taken as answers that were prepared.
    #[must_use]
    pub fn terminal() -> Self {
        static TERMINAL: OnceLock<Human<Terminal>> = OnceLock::new();
        TERMINAL.get_or_init(|| Self::new(Terminal::default())).clone()
    }
}

impl<C: Console> Human<C> {
    /// A person behind this console. Clones share it, and with it the person.
    #[must_use]
    pub fn new(console: C) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let lane = Lane::new(format!("console {}", COUNT.fetch_add(1, Ordering::Relaxed)), None);
        Self { desk: Arc::new(Desk { console, lane, state: Mutex::default() }) }
    }
}

#[async_trait]
impl<C: Console + 'static> Agent for Human<C> {
    async fn reply(&self, request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        let end = Instant::now() + request.time_left;
        let warning = (request.time_left >= 2 * WARNING).then(|| end - WARNING);
        let Desk { console, state, .. } = &*self.desk;
        let state = state.lock().await;
        if state.presence == Presence::Gone {
            return Err(absent());
        }
        let mut open = Open { console, state, stage: Stage::Asked, request: &request, end, warning };
        open.tell_dropped(open.state.late.forget(console));
        console.show(&question::text(&request));
        let typed = match open.wait_for_late_lines().await {
            Ok(()) => open.answer().await,
            Err(absent) => Err(absent),
        };
        open.stage = Stage::Over;
        typed.map(|typed| Reply::text(whole(&typed, request.again)))
    }

    fn backend(&self) -> Backend {
        Backend { name: "human".into(), origin: Origin::Person }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        Some((&self.desk.lane, IN_TURN))
    }

    fn style(&self) -> Style {
        Style::Own
    }

    fn turn_time(&self) -> TurnTime {
        TurnTime::UnlessSet(USUAL)
    }
}

/// The answer in words: nothing typed is a pass, and what completes an earlier answer stands below that.
fn whole(typed: &str, again: Option<Again<'_>>) -> String {
    match (again, typed.trim()) {
        (Some(Again::Repair { previous, .. }), more) => format!("{previous}\n{more}").trim().to_owned(),
        (_, "") => "[PASS]".to_owned(),
        (_, typed) => typed.to_owned(),
    }
}
