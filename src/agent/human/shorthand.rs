//! Short forms of markers for people: `/agree` is `[STANCE: AGREE]`. A line of prose is never taken for one.

use std::borrow::Cow;

use quorate_strategies::{catalog::nearest, seat::narrow};

/// A typed line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed<'t> {
    /// Empty: the end of the answer.
    End,
    /// A line of the answer.
    Words(Cow<'t, str>),
    /// A short form that lacks something, or is misspelled.
    NotTaken {
        /// How it is written.
        usage: &'static str,
    },
}

/// What a short form needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// Nothing; what stands behind it are words of the answer.
    Nothing,
    /// A value.
    Value,
    /// A point, and a number behind it.
    PointAndNumber,
}

/// How it is written, what it begins the marker with, and what it needs.
const FORMS: [(&str, &str, Needs); 12] = [
    ("/agree", "[STANCE: AGREE", Needs::Nothing),
    ("/disagree", "[STANCE: DISAGREE", Needs::Nothing),
    ("/neutral", "[STANCE: NEUTRAL", Needs::Nothing),
    ("/pass", "[PASS", Needs::Nothing),
    ("/concede", "[CONCEDE", Needs::Nothing),
    ("/close", "[CLOSE", Needs::Nothing),
    ("/vote OPTION", "[VOTE: ", Needs::Value),
    ("/score POINT NUMBER", "[SCORE ", Needs::PointAndNumber),
    ("/kind WORD", "[KIND: ", Needs::Value),
    ("/confidence NUMBER", "[CONFIDENCE: ", Needs::Value),
    ("/idea TEXT", "[IDEA: ", Needs::Value),
    ("/next SEAT", "[NEXT: ", Needs::Value),
];

/// Reads a line. A word behind a slash that is not near any short form, as in `/etc is full`, is part of the answer.
pub(super) fn read(line: &str) -> Typed<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Typed::End;
    }
    let Some(rest) = trimmed.strip_prefix(['/', '／']) else { return Typed::Words(Cow::Borrowed(line.trim_end())) };
    let (word, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let word: String = word.chars().map(narrow).flat_map(char::to_lowercase).collect();
    let value = value.trim();
    match FORMS.iter().find(|(usage, ..)| name(usage) == word) {
        Some((usage, marker, needs)) => match marked(marker, *needs, value) {
            Some(marker) => Typed::Words(Cow::Owned(marker)),
            None => Typed::NotTaken { usage },
        },
        None => {
            let near = nearest(&word, FORMS.iter().map(|(usage, ..)| name(usage)));
            let near = near.and_then(|near| FORMS.iter().find(|(usage, ..)| name(usage) == near));
            near.map_or(Typed::Words(Cow::Borrowed(line.trim_end())), |(usage, ..)| Typed::NotTaken { usage })
        }
    }
}

/// The word of a short form, without its slash.
fn name(usage: &str) -> &str {
    let usage = usage.trim_start_matches('/');
    usage.split_once(' ').map_or(usage, |(name, _)| name)
}

/// The marker on a line of its own; none when something is missing.
fn marked(marker: &str, needs: Needs, value: &str) -> Option<String> {
    match needs {
        Needs::Nothing if value.is_empty() => Some(format!("{marker}]")),
        Needs::Nothing => Some(format!("{marker}]\n{value}")),
        Needs::Value => (!value.is_empty()).then(|| format!("{marker}{value}]")),
        Needs::PointAndNumber => {
            let (point, number) = value.rsplit_once(char::is_whitespace)?;
            Some(format!("{marker}{}: {number}]", point.trim_end().trim_end_matches(':')))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> String {
        match read(line) {
            Typed::Words(words) => words.into_owned(),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_short_form_stands_for_its_marker() {
        for (typed, marker) in [
            ("/agree", "[STANCE: AGREE]"),
            (" /Disagree ", "[STANCE: DISAGREE]"),
            ("／ｎｅｕｔｒａｌ", "[STANCE: NEUTRAL]"),
            ("/agree if it is Monday", "[STANCE: AGREE]\nif it is Monday"),
            ("/vote the second one", "[VOTE: the second one]"),
            ("/score ease of use 85.5", "[SCORE ease of use: 85.5]"),
            ("/score cost: 20", "[SCORE cost: 20]"),
            ("/idea a bench", "[IDEA: a bench]"),
        ] {
            assert_eq!(words(typed), marker, "{typed}");
        }
    }

    #[test]
    fn prose_and_paths_stay_what_they_are() {
        for typed in ["I agree", "agree", "/etc/passwd is open", "/srv is full", "either/or"] {
            assert_eq!(words(typed), typed);
        }
    }

    #[test]
    fn what_is_misspelled_or_lacks_something_is_not_taken() {
        for (typed, usage) in [
            ("/agre", "/agree"),
            ("/vote", "/vote OPTION"),
            ("/score 85", "/score POINT NUMBER"),
            ("/kind ", "/kind WORD"),
        ] {
            assert_eq!(read(typed), Typed::NotTaken { usage }, "{typed}");
        }
    }

    #[test]
    fn an_empty_line_ends_the_answer() {
        for typed in ["", "  ", "\t"] {
            assert_eq!(read(typed), Typed::End);
        }
    }
}
