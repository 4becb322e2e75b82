//! Why a backend gave no answer, and whether asking again may help.

use std::time::Duration;

use thiserror::Error;

/// Whether asking again may help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// It will not.
    Never,
    /// It may, after at least this long; the manager chooses where none is given.
    After(Option<Duration>),
    /// It may with a shorter prompt.
    Shorter,
}

/// What kind of trouble a backend had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Trouble {
    /// It answered with nothing to see.
    Empty,
    /// It refused to answer, or a filter did.
    Refused,
    /// It cannot be reached.
    Unreachable,
    /// Too many requests, or it is overloaded.
    Busy,
    /// The key is missing or wrong, or there is no credit.
    Denied,
    /// There is no such model, agent or program.
    NotFound,
    /// The prompt is longer than it takes.
    TooLong,
    /// The request is not one it takes.
    BadRequest,
    /// What came back is not an answer.
    NotAnAnswer,
    /// It failed on its side.
    Broken,
    /// It did not answer in time.
    Slow,
}

/// Why a backend gave no answer. The text names cause and next step, and never holds a secret.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct AgentError {
    /// What kind of trouble.
    pub trouble: Trouble,
    /// The cause, for readers.
    pub message: String,
    /// Whether asking again may help.
    pub retry: Retry,
}

impl AgentError {
    /// Trouble that asking again does not mend.
    #[must_use]
    pub fn lasting(trouble: Trouble, message: impl Into<String>) -> Self {
        Self { trouble, message: message.into(), retry: Retry::Never }
    }

    /// Trouble that may pass.
    #[must_use]
    pub fn passing(trouble: Trouble, message: impl Into<String>) -> Self {
        Self { trouble, message: message.into(), retry: Retry::After(None) }
    }
}
