//! The rolling summary: what was said up to the end of a round, in a few words.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::turn::Receipt;

/// What came of summarising a round (seeds 000 and 001).
///
/// A summary stands for everything that was said up to its round. It never votes and moves nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "made", rename_all = "lowercase")]
pub enum Summary {
    /// A backend wrote it.
    Written {
        /// The summary.
        text: Arc<str>,
        /// Which backend.
        by: Arc<str>,
        /// An estimate of its tokens.
        tokens: u32,
        /// What writing it took.
        receipt: Box<Receipt>,
    },
    /// A rule put it together from what was said: no model wrote it.
    Extracted {
        /// The summary.
        text: Arc<str>,
        /// An estimate of its tokens.
        tokens: u32,
    },
    /// Nothing usable came: the summary before it stands, and what was said since is shown as it was said.
    Kept {
        /// Which backend was asked.
        by: Arc<str>,
        /// The cause, for readers; free of secrets.
        why: Arc<str>,
    },
}

impl Summary {
    /// The summary; none where the one before it stands.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Written { text, .. } | Self::Extracted { text, .. } => Some(text),
            Self::Kept { .. } => None,
        }
    }

    /// An estimate of its tokens; none where the one before it stands.
    #[must_use]
    pub const fn tokens(&self) -> Option<u32> {
        match self {
            Self::Written { tokens, .. } | Self::Extracted { tokens, .. } => Some(*tokens),
            Self::Kept { .. } => None,
        }
    }
}
