//! What results say about the same thing: labelled quantities and verdicts.

use super::blocks::{Block, Kind};
use super::changes;
use super::numbers::{Number, numbers};
use super::values::{Value, quantity, value, verdict, written};
use super::wide_measures;
use super::word_lists::{Set, set};
use super::words::{Words, has_wide, length};

/// Something said about a named thing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Said {
    pub(super) name: String,
    pub(super) value: Value,
    /// As written.
    pub(super) text: String,
    pub(super) line: u32,
}

/// Everything a block says about named things.
pub(super) fn said(block: &Block, head: Option<&[String]>) -> Vec<Said> {
    match block.kind {
        Kind::Row { head: false, .. } => row(block, head.unwrap_or(&[])),
        Kind::Item(_) | Kind::Paragraph | Kind::Quote => text(block),
        _ => Vec::new(),
    }
}

/// A name without articles and the like, its words in order.
pub(super) fn name(raw: &str) -> Option<String> {
    if has_wide(raw) {
        return wide_measures::name(raw);
    }
    let words = Words::new(raw);
    let kept: Vec<&str> = (0..words.len())
        .map(|w| words.word(w))
        .filter(|w| !set(Set::MeasureDropped).has(w))
        .map(|w| w.strip_suffix('s').filter(|s| s.len() > 3 && !s.ends_with('s')).unwrap_or(w))
        .collect();
    let vague = kept.len() == 1
        && kept
            .first()
            .is_some_and(|w| set(Set::MeasureVague).has(w) || w.len() < 3 || w.bytes().all(|b| b.is_ascii_digit()));
    (!kept.is_empty() && kept.len() <= 6 && !vague).then(|| kept.join(" "))
}

fn row(block: &Block, head: &[String]) -> Vec<Said> {
    let cells = block.cells();
    let Some(label) = cells.first() else {
        return Vec::new();
    };
    let pair = cells.len() == 2;
    let value = |(at, cell): (usize, &&str)| {
        let column = head.get(at).map_or("", String::as_str);
        let name = name(&if pair { (*label).to_owned() } else { format!("{label} {column}") })?;
        let value = value(cell)?;
        Some(Said { name, value, text: (*cell).to_owned(), line: block.line() })
    };
    cells.iter().enumerate().skip(1).take(12).filter_map(value).collect()
}

fn text(block: &Block) -> Vec<Said> {
    let mut found = Vec::new();
    let mut offset = 0;
    for part in block.text.split_inclusive(['\n', ';']) {
        let line = block.line_at(offset);
        offset += part.len();
        let mut from = 0;
        for sentence in super::numbers::sentences(part) {
            let sentence = &part[sentence];
            from += sentence.len();
            let labelled = sentence.split_once([':', '=']).filter(|(l, _)| l.len() < 60 && length(l) <= 6);
            let told = labelled.and_then(|(label, rest)| {
                Some(Said { name: name(label)?, value: value(rest)?, text: shown(rest), line })
            });
            let listed = labelled.map(|(label, rest)| match has_wide(rest) {
                true => wide_measures::listed(label, rest, line),
                false => changes::listed(label, rest, line),
            });
            let listed = listed.unwrap_or_default();
            let advised = labelled.and_then(|(label, rest)| changes::recommended(label, rest, line));
            match told.or(advised) {
                _ if listed.len() > 1 => found.extend(listed),
                Some(said) => found.push(said),
                None if !listed.is_empty() => found.extend(listed),
                None => found.extend(prose(sentence, line)),
            }
        }
        debug_assert!(from <= part.len());
    }
    found
}

fn shown(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', ';', ',']);
    text.chars().take(60).collect()
}

/// "The error rate is 2.1 %", "the login test failed".
fn prose(sentence: &str, line: u32) -> Vec<Said> {
    let words = Words::new(sentence);
    let numbers = numbers(sentence, &words);
    if words.has_wide() {
        return wide_measures::prose(sentence, &words, &numbers, line);
    }
    if let Some(said) = changes::moved(sentence, &words, line).or_else(|| changes::advised(sentence, &words, line)) {
        return vec![said];
    }
    let turned = changes::turned(sentence, &words, line).filter(|_| numbers.is_empty());
    if let Some(said) = turned {
        return vec![said];
    }
    let found: Vec<Said> =
        numbers.iter().take(8).filter_map(|number| measured(sentence, &words, number, line)).collect();
    match found.is_empty() && words.len() <= 16 {
        true => judged(sentence, &words, line).into_iter().collect(),
        false => found,
    }
}

/// "The error rate is 2.1 %".
fn measured(sentence: &str, words: &Words, number: &Number, line: u32) -> Option<Said> {
    let start = number.words.start;
    let links = |w: &usize| set(Set::MeasureCopula).at(words, *w).is_some_and(|end| end <= start);
    let copula = (start.saturating_sub(3)..start).rev().find(links)?;
    let from = name_start(sentence, words, copula);
    if (from.saturating_sub(3)..start).any(|w| matches!(words.word(w), "target" | "goal" | "should" | "must" | "if")) {
        return None;
    }
    let name = name(sentence.get(words.span(from).start..words.span(copula).start)?)?;
    let value = quantity(sentence, words, number)?;
    let text = written(sentence, number).to_owned();
    Some(Said { name, value, text, line })
}

/// "The login test failed".
fn judged(sentence: &str, words: &Words, line: u32) -> Option<Said> {
    let says = |w: &usize| [Set::MeasureGood, Set::MeasureBad].iter().any(|s| set(*s).at(words, *w).is_some());
    let at = (1..words.len()).find(says)?;
    let verb = |w: &usize| matches!(words.word(*w), "is" | "are" | "was" | "were" | "has" | "have" | "did" | "does");
    let end = (at.saturating_sub(2)..at).find(verb).unwrap_or(at);
    let from = name_start(sentence, words, end);
    let name = name(sentence.get(words.span(from).start..words.span(end).start)?)?;
    let good = verdict(words, end..at + 1).filter(|_| name.contains(' ') || name.len() > 4)?;
    let text = sentence.get(words.span(at).start..)?.split([',', ';', '.']).next().unwrap_or("").to_owned();
    Some(Said { name, value: Value::Verdict(good), text, line })
}

/// Where the name before a verb begins: at most five words, within the clause.
pub(super) fn name_start(sentence: &str, words: &Words, end: usize) -> usize {
    let mut from = end;
    while from > 0 && end - from < 5 {
        let gap = sentence.get(words.span(from - 1).end..words.span(from).start).unwrap_or(",");
        if gap.contains([',', ';', ':', '(', ')', '.', '—'])
            || matches!(words.word(from - 1), "that" | "and" | "but" | "while" | "because" | "which" | "so")
        {
            break;
        }
        from -= 1;
    }
    from
}
