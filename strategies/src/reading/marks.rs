//! Scores and ballots: what is given in numbers.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Provenance;

/// A score from 0 to 100 with two decimals, held in hundredths (0 to 10,000) so that integers decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Score(u16);

impl Score {
    /// The highest score, 100.
    pub const MAX: Self = Self(10_000);

    /// A score from hundredths; none above 10,000.
    #[must_use]
    pub const fn from_hundredths(hundredths: u16) -> Option<Self> {
        if hundredths <= Self::MAX.0 { Some(Self(hundredths)) } else { None }
    }

    /// The score in hundredths, 0 to 10,000.
    #[must_use]
    pub const fn hundredths(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Score {
    /// Writes 85, 85.5 or 85.25: no more digits than there are.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match (rest / 10, rest % 10) {
            (0, 0) => write!(f, "{whole}"),
            (tenths, 0) => write!(f, "{whole}.{tenths}"),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// A score read for one decision point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreRead {
    /// The point's number, from 1.
    pub point: u16,
    /// The score; none when something was said there that is not a score.
    pub value: Option<Score>,
    /// Where it was found.
    pub from: Provenance,
}

/// A vote over the options of the brief (or of the question), which are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ballot {
    /// One option.
    Choice(u16),
    /// Options from best to worst; the unranked are left out.
    Ranking(Vec<u16>),
    /// Every option that is acceptable.
    Approval(Vec<u16>),
    /// Points given to options.
    Points(Vec<(u16, u32)>),
    /// Present, and for none of them.
    Abstain,
}

impl Ballot {
    /// The option put first: the choice, the head of the ranking or the only one approved.
    #[must_use]
    pub fn first(&self) -> Option<u16> {
        match self {
            Self::Choice(option) => Some(*option),
            Self::Ranking(options) => options.first().copied(),
            Self::Approval(options) if options.len() == 1 => options.first().copied(),
            Self::Approval(_) | Self::Points(_) | Self::Abstain => None,
        }
    }
}
