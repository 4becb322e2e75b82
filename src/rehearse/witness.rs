//! Stands beside every agent and keeps what really was asked and replied, apart from the record.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU64, Ordering},
};

use async_trait::async_trait;
use quorate_strategies::{seat::SeatId, turn::TurnId};

use crate::agent::{Agent, AgentError, Reply, Request, Sink};

/// What a run's agents were asked and replied.
#[derive(Debug, Default)]
pub(super) struct Log {
    calls: AtomicU64,
    replies: Mutex<Vec<(TurnId, SeatId, String)>>,
    broken_quotes: Mutex<Vec<String>>,
}

impl Log {
    /// How many requests there were.
    pub(super) fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Whether the agent of this seat gave this reply to this turn.
    pub(super) fn has(&self, turn: TurnId, seat: SeatId, reply: &str) -> bool {
        locked(&self.replies).iter().any(|one| one.0 == turn && one.1 == seat && one.2 == reply)
    }

    /// What was wrong with quotations in prompts.
    pub(super) fn broken_quotes(&self) -> Vec<String> {
        locked(&self.broken_quotes).clone()
    }

    /// Every quotation in a prompt ends once, and there is none that no message was lent for.
    fn check_quotes(&self, request: &Request<'_>, number: &str) {
        let opened = request.user.matches(&format!("<msg-{number}")).count();
        let closed = request.user.matches(&format!("</msg-{number}>")).count();
        if opened != closed || opened > request.heard.len() {
            let heard = request.heard.len();
            let what = format!("turn {}: {opened} opened, {closed} closed, {heard} lent", request.turn);
            locked(&self.broken_quotes).push(what);
        }
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An agent that is watched.
#[derive(Debug)]
pub(super) struct Witnessed {
    pub(super) agent: Arc<dyn Agent>,
    pub(super) log: Arc<Log>,
    /// The number that quotations carry in this discussion.
    pub(super) fence: Arc<str>,
}

#[async_trait]
impl Agent for Witnessed {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.log.calls.fetch_add(1, Ordering::Relaxed);
        self.log.check_quotes(&request, &self.fence);
        let reply = self.agent.reply(request, sink).await?;
        locked(&self.log.replies).push((request.turn, request.id, reply.text.clone()));
        Ok(reply)
    }

    fn inner(&self) -> Option<&dyn Agent> {
        Some(self.agent.as_ref())
    }
}
