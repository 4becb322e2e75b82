//! What the words right beside a marker with a value do with it: whether they deny it.

use super::{
    fold::cut,
    sentence::{is_end, is_nt, words},
};

/// Whether the words right before a marker deny it: "not [STANCE: AGREE]", "I will not write [STANCE: AGREE]".
pub(super) fn is_denied(before: &str) -> bool {
    const SAYING: [&str; 16] = [
        "write", "say", "put", "use", "give", "be", "choose", "vote", "select", "pick", "for", "with", "a", "an",
        "the", "to",
    ];
    const SAYING_WIDE: [&str; 9] = ["写", "填", "投", "选", "選", "给", "用", "说", "出"];
    const NOT_WIDE: [&str; 10] = ["不", "不会", "不會", "不能", "不愿", "不想", "拒绝", "无法", "没", "没有"];
    let mut before = before.trim_end_matches([' ', '*', '_']);
    for _ in 0..3 {
        let word = SAYING.iter().find(|word| ends_with_word(before, word));
        before =
            word.map_or(before, |word| cut(before, 0..before.len() - word.len())).trim_end_matches([' ', '*', '_']);
    }
    let said = SAYING_WIDE.iter().find_map(|word| before.strip_suffix(word));
    let last = before.rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')).next().unwrap_or_default();
    is_nt(last)
        || ["not", "never", "cannot", "refuse", "decline", "instead of", "rather than"]
            .iter()
            .any(|word| ends_with_word(before, word))
        || ["不是", "并非", "不会是", "不选", "不該是", "不该是", "拒绝"].iter().any(|word| before.ends_with(word))
        || said.is_some_and(|said| NOT_WIDE.iter().any(|word| said.ends_with(word)))
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let start = text.len().checked_sub(word.len());
    let parts = start.and_then(|start| text.split_at_checked(start));
    parts.is_some_and(|(head, tail)| tail.eq_ignore_ascii_case(word) && !head.ends_with(char::is_alphanumeric))
}

/// Whether what goes on right after a marker denies it: "[STANCE: AGREE] is not my position", "[STANCE: AGREE]ではありません".
pub(super) fn is_denied_after(after: &str) -> bool {
    const FAR: usize = 60;
    let bare = after.trim_start_matches([' ', '\t', '\u{3000}', '*', '_', '~']);
    if bare.starts_with(['?', '？']) {
        return true;
    }
    let far = bare.char_indices().nth(FAR).map_or(bare.len(), |(at, _)| at);
    let near = cut(bare, 0..far);
    let clause = near
        .split(|c| is_end(c) || matches!(c, '、' | '，' | ',' | '\n' | '[' | '【' | '［'))
        .next()
        .unwrap_or_default();
    if clause.starts_with(|c: char| c.is_ascii_lowercase()) {
        return denies_as_verb(clause);
    }
    let denied = ["ない", "ません", "なかった", "かねます", "なら", "れば", "たら", "不可能", "不行", "不成立"];
    let attached = bare.len() == after.len() && clause.starts_with(is_sign);
    ((attached || opens_with_particle(clause)) && denied.iter().any(|word| clause.contains(word)))
        || denies_as_copula(clause)
}

fn is_sign(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{309f}' | '\u{4e00}'..='\u{9fff}')
}

/// Whether English goes on with the marker as its subject, and denies or only imagines it.
fn denies_as_verb(clause: &str) -> bool {
    const VERBS: [&str; 13] =
        ["is", "was", "are", "has", "does", "do", "did", "can", "cannot", "will", "shall", "must", "should"];
    const DENYING: [&str; 20] = [
        "not",
        "cannot",
        "no",
        "never",
        "nothing",
        "neither",
        "wrong",
        "false",
        "impossible",
        "premature",
        "early",
        "incorrect",
        "mistaken",
        "out",
        "off",
        "too",
        "hardly",
        "unacceptable",
        "absurd",
        "inappropriate",
    ];
    let is_any = |word: &str, known: &[&str]| known.contains(&word);
    let first = words(clause).next().unwrap_or_default();
    let imagined = is_any(first, &["would", "could", "might"]);
    let denied = words(clause).any(|word| is_any(word, &DENYING) || is_nt(word));
    imagined || (denied && (is_any(first, &VERBS) || is_nt(first)))
}

/// Whether Japanese goes on with the marker as part of its sentence; a particle that opens a word of its own does not.
fn opens_with_particle(clause: &str) -> bool {
    let topic = clause.strip_prefix('は').and_then(|rest| rest.chars().next());
    topic.is_some_and(|c| !matches!(c, '\u{3040}'..='\u{309f}') || matches!(c, 'な' | 'あ' | 'し' | 'で'))
        || ["では", "じゃ", "とは", "という", "とい", "と思", "と書", "と言", "にはな", "には", "を"]
            .iter()
            .any(|particle| clause.starts_with(particle))
}

/// Whether Chinese or Japanese says right away what the marker is not.
fn denies_as_copula(clause: &str) -> bool {
    [
        "不是",
        "并不",
        "並不",
        "并非",
        "並非",
        "不代表",
        "不成立",
        "不能代表",
        "不该",
        "不应",
        "不對",
        "不对",
        "是错",
        "是錯",
        "是不",
        "是误",
        "有误",
        "还太早",
        "还为时",
        "为时过早",
        "太早",
        "は誤り",
        "は間違",
        "は違",
        "は時期尚早",
        "は論外",
        "は無理",
        "は不",
    ]
    .iter()
    .any(|word| clause.starts_with(word))
}
