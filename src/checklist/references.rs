//! References from one step to others: "depends on steps 1, 3 and 5", "after T-4", "once phase 2 is done".

use std::ops::Range;
use std::sync::LazyLock;

use super::pattern::Pattern;
use super::word_lists::{Set, set};
use super::words::Words;

/// What a step refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A number or id, with the word before it ("phase").
    Id { word: Option<String>, id: String },
    /// The step before this one.
    Previous,
    /// Every step before this one.
    AllPrevious,
    /// A step by its name.
    Name(String),
}

/// Which way a dependency runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// This step needs the target.
    Needs,
    /// The target needs this step.
    Feeds,
}

/// One reference, with the way the dependency runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reference {
    pub(super) target: Target,
    pub(super) way: Way,
    pub(super) offset: usize,
}

static ONE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"^(?:(?i-u:(step|task|phase|stage|milestone|item|action|part|wave|sprint|week|no\.|nr\.|number)s?)[ ]*)?#?",
        r"(?:\[?([A-Z]{1,5}-?[0-9]{1,4}(?:\.[0-9]+)*)\]?|([0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?)|([A-H]))\b",
    ))
});
static SEPARATOR: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^[ ]*(?:,[ ]*(?:and|or|&)|,|;|/|&|\+|and|or|plus|as well as|both)[ ]*|^[ ]*(-|–|—|to|through|thru|\.\.+)[ ]*",
    )
});
static OPENING: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)^(?:[ \n:=]|\b(?:is|are|on|upon|of|the|a|completion|completing|finishing|both|all|only|after|successful|success|sign-off|end|and)\b)*",
    )
});
static PREVIOUS: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"(?i)^(all|every|each)?[ ]*(?:of[ ]+)?(?:the[ ]+)?(?:(?:above|prior|previous|preceding|earlier)(?:[ ]+(?:steps?|tasks?|items?|phases?|ones?))?|(?:steps?|tasks?|items?)[ ]+(?:above|before))\b",
    )
});
static QUOTED: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r#"^(?:(?i:step|task)s?[ ]+)?["“]([^"”\n]{2,80})["”]"#));

/// References in running text, found by the phrases around them.
pub(super) fn in_text(text: &str, words: &Words, range: Range<usize>) -> Vec<Reference> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let longest = [
            (set(Set::NeedStrongReverse), true, true),
            (set(Set::NeedStrong), true, false),
            (set(Set::NeedWeak), false, false),
        ]
        .into_iter()
        .filter_map(|(set, strong, reverse)| set.at(words, at).map(|end| (end, strong, reverse)))
        .max_by_key(|found| found.0);
        let Some((end, strong, reverse)) = longest else {
            at += 1;
            continue;
        };
        let reverse = reverse
            || (!strong
                && set(Set::NeedWeakReverse).at(words, at) == Some(end)
                && !set(Set::NeedDenied).any_in(words, at.saturating_sub(2)..at));
        let offset = words.span(end - 1).end;
        let way = if reverse { Way::Feeds } else { Way::Needs };
        if !denied(text, words, at, reverse || !strong) {
            let listed = list(text, offset, strong, way);
            if listed.is_empty() && strong && matches!(words.word(end - 1), "on" | "upon" | "by") {
                found.extend(named(text, offset, way));
            }
            found.extend(listed);
        }
        at = end;
    }
    found
}

/// "depends on gap analysis and legal review": steps by their names, up to the end of the clause.
fn named(text: &str, offset: usize, way: Way) -> Vec<Reference> {
    let rest = &text[offset..];
    let end = rest.find(['.', ',', ';', ')', '(', '—', '\n', '|']).unwrap_or(rest.len());
    let name = rest[..end].trim_matches([' ', ':', '"']);
    match name.len() {
        3..80 => parts(name, offset, way),
        _ => Vec::new(),
    }
}

/// A name, and the names it may be made of; what names no step is dropped later.
pub(super) fn parts(name: &str, offset: usize, way: Way) -> Vec<Reference> {
    let whole = std::iter::once(name).chain(name.split(" and ").filter(|part| part.len() < name.len()));
    let target = |name: &str| Target::Name(name.trim().to_owned());
    whole.map(|name| Reference { target: target(name), way, offset }).collect()
}

/// Whether the sentence takes the dependency back ("does not depend on", "if ... after step 3").
fn denied(text: &str, words: &Words, at: usize, weak: bool) -> bool {
    let from = at.saturating_sub(if weak { 6 } else { 3 });
    let near = (from..at).rev().take_while(|&w| {
        let gap = text.get(words.span(w).end..words.span(w + 1).start).unwrap_or("");
        !gap.contains(['.', ',', ';', '\n', '(', ':'])
    });
    let allowed = |w: &str| weak && matches!(w, "not" | "no" | "never" | "don't" | "doesn't");
    near.into_iter().any(|w| set(Set::NeedDenied).has(words.word(w)) && !allowed(words.word(w)))
}

/// The list of references that begins at `offset`, after the phrase that announces it.
pub(super) fn list(text: &str, offset: usize, bare: bool, way: Way) -> Vec<Reference> {
    let mut at = offset + OPENING.find(&text[offset..]).map_or(0, |m| m.end());
    let reference = |target, offset| Reference { target, way, offset };
    if let Some(m) = PREVIOUS.captures(&text[at..]) {
        let target = if m.get(1).is_some() { Target::AllPrevious } else { Target::Previous };
        return vec![reference(target, at)];
    }
    let mut found: Vec<Reference> = Vec::new();
    let mut word: Option<String> = None;
    let mut range = false;
    while let Some((own, target, len)) = next(&text[at..], bare || word.is_some(), word.is_some()) {
        word = own.or(word);
        let target = match target {
            Target::Id { id, .. } => Target::Id { word: word.clone(), id },
            other => other,
        };
        if std::mem::take(&mut range) {
            let inner = between(found.last().map(|r| &r.target), &target);
            found.extend(inner.into_iter().map(|target| reference(target, at)));
        }
        found.push(reference(target, at));
        at += len;
        let Some(m) = SEPARATOR.captures(&text[at..]) else {
            break;
        };
        range = m.get(1).is_some();
        at += m.get(0).map_or(1, |m| m.end());
    }
    let rest = text.get(at..).and_then(|rest| rest.split(['.', ',', ';', '\n']).next());
    match set(Set::NeedBroken).any_in(&Words::new(rest.unwrap_or("")), 0..2) {
        true => Vec::new(),
        false => found,
    }
}

/// The next target of a list, with the word before it and its length. A number without a word or `#` counts only
/// where `bare` allows it, and then only if it counts nothing ("2 approvals"); `listed` says that a word stood before.
fn next(text: &str, bare: bool, listed: bool) -> Option<(Option<String>, Target, usize)> {
    if let Some(m) = QUOTED.captures(text) {
        let name = m.get(1).map_or("", |n| n.as_str()).to_owned();
        return Some((None, Target::Name(name), m.get(0).map_or(1, |m| m.end())));
    }
    let (word, id, len) = one(text)?;
    let marked = word.is_some() || listed || text.starts_with('#') || id.starts_with(|c: char| c.is_ascii_uppercase());
    let counts = marked || (bare && stands_alone(&text[len..]));
    counts.then_some((word, Target::Id { word: None, id }, len))
}

/// One reference at the beginning of the text: the word before it, its id, and its length.
fn one(text: &str) -> Option<(Option<String>, String, usize)> {
    let m = ONE.captures(text)?;
    let word = m.get(1).map(|w| w.as_str().to_ascii_lowercase()).filter(|w| !w.starts_with(['n']));
    let id = m.get(2).or_else(|| m.get(3)).or_else(|| m.get(4))?;
    // A date or a time is no step.
    let rest = &text[id.end()..];
    let dated = rest.starts_with([':', '%'])
        || (rest.starts_with(['-', '/', '.'])
            && rest[1..].starts_with(|c: char| c.is_ascii_digit())
            && id.as_str().len() > 2);
    (!dated).then(|| (word, id.as_str().to_owned(), m.get(0).map_or(0, |m| m.end())))
}

fn stands_alone(rest: &str) -> bool {
    let rest = rest.trim_start_matches(' ');
    if !rest.starts_with(|c: char| c.is_alphanumeric()) {
        return !rest.starts_with(['%', '$', '€']);
    }
    let next: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
    set(Set::NeedAfterNumber).has(&next.to_ascii_lowercase())
        || next.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())
}

/// The ids between the two ends of a range.
pub(super) fn between(from: Option<&Target>, to: &Target) -> Vec<Target> {
    let (Some(Target::Id { id: from, .. }), Target::Id { word, id: to }) = (from, to) else {
        return Vec::new();
    };
    let split = |id: &str| {
        let digits = id.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned();
        (id[..id.len() - digits.len()].to_owned(), digits.parse::<u32>().ok())
    };
    let ((prefix, Some(first)), (_, Some(last))) = (split(from), split(to)) else {
        return Vec::new();
    };
    let id = |n| Target::Id { word: word.clone(), id: format!("{prefix}{n}") };
    (first + 1..last.min(first + 100)).map(id).collect()
}
