//! Every provider is asked at its own path, with the model named as given.

use quorate::agent::http::{Client, Key, ModelSpec, Provider, Request, Settings};

use super::server::{Got, Server};
use super::wire::{Anthropic, Dialect, Ending, Gemini, KEY, Ollama, OpenAi};

async fn asked(provider: Provider, dialect: Dialect, base: &str, model: &str) -> Got {
    let server = Server::start([dialect.pieces(&["Yes."], dialect.word(Ending::Stop))]).await;
    let spec: ModelSpec = format!("{provider}@{}{base}:{model}", server.url).parse().unwrap();
    let key = Key::from_variables(provider, |_| Some(KEY.to_owned())).unwrap();
    let client = Client::connect(&spec, key, Settings { window: Some(4096), ..Settings::default() }).unwrap();
    let done = client.complete(&Request::new("Be brief.", "Go on?"), &|_| {}).await.unwrap();
    assert_eq!((done.text.as_str(), done.attempts), ("Yes.", 1), "{provider}");
    server.only()
}

#[tokio::test]
async fn paths_are_right_with_and_without_the_usual_ending() {
    for (provider, dialect, base, path) in [
        (Provider::OpenAi, OpenAi, "/v1", "/v1/chat/completions"),
        (Provider::OpenAi, OpenAi, "/proxy/v1/", "/proxy/v1/chat/completions"),
        (Provider::DeepSeek, OpenAi, "", "/chat/completions"),
        (Provider::DeepSeek, OpenAi, "/v1", "/v1/chat/completions"),
        (Provider::OpenRouter, OpenAi, "/api/v1", "/api/v1/chat/completions"),
        (Provider::Mistral, OpenAi, "", "/v1/chat/completions"),
        (Provider::Mistral, OpenAi, "/v1", "/v1/chat/completions"),
        (Provider::LlamaCpp, OpenAi, "/v1", "/v1/chat/completions"),
        (Provider::Vllm, OpenAi, "/v1", "/v1/chat/completions"),
        (Provider::Ollama, Ollama, "", "/api/chat"),
        (Provider::Ollama, OpenAi, "/v1", "/v1/chat/completions"),
        (Provider::Anthropic, Anthropic, "", "/v1/messages"),
        (Provider::Anthropic, Anthropic, "/v1", "/v1/messages"),
        (Provider::Gemini, Gemini, "", "/v1beta/models/m:streamGenerateContent?alt=sse"),
        (Provider::Gemini, Gemini, "/v1beta", "/v1beta/models/m:streamGenerateContent?alt=sse"),
    ] {
        let got = asked(provider, dialect, base, "m").await;
        assert_eq!(got.path(), path, "{provider} {base}");
    }
}

#[tokio::test]
async fn the_model_is_sent_exactly_as_given() {
    for (provider, dialect, base) in [
        (Provider::OpenAi, OpenAi, "/v1"),
        (Provider::DeepSeek, OpenAi, ""),
        (Provider::OpenRouter, OpenAi, "/v1"),
        (Provider::Mistral, OpenAi, ""),
        (Provider::LlamaCpp, OpenAi, "/v1"),
        (Provider::Vllm, OpenAi, "/v1"),
        (Provider::Ollama, Ollama, ""),
        (Provider::Anthropic, Anthropic, ""),
    ] {
        for model in ["qwen3-max", "my-model-high", "qwen/qwen3-max", "ns::foo", "qwen3:4b", "claude-x-max"] {
            let got = asked(provider, dialect, base, model).await;
            assert_eq!(got.body["model"], model, "{provider}");
            for added in ["reasoning_effort", "reasoning", "thinking", "think"] {
                assert!(got.body.get(added).is_none(), "{provider} {model}: {added}");
            }
        }
    }
}

#[tokio::test]
async fn every_provider_gets_its_key() {
    for (provider, dialect, base) in [
        (Provider::DeepSeek, OpenAi, ""),
        (Provider::OpenRouter, OpenAi, "/v1"),
        (Provider::Mistral, OpenAi, ""),
        (Provider::LlamaCpp, OpenAi, "/v1"),
        (Provider::Vllm, OpenAi, "/v1"),
    ] {
        let got = asked(provider, dialect, base, "m").await;
        assert_eq!(got.header("authorization"), Some(format!("Bearer {KEY}").as_str()), "{provider}");
    }
}
