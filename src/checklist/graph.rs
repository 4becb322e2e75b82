//! Dependencies between steps: what they refer to, where they run in a circle, what comes before what.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::references::{Reference, Target, Way};
use super::resolution::{Index, Missing};
use super::steps::Node;
use super::words::has_wide;

/// A dependency that was understood: `from` needs `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) line: u32,
}

/// A reference that names no step of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Dangling {
    pub(super) from: usize,
    pub(super) missing: Missing,
    pub(super) line: u32,
}

/// The dependencies of a plan.
#[derive(Debug, Clone, Default)]
pub(super) struct Graph {
    pub(super) edges: Vec<Edge>,
    pub(super) dangling: Vec<Dangling>,
    pub(super) to_itself: Vec<Edge>,
}

/// Reads the dependencies of the steps.
pub(super) fn build(nodes: &[Node]) -> Graph {
    let index = Index::new(nodes);
    let mut graph = Graph::default();
    for (from, node) in nodes.iter().enumerate() {
        for need in &node.facts.needs {
            let Reference { target, way, .. } = &need.what;
            match index.resolve(target, from) {
                Some(Ok(found)) => {
                    // A sentence of a step may well speak of the step itself by its name.
                    let spoken = matches!(target, Target::Name(name) if has_wide(name));
                    let others = found.into_iter().filter(|to| !(spoken && *to == from));
                    others.for_each(|to| graph.add(from, to, *way, need.line));
                }
                Some(Err(missing)) => graph.dangling.push(Dangling { from, missing, line: need.line }),
                None => {}
            }
        }
    }
    graph
}

impl Graph {
    fn add(&mut self, from: usize, to: usize, way: Way, line: u32) {
        let (from, to) = if way == Way::Feeds { (to, from) } else { (from, to) };
        let edge = Edge { from, to, line };
        match from == to {
            true if way == Way::Needs => self.to_itself.push(edge),
            true => {}
            false => self.edges.push(edge),
        }
    }

    /// One circle for each knot of steps that need each other, as edges in order.
    pub(super) fn cycles(&self) -> Vec<Vec<Edge>> {
        let mut map: DiGraphMap<usize, u32> = DiGraphMap::new();
        for edge in &self.edges {
            if !map.contains_edge(edge.from, edge.to) {
                map.add_edge(edge.from, edge.to, edge.line);
            }
        }
        let mut cycles: Vec<Vec<Edge>> = kosaraju_scc(&map)
            .into_iter()
            .filter(|knot| knot.len() > 1)
            .filter_map(|knot| {
                let inside: HashSet<usize> = knot.iter().copied().collect();
                shortest(&map, *knot.iter().min()?, &inside)
            })
            .collect();
        cycles.sort_by_key(|cycle| cycle.first().map_or(0, |e| e.from));
        cycles
    }

    /// What each step needs, directly.
    pub(super) fn needs(&self) -> BTreeMap<usize, Vec<Edge>> {
        let mut needs: BTreeMap<usize, Vec<Edge>> = BTreeMap::new();
        for edge in &self.edges {
            needs.entry(edge.from).or_default().push(*edge);
        }
        needs
    }
}

/// The shortest way from a step back to itself.
fn shortest(map: &DiGraphMap<usize, u32>, start: usize, inside: &HashSet<usize>) -> Option<Vec<Edge>> {
    let mut came: HashMap<usize, usize> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        for next in map.neighbors(at).filter(|n| inside.contains(n)) {
            if next == start {
                let mut path = vec![start, at];
                while let Some(&before) = path.last().filter(|p| **p != start).and_then(|p| came.get(p)) {
                    path.push(before);
                }
                path.reverse();
                return path
                    .windows(2)
                    .map(|w| Some(Edge { from: w[0], to: w[1], line: *map.edge_weight(w[0], w[1])? }))
                    .collect();
            }
            if let std::collections::hash_map::Entry::Vacant(free) = came.entry(next) {
                free.insert(at);
                queue.push_back(next);
            }
        }
    }
    None
}
