//! What results say of named things in Chinese and Japanese sentences: "错误率为2.1%", "登录测试未通过", "エラー率は3%".

use super::changes;
use super::measures::Said;
use super::numbers::{Number, Unit, numbers};
use super::values::{Value, quantity, written};
use super::word_lists::{Set, set};
use super::words::Words;

/// What may stand between a name and what is said of it.
pub(super) const ENDINGS: [char; 9] = ['は', 'が', 'を', 'に', 'と', 'も', '已', '均', ' '];
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

/// "首单转化率：实验组6.8%，对照组5.9%", "费用：每月5万元": values under one label, each with what it is a value of.
pub(super) fn listed(label: &str, rest: &str, line: u32) -> Vec<Said> {
    // What is too general to compare stays so.
    if name(label).is_none() {
        return Vec::new();
    }
    let part = |part: &str| {
        let words = Words::new(part);
        let number = numbers(part, &words).into_iter().next().filter(|n| (1..=8).contains(&n.words.start))?;
        let own = part.get(..number.bytes.start)?.trim();
        let aimed = [Set::Target, Set::Condition, Set::Bound].iter();
        let aimed = aimed.into_iter().any(|wanted| set(*wanted).any_in(&words, 0..number.words.start));
        let name = name(&format!("{label} {own}")).filter(|_| !aimed && !own.contains(['.', '(', ':']))?;
        let value = quantity(part, &words, &number).filter(|_| !is_dated(&words, &number))?;
        Some(Said { name, value, text: written(part, &number).to_owned(), line })
    };
    rest.split([',', ';']).filter_map(part).collect()
}

/// Whether a number is part of a date.
pub(super) fn is_dated(words: &Words, number: &Number) -> bool {
    matches!(words.word(number.words.end), "月" | "日" | "年" | "号" | "時" | "时" | "点")
}

/// Whether two pieces of advice speak of the same: one names all of the other, or they share a long run of words.
pub(super) fn same_advice(a: &str, b: &str) -> bool {
    if a.is_ascii() || b.is_ascii() {
        return changes::same_advice(a, b);
    }
    const RUN: usize = 4;
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let letters: Vec<char> = short.chars().collect();
    let shared = letters.windows(RUN).any(|run| long.contains(&run.iter().collect::<String>()));
    (letters.len() > 1 && long.contains(short)) || shared
}

/// What a sentence says: measured values, or else a verdict.
pub(super) fn prose(sentence: &str, words: &Words, numbers: &[Number], line: u32) -> Vec<Said> {
    let moved = changes::moved_wide(sentence, words, numbers, line);
    let found: Vec<Said> = match moved.is_empty() {
        true => numbers.iter().take(8).filter_map(|number| measured(sentence, words, number, line)).collect(),
        false => moved,
    };
    if numbers.is_empty()
        && let Some(said) = changes::turned_wide(sentence, words, line)
    {
        return vec![said];
    }
    let judged = judged(sentence, words, line);
    let kept = |said: &Said| matches!(said.value, Value::Advice(_)) || (found.is_empty() && words.length() <= 24);
    let judged = judged.filter(kept);
    found.into_iter().chain(judged).collect()
}

fn measured(sentence: &str, words: &Words, number: &Number, line: u32) -> Option<Said> {
    let mut end = number.words.start;
    let minutes = words.word(number.words.end) == "分" && words.word(number.words.end.saturating_sub(2)) == "时";
    if is_dated(words, number) || minutes {
        return None;
    }
    while let Some(at) = closing(Set::MeasureTail, words, end) {
        end = at;
    }
    // "1日平均利用者数　46.2人": a space may stand for the verb.
    let noun = closing(Set::MeasureNouns, words, end).is_some();
    let apart = sentence[..number.bytes.start].ends_with(' ');
    let counted = number.unit != Unit::Plain || written(sentence, number).len() > number.bytes.len();
    let spaced = (noun && (apart || counted)).then_some(end);
    let verb = closing(Set::MeasureCopula, words, end);
    let copula = verb.or(spaced)?;
    let from = match verb {
        Some(_) => clause_start(sentence, words, copula),
        None => {
            words
                .within(&(sentence[..number.bytes.start].trim_end().rfind(' ').map_or(0, |at| at + 1)..sentence.len()))
                .start
        }
    };
    if set(Set::Target).any_in(words, from..copula) || set(Set::Condition).any_in(words, from..copula) {
        return None;
    }
    let name = name(sentence.get(words.span(from).start..words.span(copula).start)?)?;
    let value = quantity(sentence, words, number)?;
    Some(Said { name, value, text: written(sentence, number).to_owned(), line })
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
    let all = || (0..words.len()).filter_map(|at| Some((at, verdict(at)?)));
    let advises = |at: usize| set(Set::MeasureAdvice).begins(words, at);
    let (at, (end, good)) = all().find(|(at, _)| advises(*at)).or_else(|| all().next())?;
    let advice = advises(at);
    let sided = set(Set::MeasureSide).begins(words, at);
    let from = clause_start(sentence, words, at).max(if advice { at.saturating_sub(LONGEST) } else { 0 });
    let after = (end..words.len()).find(|&w| cuts(sentence, words, w)).map_or(words.len(), |w| w + 1);
    // "不建议上线": what is judged stands behind.
    let range = match sided && after > end {
        true => words.span(end).start..words.span(after - 1).end,
        false => words.span(from).start..words.span(at).start,
    };
    let judged = sentence.get(range)?;
    // "導入すべき": the verb belongs to the advice.
    let judged = if advice { judged.trim_end_matches("する").trim_end_matches('す') } else { judged };
    let name = name(judged.trim_end_matches(ENDINGS))?;
    let whole = clause_start(sentence, words, at);
    let text = sentence.get(words.span(whole).start..words.span(after - 1).end)?.to_owned();
    let value = if advice { Value::Advice(good) } else { Value::Verdict(good) };
    Some(Said { name, value, text, line })
}

/// "推奨はできない", "合格ではない".
pub(super) fn denied_after(words: &Words, end: usize) -> bool {
    (end..(end + 4).min(words.len())).any(|at| set(Set::DenialWideAfter).begins(words, at))
}

fn cuts(text: &str, words: &Words, word: usize) -> bool {
    let gap = text.get(words.span(word).end..words.span(word + 1).start).unwrap_or(".");
    gap.contains(['.', ',', ';', ':', '(', ')', '\u{2014}', '!', '?', '\n'])
}

pub(super) fn clause_start(text: &str, words: &Words, end: usize) -> usize {
    let mut from = end;
    while from > 0 && end - from < LONGEST + 4 && !cuts(text, words, from - 1) {
        from -= 1;
    }
    from
}
