//! Whether a sentence takes back the word before it: `[CONCEDE]. Never!`

use super::{
    fold::cut,
    sentence::{first_sentence, is_nt, words},
};

/// Whether a sentence that follows takes back what was just said: "Never.", "I will not.", "Not on these data."
pub(super) fn takes_back(text: &str) -> bool {
    let sentence = first_sentence(text);
    // "Our side? Never!"
    let asked = cut(text, sentence.len()..text.len()).strip_prefix(['?', '？']);
    let answered = asked.map(first_sentence).unwrap_or_default();
    [sentence, answered].iter().any(|sentence| takes_back_words(sentence) || takes_back_signs(sentence))
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
    const AGAINST: [&str; 14] = [
        "not",
        "never",
        "nope",
        "nah",
        "none",
        "hardly",
        "if",
        "only",
        "unless",
        "when",
        "once",
        "ridiculous",
        "absurd",
        "nonsense",
    ];
    const SMALL: [&str; 24] = [
        "i", "we", "will", "would", "do", "shall", "can", "could", "is", "it", "that", "this", "to", "so", "at", "all",
        "ever", "yet", "now", "here", "today", "my", "side", "no",
    ];
    let is_any = |word: &str, known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(word));
    let denies = |word: &str| is_any(word, &NOT) || is_nt(word);
    let mut first = words(sentence);
    match (first.next(), first.next()) {
        (Some(word), _) if is_any(word, &AGAINST) => return true,
        (Some(word), Some(next)) if is_any(word, &["as"]) && is_any(next, &["if"]) => return true,
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
    const OPENING: [&str; 36] = [
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
        "除非",
        "只有",
        "如果",
        "要是",
        "免谈",
        "もし",
        "無理",
        "断る",
        "お断り",
        "それはない",
    ];
    const HOLDING: [&str; 27] = [
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
        "无法接受",
        "想都别想",
        "できるものか",
    ];
    let sentence = sentence.trim();
    OPENING.iter().any(|word| sentence.starts_with(word))
        || sentence == "不"
        || HOLDING.iter().any(|word| sentence.contains(word))
}
