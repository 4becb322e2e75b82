//! One request to a backend: what is sent, what streams back, and an answer that comes when its turn is over.

use std::{
    panic::AssertUnwindSafe,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::Duration,
};

use futures_util::{FutureExt as _, future::BoxFuture};
use quorate_strategies::{
    event::Spend,
    seat::{Origin, SeatId},
    turn::TurnId,
};
use tokio::time::Instant;

use crate::{
    agent::{Again, Agent, AgentError, Reply, Silent, Sink, Trouble, pool::Pass},
    manager::{causes::Causes, observe::Observer, prompt::Own, size::admitted, till::Tab},
    reading::{self, Raw, ThoughtFilter},
};

/// Why the backend is asked once more, owned between two requests.
#[derive(Debug)]
pub(super) enum Once {
    Repair { previous: String, wrong: String },
    Cut,
    Shorter,
    Failed,
}

impl Once {
    fn lend(&self) -> Again<'_> {
        match self {
            Self::Repair { previous, wrong } => Again::Repair { previous, wrong },
            Self::Cut => Again::Cut,
            Self::Shorter => Again::Shorter,
            Self::Failed => Again::Failed,
        }
    }
}

/// All that one request needs, so that it can outlast its turn and the batch of that.
pub(super) struct Attempt {
    pub(super) own: Arc<Own>,
    /// Which request of the turn it is, from 1.
    pub(super) number: u32,
    pub(super) again: Option<Once>,
    pub(super) agent: Arc<dyn Agent>,
    pub(super) observers: Arc<[Arc<dyn Observer>]>,
    pub(super) causes: &'static Causes,
    /// When the turn has to end.
    pub(super) until: Instant,
}

impl Attempt {
    pub(super) fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    pub(super) fn again(&self) -> Option<Again<'_>> {
        self.again.as_ref().map(Once::lend)
    }

    pub(super) async fn send(self) -> Result<Reply, AgentError> {
        let (own, left) = (&self.own, self.left());
        let context = own.context();
        // Whoever is asked sits at the table.
        let Some(request) = own.request(&context, (self.number, self.again()), left) else { return Err(unheard()) };
        if self.observers.is_empty() {
            return contained(self.agent.reply(request, &Silent), self.causes).await;
        }
        let stream = Stream {
            turn: own.turn,
            seat: own.seat,
            observers: &self.observers,
            until: self.until,
            filter: Mutex::default(),
        };
        contained(self.agent.reply(request, &stream), self.causes).await
    }
}

/// A backend that panics fails its own turn and nobody else's.
pub(super) async fn contained(
    reply: impl Future<Output = Result<Reply, AgentError>>,
    causes: &Causes,
) -> Result<Reply, AgentError> {
    // The future is dropped after a panic, and a backend keeps no state of the discussion that could be half changed.
    AssertUnwindSafe(reply).catch_unwind().await.map_or_else(
        |_| Err(AgentError::lasting(Trouble::Broken, causes.panicked)),
        |reply| reply.map_err(|error| causes.told(error)),
    )
}

/// Passes partial text on to observers while the turn runs, without what is reasoning.
struct Stream<'a> {
    turn: TurnId,
    seat: SeatId,
    observers: &'a [Arc<dyn Observer>],
    until: Instant,
    filter: Mutex<ThoughtFilter>,
}

impl Sink for Stream<'_> {
    fn delta(&self, text: &str) {
        if Instant::now() > self.until {
            return;
        }
        let shown = self.filter.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        if !shown.is_empty() {
            for observer in self.observers {
                observer.delta(self.turn, self.seat, &shown);
            }
        }
    }
}

/// Whether an answer may be listened for when the time of its turn is over. A question to a person is withdrawn then, and
/// a program ended: neither works on for nothing.
pub(super) fn may_be_late(agent: &dyn Agent) -> bool {
    !matches!(agent.backend().origin, Origin::Person | Origin::Program)
}

/// A request whose turn has ended, still under way. It holds its room in the budget, and its place in the lane until
/// somebody else wants that.
pub(crate) struct Late {
    own: Arc<Own>,
    reply: BoxFuture<'static, Result<Reply, AgentError>>,
    causes: &'static Causes,
    tab: Tab,
}

/// What came of a request after its turn.
#[derive(Debug)]
pub(crate) struct Came {
    pub(crate) turn: TurnId,
    /// What it would have said, if it would have said anything.
    pub(crate) text: Option<Arc<str>>,
    /// What the turn took of the budget; none where nothing is counted.
    pub(crate) spent: Option<Spend>,
}

impl Late {
    pub(super) fn new(
        own: Arc<Own>,
        reply: BoxFuture<'static, Result<Reply, AgentError>>,
        causes: &'static Causes,
        (tab, pass): (Tab, Option<Pass>),
    ) -> Self {
        let Some(pass) = pass else { return Self { own, reply, causes, tab } };
        let reply = async move {
            tokio::select! {
                biased;
                reply = reply => reply,
                () = pass.wanted() => Err(unheard()),
            }
        };
        Self { own, reply: reply.boxed(), causes, tab }
    }

    /// Ends the request, which may have been billed in full.
    pub(crate) fn give_up(self) -> Came {
        let Self { own, reply, mut tab, .. } = self;
        drop(reply);
        tab.end(&Err(unheard()));
        Came { turn: own.turn, text: None, spent: tab.spent() }
    }

    fn text(&self, reply: Reply) -> Option<Arc<str>> {
        let reply = admitted(reply, self.causes).ok()?;
        let raw = Raw { text: &reply.text, reasoning: reply.reasoning.as_deref(), whole: reply.whole };
        let message = reading::read(raw, &self.own.table());
        Some(message.text()).filter(|text| !text.trim().is_empty()).map(Arc::from)
    }
}

impl Future for Late {
    type Output = Came;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Came> {
        let outcome = ready!(self.reply.as_mut().poll(cx));
        self.tab.end(&outcome);
        let text = outcome.ok().and_then(|reply| self.text(reply));
        Poll::Ready(Came { turn: self.own.turn, text, spent: self.tab.spent() })
    }
}

fn unheard() -> AgentError {
    AgentError::lasting(Trouble::Slow, "")
}
