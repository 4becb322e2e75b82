//! What results say of a change, of an event, or of what to do: "fell from 4.2 to 3.1", "数据没有丢失", "do not roll out".

use std::collections::BTreeSet;

use super::measures::{Said, name, name_start};
use super::numbers::{Number, numbers};
use super::values::{Value, quantity, value, written};
use super::wide_measures::{self, ENDINGS, clause_start, denied_after, is_dated};
use super::word_lists::{Set, set};
use super::words::{Words, is_wide};

/// "No-show rate: 9% (April), 6% (May)": several values, each with what it is for.
pub(super) fn listed(label: &str, rest: &str, line: u32) -> Vec<Said> {
    let part = |part: &str| {
        let (told, of) = part.trim().trim_end_matches(['.', ')']).split_once('(')?;
        Some(Said { name: name(&format!("{label} {of}"))?, value: value(told)?, text: told.trim().to_owned(), line })
    };
    let found: Vec<Said> = rest.split([',', ';']).filter_map(part).collect();
    // A single bracket is a remark.
    if name(label).is_some() && found.len() > 1 { found } else { Vec::new() }
}

/// "The check-in time fell from 4.2 to 3.1 minutes": what counts is where it ended.
pub(super) fn moved(sentence: &str, words: &Words, line: u32) -> Option<Said> {
    let from = (1..words.len()).find(|&w| words.word(w) == "from")?;
    let to = (from + 2..(from + 6).min(words.len())).find(|&w| words.word(w) == "to")?;
    let verb = (from.saturating_sub(4)..from)
        .find(|&w| [Set::MeasureUp, Set::MeasureDown, Set::EffectPast].iter().any(|s| set(*s).begins(words, w)))?;
    let start = name_start(sentence, words, verb);
    let name = name(sentence.get(words.span(start).start..words.span(verb).start)?)?;
    let tail = sentence.get(words.span(to).end..)?;
    let behind = Words::new(tail);
    let number = numbers(tail, &behind).into_iter().next().filter(|number| number.words.start == 0)?;
    let value = quantity(tail, &behind, &number).filter(|_| words.word(from + 1).starts_with(digit))?;
    Some(Said { name, value, text: written(tail, &number).to_owned(), line })
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// "成功率从91%提高到96%", "待ち時間は12分から15分へ延びた".
pub(super) fn moved_wide(sentence: &str, words: &Words, numbers: &[Number], line: u32) -> Vec<Said> {
    const BETWEEN: usize = 10;
    let one = |pair: &[Number]| {
        let (first, last) = (&pair[0], &pair[1]);
        let between = sentence.get(first.bytes.end..last.bytes.start)?.trim_end();
        let lead = sentence.get(..first.bytes.start)?.trim_end();
        let named = match between.ends_with(['到', '至', '为']) {
            true => lead.strip_suffix(['从', '由'])?,
            false => lead.trim_end_matches(ENDINGS),
        };
        let joined = between.ends_with(['到', '至', '为']) || between.ends_with("から");
        let near = joined && between.chars().count() <= BETWEEN && !between.contains([',', '.', ';', '(']);
        let end = words.within(&(0..named.len())).end;
        let start = clause_start(sentence, words, end);
        let name = wide_measures::name(named.get(words.span(start).start..)?).filter(|_| near)?;
        let value = quantity(sentence, words, last).filter(|_| !is_dated(words, last))?;
        Some(Said { name, value, text: written(sentence, last).to_owned(), line })
    };
    numbers.windows(2).take(8).filter_map(one).collect()
}

/// "Waiting times rose", "No data was lost": a change or an event without a number.
pub(super) fn turned(sentence: &str, words: &Words, line: u32) -> Option<Said> {
    if words.len() > 12 {
        return None;
    }
    let (at, end, told) = (1..words.len()).find_map(|at| turn(words, at).map(|(end, told)| (at, end, told)))?;
    let start = name_start(sentence, words, at);
    let no = |w: usize| {
        matches!(words.word(w), "no" | "not" | "never" | "nothing" | "none" | "without")
            || words.word(w).ends_with("n't")
    };
    let denied = (start..at).any(no) || (end..end + 2).any(no);
    let subject: Vec<&str> =
        (start..at).filter(|w| !no(*w)).map(|w| words.word(w)).filter(|w| !AUXILIARY.contains(w)).collect();
    let subject = name(&subject.join(" "))?;
    let text = sentence.get(words.span(start).start..)?.trim().trim_end_matches('.').chars().take(60).collect();
    said(subject, told, words.word(at), denied, text, line)
}

const AUXILIARY: [&str; 12] = ["is", "are", "was", "were", "be", "been", "has", "have", "had", "did", "does", "do"];

/// "サーバーは停止していない", "数据没有丢失", "待ち時間は短くなった".
pub(super) fn turned_wide(sentence: &str, words: &Words, line: u32) -> Option<Said> {
    const NONE: [&str; 9] = ["并没有", "没有发生", "没有", "并未", "未发现", "未", "没", "无", "ほとんど"];
    if words.length() > 16 {
        return None;
    }
    let (at, end, told) = (1..words.len()).find_map(|at| turn(words, at).map(|(end, told)| (at, end, told)))?;
    let start = clause_start(sentence, words, at);
    let raw = sentence.get(words.span(start).start..words.span(at).start)?.trim_end_matches(ENDINGS);
    let bare = NONE.iter().find_map(|no| raw.strip_suffix(no).or_else(|| raw.strip_prefix(no)));
    let denied = bare.is_some() || denied_after(words, end);
    let subject = wide_measures::name(bare.unwrap_or(raw).trim_end_matches(ENDINGS))?;
    // What is said of those who say so is no event: "短くなったと答えた人".
    let after = sentence.get(words.span(end - 1).end..)?;
    let quoted = after.contains(['と', '的', '率', '数', '前', '后', '時', '场', '場']);
    let verb = sentence.get(words.span(at).start..words.span(end - 1).end)?;
    let text = sentence.get(words.span(start).start..)?.trim().trim_end_matches('.').chars().take(60).collect();
    said(subject, told, verb, denied, text, line).filter(|_| !quoted)
}

/// A change up or down, or an event, that is told at a word, and where it ends.
fn turn(words: &Words, at: usize) -> Option<(usize, Value)> {
    let told = [
        (Set::MeasureUp, Value::Rise(true)),
        (Set::MeasureDown, Value::Rise(false)),
        (Set::MeasureEvents, Value::Event(true)),
    ];
    told.into_iter().filter_map(|(wanted, value)| Some((set(wanted).at(words, at)?, value))).max_by_key(|told| told.0)
}

fn said(subject: String, told: Value, verb: &str, denied: bool, text: String, line: u32) -> Option<Said> {
    match told {
        Value::Event(_) => {
            let space = if verb.starts_with(is_wide) { "" } else { " " };
            Some(Said { name: format!("{subject}{space}{verb}"), value: Value::Event(!denied), text, line })
        }
        // What did not rise need not have fallen.
        _ => (!denied).then_some(Said { name: subject, value: told, text, line }),
    }
}

/// "We recommend not rolling it out", "The new screen should not be rolled out".
pub(super) fn advised(sentence: &str, words: &Words, line: u32) -> Option<Said> {
    let no = |w: usize| matches!(words.word(w), "not" | "against" | "never") || words.word(w).ends_with("n't");
    let verb = (0..words.len()).find(|&w| set(Set::MeasureAdvice).begins(words, w))?;
    let denied = (verb.saturating_sub(2)..verb + 3).any(no);
    let rest = sentence.get(words.span(verb).end..)?.split([',', ';', '.', '(', ':']).next()?;
    advice(rest, denied, sentence, line)
}

/// "Recommendation: do not roll out the new screen".
pub(super) fn recommended(label: &str, rest: &str, line: u32) -> Option<Said> {
    let named =
        matches!(label.trim().to_ascii_lowercase().as_str(), "recommendation" | "advice" | "our recommendation");
    let words = Words::new(rest);
    let denied = (0..2).any(|w| matches!(words.word(w), "not" | "don't" | "against"));
    named.then(|| advice(rest, denied, rest, line)).flatten()
}

fn advice(rest: &str, denied: bool, sentence: &str, line: u32) -> Option<Said> {
    let what = stems(rest).into_iter().collect::<Vec<_>>().join(" ");
    let text = sentence.trim().trim_end_matches('.').chars().take(80).collect();
    (!what.is_empty()).then_some(Said { name: what, value: Value::Advice(!denied), text, line })
}

/// The words of a piece of advice that tell what is to be done, without their endings.
fn stems(text: &str) -> BTreeSet<String> {
    let words = Words::new(text);
    let small = |w: &str| {
        w.len() < 3
            || set(Set::MeasureDropped).has(w)
            || matches!(w, "not" | "against" | "don't" | "out" | "doing" | "now")
    };
    let stem = |w: &str| {
        let bare = ["ing", "ed", "es", "s", "e"].iter().find_map(|end| w.strip_suffix(end).filter(|s| s.len() > 2));
        bare.unwrap_or(w).to_owned()
    };
    (0..words.len()).map(|w| words.word(w)).filter(|w| !small(w)).map(stem).collect()
}

/// Whether two pieces of English advice speak of the same: one names all that the other names.
pub(super) fn same_advice(a: &str, b: &str) -> bool {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<BTreeSet<String>>();
    let (a, b) = (words(a), words(b));
    let (few, many) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    few.is_subset(&many) && (few.len() > 1 || many.len() <= 3)
}
