//! A real model server over two wires: form and transport, never wording.
//!
//! `QUORATE_REAL_MODEL_URL=http://127.0.0.1:8080 cargo test --test main real -- --ignored`

use std::sync::Mutex;

use quorate::agent::Retry;
use quorate::agent::http::{Cause, Client, Completion, ModelSpec, ProviderError, Request, Settings};
use serde_json::{Value, json};

fn connect(spec: &str, max_tokens: u32) -> Client {
    let url = std::env::var("QUORATE_REAL_MODEL_URL").expect("QUORATE_REAL_MODEL_URL names a model server");
    let spec: ModelSpec = spec.replace("URL", &url).parse().unwrap();
    let settings =
        Settings { max_tokens: Some(max_tokens), seed: Some(1), temperature: Some(0.7), ..Settings::default() };
    Client::connect(&spec, None, settings).unwrap()
}

async fn say(client: &Client, user: &str, schema: Option<&Value>) -> (Result<Completion, ProviderError>, String) {
    let pieces = Mutex::new(String::new());
    let mut request = Request::new("You are brief.", user);
    request.schema = schema;
    let done = client.complete(&request, &|piece| pieces.lock().unwrap().push_str(piece)).await;
    (done, pieces.into_inner().unwrap())
}

const WIRES: [&str; 3] = ["openai@URL/v1:local-test-model", "llamacpp@URL/v1:local-test-model", "anthropic@URL:m"];

#[tokio::test]
#[ignore = "needs a model server at QUORATE_REAL_MODEL_URL"]
async fn pieces_join_and_tokens_are_counted() {
    for wire in WIRES {
        let (done, pieces) = say(&connect(wire, 24), "Name a colour.", None).await;
        let done = done.unwrap();
        assert_eq!(done.text, pieces, "{wire}");
        assert!(done.usage.input > Some(0) && done.usage.output > Some(0), "{wire}: {:?}", done.usage);
        assert_eq!(done.attempts, 1, "{wire}");
    }
}

#[tokio::test]
#[ignore = "needs a model server at QUORATE_REAL_MODEL_URL"]
async fn a_schema_is_kept_to() {
    let schema = json!({"type": "object", "properties": {"stance": {"enum": ["agree", "disagree", "neutral"]}},
        "required": ["stance"], "additionalProperties": false});
    let (done, _) = say(&connect(WIRES[0], 40), "Do you agree? Answer as JSON.", Some(&schema)).await;
    let said: Value = serde_json::from_str(&done.unwrap().text).unwrap();
    assert!(["agree", "disagree", "neutral"].contains(&said["stance"].as_str().unwrap()), "{said}");
}

#[tokio::test]
#[ignore = "needs a model server at QUORATE_REAL_MODEL_URL"]
async fn a_prompt_over_the_window_is_typed_with_its_numbers() {
    for wire in WIRES {
        let (done, _) = say(&connect(wire, 16), &"word ".repeat(40_000), None).await;
        let error = done.unwrap_err();
        let Cause::ContextTooLong { prompt, window } = error.cause else { panic!("{wire}: {error}") };
        assert!(prompt > window, "{wire}: {error}");
        assert_eq!(error.retry, Retry::Shorter, "{wire}");
    }
}
