//! References where nothing else can stand: after a label, or in a column of a table.

use std::sync::LazyLock;

use super::pattern::Pattern;
use super::references::{Reference, Target, Way, in_text, list, parts};
use super::vocabulary::{Label, vocabulary};
use super::wide_references;
use super::words::Words;

macro_rules! letter {
    () => {
        r"(?:步骤|任务|工序|手順|ステップ|作業|工程|タスク)?[ ]*([A-Z])[ ]*(?:完成之后|完成后|完成|之后|后|完了後|完了|の後|後)?"
    };
}
static LETTER: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(letter!()));
static LETTERS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!("^", letter!(), r"(?:[ ]*(?:,|;|/|&|\+|・|和|与|及|と|and)[ ]*", letter!(), ")*$"))
});

/// References in the value of a label or the cell of a table, which names nothing else.
pub(super) fn in_value(value: &str, offset: usize, way: Way) -> Vec<Reference> {
    let trimmed = value.trim_matches([' ', '.', '(', ')', '\n']);
    let dashes = trimmed.chars().all(|c| !c.is_alphanumeric());
    if dashes || vocabulary().nothing.is(trimmed) {
        return Vec::new();
    }
    let letters = by_letters(trimmed, offset, way);
    if !letters.is_empty() {
        return letters;
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

/// "A", "A、C", "步骤B完成后": steps whose ids are letters, and nothing else.
fn by_letters(value: &str, offset: usize, way: Way) -> Vec<Reference> {
    let found = LETTER.captures_iter(value).filter_map(|m| m.get(1));
    let id = |m: regex::Match<'_>| {
        let target = Target::Id { word: None, id: m.as_str().to_owned() };
        Reference { target, way, offset: offset + m.start() }
    };
    if LETTERS.is_match(value) { found.map(id).collect() } else { Vec::new() }
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
