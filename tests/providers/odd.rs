//! Answers with status 200 that are none, and pages instead of answers.

use std::time::Duration;

use quorate::agent::Retry;
use quorate::agent::http::{Cause, NotAnAnswer, ProviderError, Settings};
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::wire::{ALL, Anthropic, Gemini, Ollama, OpenAi, answer, ask, both, chunk, client, message};

async fn error_of(body: &Value) -> ProviderError {
    both(OpenAi, Reply::json(200, body)).await.unwrap_err()
}

// V-06
#[tokio::test]
async fn an_error_envelope_counts_as_its_code_with_its_words() {
    let error = error_of(&json!({"error": {"code": 429, "message": "slow down"}})).await;
    assert_eq!((error.cause, error.retry), (Cause::RateLimited, Retry::After(None)));
    assert!(error.to_string().contains("slow down"), "{error}");
    for (code, cause) in [
        (json!("429"), Cause::RateLimited),
        (json!("rate_limit_exceeded"), Cause::RateLimited),
        (json!(529), Cause::Overloaded),
        (json!("overloaded_error"), Cause::Overloaded),
        (json!(502), Cause::Server),
        (json!("server_error"), Cause::Server),
        (json!(402), Cause::Payment),
        (json!(401), Cause::Auth),
        (json!("invalid_request_error"), Cause::BadRequest),
        (json!("model_not_found"), Cause::NotFound),
    ] {
        let error = error_of(&json!({"error": {"code": code, "message": "no"}})).await;
        assert_eq!(error.cause, cause, "{code}");
    }
    assert_eq!(error_of(&json!({"error": "upstream gone"})).await.cause, Cause::Server);
}

// V-06
#[tokio::test]
async fn a_choice_that_ends_with_error_is_a_provider_error() {
    let error = error_of(&message(&json!({"content": "Half an ans"}), "error")).await;
    assert_eq!((error.cause, error.retry), (Cause::Server, Retry::After(None)));
    let mut body = message(&json!({"content": ""}), "error");
    body["choices"][0]["error"] = json!({"code": 429, "message": "upstream is busy"});
    let error = error_of(&body).await;
    assert_eq!(error.cause, Cause::RateLimited);
    assert!(error.to_string().contains("upstream is busy"));
}

// V-06
#[tokio::test]
async fn no_choices_is_said_so_with_a_cut_of_the_body() {
    for choices in [json!([]), json!(null)] {
        let error = error_of(&json!({"id": "r", "object": "chat.completion", "choices": choices, "note": "odd"})).await;
        assert_eq!(error.cause, Cause::NotAnAnswer(NotAnAnswer::NoChoices), "{choices}");
        assert!(error.to_string().contains("no choices"), "{error}");
        assert!(error.to_string().contains("odd"), "{error}");
    }
}

// V-06
#[tokio::test]
async fn a_page_is_a_wrong_address_and_hints_at_v1() {
    let page = "<!doctype html><html><title>Welcome</title><body>Hello there</body></html>";
    for dialect in ALL {
        let error = both(dialect, Reply::raw(200, "text/html", page)).await.unwrap_err();
        assert_eq!((error.cause, error.retry), (Cause::NotAnAnswer(NotAnAnswer::Html), Retry::Never), "{dialect:?}");
        let text = error.to_string();
        assert!(text.contains("/v1") && text.contains("http://127.0.0.1"), "{text}");
        assert!(text.contains("Welcome") && !text.contains('<'), "{text}");
    }
}

// V-06
#[tokio::test]
async fn a_502_page_is_a_passing_server_error() {
    let page = format!("<html><h1>Bad gateway</h1>{}</html>", "x ".repeat(5000));
    for dialect in ALL {
        let error = both(dialect, Reply::raw(502, "text/html", page.as_str())).await.unwrap_err();
        assert_eq!((error.cause, error.retry, error.status), (Cause::Server, Retry::After(None), Some(502)));
        assert!(error.message.chars().count() <= 301 && error.message.contains("Bad gateway"), "{error}");
    }
}

// V-06
#[tokio::test]
async fn nonsense_is_named_and_may_pass() {
    for body in ["{\"choices\": [", "tout va bien", "[1, 2]", "7"] {
        let error =
            answer(OpenAi, super::wire::at_once(), Reply::raw(200, "application/json", body)).await.unwrap_err();
        assert_eq!(
            (error.cause, error.retry),
            (Cause::NotAnAnswer(NotAnAnswer::Malformed), Retry::After(None)),
            "{body}"
        );
    }
    let broken = [format!("data: {}", chunk("Yes", None)), "data: {\"choices\": [{".to_owned()];
    let error = answer(OpenAi, Settings::default(), Reply::events(&broken)).await.unwrap_err();
    assert_eq!(error.cause, Cause::NotAnAnswer(NotAnAnswer::Malformed));
}

// V-06
#[tokio::test]
async fn an_error_in_the_middle_of_a_stream_is_read() {
    let data = |value: Value| format!("data: {value}");
    let begun = data(chunk("Half an", None));
    let events = [begun.clone(), data(json!({"error": {"code": 529, "message": "too busy"}}))];
    let error = answer(OpenAi, Settings::default(), Reply::events(&events)).await.unwrap_err();
    assert_eq!((error.cause, error.retry), (Cause::Overloaded, Retry::After(None)));

    let mut last = chunk("", Some("error"));
    last["error"] = json!({"code": "server_error", "message": "upstream left"});
    let error = answer(OpenAi, Settings::default(), Reply::events(&[begun, data(last)])).await.unwrap_err();
    assert_eq!(error.cause, Cause::Server);
    assert!(error.to_string().contains("upstream left"));

    let event =
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}";
    let error = answer(Anthropic, Settings::default(), Reply::events(&[event.to_owned()])).await.unwrap_err();
    assert_eq!(error.cause, Cause::Overloaded);

    let event = data(
        json!({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "quota", "details": [{"retryDelay": "3s"}]}}),
    );
    let error = answer(Gemini, Settings::default(), Reply::events(&[event])).await.unwrap_err();
    assert_eq!((error.cause, error.retry), (Cause::RateLimited, Retry::After(Some(Duration::from_secs(3)))));

    let error = answer(Ollama, Settings::default(), Reply::lines(&[json!({"error": "model runner has crashed"})]))
        .await
        .unwrap_err();
    assert_eq!(error.cause, Cause::Server);
    assert!(error.to_string().contains("crashed"));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let server = Server::start([Reply::raw(302, "text/plain", "").header("location", "http://127.0.0.1:1/else")]).await;
    let error = ask(&client(OpenAi, &server, Settings::default())).await.unwrap_err();
    assert_eq!((error.cause, error.retry), (Cause::NotAnAnswer(NotAnAnswer::Redirect), Retry::Never));
    assert_eq!(server.got().len(), 1);
}

// U-02
#[tokio::test]
async fn the_provider_s_own_words_and_the_next_step_are_in_the_message() {
    for (status, words, cause, step) in [
        (401, "Incorrect API key provided", Cause::Auth, "QUORATE_OPENAI_KEY"),
        (402, "Insufficient credits", Cause::Payment, "credit"),
        (404, "The model `m` does not exist", Cause::NotFound, "model's name"),
    ] {
        let body = json!({"error": {"message": words, "type": "invalid_request_error"}});
        let error = both(OpenAi, Reply::json(status, &body)).await.unwrap_err();
        let text = error.to_string();
        assert_eq!((error.cause, error.retry, error.status), (cause, Retry::Never, Some(status)));
        for part in [words, step, &status.to_string(), "openai"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
