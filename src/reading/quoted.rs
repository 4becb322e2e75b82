//! What stands in quotation marks: said to repeat somebody, so no marker in it is the speaker's own.
//!
//! That holds for a marker directly in quotation marks and, more strictly, for one anywhere inside a closed quotation:
//! in `He wrote "fine by me [STANCE: AGREE]", and I differ.` the stance is his. A mark that is never closed quotes nothing.

use std::ops::Range;

use super::fold::{cut, is_quote};

/// Stretches in quotation marks, in order and apart from each other.
#[derive(Debug, Default)]
pub(super) struct Quoted(Vec<Range<usize>>);

/// Marks that show their direction; a quotation in them may span lines.
const PAIRS: [(char, char); 6] = [('“', '”'), ('„', '“'), ('「', '」'), ('『', '』'), ('«', '»'), ('｢', '｣')];

impl Quoted {
    /// Finds them, in one pass.
    pub(super) fn of(text: &str) -> Self {
        let mut open: [Vec<usize>; PAIRS.len()] = Default::default();
        let mut straight: Option<usize> = None;
        let mut before = ' ';
        let mut found = Vec::new();
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            match c {
                '\n' => straight = None,
                '"' | '＂' => {
                    let after = chars.peek().map_or(' ', |&(_, c)| c);
                    straight = straight_mark(straight, at, c, (before, after), &mut found);
                }
                _ if is_quote(c) => directed(&mut open, at, c, &mut found),
                _ => {}
            }
            before = c;
        }
        Self::merged(text, found)
    }

    fn merged(text: &str, mut found: Vec<Range<usize>>) -> Self {
        // A reply that is quoted as a whole quotes nobody: small models do that.
        let whole = text.len() - text.trim_start().len()..text.trim_end().len();
        found.retain(|range| *range != whole);
        found.sort_unstable_by_key(|range| range.start);
        let mut apart: Vec<Range<usize>> = Vec::with_capacity(found.len());
        for range in found {
            match apart.last_mut() {
                Some(last) if range.start < last.end => last.end = last.end.max(range.end),
                _ => apart.push(range),
            }
        }
        Self(apart)
    }

    /// Whether a place is inside quotation marks.
    pub(super) fn holds(&self, at: usize) -> bool {
        let place = self.0.partition_point(|range| range.end <= at);
        self.0.get(place).is_some_and(|range| range.start <= at)
    }

    /// Whether a range only parts two quotations, the marks beside it being theirs.
    pub(super) fn parts(&self, range: &Range<usize>) -> bool {
        let next = self.0.partition_point(|quotation| quotation.end <= range.start);
        let last = next.checked_sub(1).and_then(|last| self.0.get(last));
        last.is_some_and(|last| last.end == range.start) && self.0.get(next).is_some_and(|next| next.start == range.end)
    }
}

/// A straight mark opens after a blank or a bracket and closes before one; inches do neither.
fn straight_mark(
    open: Option<usize>,
    at: usize,
    c: char,
    (before, after): (char, char),
    found: &mut Vec<Range<usize>>,
) -> Option<usize> {
    match open {
        Some(start) if !after.is_ascii_alphanumeric() => {
            found.push(start..at + c.len_utf8());
            None
        }
        None if !before.is_ascii_alphanumeric() => Some(at),
        unchanged => unchanged,
    }
}

fn directed(open: &mut [Vec<usize>; PAIRS.len()], at: usize, c: char, found: &mut Vec<Range<usize>>) {
    for (waiting, &(opening, closing)) in open.iter_mut().zip(&PAIRS) {
        if c == closing
            && let Some(start) = waiting.pop()
        {
            found.push(start..at + c.len_utf8());
        } else if c == opening {
            waiting.push(at);
        }
    }
}

/// Whether a range is directly enclosed in quotation marks of any kind.
pub(super) fn is_enclosed(text: &str, range: &Range<usize>) -> bool {
    let before = cut(text, 0..range.start).trim_end_matches('*').chars().next_back();
    let after = text.get(range.end..).unwrap_or_default().trim_start_matches(['*', '.', ',', '。']).chars().next();
    before.is_some_and(is_quote) && after.is_some_and(is_quote)
}
