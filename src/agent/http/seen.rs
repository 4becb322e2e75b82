//! What one call showed on the wire, kept to explain a failure.

use reqwest::header::HeaderMap;
use serde_json::Value;

/// So much of a stream's end is kept, to explain how it ended.
const TAIL: usize = 16 * 1024;

/// What a call showed on the wire.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) sent: Value,
    pub(super) status: Option<u16>,
    pub(super) headers: HeaderMap,
    /// The whole body where it came in one piece, else the end of the stream.
    pub(super) body: Vec<u8>,
    pub(super) fault: Option<Fault>,
}

/// A failure below the level of statuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Fault {
    Connect(String),
    Timeout,
    Broken(String),
    Html,
    TooLong,
    BadUrl,
    /// A status that is no success, which says all there is to say.
    Status(u16),
}

impl Seen {
    pub(super) fn keep_tail(&mut self, chunk: &[u8]) {
        self.body.extend_from_slice(chunk);
        if self.body.len() > 2 * TAIL {
            let from = self.body.len() - TAIL;
            self.body.drain(..from);
        }
    }

    /// The body as text.
    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl From<reqwest::Error> for Fault {
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
        if error.is_connect() {
            return Self::Connect(chain(&error));
        }
        match error.is_timeout() {
            true => Self::Timeout,
            false => Self::Broken(chain(&error)),
        }
    }
}

/// The innermost reasons, which say what happened; the outer ones only where.
fn chain(error: &reqwest::Error) -> String {
    let mut parts = Vec::new();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        parts.push(inner.to_string());
        source = inner.source();
    }
    parts.dedup();
    match parts.is_empty() {
        true => error.to_string(),
        false => parts.join(": "),
    }
}
