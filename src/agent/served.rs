//! A backend that says again what a record holds of a seat, and then hands over to another one.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use quorate_strategies::{
    reading::WarningCode,
    turn::{Ending, Message, Turn, TurnId},
};

use crate::agent::{Agent, AgentError, Reply, Request, Sink, Trouble, Window};

/// How one turn of a record ended, to be given once more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The turn in that record.
    pub turn: TurnId,
    /// The task it was asked for.
    pub task: Box<str>,
    what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum What {
    Said(Arc<Message>),
    Silent(Trouble, Arc<str>),
}

impl Given {
    /// How a recorded turn ended; none for one that is open, was cancelled or called off: it gave nothing to say again.
    #[must_use]
    pub fn of(turn: &Turn) -> Option<Self> {
        let end = turn.end.as_ref()?;
        let silent = |trouble| What::Silent(trouble, end.cause.clone().unwrap_or_default());
        let what = match end.how {
            Ending::Answered | Ending::Passed => What::Said(Arc::clone(end.message.as_ref()?)),
            Ending::Failed => silent(Trouble::Broken),
            Ending::TimedOut => silent(Trouble::Slow),
            Ending::Cancelled | Ending::NotNeeded => return None,
        };
        Some(Self { turn: turn.id, task: turn.task.as_ref().into(), what })
    }

    fn reply(&self) -> Result<Reply, AgentError> {
        match &self.what {
            What::Silent(trouble, why) => Err(AgentError::lasting(*trouble, why.to_string())),
            What::Said(message) => {
                let full = message.reading.warnings.iter().any(|warning| warning.code == WarningCode::WindowFull);
                Ok(Reply {
                    text: message.raw.to_string(),
                    // Reasoning within the text is found there again.
                    reasoning: message.reasoning.as_deref().filter(|_| message.said.is_none()).map(str::to_owned),
                    whole: message.whole,
                    window: if full { Window::Full } else { Window::Fitted },
                    ..Reply::default()
                })
            }
        }
    }
}

/// What became of the turns of a record when they were to be said again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Serving {
    /// The turns that were answered from the record, as they are numbered now, in the order of asking.
    pub served: Vec<TurnId>,
    /// The first turn that was asked otherwise than in the record: of another seat, or for another task.
    pub diverged: Option<TurnId>,
}

/// Hears of each turn when it is asked.
type Hook = dyn Fn(TurnId) + Send + Sync;

/// Where what is served of a whole table is noted.
#[derive(Clone, Default)]
pub struct ServingLog {
    log: Arc<Mutex<Serving>>,
    hook: Option<Arc<Hook>>,
}

impl fmt::Debug for ServingLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServingLog").field("log", &self.log).finish_non_exhaustive()
    }
}

impl ServingLog {
    /// A log that calls this for each turn when it is asked, before it is answered.
    #[must_use]
    pub fn with_hook(hook: impl Fn(TurnId) + Send + Sync + 'static) -> Self {
        Self { log: Arc::default(), hook: Some(Arc::new(hook)) }
    }

    /// What was served so far.
    #[must_use]
    pub fn so_far(&self) -> Serving {
        let mut serving = self.log.lock().unwrap_or_else(PoisonError::into_inner).clone();
        serving.served.sort_unstable();
        serving
    }

    fn note(&self, asked: TurnId, given: Option<&Given>, request: &Request<'_>, last: TurnId) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let alike = match given {
            Some(given) => given.turn == asked && *given.task == *request.task,
            // Beyond what was taken over everything is new.
            None => asked > last,
        };
        if !alike {
            log.diverged = Some(log.diverged.map_or(asked, |before| before.min(asked)));
        }
        if given.is_some() {
            log.served.push(asked);
        }
    }
}

/// Where a seat is in what it says again.
#[derive(Debug, Default)]
struct Place {
    /// The turn that is being answered.
    turn: Option<TurnId>,
    /// How many turns were begun.
    begun: usize,
}

/// Says again, in order, what a record holds of one seat; after that the seat's own backend answers.
///
/// A turn that is asked once more within itself, for its form, is answered by the same words: the form that was kept in the
/// record is kept again. Nothing is asked and nothing is spent for what is served.
///
/// ```
/// use std::sync::Arc;
/// use quorate::agent::{Agent, Scripted, Served, ServingLog};
/// use quorate::strategies::turn::TurnId;
///
/// let seat = Served::new(Vec::new(), Arc::new(Scripted::lines(["Tea."])), TurnId(0), ServingLog::default());
/// assert_eq!(&*seat.backend().name, "scripted");
/// ```
#[derive(Debug)]
pub struct Served {
    given: Vec<Given>,
    inner: Arc<dyn Agent>,
    last: TurnId,
    log: ServingLog,
    place: Mutex<Place>,
}

impl Served {
    /// A seat that says this again, and then is answered for by `inner`; `last` is the last turn that is taken over.
    #[must_use]
    pub fn new(given: Vec<Given>, inner: Arc<dyn Agent>, last: TurnId, log: ServingLog) -> Self {
        Self { given, inner, last, log, place: Mutex::default() }
    }

    /// What is given for a turn, if anything is; noted when the turn is asked for the first time.
    fn given(&self, request: &Request<'_>) -> Option<&Given> {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        if place.turn == Some(request.turn) {
            return self.given.get(place.begun.checked_sub(1)?);
        }
        let given = self.given.get(place.begun);
        *place = Place { turn: Some(request.turn), begun: place.begun + 1 };
        self.log.note(request.turn, given, request, self.last);
        given
    }
}

#[async_trait]
impl Agent for Served {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        let given = self.given(&request);
        if let Some(hook) = &self.log.hook {
            hook(request.turn);
        }
        match given {
            Some(given) => given.reply(),
            None => self.inner.reply(request, sink).await,
        }
    }

    fn inner(&self) -> Option<&dyn Agent> {
        Some(self.inner.as_ref())
    }

    fn is_given(&self) -> bool {
        let place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        place.begun < self.given.len()
    }
}
