//! A turn that goes well: two answers, sessions, names, and what of an answer counts.

use quorate::{
    agent::{Again, Agent as _, AgentError, Presence, Trouble, spec::Session},
    strategies::turn::Wholeness,
};
use serde_json::json;

use super::{
    gateway::{Gateway, Play, completed},
    scene::{Scene, claw, with_token},
};

#[tokio::test]
async fn an_agent_is_asked_and_answers_with_what_it_took() {
    let gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice");
    assert_eq!(&*alice.backend().name, &format!("openclaw@{}:alice", gateway.url()));
    let reply = Scene::new().ask(&alice).await.unwrap();
    assert_eq!(reply.text, "Mock answer. persona=alice turn=1\n[STANCE: AGREE]");
    assert_eq!((reply.input_tokens, reply.output_tokens), (Some(1948), Some(16)));
    assert_eq!((reply.model.as_deref(), reply.whole), (Some("mock/mock-1"), Wholeness::Whole));
    let params = &gateway.seen("agent")[0].params;
    assert_eq!(
        (&params["message"], &params["extraSystemPrompt"]),
        (&json!("Say what you think."), &json!("You are Ann."))
    );
    assert_eq!((&params["deliver"], &params["timeout"]), (&json!(false), &json!(5)));
    let connect = &gateway.seen("connect")[0].params;
    assert_eq!(connect["scopes"], json!(["operator.read", "operator.write"]));
    assert_eq!(gateway.seen("sessions.abort").len(), 0);
}

#[tokio::test]
async fn a_seat_keeps_its_session_and_its_connection() {
    let gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice");
    for turn in 1..=3 {
        let reply = Scene::new().turn(turn).ask(&alice).await.unwrap();
        assert!(reply.text.contains(&format!("turn={turn}")), "{}", reply.text);
    }
    Scene::new().turn(4).seat(1).ask(&alice).await.unwrap();
    let sessions: Vec<String> = gateway.begun().into_iter().map(|begun| begun.session).collect();
    assert!(sessions[..3].iter().all(|session| *session == sessions[0]) && sessions[3] != sessions[0], "{sessions:?}");
    assert!(sessions[0].starts_with("agent:alice:quorate-ship-on-friday--2026-"), "{sessions:?}");
    assert_eq!(gateway.seen("connect").len(), 1);
}

#[tokio::test]
async fn a_session_of_one_turn_is_fresh_each_turn() {
    let gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice").with_session(Session::Turn);
    for turn in 1..=2 {
        assert!(Scene::new().turn(turn).ask(&alice).await.unwrap().text.contains("turn=1"));
    }
}

#[tokio::test]
async fn whoever_writes_a_summary_or_a_result_has_nothing_to_remember() {
    let gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice");
    for round in 1..=2 {
        let written = Scene::new().seat(u16::MAX).turn(0).user(format!("Sum up round {round}."));
        assert!(written.ask(&alice).await.unwrap().text.contains("turn=1"));
    }
    assert!(gateway.begun()[0].session.contains("-writer-"));
}

#[tokio::test]
async fn a_run_has_the_same_name_again_after_a_process_that_died() {
    let gateway = Gateway::start().await;
    let first = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    // Another process asks the same again: it is given the same answer, and nobody is asked twice.
    let again = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap();
    assert_eq!((first, gateway.begun().len()), (again, 1));
    for other in [Scene::new().turn(2), Scene::new().attempt(2), Scene::new().seat(1), Scene::new().user("Else?")] {
        other.ask(&claw(&gateway, "alice")).await.unwrap();
    }
    let mut runs: Vec<String> = gateway.begun().into_iter().map(|begun| begun.run).collect();
    runs.sort();
    runs.dedup();
    assert_eq!(runs.len(), 5, "{runs:?}");
}

#[tokio::test]
async fn a_repair_tells_the_session_only_what_was_wrong() {
    let gateway = Gateway::start().await;
    let alice = claw(&gateway, "alice");
    let again = Again::Repair { previous: "Yes.", wrong: "Your reply has no stance." };
    Scene::new().ask(&alice).await.unwrap();
    Scene::new().attempt(2).ask_again(&alice, Some(again)).await.unwrap();
    assert_eq!(gateway.begun()[1].message, "Your reply has no stance.");
    // What begins with a slash would be a command to the gateway.
    Scene::new().turn(2).user("/reset all").ask(&alice).await.unwrap();
    assert_eq!(gateway.begun()[2].message, "---\n/reset all");
}

async fn ended(payload: serde_json::Value) -> Result<quorate::agent::Reply, AgentError> {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Ends(payload)]);
    Scene::new().ask(&claw(&gateway, "alice")).await
}

#[tokio::test]
async fn of_an_answer_the_agents_own_words_count() {
    let parts = json!([
        { "text": "thinking…", "isReasoning": true }, { "text": "One." }, { "text": "tool failed", "isError": true },
        { "text": "  " }, { "mediaUrl": "x" }, { "text": "Two. [STANCE: AGREE]" }
    ]);
    let reply = ended(completed(parts)).await.unwrap();
    assert_eq!((&*reply.text, reply.reasoning.as_deref()), ("One.\nTwo. [STANCE: AGREE]", Some("thinking…")));
    // What the gateway keeps back, like `NO_REPLY`, still is the agent's word.
    let mut silent = completed(json!([]));
    silent["result"]["meta"]["finalAssistantVisibleText"] = json!("NO_REPLY");
    assert_eq!(ended(silent).await.unwrap().text, "NO_REPLY");
    let mut cut = completed(json!([{ "text": "One" }]));
    cut["result"]["meta"]["stopReason"] = json!("length");
    assert_eq!(ended(cut).await.unwrap().whole, Wholeness::Cut);
}

#[tokio::test]
async fn ok_on_the_wire_is_no_success() {
    let timeout = json!({ "runId": "r", "status": "timeout", "summary": "aborted", "timeoutPhase": "provider",
        "result": { "payloads": [{ "text": "Request timed out before a response was generated.", "isError": true }] } });
    for (payload, trouble, says) in [
        (timeout, Trouble::Slow, "phase `provider`: Request timed out"),
        (json!({ "status": "timeout", "stopReason": "rpc", "summary": "aborted" }), Trouble::Slow, "somebody stopped"),
        (json!({ "status": "timeout", "stopReason": "restart" }), Trouble::Broken, "restarting"),
        (completed(json!([])), Trouble::Empty, "without a text"),
        (completed(json!([{ "text": "⚠️ 500 from tool", "isError": true }])), Trouble::Broken, "500 from tool"),
        (json!({ "status": "error", "summary": "boom" }), Trouble::Broken, "boom"),
        (json!({ "status": "splendid" }), Trouble::NotAnAnswer, "splendid"),
        (json!({}), Trouble::NotAnAnswer, "not known"),
        (json!([1]), Trouble::NotAnAnswer, "not known"),
    ] {
        let error = ended(payload.clone()).await.unwrap_err();
        assert_eq!(error.trouble, trouble, "{payload}: {error}");
        assert!(error.message.contains(says), "{payload}: {error}");
    }
}

#[tokio::test]
async fn presence_is_told_without_a_turn() {
    let gateway = Gateway::start().await;
    assert_eq!(claw(&gateway, "Alice").presence().await, Presence::There);
    let known = ["alice", "bob", "carol"].map(str::to_owned).into();
    assert_eq!(claw(&gateway, "zed").presence().await, Presence::Unlisted { known });
    let missing = |presence: Presence| match presence {
        Presence::Missing(error) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(missing(with_token(&gateway, "alice", None).presence().await).trouble, Trouble::Denied);
    gateway.is_starting_for(1);
    assert!(missing(claw(&gateway, "alice").presence().await).message.contains("starting"));
    let alice = claw(&gateway, "alice");
    drop(gateway);
    assert_eq!(missing(alice.presence().await).trouble, Trouble::Unreachable);
}
