//! The model's window: sent where a server takes it, watched where it does not.

use quorate::agent::http::{Client, ModelSpec, Request, Settings};
use serde_json::json;

use super::server::{Reply, Server};
use super::wire::{Ending, Ollama, OpenAi, at_once, client, message};

fn settings() -> Settings {
    Settings { window: Some(8192), ..Settings::default() }
}

//
#[tokio::test]
async fn the_native_api_is_told_and_the_other_is_not() {
    let server = Server::start([Ollama.pieces(&["Yes."], Ollama.word(Ending::Stop))]).await;
    let native = client(Ollama, &server, settings());
    native.complete(&Request::new("R.", "A."), &|_| {}).await.unwrap();
    let got = server.only();
    assert_eq!((got.path(), &got.body["options"]["num_ctx"]), ("/api/chat", &json!(8192)));

    let server = Server::start([OpenAi.pieces(&["Yes."], "stop")]).await;
    let spec: ModelSpec = format!("ollama@{}/v1:m", server.url).parse().unwrap();
    let compatible = Client::connect(&spec, None, settings()).unwrap();
    compatible.complete(&Request::new("R.", "A."), &|_| {}).await.unwrap();
    let got = server.only();
    assert_eq!(got.path(), "/v1/chat/completions");
    assert!(!got.body.to_string().contains("num_ctx"), "{}", got.body);
}

//
#[tokio::test]
async fn a_full_window_is_flagged() {
    for (window, input, output, full) in [
        (None, 4000, 96, true),
        (None, 4000, 95, false),
        (None, 1000, 24, false),
        (Some(4096), 4000, 96, true),
        (Some(8192), 4000, 96, false),
    ] {
        let mut body = message(&json!({"content": "Yes"}), "stop");
        body["usage"] = json!({"prompt_tokens": input, "completion_tokens": output});
        let server = Server::start([Reply::json(200, &body)]).await;
        let settings = Settings { window, ..at_once() };
        let spec: ModelSpec = format!("ollama@{}/v1:m", server.url).parse().unwrap();
        let client = Client::connect(&spec, None, settings).unwrap();
        let done = client.complete(&Request::new("R.", "A."), &|_| {}).await.unwrap();
        assert_eq!(done.window_full, full, "{window:?} {input} {output}");
    }
}
