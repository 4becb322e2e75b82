//! Checks of the steps themselves: whether there are any, and whether each is one.

use std::collections::{BTreeMap, HashMap};

use crate::checklist::blocks::Kind;
use crate::checklist::document::Document;
use crate::checklist::facts::At;
use crate::checklist::owners::Form;
use crate::checklist::phrasing::{StepName, Value};
use crate::checklist::resolution::key;
use crate::checklist::review::Report;
use crate::checklist::steps::Node;
use crate::checklist::word_lists::{Set, set};
use crate::checklist::words::Words;

/// How a step is called in a message.
pub(super) fn called(node: &Node) -> Value {
    Value::Step(StepName::of(node))
}

/// How a step is called in a chain.
pub(super) fn short(node: &Node) -> String {
    node.id.clone().unwrap_or_else(|| format!("\"{}\"", node.title.chars().take(40).collect::<String>().trim()))
}

/// A plan without steps.
pub(super) fn steps(document: &Document) -> Vec<Report> {
    let told = document.blocks().iter().filter(|b| set(Set::Sequence).any(&b.words)).count();
    let some = document.blocks().iter().any(|b| b.words.len() > 0);
    let listed = document.blocks().iter().any(|b| b.is_item() || matches!(b.kind, Kind::Row { .. }));
    match document.nodes.is_empty() && some && told < 2 && !listed {
        true => vec![Report::absence()],
        false => Vec::new(),
    }
}

/// A plan with lists, none of which could be told to be the steps.
pub(super) fn unclear(document: &Document) -> Vec<Report> {
    let some = document.blocks().iter().any(|b| b.words.len() > 0);
    match document.nodes.is_empty() && some && steps(document).is_empty() {
        true => vec![Report::absence()],
        false => Vec::new(),
    }
}

/// Numbers that are used twice in one list.
pub(super) fn duplicates(document: &Document) -> Vec<Report> {
    let mut seen: HashMap<(usize, Option<&str>, String), u32> = HashMap::new();
    let mut found = Vec::new();
    for node in &document.nodes {
        let Some(id) = &node.id else { continue };
        let place = (node.list, node.word.as_deref(), key(id));
        match seen.get(&place) {
            Some(line) => found.push(Report::at(node.line).with("value", id.clone()).with("line", Value::Line(*line))),
            None => {
                seen.insert(place, node.line);
            }
        }
    }
    found
}

/// Two owners or two dates for the same thing.
pub(super) fn conflicts(document: &Document) -> Vec<Report> {
    let mut found: Vec<Report> = document.nodes.iter().flat_map(within).collect();
    found.extend(between(document));
    found
}

fn folded(names: &str) -> String {
    let words = Words::new(names);
    let mut words: Vec<&str> = (0..words.len()).map(|w| words.word(w)).collect();
    words.sort_unstable();
    words.join(" ")
}

/// The owners of a step under the label it first uses: "Owner" and "Contact" may well differ.
fn labelled(node: &Node) -> impl Iterator<Item = At<&str>> {
    let labels = || node.facts.owners.iter().filter(|o| o.what.form == Form::Label);
    let first = labels().next().map(|o| o.what.label.as_str());
    let sure = labels().filter(move |o| Some(o.what.label.as_str()) == first);
    sure.filter_map(|o| o.what.names.as_deref().map(|what| At { what, line: o.line }))
}

fn contradicts(a: &str, b: &str) -> bool {
    let (a, b) = (folded(a), folded(b));
    let inside = |a: &str, b: &str| a.split(' ').all(|w| b.split(' ').any(|other| other == w));
    !inside(&a, &b) && !inside(&b, &a)
}

fn within(node: &Node) -> Option<Report> {
    let owners: Vec<At<&str>> = labelled(node).take(8).collect();
    if let [first, .., last] = owners.as_slice()
        && contradicts(first.what, last.what)
        && !node.group
    {
        return Some(report(node, last, first.what, first.line));
    }
    let [first, .., last] = node.facts.dues.as_slice() else {
        return None;
    };
    let ordered = first.what.order(&last.what).is_some_and(std::cmp::Ordering::is_ne);
    let same = node.facts.starts.is_empty() && !node.group && first.line != last.line;
    let last_at = At { what: last.what.text.as_str(), line: last.line };
    (same && ordered).then(|| report(node, &last_at, &first.what.text, first.line))
}

fn report(node: &Node, last: &At<&str>, first: &str, line: u32) -> Report {
    Report::at(last.line)
        .with("step", called(node))
        .with("value", last.what.trim())
        .with("other", first.trim())
        .with("line", Value::Line(line))
}

/// A step that is told twice, in two lists, with different owners or dates.
fn between(document: &Document) -> Vec<Report> {
    let mut told: BTreeMap<(String, String), &Node> = BTreeMap::new();
    let mut found = Vec::new();
    for node in document.nodes.iter().filter(|n| !n.group && !n.title.is_empty()) {
        let place = (node.id.as_deref().map(key).unwrap_or_default(), folded(&node.title));
        let Some(first) = told.get(&place).filter(|first| first.list != node.list) else {
            told.entry(place).or_insert(node);
            continue;
        };
        if let (Some(a), Some(b)) = (labelled(first).next(), labelled(node).next())
            && contradicts(a.what, b.what)
        {
            found.push(report(node, &b, a.what, a.line));
        }
        if let (Some(a), Some(b)) = (first.facts.dues.first(), node.facts.dues.first())
            && a.what.order(&b.what).is_some_and(std::cmp::Ordering::is_ne)
        {
            let last = At { what: b.what.text.as_str(), line: b.line };
            found.push(report(node, &last, &a.what.text, a.line));
        }
    }
    found
}
