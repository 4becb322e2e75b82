//! Answers without visible text: never a success, always with the reason.

use std::time::Duration;

use quorate::agent::Retry;
use quorate::agent::http::{Cause, Request, Room, Settings, Why};
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::wire::{ALL, Anthropic, Dialect, Ending, Gemini, Ollama, OpenAi, both, chunk, client, message};

async fn cause(dialect: Dialect, body: &Value) -> (Cause, Retry) {
    let error = both(dialect, Reply::json(200, body)).await.unwrap_err();
    (error.cause, error.retry)
}

const AGAIN: Retry = Retry::After(None);

// V-04
#[tokio::test]
async fn reasoning_alone_is_no_answer() {
    for field in ["reasoning_content", "reasoning"] {
        let body = message(&json!({"content": "", field: "So… [STANCE: AGREE]"}), "stop");
        assert_eq!(cause(OpenAi, &body).await, (Cause::Empty(Why::ThinkingOnly), AGAIN), "{field}");
    }
    let body = json!({"model": "m", "message": {"role": "assistant", "content": "", "thinking": "So…"}, "done": true, "done_reason": "stop"});
    assert_eq!(cause(Ollama, &body).await, (Cause::Empty(Why::ThinkingOnly), AGAIN));
    let body = json!({"candidates": [{"content": {"role": "model", "parts": [{"thought": true, "text": "So…"}]}, "finishReason": "STOP"}]});
    assert_eq!(cause(Gemini, &body).await, (Cause::Empty(Why::ThinkingOnly), AGAIN));
    let body = json!({"id": "r", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [{"type": "thinking", "thinking": "So…", "signature": "s"}], "usage": {}});
    assert_eq!(cause(Anthropic, &body).await, (Cause::Empty(Why::ThinkingOnly), AGAIN));
}

// V-03, V-04
#[tokio::test]
async fn a_think_block_and_nothing_after_it_is_no_answer() {
    for text in ["<think>So… [STANCE: AGREE]</think>", " <think>a</think>\n ", "<THINKING>a</THINKING>"] {
        let body = message(&json!({"content": text}), "stop");
        assert_eq!(cause(OpenAi, &body).await, (Cause::Empty(Why::ThinkingOnly), AGAIN), "{text}");
    }
    let body = message(&json!({"content": "<think>a</think>Yes"}), "stop");
    assert_eq!(both(OpenAi, Reply::json(200, &body)).await.unwrap().text, "<think>a</think>Yes");
}

// V-03, V-04
#[tokio::test]
async fn null_and_blank_contents_are_no_answer() {
    for content in [json!(null), json!(""), json!("\n"), json!([])] {
        let body = message(&json!({"content": content}), "stop");
        assert_eq!(cause(OpenAi, &body).await, (Cause::Empty(Why::Blank), AGAIN), "{content}");
    }
    for dialect in ALL {
        let reply = dialect.pieces(&["", "\n"], dialect.word(Ending::Stop));
        let error = super::wire::answer(dialect, Settings::default(), reply).await.unwrap_err();
        assert_eq!(error.cause, Cause::Empty(Why::Blank), "{dialect:?}");
    }
}

// V-04
#[tokio::test]
async fn a_limit_that_left_no_room_asks_for_more() {
    let body = json!({"candidates": [{"content": {"role": "model"}, "finishReason": "MAX_TOKENS"}]});
    assert_eq!(cause(Gemini, &body).await, (Cause::Empty(Why::Length), AGAIN));
    let body = message(&json!({"content": null, "reasoning_content": "So…"}), "length");
    let error = both(OpenAi, Reply::json(200, &body)).await.unwrap_err();
    assert_eq!((error.cause, error.wants_more_room()), (Cause::Empty(Why::Length), true));
}

#[tokio::test]
async fn more_room_doubles_the_limit() {
    let server = Server::start([OpenAi.pieces(&["Yes."], "stop")]).await;
    let settings = Settings { max_tokens: Some(100), ..Settings::default() };
    let client = client(OpenAi, &server, settings);
    let mut request = Request::new("Rule.", "Answer.");
    request.room = Room::More;
    client.complete(&request, &|_| {}).await.unwrap();
    assert_eq!(server.only().body["max_tokens"], json!(200));
}

// V-04
#[tokio::test]
async fn what_a_filter_took_is_not_asked_for_again() {
    let never = |why| (Cause::Empty(why), Retry::Never);
    let body = json!({"candidates": [{"finishReason": "SAFETY", "index": 0}]});
    assert_eq!(cause(Gemini, &body).await, never(Why::Safety));
    let body =
        json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "usageMetadata": {"promptTokenCount": 3}});
    let error = both(Gemini, Reply::json(200, &body)).await.unwrap_err();
    assert_eq!((error.cause, error.retry), never(Why::Safety));
    assert!(error.to_string().contains("PROHIBITED_CONTENT"), "{error}");
    let body = message(&json!({"content": ""}), "content_filter");
    assert_eq!(cause(OpenAi, &body).await, never(Why::Safety));
}

// V-04
#[tokio::test]
async fn a_refusal_is_typed_and_no_opinion() {
    let body = message(&json!({"content": null, "refusal": "I cannot help with that."}), "stop");
    let error = both(OpenAi, Reply::json(200, &body)).await.unwrap_err();
    assert_eq!((error.cause, error.retry), (Cause::Refused, Retry::Never));
    assert!(error.to_string().contains("I cannot help"), "{error}");

    let mut refusal = chunk("", None);
    refusal["choices"][0]["delta"] = json!({"refusal": "I cannot."});
    let events = [format!("data: {refusal}"), format!("data: {}", chunk("", Some("stop"))), "data: [DONE]".to_owned()];
    let error = super::wire::answer(OpenAi, Settings::default(), Reply::events(&events)).await.unwrap_err();
    assert_eq!(error.cause, Cause::Refused);

    let reply = Anthropic.pieces(&[""], "refusal");
    let error = super::wire::answer(Anthropic, Settings::default(), reply).await.unwrap_err();
    assert_eq!(error.cause, Cause::Refused);
}

#[tokio::test]
async fn nothing_to_ask_is_never_sent() {
    let server = Server::start([OpenAi.pieces(&["Yes."], "stop")]).await;
    let client = client(OpenAi, &server, Settings::default());
    let request = Request::new("Rule.", " \n");
    let call = client.complete(&request, &|_| {});
    let error = tokio::time::timeout(Duration::from_secs(1), call).await.unwrap().unwrap_err();
    assert_eq!(error.cause, Cause::BadRequest);
    assert!(server.got().is_empty());
}
