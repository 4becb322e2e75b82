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
//! A guess is an edge with [`Provenance::Guess`](quorate_strategies::reading::Provenance::Guess): to be drawn dashed, and left out wherever something is counted.

mod build;
mod camps;
mod fates;
mod parts;
mod references;
mod relation;
#[cfg(test)]
mod tests;

use petgraph::graphmap::DiGraphMap;
use quorate_strategies::turn::TurnId;

pub use self::parts::{Camp, Edge, Fate, Node, Persuaded, Proposed, Raised, Relation, Repeated};

/// What was said in a discussion, and what of it is about what.
///
/// ```
/// use quorate::{argument::Argument, report::Source, strategies::state::State};
///
/// let state = State::default();
/// let argument = Argument::of(&Source::new(&state, &[], ""));
/// assert!(argument.nodes().is_empty() && argument.edges().is_empty());
/// ```
#[derive(Debug, Clone, Default)]
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

    /// What a message is about, in order.
    #[must_use]
    pub fn targets(&self, message: TurnId) -> &[Edge] {
        let start = self.edges.partition_point(|edge| edge.from < message);
        let end = self.edges.partition_point(|edge| edge.from <= message);
        self.edges.get(start..end).unwrap_or_default()
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

    /// What became of the objection that a message raised; none where it raised none.
    #[must_use]
    pub fn fate(&self, objection: TurnId) -> Option<Fate> {
        let at = self.objections.binary_search_by_key(&objection, |one| one.message).ok()?;
        self.objections.get(at).map(|one| one.fate)
    }

    /// Whether a message raised an objection that nobody came back to.
    #[must_use]
    pub fn is_unanswered(&self, message: TurnId) -> bool {
        self.fate(message) == Some(Fate::Unanswered)
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
