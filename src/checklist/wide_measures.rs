//! What results say of named things in Chinese and Japanese sentences: "错误率为2.1%", "登录测试未通过", "エラー率は3%".

use super::measures::Said;
use super::numbers::Number;
use super::values::{Value, quantity};
use super::word_lists::{Set, set};
use super::words::Words;

/// A name longer than this is a sentence.
const LONGEST: usize = 16;

/// A name without what changes nothing ("本次", "今回の"), its words joined.
pub(super) fn name(raw: &str) -> Option<String> {
    let words = Words::new(raw);
    let mut kept = String::new();
    let mut at = 0;
    while at < words.len() {
        match set(Set::MeasureDropped).at(&words, at) {
            Some(end) => at = end,
            None => {
                let narrow = |text: &str| text.ends_with(|c: char| c.is_ascii_alphanumeric());
                if narrow(&kept) && words.word(at).starts_with(|c: char| c.is_ascii_alphanumeric()) {
                    kept.push(' ');
                }
                kept.push_str(words.word(at));
                at += 1;
            }
        }
    }
    let words = Words::new(&kept);
    let digits = kept.bytes().all(|b| b.is_ascii_digit());
    let fits = words.len() >= 2 && words.len() <= LONGEST && !digits && !set(Set::MeasureVague).is(&kept);
    fits.then_some(kept)
}

/// What a sentence says: measured values, or else a verdict.
pub(super) fn prose(sentence: &str, words: &Words, numbers: &[Number], line: u32) -> Vec<Said> {
    let found: Vec<Said> =
        numbers.iter().take(8).filter_map(|number| measured(sentence, words, number, line)).collect();
    match found.is_empty() && words.length() <= 24 {
        true => judged(sentence, words, line).into_iter().collect(),
        false => found,
    }
}

fn measured(sentence: &str, words: &Words, number: &Number, line: u32) -> Option<Said> {
    let mut end = number.words.start;
    while let Some(at) = closing(Set::MeasureTail, words, end) {
        end = at;
    }
    let copula = closing(Set::MeasureCopula, words, end)?;
    let from = clause_start(sentence, words, copula);
    if set(Set::Target).any_in(words, from..copula) || set(Set::Condition).any_in(words, from..copula) {
        return None;
    }
    let name = name(sentence.get(words.span(from).start..words.span(copula).start)?)?;
    let value = quantity(sentence, words, number)?;
    Some(Said { name, value, text: sentence.get(number.bytes.clone())?.trim().to_owned(), line })
}

/// Where the longest phrase that ends before the word at `end` begins.
fn closing(wanted: Set, words: &Words, end: usize) -> Option<usize> {
    (end.saturating_sub(4)..end).find(|&at| set(wanted).at(words, at) == Some(end))
}

/// "登录测试未通过", "不建议本周上线".
fn judged(sentence: &str, words: &Words, line: u32) -> Option<Said> {
    let verdict = |at: usize| match (set(Set::MeasureBad).at(words, at), set(Set::MeasureGood).at(words, at)) {
        (Some(bad), good) if good.is_none_or(|good| good <= bad) => Some((bad, false)),
        (_, Some(good)) => Some((good, !denied_after(words, good))),
        _ => None,
    };
    let (at, (end, good)) = (0..words.len()).find_map(|at| Some((at, verdict(at)?)))?;
    let sided = set(Set::MeasureSide).begins(words, at);
    let from = clause_start(sentence, words, at);
    let after = (end..words.len()).find(|&w| cuts(sentence, words, w)).map_or(words.len(), |w| w + 1);
    // "不建议上线": what is judged stands behind.
    let range = match sided && after > end {
        true => words.span(end).start..words.span(after - 1).end,
        false => words.span(from).start..words.span(at).start,
    };
    let name = name(sentence.get(range)?.trim_end_matches(['は', 'が', 'を', 'に', 'と', 'も', '已', '均', ' ']))?;
    let text = sentence.get(words.span(from).start..words.span(after - 1).end)?.to_owned();
    Some(Said { name, value: Value::Verdict(good), text, line })
}

/// "推奨はできない", "合格ではない".
fn denied_after(words: &Words, end: usize) -> bool {
    (end..(end + 4).min(words.len())).any(|at| set(Set::DenialWideAfter).begins(words, at))
}

fn cuts(text: &str, words: &Words, word: usize) -> bool {
    let gap = text.get(words.span(word).end..words.span(word + 1).start).unwrap_or(".");
    gap.contains(['.', ',', ';', ':', '(', ')', '\u{2014}', '!', '?', '\n'])
}

fn clause_start(text: &str, words: &Words, end: usize) -> usize {
    let mut from = end;
    while from > 0 && end - from < LONGEST + 4 && !cuts(text, words, from - 1) {
        from -= 1;
    }
    from
}
