//! From what a tool says went wrong to an error with a next step.

use super::{
    Tool,
    said::{Fault, Output},
};
use crate::agent::{
    AgentError, Retry, Trouble,
    program::{excerpt, hidden},
};

/// Words by which tools and the services behind them tell what is wrong, in small letters; the first row that has one wins.
const SIGNS: [(Kind, &[&str]); 7] = [
    (Kind::Older, &USAGE),
    (Kind::TooLong, &["prompt is too long", "context window", "context length", "maximum context", "contextoverflow"]),
    (
        Kind::Used,
        &[
            "usage limit",
            "limit reached",
            "hit your limit",
            "credit balance",
            "insufficient_quota",
            "exceeded your current quota",
        ],
    ),
    (
        Kind::Denied,
        &[
            "not logged in",
            "/login",
            "log in",
            "login",
            "unauthorized",
            "api key",
            "api_key",
            "authenticat",
            "auth method",
            "permission_denied",
            "forbidden",
        ],
    ),
    (Kind::Busy, &["rate limit", "rate_limit", "too many requests", "overloaded", "resource_exhausted", "quota"]),
    (
        Kind::NoModel,
        &[
            "selected model",
            "model not found",
            "modelnotfound",
            "model_not_found",
            "unknown model",
            "invalid model",
            "model is not supported",
            "does not exist",
        ],
    ),
    (
        Kind::Network,
        &[
            "enotfound",
            "econnrefused",
            "econnreset",
            "etimedout",
            "getaddrinfo",
            "fetch failed",
            "connection error",
            "unable to connect",
            "error sending request",
            "stream disconnected",
            "network error",
        ],
    ),
];

/// How a program says that it was called in a way that it does not know.
const USAGE: [&str; 4] = ["unknown argument", "unexpected argument", "unknown option", "unrecognized argument"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It does not know an argument.
    Older,
    TooLong,
    /// What is paid for is used up: it does not pass soon.
    Used,
    Denied,
    Busy,
    NoModel,
    Network,
    Other,
}

/// The kind of a fault. The words say more than a status: with the same one services refuse keys and models, and say that
/// a limit is reached.
fn kind(fault: &Fault) -> Kind {
    let words = fault.words.to_lowercase();
    let said = SIGNS.into_iter().find(|(_, signs)| signs.iter().any(|sign| words.contains(sign)));
    let by_status = |status: u64| match status {
        401 | 403 => Some(Kind::Denied),
        402 => Some(Kind::Used),
        404 => Some(Kind::NoModel),
        413 => Some(Kind::TooLong),
        408 | 429 | 500 | 502 | 503 | 504 | 529 => Some(Kind::Busy),
        _ => None,
    };
    let told = fault.status.and_then(by_status);
    // A status stands in the words too: "unexpected status 401 Unauthorized".
    let written =
        || words.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse().ok()).find_map(by_status);
    said.map(|(kind, _)| kind).or(told).or_else(written).unwrap_or(Kind::Other)
}

/// The error for a fault.
pub(super) fn error(tool: Tool, name: &str, fault: &Fault) -> AgentError {
    let kind = kind(fault);
    let next = match kind {
        Kind::Older => format!("is it an old version? `npm install -g {}` brings the newest", tool.package()),
        Kind::TooLong => "its window is full".to_owned(),
        Kind::Used => "wait until its limit is reset, or let another backend answer".to_owned(),
        Kind::Denied => tool.login().to_owned(),
        Kind::Busy => "its service is busy, or asked too often".to_owned(),
        Kind::NoModel if tool == Tool::Opencode => "`opencode models` lists what there is".to_owned(),
        Kind::NoModel => format!("name another model, as in {}", tool.usage()),
        Kind::Network => "it does not reach its service; is there a network, or a proxy to set?".to_owned(),
        Kind::Other if tool == Tool::Opencode => {
            "for a model that is not there it says no more; `opencode models` lists them".to_owned()
        }
        Kind::Other => format!("run `{}` by hand to see more", tool.program()),
    };
    let words = shown(&fault.words);
    let message = format!("{name}: {}; {next}", words.trim_end_matches(['.', ';', ' ']));
    let (trouble, retry) = match kind {
        Kind::TooLong => (Trouble::TooLong, Retry::Shorter),
        Kind::Used | Kind::Denied => (Trouble::Denied, Retry::Never),
        Kind::Busy => (Trouble::Busy, Retry::After(None)),
        Kind::NoModel => (Trouble::NotFound, Retry::Never),
        Kind::Network => (Trouble::Unreachable, Retry::After(None)),
        Kind::Older | Kind::Other => (Trouble::Broken, Retry::Never),
    };
    AgentError { trouble, message, retry }
}

/// Words of a tool as a message may show them: on one line, without what looks like a key.
pub(super) fn shown(words: &str) -> String {
    const KEYS: [&str; 9] = ["sk-", "sk_", "AIza", "ya29.", "ghp_", "gho_", "gsk_", "xai-", "hf_"];
    let line = excerpt(&hidden(words));
    let bare = |c: char| !c.is_ascii_alphanumeric();
    let words = line.split(' ').map(|word| match word.trim_matches(bare) {
        key if KEYS.iter().any(|sign| key.starts_with(sign)) => word.replace(key, "***"),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The last line on standard error that says something; none where there is none.
pub(super) fn last_line(output: &Output) -> Option<&str> {
    output.words.lines().rev().map(str::trim).find(|line| line.chars().any(char::is_alphanumeric))
}

/// What it complains of where it prints its usage besides, else its last line.
pub(super) fn telling_line(output: &Output) -> Option<&str> {
    let is_complaint = |line: &&str| USAGE.iter().any(|sign| line.to_lowercase().contains(sign));
    output.words.lines().map(str::trim).find(is_complaint).or_else(|| last_line(output))
}

/// Whether the tool says that it does not know the conversation that it was to go on with.
pub(super) fn is_lost(output: &Output, fault: Option<&Fault>) -> bool {
    const SIGNS: [&str; 5] =
        ["no conversation found", "no rollout found", "session not found", "invalid session", "no previous sessions"];
    let words = format!("{} {}", excerpt(&output.words), fault.map_or("", |fault| &fault.words)).to_lowercase();
    SIGNS.iter().any(|sign| words.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_apart_by_words_and_by_status() {
        for (words, status, trouble, retry) in [
            ("Not logged in · Please run /login", None, Trouble::Denied, Retry::Never),
            ("Failed to authenticate. API Error: 401 no", Some(401), Trouble::Denied, Retry::Never),
            ("unexpected status 401 Unauthorized: no, url: http://127.0.0.1:1/v1", None, Trouble::Denied, Retry::Never),
            ("API key not valid. Please pass a valid API key.", Some(400), Trouble::Denied, Retry::Never),
            ("Claude usage limit reached", Some(429), Trouble::Denied, Retry::Never),
            ("You've hit your usage limit. Try again at 5 PM.", None, Trouble::Denied, Retry::Never),
            ("exceeded retry limit, last status: 429 Too Many Requests", None, Trouble::Busy, Retry::After(None)),
            ("API Error: 529 sorry", None, Trouble::Busy, Retry::After(None)),
            ("Quota exceeded for quota metric", Some(429), Trouble::Busy, Retry::After(None)),
            (
                "There's an issue with the selected model (x). It may not exist",
                Some(404),
                Trouble::NotFound,
                Retry::Never,
            ),
            ("ProviderModelNotFoundError: x", None, Trouble::NotFound, Retry::Never),
            ("TypeError: fetch failed", None, Trouble::Unreachable, Retry::After(None)),
            ("Prompt is too long", Some(400), Trouble::TooLong, Retry::Shorter),
            ("the cat sat on it", Some(400), Trouble::Broken, Retry::Never),
        ] {
            let error = error(Tool::Claude, "claude", &Fault { words: words.into(), status });
            assert_eq!((error.trouble, error.retry), (trouble, retry), "{words}");
            assert!(error.message.starts_with("claude: ") && error.message.contains("; "), "{error}");
        }
    }

    #[test]
    fn a_key_that_a_tool_repeats_is_not_shown() {
        let line = shown("Incorrect API key provided: sk-proj-abc123.\nBearer abc123def456");
        assert_eq!(line, "Incorrect API key provided: ***. Bearer ***");
        assert_eq!(shown("model claude-haiku-4-5-20251001-x"), "model claude-haiku-4-5-20251001-x");
    }
}
