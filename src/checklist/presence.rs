//! Whether something is said in a material, and not denied, postponed or only named as out of scope.

use super::blocks::{Block, Kind};
use super::denial::denied;
use super::document::Document;
use super::vocabulary::{Role, vocabulary};
use super::word_lists::{Set, set};
use super::words::{Hit, Phrases, length};

/// What each section of a material holds.
#[derive(Debug)]
pub(super) struct Presence<'a> {
    document: &'a Document,
    /// Sections that hold more than a heading, a placeholder or a "none".
    full: Vec<bool>,
}

impl<'a> Presence<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        let sections = &document.all.sections;
        let mut full = vec![false; sections.len()];
        for block in document.blocks().iter().filter(|b| has_substance(b)) {
            full[block.section] = true;
        }
        for index in (1..sections.len()).rev() {
            let parent = sections[index].parent;
            full[parent] |= full[index];
        }
        Self { document, full }
    }

    pub(super) fn is_full(&self, section: usize) -> bool {
        self.full.get(section).copied().unwrap_or(false)
    }

    /// Whether a section of one of the roles is there and holds something.
    pub(super) fn has_section(&self, roles: &[Role]) -> bool {
        let mut sections = self.document.all.sections.iter().enumerate().skip(1);
        let blocks = self.document.blocks();
        !roles.is_empty()
            && (sections.any(|(at, s)| roles.contains(&s.own) && self.is_full(at))
                || blocks.iter().any(|b| has_substance(b) && run_in(b).is_some_and(|role| roles.contains(&role))))
    }

    /// Whether one of the phrases is said and meant.
    pub(super) fn says(&self, phrases: &Phrases) -> bool {
        self.document.blocks().iter().any(|block| {
            let away = matches!(self.document.role(block), Role::Scope | Role::Questions);
            !away && block.kind != Kind::Code && self.means(block, phrases)
        })
    }

    fn means(&self, block: &Block, phrases: &Phrases) -> bool {
        phrases.find(&block.words).iter().any(|hit| match block.kind {
            Kind::Heading => self.is_full(block.section) && !denied(&block.text, &block.words, hit),
            _ => !is_waived(block) && !denied(&block.text, &block.words, hit) && !self.only_named(block, hit),
        })
    }

    /// A label with nothing after it ("Rollback:") in a list or a table's head names a thing without saying it.
    fn only_named(&self, block: &Block, hit: &Hit) -> bool {
        let head = matches!(block.kind, Kind::Row { head: true, .. });
        let alone = hit.words.len() == block.words.len() && block.text.trim_end().ends_with([':', '?']);
        head || (alone && block.is_item() && !self.has_children(block))
    }

    fn has_children(&self, block: &Block) -> bool {
        let blocks = self.document.blocks();
        let at = blocks.partition_point(|b| b.line() <= block.line());
        blocks.get(at).is_some_and(|next| next.parent.is_some() && next.indent > block.indent)
    }
}

/// "None needed; we keep the old tables": what follows tells why there is none.
fn is_waived(block: &Block) -> bool {
    let word = |at| block.words.word(at);
    matches!(word(0), "none" | "not") && matches!(word(1), "needed" | "required" | "necessary")
}

/// The role of a heading that runs into its paragraph: "Back. One line in the configuration."
fn run_in(block: &Block) -> Option<Role> {
    if !matches!(block.kind, Kind::Paragraph) || block.parent.is_some() {
        return None;
    }
    let (head, rest) = block.text.split_once([':', '.'])?;
    let named = head.len() < 50 && length(head) <= 8 && length(rest) > 2;
    named.then(|| vocabulary().role(head))
}

fn has_substance(block: &Block) -> bool {
    match block.kind {
        Kind::Heading => false,
        Kind::Code => true,
        _ => {
            let nothing =
                (0..6.min(block.words.len())).any(|at| set(Set::DenialNothing).at(&block.words, at).is_some());
            let short = block.words.length() <= 14;
            block.words.len() > 0 && !(nothing && short) && !vocabulary().nobody.is(&block.text)
        }
    }
}
