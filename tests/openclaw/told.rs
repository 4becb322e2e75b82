//! What a reader is told of every way in which a gateway refuses or fails: cause, words, next step, and no secret.

use std::time::Duration;

use quorate::agent::{AgentError, Retry, Trouble};
use serde_json::{Value, json};

use super::{
    gateway::{Gateway, Play, TOKEN, no_token, wrong_token},
    scene::{Scene, claw, with_token},
};

async fn played(play: Play) -> AgentError {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [play]);
    let error = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap_err();
    assert_eq!(gateway.running(), 0);
    error
}

#[track_caller]
fn tells(error: &AgentError, trouble: Trouble, retry: Retry, words: &[&str]) {
    assert_eq!((error.trouble, error.retry), (trouble, retry), "{error}");
    assert!(error.message.starts_with("openclaw@ws://127.0.0.1:"), "{error}");
    assert!(!error.message.contains('\n') && !error.message.contains(TOKEN), "{error}");
    for word in words {
        assert!(error.message.contains(word), "{word:?} is not in {error}");
    }
}

#[tokio::test]
async fn who_is_not_let_in_is_told_why_and_not_asked_to_try_again() {
    let gateway = Gateway::start().await;
    let ask = async |token| Scene::new().ask(&with_token(&gateway, "alice", token)).await.unwrap_err();
    let wrong = ask(Some("another-token")).await;
    tells(&wrong, Trouble::Denied, Retry::Never, &["token mismatch", "OPENCLAW_GATEWAY_TOKEN", "key_file"]);
    tells(&ask(None).await, Trouble::Denied, Retry::Never, &["no token was given", "OPENCLAW_GATEWAY_TOKEN"]);
    let details = json!({ "code": "PROTOCOL_MISMATCH" });
    let old = json!({ "code": "INVALID_REQUEST", "message": "protocol mismatch", "details": details });
    for (error, code, trouble, says) in [
        (old, 1002, Trouble::BadRequest, "version 4"),
        (wrong_token(), 1008, Trouble::Denied, "did not accept the token"),
        (no_token(), 1008, Trouble::Denied, "paired device"),
        (json!({ "code": "X", "message": format!("echo {TOKEN}") }), 1008, Trouble::BadRequest, "echo ***"),
    ] {
        gateway.refuses_with(error, code);
        tells(&ask(Some(TOKEN)).await, trouble, Retry::Never, &[says]);
    }
    assert!(gateway.begun().is_empty());
}

#[tokio::test]
async fn a_gateway_that_does_not_run_is_named_with_how_to_start_it() {
    let mut gateway = Gateway::start().await;
    gateway.stop().await;
    let error = Scene::new().ask(&claw(&gateway, "alice")).await.unwrap_err();
    tells(&error, Trouble::Unreachable, Retry::After(None), &["no gateway runs there", "openclaw gateway run"]);
}

#[tokio::test]
async fn something_else_at_the_address_is_no_gateway() {
    let server = wiremock::MockServer::start().await;
    let address = format!("ws://{}", server.address()).parse().unwrap();
    let error = Scene::new().ask(&quorate::agent::OpenClaw::new("alice", address, None).unwrap()).await.unwrap_err();
    tells(&error, Trouble::NotAnAnswer, Retry::Never, &["no OpenClaw gateway", "HTTP 404", "18789"]);
}

#[tokio::test]
async fn a_refused_request_is_a_matter_of_configuration() {
    let gateway = Gateway::start().await;
    let unknown = Scene::new().ask(&claw(&gateway, "zed")).await.unwrap_err();
    tells(&unknown, Trouble::NotFound, Retry::Never, &["unknown agent id \"zed\"", "openclaw agents list"]);
    let scope = json!({ "code": "FORBIDDEN", "message": "missing scope: operator.write",
        "details": { "code": "MISSING_SCOPE", "missingScope": "operator.write" } });
    let several = json!({ "code": "INVALID_REQUEST", "message": "Multiple agents are configured, pass agentId" });
    let params = json!({ "code": "INVALID_REQUEST", "message": "invalid agent params" });
    for (error, trouble, says) in [
        (scope, Trouble::Denied, "lacks the scope operator.write"),
        (several, Trouble::NotFound, "which agent"),
        (params, Trouble::BadRequest, "refused the request"),
        (Value::Null, Trouble::BadRequest, "refused the request"),
    ] {
        tells(&played(Play::Refuses(error)).await, trouble, Retry::Never, &[says]);
    }
}

#[tokio::test]
async fn a_provider_that_fails_is_told_apart_from_one_that_refuses_its_key() {
    let again = Retry::After(None);
    for (message, trouble, retry) in [
        ("⚠️ The provider failed (provider internal error, HTTP 500)", Trouble::Broken, again),
        ("LLM request failed: connection refused by the provider endpoint.", Trouble::Broken, again),
        ("⚠️ mock/mock-1 request failed (authentication failed, HTTP 401).", Trouble::Denied, Retry::Never),
        (
            "Inline API key for provider \"mock\" is temporarily disabled after a provider auth/billing failure.",
            Trouble::Denied,
            Retry::Never,
        ),
        (
            "LLM request failed: provider rejected the request schema or tool payload.",
            Trouble::BadRequest,
            Retry::Never,
        ),
        ("No available auth profile for mock (all in cooldown)", Trouble::Denied, Retry::Never),
        ("429: rate limit reached", Trouble::Busy, again),
        // Its own checks after a start take longer than a few quick attempts.
        ("another OpenClaw process owns state-lifecycle", Trouble::Busy, Retry::After(Some(Duration::from_secs(8)))),
        ("Context overflow: prompt too large for the model", Trouble::TooLong, Retry::Shorter),
    ] {
        tells(&played(Play::Fails(message.to_owned())).await, trouble, retry, &[message]);
    }
}

#[tokio::test]
async fn words_of_the_gateway_are_one_clean_short_line() {
    let hostile = format!("a\nb\u{1b}[31m {TOKEN} {}", "x".repeat(100_000));
    let error = played(Play::Fails(hostile)).await;
    tells(&error, Trouble::Broken, Retry::After(None), &["a b", "***", "…"]);
    assert!(error.message.chars().count() < 700 && !error.message.contains('\u{1b}'), "{error}");
}

#[tokio::test]
async fn a_prompt_is_held_against_what_the_gateway_takes() {
    let gateway = Gateway::start().await;
    gateway.takes_bytes(2_000);
    let alice = claw(&gateway, "alice");
    let error = Scene::new().user("long ".repeat(1_000)).ask(&alice).await.unwrap_err();
    tells(&error, Trouble::TooLong, Retry::Shorter, &["the gateway takes 2000"]);
    Scene::new().ask(&alice).await.unwrap();
}
