//! What breaks a promise is found, with the promise and the seed that shows it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use async_trait::async_trait;
use quorate::{
    Discussion,
    agent::{Agent, AgentError, Rehearsal, Reply, Request, Sink},
    rehearse::{Broken, Chaos, Promise},
    strategies::{prelude::*, strategies::RoundRobin},
};

fn table(discussion: Discussion) -> Discussion {
    ["Ann", "Bob"].into_iter().fold(discussion, |one, name| one.seat(Seat::new(name), Rehearsal::new()))
}

fn promises(broken: &[Broken]) -> Vec<Promise> {
    let mut promises: Vec<Promise> = broken.iter().map(|one| one.promise).collect();
    promises.dedup();
    promises
}

/// Calls itself `ratio` and is content with anything.
#[derive(Debug)]
struct Content;

impl DecisionRule for Content {
    fn name(&self) -> &str {
        "ratio"
    }

    fn purpose(&self) -> &str {
        "content with anything"
    }

    fn input(&self) -> Input {
        Input::Positions
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let agreed = tally.weight_of(|voice| voice.position == Position::For);
        Verdict { reached: true, ..Verdict::counted([("for", agreed), ("of", tally.weight())]) }
    }

    fn settled(&self, _tally: &Tally, _pending: &Pending) -> bool {
        false
    }
}

#[test]
fn a_rule_that_declares_below_its_threshold() {
    let chaos = Chaos::new(|_| table(Discussion::new("Shall we?").rule(Content))).seed(3).runs(5);
    let summary = chaos.run().unwrap();
    assert!(summary.broken.len() >= 3, "{:?}", summary.broken);
    assert_eq!(promises(&summary.broken), [Promise::Count]);
    assert!(summary.broken[0].to_string().starts_with("seed 3: count: "), "{}", summary.broken[0]);
}

/// Asks nobody.
#[derive(Debug)]
struct Idle(Card);

impl Strategy for Idle {
    fn card(&self) -> &Card {
        &self.0
    }

    fn next(&self, _view: &View<'_>) -> Step {
        Step::Ask { asks: Vec::new() }
    }
}

#[test]
fn a_strategy_that_is_aborted() {
    let idle = || Idle(Card { name: "idle".into(), ..RoundRobin::new().card().clone() });
    let summary = Chaos::new(move |_| table(Discussion::new("Shall we?").strategy(idle()))).runs(2).run().unwrap();
    assert_eq!(promises(&summary.broken), [Promise::Ends]);
    assert!(summary.broken[0].what.contains("idle asked nobody"), "{}", summary.broken[0]);
}

/// Counts its calls over all discussions, which no agent may.
#[derive(Debug)]
struct Remembers(Arc<AtomicU64>);

#[async_trait]
impl Agent for Remembers {
    async fn reply(&self, _request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        Ok(Reply::text(format!("Call {}.", self.0.fetch_add(1, Ordering::Relaxed))))
    }
}

#[test]
fn agents_that_do_not_keep_to_the_seed() {
    let calls = Arc::new(AtomicU64::new(0));
    let make =
        move |_| Discussion::new("Shall we?").max_rounds(1).seat(Seat::new("Ann"), Remembers(Arc::clone(&calls)));
    let summary = Chaos::new(make).own_agents().runs(17).run().unwrap();
    let seeds: Vec<u64> = summary.broken.iter().map(|one| one.seed).collect();
    assert_eq!((promises(&summary.broken), seeds), (vec![Promise::Repeats], vec![0, 16]));
}

#[test]
fn a_discussion_that_cannot_begin_is_no_broken_promise() {
    assert!(Chaos::new(|_| table(Discussion::new(" "))).runs(1).run().unwrap_err().to_string().contains("blank"));
}
