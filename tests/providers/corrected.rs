//! A request that is refused for one parameter is sent once more without it.

use quorate::agent::http::{Cause, Request, Settings};
use serde_json::{Value, json};

use super::server::{Reply, Server};
use super::wire::{Anthropic, Dialect, Ending, Gemini, OpenAi, ask, client};

fn refused(message: &str) -> Reply {
    Reply::json(400, &json!({"error": {"message": message, "type": "invalid_request_error"}}))
}

fn yes(dialect: Dialect) -> Reply {
    dialect.pieces(&["Yes."], dialect.word(Ending::Stop))
}

fn settings() -> Settings {
    Settings { max_tokens: Some(50), temperature: Some(0.5), seed: Some(7), ..Settings::default() }
}

async fn bodies(dialect: Dialect, complaints: &[&str]) -> Vec<Value> {
    let mut replies: Vec<Reply> = complaints.iter().map(|text| refused(text)).collect();
    replies.push(yes(dialect));
    let server = Server::start(replies).await;
    let client = client(dialect, &server, settings());
    let schema = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let mut request = Request::new("Rule.", "Answer.");
    request.schema = Some(&schema);
    let done = client.complete(&request, &|_| {}).await.unwrap();
    assert_eq!(usize::from(done.attempts), complaints.len() + 1);
    server.got().into_iter().map(|got| got.body).collect()
}

// V-09
#[tokio::test]
async fn max_tokens_takes_its_other_name() {
    let words =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    let sent = bodies(OpenAi, &[words]).await;
    assert_eq!(sent[0]["max_tokens"], json!(50));
    assert_eq!((&sent[1]["max_completion_tokens"], sent[1].get("max_tokens")), (&json!(50), None));
    // A server that takes neither gets none.
    let sent = bodies(OpenAi, &[words, "Unrecognized request argument supplied: max_completion_tokens"]).await;
    assert_eq!(sent[2]["max_tokens"], json!(50), "back to the first name");
}

// V-09
#[tokio::test]
async fn a_sampling_parameter_is_left_out() {
    for (dialect, words, field) in [
        (
            OpenAi,
            "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default (1) value is supported.",
            "temperature",
        ),
        (OpenAi, "Extra inputs are not permitted: seed", "seed"),
        (OpenAi, "Unknown field: stream_options", "stream_options"),
        (Anthropic, "`temperature` is deprecated for this model.", "temperature"),
    ] {
        let sent = bodies(dialect, &[words]).await;
        assert!(sent[0].get(field).is_some() && sent[1].get(field).is_none(), "{words}");
    }
}

// V-09
#[tokio::test]
async fn a_schema_that_is_not_taken_stays_in_the_prompt_only() {
    for (dialect, words, place) in [
        (
            OpenAi,
            "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
            "/response_format",
        ),
        (Anthropic, "output_config.format: Extra inputs are not permitted", "/output_config"),
        (
            Gemini,
            "Unknown name \"responseJsonSchema\" at 'generation_config': Cannot find field.",
            "/generationConfig/responseJsonSchema",
        ),
    ] {
        let sent = bodies(dialect, &[words]).await;
        assert!(sent[0].pointer(place).is_some() && sent[1].pointer(place).is_none(), "{words}");
    }
}

// V-01
#[tokio::test]
async fn a_template_without_a_system_role_is_learnt() {
    for (dialect, words) in [
        (OpenAi, "System role not supported"),
        (OpenAi, "Conversation roles must alternate user/assistant/user/assistant/..."),
        (Gemini, "Developer instruction is not enabled for models/gemma-3"),
    ] {
        let sent = bodies(dialect, &[words]).await;
        assert!(sent[1].to_string().contains("Rule.\\n\\nAnswer."), "{words}: {}", sent[1]);
    }
}

// V-09
#[tokio::test]
async fn what_was_learnt_is_not_asked_again() {
    let server = Server::start([refused("Unsupported parameter: 'temperature'"), yes(OpenAi)]).await;
    let client = client(OpenAi, &server, settings());
    assert_eq!(ask(&client).await.unwrap().attempts, 2);
    assert_eq!(ask(&client).await.unwrap().attempts, 1);
    assert!(server.got()[2].body.get("temperature").is_none());
}

// V-09
#[tokio::test]
async fn corrections_are_bounded_and_each_is_tried_once() {
    let server = Server::start([refused("Unsupported parameter: 'temperature'")]).await;
    let error = ask(&client(OpenAi, &server, settings())).await.unwrap_err();
    assert_eq!((error.cause, error.attempts), (Cause::BadRequest, 2));
    let complaints = ["max_tokens", "temperature", "seed", "stream_options", "max_completion_tokens"];
    let replies: Vec<Reply> =
        complaints.iter().map(|name| refused(&format!("Unsupported parameter: {name}"))).collect();
    let server = Server::start(replies).await;
    let error = ask(&client(OpenAi, &server, settings())).await.unwrap_err();
    assert_eq!((error.attempts, server.got().len()), (4, 4));
}

// V-09
#[tokio::test]
async fn other_complaints_are_not_argued_with() {
    for words in
        ["max_tokens: 100000 > 8192, which is the maximum allowed", "messages: roles", "temperature is out of range"]
    {
        let server = Server::start([refused(words)]).await;
        let error = ask(&client(OpenAi, &server, settings())).await.unwrap_err();
        assert_eq!((error.cause, error.attempts), (Cause::BadRequest, 1), "{words}");
        assert!(error.to_string().contains(words), "{error}");
    }
}
