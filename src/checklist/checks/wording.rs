//! Checks of what is said, where, and on what ground.

use std::collections::HashSet;

use crate::checklist::blocks::{Block, Kind};
use crate::checklist::claims::Claim;
use crate::checklist::denial::denied;
use crate::checklist::document::Document;
use crate::checklist::list::Rule;
use crate::checklist::numbers;
use crate::checklist::presence::Presence;
use crate::checklist::review::Report;
use crate::checklist::vocabulary::Role;
use crate::checklist::words::Hit;

/// The rule's words must be said somewhere.
pub(super) fn present(rule: &Rule, presence: &Presence<'_>) -> Vec<Report> {
    match presence.says(&rule.words) || presence.has_section(&rule.sections) {
        true => Vec::new(),
        false => vec![Report::absence()],
    }
}

/// Every place where the rule's words are said, once per line.
pub(super) fn forbidden(rule: &Rule, document: &Document) -> Vec<Report> {
    let mut lines = HashSet::new();
    let blocks = document.blocks().iter().filter(|b| document.role(b) != Role::Questions);
    blocks.flat_map(|block| hits(rule, block)).filter(|report| lines.insert(report.line)).collect()
}

fn hits(rule: &Rule, block: &Block) -> Vec<Report> {
    if block.kind == Kind::Code {
        return Vec::new();
    }
    let found = rule.words.find(&block.words).into_iter();
    found.map(|hit| Report::at(block.line_at(hit.bytes.start)).with("value", quote(block, &hit))).collect()
}

fn quote(block: &Block, hit: &Hit) -> String {
    block.text.get(hit.bytes.clone()).unwrap_or("").replace('\n', " ")
}

/// Where the rule's words are said, a companion must be said somewhere.
pub(super) fn together(rule: &Rule, document: &Document, presence: &Presence<'_>) -> Vec<Report> {
    match presence.says(&rule.with) {
        true => Vec::new(),
        false => forbidden(rule, document),
    }
}

/// Where the rule's words are said, a companion must stand in the same paragraph or item.
pub(super) fn beside(rule: &Rule, document: &Document) -> Vec<Report> {
    let alone = |block: &&Block| {
        let meant = rule.words.find(&block.words).iter().any(|hit| !denied(&block.text, &block.words, hit));
        block.kind != Kind::Code && block.kind != Kind::Heading && meant && !rule.with.any(&block.words)
    };
    let mut lines = HashSet::new();
    let blocks = document.blocks().iter().filter(alone);
    blocks.flat_map(|block| hits(rule, block)).filter(|report| lines.insert(report.line)).collect()
}

/// A material without a word.
pub(super) fn empty_material(document: &Document) -> Vec<Report> {
    match document.blocks().iter().any(|b| b.words.len() > 0) {
        true => Vec::new(),
        false => vec![Report::absence()],
    }
}

/// Headings with nothing under them.
pub(super) fn empty_section(document: &Document, presence: &Presence<'_>) -> Vec<Report> {
    let sections = &document.all.sections;
    let mut filled = vec![false; sections.len()];
    for block in document.blocks().iter().filter(|b| b.kind != Kind::Heading) {
        filled[block.section] = true;
    }
    for section in sections.iter().skip(1) {
        filled[section.parent] = true;
    }
    let steps: HashSet<u32> = document.nodes.iter().map(|n| n.line).collect();
    let empty = |at: &usize| !filled[*at] && !presence.is_full(*at) && !steps.contains(&sections[*at].line);
    (1..sections.len())
        .filter(empty)
        .map(|at| Report::at(sections[at].line).with("value", sections[at].title.clone()))
        .collect()
}

/// Numbers that claim so much without a source. A result that says one of the companion words, how it was made, is the
/// source of its own numbers.
pub(super) fn unsourced(rule: &Rule, document: &Document, wanted: Claim) -> Vec<Report> {
    let of = super::results::results(document).0;
    let own = |block: &Block| of.get(block.section).copied().flatten();
    let made: HashSet<usize> = document.blocks().iter().filter(|b| rule.with.any(&b.words)).filter_map(own).collect();
    let result = |line: u32| {
        let after = document.blocks().partition_point(|block| block.line() <= line);
        after.checked_sub(1).and_then(|at| own(&document.blocks()[at]))
    };
    numbers::unsourced(document)
        .into_iter()
        .filter(|found| found.claim == wanted)
        .filter(|found| result(found.line).is_none_or(|result| !made.contains(&result)))
        .map(|found| Report::at(found.line).with("value", found.value))
        .collect()
}
