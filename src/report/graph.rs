//! The argument as a graph in a notation that other programs draw.
//!
//! Every message is a node with its number, speaker, kind and first words; rounds are boxes. An edge runs from the later
//! message to the one that it is about, and is dashed where that is a guess. Objections that nobody came back to stand
//! out. What agents said is escaped so that it stays text in both notations.

use std::io;

use quorate_strategies::{reading::Provenance, seat::SeatId};

use super::{
    Report, Source,
    facts::{Facts, is_simulated},
    sentences::within,
    words::{Words, called, fill},
};
use crate::argument::{Edge, Node};

mod dot;
mod mermaid;

/// The notation in which a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// A flowchart of Mermaid, as Markdown pages of several hosts draw it; by default up to 500 edges and 50,000
    /// characters.
    Mermaid,
    /// The language of Graphviz: `dot -Tsvg` draws it.
    Dot,
}

/// The argument of a record as a graph, in the language of the report.
#[derive(Debug, Clone, Copy)]
pub struct ArgumentGraph(
    /// How it is written.
    pub Notation,
);

impl Report for ArgumentGraph {
    fn render(&self, source: &Source<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        let facts = Facts::of(source);
        let page = Labels { facts: &facts, words: Words::of(source.language()) };
        let text = match self.0 {
            Notation::Mermaid => mermaid::write(&page),
            Notation::Dot => dot::write(&page),
        };
        out.write_all(text.as_bytes())
    }
}

/// Bytes of a name that a node shows.
const NAME: usize = 60;

/// What stands at nodes, edges and boxes, not yet escaped.
struct Labels<'a> {
    facts: &'a Facts<'a>,
    words: &'static Words,
}

impl Labels<'_> {
    /// The lines of a node. Seats that no model answers for are named as such.
    fn node(&self, node: &Node) -> [String; 2] {
        let names = self.words.names;
        let mut head = format!("{} {}", node.message, self.speaker(node.seat));
        if node.kind.from != Provenance::None {
            let kind = called(names.kinds, node.kind.value.name()).to_owned();
            head.push_str(" · ");
            head.push_str(&match node.kind.from.counts() {
                true => kind,
                false => self.remark(&kind, called(names.provenance, node.kind.from.name())),
            });
        }
        [head, node.words.clone()]
    }

    fn speaker(&self, seat: SeatId) -> String {
        let name = within(self.facts.name(seat), NAME);
        let origin = self.facts.state().roster().get(seat).map(|seat| seat.backend.origin);
        match origin.filter(|origin| is_simulated(*origin)) {
            Some(origin) => self.remark(name, (self.words.names.origin)(origin)),
            None => name.to_owned(),
        }
    }

    fn remark(&self, what: &str, remark: &str) -> String {
        fill(self.words.joints.remark, &[("what", what), ("remark", remark)])
    }

    fn edge(&self, edge: &Edge) -> &'static str {
        called(self.words.names.relations, edge.relation.name())
    }

    fn round(&self, round: u32) -> String {
        fill(self.words.heading.round, &[("n", &round.to_string())])
    }

    /// Nodes by rounds, in order.
    fn rounds(&self) -> impl Iterator<Item = (u32, &[Node])> {
        let rounds = self.facts.argument.nodes().chunk_by(|one, other| one.round == other.round);
        rounds.filter_map(|nodes| Some((nodes.first()?.round, nodes)))
    }
}
