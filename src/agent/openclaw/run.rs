//! One turn: a run of the agent that is asked for once, waited for, found again after a lost connection, and never left
//! running when nobody waits for it.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    runtime::Handle,
    time::{Instant, sleep, timeout},
};

use super::{
    OpenClaw,
    frame::{self, Answer},
    gate::Gate,
    link::{Answers, Link, Lost},
    names,
    outcome::{self, Outcome},
    stop::stopped,
    tell::Stage,
};
use crate::agent::{
    AgentError, Reply, Request, Retry, Trouble,
    session::{Place, message, own_limit, place, session_key},
};

/// How many runs of one name may have been stopped before this one.
const MOST_BEFORE: u32 = 8;
/// The longest single wait for a run: each is asked for anew, so that a gateway that lost it is noticed.
const WAIT: Duration = Duration::from_secs(20);
/// The wait for a run in a gateway that was started after it: only what it kept can be had.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// Asks the agent for one reply.
pub(super) async fn turn(claw: &OpenClaw, request: &Request<'_>) -> Result<Reply, AgentError> {
    let limit = own_limit(request.time_left);
    let asked = Asked {
        claw,
        until: Instant::now() + limit,
        session: session_key(&claw.agent, claw.session, request),
        message: message(request),
        request,
        stage: Mutex::new(Stage::Queued),
    };
    let reply = timeout(limit, asked.reply()).await;
    reply.unwrap_or_else(|_| Err(claw.gate.tell.slow(limit, asked.stage())))
}

/// What is asked in one turn.
struct Asked<'a> {
    claw: &'a OpenClaw,
    request: &'a Request<'a>,
    session: String,
    message: Cow<'a, str>,
    until: Instant,
    /// How far it has come, for what a reader is told when the time is up.
    stage: Mutex<Stage>,
}

impl Asked<'_> {
    fn stage(&self) -> Stage {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_at(&self, stage: Stage) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    async fn reply(&self) -> Result<Reply, AgentError> {
        let gate = &self.claw.gate;
        let mut place = place(&gate.address.to_string(), &self.session).await;
        let mut stopped = None;
        for before in 0..MOST_BEFORE {
            let id = names::run_id(&self.session, self.request, &self.message, before);
            let mut run = Run::new(gate, &self.session, id, place);
            match run.outcome(self).await? {
                Outcome::Answered(reply) => return Ok(reply),
                Outcome::Failed(error) => return Err(error),
                Outcome::Stopped(error) if run.is_first => return Err(error),
                // It was stopped before we asked, by a process that is gone: it has no answer and never will.
                Outcome::Stopped(error) => stopped = Some(error),
                Outcome::Running => {}
            }
            match run.place.take() {
                Some(same) => place = same,
                None => break,
            }
        }
        let cause = "every run of this turn was stopped before";
        Err(stopped.unwrap_or_else(|| gate.tell.error(Trouble::Broken, Retry::Never, cause, ("", ""))))
    }

    fn params(&self, id: &str) -> Value {
        let left = self.until.saturating_duration_since(Instant::now());
        json!({
            "agentId": &*self.claw.agent,
            "sessionKey": self.session,
            "message": self.message,
            "extraSystemPrompt": self.request.system,
            "idempotencyKey": id,
            "deliver": false,
            // Ours is the limit that counts; this one is for when nobody is left to stop the run.
            "timeout": left.as_secs() + 1,
        })
    }
}

/// What came of asking for a run.
enum Heard {
    /// How it ended.
    End(Outcome),
    /// The gateway has it already.
    Known,
    /// The gateway begins nothing now, as when it is about to restart; it may after this long.
    NotNow(Duration),
}

/// A run that the gateway may be at work on. When it is dropped before its end, the gateway is told to stop it.
struct Run<'a> {
    gate: &'a Arc<Gate>,
    session: &'a str,
    id: String,
    place: Option<Place>,
    link: Option<Arc<Link>>,
    answers: Option<Answers>,
    /// When it was asked for first; from then on it may be under way.
    sent: Option<Instant>,
    /// Whether the gateway accepted it as new.
    is_first: bool,
    is_over: bool,
}

impl<'a> Run<'a> {
    fn new(gate: &'a Arc<Gate>, session: &'a str, id: String, place: Place) -> Self {
        Self {
            gate,
            session,
            id,
            place: Some(place),
            link: None,
            answers: None,
            sent: None,
            is_first: false,
            is_over: false,
        }
    }

    /// Asks for it, and finds out how it ended.
    async fn outcome(&mut self, asked: &Asked<'_>) -> Result<Outcome, AgentError> {
        let tell = &self.gate.tell;
        let mut link = match self.gate.was_open().await {
            true => {
                asked.is_at(Stage::Lost);
                self.gate.back().await?
            }
            false => {
                asked.is_at(Stage::Connecting);
                self.gate.link().await.map_err(|why| tell.no_link(why))?
            }
        };
        loop {
            // The same id again, where the gateway has not said that it has it: the gateway starts it once.
            self.answers = Some(link.ask("agent", &asked.params(&self.id)).map_err(|long| tell.too_long(&long))?);
            self.sent.get_or_insert_with(Instant::now);
            self.link = Some(Arc::clone(&link));
            asked.is_at(Stage::Asked);
            match self.answered().await {
                Ok(Heard::Known) => return self.found(link, asked).await,
                Ok(Heard::End(outcome)) => return Ok(self.over(outcome)),
                Ok(Heard::NotNow(wait)) => {
                    // Nothing was begun.
                    self.sent = None;
                    asked.is_at(Stage::Connecting);
                    sleep(wait).await;
                }
                Err(lost) if lost.may_pass() => asked.is_at(Stage::Lost),
                Err(lost) => return Err(tell.lost(&lost)),
            }
            link = self.gate.back().await?;
            if self.is_first || self.is_lost(&link) {
                return self.found(link, asked).await;
            }
        }
    }

    /// Reads the answers to `agent`: that it is accepted, and how it ended.
    async fn answered(&mut self) -> Result<Heard, Lost> {
        loop {
            let Some(answers) = self.answers.as_mut() else { return Ok(Heard::Known) };
            match answers.next().await? {
                Answer::Taken(payload) if frame::status(&payload) == "accepted" => self.is_first = true,
                Answer::Taken(payload) => {
                    return Ok(match self.gate.tell.outcome(&payload) {
                        Outcome::Running => Heard::Known,
                        outcome => Heard::End(outcome),
                    });
                }
                Answer::Refused(refusal) if refusal.is_for_now() && !self.is_first => {
                    return Ok(Heard::NotNow(refusal.pause()));
                }
                Answer::Refused(refusal) => return Ok(Heard::End(outcome::refused(&self.gate.tell, &refusal))),
            }
        }
    }

    /// Waits for it by its id, over as many connections as it takes.
    async fn found(&mut self, mut link: Arc<Link>, asked: &Asked<'_>) -> Result<Outcome, AgentError> {
        let tell = &self.gate.tell;
        loop {
            self.link = Some(Arc::clone(&link));
            asked.is_at(Stage::Asked);
            let is_lost = self.is_lost(&link);
            let time = if is_lost { LAST_WAIT } else { WAIT };
            let params = json!({ "runId": self.id, "timeoutMs": u64::try_from(time.as_millis()).unwrap_or(u64::MAX) });
            let mut answers = link.ask("agent.wait", &params).map_err(|long| tell.too_long(&long))?;
            match answers.next().await {
                Ok(Answer::Taken(payload)) => match tell.outcome(&payload) {
                    Outcome::Running if is_lost => return Ok(self.over(Outcome::Failed(self.forgotten()))),
                    // Nothing is said between two waits; a gateway that does not wait is not asked without a pause.
                    Outcome::Running => sleep(Duration::from_millis(50)).await,
                    outcome => return Ok(self.over(outcome)),
                },
                Ok(Answer::Refused(refusal)) => return Ok(self.over(outcome::refused(tell, &refusal))),
                Err(lost) if lost.may_pass() => {
                    asked.is_at(Stage::Lost);
                    link = self.gate.back().await?;
                }
                Err(lost) => return Err(tell.lost(&lost)),
            }
        }
    }

    /// Whether the gateway was started after the run was asked for: what it worked on ended with the one before it.
    fn is_lost(&self, link: &Link) -> bool {
        self.sent.is_some_and(|sent| link.is_younger_than(sent))
    }

    /// The run is gone. It is not asked for again under its name: whether its turn was taken down, nobody can tell, so that
    /// is for the next attempt.
    fn forgotten(&self) -> AgentError {
        let cause = match self.is_first {
            true => "the gateway was restarted while it worked on this turn, and the run is lost",
            false => "the gateway was restarted when this turn was asked for, and knows nothing of it",
        };
        self.gate.tell.error(Trouble::Broken, Retry::After(None), cause, ("", ""))
    }

    fn over(&mut self, outcome: Outcome) -> Outcome {
        self.is_over = true;
        outcome
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        if self.is_over || self.sent.is_none() {
            return;
        }
        let params = json!({ "key": self.session, "runId": self.id });
        // On the way at once where there is a connection, also when this process is about to end.
        let asked = self.link.as_ref().and_then(|link| link.ask("sessions.abort", &params).ok());
        let Ok(runtime) = Handle::try_current() else { return };
        let (gate, answers, place) = (Arc::clone(self.gate), self.answers.take(), self.place.take());
        runtime.spawn(async move {
            stopped(&gate, &params, asked, answers).await;
            // Only now is the session free for another turn.
            drop(place);
        });
    }
}
