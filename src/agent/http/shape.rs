//! Tells answers apart by their first bytes, and brings odd ones into the usual shape.

use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::{Map, Value};

/// What a body is.
#[derive(Debug, PartialEq)]
pub(super) enum Shape {
    /// A web page, from a proxy or a wrong address.
    Page,
    /// A JSON document.
    Json(Value),
    /// Anything else, an event stream under a wrong name included.
    Other,
}

pub(super) fn of(headers: &HeaderMap, body: &[u8]) -> Shape {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if let Ok(json) = serde_json::from_slice(body) {
        return Shape::Json(json);
    }
    let start = body.iter().find(|byte| !byte.is_ascii_whitespace());
    match kind.contains("html") || start == Some(&b'<') {
        true => Shape::Page,
        false => Shape::Other,
    }
}

/// A whole answer as the event stream that was asked for, since some servers
/// ignore the wish. A list is one event for each member.
pub(super) fn as_events(json: &Value) -> Vec<u8> {
    let event = |value: &Value| format!("data: {value}\n\n");
    let text: String = match json {
        Value::Array(members) => members.iter().map(event).collect(),
        value => event(value),
    };
    text.into_bytes()
}

/// Contents that are lists of text parts become strings: newer servers take
/// both, older ones only these.
pub(super) fn flatten_contents(body: &mut Map<String, Value>) {
    let messages = body.get_mut("messages").and_then(Value::as_array_mut);
    for message in messages.into_iter().flatten() {
        let Some(content) = message.get_mut("content") else {
            continue;
        };
        let Some(parts) = content.as_array() else {
            continue;
        };
        let texts: Option<Vec<&str>> = parts.iter().map(|part| part.get("text")?.as_str()).collect();
        if let Some(texts) = texts {
            *content = Value::String(texts.join("\n\n"));
        }
    }
}

/// The last JSON object with an `error` in a body or at the end of an event stream.
pub(super) fn error_in(text: &str) -> Option<Value> {
    if let Ok(whole) = serde_json::from_str(text) {
        return error_of(whole);
    }
    text.lines()
        .rev()
        .map(|line| line.strip_prefix("data:").unwrap_or(line).trim())
        .filter_map(|line| serde_json::from_str(line).ok())
        .find_map(error_of)
}

fn error_of(value: Value) -> Option<Value> {
    let holder = match &value {
        Value::Array(members) => members.last()?,
        value => value,
    };
    let at = |pointer: &str| holder.pointer(pointer).filter(|error| !error.is_null());
    let choice = at("/choices/0/error").or_else(|| at("/choices/0/message/error"));
    match (at("/error"), choice) {
        (Some(_), _) => Some(holder.clone()),
        (None, Some(error)) => Some(serde_json::json!({ "error": error })),
        (None, None) => None,
    }
}

/// Why Gemini blocked a prompt, when it did.
pub(super) fn block_reason(text: &str) -> Option<String> {
    let at = text.find("\"blockReason\"")?;
    let rest = text[at..].split('"').nth(3)?;
    Some(rest.to_owned())
}
