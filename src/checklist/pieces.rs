//! Splits a text into labelled pieces: `Owner: Ana`, `due 4 March`, `depends on step 2`.

use std::ops::Range;
use std::sync::LazyLock;

use super::pattern::Pattern;
use super::vocabulary::{Label, vocabulary};
use super::wide_dates::begins_spoken;
use super::word_lists::{Set, set};
use super::words::{Words, has_wide, is_wide};

/// A piece of a text with the label it stands under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) label: Option<Label>,
    /// The label as written, in lower case.
    pub(super) name: String,
    /// Where the value is; the whole piece if it has no label.
    pub(super) value: Range<usize>,
    /// Whether a colon or an equals sign stands between label and value.
    pub(super) marked: bool,
    /// The character before the piece, which says what part of the text it is: `(`, `—`, `,` or the like.
    pub(super) before: Option<char>,
}

impl Piece {
    /// Whether references in it are read in a way of their own, or mean no dependency.
    pub(super) fn keeps_references(&self) -> bool {
        matches!(self.label, Some(Label::Needs | Label::Feeds | Label::Detail))
    }
}

/// Nothing but references to steps.
static REFERENCES: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"^(?i-u:(?:steps?|tasks?|phases?|items?|nos?\.?)[ ]*)?#?(?:[A-Z]{1,5}-?)?[0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?(?:[ ]*(?:,|;|and|&|/|\+|-|–|to)[ ]*#?(?:[A-Z]{1,5}-?)?[0-9]{1,3}(?:\.[0-9]{1,3})*[a-z]?)*[ .]*$",
    )
});

/// The pieces of a text, in order.
pub(super) fn split(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (range, before) in ranges(text) {
        let piece = read(text, range, before);
        // "Owner: Ana, Bob" and "depends on: 1, 3" go on after the comma.
        let goes_on = piece.label.is_none() && before == Some(',') && !starts_anew(&text[piece.value.clone()]);
        match pieces.last_mut().filter(|last| goes_on && last.label.is_some()) {
            Some(last) => last.value.end = piece.value.end,
            None => pieces.push(piece),
        }
    }
    pieces
}

/// Whether a part after a comma is no more of the value before it: in scripts without spaces anything long or dated.
fn starts_anew(part: &str) -> bool {
    let numbers = part.chars().all(|c| c.is_ascii_digit() || c.is_ascii_punctuation() || c == ' ');
    has_wide(part)
        && !numbers
        && (begins_spoken(part.trim()) || part.contains(|c: char| c.is_ascii_digit()) || super::words::length(part) > 4)
        && super::wide_heads::at_start(part.trim()).is_none()
}

/// The parts between brackets, dashes, semicolons, commas and sentence ends.
fn ranges(text: &str) -> Vec<(Range<usize>, Option<char>)> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut before = None;
    let mut last = '\n';
    let wide = has_wide(text);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|n| n.1);
        let spaced = next.is_none_or(char::is_whitespace);
        let ends = match c {
            ';' | '|' | '\n' | '(' | ')' | '[' | ']' | '·' | '※' | '•' | '→' | '{' | '}' => true,
            '—' | '–' | '-' | '/' => {
                last == ' ' && spaced && (wide || c != '/') || c == '—' && !last.is_ascii_digit()
            }
            // Three spaces are a folded "、", which lists.
            ',' => spaced && (!text[at..].starts_with(",   ") || beside_day(&text[..at], text[at + 1..].trim_start())),
            '…' | '←' | '⇒' => last == ' ' && spaced,
            '.' => spaced && !abbreviated(&text[..at]),
            _ => false,
        };
        if ends {
            found.push((from..at, before));
            before = Some(c);
            from = at + c.len_utf8();
        }
        last = c;
    }
    found.push((from..text.len(), before));
    found.retain(|(range, _)| !text[range.clone()].trim().is_empty());
    found
}

/// Whether a day stands right before or behind a sign that lists, so that it parts as well: "（佐藤、3月1日）".
fn beside_day(before: &str, after: &str) -> bool {
    static DAY: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"^(?:[0-9]{4}年)?[0-9]{1,2}(?:月[0-9]|/[0-9])"));
    let number = before.strip_suffix('日').map_or("", |rest| rest.trim_end_matches(|c: char| c.is_ascii_digit()));
    number.ends_with('月') != (DAY.is_match(after) || begins_spoken(after))
}

/// Whether the text ends with a short form, so that the dot ends no sentence.
fn abbreviated(text: &str) -> bool {
    let word = text.rsplit(|c: char| !c.is_alphanumeric() && c != '.').next().unwrap_or("");
    matches!(
        word,
        "approx"
            | "est"
            | "ca"
            | "e.g"
            | "i.e"
            | "vs"
            | "no"
            | "nr"
            | "Mr"
            | "Ms"
            | "Mrs"
            | "Dr"
            | "St"
            | "dep"
            | "resp"
            | "incl"
            | "max"
            | "min"
            | "fig"
            | "Jan"
            | "Feb"
            | "Mar"
            | "Apr"
            | "Aug"
            | "Sept"
            | "Sep"
            | "Oct"
            | "Nov"
            | "Dec"
    ) || (word.len() == 1 && word.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn read(text: &str, range: Range<usize>, before: Option<char>) -> Piece {
    let part = &text[range.clone()];
    let colon = part.find([':', '=', '：']).filter(|at| *at > 0 && *at < 40);
    if let Some(at) = colon {
        let name = part[..at].trim().trim_start_matches(['*', '-', '[', ' ']).to_ascii_lowercase();
        let after = at + part[at..].chars().next().map_or(1, char::len_utf8);
        let label = label_of(&name);
        if label.is_some() {
            return Piece { label, name, value: range.start + after..range.end, marked: true, before };
        }
    }
    let words = Words::new(part);
    let dated = |end: usize| words.len() > end;
    let found = [
        (Label::Needs, set(Set::LabelNeedsWords)),
        (Label::Owner, set(Set::LabelOwnerWords)),
        (Label::Due, set(Set::LabelDueWords)),
        (Label::Start, set(Set::LabelStartWords)),
    ]
    .into_iter()
    .filter_map(|(label, set)| set.at(&words, 0).map(|end| (label, end)))
    .max_by_key(|found| found.1);
    match found.filter(|(label, end)| dated(*end) && fits(part, &words, *label, *end)) {
        Some((label, end)) => {
            let after = words.span(end - 1).end;
            let name = words.lower[words.span(0).start..after].to_owned();
            Piece { label: Some(label), name, value: range.start + after..range.end, marked: false, before }
        }
        None => Piece { label: None, name: String::new(), value: range, marked: false, before },
    }
}

/// Whether what follows a label without a colon can be its value: a name, or a date.
fn fits(part: &str, words: &Words, label: Label, end: usize) -> bool {
    let after = part.get(words.span(end).start.saturating_sub(1)..).unwrap_or("").trim_start();
    match label {
        Label::Owner => {
            let parted = !part.get(..words.span(end).start).unwrap_or("").ends_with(is_wide);
            let wide = parted && after.starts_with(is_wide) && super::words::length(after) <= 6;
            wide || after.starts_with(|c: char| c.is_uppercase() || c == '@') || super::owners::is_team(words.word(end))
        }
        Label::Needs => REFERENCES.is_match(after) || super::wide_heads::at_start(after).is_some(),
        _ => after.starts_with(|c: char| c.is_ascii_digit()) || starts_dated(after),
    }
}

pub(super) fn starts_dated(after: &str) -> bool {
    let word: String = after.chars().take_while(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    let month = word.len() >= 3
        && [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ]
        .iter()
        .any(|m| m.starts_with(&word));
    let day = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        .iter()
        .any(|d| word.len() >= 3 && d.starts_with(&word));
    month || day || matches!(word.as_str(), "q" | "t" | "d" | "l" | "week" | "day" | "sprint" | "eod" | "end" | "sept")
}

/// The label a name stands for. "Rollback owner" is a detail of another kind, "Tech lead" still says who.
pub(super) fn label_of(name: &str) -> Option<Label> {
    let vocabulary = vocabulary();
    let direct =
        [Label::BackupOwner, Label::Owner, Label::Needs, Label::Feeds, Label::Start, Label::Due, Label::Detail];
    if let Some(label) = vocabulary.labels(name).find(|l| direct.contains(l)) {
        return Some(label);
    }
    let words = Words::new(name);
    if words.has_wide() {
        return closing_label(&words);
    }
    if words.len() > 1
        && matches!(words.word(0), "owner" | "responsible" | "lead" | "accountable")
        && (1..4).any(|w| matches!(words.word(w), "for" | "of"))
    {
        return Some(Label::Owner);
    }
    if words.len() > 1 && words.len() <= 3 {
        let last = words.word(words.len() - 1);
        if matches!(last, "owner" | "lead" | "assignee" | "responsible" | "dri" | "s")
            && !matches!(words.word(0), "rollback" | "data" | "product")
        {
            return Some(Label::Owner);
        }
        if matches!(last, "date" | "deadline" | "due") {
            return Some(Label::Due);
        }
    }
    None
}

/// The label that a name in a script without spaces ends with: "切换负责人", "完了予定日".
fn closing_label(words: &Words) -> Option<Label> {
    if words.len() > 12 {
        return None;
    }
    let vocabulary = vocabulary();
    let ends = |label: Label| {
        let set = vocabulary.label_set(label)?;
        (1..words.len()).find(|&at| words.len() - at > 1 && set.at(words, at) == Some(words.len()))
    };
    let other = [Label::BackupOwner, Label::Detail]
        .into_iter()
        .find(|l| vocabulary.label_set(*l).is_some_and(|set| set.begins(words, 0)));
    let found = [Label::Owner, Label::Start, Label::Due, Label::Needs].into_iter().find(|l| ends(*l).is_some())?;
    Some(other.unwrap_or(found))
}
