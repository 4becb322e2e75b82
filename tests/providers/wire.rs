//! Answers in the four dialects, and clients that ask for them.

use quorate::agent::http::{Client, Completion, Key, ModelSpec, ProviderError, Request, Settings, Streaming};
use serde_json::{Value, json};

use super::server::{Reply, Server};

/// The key that no text may show.
pub(crate) const KEY: &str = "k-SECRET/with+odd=chars";

/// The dialects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    OpenAi,
    Anthropic,
    Gemini,
    Ollama,
}

pub(crate) use Dialect::{Anthropic, Gemini, Ollama, OpenAi};

/// All four.
pub(crate) const ALL: [Dialect; 4] = [OpenAi, Anthropic, Gemini, Ollama];

/// How an answer ends, in every dialect's own word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Stop,
    Length,
    Filter,
}

impl Dialect {
    /// The specification of a model `m` at `url`.
    pub(crate) fn spec(self, url: &str) -> ModelSpec {
        let text = match self {
            OpenAi => format!("openai@{url}/v1:m"),
            Anthropic => format!("anthropic@{url}:m"),
            Gemini => format!("gemini@{url}:m"),
            Ollama => format!("ollama@{url}:m"),
        };
        text.parse().unwrap()
    }

    /// Its word for an ending.
    pub(crate) fn word(self, ending: Ending) -> &'static str {
        match (self, ending) {
            (OpenAi | Ollama, Ending::Stop) => "stop",
            (OpenAi | Ollama, Ending::Length) => "length",
            (OpenAi | Ollama, Ending::Filter) => "content_filter",
            (Anthropic, Ending::Stop) => "end_turn",
            (Anthropic, Ending::Length) => "max_tokens",
            (Anthropic, Ending::Filter) => "refusal",
            (Gemini, Ending::Stop) => "STOP",
            (Gemini, Ending::Length) => "MAX_TOKENS",
            (Gemini, Ending::Filter) => "SAFETY",
        }
    }

    /// A whole answer.
    pub(crate) fn whole(self, text: &str, word: &str) -> Reply {
        Reply::json(
            200,
            &match self {
                OpenAi => {
                    json!({"id": "r1", "object": "chat.completion", "model": "m-1", "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
                    "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": word}]})
                }
                Anthropic => {
                    json!({"id": "r1", "type": "message", "role": "assistant", "model": "m-1", "stop_reason": word,
                    "content": [{"type": "text", "text": text}], "usage": {"input_tokens": 11, "output_tokens": 7}})
                }
                Gemini => gemini(text, Some(word)),
                Ollama => ollama(text, Some(word)),
            },
        )
    }

    /// A streamed answer in pieces.
    pub(crate) fn pieces(self, pieces: &[&str], word: &str) -> Reply {
        let data = |value: Value| format!("data: {value}");
        match self {
            OpenAi => {
                let mut events: Vec<String> = pieces.iter().map(|text| data(chunk(text, None))).collect();
                events.push(data(chunk("", Some(word))));
                events.push(data(json!({"object": "chat.completion.chunk", "choices": [], "usage": {"prompt_tokens": 11, "completion_tokens": 7}})));
                events.push("data: [DONE]".to_owned());
                Reply::events(&events)
            }
            Anthropic => Reply::events(&anthropic(pieces, word)),
            Gemini => {
                let last = pieces.len() - 1;
                let event = |(i, text): (usize, &&str)| data(gemini(text, (i == last).then_some(word)));
                Reply::events(&pieces.iter().enumerate().map(event).collect::<Vec<_>>())
            }
            Ollama => {
                let mut lines: Vec<Value> = pieces.iter().map(|text| ollama(text, None)).collect();
                lines.push(ollama("", Some(word)));
                Reply::lines(&lines)
            }
        }
    }
}

/// A chunk of an OpenAI stream.
pub(crate) fn chunk(text: &str, finish: Option<&str>) -> Value {
    json!({"id": "r1", "object": "chat.completion.chunk", "model": "m-1",
        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}]})
}

/// An OpenAI answer around a message.
pub(crate) fn message(message: &Value, finish: &str) -> Value {
    json!({"choices": [{"message": message, "finish_reason": finish}]})
}

fn gemini(text: &str, word: Option<&str>) -> Value {
    let mut candidate = json!({"content": {"role": "model", "parts": [{"text": text}]}, "index": 0});
    if let Some(word) = word {
        candidate["finishReason"] = json!(word);
    }
    json!({"candidates": [candidate], "modelVersion": "m-1",
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18}})
}

fn ollama(text: &str, word: Option<&str>) -> Value {
    let mut line = json!({"model": "m-1", "message": {"role": "assistant", "content": text}, "done": word.is_some()});
    if let Some(word) = word {
        line["done_reason"] = json!(word);
        line["prompt_eval_count"] = json!(11);
        line["eval_count"] = json!(7);
    }
    line
}

fn anthropic(pieces: &[&str], word: &str) -> Vec<String> {
    let event = |kind: &str, mut value: Value| {
        value["type"] = json!(kind);
        format!("event: {kind}\ndata: {value}")
    };
    let mut events = vec![
        event(
            "message_start",
            json!({"message": {"id": "r1", "type": "message", "role": "assistant", "model": "m-1", "content": [], "usage": {"input_tokens": 11, "output_tokens": 1}}}),
        ),
        event("content_block_start", json!({"index": 0, "content_block": {"type": "text", "text": ""}})),
    ];
    for text in pieces {
        events.push(event("content_block_delta", json!({"index": 0, "delta": {"type": "text_delta", "text": text}})));
    }
    events.push(event("content_block_stop", json!({"index": 0})));
    events.push(event("message_delta", json!({"delta": {"stop_reason": word}, "usage": {"output_tokens": 7}})));
    events.push(event("message_stop", json!({})));
    events
}

/// A key for tests.
pub(crate) fn key() -> Option<Key> {
    let variables = |name: &str| (name == "OPENAI_API_KEY").then(|| KEY.to_owned());
    Key::from_variables(quorate::agent::http::Provider::OpenAi, variables).unwrap()
}

/// Settings that ask for the whole answer at once.
pub(crate) fn at_once() -> Settings {
    Settings { streaming: Streaming::Off, ..Settings::default() }
}

/// A client of `dialect` at `server`.
pub(crate) fn client(dialect: Dialect, server: &Server, settings: Settings) -> Client {
    Client::connect(&dialect.spec(&server.url), key(), settings).unwrap()
}

/// Asks once, with pieces going nowhere.
pub(crate) async fn ask(client: &Client) -> Result<Completion, ProviderError> {
    client.complete(&Request::new("Be brief.", "Go on?"), &|_| {}).await
}

/// Asks once for an answer that `reply` gives.
pub(crate) async fn answer(dialect: Dialect, settings: Settings, reply: Reply) -> Result<Completion, ProviderError> {
    let server = Server::start([reply]).await;
    ask(&client(dialect, &server, settings)).await
}

/// Asks with and without streaming; both have to agree in everything that is compared.
pub(crate) async fn both(dialect: Dialect, reply: Reply) -> Result<Completion, ProviderError> {
    let streamed = answer(dialect, Settings::default(), reply.clone()).await;
    let whole = answer(dialect, at_once(), reply).await;
    match (&streamed, &whole) {
        (Ok(a), Ok(b)) => assert_eq!((&a.text, &a.finish, a.usage), (&b.text, &b.finish, b.usage)),
        (Err(a), Err(b)) => assert_eq!((a.cause, a.retry), (b.cause, b.retry)),
        (a, b) => panic!("{dialect:?}: streamed {a:?}, whole {b:?}"),
    }
    streamed
}
