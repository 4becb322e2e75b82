//! References to steps in Chinese and Japanese sentences, where what makes them a dependency stands before or behind:
//! "依赖步骤2", "在第3步完成后", "ステップ2の後", "手順1・2に依存".

use super::references::{Reference, Target, Way, between};
use super::wide_heads::{self, Head};
use super::word_lists::{Set, set};
use super::words::Words;

/// How many words before and behind a reference are looked at.
const BEFORE: usize = 10;
const AFTER: usize = 16;
/// The longest name of a step that is looked for in a sentence.
const LONGEST_NAME: usize = 18;

/// Every reference in running text that says what comes first.
pub(super) fn in_text(text: &str, words: &Words) -> Vec<Reference> {
    let mut found = Vec::new();
    for run in runs(text) {
        let (Some(first), Some(last)) = (run.first(), run.last()) else { continue };
        let Some(way) = meant(text, words, first.start, last.end) else { continue };
        found.extend(targets(text, &run).into_iter().map(|target| Reference { target, way, offset: first.start }));
    }
    found.extend(previous(words));
    found.extend(named(text, words));
    found
}

/// References in a value that names nothing else.
pub(super) fn in_value(value: &str, offset: usize, way: Way) -> Vec<Reference> {
    let runs = runs(value).into_iter().flat_map(|run| {
        let at = offset + run.first().map_or(0, |head| head.start);
        targets(value, &run).into_iter().map(move |target| Reference { target, way, offset: at })
    });
    let mut found: Vec<Reference> = runs.collect();
    if found.is_empty() {
        found.extend(previous(&Words::new(value)));
    }
    found
}

/// Names of steps with nothing but separators, bare numbers and short words between them.
fn runs(text: &str) -> Vec<Vec<Head<'_>>> {
    let mut runs: Vec<Vec<Head<'_>>> = Vec::new();
    for head in wide_heads::all(text) {
        let joins = runs.last().and_then(|run| run.last()).is_some_and(|last| {
            let gap = text.get(last.end..head.start).unwrap_or(".");
            gap.len() < 24 && gap.chars().all(is_separator) && !gap.contains(['\n', ';'])
        });
        match runs.last_mut().filter(|_| joins) {
            Some(run) => run.push(head),
            None => runs.push(vec![head]),
        }
        // "步骤1、2和4": numbers that go on after the name.
        if let Some(run) = runs.last_mut() {
            go_on(text, run);
        }
    }
    runs
}

fn is_separator(c: char) -> bool {
    matches!(
        c,
        ' ' | ','
            | '、'
            | '・'
            | '和'
            | '与'
            | '及'
            | '跟'
            | 'と'
            | '&'
            | '/'
            | '+'
            | '-'
            | '–'
            | '~'
            | '至'
            | '到'
            | '以'
            | 'か'
            | 'ら'
            | '並'
            | 'び'
            | 'お'
            | 'よ'
    )
}

fn go_on<'t>(text: &'t str, run: &mut Vec<Head<'t>>) {
    while let Some(last) = run.last().copied() {
        let rest = &text[last.end..];
        let start = rest.find(|c| !is_separator(c)).unwrap_or(rest.len());
        let digits = rest[start..].find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len() - start);
        let number = rest[start..start + digits].trim_end_matches('.');
        let counts = rest[start + digits..]
            .starts_with(['年', '月', '日', '分', '时', '時', '小', '天', '名', '人', '台', '%', '个', '/', ':', '-']);
        if start == 0 || number.is_empty() || number.len() > 3 || counts {
            return;
        }
        let at = last.end + start;
        run.push(Head { number: &text[at..at + number.len()], start: at, end: at + number.len(), ..last });
    }
}

fn targets(text: &str, run: &[Head<'_>]) -> Vec<Target> {
    let id = |head: &Head<'_>| Target::Id { word: Some(head.word.to_owned()), id: head.number.to_owned() };
    let mut all: Vec<Target> = Vec::new();
    for (at, head) in run.iter().enumerate() {
        let gap = at.checked_sub(1).and_then(|before| text.get(run[before].end..head.start)).unwrap_or("");
        if gap.contains(['-', '–', '~', '至', '到']) || gap.contains("から") {
            all.extend(between(all.last(), &id(head)));
        }
        all.push(id(head));
    }
    all.dedup();
    all
}

fn cuts(gap: &str) -> bool {
    gap.contains(['.', ';', '\n', '(', ')', '|', '!', '?', '[', ']']) || gap.contains(",  ") && !gap.contains(",   ")
}

fn gap<'t>(text: &'t str, words: &Words, at: usize) -> &'t str {
    text.get(words.span(at).end..words.span(at + 1).start).unwrap_or(".")
}

/// How the names between two bytes are meant by what stands before and behind them.
fn meant(text: &str, words: &Words, start: usize, end: usize) -> Option<Way> {
    let here = words.within(&(start..end));
    let from = here.start.saturating_sub(BEFORE);
    let before = |at: usize| text.get(words.span(at).end..words.span(at + 1).start.min(start)).unwrap_or(".");
    let lead = || (from..here.start).rev().take_while(|&at| !cuts(before(at)));
    let denied = lead().any(|at| set(Set::NeedWideDenied).begins(words, at));
    let mut at = here.end;
    let behind = |at: usize| text.get(words.span(at - 1).end.max(end)..words.span(at).start).unwrap_or(".");
    while at > 0 && at < (here.end + AFTER).min(words.len()) && !cuts(behind(at)) {
        if set(Set::NeedWideBroken).begins(words, at) {
            return None;
        }
        if set(Set::NeedWideBefore).begins(words, at) {
            return (!denied).then_some(Way::Feeds);
        }
        if let Some(behind) = set(Set::NeedWideAfter).at(words, at) {
            return (!denied && !set(Set::NeedWideDenied).begins(words, behind)).then_some(Way::Needs);
        }
        at = set(Set::NeedWideIgnored).at(words, at).unwrap_or(at + 1);
    }
    (!denied && lead().any(|at| set(Set::NeedWideLead).begins(words, at))).then_some(Way::Needs)
}

/// "环境部署完成后", "契約締結の後": steps by their titles; what names none is dropped later.
fn named(text: &str, words: &Words) -> Vec<Reference> {
    let mut found = Vec::new();
    for hit in set(Set::NeedWideNameAfter).find(words) {
        let end = hit.words.start;
        let mut from = end;
        while from > 0 && from + LONGEST_NAME > end && !cuts(gap(text, words, from - 1)) {
            from -= 1;
        }
        while let Some(after) = set(Set::NeedWideNameLead).at(words, from).filter(|after| *after < end) {
            from = after;
        }
        let name = text.get(words.span(from).start..words.span(end).start).unwrap_or("").trim();
        if end >= from + 2 && wide_heads::all(name).is_empty() {
            let target = Target::Name(name.to_owned());
            found.push(Reference { target, way: Way::Needs, offset: words.span(from).start });
        }
    }
    found
}

/// "上一步完成后", "前の手順が終わってから".
fn previous(words: &Words) -> Option<Reference> {
    let target = |wanted: Set, target: Target| {
        let hit = set(wanted).find(words).into_iter().next()?;
        Some(Reference { target, way: Way::Needs, offset: hit.bytes.start })
    };
    target(Set::NeedWideAllPrevious, Target::AllPrevious).or_else(|| target(Set::NeedWidePrevious, Target::Previous))
}
