//! One turn: attempts, retries and one repair of the form, all within the turn's own time.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};
use futures_util::FutureExt as _;
use quorate_strategies::{
    event::Spend,
    reading::{Warning, WarningCode},
    seat::{SeatId, is_hidden},
    turn::{Ending, Message, Receipt, TurnId, Wholeness},
};
use tokio::time::{Instant, sleep, timeout};

use crate::{
    agent::{Again, Agent, AgentError, Reply, Retry, Silent, Sink, Trouble, Window, pool::Pools},
    manager::{
        causes::Causes,
        observe::Observer,
        prompt::{Prepared, Systems},
        size::admitted,
        till::{Tab, Till},
    },
    reading::{self, Raw, ThoughtFilter},
    report::fill,
};

/// Requests that one turn may make, the first included; a repair of the form is one of them.
pub(crate) const MOST_ATTEMPTS: u32 = 4;

/// What every turn of a discussion shares.
#[derive(Debug)]
pub(crate) struct Asking {
    pub(crate) pools: Arc<Pools>,
    pub(crate) till: Till,
    /// The time for a turn, where one was set for the discussion.
    pub(crate) turn_set: Option<Duration>,
    /// The time for a turn where nothing else is said.
    pub(crate) turn_usual: Duration,
    pub(crate) deadline: Instant,
    pub(crate) causes: &'static Causes,
}

impl Asking {
    /// When a turn of this backend that begins now has to end.
    pub(crate) fn deadline_of(&self, agent: &dyn Agent) -> Instant {
        let limit = agent.turn_time().limit(self.turn_set, self.turn_usual);
        limit.map_or(self.deadline, |limit| (Instant::now() + limit).min(self.deadline))
    }
}

/// How a turn ended.
#[derive(Debug)]
pub(crate) struct TurnEnd {
    pub(crate) how: Ending,
    pub(crate) message: Option<Message>,
    pub(crate) why: String,
    pub(crate) receipt: Receipt,
    /// What it took of the budget; none where nothing is counted.
    pub(crate) spent: Option<Spend>,
}

/// Why the backend is asked once more, owned between two requests.
#[derive(Debug)]
enum Once {
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

/// Asks one seat once. Time spent in the queue of a provider is not charged to the turn.
pub(crate) async fn ask(
    asking: &Asking,
    systems: &Systems,
    prompt: &Prepared<'_>,
    agent: &dyn Agent,
    observers: &[Arc<dyn Observer>],
    tab: Tab,
) -> TurnEnd {
    let _pass = match agent.lane() {
        Some((lane, limits)) => Some(asking.pools.enter(lane, limits).await),
        None => None,
    };
    let start = Instant::now();
    let mut attempts = Attempts::new(asking.deadline_of(agent), asking.causes, (tab, prompt.jitter()));
    let outcome = attempts.run(systems, prompt, agent, observers).await;
    let (mut receipt, spent) = (attempts.receipt, attempts.tab.spent());
    receipt.took_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    match outcome {
        Ok(message) => TurnEnd { how: Ending::Answered, message: Some(message), why: String::new(), receipt, spent },
        Err(error) => {
            let how = if error.trouble == Trouble::Slow { Ending::TimedOut } else { Ending::Failed };
            TurnEnd { how, message: None, why: error.message, receipt, spent }
        }
    }
}

/// The requests of one turn.
struct Attempts {
    deadline: Instant,
    causes: &'static Causes,
    tab: Tab,
    receipt: Receipt,
    backoff: ExponentialBackoff,
    again: Option<Once>,
    /// An answer that lacks its form: better than none, should the repair fail.
    kept: Option<Message>,
    shortened: bool,
    lengthened: bool,
}

impl Attempts {
    fn new(deadline: Instant, causes: &'static Causes, (tab, jitter): (Tab, u64)) -> Self {
        let backoff = ExponentialBuilder::default().with_min_delay(Duration::from_millis(250)).with_jitter();
        let backoff = backoff.with_jitter_seed(jitter).build();
        let receipt = Receipt::default();
        Self { deadline, causes, tab, receipt, backoff, again: None, kept: None, shortened: false, lengthened: false }
    }

    async fn run(
        &mut self,
        systems: &Systems,
        prompt: &Prepared<'_>,
        agent: &dyn Agent,
        observers: &[Arc<dyn Observer>],
    ) -> Result<Message, AgentError> {
        let mut shorter: Option<Prepared<'_>> = None;
        loop {
            self.receipt.attempts += 1;
            let prompt = shorter.as_ref().unwrap_or(prompt);
            let asked = self.once(prompt, agent, observers).await;
            let error = match asked.and_then(|reply| self.take(reply, prompt)) {
                Ok(Some(message)) => return Ok(message),
                Ok(None) => continue,
                Err(error) => error,
            };
            if error.retry == Retry::Shorter && !self.shortened {
                self.shortened = true;
                self.again = Some(Once::Shorter);
                match systems.shorter(prompt) {
                    Ok(short) => shorter = Some(short),
                    Err(_) => return self.give_up(error),
                }
            } else if let Err(error) = self.wait(error).await {
                return self.give_up(error);
            }
        }
    }

    /// An answer that was kept is better than an error.
    fn give_up(&mut self, error: AgentError) -> Result<Message, AgentError> {
        self.kept.take().ok_or(error)
    }

    async fn once(
        &mut self,
        prompt: &Prepared<'_>,
        agent: &dyn Agent,
        observers: &[Arc<dyn Observer>],
    ) -> Result<Reply, AgentError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let request = prompt.request(self.again.as_ref().map(Once::lend), left);
        self.tab.begin(&request).await.map_err(|_| AgentError::lasting(Trouble::Denied, self.causes.budget))?;
        let answered = if observers.is_empty() {
            timeout(left, contained(agent.reply(request, &Silent), self.causes)).await
        } else {
            let stream = Stream::new(prompt.turn, prompt.seat, observers);
            timeout(left, contained(agent.reply(request, &stream), self.causes)).await
        };
        let outcome = answered.unwrap_or_else(|_| {
            let message = fill(self.causes.too_slow, &[("n", &seconds(left))]);
            Err(AgentError::lasting(Trouble::Slow, message))
        });
        self.tab.end(&outcome);
        outcome.and_then(|reply| admitted(reply, self.causes))
    }

    /// Reads a reply. `None` when the backend is to be asked once more for the form or for the rest.
    fn take(&mut self, reply: Reply, prompt: &Prepared<'_>) -> Result<Option<Message>, AgentError> {
        let receipt = &mut self.receipt;
        receipt.input_tokens = sum(receipt.input_tokens, reply.input_tokens);
        receipt.output_tokens = sum(receipt.output_tokens, reply.output_tokens);
        receipt.model = reply.model.as_deref().map(Into::into).or(receipt.model.take());
        let raw = Raw { text: &reply.text, reasoning: reply.reasoning.as_deref(), whole: reply.whole };
        let table = prompt.table();
        let mut message = reading::read(raw, &table);
        if reply.window == Window::Full {
            message.reading.warnings.push(Warning { code: WarningCode::WindowFull, about: None });
        }
        let shows = |c: char| !c.is_whitespace() && !is_hidden(c);
        if !message.text().chars().any(shows) && message.reading.pass.is_none() {
            return Err(AgentError::passing(Trouble::Empty, self.causes.empty));
        }
        let Some(wrong) = reading::wrong_form(&message, &table) else { return Ok(Some(message)) };
        if self.kept.is_some() || receipt.attempts >= MOST_ATTEMPTS {
            // The repair did not mend it: the first answer is the one that was meant.
            return Ok(Some(self.kept.take().unwrap_or(message)));
        }
        self.again = Some(if message.whole == Wholeness::Cut && !self.lengthened {
            self.lengthened = true;
            Once::Cut
        } else {
            Once::Repair { previous: reply.text, wrong: wrong.text(&table) }
        });
        self.kept = Some(message);
        Ok(None)
    }

    /// Waits as long as the error asks for, or gives it back when that does not help.
    async fn wait(&mut self, error: AgentError) -> Result<(), AgentError> {
        let Retry::After(hint) = error.retry else { return Err(error) };
        let most = if error.trouble == Trouble::Empty { 2 } else { MOST_ATTEMPTS };
        let Some(own) = self.backoff.next().filter(|_| self.receipt.attempts < most) else {
            let tries = self.receipt.attempts.to_string();
            let message = fill(self.causes.attempts, &[("cause", &error.message), ("n", &tries)]);
            return Err(AgentError { message, ..error });
        };
        let delay = hint.map_or(own, |hint| hint + own / 4);
        let left = self.deadline.saturating_duration_since(Instant::now());
        if delay >= left {
            let (asked, left) = (seconds(hint.unwrap_or(delay)), seconds(left));
            let values = [("cause", error.message.as_str()), ("n", &asked), ("left", &left)];
            let message = fill(self.causes.long_wait, &values);
            return Err(AgentError { message, ..error });
        }
        sleep(delay).await;
        // A model that thought until its room was used up needs more of it.
        self.again = Some(if error.trouble == Trouble::Empty { Once::Cut } else { Once::Failed });
        Ok(())
    }
}

/// A backend that panics fails its own turn and nobody else's.
pub(crate) async fn contained(
    reply: impl Future<Output = Result<Reply, AgentError>>,
    causes: &Causes,
) -> Result<Reply, AgentError> {
    // The future is dropped after a panic, and a backend keeps no state of the discussion that could be half changed.
    AssertUnwindSafe(reply).catch_unwind().await.map_or_else(
        |_| Err(AgentError::lasting(Trouble::Broken, causes.panicked)),
        |reply| reply.map_err(|error| causes.told(error)),
    )
}

fn seconds(time: Duration) -> String {
    let tenths = (time.as_millis() + 50) / 100;
    if tenths.is_multiple_of(10) { format!("{}", tenths / 10) } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

const fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (some, None) | (None, some) => some,
    }
}

/// Passes partial text on to observers, without what is reasoning.
struct Stream<'a> {
    turn: TurnId,
    seat: SeatId,
    observers: &'a [Arc<dyn Observer>],
    filter: Mutex<ThoughtFilter>,
}

impl<'a> Stream<'a> {
    fn new(turn: TurnId, seat: SeatId, observers: &'a [Arc<dyn Observer>]) -> Self {
        Self { turn, seat, observers, filter: Mutex::default() }
    }
}

impl Sink for Stream<'_> {
    fn delta(&self, text: &str) {
        let shown = self.filter.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        if !shown.is_empty() {
            for observer in self.observers {
                observer.delta(self.turn, self.seat, &shown);
            }
        }
    }
}
