//! From a status and a body, in any provider's shape, to a cause.

use serde_json::Value;

use super::error::{Cause, NotAnAnswer};
use crate::agent::Retry;

/// What an error body says, whoever wrote it.
#[derive(Debug, Default)]
pub(super) struct Complaint {
    /// The words for people.
    pub(super) message: String,
    /// Everything that names the kind: code, type, status, reason.
    tags: String,
    /// A status inside the body, which outranks a 200 around it.
    status: Option<u16>,
    /// The parameter that is complained about.
    pub(super) parameter: Option<String>,
    numbers: (Option<u64>, Option<u64>),
}

impl Complaint {
    /// Reads `{"error": {…}}`, `{"error": "…"}`, `{"message": …}`, `{"detail": …}`
    /// and lists of these; anything else is quoted as it stands.
    pub(super) fn read(body: &str) -> Self {
        match serde_json::from_str::<Value>(body) {
            Ok(value) => Self::of(&value),
            Err(_) => Self { message: without_tags(body), ..Self::default() },
        }
    }

    pub(super) fn of(value: &Value) -> Self {
        let value = value.get(0).unwrap_or(value);
        let error = match value.get("error") {
            Some(error) if !error.is_null() => error,
            _ => value,
        };
        let text = |key: &str| error.get(key).map(plain).unwrap_or_default();
        let mut message = match error {
            Value::String(message) => message.clone(),
            _ => ["message", "detail", "error", "msg", "details"]
                .iter()
                .map(|key| text(key))
                .find(|text| !text.is_empty())
                .unwrap_or_else(|| value.to_string()),
        };
        // A gateway's own words are often only "Provider returned error".
        if let Some(raw) = error.pointer("/metadata/raw").map(plain) {
            message = format!("{message}: {raw}");
        }
        let reasons = error.pointer("/details").and_then(Value::as_array).into_iter().flatten();
        let reasons: String = reasons.filter_map(|detail| detail.get("reason")).map(plain).collect();
        let tags = [text("code"), text("type"), text("status"), reasons].join(" ").to_lowercase();
        let number = |key: &str| error.get(key).and_then(Value::as_u64);
        Self {
            message,
            status: ["code", "status", "status_code"].iter().find_map(|key| http_status(error.get(*key)?)),
            parameter: error.get("param").map(plain).filter(|name| !name.is_empty()),
            numbers: (number("n_prompt_tokens"), number("n_ctx")),
            tags,
        }
    }

    fn says(&self, needles: &[&str]) -> bool {
        let message = self.message.to_lowercase();
        needles.iter().any(|needle| self.tags.contains(needle) || message.contains(needle))
    }

    pub(super) fn is_tagged(&self, needles: &[&str]) -> bool {
        needles.iter().any(|needle| self.tags.contains(needle))
    }
}

/// A status written as a number or as digits in a string.
fn http_status(value: &Value) -> Option<u16> {
    let number = match value {
        Value::String(text) => text.parse().ok(),
        value => value.as_u64(),
    }?;
    u16::try_from(number).ok().filter(|status| (400..600).contains(status))
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The visible words of a page.
fn without_tags(body: &str) -> String {
    let mut inside = false;
    body.chars()
        .map(|c| match c {
            '<' => {
                inside = true;
                ' '
            }
            '>' if inside => {
                inside = false;
                ' '
            }
            _ if inside => ' ',
            c => c,
        })
        .collect()
}

/// The cause of a failure and whether it may pass by itself. `status` is what
/// the answer was sent with, if anything; a 200 says nothing about an error body.
pub(super) fn classify(status: Option<u16>, complaint: &Complaint) -> (Cause, Retry) {
    let outer = status.filter(|status| !(200..300).contains(status));
    let again = Retry::After(None);
    if let Some(cause) = by_words(outer.or(complaint.status), complaint) {
        return match cause {
            Cause::RateLimited | Cause::Overloaded | Cause::Server => (cause, again),
            Cause::ContextTooLong { .. } => (cause, Retry::Shorter),
            cause => (cause, Retry::Never),
        };
    }
    match outer.or(complaint.status) {
        Some(429) => (Cause::RateLimited, again),
        Some(401 | 403) => (Cause::Auth, Retry::Never),
        Some(402) => (Cause::Payment, Retry::Never),
        Some(404) => (Cause::NotFound, Retry::Never),
        Some(408 | 504 | 524) => (Cause::Timeout, again),
        Some(413) => (Cause::ContextTooLong { prompt: None, window: None }, Retry::Shorter),
        Some(503 | 529) => (Cause::Overloaded, again),
        Some(425 | 500..) => (Cause::Server, again),
        Some(300..=399) => (Cause::NotAnAnswer(NotAnAnswer::Redirect), Retry::Never),
        Some(_) => (Cause::BadRequest, Retry::Never),
        // An error without any number, inside a 200 or a stream: the provider's side.
        None => (Cause::Server, again),
    }
}

/// Causes that providers spell in words under statuses of all kinds.
fn by_words(status: Option<u16>, complaint: &Complaint) -> Option<Cause> {
    let refused = status.is_none_or(|status| (400..500).contains(&status));
    if refused && is_too_long(complaint) {
        let (prompt, window) = token_counts(complaint);
        return Some(Cause::ContextTooLong { prompt, window });
    }
    if refused
        && complaint.says(&[
            "insufficient_quota",
            "credit balance is too low",
            "insufficient_balance",
            "insufficient credits",
            "billing_hard_limit",
        ])
    {
        return Some(Cause::Payment);
    }
    if refused
        && complaint.says(&[
            "api_key_invalid",
            "api key not valid",
            "invalid_api_key",
            "authentication_error",
            "invalid x-api-key",
        ])
    {
        return Some(Cause::Auth);
    }
    if refused
        && complaint.is_tagged(&["content_filter", "content_policy_violation", "prohibited_content", "invalid_prompt"])
    {
        return Some(Cause::Refused);
    }
    if let Some(status) = status {
        let unknown_model = status == 400 && complaint.is_tagged(&["model_not_found"]);
        return unknown_model.then_some(Cause::NotFound);
    }
    KINDS
        .iter()
        .find(|(tag, _)| complaint.is_tagged(&[tag]))
        .or_else(|| WORDS.iter().find(|(words, _)| complaint.says(&[words])))
        .map(|(_, cause)| *cause)
}

/// What codes and types mean where no status tells.
const KINDS: [(&str, Cause); 13] = [
    ("rate_limit", Cause::RateLimited),
    ("resource_exhausted", Cause::RateLimited),
    ("too_many_requests", Cause::RateLimited),
    ("overloaded", Cause::Overloaded),
    ("unavailable", Cause::Overloaded),
    ("permission_error", Cause::Auth),
    ("permission_denied", Cause::Auth),
    ("unauthenticated", Cause::Auth),
    ("not_found", Cause::NotFound),
    ("invalid_request", Cause::BadRequest),
    ("invalid_argument", Cause::BadRequest),
    ("server_error", Cause::Server),
    ("api_error", Cause::Server),
];

/// The same where not even a code is given.
const WORDS: [(&str, Cause); 4] = [
    ("rate limit", Cause::RateLimited),
    ("too many requests", Cause::RateLimited),
    ("overloaded", Cause::Overloaded),
    ("not found", Cause::NotFound),
];

fn is_too_long(complaint: &Complaint) -> bool {
    complaint.numbers.1.is_some()
        || complaint.is_tagged(&["context_length_exceeded", "exceed_context_size"])
        || complaint.says(&[
            "maximum context length",
            "prompt is too long",
            "exceeds the available context size",
            "exceed context limit",
            "exceeds the maximum number of tokens",
            "exceeds the context window",
            "longer than the maximum model length",
        ])
}

/// Tokens of the prompt and of the window, from fields or from the sentence.
fn token_counts(complaint: &Complaint) -> (Option<u64>, Option<u64>) {
    if complaint.numbers.1.is_some() {
        return complaint.numbers;
    }
    let message = complaint.message.to_lowercase();
    let mut numbers = numbers_in(&message);
    let window = message.find("context length").and_then(|at| numbers_in(&message[at..]).first().copied());
    match (window, numbers.as_slice()) {
        (Some(window), _) => {
            numbers.retain(|number| *number > window);
            (numbers.first().copied(), Some(window))
        }
        (None, [one, two]) => (Some(*one.max(two)), Some(*one.min(two))),
        _ => (None, None),
    }
}

/// Numbers large enough to count tokens.
fn numbers_in(text: &str) -> Vec<u64> {
    text.replace(',', "")
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .filter(|number| *number >= 100)
        .collect()
}
