//! A trial question: one seat, one round, one stance, asked as a discussion would ask it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use quorate_strategies::{
    brief::{Language, Text},
    event::Event,
    reading::{Provenance, Stance},
    rules::Stances,
    seat::Seat,
    strategies::RoundRobin,
};

use super::examine::Found;
use crate::{
    agent::{Agent, AgentError, Reply, Request, Retry, Sink, Trouble, pool::Pools},
    manager::Discussion,
};

/// Requests that one trial may make: the question, and one repair of the form as every turn has it.
pub(crate) const MOST_REQUESTS: u32 = 2;

/// What is asked: nothing that a model could know less about than another.
const TOPIC: Text =
    Text::all("Two and two make four. Do you agree?", "二加二等于四。你同意吗？", "二足す二は四です。賛成ですか。");

/// Characters of a reply that are shown.
const SHOWN: usize = 120;

/// The trial question to a backend, as a discussion.
pub(crate) fn question(agent: Arc<dyn Agent>, language: Language, turn_ms: u64) -> Discussion {
    Discussion::new(TOPIC.get(language))
        .language(language)
        .strategy(RoundRobin::new())
        .rule(Stances::default())
        .max_rounds(1)
        .turn_ms(turn_ms)
        .total_ms(turn_ms)
        .seed(1)
        .seat(Seat::new("A"), Few { agent, asked: AtomicU32::new(0) })
}

/// Asks it. Where an answer came, the time is that of the turn: with every request, without waiting for a place.
pub(super) async fn trial(question: Discussion, pools: Arc<Pools>) -> (Found, Option<Duration>) {
    let ended = match question.pools(pools).run().await {
        Ok(ended) => ended,
        Err(error) => return (Found::NoAnswer { cause: error.to_string() }, None),
    };
    let end = ended.state.turns().first().and_then(|turn| turn.end.as_ref());
    let Some(message) = end.and_then(|end| end.message.as_ref()) else {
        let cause = end.and_then(|end| end.cause.as_deref()).unwrap_or_default();
        return (Found::NoAnswer { cause: cause.to_owned() }, None);
    };
    let receipt = ended.entries.iter().find_map(|entry| match &entry.event {
        Event::Answered { receipt, .. } => Some(receipt),
        _ => None,
    });
    let requests = receipt.map_or(1, |receipt| receipt.attempts.min(MOST_REQUESTS));
    let took = receipt.map(|receipt| Duration::from_millis(receipt.took_ms));
    let stance = message.reading.stance;
    let found = match stance.from.counts() && stance.value != Stance::Unknown {
        true => Found::InForm { stance: stance.value, from: stance.from, requests },
        false => Found::OutOfForm { said: excerpt(message.text()), from: from(stance.from, stance.value), requests },
    };
    (found, took)
}

/// What is unknown was found nowhere.
fn from(from: Provenance, stance: Stance) -> Provenance {
    if stance == Stance::Unknown { Provenance::None } else { from }
}

fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}

/// A backend that is asked no more than a trial may: no error is tried again.
#[derive(Debug)]
struct Few {
    agent: Arc<dyn Agent>,
    asked: AtomicU32,
}

#[async_trait]
impl Agent for Few {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        if self.asked.fetch_add(1, Ordering::Relaxed) >= MOST_REQUESTS {
            return Err(AgentError::lasting(Trouble::BadRequest, "a trial asks no more than this"));
        }
        let reply = self.agent.reply(request, sink).await;
        reply.map_err(|error| AgentError { retry: Retry::Never, ..error })
    }

    fn inner(&self) -> Option<&dyn Agent> {
        Some(self.agent.as_ref())
    }
}
