//! What the sentence around a bare word does with it: says it, denies it or only imagines it.

use std::ops::Range;

use super::fold::{after_leads, cut};

/// How a sentence stands to what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    Plain,
    /// It denies it, makes it depend on something, or talks about it.
    Other,
}

/// Words that deny a thing, make it depend on another, or talk about it.
const TURNING: [&str; 31] = [
    "not", "no", "never", "cannot", "without", "nor", "neither", "refuse", "if", "unless", "would", "could", "might",
    "may", "should", "when", "once", "until", "before", "rather", "instead", "whether", "or", "write", "say", "use",
    "type", "reply", "answer", "either", "only",
];

/// The same in Chinese and Japanese.
const TURNING_WIDE: [&str; 20] = [
    "不",
    "没",
    "未",
    "若",
    "如果",
    "假如",
    "要是",
    "并非",
    "除非",
    "写",
    "ない",
    "ません",
    "もし",
    "仮に",
    "なら",
    "れば",
    "たら",
    "場合",
    "まで",
    "書",
];

/// The mood of the sentence that ends with `before`.
pub(super) fn mood(before: &str) -> Mood {
    const LONGEST: usize = 400;
    let start =
        (before.len().saturating_sub(LONGEST)..=before.len()).find(|&at| before.is_char_boundary(at)).unwrap_or(0);
    let near = cut(before, start..before.len());
    let sentence = near.rsplit(['.', '!', '?', ';', '。', '！', '？', '；', '\n', ']']).next().unwrap_or_default();
    let mut words = sentence.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’'));
    let turned = words.any(|word| {
        TURNING.iter().any(|known| known.eq_ignore_ascii_case(word)) || word.ends_with("n't") || word.ends_with("n’t")
    });
    if turned || TURNING_WIDE.iter().any(|word| sentence.contains(word)) { Mood::Other } else { Mood::Plain }
}

/// Whether the very word before a marker denies it.
pub(super) fn is_denied(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '*', '_']);
    let ends = |word: &&str| {
        let start = before.len().checked_sub(word.len());
        let found = start.and_then(|start| before.get(start..)).is_some_and(|tail| tail.eq_ignore_ascii_case(word));
        let whole =
            start.and_then(|start| before.get(..start)).is_some_and(|head| !head.ends_with(char::is_alphanumeric));
        found && (whole || !word.is_ascii())
    };
    ["not", "never", "instead of", "rather than", "不是", "并非", "不会是", "不选", "不該是", "不该是"].iter().any(ends)
}

/// Whether what goes on right after a marker denies it, as Japanese does: `[STANCE: AGREE]ではありません`.
pub(super) fn is_denied_after(after: &str) -> bool {
    const FAR: usize = 60;
    let attached = after.starts_with(|c| matches!(c, '\u{3040}'..='\u{309f}' | '\u{4e00}'..='\u{9fff}'));
    let mut sentence =
        after.chars().take(FAR).take_while(|c| !matches!(c, '。' | '！' | '？' | '、' | '，' | '\n' | '['));
    let sentence = if attached { sentence.by_ref().collect::<String>() } else { String::new() };
    ["ない", "ません", "なかった", "かねます", "なら", "れば", "たら", "不可能", "不行", "不成立"]
        .iter()
        .any(|word| sentence.contains(word))
}

/// Whether nothing but Markdown signs and full stops stands on a marker's line beside it.
pub(super) fn is_own_line(text: &str, span: &Range<usize>) -> bool {
    // Signs are few; looking no further keeps a line of a thousand markers from costing their square.
    const FAR: usize = 48;
    let start = (span.start.saturating_sub(FAR)..=span.start).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let near = cut(text, start..span.start);
    let before = match near.rsplit_once('\n') {
        Some((_, before)) => before,
        None if start == 0 => near,
        None => return false,
    };
    let end = (span.end..=text.len().min(span.end + FAR)).rfind(|&at| text.is_char_boundary(at)).unwrap_or(span.end);
    let near = cut(text, span.end..end);
    let after = match near.split_once('\n') {
        Some((after, _)) => after,
        None if end == text.len() => near,
        None => return false,
    };
    let closing = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '.' | '!');
    after_leads(before).is_empty() && after.trim_matches(closing).is_empty()
}
