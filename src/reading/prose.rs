//! Numbers in prose that look like scores: noted so that the judge is asked once for the form, never counted.

use std::sync::Arc;

use quorate_strategies::reading::WarningCode;

use super::{
    draft::Draft,
    fold::{Likeness, after_leads, cut, eat_name},
    known::Known,
    layout::{Layout, raw_lines},
    scan::scan,
    score::{leading, plain},
};

/// Words that go with a score.
const WORDS: [&str; 14] = [
    "score", "scored", "rate", "rated", "rating", "give", "grade", "mark", "marks", "points", "out of", "评", "分",
    "点",
];

/// Lines with numbers that are looked at; a judge who writes more has been asked for the form by then.
const MOST: usize = 64;

/// Notes the first number that looks like a score, where scores are wanted and none was given in a form that counts.
pub(super) fn note(text: &str, layout: &Layout, draft: &mut Draft<'_>) {
    if draft.known.points().is_empty() || draft.has_tried() || draft.notes.has(WarningCode::ProseScore) {
        return;
    }
    for range in layout.own() {
        let numbers = |line: &&str| line.bytes().any(|byte| byte.is_ascii_digit());
        for line in raw_lines(cut(text, range)).filter(numbers).take(MOST) {
            if let Some(number) = looks_like_score(line, draft) {
                draft.notes.add(WarningCode::ProseScore, &number);
                return;
            }
        }
    }
}

fn looks_like_score(line: &str, draft: &Draft<'_>) -> Option<String> {
    const LONGEST: usize = 2_000;
    let line = after_leads(line);
    let whole = plain(line.char_indices().nth(LONGEST).map_or(line, |(end, _)| cut(line, 0..end)));
    let lowered = whole.to_lowercase();
    let start = number_at(&lowered, &draft.known)?;
    let (scored, _) = leading(lowered.get(start..)?)?;
    scored.value()?;
    let number: String = lowered.get(start..)?.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
    let number = number.trim_end_matches('.').to_owned();
    let alone = lowered.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | '/' | '%' | '|' | ' '));
    let worded = WORDS.iter().any(|word| lowered.contains(word));
    let pointed = lowered.char_indices().any(|(at, _)| {
        let rest = lowered.get(at..).unwrap_or_default();
        draft.known.points().iter().take(20).any(|point| eat_name(rest, point, Likeness::Same).is_some())
    });
    (alone || worded || pointed).then_some(number)
}

/// Where the first number begins that is no part of a marker or a point's name, no number of a point and no blank.
fn number_at(line: &str, known: &Known<'_>) -> Option<usize> {
    let mut markers = scan(line).into_iter().map(|marker| marker.span).peekable();
    let mut before = ' ';
    let mut from = 0;
    for (at, c) in line.char_indices() {
        let inside = before.is_ascii_digit();
        before = c;
        if at < from {
            continue;
        }
        if let Some(marker) = markers.next_if(|marker| marker.start <= at) {
            from = marker.end;
            continue;
        }
        let rest = cut(line, at..line.len());
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if let Some(blank) = blank(rest, c).filter(|_| !inside) {
            from = at + blank;
        } else if let Some(named) = named(rest, known).filter(|_| !inside) {
            from = at + named;
        } else if digits > 0 && is_counted(cut(line, 0..at)) {
            from = at + digits;
        } else if digits > 0 {
            return Some(at);
        }
    }
    None
}

/// The length of a blank that the instruction leaves for a number: `{0-100}`, `<0-100>`, `0-100`.
fn blank(rest: &str, first: char) -> Option<usize> {
    const LONGEST: usize = 16;
    const SCALES: [&str; 4] = ["0-100", "0 - 100", "0..100", "0 to 100"];
    let end = match first {
        '{' => '}',
        '<' => '>',
        _ => return SCALES.iter().find(|scale| rest.starts_with(**scale)).map(|scale| scale.len()),
    };
    rest.char_indices().take(LONGEST).find(|&(_, c)| c == end).map(|(at, _)| at + 1)
}

/// The length of the name of a point, where one begins here that has a number in it.
fn named(rest: &str, known: &Known<'_>) -> Option<usize> {
    let numbered = |name: &&Arc<str>| {
        let digits = name.bytes().filter(u8::is_ascii_digit).count();
        digits > 0 && digits < name.len()
    };
    let points = known.points().iter().take(20).filter(numbered);
    points.filter_map(|name| eat_name(rest, name, Likeness::Same)).max()
}

/// Whether a number after this text is the number of a point.
fn is_counted(before: &str) -> bool {
    const WORDS: [&str; 8] = ["point", "option", "决策点", "決定点", "決定ポイント", "評価項目", "論点", "評価点"];
    let before = before.trim_end_matches([' ', '#']);
    WORDS.iter().any(|word| before.ends_with(word))
}
