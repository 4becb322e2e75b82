//! Checks of who does what.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::plan::called;
use crate::checklist::document::Document;
use crate::checklist::owners::Form;
use crate::checklist::pieces;
use crate::checklist::pruning::family;
use crate::checklist::review::Report;
use crate::checklist::steps::Node;
use crate::checklist::vocabulary::{Label, vocabulary};

/// What stands between several names.
const BETWEEN_NAMES: [char; 7] = [',', '/', '&', '+', ' ', '、', '・'];

/// Who owns what in a plan, seen as a whole.
struct Owners<'a> {
    document: &'a Document,
    /// Forms in which this plan names owners.
    sure: bool,
    names: HashSet<String>,
}

impl<'a> Owners<'a> {
    fn new(document: &'a Document) -> Self {
        let all = || document.nodes.iter().flat_map(|n| &n.facts.owners).filter(|o| o.what.names.is_some());
        let steps = document.nodes.iter().filter(|n| !n.group).count();
        let sure = document.nodes.iter().filter(|n| n.facts.owners.iter().any(|o| o.what.form <= Form::Phrase)).count();
        let names = all().filter(|o| o.what.form <= Form::Phrase).filter_map(|o| o.what.names.as_deref());
        let names =
            names.flat_map(|n| n.split(BETWEEN_NAMES)).map(str::to_ascii_lowercase).filter(|n| n.len() > 1).collect();
        Self { document, sure: sure * 2 >= steps && sure > 0, names }
    }

    /// Whether a step has an owner. Where the plan labels its owners, a bare name counts only if it is known.
    fn owned(&self, node: &Node) -> bool {
        let left_open = node.facts.owners.iter().any(|o| o.what.form == Form::Label && o.what.names.is_none());
        node.covered && !left_open
            || node.facts.owners.iter().any(|o| match (&o.what.names, o.what.form) {
                (None, _) => false,
                (Some(_), form) if form <= Form::Phrase => true,
                (Some(_), _) if left_open => false,
                (Some(names), _) => !self.sure || self.is_known(names),
            })
    }

    fn is_known(&self, names: &str) -> bool {
        names.split(BETWEEN_NAMES).any(|n| self.names.contains(&n.trim_start_matches('@').to_ascii_lowercase()))
    }

    /// How many steps name somebody in brackets together with a date, "(Tom, 9 June)": more than one is a habit.
    fn dated(&self, steps: &[&Node]) -> usize {
        let bracket = |n: &Node| n.facts.owners.iter().any(|o| o.what.form == Form::Bracket && o.what.names.is_some());
        let date = |n: &Node| !n.facts.dues.is_empty() || !n.facts.starts.is_empty();
        steps.iter().filter(|n| bracket(n) && date(n) && self.owned(n)).count()
    }

    fn family(&self, node: &Node) -> usize {
        family(&self.document.all.sections, node.section)
    }
}

/// Steps without an owner, where the plan names owners.
pub(super) fn steps(document: &Document) -> Vec<Report> {
    let owners = Owners::new(document);
    let steps: Vec<&Node> = document.nodes.iter().filter(|n| !n.group).collect();
    let mut owned: HashMap<usize, usize> = HashMap::new();
    for node in steps.iter().filter(|n| owners.owned(n)) {
        *owned.entry(owners.family(node)).or_default() += 1;
    }
    let total: usize = owned.values().sum();
    let asked = document.nodes.iter().any(|n| n.facts.owners.iter().any(|o| o.what.form <= Form::Phrase))
        || owners.dated(&steps) > 1;
    // A few names in odd places are no habit of naming owners.
    if default_owner(document) || total == 0 || (!asked && total * 2 < steps.len()) {
        return Vec::new();
    }
    steps
        .into_iter()
        .filter(|n| owned.contains_key(&owners.family(n)) && !owners.owned(n))
        .map(|n| Report::at(n.line).with("step", called(n)))
        .collect()
}

/// Whether one line says who owns every step that names nobody else.
fn default_owner(document: &Document) -> bool {
    document.blocks().iter().any(|b| vocabulary().plan_owner.any(&b.words))
}

/// Whether the plan as a whole has an owner.
fn plan_owner(document: &Document) -> bool {
    let steps: HashSet<u32> = document.nodes.iter().map(|n| n.line).collect();
    document.blocks().iter().filter(|b| !steps.contains(&b.line())).take(400).any(|block| {
        let text = crate::checklist::facts::bounded(&block.text);
        let labelled = pieces::split(text).into_iter().any(|p| {
            p.label == Some(Label::Owner)
                && p.marked
                && crate::checklist::owners::named(&text[p.value.clone()]).is_some()
        });
        let cells = block.cells();
        let row = cells.len() == 2 && pieces::label_of(&cells[0].to_ascii_lowercase()) == Some(Label::Owner);
        labelled || (row && crate::checklist::owners::named(cells[1]).is_some())
    })
}

/// A plan in which no step and nothing else names an owner.
pub(super) fn plan(document: &Document) -> Vec<Report> {
    let owners = Owners::new(document);
    let steps: Vec<&Node> = document.nodes.iter().filter(|n| !n.group).collect();
    let owned = steps.iter().filter(|n| owners.owned(n)).count();
    let asked = document
        .nodes
        .iter()
        .any(|n| n.facts.owners.iter().any(|o| o.what.form <= Form::Phrase && o.what.names.is_some()))
        || owners.dated(&steps) > 1;
    let none = owned == 0 || (!asked && owned * 2 < steps.len());
    match !steps.is_empty() && none && !default_owner(document) && !plan_owner(document) {
        true => vec![Report::absence()],
        false => Vec::new(),
    }
}

/// One person who holds up most of the plan.
pub(super) fn bottleneck(document: &Document) -> Vec<Report> {
    let steps: Vec<&Node> = document.nodes.iter().filter(|n| !n.group).collect();
    let mut held: BTreeMap<&str, usize> = BTreeMap::new();
    for names in steps.iter().filter_map(|n| n.facts.owners.iter().find_map(|o| o.what.names.as_deref())) {
        *held.entry(names.trim()).or_default() += 1;
    }
    let most = held.iter().max_by_key(|(_, count)| **count).filter(|(_, count)| **count * 10 > steps.len() * 6);
    match most {
        Some((name, count)) if steps.len() >= 5 && held.len() > 1 => {
            let report = Report::absence().with("value", count.to_string()).with("other", steps.len().to_string());
            vec![report.with("step", *name)]
        }
        _ => Vec::new(),
    }
}
