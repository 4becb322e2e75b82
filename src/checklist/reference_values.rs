//! References where nothing else can stand: after a label, or in a column of a table.

use super::references::{Reference, Way, in_text, list, parts};
use super::vocabulary::{Label, vocabulary};
use super::wide_references;
use super::words::Words;

/// References in the value of a label or the cell of a table, which names nothing else.
pub(super) fn in_value(value: &str, offset: usize, way: Way) -> Vec<Reference> {
    let trimmed = value.trim_matches([' ', '.', '(', ')', '\n']);
    let dashes = trimmed.chars().all(|c| !c.is_alphanumeric());
    if dashes || vocabulary().nothing.is(trimmed) {
        return Vec::new();
    }
    let mut found = wide_references::in_value(value, offset, way);
    if !found.is_empty() {
        return found;
    }
    let mut from = 0;
    for piece in trimmed.split_inclusive([',', ';', '・']) {
        let at = offset + value.find(trimmed).unwrap_or(0) + from;
        from += piece.len();
        let piece = piece.trim_end_matches([',', ';', '・']);
        let ids = list(piece, 0, true, way);
        if ids.is_empty() {
            found.extend(by_name(piece, at, way));
        }
        found.extend(ids.into_iter().map(|r| Reference { offset: at + r.offset, ..r }));
    }
    found
}

fn by_name(piece: &str, offset: usize, way: Way) -> Vec<Reference> {
    let words = Words::new(piece);
    let inner = in_text(piece, &words, 0..words.len());
    if !inner.is_empty() {
        return inner.into_iter().map(|r| Reference { offset: offset + r.offset, ..r }).collect();
    }
    let name = piece.trim().trim_matches('"').to_owned();
    let needed = vocabulary().label_set(Label::Needs);
    if words.len() == 0 || name.len() >= 100 || needed.is_some_and(|set| set.is(&name)) {
        return Vec::new();
    }
    parts(&name, offset, way)
}
