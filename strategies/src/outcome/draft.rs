//! What is handed over beside the minutes, as far as a synthesiser wrote it: whole texts, each change with what it rests on.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Unwritten;
use crate::turn::TurnId;

/// What a discussion hands over beside its minutes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Delivers {
    /// The texts under review, improved by what was recommended.
    Improvement,
    /// One text made of many results.
    Synthesis,
    /// A cause, what speaks for it, and what to check next.
    Diagnosis,
}

impl Delivers {
    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Improvement => "improvement",
            Self::Synthesis => "synthesis",
            Self::Diagnosis => "diagnosis",
        }
    }
}

/// One text that a synthesiser was asked to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Draft {
    /// It wrote it.
    Written {
        /// The name of its backend.
        backend: Arc<str>,
        /// The whole text.
        text: Arc<str>,
        /// What it says that it changed; empty for a text that is no change of another.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        edits: Vec<Edit>,
    },
    /// It could not: the rule takes its place.
    Unwritten(Unwritten),
}

/// One change that a synthesiser says it made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What was changed, in a sentence.
    pub what: Arc<str>,
    /// A line that the change made; of the text before where it only took something out.
    pub quote: Arc<str>,
    /// The messages it rests on.
    pub messages: Vec<TurnId>,
}
