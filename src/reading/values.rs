//! What the value of a marker or field may be: exact words and whole numbers, nothing near them.

use quorate_strategies::reading::{Kind, Stance};

use super::{
    fold::clean,
    lists::{is_blank_form, is_list},
};

/// What a value turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value<T> {
    /// One that is allowed.
    Good(T),
    /// The instruction's list of choices, or its blank.
    Echo,
    /// Something else.
    Bad,
}

/// A stance, exactly.
pub(super) fn stance(text: &str) -> Value<Stance> {
    word(text, |word| match word {
        "agree" => Some(Stance::Agree),
        "disagree" => Some(Stance::Disagree),
        "neutral" => Some(Stance::Neutral),
        "unknown" => Some(Stance::Unknown),
        _ => None,
    })
}

/// A kind, exactly.
pub(super) fn kind(text: &str) -> Value<Kind> {
    word(text, |word| Kind::ALL.into_iter().find(|kind| kind.name() == word))
}

fn word<T>(text: &str, known: impl Fn(&str) -> Option<T>) -> Value<T> {
    let cleaned = clean(text);
    if let Some(value) = known(&cleaned) {
        Value::Good(value)
    } else if is_blank_form(text) || is_list(&cleaned, |piece| known(piece).is_some()) {
        Value::Echo
    } else {
        Value::Bad
    }
}

/// How sure somebody is: a whole number from 0 to 100, a percent sign allowed.
pub(super) fn confidence(text: &str) -> Value<u8> {
    let cleaned = clean(text);
    let number = cleaned.strip_suffix('%').unwrap_or(&cleaned).trim_end();
    if number.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(value @ 0..=100) = number.parse()
    {
        return Value::Good(value);
    }
    if is_blank_form(text) || matches!(number, "0-100" | "0–100" | "0..100") { Value::Echo } else { Value::Bad }
}

/// Whether a number is written as a share of one, where a hundred is the whole.
pub(super) fn is_share(text: &str) -> bool {
    text.trim()
        .strip_prefix("0.")
        .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
}
