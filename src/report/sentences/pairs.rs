//! Quotations and asides in a passage, within which no sentence of the speaker's ends.

use std::ops::Range;

/// What opens and closes a quotation or an aside, within which no sentence of the speaker's ends.
const PAIRS: [(char, char); 11] = [
    ('"', '"'),
    ('“', '”'),
    ('(', ')'),
    ('（', '）'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
    ('〈', '〉'),
    ('【', '】'),
    ('［', '］'),
    ('«', '»'),
];
/// Pairs within pairs are followed so deep.
const DEEPEST: usize = 16;

/// From where to where the outermost quotations and asides go, up to what closes them; those that nothing closes are none.
pub(super) fn pairs(passage: &str) -> Vec<Range<usize>> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut pairs: Vec<Range<usize>> = Vec::new();
    for (at, c) in passage.char_indices() {
        if let Some(depth) = open.iter().rposition(|(close, _)| *close == c) {
            pairs.extend(open.drain(depth..).next().map(|(_, from)| from..at));
        } else if let Some((_, close)) = PAIRS.iter().find(|(first, _)| *first == c).filter(|_| open.len() < DEEPEST) {
            open.push((*close, at));
        }
    }
    pairs.sort_by_key(|pair| pair.start);
    let mut end = 0;
    pairs.retain(|pair| {
        pair.start >= end && {
            end = pair.end;
            true
        }
    });
    pairs
}
