//! Whatever an agent does, its turn ends in time, and it and everything that it started end when they have to.

use std::time::Duration;

use quorate::{
    agent::Trouble,
    strategies::{prelude::*, strategies::RoundRobin},
};
use tokio::time::{Instant, timeout};

use super::Fake;
use crate::{
    manager::table::{about, checked},
    seats::scene::{Scene, assert_ends, number_in},
};

/// A turn that leaves a quarter of a second to stop in, also to a process on a busy machine.
const ROOMY_MS: u64 = 5_000;

/// Asks for a second; gives what came of it.
async fn for_a_second(fake: &Fake) -> quorate::agent::AgentError {
    let start = Instant::now();
    let error = Scene::new().time_ms(1_000).ask(&fake.agent).await.unwrap_err();
    assert!(start.elapsed() < Duration::from_millis(1_900), "{:?}", start.elapsed());
    error
}

// O-05
#[tokio::test]
async fn one_that_never_says_who_it_is_ends_in_time_with_everything_it_started() {
    let fake = Fake::new(&["hang-initialize"]);
    let error = for_a_second(&fake).await;
    assert_eq!(error.trouble, Trouble::Slow);
    for part in [
        "did not answer `initialize` within 0.90 s (its limit of 1.00 s",
        "a higher `turn_seconds` gives it more time to start",
        "as in `acp:gemini --acp`",
    ] {
        assert!(error.message.contains(part), "{part} in {error}");
    }
    assert_ends(number_in(&fake.path().join("grandchild")).await).await;
    assert_ends(fake.pids()[0]).await;
}

// O-05
#[tokio::test]
async fn one_that_does_not_stop_when_asked_ends_in_time_with_everything_it_started() {
    let fake = Fake::new(&["hang"]);
    let error = for_a_second(&fake).await;
    assert_eq!(error.trouble, Trouble::Slow);
    assert!(error.message.contains("did not answer `session/prompt` within 0.90 s"), "{error}");
    assert!(error.message.contains("it had said: I would say"), "{error}");
    assert_ends(number_in(&fake.path().join("grandchild")).await).await;
    assert_ends(fake.pids()[0]).await;
    assert_eq!(fake.asked("session/cancel")[0]["params"]["sessionId"], "s1");
}

// O-05
#[tokio::test]
async fn one_that_stops_when_asked_stays_for_the_next_turn() {
    let fake = Fake::new(&["hang", "obeys"]);
    for _ in 0..2 {
        assert_eq!(Scene::new().time_ms(ROOMY_MS).ask(&fake.agent).await.unwrap_err().trouble, Trouble::Slow);
    }
    assert_eq!((fake.pids().len(), fake.asked("session/cancel").len()), (1, 2));
}

// O-04
#[tokio::test]
async fn an_answer_that_comes_while_it_is_asked_to_stop_counts() {
    let reply = Scene::new().time_ms(ROOMY_MS).ask(&Fake::new(&["hang", "finishes"]).agent).await.unwrap();
    assert_eq!(reply.text, "I would say yes.");
}

// O-05
#[tokio::test]
async fn a_turn_that_is_dropped_ends_the_process_and_the_next_one_starts_another() {
    let fake = Fake::new(&["hang"]);
    let scene = Scene::new().time_ms(60_000);
    let grandchild = fake.path().join("grandchild");
    let pid = tokio::select! {
        pid = number_in(&grandchild) => pid,
        ended = scene.ask(&fake.agent) => panic!("{ended:?}"),
    };
    assert_ends(pid).await;
    assert_ends(fake.pids()[0]).await;
    assert_eq!(for_a_second(&fake).await.trouble, Trouble::Slow);
    assert_eq!(fake.pids().len(), 2);
}

// O-05
#[tokio::test]
async fn an_idle_agent_ends_with_the_value_that_stands_for_it() {
    let fake = Fake::new(&[]);
    fake.ask().await.unwrap();
    let pid = fake.pids()[0];
    let super::Fake { folder, agent } = fake;
    drop(agent);
    assert_ends(pid).await;
    drop(folder);
}

// O-05
#[tokio::test]
async fn a_stopped_discussion_leaves_no_process_behind() {
    let Fake { folder, agent } = Fake::new(&["hang"]);
    let mut discussion = about("Ship?").strategy(RoundRobin::new()).seat(Seat::new("Ann"), agent);
    let control = discussion.control();
    let stop = async {
        let pid = number_in(&folder.path().join("grandchild")).await;
        control.cancel("Dana");
        pid
    };
    let (done, pid) = timeout(Duration::from_secs(20), async { tokio::join!(discussion.run(), stop) }).await.unwrap();
    assert_eq!(checked(done.unwrap()).outcome.stop, StopReason::Cancelled);
    assert_ends(pid).await;
}

// O-04
#[tokio::test]
async fn a_crash_is_told_with_its_exit_code_and_the_end_of_stderr_and_the_next_turn_starts_another() {
    let fake = Fake::new(&["crash"]);
    for _ in 0..2 {
        let error = fake.ask().await.unwrap_err();
        assert_eq!(error.trouble, Trouble::Broken);
        let words = "ended (exit status: 7) and gave no answer to `session/prompt`; stderr: out of memory";
        assert!(error.message.contains(words), "{error}");
        assert_ends(number_in(&fake.path().join("grandchild")).await).await;
    }
    assert_eq!(fake.pids().len(), 2);
}

// O-04, U-04
#[tokio::test]
async fn a_program_that_is_no_such_agent_is_told_with_what_it_printed() {
    let error = Fake::new(&["not-acp"]).ask().await.unwrap_err();
    for part in [
        "ended (exit status: 2) and gave no answer to `initialize`",
        "stderr: cannot open the terminal",
        "stdout: usage: agent [--acp]",
        "does it speak the Agent Client Protocol as it is called?",
    ] {
        assert!(error.message.contains(part), "{part} in {error}");
    }
}

#[tokio::test]
async fn more_than_is_taken_ends_the_process_at_once() {
    for (mode, words) in [
        ("long-answer", "answered with more than 1048576 bytes and was ended"),
        ("long-line", "sent a line of more than 8388608 bytes and was ended"),
        ("flood", "sent more than 67108864 bytes in one turn and was ended"),
    ] {
        let fake = Fake::new(&[mode]);
        let error = Scene::new().time_ms(60_000).ask(&fake.agent).await.unwrap_err();
        assert!(error.trouble == Trouble::Broken && error.message.contains(words), "{error}");
        assert_ends(fake.pids()[0]).await;
    }
}
