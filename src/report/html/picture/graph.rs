//! Who argued with whom: a lane for each seat, a dot for each message in the order in which it was asked for, and a curve
//! from each message to those that it is about.

use super::{WIDTH, fitting};
use crate::{
    argument::{Edge, Relation},
    report::{html::words::PageWords, naming::Naming},
};

const LABEL: usize = 176;
const LANE: usize = 56;
const TOP: usize = 34;
const STEP: usize = 46;
const DOT: usize = 13;
const LETTERS: usize = 13;

/// So many messages are drawn, the last ones.
const MOST: usize = 48;

/// The picture.
#[derive(Debug)]
pub(in crate::report::html) struct Graph {
    pub(in crate::report::html) width: usize,
    pub(in crate::report::html) height: usize,
    pub(in crate::report::html) lanes: Vec<Lane>,
    pub(in crate::report::html) dots: Vec<Dot>,
    pub(in crate::report::html) arrows: Vec<Arrow>,
    /// The line where each round begins, with what it is called.
    pub(in crate::report::html) rounds: Vec<(usize, String)>,
    /// Messages before the first one that is drawn.
    pub(in crate::report::html) left_out: usize,
    /// Whether any of them is a guess.
    pub(in crate::report::html) guesses: bool,
    /// The relations that are drawn, as classes, with what they are called.
    pub(in crate::report::html) legend: Vec<(&'static str, &'static str)>,
}

/// One seat.
#[derive(Debug)]
pub(in crate::report::html) struct Lane {
    pub(in crate::report::html) y: usize,
    pub(in crate::report::html) name: String,
}

/// One message.
#[derive(Debug)]
pub(in crate::report::html) struct Dot {
    pub(in crate::report::html) x: usize,
    pub(in crate::report::html) y: usize,
    pub(in crate::report::html) message: u32,
    pub(in crate::report::html) class: &'static str,
    pub(in crate::report::html) title: String,
}

/// What one message is to an earlier one.
#[derive(Debug)]
pub(in crate::report::html) struct Arrow {
    pub(in crate::report::html) path: String,
    pub(in crate::report::html) class: &'static str,
    pub(in crate::report::html) guess: bool,
    pub(in crate::report::html) title: String,
}

impl Graph {
    /// The picture; none where no message is about another.
    pub(in crate::report::html) fn of(naming: &Naming<'_>, words: &PageWords) -> Option<Self> {
        let argument = &naming.facts.argument;
        let nodes = argument.nodes();
        let left_out = nodes.len().saturating_sub(MOST);
        let nodes = nodes.get(left_out..).unwrap_or_default();
        let roster = naming.facts.state().roster();
        let spoke = roster.iter().filter(|(id, _)| nodes.iter().any(|node| node.seat == *id));
        let seats: Vec<_> = spoke.map(|(id, _)| id).collect();
        let step = (WIDTH - LABEL - STEP).checked_div(nodes.len()).unwrap_or(STEP).clamp(STEP, 2 * STEP);
        let (mut dots, mut rounds, mut round) = (Vec::new(), Vec::new(), None);
        for (nth, node) in nodes.iter().enumerate() {
            let lane = seats.iter().position(|seat| *seat == node.seat).unwrap_or_default();
            let (x, y) = (LABEL + STEP / 2 + nth * step, TOP + lane * LANE + LANE / 2);
            if round.replace(node.round) != Some(node.round) {
                rounds.push((x - step / 2, words.when(round)));
            }
            let class = node.kind.counted().map_or("unread", |kind| kind.name());
            let title = words.message(node.message.0, naming.facts.name(node.seat), &node.words);
            dots.push(Dot { x, y, message: node.message.0, class, title });
        }
        let edges: Vec<_> = argument.edges().iter().filter_map(|edge| arrow(edge, &dots, naming, words)).collect();
        if edges.is_empty() {
            return None;
        }
        let drawn = |relation: &Relation| edges.iter().any(|edge| edge.class == relation.name());
        let legend = Relation::ALL.iter().filter(|one| drawn(one)).map(|one| (one.name(), naming.relation(*one)));
        let lanes = seats.iter().enumerate().map(|(lane, seat)| Lane {
            y: TOP + lane * LANE + LANE / 2,
            name: fitting(&super::super::rich::line(naming.facts.name(*seat)), LABEL - 16, LETTERS),
        });
        Some(Self {
            width: (LABEL + nodes.len() * step + STEP / 2).max(WIDTH),
            height: TOP + seats.len() * LANE + 8,
            lanes: lanes.collect(),
            rounds,
            left_out,
            guesses: edges.iter().any(|edge| edge.guess),
            legend: legend.collect(),
            dots,
            arrows: edges,
        })
    }
}

/// A curve from the later message to the earlier; none where one of them is not drawn.
fn arrow(edge: &Edge, dots: &[Dot], naming: &Naming<'_>, words: &PageWords) -> Option<Arrow> {
    let dot = |message: u32| dots.iter().find(|dot| dot.message == message);
    let (from, to) = (dot(edge.from.0)?, dot(edge.to.0)?);
    let reach = from.x.saturating_sub(to.x);
    // Within a lane the curve runs above the dots. Between lanes it ends in the column of its target, where no other is.
    let path = if from.y == to.y {
        let top = from.y.saturating_sub(DOT + (12 + reach / 8).min(30));
        format!("M{} {} C{} {top} {} {top} {} {}", from.x, from.y - DOT, from.x, to.x, to.x, to.y - DOT - 3)
    } else {
        let end = if to.y < from.y { to.y + DOT + 3 } else { to.y - DOT - 3 };
        format!("M{} {} C{} {} {} {} {} {end}", from.x - DOT, from.y, to.x + reach / 4, from.y, to.x, from.y, to.x)
    };
    let (class, guess) = (edge.relation.name(), edge.is_guess());
    Some(Arrow { path, class, guess, title: words.about(edge, naming.relation(edge.relation)) })
}
