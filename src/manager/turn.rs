//! One turn: attempts, retries and one repair of the form, all within the turn's own time.

use std::{sync::Arc, time::Duration};

use backon::{BackoffBuilder as _, ExponentialBackoff, ExponentialBuilder};
use futures_util::{FutureExt as _, future::BoxFuture};
use quorate_strategies::{
    event::Spend,
    reading::{Warning, WarningCode},
    seat::is_hidden,
    turn::{Ending, Message, Receipt, Wholeness},
};
use tokio::time::{Instant, sleep, timeout_at};

use crate::{
    agent::{Agent, AgentError, Reply, Retry, Trouble, Window, pool::Pools},
    manager::{
        attempt::{Attempt, Late, Once, may_be_late},
        causes::Causes,
        observe::Observer,
        prompt::{Own, Prepared, Systems},
        size::admitted,
        till::{Tab, Till},
    },
    reading::{self, Raw},
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

/// Asks one seat once. Time spent in the queue of a provider is not charged to the turn. What has not answered when the
/// turn ends is handed back, for an answer that comes late.
pub(crate) async fn ask(
    asking: &Asking,
    systems: &Systems,
    prompt: &Prepared<'_>,
    agent: &Arc<dyn Agent>,
    observers: &Arc<[Arc<dyn Observer>]>,
    tab: Tab,
) -> (TurnEnd, Option<Late>) {
    let pass = match agent.lane() {
        Some((lane, limits)) => Some(asking.pools.enter(lane, limits).await),
        None => None,
    };
    let start = Instant::now();
    let mut attempts = Attempts::new(asking, prompt, agent, observers, tab);
    let outcome = attempts.run(systems).await;
    let Attempts { mut receipt, tab, late, .. } = attempts;
    receipt.took_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let spent = tab.spent();
    let late = late.map(|reply| Late::new(Arc::clone(&prompt.own), reply, asking.causes, (tab, pass)));
    match outcome {
        Ok(message) => {
            // An answer stands that was kept: a later one is not listened for.
            let spent = late.map_or(spent, |late| late.give_up().spent);
            (TurnEnd { how: Ending::Answered, message: Some(message), why: String::new(), receipt, spent }, None)
        }
        Err(error) => {
            let how = if error.trouble == Trouble::Slow { Ending::TimedOut } else { Ending::Failed };
            // While a request is under way, nobody knows what the turn takes.
            let spent = spent.filter(|_| late.is_none());
            (TurnEnd { how, message: None, why: error.message, receipt, spent }, late)
        }
    }
}

/// The requests of one turn.
struct Attempts<'a> {
    prompt: &'a Prepared<'a>,
    agent: &'a Arc<dyn Agent>,
    observers: &'a Arc<[Arc<dyn Observer>]>,
    deadline: Instant,
    causes: &'static Causes,
    tab: Tab,
    receipt: Receipt,
    backoff: ExponentialBackoff,
    again: Option<Once>,
    /// The prompt in half the room, where the backend found it too long.
    shorter: Option<Arc<Own>>,
    /// An answer that lacks its form: better than none, should the repair fail.
    kept: Option<Message>,
    lengthened: bool,
    /// The request that was under way when the time was up.
    late: Option<BoxFuture<'static, Result<Reply, AgentError>>>,
}

impl<'a> Attempts<'a> {
    fn new(
        asking: &Asking,
        prompt: &'a Prepared<'a>,
        agent: &'a Arc<dyn Agent>,
        observers: &'a Arc<[Arc<dyn Observer>]>,
        tab: Tab,
    ) -> Self {
        let backoff = ExponentialBuilder::default().with_min_delay(Duration::from_millis(250)).with_jitter();
        Self {
            prompt,
            agent,
            observers,
            deadline: asking.deadline_of(agent.as_ref()),
            causes: asking.causes,
            tab,
            receipt: Receipt::default(),
            backoff: backoff.with_jitter_seed(prompt.jitter()).build(),
            again: None,
            shorter: None,
            kept: None,
            lengthened: false,
            late: None,
        }
    }

    async fn run(&mut self, systems: &Systems) -> Result<Message, AgentError> {
        loop {
            self.receipt.attempts += 1;
            let asked = self.once().await;
            let error = match asked.and_then(|reply| self.take(reply)) {
                Ok(Some(message)) => return Ok(message),
                Ok(None) => continue,
                Err(error) => error,
            };
            if error.retry == Retry::Shorter && self.shorter.is_none() {
                self.again = Some(Once::Shorter);
                match systems.shorter(self.prompt) {
                    Ok(short) => self.shorter = Some(short),
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

    async fn once(&mut self) -> Result<Reply, AgentError> {
        let attempt = Attempt {
            own: Arc::clone(self.shorter.as_ref().unwrap_or(&self.prompt.own)),
            number: self.receipt.attempts,
            again: self.again.take(),
            agent: Arc::clone(self.agent),
            observers: Arc::clone(self.observers),
            causes: self.causes,
            until: self.deadline,
        };
        let left = attempt.left();
        let begun = self.tab.begin(attempt.own.bytes(), attempt.again().as_ref()).await;
        begun.map_err(|_| AgentError::lasting(Trouble::Denied, self.causes.budget))?;
        let mut reply = attempt.send().boxed();
        let outcome = timeout_at(self.deadline, &mut reply).await.unwrap_or_else(|_| {
            self.late = may_be_late(self.agent.as_ref()).then_some(reply);
            let message = fill(self.causes.too_slow, &[("n", &seconds(left))]);
            Err(AgentError::lasting(Trouble::Slow, message))
        });
        if self.late.is_none() {
            self.tab.end(&outcome);
        }
        outcome.and_then(|reply| admitted(reply, self.causes))
    }

    /// Reads a reply. `None` when the backend is to be asked once more for the form or for the rest.
    fn take(&mut self, reply: Reply) -> Result<Option<Message>, AgentError> {
        let receipt = &mut self.receipt;
        receipt.input_tokens = sum(receipt.input_tokens, reply.input_tokens);
        receipt.output_tokens = sum(receipt.output_tokens, reply.output_tokens);
        receipt.model = reply.model.as_deref().map(Into::into).or(receipt.model.take());
        let raw = Raw { text: &reply.text, reasoning: reply.reasoning.as_deref(), whole: reply.whole };
        let table = self.prompt.own.table();
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

fn seconds(time: Duration) -> String {
    let tenths = (time.as_millis() + 50) / 100;
    if tenths.is_multiple_of(10) { format!("{}", tenths / 10) } else { format!("{}.{}", tenths / 10, tenths % 10) }
}

/// Both together, as far as they were told.
pub(super) const fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.saturating_add(b)),
        (some, None) | (None, some) => some,
    }
}
