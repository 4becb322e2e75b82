//! Takes secrets out of text before it becomes an error, a log line or an event.

use std::borrow::Cow;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use regex::Regex;

use super::key::Key;

/// Shorter than this a key is no secret, and hiding it would blot out whole texts.
const MIN_SECRET: usize = 4;

/// Longest message kept, in characters.
const MAX_MESSAGE: usize = 300;

/// Removes every written form of a key, and the queries of URLs.
#[derive(Clone, Default)]
pub(in crate::agent) struct Scrub {
    /// The key as it stands, or with any of its signs escaped for a URL or JSON.
    escaped: Option<Regex>,
    /// Every other form, the longest first so that no part of one is left over.
    forms: Vec<String>,
}

impl Scrub {
    pub(in crate::agent) fn new(key: Option<&Key>) -> Self {
        let Some(key) = key.map(Key::expose).filter(|key| key.len() >= MIN_SECRET) else {
            return Self::default();
        };
        let mut forms = base64_forms(key);
        forms.push(key.to_owned());
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.dedup();
        Self { escaped: Regex::new(&escaped_pattern(key)).ok(), forms }
    }

    /// `text` without keys; everything else stays.
    pub(in crate::agent) fn hide_keys<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut text = match &self.escaped {
            Some(pattern) => pattern.replace_all(text, "***"),
            None => Cow::Borrowed(text),
        };
        for form in &self.forms {
            if text.contains(form.as_str()) {
                text = Cow::Owned(text.replace(form.as_str(), "***"));
            }
        }
        text
    }

    /// A body without keys.
    pub(super) fn hide_in(&self, body: Vec<u8>) -> Vec<u8> {
        if self.escaped.is_none() && self.forms.is_empty() {
            return body;
        }
        match self.hide_keys(&String::from_utf8_lossy(&body)) {
            Cow::Borrowed(_) => body,
            Cow::Owned(clean) => clean.into_bytes(),
        }
    }

    /// `text` without keys and URL queries.
    pub(in crate::agent) fn clean(&self, text: &str) -> String {
        // Keys go first: where a query ends is less sure than where a key does.
        without_queries(&self.hide_keys(text))
    }

    /// `text` cleaned, on one line and short enough to read: what an error may quote.
    pub(in crate::agent) fn message(&self, text: &str) -> String {
        // Cleaned before it is cut, since half a key is not recognised any more.
        let clean = self.clean(text);
        let mut words = clean.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
        let mut line = words.next().unwrap_or_default().to_owned();
        for word in words {
            line.push(' ');
            line.push_str(word);
            if line.len() > MAX_MESSAGE * 4 {
                break;
            }
        }
        match line.char_indices().nth(MAX_MESSAGE) {
            Some((at, _)) => format!("{}…", &line[..at]),
            None => line,
        }
    }
}

impl std::fmt::Debug for Scrub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scrub(***)")
    }
}

/// The key with each of its signs as it is or escaped, in any mixture: every
/// writer of URLs has its own idea of what needs escaping.
fn escaped_pattern(key: &str) -> String {
    key.bytes()
        .map(|byte| match char::from(byte) {
            c if c.is_ascii_alphanumeric() => c.to_string(),
            c => format!(r"(?:\\?{}|(?i:%{byte:02x}|\\u00{byte:02x}))", regex::escape(&c.to_string())),
        })
        .collect()
}

/// What every base64 text that contains the key contains: the key may start at
/// any of three offsets inside a group (`user:key`), so the characters that
/// also depend on its neighbours are left off at both ends.
fn base64_forms(key: &str) -> Vec<String> {
    let mut forms = Vec::new();
    for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
        forms.push(engine.encode(key));
        for offset in 0..3_usize {
            let padded = format!("{}{key}", &"\0\0"[..offset.min(2)]);
            let whole = engine.encode(padded.as_bytes());
            let start = (offset * 8).div_ceil(6);
            let end = padded.len() * 8 / 6;
            if let Some(core) = whole.get(start..end).filter(|core| core.len() >= MIN_SECRET) {
                forms.push(core.to_owned());
            }
        }
    }
    forms
}

/// URLs lose their query and user info, where keys travel.
fn without_queries(text: &str) -> String {
    static QUERY: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"(?i)(https?://[^\s?#"'<>]*)[?#][^\s"'<>)]*"#).ok());
    static USER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r#"(?i)(https?://)[^\s/?#"'<>@]*@"#).ok());
    static PARAMETER: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"(?i)([?&](?:api_?)?key=)[^\s&"'<>)]*"#).ok());
    let mut text = text.to_owned();
    for (pattern, with) in [(&QUERY, "${1}"), (&USER, "${1}"), (&PARAMETER, "${1}***")] {
        if let Some(pattern) = pattern.as_ref() {
            text = pattern.replace_all(&text, with).into_owned();
        }
    }
    text
}
