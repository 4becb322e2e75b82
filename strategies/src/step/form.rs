//! The form in which an answer is needed: free words, a stance, a vote of some kind, or scores.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The form in which an answer is needed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Words; a kind and a stance may be marked.
    #[default]
    Free,
    /// Words and one stance.
    Stance,
    /// Words and a vote for one of these options.
    Ballot(Arc<[Arc<str>]>),
    /// Words and every one of these options that is acceptable.
    Approval(Arc<[Arc<str>]>),
    /// Words and these options in an order, best first.
    Ranking(Arc<[Arc<str>]>),
    /// Words and points for these options.
    Points {
        /// What points can be given to.
        options: Arc<[Arc<str>]>,
        /// How many may be given in all.
        most: u32,
    },
    /// Words and a score from 0 to 100 for each of these points.
    Scores(Arc<[Arc<str>]>),
}

impl Form {
    /// Whether any words will do.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        matches!(self, Self::Free)
    }

    /// What can be voted for, if a vote is asked for.
    #[must_use]
    pub const fn options(&self) -> Option<&Arc<[Arc<str>]>> {
        match self {
            Self::Ballot(options) | Self::Approval(options) | Self::Ranking(options) | Self::Points { options, .. } => {
                Some(options)
            }
            Self::Free | Self::Stance | Self::Scores(_) => None,
        }
    }

    /// The same way of voting over these options; a vote for one of them where no vote was asked for.
    #[must_use]
    pub fn over(&self, options: Arc<[Arc<str>]>) -> Self {
        match self {
            Self::Approval(_) => Self::Approval(options),
            Self::Ranking(_) => Self::Ranking(options),
            Self::Points { most, .. } => Self::Points { options, most: *most },
            Self::Ballot(_) | Self::Free | Self::Stance | Self::Scores(_) => Self::Ballot(options),
        }
    }
}
