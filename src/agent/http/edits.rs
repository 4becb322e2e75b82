//! Corrections of a request that one server refused for a single parameter.

use serde_json::{Map, Value};

use super::classify::Complaint;

/// One correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edit {
    /// `max_tokens` becomes `max_completion_tokens`.
    CapAsCompletionTokens,
    /// The other way round.
    CapAsMaxTokens,
    /// No output limit.
    NoCap,
    /// No temperature.
    NoTemperature,
    /// No seed.
    NoSeed,
    /// No schema: the prompt asks for the form anyway.
    NoSchema,
    /// No `stream_options`.
    NoStreamOptions,
    /// The system text goes in front of the user's.
    MergeSystem,
}

/// The corrections that a client has learnt, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Edits(Vec<Edit>);

/// Words by which servers say that a parameter is the trouble, not its value.
const UNSUPPORTED: [&str; 14] = [
    "unsupported",
    "not support",
    "n't support",
    "unrecognized",
    "unrecognised",
    "unknown",
    "not permitted",
    "not allowed",
    "not enabled",
    "extra_forbidden",
    "extra inputs",
    "deprecated",
    "unexpected",
    "only the default",
];

impl Edits {
    pub(super) fn has(&self, edit: Edit) -> bool {
        self.0.contains(&edit)
    }

    pub(super) fn add(&mut self, edit: Edit) {
        if !self.has(edit) {
            self.0.push(edit);
        }
    }

    /// The correction that answers `complaint` about `sent`, unless it was tried.
    pub(super) fn propose(&self, complaint: &Complaint, sent: &Value) -> Option<Edit> {
        let message = complaint.message.to_lowercase();
        let unsupported = UNSUPPORTED.iter().any(|word| message.contains(word));
        let about = |name: &str| complaint.parameter.as_deref() == Some(name) || names(&message, name);
        let sends = |name: &str| sent.get(name).is_some();
        let sampling = |name: &str| sends(name) && unsupported && about(name);
        let mut found = Vec::new();
        if sampling("max_tokens") {
            found.extend([Edit::CapAsCompletionTokens, Edit::NoCap]);
        }
        if sampling("max_completion_tokens") {
            found.extend([Edit::CapAsMaxTokens, Edit::NoCap]);
        }
        if sampling("temperature") {
            found.push(Edit::NoTemperature);
        }
        if sampling("seed") || sampling("random_seed") {
            found.push(Edit::NoSeed);
        }
        if sampling("stream_options") {
            found.push(Edit::NoStreamOptions);
        }
        if sends_schema(sent) && about_schema(&message, complaint) {
            found.push(Edit::NoSchema);
        }
        if about_system(&message, unsupported) {
            found.push(Edit::MergeSystem);
        }
        found.into_iter().find(|edit| !self.has(*edit))
    }

    /// Applies the corrections that concern fields of the body. The others are
    /// made where the request is written.
    pub(super) fn apply(&self, body: &mut Map<String, Value>) {
        for edit in &self.0 {
            match edit {
                Edit::CapAsCompletionTokens => rename(body, "max_tokens", "max_completion_tokens"),
                Edit::CapAsMaxTokens => rename(body, "max_completion_tokens", "max_tokens"),
                Edit::NoCap => {
                    body.remove("max_tokens");
                    body.remove("max_completion_tokens");
                }
                Edit::NoTemperature => drop(body.remove("temperature")),
                Edit::NoSeed => {
                    body.remove("seed");
                    body.remove("random_seed");
                }
                Edit::NoStreamOptions => drop(body.remove("stream_options")),
                Edit::NoSchema | Edit::MergeSystem => {}
            }
        }
    }
}

/// Whether `message` names a parameter, and not only one whose name contains it.
fn names(message: &str, name: &str) -> bool {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    message.match_indices(name).any(|(at, _)| {
        let before = message[..at].chars().next_back();
        let after = message[at + name.len()..].chars().next();
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

fn sends_schema(sent: &Value) -> bool {
    ["response_format", "output_config", "format"].iter().any(|name| sent.get(*name).is_some())
        || sent.pointer("/generationConfig/responseJsonSchema").is_some()
}

fn about_schema(message: &str, complaint: &Complaint) -> bool {
    const WORDS: [&str; 9] = [
        "response_format",
        "json_schema",
        "output_config",
        "output_format",
        "response_json_schema",
        "responsejsonschema",
        "structured output",
        "schema",
        "grammar",
    ];
    let parameter = complaint.parameter.as_deref().unwrap_or_default();
    WORDS.iter().any(|word| message.contains(word) || parameter.starts_with(word))
}

fn about_system(message: &str, unsupported: bool) -> bool {
    message.contains("roles must alternate")
        || message.contains("only user and assistant roles")
        || (unsupported
            && (message.contains("system role")
                || message.contains("system message")
                || message.contains("developer instruction")
                || message.contains("role: system")
                || message.contains("role 'system'")))
}

fn rename(body: &mut Map<String, Value>, from: &str, to: &str) {
    if let Some(value) = body.remove(from) {
        body.insert(to.to_owned(), value);
    }
}
