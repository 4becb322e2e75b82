//! What a prompt is fitted to, so that it can be made again.

use serde::{Deserialize, Serialize};

/// What a prompt is fitted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fitted {
    /// How the backend takes down the form of an answer.
    pub answer: AnswerForm,
    /// The backend's window in tokens; none where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u32>,
}

/// How a backend takes down the form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnswerForm {
    /// As marker lines.
    Markers,
    /// As JSON that fits a schema.
    Schema,
    /// As the backend itself tells whoever answers.
    Own,
}
