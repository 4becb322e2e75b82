//! The argument of a discussion as a graph: which message replies to, supports, objects to or answers which.
//!
//! Everything here is a view of a record. It is made by rules that can be stated, in time linear in the messages, and
//! nothing in it decides anything.
//!
//! # How an edge is found
//!
//! 1. **References.** A message refers to a message by its number in the speaker's own words (`#12`) and to a seat by
//!    `@Name` or by name in structured output, which stands for that seat's last message. Only what its speaker could
//!    have heard is referred to: messages that were asked together know nothing of each other. A number counts where it
//!    is in brackets, behind a word that refers (`re #12`, `reply to #12`, `回应#12`, `#12への返信`), or where the seat
//!    that said it is mentioned too; any other number may be of an issue or a step and is a guess.
//! 2. **Relation.** The kind of the message gives it: support, opposition, and clarification, which answers. Consensus and
//!    a marked stance are about what is on the table, so they support or oppose only a proposal. Whatever refers to a
//!    question answers it. Everything else replies. Where a message refers to several, whom its kind is about is a guess.
//! 3. **Questions.** The next message of a seat that a question mentions answers it.
//! 4. **Guesses.** Support, opposition, consensus and stances that refer to nothing are drawn to the last proposal of
//!    somebody else, where that is one: of several that were made together none is picked.
//!
//! A guess is an edge with [`Provenance::Guess`]: to be drawn dashed, and left out wherever something is counted.

mod build;

use petgraph::graphmap::DiGraphMap;
use quorate_strategies::{
    reading::{Kind, Provenance, Read, Stance},
    seat::SeatId,
    turn::TurnId,
};

/// What was said in a discussion, and what of it is about what.
///
/// ```
/// use quorate::{argument::Argument, report::Source, strategies::state::State};
///
/// let state = State::default();
/// let argument = Argument::of(&Source::new(&state, &[], ""));
/// assert!(argument.nodes().is_empty() && argument.edges().is_empty());
/// ```
#[derive(Debug, Clone)]
pub struct Argument {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// From each message to those that it is about, by their place in `edges`.
    graph: DiGraphMap<TurnId, usize>,
    objections: Vec<Raised>,
    questions: Vec<Raised>,
    proposals: Vec<Proposed>,
    camps: Vec<Camp>,
    persuasions: Vec<Persuaded>,
    repetitions: Vec<Repeated>,
}

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

impl Argument {
    /// Every message, in order.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node of a message.
    #[must_use]
    pub fn node(&self, message: TurnId) -> Option<&Node> {
        let at = self.nodes.binary_search_by_key(&message, |node| node.message).ok()?;
        self.nodes.get(at)
    }

    /// Every edge, in order of the later message, then of the earlier one.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// What is about a message, in order.
    #[must_use]
    pub fn about(&self, message: TurnId) -> Vec<&Edge> {
        let incoming = self.graph.edges_directed(message, petgraph::Direction::Incoming);
        let mut places: Vec<usize> = incoming.map(|(_, _, place)| *place).collect();
        places.sort_unstable();
        places.into_iter().filter_map(|place| self.edges.get(place)).collect()
    }

    /// Every objection in order, with what became of it.
    ///
    /// Its own speaker withdraws it by what moves it away from being against: consensus, a marked agreement, a proposal of
    /// its own, or a concession. Somebody else answers it with a later message that refers to it or mentions who raised
    /// it and is no support for it.
    #[must_use]
    pub fn objections(&self) -> &[Raised] {
        &self.objections
    }

    /// The objections that nobody came back to, in order.
    pub fn unanswered(&self) -> impl Iterator<Item = &Raised> {
        self.objections.iter().filter(|one| one.is_open())
    }

    /// Every question in order, with what became of it. It is answered by the first later message of somebody whom it
    /// mentions, or that refers to it; one that mentions nobody, by the first later message of anybody else.
    #[must_use]
    pub fn questions(&self) -> &[Raised] {
        &self.questions
    }

    /// Every proposal that counts, in order, with its support.
    #[must_use]
    pub fn proposals(&self) -> &[Proposed] {
        &self.proposals
    }

    /// Who stands together, the largest camp first, then in seat order; every seat that spoke is in one.
    ///
    /// Seats with the same position, stance, vote or side are one camp. A seat that stands nowhere is in the camp of whom
    /// it supported last, guesses left out, else alone.
    #[must_use]
    pub fn camps(&self) -> &[Camp] {
        &self.camps
    }

    /// Every change of mind in order, with the message that may have caused it.
    #[must_use]
    pub fn persuasions(&self) -> &[Persuaded] {
        &self.persuasions
    }

    /// Every repetition, in order.
    #[must_use]
    pub fn repetitions(&self) -> &[Repeated] {
        &self.repetitions
    }
}
