//! Checks of dates, on their own and along dependencies.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::plan::called;
use crate::checklist::dates::{Scale, When};
use crate::checklist::document::Document;
use crate::checklist::facts::At;
use crate::checklist::graph::Edge;
use crate::checklist::phrasing::{StepName, Value};
use crate::checklist::review::Report;
use crate::checklist::steps::Node;

/// When a step is over, as far as the plan says.
fn end(node: &Node) -> Option<&At<When>> {
    node.facts.dues.first().or_else(|| node.facts.starts.first())
}

/// Steps without a date where nearly all others have one.
pub(super) fn missing(document: &Document) -> Vec<Report> {
    let steps: Vec<&Node> = document.nodes.iter().filter(|n| !n.group).collect();
    let dated = steps.iter().filter(|n| end(n).is_some()).count();
    if dated * 3 < steps.len() * 2 {
        return Vec::new();
    }
    let open = |n: &&&Node| end(n).is_none() && n.facts.open_date.is_none();
    steps.iter().filter(open).map(|n| Report::at(n.line).with("step", called(n))).collect()
}

/// Dates that are left open.
pub(super) fn open(document: &Document) -> Vec<Report> {
    let left = |n: &Node| n.facts.open_date.map(|line| Report::at(line).with("step", called(n)));
    document.nodes.iter().filter(|n| n.facts.dues.is_empty()).filter_map(left).collect()
}

/// Days that no calendar has.
pub(super) fn impossible(document: &Document) -> Vec<Report> {
    let all = document.nodes.iter().flat_map(|n| n.facts.dues.iter().chain(&n.facts.starts));
    all.filter(|d| d.what.impossible).map(|d| Report::at(d.line).with("value", d.what.text.clone())).collect()
}

/// Steps that end before they start.
pub(super) fn end_before_start(document: &Document) -> Vec<Report> {
    let wrong = |n: &Node| {
        let (start, due) = (n.facts.starts.first()?, n.facts.dues.first()?);
        (due.what.order(&start.what) == Some(Ordering::Less)).then(|| {
            let report = Report::at(due.line).with("step", called(n));
            report.with("value", due.what.text.clone()).with("date", start.what.text.clone())
        })
    };
    document.nodes.iter().filter_map(wrong).collect()
}

/// The latest known date that a step must wait for, per scale, with the step that has it.
type Latest<'a> = BTreeMap<Scale, (&'a At<When>, usize)>;

/// Steps dated before something they depend on, directly or through steps without a date.
pub(super) fn before_prerequisite(document: &Document) -> Vec<Report> {
    let needs = document.graph.needs();
    // In a circle some date is always too early: the circle itself is what is wrong there.
    let odd: HashSet<(usize, usize)> = document
        .graph
        .cycles()
        .iter()
        .flatten()
        .filter(|edge| edge.to > edge.from)
        .map(|edge| (edge.from, edge.to))
        .collect();
    let mut latest: HashMap<usize, Latest<'_>> = HashMap::new();
    let mut found = Vec::new();
    for at in sorted(document.nodes.len(), &needs) {
        let mut waits: Latest<'_> = BTreeMap::new();
        for edge in needs.get(&at).into_iter().flatten() {
            if odd.contains(&(edge.from, edge.to)) {
                continue;
            }
            let own = end(&document.nodes[edge.to]).map(|when| (when, edge.to));
            let passed = latest.get(&edge.to).into_iter().flat_map(|l| l.values().copied());
            let passed = passed.filter(|_| own.is_none());
            own.into_iter().chain(passed).for_each(|(when, whose)| later(&mut waits, when, whose));
        }
        found.extend(early(document, at, &waits));
        latest.insert(at, waits);
    }
    found
}

fn later<'a>(waits: &mut Latest<'a>, when: &'a At<When>, whose: usize) {
    let slot = waits.entry(when.what.scale).or_insert((when, whose));
    if slot.0.what.order(&when.what) == Some(Ordering::Less) {
        *slot = (when, whose);
    }
}

fn early(document: &Document, at: usize, waits: &Latest<'_>) -> Option<Report> {
    let node = &document.nodes[at];
    let due = node.facts.dues.first();
    let start = node.facts.starts.first();
    waits.values().find_map(|(when, whose)| {
        let before = |own: &&At<When>| own.what.order(&when.what) == Some(Ordering::Less);
        let own = due.filter(before).or_else(|| start.filter(before))?;
        let other = &document.nodes[*whose];
        // A group ends with its last step, which its own date may not say.
        if other.group && other.facts.dues.is_empty() {
            return None;
        }
        let report = Report::at(own.line).with("step", called(node)).with("value", own.what.text.clone());
        let report = report.with("other", Value::Inner(StepName::of(other)));
        Some(report.with("date", when.what.text.clone()).with("line", Value::Line(when.line)))
    })
}

/// The steps in an order in which each comes after what it needs; steps in a circle come last, as they stand.
fn sorted(count: usize, needs: &BTreeMap<usize, Vec<Edge>>) -> Vec<usize> {
    let mut open: Vec<usize> = vec![0; count];
    let mut feeds: Vec<Vec<usize>> = vec![Vec::new(); count];
    for edge in needs.values().flatten() {
        open[edge.from] += 1;
        feeds[edge.to].push(edge.from);
    }
    let mut order: Vec<usize> = (0..count).filter(|&at| open[at] == 0).collect();
    let mut next = 0;
    while next < order.len() {
        for &fed in &feeds[order[next]] {
            open[fed] -= 1;
            if open[fed] == 0 {
                order.push(fed);
            }
        }
        next += 1;
    }
    let done: HashSet<usize> = order.iter().copied().collect();
    order.extend((0..count).filter(|at| !done.contains(at)));
    order
}

/// Steps dated before the one above, without a dependency between them.
pub(super) fn backwards(document: &Document) -> Vec<Report> {
    let needs = document.graph.needs();
    let steps: Vec<(usize, &Node)> = document.nodes.iter().enumerate().filter(|(_, n)| !n.group).collect();
    let mut found = Vec::new();
    for pair in steps.windows(2) {
        let ((_, above), (at, node)) = (pair[0], pair[1]);
        let (Some(first), Some(second)) = (end(above), end(node)) else {
            continue;
        };
        let wrong = above.list == node.list && second.what.order(&first.what) == Some(Ordering::Less);
        if wrong && !needs.contains_key(&at) {
            let report = Report::at(second.line).with("step", called(node)).with("value", second.what.text.clone());
            found.push(report.with("date", first.what.text.clone()).with("line", Value::Line(first.line)));
        }
    }
    found
}
