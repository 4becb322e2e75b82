//! What a tool said, taken from the JSON that it prints among other things.

use quorate_strategies::{seat::is_hidden, turn::Wholeness};
use serde_json::{Deserializer, Value};

use crate::agent::program::clean;

/// The JSON documents of both streams, and the words on standard error.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) stdout: Vec<Value>,
    pub(super) stderr: Vec<Value>,
    /// Standard error as text without colours.
    pub(super) words: String,
}

impl Output {
    pub(super) fn of(stdout: &[u8], stderr: &[u8]) -> Self {
        let words = clean(stderr);
        Self { stdout: documents(&clean(stdout)), stderr: documents(&words), words }
    }
}

/// What a tool said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Said {
    pub(super) text: Option<String>,
    /// Whether it said that the turn is over, well or not: what it says before that may pass.
    pub(super) done: bool,
    pub(super) whole: Wholeness,
    pub(super) fault: Option<Fault>,
    /// The conversation, by the tool's own name for it.
    pub(super) thread: Option<String>,
    pub(super) model: Option<String>,
    pub(super) tokens: Tokens,
}

/// Tokens read and written, as far as they were told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tokens {
    pub(super) read: Option<u64>,
    pub(super) written: Option<u64>,
}

/// What a tool says went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Fault {
    pub(super) words: String,
    /// The status of the service's answer, where the tool tells it apart.
    pub(super) status: Option<u64>,
}

impl Fault {
    /// Words that may be the body of an answer in JSON.
    pub(super) fn new(words: &str, status: Option<u64>) -> Self {
        let body: Value = serde_json::from_str(words).unwrap_or_default();
        let body = body.get(0).unwrap_or(&body);
        let inner = ["/error/message", "/message", "/detail"].into_iter().find_map(|path| text(body, path));
        Self { words: inner.unwrap_or(words).to_owned(), status }
    }
}

/// The text at a place.
pub(super) fn text<'v>(value: &'v Value, path: &str) -> Option<&'v str> {
    value.pointer(path)?.as_str()
}

/// The sum of the numbers at these places; none where there is none.
pub(super) fn sum(value: &Value, paths: &[&str]) -> Option<u64> {
    let numbers = paths.iter().filter_map(|path| value.pointer(path)?.as_u64());
    numbers.reduce(u64::saturating_add)
}

/// What a name for a conversation may be, to be an argument of a later command.
pub(super) fn thread(name: Option<&str>) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let fits = |name: &&str| (1..=128).contains(&name.len()) && name.chars().all(plain) && !name.starts_with('-');
    name.filter(fits).map(str::to_owned)
}

/// A name of a model that a record may hold; none for what cannot be one.
pub(super) fn model(name: &str) -> Option<String> {
    let plain = |c: char| !c.is_control() && !is_hidden(c) && !c.is_whitespace();
    ((1..=200).contains(&name.len()) && name.chars().all(plain)).then(|| name.to_owned())
}

/// Every JSON object and array that begins on a line of its own, whatever stands before, between and behind them: banners,
/// warnings, progress. One that is not complete is left out.
fn documents(text: &str) -> Vec<Value> {
    // Enough for every real noise; more would be there to take time.
    const MOST_FALSE_STARTS: usize = 1_000;
    let (mut found, mut false_starts) = (Vec::new(), 0);
    let mut rest = text;
    while !rest.is_empty() && false_starts < MOST_FALSE_STARTS {
        let line = rest.split_inclusive('\n').next().unwrap_or(rest);
        let mut end = line.len();
        if let Some(at) = begin(line)
            && let Some(json) = rest.get(at..)
        {
            let mut stream = Deserializer::from_str(json).into_iter::<Value>();
            match stream.next() {
                Some(Ok(value)) => {
                    found.push(value);
                    end = at + stream.byte_offset();
                }
                _ => false_starts += 1,
            }
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    found
}

/// Where a document may begin on a line. Words may stand before an object, as where a spinner ends no line.
fn begin(line: &str) -> Option<usize> {
    let start = line.len() - line.trim_start().len();
    match line.get(start..)?.starts_with(['{', '[']) {
        true => Some(start),
        false => line.find("{\""),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn documents_are_found_among_noise() {
        let one = json!({"type": "result", "result": "line\n{\"type\": \"result\"}"});
        let pretty = serde_json::to_string_pretty(&one).unwrap();
        for noisy in [
            format!("{one}"),
            format!("Warning: {{old}} node\n[INFO] starting {{\n{one}\nbye\n"),
            format!("⠋ thinking{one}"),
            format!("banner\r\n{pretty}\r\nupdate available"),
        ] {
            assert_eq!(documents(&noisy), std::slice::from_ref(&one), "{noisy}");
        }
        assert_eq!(documents("{\"a\":1}{\"b\":2}\n[3]\n"), [json!({"a": 1}), json!({"b": 2}), json!([3])]);
    }

    #[test]
    fn what_is_broken_off_or_no_json_is_nothing_and_takes_no_time() {
        for text in ["", "{\"type\": \"res", "{", "no\n", "\u{0}"] {
            assert_eq!(documents(text), [Value::Null; 0], "{text}");
        }
        let start = std::time::Instant::now();
        for line in ["[\n", "{\"a\":\n", "{\"a\": 1,\n", "[1,\n", "{\"a\":\"{\\\"a\\\":\n", "[0\n,"] {
            documents(&line.repeat((1 << 20) / line.len()));
        }
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn a_name_that_could_be_an_option_is_no_conversation() {
        for name in ["--last", "", "a b", "a/../b", "é"] {
            assert_eq!(thread(Some(name)), None, "{name}");
        }
        assert_eq!(thread(Some("ses_1-a")).as_deref(), Some("ses_1-a"));
    }

    #[test]
    fn a_model_has_a_name_of_one_word() {
        for name in ["", "a b", "a\nb", "a\u{202e}b", &"x".repeat(201)] {
            assert_eq!(model(name), None, "{name:?}");
        }
        assert_eq!(model("claude-opus-4-8[1m]").as_deref(), Some("claude-opus-4-8[1m]"));
    }

    #[test]
    fn the_words_of_a_fault_are_those_within_a_body() {
        for (words, inner) in [
            ("{\"error\": {\"message\": \"no key\"}}", "no key"),
            ("[{\"error\": {\"message\": \"no key\"}}]", "no key"),
            ("{\"detail\": \"no model\"}", "no model"),
            ("plain {words}", "plain {words}"),
        ] {
            assert_eq!(Fault::new(words, None).words, inner);
        }
    }
}
