//! Makes the graph of an argument from a record.

use petgraph::graphmap::DiGraphMap;
use quorate_strategies::turn::Turn;

use super::{Argument, Node};
use crate::report::{self, Source};

/// Characters of a message that its node shows.
const FIRST: usize = 80;

impl Argument {
    /// The argument of a record, also of one that has not come to its end.
    ///
    /// Without the entries of the record it is not known which messages were asked together, and each counts as if it
    /// could have heard those with lower numbers.
    #[must_use]
    pub fn of(source: &Source<'_>) -> Self {
        let nodes = source.state.turns().iter().filter_map(node).collect();
        Self {
            nodes,
            edges: Vec::new(),
            graph: DiGraphMap::new(),
            objections: Vec::new(),
            questions: Vec::new(),
            proposals: Vec::new(),
            camps: Vec::new(),
            persuasions: Vec::new(),
            repetitions: Vec::new(),
        }
    }
}

fn node(turn: &Turn) -> Option<Node> {
    let message = turn.message()?;
    let reading = &message.reading;
    let words = first_words(message.text());
    let node = Node {
        message: turn.id,
        seat: turn.seat,
        round: turn.round,
        kind: reading.kind,
        stance: reading.stance,
        words,
    };
    reading.pass.is_none().then_some(node)
}

/// The leading sentence in one line, cut where it is long.
fn first_words(text: &str) -> String {
    let lead = report::lead(text).unwrap_or_default();
    let mut words = String::new();
    for word in lead.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
        if words.len() > 4 * FIRST {
            break;
        }
    }
    match words.char_indices().nth(FIRST) {
        None => words,
        Some(_) => {
            let end = words.char_indices().nth(FIRST - 1).map_or(words.len(), |(at, _)| at);
            words.truncate(end);
            words.push('…');
            words
        }
    }
}
