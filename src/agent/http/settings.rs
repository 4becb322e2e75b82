//! How a model is asked: sampling, limits, and what its server can take.

use std::time::Duration;

use serde_json::{Map, Value};

use super::spec::SpecError;
use crate::agent::spec::Session;

/// How a model is asked. The defaults leave everything to the provider.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Sampling temperature, 0 to 2.
    pub temperature: Option<f64>,
    /// Most tokens in an answer.
    pub max_tokens: Option<u32>,
    /// Tokens in the model's window. Enforced where contexts are built; sent to
    /// Ollama's native API, the only one that takes it.
    pub window: Option<u32>,
    /// Seed for sampling, where the provider takes one.
    pub seed: Option<u64>,
    /// Where the system text goes.
    pub system_as: SystemAs,
    /// Whether the answer is asked for piece by piece.
    pub streaming: Streaming,
    /// Longest wait for a connection.
    pub connect_timeout: Duration,
    /// Longest silence, the one before the first byte included.
    pub idle_timeout: Duration,
    /// How long a session lasts that the server keeps, where it keeps any.
    pub session: Session,
    /// Further fields of the request body, in the provider's own words.
    pub extra: Map<String, Value>,
}

/// Where the system text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SystemAs {
    /// In its own message, first, as plain text.
    #[default]
    Text,
    /// In front of the first user text, for models whose template knows no system role.
    Merge,
}

/// Whether the answer is asked for piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Streaming {
    /// Pieces are handed on as they come; a broken connection is noticed at once.
    #[default]
    On,
    /// The whole answer at once.
    Off,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            temperature: None,
            max_tokens: None,
            window: None,
            seed: None,
            system_as: SystemAs::default(),
            streaming: Streaming::default(),
            connect_timeout: Duration::from_secs(10),
            // A local server may read a long prompt for minutes before its first
            // word; the turn's own limit ends a call earlier.
            idle_timeout: Duration::from_secs(300),
            session: Session::Discussion,
            extra: Map::new(),
        }
    }
}

impl Settings {
    pub(super) fn check(&self) -> Result<(), SpecError> {
        let bad = |name, value: String, expected| Err(SpecError::Setting { name, value, expected });
        if let Some(t) = self.temperature.filter(|t| !(0.0..=2.0).contains(t)) {
            return bad("temperature", t.to_string(), "it goes from 0 to 2");
        }
        if self.max_tokens == Some(0) {
            return bad("max_tokens", "0".to_owned(), "an answer needs at least one token");
        }
        match (self.window, self.max_tokens) {
            (Some(window), Some(max)) if max >= window => {
                bad("max_tokens", max.to_string(), "it has to be smaller than the window, which also holds the prompt")
            }
            (Some(0), _) => bad("window", "0".to_owned(), "it has to hold a prompt"),
            _ => Ok(()),
        }
    }
}
