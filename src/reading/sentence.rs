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

/// Words that deny a thing, put it off, make it depend on another, or talk about it.
const TURNING: [&str; 52] = [
    "not",
    "no",
    "never",
    "cannot",
    "without",
    "nor",
    "neither",
    "refuse",
    "if",
    "unless",
    "would",
    "could",
    "might",
    "may",
    "should",
    "when",
    "once",
    "until",
    "before",
    "rather",
    "instead",
    "whether",
    "or",
    "write",
    "say",
    "use",
    "type",
    "reply",
    "either",
    "only",
    "nope",
    "nah",
    "none",
    "false",
    "hardly",
    "nothing",
    "nobody",
    "impossible",
    "reject",
    "decline",
    "early",
    "premature",
    "yet",
    "later",
    "demand",
    "demands",
    "wants",
    "wrong",
    "ought",
    "question",
    "undecided",
    "nonsense",
];

/// The same in Chinese and Japanese.
const TURNING_WIDE: [&str; 48] = [
    "不",
    "没",
    "沒",
    "未",
    "若",
    "如果",
    "假如",
    "要是",
    "除非",
    "只要",
    "一旦",
    "写",
    "拒",
    "太早",
    "过早",
    "尚早",
    "早す",
    "应该",
    "应当",
    "應該",
    "理应",
    "否",
    "别想",
    "说：",
    "说，",
    "と言",
    "言え",
    "ない",
    "ません",
    "いいえ",
    "いや",
    "もし",
    "仮に",
    "なら",
    "れば",
    "たら",
    "場合",
    "まで",
    "まだ",
    "べき",
    "無理",
    "書",
    "❌",
    "休想",
    "免谈",
    "断り",
    "断る",
    "結構",
];

/// The mood of the sentence that ends with `before`.
pub(super) fn mood(before: &str) -> Mood {
    const LONGEST: usize = 400;
    let start =
        (before.len().saturating_sub(LONGEST)..=before.len()).find(|&at| before.is_char_boundary(at)).unwrap_or(0);
    let near = cut(before, start..before.len());
    mood_in(near.rsplit(|c| is_end(c) || matches!(c, '\n' | ']')).next().unwrap_or_default())
}

/// The mood of the sentence that a text begins with; a word alone, such as "TBD", gives no reason for anything.
pub(super) fn mood_of(text: &str) -> Mood {
    let sentence = first_sentence(text);
    let asked = cut(text, sentence.len()..text.len()).starts_with(['?', '？']);
    if asked || is_fragment(sentence) { Mood::Other } else { mood_in(sentence) }
}

fn is_fragment(sentence: &str) -> bool {
    let signs = sentence.chars().filter(|c| c.is_alphanumeric() && c.len_utf8() == 3).count();
    (1..4).contains(&signs) || (signs == 0 && words(sentence).count() == 1)
}

fn mood_in(sentence: &str) -> Mood {
    let turned =
        words(sentence).any(|word| TURNING.iter().any(|known| known.eq_ignore_ascii_case(word)) || is_nt(word));
    if turned || TURNING_WIDE.iter().any(|word| sentence.contains(word)) { Mood::Other } else { Mood::Plain }
}

/// Whether a sentence ends with this sign.
pub(super) const fn is_end(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ';' | '…' | '。' | '！' | '？' | '；' | '．' | '｡')
}

/// The sentence that a text begins with, without its end.
pub(super) fn first_sentence(text: &str) -> &str {
    text.split(|c| is_end(c) || c == '\n').next().unwrap_or_default()
}

/// The words of a sentence.
pub(super) fn words(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')).filter(|word| !word.is_empty())
}

/// Whether a word is a verb with its denial: "don't".
pub(super) fn is_nt(word: &str) -> bool {
    ["n't", "n’t"].iter().any(|end| word.to_lowercase().ends_with(end))
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
