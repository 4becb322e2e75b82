//! The contract of backends: one async method that answers a prompt.

use std::{fmt, time::Duration};

use async_trait::async_trait;
use quorate_strategies::{
    brief::Brief,
    seat::{Backend, Roster, Seat, SeatId},
    state::Standing,
    step::{Form, StopReason},
    turn::{Message, TurnId, Wholeness},
};

use crate::{
    agent::pool::{Lane, Limits},
    context::Style,
};

#[cfg(all(unix, feature = "acp"))]
pub mod acp;
#[cfg(feature = "rehearse")]
pub mod cast;
mod checklist;
#[cfg(all(unix, feature = "programs"))]
pub mod cli;
pub mod conformance;
mod error;
#[cfg(feature = "http")]
pub mod http;
#[cfg(feature = "people")]
pub mod human;
#[cfg(any(feature = "http", all(unix, feature = "acp")))]
mod marks;
#[cfg(feature = "openclaw")]
pub mod openclaw;
pub mod pool;
mod presence;
mod prices;
#[cfg(all(unix, feature = "programs"))]
pub mod program;
mod rehearsal;
mod scripted;
mod served;
#[cfg(feature = "http")]
mod session;
mod shared;
pub mod spec;
mod time;

#[cfg(all(unix, feature = "acp"))]
pub use acp::Acp;
pub use checklist::ChecklistSeat;
#[cfg(all(unix, feature = "programs"))]
pub use cli::Cli;
pub use error::{AgentError, Retry, Trouble};
#[cfg(feature = "people")]
pub use human::Human;
#[cfg(feature = "openclaw")]
pub use openclaw::OpenClaw;
pub use presence::{Cost, Login, Presence};
pub use prices::{Price, Prices, PricesError, money, nanos};
#[cfg(all(unix, feature = "programs"))]
pub use program::Program;
pub use rehearsal::Rehearsal;
pub use scripted::Scripted;
pub use served::{Given, Served, Serving, ServingLog};
pub use time::{Timed, TurnTime};

/// A message that the asked seat may see, lent from the record.
#[derive(Debug, Clone, Copy)]
pub struct Heard<'a> {
    /// The turn that it answered.
    pub turn: TurnId,
    /// Who said it.
    pub speaker: SeatId,
    /// In which round.
    pub round: u32,
    /// What was said.
    pub message: &'a Message,
}

/// Why a backend is asked once more within one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again<'a> {
    /// Its reply did not have the form that is needed.
    Repair {
        /// What it replied.
        previous: &'a str,
        /// What was wrong, in the language of the discussion.
        wrong: &'a str,
    },
    /// Its reply was cut off: allow a longer one, or less thinking.
    Cut,
    /// The prompt was longer than the backend takes; this one is shorter.
    Shorter,
    /// The request failed in a way that may pass.
    Failed,
}

/// One question to a backend: the prompt as text, and the same things as data for backends that are no models.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The stable part of the prompt: rules of the house, persona, brief. The same from turn to turn.
    pub system: &'a str,
    /// The part that changes: what was said, and what is asked now.
    pub user: &'a str,
    /// The JSON schema that a structured answer has to fit; none when words are enough.
    pub schema: Option<&'a serde_json::Value>,
    /// The discussion, by its id.
    pub discussion: &'a str,
    /// Who is asked.
    pub id: SeatId,
    /// The seat that is asked.
    pub seat: &'a Seat,
    /// Where it stands.
    pub standing: &'a Standing,
    /// Everybody at the table.
    pub roster: &'a Roster,
    /// What everybody was given.
    pub brief: &'a Brief,
    /// The turn.
    pub turn: TurnId,
    /// The round, from 1.
    pub round: u32,
    /// The last round that is allowed.
    pub max_rounds: u32,
    /// The first round in whose end the discussion may end.
    pub min_rounds: u32,
    /// The name of the task.
    pub task: &'a str,
    /// The form in which the answer is needed.
    pub form: &'a Form,
    /// The messages that it may see, oldest first.
    pub heard: &'a [Heard<'a>],
    /// Why the discussion is about to end, if it is.
    pub closing: Option<StopReason>,
    /// The seed of the discussion.
    pub seed: u64,
    /// Which request of the turn this is, from 1. Discussion, turn and attempt together name a request for good: after a
    /// process that died they come again.
    pub attempt: u32,
    /// Why it is asked once more; none the first time.
    pub again: Option<Again<'a>>,
    /// Time that is left for this turn.
    pub time_left: Duration,
}

/// A backend's answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// The text, without what the backend marks as reasoning.
    pub text: String,
    /// What the backend marks as reasoning.
    pub reasoning: Option<String>,
    /// Whether the text came to its end.
    pub whole: Wholeness,
    /// Tokens read, where the backend tells.
    pub input_tokens: Option<u64>,
    /// Tokens written, where the backend tells.
    pub output_tokens: Option<u64>,
    /// The model that answered, where the backend tells.
    pub model: Option<String>,
    /// Whether the prompt filled the backend's window, so that part of it may not have been seen.
    pub window: Window,
}

impl Reply {
    /// A whole answer of this text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// Whether a prompt fitted into a backend's window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Window {
    /// As far as is known, it did.
    #[default]
    Fitted,
    /// The window was full; the prompt may have been cut in silence.
    Full,
}

/// Takes partial text while a backend writes; it is shown in this process and never recorded.
pub trait Sink: Send + Sync {
    /// A piece of text, in order.
    fn delta(&self, text: &str);
}

/// A sink that takes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Sink for Silent {
    fn delta(&self, _text: &str) {}
}

/// The body that answers for a seat: a model, a program, a person, a checklist, a script.
///
/// The manager calls [`reply`](Self::reply) once for each attempt, drops the future when the turn's time is up or the
/// discussion is stopped, and calls it for several seats at once where a step asks them together. An implementation
/// keeps no state of the discussion: everything it needs is in the request.
///
/// ```
/// use quorate::agent::{Agent, AgentError, Reply, Request, Sink};
///
/// #[derive(Debug)]
/// struct Echo;
///
/// #[async_trait::async_trait]
/// impl Agent for Echo {
///     async fn reply(&self, request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
///         Ok(Reply::text(format!("{} heard {} messages.", request.seat.name, request.heard.len())))
///     }
/// }
/// ```
#[async_trait]
pub trait Agent: Send + Sync + fmt::Debug {
    /// Answers a request.
    ///
    /// # Errors
    /// [`AgentError`] when there is no answer; its text is shown to readers, so it names cause and next step and holds
    /// no secret.
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError>;

    /// The backend that this one wraps, if it wraps one: what a wrapper does not say itself is said by that.
    fn inner(&self) -> Option<&dyn Agent> {
        None
    }

    /// What readers are shown as the seat's backend.
    fn backend(&self) -> Backend {
        let custom = || Backend { name: "custom".into(), origin: quorate_strategies::seat::Origin::Program };
        self.inner().map_or_else(custom, Agent::backend)
    }

    /// The lane whose limits this backend shares with others, and those limits; none for one without.
    fn lane(&self) -> Option<(&Lane, Limits)> {
        self.inner().and_then(Agent::lane)
    }

    /// How the backend takes down the form of an answer: in marker lines, or in JSON that fits a schema.
    fn style(&self) -> Style {
        self.inner().map_or(Style::Markers, Agent::style)
    }

    /// The window of the backend in tokens, where it is known; contexts are cut to it.
    fn window(&self) -> Option<u32> {
        self.inner().and_then(Agent::window)
    }

    /// The most tokens of one answer, where that is limited. An attempt after [`Again::Cut`] may write twice as many.
    fn output_cap(&self) -> Option<u32> {
        self.inner().and_then(Agent::output_cap)
    }

    /// Whether asking it may cost money.
    fn cost(&self) -> Cost {
        self.inner().map_or_else(|| Cost::of(self.backend().origin), Agent::cost)
    }

    /// Whether its next turn is answered by what is given already: nothing is requested of anybody then, and nothing spent.
    fn is_given(&self) -> bool {
        self.inner().is_some_and(Agent::is_given)
    }

    /// Whether it is there, as far as that can be told without asking it; nothing is spent. The caller limits the time.
    async fn presence(&self) -> Presence {
        match self.inner() {
            Some(inner) => inner.presence().await,
            None => Presence::Untold,
        }
    }

    /// How long a turn of this backend may take.
    fn turn_time(&self) -> TurnTime {
        self.inner().map_or(TurnTime::Usual, Agent::turn_time)
    }
}
