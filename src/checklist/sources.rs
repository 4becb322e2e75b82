//! Which blocks of a material are covered by a source named in or near them.

use super::blocks::{Block, Kind};
use super::document::Document;
use super::numbers::sourced;
use super::word_lists::{Set, set};
use super::words::{Words, has_wide};

/// For each block, whether a source covers its numbers.
pub(super) fn covered(document: &Document) -> Vec<bool> {
    let blocks = document.blocks();
    let own: Vec<bool> = blocks.iter().map(sourced).collect();
    let for_all = |(block, own): (&Block, &bool)| {
        (*own || block.text.contains(" from ")) && set(Set::SourceAllFrom).any(&block.words)
    };
    if blocks.iter().zip(&own).any(for_all) {
        return vec![true; blocks.len()];
    }
    // Sources within a block are weighed sentence by sentence where its numbers are read.
    let mut covered = vec![false; blocks.len()];
    let mut intro: Option<usize> = None;
    let mut column: Option<usize> = None;
    let mut stated: Option<usize> = None;
    for (index, block) in blocks.iter().enumerate() {
        let names = begins_with_source(&block.text);
        if let Some(parent) = block.parent {
            covered[index] |= own[parent];
            covered[parent] |= own[index] && names;
        }
        // "数据来源：…" above the figures of its section speaks for them.
        covered[index] |= stated == Some(block.section);
        if names && has_wide(&block.text) {
            stated = Some(block.section);
        }
        match &block.kind {
            // "According to the March report:" speaks for the list under it.
            Kind::Paragraph | Kind::Quote => {
                intro = (own[index] && block.text.trim_end().ends_with(':')).then_some(block.section);
                if names && index > 0 && blocks[index - 1].section == block.section {
                    covered[index - 1] = true;
                }
            }
            Kind::Item(_) => covered[index] |= intro == Some(block.section),
            Kind::Row { head: true, .. } => {
                column = block.cells().iter().position(|cell| set(Set::SourceColumns).is(cell));
            }
            Kind::Row { head: false, .. } => {
                let filled = |cell: &&str| cell.chars().any(char::is_alphanumeric);
                covered[index] |= column.is_some_and(|at| block.cells().get(at).is_some_and(filled));
            }
            _ => {}
        }
    }
    covered
}

fn begins_with_source(text: &str) -> bool {
    if has_wide(text) {
        let head = text.split_once(':').map_or("", |(head, _)| head);
        return head.len() < 60 && set(Set::SourceStart).any(&Words::new(head));
    }
    let head: String =
        text.trim_start_matches(['(', '[', '-', ' ']).chars().take(8).collect::<String>().to_ascii_lowercase();
    head.starts_with("source")
        || head.starts_with("ref:")
        || head.starts_with("referenc")
        || head.starts_with("see ")
        || head.starts_with("based on")
        || head.starts_with("measured")
        || head.starts_with("evidence")
}
