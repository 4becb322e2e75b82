//! What was read from a reply: every datum with its provenance, so that it can be recomputed and compared.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::seat::SeatId;

mod found;
mod marks;

pub use found::{Finding, Severity, Warning, WarningCode};
pub use marks::{Ballot, Score, ScoreRead};

/// What a message does: the eight types of seed 004.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Puts forward a concrete plan.
    Proposal,
    /// Says what the speaker thinks.
    #[default]
    Opinion,
    /// Asks for something to be made clear.
    Question,
    /// Backs what another said.
    Support,
    /// Disagrees with what another said.
    Oppose,
    /// Explains.
    Clarify,
    /// Sums up.
    Summary,
    /// Says that agreement has been reached.
    Consensus,
}

impl Kind {
    /// All eight, in the order of the seed.
    pub const ALL: [Self; 8] = [
        Self::Proposal,
        Self::Opinion,
        Self::Question,
        Self::Support,
        Self::Oppose,
        Self::Clarify,
        Self::Summary,
        Self::Consensus,
    ];

    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proposal => "proposal",
            Self::Opinion => "opinion",
            Self::Question => "question",
            Self::Support => "support",
            Self::Oppose => "oppose",
            Self::Clarify => "clarify",
            Self::Summary => "summary",
            Self::Consensus => "consensus",
        }
    }
}

/// Where a speaker stands on the question; an absent or invalid one is unknown and counts as neutral (seed 000).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// Agrees.
    Agree,
    /// Disagrees.
    Disagree,
    /// Takes no side.
    Neutral,
    /// Said nothing that could be read.
    #[default]
    Unknown,
}

impl Stance {
    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Disagree => "disagree",
            Self::Neutral => "neutral",
            Self::Unknown => "unknown",
        }
    }
}

/// What the `ratio` rule counts: where a seat stands until it moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// For what is on the table.
    For,
    /// Against it.
    Against,
    /// Neither.
    #[default]
    Open,
}

impl Position {
    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::For => "for",
            Self::Against => "against",
            Self::Open => "open",
        }
    }
}

/// Where a datum was found; only the first three can move a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// In structured output that fits the schema.
    Structured,
    /// In a marker such as `[STANCE: AGREE]`.
    Marker,
    /// In a labelled number in the speaker's own words, such as `Score: 85`.
    Label,
    /// In the words of the prose; shown, never counted.
    Guess,
    /// Nowhere.
    #[default]
    None,
}

impl Provenance {
    /// Whether a datum from here may move a decision.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Structured | Self::Marker | Self::Label)
    }

    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Structured => "structured",
            Self::Marker => "marker",
            Self::Label => "label",
            Self::Guess => "guess",
            Self::None => "none",
        }
    }
}

/// A value with its provenance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Read<T> {
    /// What was read.
    pub value: T,
    /// Where it was found.
    pub from: Provenance,
}

impl<T> Read<T> {
    /// A value found in `from`.
    pub const fn new(value: T, from: Provenance) -> Self {
        Self { value, from }
    }

    /// The value, if it may move a decision.
    pub const fn counted(&self) -> Option<&T> {
        if self.from.counts() { Some(&self.value) } else { None }
    }
}

/// All that was read from one reply.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reading {
    /// The version of the reading rules that made it; 0 for none.
    pub reader: u16,
    /// What the message does.
    pub kind: Read<Kind>,
    /// Where the speaker stands.
    pub stance: Read<Stance>,
    /// How sure the speaker is, 0 to 100.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Read<u8>>,
    /// Other participants that are spoken to, each once, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<Read<SeatId>>,
    /// Scores, at most one for each point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<ScoreRead>,
    /// The vote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<Read<Ballot>>,
    /// Where the speaker gave up its side, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concede: Option<Provenance>,
    /// Where the speaker closed the discussion, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub close: Option<Provenance>,
    /// Who is to speak next, from a moderator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Read<SeatId>>,
    /// Ideas, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ideas: Vec<Arc<str>>,
    /// A topic to be taken up in a discussion of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spawn: Option<Arc<str>>,
    /// Where the speaker passed, if it did: an answer that moves nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pass: Option<Provenance>,
    /// What was found in the material, from structured output.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// What the reader noticed on the way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl Reading {
    /// Where this message moves its speaker's position, if it does (seed 004, and the table in the crate docs).
    ///
    /// Consensus and a marked agreement move to *for*; opposition and disagreement to *against*; a proposal of one's own
    /// to *open*, and so do a kind and a stance that conflict. Everything else leaves the position where it is.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        if self.pass.is_some() {
            return None;
        }
        if self.conflicts() {
            return Some(Position::Open);
        }
        let by_kind = self.kind.counted().and_then(|kind| match kind {
            Kind::Proposal => Some(Position::Open),
            Kind::Consensus => Some(Position::For),
            Kind::Oppose => Some(Position::Against),
            _ => None,
        });
        by_kind.or_else(|| match self.stance.counted()? {
            Stance::Agree => Some(Position::For),
            Stance::Disagree => Some(Position::Against),
            Stance::Neutral | Stance::Unknown => None,
        })
    }

    /// Whether kind and stance, both given in a form that counts, contradict each other.
    #[must_use]
    pub fn conflicts(&self) -> bool {
        matches!(
            (self.kind.counted(), self.stance.counted()),
            (Some(Kind::Consensus | Kind::Support), Some(Stance::Disagree)) | (Some(Kind::Oppose), Some(Stance::Agree))
        )
    }

    /// Whether the speaker conceded in a form that counts.
    #[must_use]
    pub fn concedes(&self) -> bool {
        self.concede.is_some_and(Provenance::counts)
    }

    /// Whether the speaker closed the discussion in a form that counts.
    #[must_use]
    pub fn closes(&self) -> bool {
        self.close.is_some_and(Provenance::counts)
    }
}
