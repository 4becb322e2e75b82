//! What an argument consists of: messages, what one is to another, and what became of it.

use quorate_strategies::{
    reading::{Kind, Provenance, Read, Stance},
    seat::SeatId,
    turn::TurnId,
};

/// A message. Passes say nothing and are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its number.
    pub message: TurnId,
    /// Who said it.
    pub seat: SeatId,
    /// In which round.
    pub round: u32,
    /// What it does, and where that was read.
    pub kind: Read<Kind>,
    /// Where its speaker stands, and where that was read.
    pub stance: Read<Stance>,
    /// Its first words in one line of at most 80 characters. This is foreign text: whoever shows it escapes it.
    pub words: String,
}

/// What one message is to an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// It refers to it.
    Replies,
    /// It backs it.
    Supports,
    /// It is against it.
    Objects,
    /// It answers it or makes it clear.
    Answers,
}

impl Relation {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Replies, Self::Supports, Self::Objects, Self::Answers];

    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Replies => "replies",
            Self::Supports => "supports",
            Self::Objects => "objects",
            Self::Answers => "answers",
        }
    }
}

/// That a message is about an earlier one; there is at most one edge between two messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The later message.
    pub from: TurnId,
    /// The earlier message of somebody else.
    pub to: TurnId,
    /// What the later is to the earlier.
    pub relation: Relation,
    /// Where it was read that the one refers to the other.
    pub reference: Provenance,
    /// Where the weaker of the two was read, the reference and the relation.
    pub provenance: Provenance,
}

impl Edge {
    /// Whether the relation is guessed: such an edge is drawn dashed and never counted.
    #[must_use]
    pub const fn is_guess(&self) -> bool {
        !self.provenance.counts()
    }
}

/// What became of an objection or a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// This message of somebody else was the first to answer it.
    Answered(TurnId),
    /// With this message its own speaker gave it up.
    Withdrawn(TurnId),
    /// Nobody came back to it.
    Unanswered,
}

/// An objection or a question that counts: structured or marked, never guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raised {
    /// The message that raised it.
    pub message: TurnId,
    /// Who said it.
    pub seat: SeatId,
    /// What became of it.
    pub fate: Fate,
}

impl Raised {
    /// Whether nobody came back to it.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.fate, Fate::Unanswered)
    }
}

/// A proposal, and the messages for and against it; guesses are left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposed {
    /// The message that made it.
    pub message: TurnId,
    /// Who made it.
    pub seat: SeatId,
    /// The messages that support it, in order.
    pub supports: Vec<TurnId>,
    /// The messages that object to it, in order.
    pub objections: Vec<TurnId>,
}

/// Seats that stand together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Camp {
    /// Who, in seat order.
    pub seats: Vec<SeatId>,
    /// Where they stand in the eyes of the decision rule: a position, stance, vote or side; none for those who stand
    /// nowhere and are held together by support alone.
    pub stands: Option<String>,
}

/// A change of mind, with what may have caused it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Persuaded {
    /// Whose.
    pub seat: SeatId,
    /// The message that shows the change.
    pub message: TurnId,
    /// From what.
    pub from: String,
    /// To what.
    pub to: String,
    /// The message that it refers to, else the last one of somebody else that its speaker could have heard.
    pub by: TurnId,
    /// Where the reference was read; a guess where it is only what was heard last.
    pub provenance: Provenance,
}

/// A message in nearly the same words as the one that its speaker said before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeated {
    /// The later message.
    pub message: TurnId,
    /// The one before it of the same seat.
    pub of: TurnId,
}
