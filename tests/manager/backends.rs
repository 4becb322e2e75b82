//! The public suite for backends: those that come with Quorate pass it, and it finds what is wrong with others.

use std::{sync::Arc, time::Duration};

use quorate::{
    agent::{
        Agent, AgentError, ChecklistSeat, Cost, Presence, Rehearsal, Reply, Request, Scripted, Sink, Timed, Trouble,
        TurnTime,
        conformance::{Breach, Demands, check, check_with},
        pool::{Lane, Limits},
    },
    checklist::Checklist,
    context::Style,
    strategies::seat::{Backend, Origin},
};

use super::table::{Act, Log, Player};

#[tokio::test(start_paused = true)]
async fn the_backends_that_come_with_quorate_pass() {
    let checklist = |name: &str| ChecklistSeat::new(Checklist::shipped(name).unwrap(), Vec::new());
    let agents: [&dyn Agent; 6] = [
        &Scripted::lines(["One. [STANCE: AGREE]", "Two.", "[PASS]"]),
        &Scripted::new(|request| Ok(Reply::text(format!("I heard {}.", request.heard.len())))),
        &Rehearsal::new(),
        &checklist("plan-review"),
        &checklist("result-synthesis"),
        &checklist("diagnosis"),
    ];
    for agent in agents {
        let passed = check(agent).await.unwrap_or_else(|breach| panic!("{agent:?}: {breach}"));
        assert_eq!((passed.answers + passed.refusals + 3, passed.refusals), (passed.requests, 0), "{agent:?}");
    }
}

/// Says something of its own on everything that a backend may be asked.
#[derive(Debug)]
struct Particular(Lane);

#[async_trait::async_trait]
impl Agent for Particular {
    async fn reply(&self, _: Request<'_>, _: &dyn Sink) -> Result<Reply, AgentError> {
        Ok(Reply::text("Yes."))
    }

    fn backend(&self) -> Backend {
        Backend { name: "particular".into(), origin: Origin::Model }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        Some((&self.0, Limits::LOCAL))
    }

    fn style(&self) -> Style {
        Style::Own
    }

    fn window(&self) -> Option<u32> {
        Some(4096)
    }

    fn cost(&self) -> Cost {
        Cost::Free
    }

    async fn presence(&self) -> Presence {
        Presence::There
    }

    fn turn_time(&self) -> TurnTime {
        TurnTime::Open
    }
}

#[tokio::test]
async fn a_wrapper_says_what_is_inside_on_all_that_it_does_not_change() {
    let own = TurnTime::Own(Duration::from_secs(1));
    let shared: Arc<dyn Agent> = Arc::new(Particular(Lane::new("particular", None)));
    let wrapped = Timed::new(Arc::clone(&shared), own);
    for (agent, time) in [(&shared as &dyn Agent, TurnTime::Open), (&wrapped, own)] {
        assert_eq!(&*agent.backend().name, "particular");
        assert!(agent.lane().is_some());
        assert_eq!((agent.style(), agent.window(), agent.cost()), (Style::Own, Some(4096), Cost::Free));
        assert!(matches!(agent.presence().await, Presence::There));
        assert_eq!(agent.turn_time(), time);
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_refuses_a_huge_prompt_with_a_cause_passes() {
    let agent = Player::new(&Log::default(), |request| match request.user.len() {
        0..100_000 => Act::from("Yes.").after(20),
        _ => Act::Fail(AgentError::lasting(Trouble::TooLong, "400: the prompt is longer than 8192 tokens")),
    });
    assert_eq!(check(&agent).await.unwrap().refusals, 1);
}

async fn breach(act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static) -> Breach {
    let demands = Demands { limit: Duration::from_secs(5), secrets: &["sk-123"] };
    check_with(&Player::new(&Log::default(), act), &demands).await.unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn silence_delay_refusal_panic_and_secrets_are_found_and_named() {
    let first = || "a first turn".to_owned();
    assert_eq!(breach(|_| " \n".into()).await, Breach::Blank { case: first() });
    assert_eq!(breach(|_| "<think>Hm.</think>".into()).await, Breach::Blank { case: first() });
    assert_eq!(breach(|_| Act::Hang).await, Breach::Slow { case: first(), limit: Duration::from_secs(5) });
    assert_eq!(breach(|_| Act::fail("no")).await, Breach::NoAnswer { case: first(), why: "no".into() });
    assert_eq!(breach(|_| Act::fail(" ")).await, Breach::NoCause { case: first() });
    assert_eq!(breach(|_| panic!("boo")).await, Breach::Panicked { case: first() });
    let leaks = |_: &Request<'_>| Act::from("My key is sk-123.");
    assert_eq!(breach(leaks).await, Breach::Secret { case: first(), place: "answer" });
    let leaks = |_: &Request<'_>| Act::fail("401: sk-123 is not a key");
    assert_eq!(breach(leaks).await, Breach::Secret { case: first(), place: "error" });
    let rude = |request: &Request<'_>| match request.again {
        Some(_) => Act::fail("I said so already"),
        None => "Yes.".into(),
    };
    assert!(matches!(breach(rude).await, Breach::NoAnswer { case, .. } if case == "a repair of the form"));
}

/// Takes one request at a time, and never another after one was dropped.
#[derive(Debug, Default)]
struct Stuck(tokio::sync::Mutex<bool>);

#[async_trait::async_trait]
impl Agent for Stuck {
    async fn reply(&self, _request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        let mut busy = self.0.lock().await;
        if *busy {
            return Err(AgentError::lasting(Trouble::Broken, "still at the last request"));
        }
        *busy = true;
        tokio::task::yield_now().await;
        *busy = false;
        Ok(Reply::text("Done."))
    }

    fn backend(&self) -> Backend {
        Backend { name: "stuck".into(), ..Backend::default() }
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_a_dropped_request_leaves_broken_is_found() {
    let breach = check(&Stuck::default()).await.unwrap_err();
    assert!(matches!(&breach, Breach::NoAnswer { case, .. } if case.contains("dropped")), "{breach}");
}
