//! Whether what is said is denied where it stands: "no rollback", "回滚方案待定", "ロールバックはできない".

use super::word_lists::{Set, set};
use super::words::{Hit, Words};

/// Whether what was found is denied where it stands.
pub(super) fn denied(text: &str, words: &Words, hit: &Hit) -> bool {
    // "The change cannot be rolled back" has its "cannot" between "change" and "back".
    let mut inside = hit.words.clone();
    let narrow = inside.any(|w| set(Set::DenialBefore).has(words.word(w)))
        || before(text, words, hit)
        || after(text, words, hit);
    narrow || (words.has_wide() && wide(text, words, hit))
}

fn cuts(text: &str, words: &Words, word: usize, marks: &[char]) -> bool {
    text.get(words.span(word).end..words.span(word + 1).start).is_none_or(|gap| gap.contains(marks))
}

fn before(text: &str, words: &Words, hit: &Hit) -> bool {
    let from = hit.words.start.saturating_sub(6);
    for at in (from..hit.words.start).rev() {
        if cuts(text, words, at, &['.', ';', ',', '(', ')', '—', '|', '!', '?']) {
            return false;
        }
        let word = words.word(at);
        if set(Set::DenialBefore).has(word) || (word == "of" && words.word(at.wrapping_sub(1)) == "instead") {
            // "Do not start without a rollback" asks for one.
            let asked = word == "without"
                && (at.saturating_sub(6)..at)
                    .any(|w| matches!(words.word(w), "not" | "never" | "don't" | "no" | "nobody" | "cannot"));
            return !asked;
        }
        if !set(Set::DenialBetween).has(word) {
            // One or two other words may stand between "no" and its noun ("no documented database rollback").
            let noun =
                (at.saturating_sub(2)..at).any(|w| matches!(words.word(w), "no" | "without" | "lacks" | "missing"));
            if !noun || cuts(text, words, at.saturating_sub(1), &['.', ';', ',', '(', ':', '—', '|']) {
                return false;
            }
        }
    }
    false
}

fn after(text: &str, words: &Words, hit: &Hit) -> bool {
    for at in hit.words.end..(hit.words.end + 6).min(words.len()) {
        if cuts(text, words, at - 1, &['.', ';', ',', '(', '|', '!', '?']) {
            return false;
        }
        if set(Set::DenialAfter).at(words, at).is_some() {
            return true;
        }
        if matches!(words.word(at), "if" | "when" | "until" | "after" | "before" | "by" | "to" | "and") {
            return false;
        }
    }
    false
}

/// How many wide characters before and after what is said may deny it.
const BEFORE: usize = 10;
const AFTER: usize = 22;

/// Scripts without spaces: a denial in the same clause, unless the clause says when or what else.
fn wide(text: &str, words: &Words, hit: &Hit) -> bool {
    let ends = ['.', ';', ',', '(', ')', '|', '!', '?', '「', '」', '\u{2014}'];
    let from = hit.words.start.saturating_sub(BEFORE);
    let lead = (from..hit.words.start)
        .rev()
        .take_while(|&at| !cuts(text, words, at, &ends) && !set(Set::DenialEnds).begins(words, at));
    for at in lead {
        let Some(end) = set(Set::DenialWideBefore).at(words, at).filter(|end| *end <= hit.words.start) else {
            continue;
        };
        // "不得没有回滚" asks for one.
        let twice = (at.saturating_sub(3)..at).any(|w| set(Set::DenialTwice).at(words, w).is_some());
        let between = end..hit.words.start;
        let behind =
            (hit.words.end..(hit.words.end + AFTER).min(words.len())).take_while(|&w| !cuts(text, words, w - 1, &ends));
        let twice = twice || behind.into_iter().any(|w| set(Set::DenialTwice).begins(words, w));
        return !twice && between.into_iter().all(|w| !set(Set::DenialEnds).begins(words, w));
    }
    let mut at = hit.words.end;
    while at < (hit.words.end + AFTER).min(words.len()) {
        // A colon leads to what the label says: "回滚：无".
        if at > 0 && cuts(text, words, at - 1, &['.', ';', ',', '|', '!', '?', '\n']) {
            return false;
        }
        if let Some(end) = set(Set::DenialWideAfter).at(words, at) {
            return !set(Set::DenialEnds).begins(words, end);
        }
        if set(Set::DenialEnds).begins(words, at) {
            return false;
        }
        at += 1;
    }
    false
}
