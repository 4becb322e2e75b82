//! Checks of what depends on what.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::plan::{called, short};
use crate::checklist::document::Document;
use crate::checklist::phrasing::Value;
use crate::checklist::review::Report;

/// References to steps that the plan does not have.
pub(super) fn unknown(document: &Document) -> Vec<Report> {
    let named = |d: &crate::checklist::graph::Dangling| {
        let missing = Value::Missing(d.missing.word.clone(), d.missing.id.clone());
        Some(Report::at(d.line).with("step", called(document.nodes.get(d.from)?)).with("value", missing))
    };
    document.graph.dangling.iter().filter_map(named).collect()
}

/// Steps that need themselves.
pub(super) fn to_itself(document: &Document) -> Vec<Report> {
    let named =
        |e: &crate::checklist::graph::Edge| Some(Report::at(e.line).with("step", called(document.nodes.get(e.from)?)));
    document.graph.to_itself.iter().filter_map(named).collect()
}

/// Steps that wait for each other.
pub(super) fn cycles(document: &Document) -> Vec<Report> {
    let nodes = &document.nodes;
    let mut found = Vec::new();
    for cycle in document.graph.cycles() {
        let Some(first) = cycle.first() else { continue };
        let mut names: Vec<String> = cycle.iter().map(|e| short(&nodes[e.from])).collect();
        names.push(short(&nodes[first.from]));
        let lines: BTreeSet<u32> = cycle.iter().map(|e| e.line).collect();
        let lines = Value::Lines(lines.into_iter().collect());
        // The dependency that looks forward is the odd one in a plan read from top to bottom.
        let odd = cycle.iter().find(|e| e.to > e.from).unwrap_or(first);
        found.push(Report::at(odd.line).with("cycle", Value::Path(names)).with("lines", lines));
    }
    found
}

/// Steps that wait for the same and have different owners.
pub(super) fn parallel(document: &Document) -> Vec<Report> {
    let mut same: BTreeMap<BTreeSet<usize>, Vec<usize>> = BTreeMap::new();
    // Of a step that also waits for something unknown nobody can tell when it may start.
    let unknown: BTreeSet<usize> = document.graph.dangling.iter().map(|dangling| dangling.from).collect();
    for (from, edges) in document.graph.needs().into_iter().filter(|(from, _)| !unknown.contains(from)) {
        same.entry(edges.iter().map(|e| e.to).collect()).or_default().push(from);
    }
    let owner = |at: &usize| document.nodes[*at].facts.owners.iter().find_map(|o| o.what.names.clone());
    same.values()
        .filter(|group| group.len() > 1)
        .filter(|group| group.iter().filter_map(owner).collect::<HashSet<_>>().len() > 1)
        .map(|group| {
            let names: Vec<String> = group.iter().map(|&at| short(&document.nodes[at])).collect();
            Report::at(document.nodes[group[0]].line).with("value", Value::Steps(names))
        })
        .collect()
}

/// A plan of several steps in which no dependency is said.
pub(super) fn none(document: &Document) -> Vec<Report> {
    let steps = document.nodes.iter().filter(|n| !n.group).count();
    let said = document.nodes.iter().any(|n| !n.facts.needs.is_empty());
    match steps >= 4 && !said {
        true => vec![Report::absence()],
        false => Vec::new(),
    }
}
