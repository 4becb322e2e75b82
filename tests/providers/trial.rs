//! Backends of a discussion are looked at once, and asked only where that was allowed.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use async_trait::async_trait;
use quorate::{
    Discussion,
    agent::{Agent, AgentError, Cost, Presence, Rehearsal, Reply, Request, Sink, Trouble},
    doctor::{Asking, Examined, Found, examine},
    strategies::{
        reading::{Provenance, Stance},
        seat::{Backend, Origin, Seat},
    },
};

/// A backend that counts what it is asked.
#[derive(Debug, Clone)]
struct Counted {
    cost: Cost,
    presence: Presence,
    says: Result<&'static str, &'static str>,
    asked: Arc<AtomicUsize>,
}

impl Counted {
    fn new(cost: Cost, presence: Presence, says: Result<&'static str, &'static str>) -> Self {
        Self { cost, presence, says, asked: Arc::default() }
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Agent for Counted {
    async fn reply(&self, request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        assert!(request.user.contains("STANCE"), "the form is asked for as in any turn");
        self.asked.fetch_add(1, Ordering::SeqCst);
        match self.says {
            Ok(text) => Ok(Reply::text(text)),
            Err(why) => Err(AgentError::passing(Trouble::Broken, why)),
        }
    }

    fn backend(&self) -> Backend {
        Backend { name: "counted".into(), origin: Origin::Model }
    }

    fn cost(&self) -> Cost {
        self.cost
    }

    async fn presence(&self) -> Presence {
        self.presence.clone()
    }
}

async fn examined(agent: &Counted, asking: Asking) -> Vec<Examined> {
    let discussion =
        Discussion::new("Tea?").seat(Seat::new("Ann"), agent.clone()).seat(Seat::new("Bob"), agent.clone());
    let discussion = discussion.seat(Seat::new("Cy"), Rehearsal::new()).synthesizer(agent.clone());
    let plan = discussion.check().unwrap();
    examine(&discussion, &plan, asking).await
}

async fn found(agent: &Counted, asking: Asking) -> Found {
    examined(agent, asking).await.remove(0).found
}

const YES: Result<&str, &str> = Ok("Yes.\n\n[STANCE: AGREE]");

#[tokio::test]
async fn seats_with_one_backend_share_one_look() {
    let agent = Counted::new(Cost::Free, Presence::There, YES);
    let examined = examined(&agent, Asking::Free).await;
    let seats: Vec<Vec<&str>> = examined.iter().map(|one| one.seats.iter().map(AsRef::as_ref).collect()).collect();
    assert_eq!(seats, [vec!["Ann", "Bob"], vec!["Cy"]]);
    assert_eq!(examined[0].found, Found::InForm { stance: Stance::Agree, from: Provenance::Marker, requests: 1 });
    assert_eq!((&examined[1].found, agent.asked()), (&Found::Embedded, 1));
}

#[tokio::test]
async fn what_may_cost_money_is_not_asked_before_that_is_allowed() {
    let agent = Counted::new(Cost::Possible, Presence::There, YES);
    assert_eq!(found(&agent, Asking::Nothing).await, Found::NotAsked);
    assert_eq!(found(&agent, Asking::Free).await, Found::Listed);
    assert_eq!(agent.asked(), 0);
    assert!(matches!(found(&agent, Asking::Paid).await, Found::InForm { .. }));
    assert_eq!(agent.asked(), 1);
}

#[tokio::test]
async fn what_is_missing_is_not_asked() {
    let missing = Presence::Missing(AgentError::lasting(Trouble::Denied, "the key was not accepted"));
    let agent = Counted::new(Cost::Free, missing, YES);
    assert_eq!(found(&agent, Asking::Free).await, Found::Unreachable { cause: "the key was not accepted".to_owned() });
    assert_eq!(agent.asked(), 0);
}

#[tokio::test]
async fn a_trial_that_fails_is_not_tried_again() {
    let agent = Counted::new(Cost::Free, Presence::Untold, Err("it fell over"));
    assert_eq!(found(&agent, Asking::Free).await, Found::NoAnswer { cause: "it fell over".to_owned() });
    assert_eq!(agent.asked(), 1);
}

#[tokio::test]
async fn a_guess_from_the_words_is_not_the_form() {
    let agent = Counted::new(Cost::Free, Presence::Untold, Ok("I fully agree with this."));
    let found = found(&agent, Asking::Free).await;
    assert!(
        matches!(found, Found::OutOfForm { from: Provenance::None | Provenance::Guess, requests: 2, .. }),
        "{found:?}"
    );
    assert!(found.is_trouble());
    assert_eq!(agent.asked(), 2);
}

#[tokio::test]
async fn a_server_may_take_a_model_that_it_does_not_list() {
    let unlisted = || Presence::Unlisted { known: vec!["other".to_owned()] };
    let takes = Counted::new(Cost::Free, unlisted(), YES);
    assert!(matches!(found(&takes, Asking::Free).await, Found::InForm { .. }));
    let refuses = Counted::new(Cost::Free, unlisted(), Err("no such model"));
    assert_eq!(found(&refuses, Asking::Free).await, Found::Unlisted { known: vec!["other".to_owned()] });
}
