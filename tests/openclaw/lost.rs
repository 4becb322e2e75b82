//! Connections that are lost and gateways that start anew: what was asked is found again and never asked twice.

use std::time::{Duration, Instant};

use quorate::agent::{Retry, Trouble};
use serde_json::json;

use super::{
    gateway::{Gateway, Play, wrong_token},
    scene::{Scene, claw},
};

#[tokio::test]
async fn a_gateway_that_is_starting_is_waited_for() {
    let gateway = Gateway::start().await;
    gateway.is_starting_for(3);
    Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    assert_eq!(gateway.seen("connect").len(), 4);
    // But not for longer than the turn has.
    gateway.is_starting_for(usize::MAX);
    let error = Scene::new().ms(150).ask(&claw(&gateway, "bob")).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Slow);
    assert!(error.message.contains("was not ready"), "{error}");
}

#[tokio::test]
async fn a_request_that_never_arrived_is_sent_again() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Drops]);
    Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    let sent = gateway.seen("agent");
    assert_eq!((sent.len(), gateway.begun().len()), (2, 1));
    assert_eq!(sent[0].params["idempotencyKey"], sent[1].params["idempotencyKey"]);
    assert!(sent[0].connection < sent[1].connection);
}

#[tokio::test]
async fn a_run_that_began_is_found_again_and_not_begun_twice() {
    for play in [
        Play::BeginsAndDrops("Found. [STANCE: AGREE]".into()),
        Play::AcceptsAndDrops(Duration::from_millis(200), "Found. [STANCE: AGREE]".into()),
        Play::AcceptsAndDrops(Duration::ZERO, "Found. [STANCE: AGREE]".into()),
    ] {
        let gateway = Gateway::start().await;
        gateway.plays("alice", [play.clone()]);
        let reply = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
        assert_eq!((&*reply.text, gateway.begun().len()), ("Found. [STANCE: AGREE]", 1), "{play:?}");
        assert_eq!(gateway.seen("sessions.abort").len(), 0, "{play:?}");
    }
}

#[tokio::test]
async fn a_run_is_found_over_as_many_connections_as_it_takes() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Thinks(Duration::from_millis(700), "At last.".into())]);
    let alice = claw(&gateway, "alice");
    let scene = Scene::new();
    let cuts = async {
        for number in 1..=3 {
            gateway.until(|gateway| gateway.seen("connect").len() >= number && gateway.running() == 1).await;
            tokio::time::sleep(Duration::from_millis(40)).await;
            gateway.cut();
        }
    };
    let (reply, ()) = tokio::join!(scene.ask(&alice), cuts);
    assert_eq!((&*reply.unwrap().text, gateway.begun().len()), ("At last.", 1));
}

#[tokio::test]
async fn a_process_that_died_leaves_a_run_that_the_next_one_finds() {
    let before = Gateway::start().await;
    Scene::new().ask(&claw(&before, "alice")).await.unwrap();
    // The same run, as a gateway has it that is at work on it.
    let gateway = Gateway::start().await;
    gateway.goes_on_with(&before.begun()[0], Duration::from_millis(200), "Still at it. [STANCE: AGREE]");
    let reply = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    assert_eq!((&*reply.text, gateway.begun().len()), ("Still at it. [STANCE: AGREE]", 0));
    assert_eq!(gateway.seen("agent.wait").len(), 1);
}

#[tokio::test]
async fn a_run_that_a_restarted_gateway_lost_is_a_failed_attempt() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Restarts]);
    let alice = claw(&gateway, "alice");
    let error = Scene::new().ask(&alice).await.unwrap_err();
    assert_eq!((error.trouble, error.retry), (Trouble::Broken, Retry::After(None)), "{error}");
    assert!(error.message.contains("restarted"), "{error}");
    assert_eq!((gateway.seen("agent").len(), gateway.seen("agent.wait").len()), (1, 1));
    // The next attempt is another run.
    Scene::new().attempt(2).ask(&alice).await.unwrap();
    assert_eq!(gateway.begun().len(), 2);
}

#[tokio::test]
async fn a_gateway_that_is_restarted_between_turns_is_waited_for() {
    let mut gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice");
    Scene::new().ask(&alice).await.unwrap();
    gateway.stop().await;
    // Until the end of the connection has come to be known.
    tokio::time::sleep(Duration::from_millis(50)).await;
    let scene = Scene::new().turn(2);
    let back = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        gateway.start_again().await;
    };
    let (reply, ()) = tokio::join!(scene.ask(&alice), back);
    assert!(reply.unwrap().text.contains("turn=2"));
}

#[tokio::test]
async fn a_connection_without_a_sign_of_life_is_given_up_for_another() {
    let gateway = Gateway::start().await;
    gateway.ticks_every(100);
    gateway.plays("alice", [Play::Mutes("Heard after all.".into())]);
    let reply = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    assert_eq!((&*reply.text, gateway.begun().len()), ("Heard after all.", 1));
    assert_eq!(gateway.seen("connect").len(), 2);
}

#[tokio::test]
async fn a_gateway_that_pings_is_answered_also_between_turns() {
    let gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice");
    Scene::new().ask(&alice).await.unwrap();
    gateway.until(|gateway| gateway.pongs() == 1).await;
}

#[tokio::test]
async fn a_gateway_that_lets_nobody_in_any_more_is_not_waited_for() {
    let gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice");
    Scene::new().ask(&alice).await.unwrap();
    // The token was changed: who is in stays in, until the connection is lost.
    gateway.refuses_with(wrong_token(), 1008);
    gateway.plays("alice", [Play::AcceptsAndDrops(Duration::from_secs(1), "Too late.".into())]);
    let error = Scene::new().turn(2).ask(&alice).await.unwrap_err();
    assert_eq!((error.trouble, error.retry), (Trouble::Denied, Retry::Never), "{error}");
}

#[tokio::test]
async fn a_gateway_that_is_about_to_restart_is_asked_again_when_it_has() {
    let gateway = Gateway::start().await;
    let draining = json!({ "code": "UNAVAILABLE", "message": "agent unavailable during gateway restart",
        "retryable": true, "retryAfterMs": 20, "details": { "reason": "gateway-restarting" } });
    gateway.plays("alice", [Play::Refuses(draining.clone()), Play::Refuses(draining), Play::Drops]);
    let reply = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    assert!(reply.text.contains("turn=1"));
    assert_eq!((gateway.seen("agent").len(), gateway.begun().len()), (4, 1));
}

#[tokio::test]
async fn a_gateway_that_does_not_come_back_is_named_as_the_cause() {
    let mut gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    let alice = claw(&gateway, "alice");
    let scene = Scene::new().ms(400);
    let begun = Instant::now();
    let gone = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        gateway.stop().await;
    };
    let (reply, ()) = tokio::join!(scene.ask(&alice), gone);
    let error = reply.unwrap_err();
    assert_eq!((error.trouble, error.retry), (Trouble::Unreachable, Retry::Never), "{error}");
    assert!(error.message.contains("did not come back"), "{error}");
    assert!(begun.elapsed() < Duration::from_millis(900));
}

#[tokio::test]
async fn what_is_no_frame_ends_the_turn_with_a_clear_error_and_the_run() {
    let deep = "[".repeat(100_000);
    for (raw, says) in [
        ("no json".to_owned(), "no JSON"),
        ("{}".to_owned(), "no type"),
        (deep, "no JSON"),
        (r#"{"type":"res","id":"2"}"#.to_owned(), "without `ok`"),
        (format!("\"{}\"", "x".repeat(9 << 20)), "more than 8388608 bytes"),
    ] {
        let gateway = Gateway::start().await;
        gateway.plays("alice", [Play::Raw(raw)]);
        let alice = claw(&gateway, "alice");
        let error = Scene::new().ask(&alice).await.unwrap_err();
        assert_eq!((error.trouble, error.retry), (Trouble::NotAnAnswer, Retry::Never), "{error}");
        assert!(error.message.contains(says), "{says}: {error}");
        gateway.until(|gateway| gateway.running() == 0).await;
        Scene::new().turn(2).ask(&alice).await.unwrap();
    }
}
