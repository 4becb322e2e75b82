//! The three protocols in which agents ask models: how a question is read, and how an answer looks, at once or in events.

use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wire {
    /// OpenAI's Chat Completions, as the gateway is configured to use them.
    Chat,
    /// OpenAI's Responses, as Codex uses them.
    Responses,
    /// Anthropic's Messages, as Claude Code uses them.
    Messages,
}

impl Wire {
    /// The protocol of a path, if a model is asked there.
    pub(super) fn of(path: &str) -> Option<Self> {
        let wires = [Self::Chat, Self::Responses, Self::Messages];
        wires
            .into_iter()
            .zip(["/chat/completions", "/responses", "/messages"])
            .find_map(|(wire, end)| path.ends_with(end).then_some(wire))
    }

    pub(super) fn messages(self, request: &Value) -> Vec<Value> {
        let key = if self == Self::Responses { "input" } else { "messages" };
        request[key].as_array().cloned().unwrap_or_default()
    }

    /// The type of an answer and its body.
    pub(super) fn answer(self, request: &Value, text: &str, read: usize) -> (&'static str, String) {
        let written = text.len() / 4 + 1;
        let model = request["model"].as_str().unwrap_or_default();
        let streams = request["stream"].as_bool() == Some(true);
        let (document, events) = match self {
            Self::Chat => chat(model, text, read, written),
            Self::Responses => responses(model, text, read, written),
            Self::Messages => messages(model, text, read, written),
        };
        match streams {
            true => ("text/event-stream", stream(self, &events)),
            false => ("application/json", document.to_string()),
        }
    }

    pub(super) fn refusal(self, status: u16) -> Value {
        let kind = if status == 401 { "authentication_error" } else { "server_error" };
        let error = json!({ "type": kind, "code": kind, "message": format!("the mock refuses with {status}") });
        match self {
            Self::Messages => json!({ "type": "error", "error": error }),
            Self::Chat | Self::Responses => json!({ "error": error }),
        }
    }
}

fn stream(wire: Wire, events: &[Value]) -> String {
    let mut out = String::new();
    for event in events {
        if let Some(kind) = event["type"].as_str() {
            out.push_str(&format!("event: {kind}\n"));
        }
        out.push_str(&format!("data: {event}\n\n"));
    }
    if wire == Wire::Chat {
        out.push_str("data: [DONE]\n\n");
    }
    out
}

/// A text in two pieces, as in a stream.
fn halves(text: &str) -> [&str; 2] {
    let middle = text.char_indices().nth(text.chars().count() / 2).map_or(0, |(at, _)| at);
    let (head, tail) = text.split_at(middle);
    [head, tail]
}

fn chat(model: &str, text: &str, read: usize, written: usize) -> (Value, Vec<Value>) {
    let usage = json!({ "prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written });
    let document = json!({
        "id": "chat-1", "object": "chat.completion", "created": 0, "model": model, "usage": usage,
        "choices": [{ "index": 0, "finish_reason": "stop", "message": { "role": "assistant", "content": text } }]
    });
    let chunk = |choices: Value| {
        json!({ "id": "chat-1", "object": "chat.completion.chunk", "created": 0, "model": model,
        "choices": choices })
    };
    let delta = |delta: Value| chunk(json!([{ "index": 0, "delta": delta, "finish_reason": null }]));
    let mut events = vec![delta(json!({ "role": "assistant", "content": "" }))];
    events.extend(halves(text).map(|piece| delta(json!({ "content": piece }))));
    events.push(chunk(json!([{ "index": 0, "delta": {}, "finish_reason": "stop" }])));
    let mut last = chunk(json!([]));
    last["usage"] = usage;
    events.push(last);
    (document, events)
}

fn responses(model: &str, text: &str, read: usize, written: usize) -> (Value, Vec<Value>) {
    let item = json!({
        "type": "message", "id": "item-1", "status": "completed", "role": "assistant",
        "content": [{ "type": "output_text", "text": text, "annotations": [] }]
    });
    let document = json!({
        "id": "response-1", "object": "response", "created_at": 0, "model": model, "status": "completed", "output": [item],
        "usage": {
            "input_tokens": read, "input_tokens_details": { "cached_tokens": 0 },
            "output_tokens": written, "output_tokens_details": { "reasoning_tokens": 0 },
            "total_tokens": read + written
        }
    });
    let opened = json!({ "id": "response-1", "object": "response", "created_at": 0, "model": model,
        "status": "in_progress", "output": [] });
    let empty =
        json!({ "type": "message", "id": "item-1", "status": "in_progress", "role": "assistant", "content": [] });
    let mut events = vec![
        json!({ "type": "response.created", "response": opened }),
        json!({ "type": "response.output_item.added", "output_index": 0, "item": empty }),
    ];
    events.extend(halves(text).map(|piece| {
        json!({ "type": "response.output_text.delta", "item_id": "item-1", "output_index": 0, "content_index": 0,
            "delta": piece })
    }));
    events.push(json!({ "type": "response.output_item.done", "output_index": 0, "item": document["output"][0] }));
    events.push(json!({ "type": "response.completed", "response": document }));
    for (number, event) in events.iter_mut().enumerate() {
        event["sequence_number"] = json!(number);
    }
    (document, events)
}

fn messages(model: &str, text: &str, read: usize, written: usize) -> (Value, Vec<Value>) {
    let message = |content: Value, stop: Value, written: usize| {
        json!({
            "id": "message-1", "type": "message", "role": "assistant", "model": model, "content": content,
            "stop_reason": stop, "stop_sequence": null,
            "usage": { "input_tokens": read, "output_tokens": written, "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0 }
        })
    };
    let document = message(json!([{ "type": "text", "text": text }]), json!("end_turn"), written);
    let mut events = vec![
        json!({ "type": "message_start", "message": message(json!([]), Value::Null, 1) }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
    ];
    events.extend(halves(text).map(
        |piece| json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": piece } }),
    ));
    events.push(json!({ "type": "content_block_stop", "index": 0 }));
    events.push(json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn", "stop_sequence": null },
        "usage": { "output_tokens": written } }));
    events.push(json!({ "type": "message_stop" }));
    (document, events)
}

/// The words of a text or of a list of parts.
pub(super) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text_of).collect::<Vec<_>>().join("\n"),
        Value::Object(part) => part.get("text").map(text_of).unwrap_or_default(),
        _ => String::new(),
    }
}
