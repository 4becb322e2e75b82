//! Leaves out lists that look like steps and are none, and says which lists belong together.

use super::blocks::Blocks;
use super::sections::Section;
use super::steps::Node;
use super::vocabulary::{Role, vocabulary};
use super::words::Words;

/// The lists that count as one when it is asked whether a plan names owners.
pub(super) fn family(sections: &[Section], index: usize) -> usize {
    let section = &sections[index];
    if index == 0 || vocabulary().aside.any(&Words::new(&section.title)) {
        return index;
    }
    section.parent
}

/// Keeps the steps of the plan.
pub(super) fn prune(nodes: Vec<Node>, blocks: &Blocks) -> Vec<Node> {
    let told = |n: &Node| n.facts.told();
    let strong = nodes.iter().any(|n| n.rank == 2);
    let best = nodes.iter().map(|n| n.rank).max().unwrap_or(0);
    let mut kept: Vec<Node> = Vec::new();
    let mut from = 0;
    while from < nodes.len() {
        let list = nodes[from..].iter().take_while(|n| n.section == nodes[from].section).count();
        let run = &nodes[from..from + list];
        from += list;
        let any_told = run.iter().any(|n| told(n) && n.rank == 2);
        let numbered = run.iter().any(|n| n.rank > 0 && n.id.is_some());
        let acting = best == 0 && acts(run);
        let steps = blocks.sections[run[0].section].role == Role::Steps;
        kept.extend(
            run.iter()
                .filter(|n| match n.rank {
                    // A bare bullet beside numbered steps is a remark.
                    2 => !(steps && numbered && n.id.is_none() && !told(n) && !n.group),
                    1 => any_told || !strong,
                    _ => (any_told && !numbered) || acting,
                })
                .cloned(),
        );
    }
    unnumber(&mut kept);
    kept
}

/// Whether bullets without any fact say what to do.
fn acts(run: &[Node]) -> bool {
    let verbs = run.iter().filter(|n| vocabulary().action_verbs.has(Words::new(&n.title).word(0))).count();
    verbs * 2 >= run.len()
}

/// Letters with numbers that repeat everywhere are priorities or kinds, not ids.
fn unnumber(nodes: &mut [Node]) {
    let lettered =
        |n: &Node| n.id.as_ref().is_some_and(|id| id.starts_with(|c: char| c.is_ascii_alphabetic()) && id.len() > 1);
    let ids: Vec<&String> = nodes.iter().filter(|n| lettered(n)).filter_map(|n| n.id.as_ref()).collect();
    let distinct: std::collections::BTreeSet<&&String> = ids.iter().collect();
    if ids.len() > 2 && distinct.len() * 2 <= ids.len() {
        nodes.iter_mut().filter(|n| lettered(n)).for_each(|n| n.id = None);
    }
}
