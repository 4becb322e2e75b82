//! Having something written by a backend that sits at no place: a result, a text that is handed over, a summary.

use std::time::Duration;

use quorate_strategies::{
    engine::Engine,
    event::Spend,
    seat::{Seat, SeatId},
    state::Standing,
    step::Form,
    turn::{Receipt, TurnId},
};
use serde_json::Value;
use tokio::time::{Instant, error::Elapsed, sleep, timeout, timeout_at};

use crate::{
    agent::{Again, Agent, AgentError, Reply, Request, Retry, Silent, Trouble},
    manager::{
        attempt::contained,
        size::admitted,
        till::Tab,
        turn::{Asking, sum},
    },
    report::SYNTHESIS_ROOM,
};

/// How often a backend is asked before it is done without.
const MOST_ATTEMPTS: u32 = 2;

/// Bytes of messages below which nothing is asked for.
const LEAST_ROOM: usize = 1024;

/// The wait before it is asked again after a failure, where it names none.
const PAUSE: Duration = Duration::from_millis(500);

/// What is sent to have something written.
#[derive(Debug)]
pub(super) struct Prompt {
    pub(super) system: String,
    pub(super) user: String,
    pub(super) schema: Option<Value>,
}

impl Prompt {
    /// What is sent, in bytes.
    fn bytes(&self) -> usize {
        self.system.len() + self.user.len() + self.schema.as_ref().map_or(0, |schema| schema.to_string().len())
    }
}

/// Something that a backend is asked to write.
pub(super) trait Piece: Sync {
    /// What comes of it.
    type Written: Send;
    /// The name and the role of whoever writes it, as backends are told.
    const WRITER: (&'static str, &'static str);
    /// The name of the task, as backends are told.
    const TASK: &'static str;
    /// What is asked, with so many bytes of room for messages; none where there is nothing to ask.
    fn prompt(&self, room: usize) -> Option<Prompt>;
    /// Takes an answer, or says in the language of the discussion what is wrong with it.
    fn take(&self, reply: &Reply, agent: &dyn Agent) -> Result<Self::Written, String>;
}

/// What came of the asking.
#[derive(Debug)]
pub(super) struct Work<T> {
    /// What was written, or why nothing was that could be taken.
    pub(super) written: Result<T, String>,
    /// What it took, as far as the backend told.
    pub(super) receipt: Receipt,
    /// What it took of the budget; none where nothing is counted.
    pub(super) spent: Option<Spend>,
}

/// Has it written, and pays from this account.
pub(super) async fn by_agent<P: Piece>(
    (engine, asking): (&Engine, &Asking),
    (agent, tab): (&dyn Agent, Tab),
    piece: &P,
) -> Work<P::Written> {
    let mut writer = Writer { engine, asking, agent, tab, receipt: Receipt::default() };
    let written = writer.write(piece).await;
    writer.tab.release();
    Work { written, receipt: writer.receipt, spent: writer.tab.spent() }
}

struct Writer<'a> {
    engine: &'a Engine,
    asking: &'a Asking,
    agent: &'a dyn Agent,
    tab: Tab,
    receipt: Receipt,
}

impl Writer<'_> {
    async fn write<P: Piece>(&mut self, piece: &P) -> Result<P::Written, String> {
        let (asking, agent) = (self.asking, self.agent);
        let Some(prompt) = self.fitting(piece) else { return Err(asking.causes.budget.to_owned()) };
        self.tab.note().await;
        // It keeps to the limits of its provider as every seat does, and its own time starts when it is let in.
        let _pass = match agent.lane() {
            Some((lane, limits)) => match timeout_at(asking.deadline, asking.pools.enter(lane, limits)).await {
                Ok(pass) => Some(pass),
                Err(_) => return Err(asking.causes.time_up.to_owned()),
            },
            None => None,
        };
        let start = Instant::now();
        let written = self.attempts(piece, &prompt).await;
        self.receipt.took_ms = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        written
    }

    /// The prompt with as many messages as the window and the budget hold; none when the budget holds none.
    fn fitting(&mut self, piece: &impl Piece) -> Option<Prompt> {
        // Three bytes a token, and half of the window for everything else.
        let mut room = self.agent.window().map_or(SYNTHESIS_ROOM, |window| window as usize * 3 / 2);
        loop {
            let prompt = piece.prompt(room)?;
            if self.tab.reserve(prompt.bytes(), None).is_ok() {
                return Some(prompt);
            }
            if room < LEAST_ROOM {
                return None;
            }
            room /= 2;
        }
    }

    async fn attempts<P: Piece>(&mut self, piece: &P, prompt: &Prompt) -> Result<P::Written, String> {
        let deadline = self.asking.deadline_of(self.agent);
        let mut why = self.asking.causes.time_up.to_owned();
        let mut repair: Option<(String, String)> = None;
        while self.receipt.attempts < MOST_ATTEMPTS {
            let left = deadline.saturating_duration_since(Instant::now());
            let again = repair.as_ref().map(|(previous, wrong)| Again::Repair { previous, wrong });
            let Some(asked) = self.once::<P>(prompt, again, left).await else { break };
            let too_slow = || self.asking.causes.too_slow.replace("{n}", &left.as_secs().to_string());
            match asked.unwrap_or_else(|_| Err(late(too_slow()))) {
                Ok(reply) => match piece.take(&reply, self.agent) {
                    Ok(written) => return Ok(written),
                    Err(wrong) => {
                        why.clone_from(&wrong);
                        repair = Some((reply.text, wrong));
                    }
                },
                Err(error) => {
                    why = error.message;
                    let Retry::After(hint) = error.retry else { break };
                    let wait = hint.unwrap_or(PAUSE);
                    // The request that failed has taken its part of the time.
                    if wait >= deadline.saturating_duration_since(Instant::now()) {
                        break;
                    }
                    sleep(wait).await;
                }
            }
        }
        Err(why)
    }

    /// One request; none when the budget does not hold it.
    async fn once<P: Piece>(
        &mut self,
        prompt: &Prompt,
        again: Option<Again<'_>>,
        time_left: Duration,
    ) -> Option<Result<Result<Reply, AgentError>, Elapsed>> {
        let state = self.engine.state();
        let (seat, standing) = (Seat::new(P::WRITER.0).role(P::WRITER.1), Standing::default());
        let request = Request {
            system: &prompt.system,
            user: &prompt.user,
            schema: prompt.schema.as_ref(),
            discussion: &state.charter().id,
            id: SeatId(u16::MAX),
            seat: &seat,
            standing: &standing,
            roster: state.roster(),
            brief: &state.charter().brief,
            turn: TurnId(0),
            round: state.round(),
            max_rounds: state.charter().rounds.max,
            min_rounds: state.charter().rounds.min,
            task: P::TASK,
            form: &Form::Free,
            heard: &[],
            closing: state.concluded().map(|end| end.why),
            seed: state.charter().seed,
            attempt: self.receipt.attempts + 1,
            again,
            time_left,
        };
        self.tab.begin(prompt.bytes(), request.again.as_ref()).await.ok()?;
        self.receipt.attempts += 1;
        let causes = self.asking.causes;
        let reply = timeout(time_left, contained(self.agent.reply(request, &Silent), causes)).await;
        match &reply {
            Ok(outcome) => self.tab.end(outcome),
            Err(_) => self.tab.end(&Err(late(String::new()))),
        }
        Some(reply.map(|reply| self.note(reply.and_then(|reply| admitted(reply, causes)))))
    }

    /// Adds what a reply took to what the others did.
    fn note(&mut self, reply: Result<Reply, AgentError>) -> Result<Reply, AgentError> {
        if let Ok(reply) = &reply {
            let receipt = &mut self.receipt;
            receipt.input_tokens = sum(receipt.input_tokens, reply.input_tokens);
            receipt.output_tokens = sum(receipt.output_tokens, reply.output_tokens);
            receipt.model = reply.model.as_deref().map(Into::into).or(receipt.model.take());
        }
        reply
    }
}

fn late(why: String) -> AgentError {
    AgentError::lasting(Trouble::Slow, why)
}
