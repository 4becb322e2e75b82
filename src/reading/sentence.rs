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
const TURNING: [&str; 48] = [
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
];

/// The same in Chinese and Japanese.
const TURNING_WIDE: [&str; 43] = [
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
];

/// The mood of the sentence that ends with `before`.
pub(super) fn mood(before: &str) -> Mood {
    const LONGEST: usize = 400;
    let start =
        (before.len().saturating_sub(LONGEST)..=before.len()).find(|&at| before.is_char_boundary(at)).unwrap_or(0);
    let near = cut(before, start..before.len());
    mood_in(near.rsplit(|c| is_end(c) || matches!(c, '\n' | ']')).next().unwrap_or_default())
}

/// The mood of the sentence that a text begins with.
pub(super) fn mood_of(text: &str) -> Mood {
    let sentence = first_sentence(text);
    let asked = text.get(sentence.len()..).is_some_and(|rest| rest.starts_with(['?', '？']));
    if asked { Mood::Other } else { mood_in(sentence) }
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

fn first_sentence(text: &str) -> &str {
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

/// Whether a sentence that follows takes back what was just said: "Never.", "I will not.", "Not on these data."
pub(super) fn takes_back(text: &str) -> bool {
    let sentence = first_sentence(text);
    takes_back_words(sentence) || takes_back_signs(sentence)
}

fn takes_back_words(sentence: &str) -> bool {
    const NOT: [&str; 6] = ["not", "never", "cannot", "refuse", "decline", "wont"];
    const YIELDING: [&str; 13] = [
        "concede",
        "concession",
        "yield",
        "surrender",
        "give",
        "giving",
        "accept",
        "agree",
        "write",
        "say",
        "use",
        "option",
        "happen",
    ];
    const SMALL: [&str; 24] = [
        "i", "we", "will", "would", "do", "shall", "can", "could", "is", "it", "that", "this", "to", "so", "at", "all",
        "ever", "yet", "now", "here", "today", "my", "side", "no",
    ];
    let is_any = |word: &str, known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    let denies = |word: &str| is_any(word, &NOT) || is_nt(word);
    let mut first = words(sentence);
    match (first.next(), first.next()) {
        (Some(word), _) if is_any(word, &["not", "never", "nope", "nah", "none", "hardly"]) => return true,
        // "No objections remain" takes nothing back.
        (Some(word), next) if is_any(word, &["no"]) => {
            let alone =
                sentence.trim_start().get(word.len()..).is_none_or(|rest| rest.starts_with([',', ':', '-', '—']));
            return alone || next.is_none_or(|next| is_any(next, &["way", "chance", "i", "we", "thanks"]));
        }
        _ => {}
    }
    let Some(at) = words(sentence).position(denies) else { return false };
    let yields = words(sentence).skip(at + 1).take(3).any(|word| is_any(word, &YIELDING));
    yields || words(sentence).all(|word| denies(word) || is_any(word, &SMALL))
}

fn takes_back_signs(sentence: &str) -> bool {
    const OPENING: [&str; 26] = [
        "不会",
        "不會",
        "不行",
        "不可能",
        "不是",
        "不，",
        "没门",
        "没有",
        "绝不",
        "絕不",
        "决不",
        "从不",
        "还不",
        "还没",
        "并不",
        "否",
        "休想",
        "拒绝",
        "いいえ",
        "いえ、",
        "いや",
        "まさか",
        "まだ",
        "しません",
        "しない",
        "絶対",
    ];
    const HOLDING: [&str; 24] = [
        "不认",
        "不認",
        "不会认",
        "不让",
        "不会让",
        "不放弃",
        "不同意",
        "不接受",
        "不能接受",
        "不写",
        "不会写",
        "不会放弃",
        "拒绝",
        "はしません",
        "降参しません",
        "譲歩しません",
        "同意しません",
        "同意できません",
        "認めません",
        "認めない",
        "譲りません",
        "譲らない",
        "書きません",
        "拒否",
    ];
    let sentence = sentence.trim();
    OPENING.iter().any(|word| sentence.starts_with(word))
        || sentence == "不"
        || HOLDING.iter().any(|word| sentence.contains(word))
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
