//! The outline of a text: which headings hold others, and which are steps by their number.

use std::collections::HashMap;

use super::sections::Section;
use super::vocabulary::Role;

/// Counts over the headings beside each other.
#[derive(Debug, Default)]
pub(super) struct Outline {
    children: Vec<bool>,
    /// For the headings of one level under one parent: how many are numbered, and whether those number a document's parts.
    beside: HashMap<(usize, u8), (usize, bool)>,
}

impl Outline {
    pub(super) fn new(sections: &[Section]) -> Self {
        let mut outline = Self { children: vec![false; sections.len()], beside: HashMap::new() };
        for section in sections.iter().skip(1) {
            if let Some(has) = outline.children.get_mut(section.parent) {
                *has = true;
            }
            if section.number.is_some() {
                let beside = outline.beside.entry((section.parent, section.level)).or_default();
                beside.0 += 1;
                beside.1 |=
                    matches!(section.own, Role::Goals | Role::Risk | Role::Info | Role::Scope | Role::Questions);
            }
        }
        outline
    }

    pub(super) fn has_children(&self, section: usize) -> bool {
        self.children.get(section).copied().unwrap_or(false)
    }

    /// Whether a heading is a step by its number: "Step 3", or one of several numbered parts of the work.
    pub(super) fn is_step_heading(&self, sections: &[Section], index: usize) -> bool {
        let Some(section) = sections.get(index).filter(|_| index > 0) else {
            return false;
        };
        let above = sections.get(section.parent).map_or(Role::Unknown, |s| s.role);
        if !matches!(above, Role::Unknown | Role::Steps | Role::Info) {
            return false;
        }
        if section.is_numbered_work() || (section.number.is_some() && above == Role::Steps) {
            return true;
        }
        // Numbered headings of a document ("1. Background, 2. Goals") number its parts, not the work.
        let beside = self.beside.get(&(section.parent, section.level));
        section.number.is_some() && beside.is_some_and(|(numbered, parts)| *numbered > 1 && !parts)
    }
}
