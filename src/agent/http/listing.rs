//! The list of models that a server gives: asked for once, bounded, and taken for one only where it has that shape.

use reqwest::header::{HeaderName, HeaderValue};
use serde_json::Value;

use super::seen::Fault;
use super::shape::{self, Shape};
use quorate_strategies::seat::is_hidden;

/// A list longer than this is none.
pub(crate) const MOST_BYTES: usize = 1 << 20;
/// A name longer than this, in characters, is none.
const MOST_NAME: usize = 200;
/// Words in the names of models that do something else than chat.
const NO_CHAT: [&str; 7] = ["bge", "gte", "e5", "minilm", "whisper", "tts", "clip"];

/// How a list is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListShape {
    /// `{"data": [{"id": …}]}`, as OpenAI and Anthropic have it.
    Data,
    /// `{"models": [{"name": …}]}`, as Ollama and Gemini have it.
    Models,
}

/// The models that a server lists, in its order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listing {
    /// Those that can take part in a discussion.
    pub chat: Vec<String>,
    /// Those that do something else, such as embeddings: the server says so, or their names do.
    pub others: Vec<String>,
}

/// Why there is no list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoListing {
    /// No answer came.
    Fault(Fault),
    /// An answer with another status than success, redirects included.
    Status(u16),
    /// A web page.
    Page,
    /// Something else that is no list of models.
    Foreign,
    /// More than a list needs.
    TooLong,
}

/// Asks for a list, once.
pub(crate) async fn list(
    http: &reqwest::Client,
    url: &str,
    headers: &[(HeaderName, HeaderValue)],
    shape: ListShape,
) -> Result<Listing, NoListing> {
    let mut request = http.get(url);
    for (name, value) in headers {
        request = request.header(name.clone(), value.clone());
    }
    let fault = |error: reqwest::Error| NoListing::Fault(error.into());
    let mut response = request.send().await.map_err(fault)?;
    if !response.status().is_success() {
        return Err(NoListing::Status(response.status().as_u16()));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(fault)? {
        body.extend_from_slice(&chunk);
        if body.len() > MOST_BYTES {
            return Err(NoListing::TooLong);
        }
    }
    match shape::of(response.headers(), &body) {
        Shape::Json(json) => read(&json, shape).ok_or(NoListing::Foreign),
        Shape::Page => Err(NoListing::Page),
        Shape::Other => Err(NoListing::Foreign),
    }
}

/// The list in a document, if it is one: every member has to have a name. Names that nobody could type are left out.
pub(crate) fn read(json: &Value, shape: ListShape) -> Option<Listing> {
    let (list, name) = match shape {
        ListShape::Data => ("data", "id"),
        ListShape::Models => ("models", "name"),
    };
    let mut listing = Listing::default();
    for member in json.get(list)?.as_array()? {
        let name = member.get(name)?.as_str()?;
        let name = name.strip_prefix("models/").unwrap_or(name);
        if !can_be_typed(name) {
            continue;
        }
        match chats(name, member) {
            true => listing.chat.push(name.to_owned()),
            false => listing.others.push(name.to_owned()),
        }
    }
    Some(listing)
}

fn can_be_typed(name: &str) -> bool {
    let odd = |c: char| c.is_control() || c.is_whitespace() || is_hidden(c);
    !name.is_empty() && name.chars().count() <= MOST_NAME && !name.contains(odd)
}

/// What the server says goes before what a name suggests.
fn chats(name: &str, member: &Value) -> bool {
    let has = |list: &Value, word: &str| list.as_array().map(|words| words.iter().any(|known| known == word));
    let told = member.get("capabilities").and_then(|list| has(list, "completion"));
    let told = told.or_else(|| member.get("supportedGenerationMethods").and_then(|list| has(list, "generateContent")));
    told.unwrap_or_else(|| {
        let family = member.pointer("/details/family").and_then(Value::as_str).unwrap_or_default();
        let name = name.to_lowercase();
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        !family.contains("bert")
            && !name.contains("embed")
            && !name.contains("rerank")
            && !words.any(|word| NO_CHAT.contains(&word))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_documents_of_the_right_shape_are_lists() {
        assert_eq!(read(&json!({"data": []}), ListShape::Data), Some(Listing::default()));
        for foreign in [json!({}), json!([]), json!({"data": {}}), json!({"data": ["a"]}), json!({"data": [{"id": 1}]})]
        {
            assert_eq!(read(&foreign, ListShape::Data), None, "{foreign}");
        }
        assert_eq!(read(&json!({"data": [{"id": "a"}]}), ListShape::Models), None);
    }

    #[test]
    fn models_that_do_not_chat_are_told_by_the_server_or_by_their_names() {
        let list = json!({"models": [
            {"name": "qwen3:4b", "details": {"family": "qwen3"}},
            {"name": "all-minilm:l6"}, {"name": "bge-m3"}, {"name": "nomic-embed-text"}, {"name": "whisper-1"},
            {"name": "snow", "details": {"family": "bert"}},
            {"name": "embedder-that-chats", "capabilities": ["completion"]},
            {"name": "plain", "capabilities": ["embedding"]},
            {"name": "models/gemini-x", "supportedGenerationMethods": ["generateContent"]},
        ]});
        let listing = read(&list, ListShape::Models).unwrap();
        assert_eq!(listing.chat, ["qwen3:4b", "embedder-that-chats", "gemini-x"]);
        assert_eq!(listing.others, ["all-minilm:l6", "bge-m3", "nomic-embed-text", "whisper-1", "snow", "plain"]);
    }

    #[test]
    fn names_that_could_steer_a_terminal_or_nobody_could_type_are_left_out() {
        let list =
            json!({"data": [{"id": "\u{1b}[2Ja"}, {"id": "a b"}, {"id": ""}, {"id": "x".repeat(201)}, {"id": "ok"}]});
        assert_eq!(read(&list, ListShape::Data).unwrap().chat, ["ok"]);
    }
}
