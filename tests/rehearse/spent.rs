//! Budgets hold whatever the seats do: the cast plays models that cost, and that tell what they took, too much, or nothing.

use std::sync::Arc;

use async_trait::async_trait;
use quorate::{
    Discussion,
    agent::{
        Agent, AgentError, Prices, Reply, Request, Sink,
        cast::{Actor, Character},
    },
    rehearse::Chaos,
    strategies::{
        event::Budget,
        prelude::*,
        seat::{Backend, Origin},
    },
};

use super::{assert_kept, played_by, seeds};

/// The most tokens of an answer, as far as the provider keeps to it.
const CAP: u32 = 300;

/// A model that one of the cast plays.
#[derive(Debug)]
struct Model(Actor);

#[async_trait]
impl Agent for Model {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        let draw = request.seed.wrapping_mul(31).wrapping_add(u64::from(request.turn.0) * 7 + u64::from(request.id.0));
        let sent = u64::try_from(request.system.len() + request.user.len()).unwrap();
        let reply = self.0.reply(request, sink).await?;
        let (input_tokens, output_tokens) = match draw % 8 {
            0 => (None, None),
            // It took more than it could: nobody can reserve for that.
            1 => (Some(sent * 2), Some(u64::from(CAP) * 3)),
            _ => (Some(sent / 4), Some(u64::from(CAP) / 3)),
        };
        Ok(Reply { input_tokens, output_tokens, ..reply })
    }

    fn backend(&self) -> Backend {
        Backend { name: "test:model".into(), origin: Origin::Model }
    }

    fn output_cap(&self) -> Option<u32> {
        Some(CAP)
    }
}

/// A small table of any strategy and rule with something limited: calls, tokens, money or several of them.
fn limited(seed: u64) -> Discussion {
    let model = |place| Arc::new(Model(Actor::drawn(&Character::ALL, seed, place).unwrap())) as Arc<dyn Agent>;
    let digit = |place: u32, below: u64| seed / 5_u64.pow(place) % below;
    let budget = Budget {
        calls: seed.is_multiple_of(3).then(|| digit(1, 14)),
        tokens: (seed % 4 != 1).then(|| digit(2, 60) * 1_000),
        nanos: (seed % 5 < 3).then(|| digit(3, 60) * 2_000_000),
    };
    let prices = Prices::parse("[\"test:model\"]\ninput = 1\noutput = 10\n").unwrap();
    played_by(seed, model).prices(prices).budget(budget)
}

#[test]
fn three_thousand_limited_discussions_spend_no_more_than_they_may() {
    let summary = Chaos::new(limited).own_agents().runs(seeds(3_000)).run().unwrap();
    assert_kept(&summary);
    assert!(
        summary.stops.get(&StopReason::Budget).is_some_and(|runs| *runs > summary.runs / 20),
        "{:?}",
        summary.stops
    );
    assert!(summary.tokens.max() > 0 && summary.nanos.max() > 0);
}
