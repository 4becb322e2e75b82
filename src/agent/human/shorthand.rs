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
    /// One word behind a slash, and none of the short forms.
    Unknown(&'t str),
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

/// What short forms are called in Chinese and Japanese.
const TRANSLATED: [(&str, &str); 40] = [
    ("同意", "agree"),
    ("赞成", "agree"),
    ("赞同", "agree"),
    ("賛成", "agree"),
    ("反对", "disagree"),
    ("不同意", "disagree"),
    ("反対", "disagree"),
    ("中立", "neutral"),
    ("跳过", "pass"),
    ("跳過", "pass"),
    ("放弃", "pass"),
    ("放弃发言", "pass"),
    ("パス", "pass"),
    ("見送り", "pass"),
    ("认输", "concede"),
    ("認輸", "concede"),
    ("降参", "concede"),
    ("負け", "concede"),
    ("結束", "close"),
    ("结束", "close"),
    ("终止", "close"),
    ("終了", "close"),
    ("投票", "vote"),
    ("表决", "vote"),
    ("选择", "vote"),
    ("選択", "vote"),
    ("评分", "score"),
    ("打分", "score"),
    ("評点", "score"),
    ("採点", "score"),
    ("类型", "kind"),
    ("種類", "kind"),
    ("把握", "confidence"),
    ("信心", "confidence"),
    ("確信度", "confidence"),
    ("想法", "idea"),
    ("创意", "idea"),
    ("案", "idea"),
    ("下一位", "next"),
    ("次", "next"),
];

/// Reads a line. A word behind a slash with more behind it that is not near any short form, as in `/etc is full`, is part
/// of the answer; alone on its line it was meant as a short form.
pub(super) fn read(line: &str) -> Typed<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Typed::End;
    }
    let Some(rest) = trimmed.strip_prefix(['/', '／']) else { return Typed::Words(Cow::Borrowed(line.trim_end())) };
    let (word, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let word: String = word.chars().map(narrow).flat_map(char::to_lowercase).collect();
    let word = TRANSLATED.iter().find(|(name, _)| *name == word).map_or(word, |(_, form)| (*form).to_owned());
    let value = value.trim();
    match FORMS.iter().find(|(usage, ..)| name(usage) == word) {
        Some((usage, marker, needs)) => match marked(marker, *needs, value) {
            Some(marker) => Typed::Words(Cow::Owned(marker)),
            None => Typed::NotTaken { usage },
        },
        None => {
            let near = nearest(&word, FORMS.iter().map(|(usage, ..)| name(usage)));
            let near = near.and_then(|near| FORMS.iter().find(|(usage, ..)| name(usage) == near));
            let is_alone = value.is_empty() && word.chars().all(char::is_alphabetic) && !word.is_empty();
            match near {
                Some((usage, ..)) => Typed::NotTaken { usage },
                None if is_alone => Typed::Unknown(trimmed),
                None => Typed::Words(Cow::Borrowed(line.trim_end())),
            }
        }
    }
}

/// How all short forms are written.
pub(super) fn usages() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|(usage, ..)| *usage)
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
            ("/賛成", "[STANCE: AGREE]"),
            ("／同意", "[STANCE: AGREE]"),
            ("/反对", "[STANCE: DISAGREE]"),
            ("/反対　金曜は早すぎる", "[STANCE: DISAGREE]\n金曜は早すぎる"),
            ("/パス", "[PASS]"),
            ("/跳过", "[PASS]"),
            ("/投票 海", "[VOTE: 海]"),
        ] {
            assert_eq!(words(typed), marker, "{typed}");
        }
    }

    #[test]
    fn prose_and_paths_stay_what_they_are() {
        for typed in [
            "I agree",
            "agree",
            "/etc/passwd is open",
            "/srv is full",
            "/usr/bin",
            "/",
            "//",
            "/2",
            "either/or",
            "/北票 很远",
        ] {
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
    fn a_word_alone_behind_a_slash_that_is_unknown_is_not_taken_for_prose() {
        for typed in ["/beipiao", "/弃权票", " /よろしく "] {
            assert_eq!(read(typed), Typed::Unknown(typed.trim()), "{typed}");
        }
    }

    #[test]
    fn translations_are_of_short_forms_and_stand_there_once() {
        for (at, (word, form)) in TRANSLATED.iter().enumerate() {
            assert!(FORMS.iter().any(|(usage, ..)| name(usage) == *form), "{word}");
            assert!(TRANSLATED.iter().take(at).all(|(other, _)| other != word), "{word}");
        }
    }

    #[test]
    fn an_empty_line_ends_the_answer() {
        for typed in ["", "  ", "\t"] {
            assert_eq!(read(typed), Typed::End);
        }
    }
}
