//! What other processes say to a running discussion.

use serde::{Deserialize, Serialize};

/// Something that is said to a running discussion from another process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Who says it.
    pub by: String,
    /// What.
    #[serde(flatten)]
    pub says: Says,
}

/// What can be said to a running discussion.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "says", content = "text")]
#[non_exhaustive]
pub enum Says {
    /// A message to everybody; no vote.
    Message(String),
    /// Hold it.
    Pause,
    /// Go on.
    Resume,
    /// Stop it.
    Cancel,
    /// Yes, to what is asked at a gate.
    Approve,
    /// Yes, with this.
    Amend(String),
    /// No, for this reason.
    Reject(String),
}
