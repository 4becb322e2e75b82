//! Finding the place of something within a template.

use std::{error::Error as _, ops::Range, sync::Arc};

use minijinja::Error;

use super::error::Spot;

/// The place of an error of the language.
pub(super) fn of(source: &str, error: &Error) -> Spot {
    if let Some(range) = error.range().filter(|range| source.get(range.clone()).is_some()) {
        return at(source, range);
    }
    let start = error.line().map_or(0, |line| source.split_inclusive('\n').take(line - 1).map(str::len).sum());
    at(source, start..start)
}

/// An error of the language in words, without the place.
pub(super) fn words(error: &Error) -> Arc<str> {
    let mut words = match error.detail() {
        Some("") | None => error.kind().to_string(),
        Some(detail) => format!("{}: {detail}", error.kind()),
    };
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words.into()
}

/// The place of a name in a template: where it first stands by itself, or what it begins with does.
pub(super) fn named(source: &str, name: &str) -> Spot {
    let mut part = name;
    loop {
        let found = source.match_indices(part).find(|(start, _)| stands_alone(source, *start, *start + part.len()));
        if let Some((start, _)) = found {
            return at(source, start..start + part.len());
        }
        let Some((shorter, _)) = part.rsplit_once('.') else { return at(source, 0..0) };
        part = shorter;
    }
}

/// The place of a field: where it first stands behind a dot.
pub(super) fn field(source: &str, name: &str) -> Spot {
    let behind_a_dot = |start: usize| source[..start].ends_with('.');
    let ends = |end: usize| !source[end..].starts_with(is_of_a_name);
    let found = source
        .match_indices(name)
        .find(|(start, _)| behind_a_dot(*start) && ends(*start + name.len()))
        .map_or(0..0, |(start, _)| start..start + name.len());
    at(source, found)
}

/// The whole of it.
pub(super) fn whole(source: &str) -> Spot {
    at(source, 0..source.len())
}

fn at(source: &str, bytes: Range<usize>) -> Spot {
    let before = &source[..bytes.start];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Spot { line: number(line), column: number(column), bytes }
}

fn stands_alone(source: &str, start: usize, end: usize) -> bool {
    let free = |c: char| !is_of_a_name(c) && c != '.';
    let before = source[..start].chars().next_back().is_none_or(free);
    before && !source[end..].starts_with(is_of_a_name)
}

fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
