//! Whatever a tool does, it and what it started have ended when its turn has; real processes, real time.

use std::time::Duration;

use quorate::agent::{Trouble, cli::Tool, spec::Session};
use tokio::time::Instant;

use super::{
    super::scene::{Scene, assert_ends, number_in},
    stub::{Stub, answer},
};

/// Leaves a child of a child behind that ignores the request to end and keeps the pipes open.
const STUBBORN: &str =
    "trap '' TERM; (trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo $! > \"$here/pid\"; wait) & wait";

// O-05
#[tokio::test]
async fn at_the_limit_the_whole_group_ends_and_the_last_words_are_told() {
    for session in [Session::Turn, Session::Discussion] {
        let stub = Stub::new(Tool::Claude, &format!("echo 'retrying: 529' >&2; {STUBBORN}"));
        let start = Instant::now();
        let error = Scene::new().time_ms(1_000).ask(&stub.agent().lasting(session)).await.unwrap_err();
        assert!(start.elapsed() < Duration::from_millis(1_900), "{:?}", start.elapsed());
        assert_eq!(error.trouble, Trouble::Slow);
        assert!(error.message.contains("1.00 s") && error.message.contains("retrying: 529"), "{error}");
        assert_ends(number_in(&stub.path().join("pid")).await).await;
    }
}

#[tokio::test]
async fn one_that_complains_and_tries_on_until_its_time_is_up_is_slow_and_its_complaint_is_told() {
    let stub = Stub::new(Tool::Codex, "echo '{\"type\":\"error\",\"message\":\"waiting for network\"}'; sleep 300");
    let error = Scene::new().time_ms(1_000).ask(&stub.agent()).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Slow);
    assert!(error.message.ends_with("the last it said was: waiting for network"), "{error}");
}

// O-05
#[tokio::test]
async fn a_turn_that_is_dropped_ends_the_group_and_its_folder_goes() {
    let stub = Stub::new(Tool::Codex, STUBBORN);
    let (scene, agent) = (Scene::new().time_ms(60_000), stub.agent());
    let pid = tokio::select! {
        pid = async { number_in(&stub.path().join("pid")).await } => pid,
        ended = scene.ask(&agent) => panic!("{ended:?}"),
    };
    assert_ends(pid).await;
    assert!(!stub.call(1).folder.exists());
}

// O-04
#[tokio::test]
async fn a_complete_answer_is_kept_from_one_that_never_exits_and_half_a_one_is_not() {
    for tool in Tool::ALL {
        let stub = Stub::new(tool, "cat \"$here/answer\"; sleep 300");
        stub.write("answer", &answer(tool, "Friday is fine."));
        let reply = Scene::new().time_ms(1_000).ask(&stub.agent()).await.unwrap();
        assert_eq!(reply.text, "Friday is fine.", "{tool:?}");
        let whole = answer(tool, "Friday is fine.");
        let end = whole.trim_end().rfind('\n').filter(|_| tool != Tool::Gemini).unwrap_or(whole.len() / 2);
        stub.write("answer", whole.get(..end).unwrap());
        let error = Scene::new().time_ms(1_000).ask(&stub.agent()).await.unwrap_err();
        assert_eq!(error.trouble, Trouble::Slow, "{tool:?}");
    }
}

#[tokio::test]
async fn output_without_an_end_is_broken_off_at_once() {
    for tool in Tool::ALL {
        let error = Scene::new().ask(&Stub::new(tool, "yes '{\"type\": \"noise\"}'").agent()).await.unwrap_err();
        assert!(error.message.contains("printed more than 1048576 bytes and was ended"), "{error}");
    }
    let stub = Stub::new(Tool::Claude, "yes warning | head -c 3000000 >&2; cat \"$here/answer\"");
    stub.write("answer", &answer(Tool::Claude, "Yes."));
    assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap().text, "Yes.");
}
