//! What can go wrong when a model is asked: a typed cause, and whether asking again may help.

use std::fmt;

use thiserror::Error;

use super::provider::Provider;
use crate::agent::Retry;

/// A failed call. Every text in it is free of keys and URL queries.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.line())]
#[non_exhaustive]
pub struct ProviderError {
    /// What kind of failure.
    pub cause: Cause,
    /// Whether the same call may be made again.
    pub retry: Retry,
    /// The HTTP status, when there was an answer.
    pub status: Option<u16>,
    /// Requests made, the corrected ones included.
    pub attempts: u8,
    /// Who was asked.
    pub provider: Provider,
    /// Short, in the provider's own words where it gave some.
    pub message: Box<str>,
    /// What a person can do about it, where that is known better than by the cause.
    pub step: Option<&'static str>,
    /// Where the request went.
    pub url: Box<str>,
    /// The provider's id of the request, for its support.
    pub request_id: Option<Box<str>>,
}

/// The kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Too many requests or tokens in a time.
    RateLimited,
    /// The service is too busy for anybody.
    Overloaded,
    /// The provider failed.
    Server,
    /// The key is missing, wrong or not allowed to do this.
    Auth,
    /// No credit or quota left.
    Payment,
    /// No such model, or nothing at this address.
    NotFound,
    /// The provider refuses the request as it is.
    BadRequest,
    /// The prompt does not fit the model's window.
    ContextTooLong {
        /// Tokens in the prompt, when told.
        prompt: Option<u64>,
        /// Tokens in the window, when told.
        window: Option<u64>,
    },
    /// No connection.
    Unreachable,
    /// Connected, then silence for too long.
    Timeout,
    /// An answer came that is not a model's answer.
    NotAnAnswer(NotAnAnswer),
    /// The answer broke off before its end.
    Truncated,
    /// An answer without visible text.
    Empty(Why),
    /// The model or the provider declined.
    Refused,
}

/// What came instead of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotAnAnswer {
    /// A web page.
    Html,
    /// A redirect, which is never followed since it would carry the key along.
    Redirect,
    /// An answer without choices.
    NoChoices,
    /// Something that cannot be read.
    Malformed,
    /// More than any answer needs.
    TooLong,
}

/// Why there is no visible text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The output limit was used up first.
    Length,
    /// A safety filter took it.
    Safety,
    /// Only reasoning came, which is never shown as an answer.
    ThinkingOnly,
    /// Nothing, or only blanks.
    Blank,
}

impl ProviderError {
    /// Whether a second try should ask for a longer answer or less thinking.
    #[must_use]
    pub fn wants_more_room(&self) -> bool {
        matches!(self.cause, Cause::Empty(Why::Length | Why::ThinkingOnly))
    }

    fn line(&self) -> String {
        let mut line = format!("{}: {}", self.provider, self.cause);
        if let Some(status) = self.status {
            line.push_str(&format!(" (HTTP {status})"));
        }
        if !self.message.is_empty() {
            line.push_str(": ");
            line.push_str(&self.message);
        }
        line.push_str(&format!(" [{}]", self.url));
        if let Retry::After(Some(wait)) = self.retry {
            line.push_str(&format!("; the provider asks to wait {} s", wait.as_secs_f32()));
        }
        if let Some(step) = self.next_step() {
            line.push_str("; ");
            line.push_str(&step);
        }
        line
    }

    /// What a person can do about it.
    #[must_use]
    pub fn next_step(&self) -> Option<String> {
        if let Some(step) = self.step {
            return Some(step.to_owned());
        }
        Some(match self.cause {
            Cause::Auth => format!("check the key in {}", self.provider.key_variables().join(" or ")),
            Cause::Payment => "add credit or choose another model".to_owned(),
            Cause::NotFound => "check the model's name, and the base URL, which often has to end with /v1".to_owned(),
            Cause::Unreachable => "is the server running, and the address right?".to_owned(),
            Cause::NotAnAnswer(NotAnAnswer::Html | NotAnAnswer::Redirect) => {
                "check the base URL, which often has to end with /v1".to_owned()
            }
            Cause::ContextTooLong { .. } => "set the model's window, or give less material".to_owned(),
            Cause::Empty(Why::Length) => "raise max_tokens".to_owned(),
            _ => return None,
        })
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RateLimited => "too many requests",
            Self::Overloaded => "overloaded",
            Self::Server => "the provider failed",
            Self::Auth => "the key was not accepted",
            Self::Payment => "no credit",
            Self::NotFound => "not found",
            Self::BadRequest => "the request was refused",
            Self::ContextTooLong { prompt, window } => {
                f.write_str("the prompt is too long for the model")?;
                return match (prompt, window) {
                    (Some(prompt), Some(window)) => write!(f, ", {prompt} of {window} tokens"),
                    _ => Ok(()),
                };
            }
            Self::Unreachable => "no connection",
            Self::Timeout => "no answer in time",
            Self::NotAnAnswer(NotAnAnswer::Html) => "a web page came instead of an answer",
            Self::NotAnAnswer(NotAnAnswer::Redirect) => "a redirect came instead of an answer",
            Self::NotAnAnswer(NotAnAnswer::NoChoices) => "an answer with no choices",
            Self::NotAnAnswer(NotAnAnswer::Malformed) => "an answer that cannot be read",
            Self::NotAnAnswer(NotAnAnswer::TooLong) => "an answer far too long",
            Self::Truncated => "the answer broke off",
            Self::Empty(Why::Length) => "no visible answer: the output limit was used up first",
            Self::Empty(Why::Safety) => "no visible answer: a safety filter took it",
            Self::Empty(Why::ThinkingOnly) => "no visible answer: only reasoning came",
            Self::Empty(Why::Blank) => "no visible answer",
            Self::Refused => "refused to answer",
        })
    }
}
