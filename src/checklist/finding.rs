//! What a review yields: findings with their severity and place.

use serde::{Deserialize, Serialize};

pub use quorate_strategies::reading::Severity;

/// One thing a checklist found in a material.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Finding {
    /// The id of the rule in its checklist.
    pub rule: String,
    /// How much it weighs.
    pub severity: Severity,
    /// The line in the material, from 1; `None` is an absence that concerns the whole material.
    pub line: Option<u32>,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What would mend it.
    pub suggestion: Option<String>,
    /// The part of the work the rule belongs to, such as `risk`; seats divide the findings by it.
    pub domain: String,
}

impl Finding {
    /// Where the finding sorts: by line, absences last.
    pub(super) fn place(&self) -> (u32, &str, &str) {
        (self.line.unwrap_or(u32::MAX), &self.rule, &self.message)
    }
}
