//! Turns that end before their run: the run is stopped, and the session is free before it is used again.

use std::time::{Duration, Instant};

use quorate::agent::{Retry, Trouble};
use tokio::time::timeout;

use super::{
    gateway::{Gateway, Play},
    scene::{Scene, claw},
};

#[tokio::test]
async fn our_own_limit_ends_the_turn_and_the_run() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    let alice = claw(&gateway, "alice");
    let begun = Instant::now();
    let error = Scene::new().ms(300).ask(&alice).await.unwrap_err();
    assert!(begun.elapsed() < Duration::from_millis(300), "it ends before the turn does");
    assert_eq!((error.trouble, error.retry), (Trouble::Slow, Retry::Never));
    assert!(error.message.contains("no answer within 0.3 s") && error.message.contains("turn_seconds"), "{error}");
    gateway.until(|gateway| gateway.running() == 0).await;
    let (run, stop) = (&gateway.begun()[0], &gateway.seen("sessions.abort")[0].params);
    assert_eq!((&stop["key"], &stop["runId"]), (&run.session.clone().into(), &run.run.clone().into()));
}

#[tokio::test]
async fn a_turn_that_is_dropped_ends_its_run() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    let alice = claw(&gateway, "alice");
    let scene = Scene::new();
    tokio::select! {
        _ = scene.ask(&alice) => panic!("it hangs"),
        () = gateway.until(|gateway| gateway.running() == 1) => {}
    }
    // Also when nobody needs the agent any more.
    drop(alice);
    gateway.until(|gateway| gateway.running() == 0).await;
    assert_eq!(gateway.seen("sessions.abort").len(), 1);
}

#[tokio::test]
async fn a_run_is_stopped_over_another_connection_where_its_own_is_lost() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    let alice = claw(&gateway, "alice");
    let scene = Scene::new();
    {
        let asked = scene.ask(&alice);
        tokio::pin!(asked);
        tokio::select! {
            _ = &mut asked => panic!("it hangs"),
            () = gateway.until(|gateway| gateway.running() == 1) => gateway.cut(),
        }
    }
    gateway.until(|gateway| gateway.running() == 0).await;
}

#[tokio::test]
async fn a_session_is_asked_one_thing_at_a_time() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", (0..4).map(|_| Play::Thinks(Duration::from_millis(60), "Yes.".into())));
    // Not even through two handles on one agent.
    let (one, two) = (claw(&gateway, "alice"), claw(&gateway, "alice"));
    let [first, second, third, other] =
        [Scene::new().turn(1), Scene::new().turn(2), Scene::new().turn(3), Scene::new().turn(4).seat(1)];
    let begun = Instant::now();
    let (a, b, c, d) = tokio::join!(first.ask(&one), second.ask(&two), third.ask(&one), other.ask(&two));
    for reply in [a, b, c, d] {
        assert_eq!(reply.unwrap().text, "Yes.");
    }
    assert_eq!(gateway.overlaps(), 0);
    assert!(begun.elapsed() >= Duration::from_millis(180));
}

#[tokio::test]
async fn two_seats_of_one_agent_do_not_wait_for_each_other() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    let alice = claw(&gateway, "alice");
    let (hanging, other) = (Scene::new().ms(1_000), Scene::new().seat(1));
    let both = async {
        gateway.until(|gateway| gateway.running() == 1).await;
        timeout(Duration::from_millis(500), other.ask(&alice)).await.unwrap().unwrap();
    };
    tokio::select! {
        _ = hanging.ask(&alice) => panic!("it hangs"),
        () = both => {}
    }
}

#[tokio::test]
async fn the_next_turn_waits_until_the_stopped_run_has_ended() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    let alice = claw(&gateway, "alice");
    Scene::new().ms(200).ask(&alice).await.unwrap_err();
    let reply = Scene::new().turn(2).ask(&alice).await.unwrap();
    assert!(reply.text.contains("turn=2"), "{}", reply.text);
    assert_eq!(gateway.overlaps(), 0);
}

#[tokio::test]
async fn a_run_that_was_stopped_before_is_asked_for_under_another_name() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    let alice = claw(&gateway, "alice");
    Scene::new().ms(200).ask(&alice).await.unwrap_err();
    gateway.until(|gateway| gateway.running() == 0).await;
    // A process that goes on with the discussion asks the same turn again.
    let reply = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    assert!(reply.text.contains("turn=2"), "{}", reply.text);
    let runs = gateway.begun();
    assert_eq!(runs[1].run, format!("{}-again1", runs[0].run));
}

#[tokio::test]
async fn somebody_elses_stop_is_no_reason_to_ask_again() {
    let gateway = Gateway::start().await;
    let stopped = serde_json::json!({ "status": "timeout", "stopReason": "rpc", "summary": "aborted" });
    gateway.plays("alice", [Play::Ends(stopped)]);
    let error = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap_err();
    assert_eq!((error.trouble, error.retry, gateway.begun().len()), (Trouble::Slow, Retry::Never, 1));
}
