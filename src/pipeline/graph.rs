//! Which stage comes before which: the order, the waves that run together, and circles.

use std::{collections::BTreeMap, fmt, sync::Arc};

use petgraph::{
    algo::{tarjan_scc, toposort},
    graphmap::DiGraphMap,
};
use quorate_strategies::catalog::nearest;

use super::{
    error::PipelineError,
    stage::{Need, OnFailure, Stage},
};

/// Stages that each need the one before, and the first needs the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    pub(super) stages: Vec<Arc<str>>,
}

/// The widest line of a drawing, in characters.
const WIDTH: usize = 72;

/// `review → fix → review`, on several lines where it is long.
impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut used = 0;
        for (at, stage) in self.stages.iter().chain(self.stages.first()).enumerate() {
            let long = stage.chars().count();
            let arrow = match at {
                0 => "  ",
                _ if used + long + 3 > WIDTH => "\n  → ",
                _ => " → ",
            };
            used = if arrow.starts_with('\n') { long + 4 } else { used + long + 3 };
            write!(f, "{arrow}{stage}")?;
        }
        Ok(())
    }
}

/// One need of a stage, resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Required(usize),
    Optional(usize),
}

impl Edge {
    pub(super) const fn stage(self) -> usize {
        match self {
            Self::Required(stage) | Self::Optional(stage) => stage,
        }
    }
}

/// The needs of all stages, by their places in the order of declaration.
#[derive(Debug, Clone)]
pub(super) struct Graph {
    needs: Vec<Vec<Edge>>,
    /// How many stages stand one after the other before this one, at most.
    wave: Vec<usize>,
    /// Every stage after those that it needs.
    order: Vec<usize>,
}

impl Graph {
    /// # Errors
    /// [`PipelineError`] when a name stands twice, a need is unknown, or stages wait for each other.
    pub(super) fn new(stages: &[Stage]) -> Result<Self, PipelineError> {
        let needs = resolve(stages)?;
        let mut graph = DiGraphMap::<usize, ()>::new();
        for (to, edges) in needs.iter().enumerate() {
            graph.add_node(to);
            for edge in edges {
                graph.add_edge(edge.stage(), to, ());
            }
        }
        let Ok(sorted) = toposort(&graph, None) else {
            let stages = cycle(&graph).into_iter().map(|at| Arc::clone(&stages[at].name)).collect();
            return Err(PipelineError::Cycle(Cycle { stages }));
        };
        let mut wave = vec![0; stages.len()];
        for at in sorted {
            wave[at] = needs[at].iter().map(|edge| wave[edge.stage()] + 1).max().unwrap_or(0);
        }
        let mut order: Vec<usize> = (0..stages.len()).collect();
        order.sort_by_key(|at| (wave[*at], *at));
        Ok(Self { needs, wave, order })
    }

    pub(super) fn needs(&self, stage: usize) -> &[Edge] {
        &self.needs[stage]
    }

    /// Every stage after those that it needs.
    pub(super) fn order(&self) -> &[usize] {
        &self.order
    }

    /// Stages that may run together, wave after wave.
    pub(super) fn waves(&self) -> Vec<Vec<usize>> {
        let mut waves = vec![Vec::new(); self.wave.iter().max().map_or(0, |last| last + 1)];
        self.order.iter().for_each(|at| waves[self.wave[*at]].push(*at));
        waves
    }

    /// Everything that has ended when this stage begins, in the order of declaration.
    pub(super) fn before(&self, stage: usize) -> Vec<usize> {
        self.reached(stage, |edge| Some(edge.stage()))
    }

    /// Whether this one cannot begin where the other was skipped.
    pub(super) fn requires(&self, stage: usize, other: usize) -> bool {
        let required = |edge| match edge {
            Edge::Required(stage) => Some(stage),
            Edge::Optional(_) => None,
        };
        self.reached(stage, required).contains(&other)
    }

    /// Whether the other is sure to have a result when this one begins.
    pub(super) fn relies(&self, stages: &[Stage], stage: usize, other: usize) -> bool {
        // Over a list there is one, whichever items failed.
        let fails = stages[other].on_failure == OnFailure::GoOn && stages[other].each.is_none();
        !fails && self.requires(stage, other)
    }

    fn reached(&self, from: usize, follow: impl Fn(Edge) -> Option<usize>) -> Vec<usize> {
        let mut seen = vec![false; self.needs.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for next in self.needs[at].iter().filter_map(|edge| follow(*edge)) {
                if !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        (0..seen.len()).filter(|at| seen[*at]).collect()
    }
}

fn resolve(stages: &[Stage]) -> Result<Vec<Vec<Edge>>, PipelineError> {
    let mut places = BTreeMap::new();
    for (at, stage) in stages.iter().enumerate() {
        if places.insert(&*stage.name, at).is_some() {
            return Err(PipelineError::Twice { name: Arc::clone(&stage.name) });
        }
    }
    let edge = |stage: &Stage, need: &Need| match places.get(need.name()) {
        Some(at) if matches!(need, Need::Required(_)) => Ok(Edge::Required(*at)),
        Some(at) => Ok(Edge::Optional(*at)),
        None => Err(PipelineError::UnknownNeed {
            stage: Arc::clone(&stage.name),
            need: need.name().into(),
            hint: hint(need.name(), stages.iter().map(|stage| &*stage.name)),
        }),
    };
    stages.iter().map(|stage| stage.needs.iter().map(|need| edge(stage, need)).collect()).collect()
}

/// What somebody may have meant, or all there is.
pub(super) fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Arc<str> {
    if let Some(near) = nearest(name, known.clone()) {
        return format!("did you mean {near:?}?").into();
    }
    let known: Vec<&str> = known.collect();
    if known.is_empty() { "there is none".into() } else { format!("there are {}", known.join(", ")).into() }
}

/// The shortest circle through the first stage that is in one.
fn cycle(graph: &DiGraphMap<usize, ()>) -> Vec<usize> {
    let circles = tarjan_scc(graph).into_iter().filter(|all| all.len() > 1 || graph.contains_edge(all[0], all[0]));
    let Some(start) = circles.flatten().min() else { return Vec::new() };
    let mut from = BTreeMap::new();
    let mut ring = vec![start];
    while !from.contains_key(&start) && !ring.is_empty() {
        let mut next = Vec::new();
        for at in ring {
            for to in graph.neighbors(at) {
                from.entry(to).or_insert_with(|| {
                    next.push(to);
                    at
                });
            }
        }
        ring = next;
    }
    let mut way = vec![start];
    let mut at = from.get(&start).copied();
    while let Some(stage) = at.filter(|stage| *stage != start) {
        way.push(stage);
        at = from.get(&stage).copied();
    }
    way[1..].reverse();
    way
}
