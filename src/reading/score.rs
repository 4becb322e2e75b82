//! Numbers as scores: percent, fractions and decimals; cut to two decimals, never rounded, never guessed.

use quorate_strategies::{reading::Score, seat::narrow};

/// What was found where a score belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scored {
    /// A score from 0 to 100.
    Value(Score),
    /// One below 1 that is written like a share of one.
    Doubtful(Score),
    /// Something that is no score: a range, a word, a number out of range.
    Bad,
    /// The instruction's own blank: `{0-100}`.
    Echo,
}

impl Scored {
    /// The score, if it is one.
    pub(super) const fn value(self) -> Option<Score> {
        match self {
            Self::Value(score) | Self::Doubtful(score) => Some(score),
            Self::Bad | Self::Echo => None,
        }
    }
}

/// What follows a number on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// Nothing, or an aside.
    Nothing,
    /// Words that explain it.
    Reason,
    /// Something that makes it part of a range or of another number.
    Range,
    /// Words that make it a number of something else.
    Prose,
}

/// Decimals are kept to six places for fractions.
const UNIT: u128 = 1_000_000;

/// Reads a text that ought to be one score and nothing more.
pub(super) fn exact(text: &str) -> Scored {
    let text = plain(text);
    match leading(&text) {
        Some((scored, Tail::Nothing)) => scored,
        Some(_) => Scored::Bad,
        None if is_template(&text) => Scored::Echo,
        None => Scored::Bad,
    }
}

/// Reads the number that a text begins with, and what its tail makes of it; none if it begins with no number.
pub(super) fn leading(text: &str) -> Option<(Scored, Tail)> {
    if is_template(text) {
        return Some((Scored::Echo, Tail::Nothing));
    }
    let (number, rest) = number(text)?;
    let Some(number) = number else { return Some((Scored::Bad, tail(rest))) };
    let (whole, rest) = match whole(rest) {
        Some((whole, rest)) => (whole, rest),
        None => (Some(100 * UNIT), rest),
    };
    let scored = whole.map_or(Scored::Bad, |whole| scaled(number, whole));
    Some((scored, tail(rest)))
}

/// A text in narrow characters, with one kind of dash and blank and without emphasis; digits never grow together.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut parted = false;
    for c in text.chars().map(narrow) {
        if matches!(c, '*' | '`' | '\\') {
            parted = true;
            continue;
        }
        if parted && c.is_ascii_digit() && plain.ends_with(|last: char| last.is_ascii_digit()) {
            plain.push(' ');
        }
        parted = false;
        plain.push(match c {
            '–' | '—' | '−' | '‐' | '‑' => '-',
            c if c.is_whitespace() => ' ',
            c => c,
        });
    }
    plain.trim().trim_matches(['_', '"', '\'']).trim().to_owned()
}

fn is_template(text: &str) -> bool {
    let bare = text.trim_end_matches(['.', ' ', '分', '点']);
    let dots = !text.is_empty() && text.chars().all(|c| matches!(c, '.' | '…' | '_'));
    dots || matches!(
        bare,
        "0-100" | "0..100" | "0 - 100" | "xx" | "XX" | "nn" | "NN" | "number" | "数字" | "数値" | "0 to 100"
    ) || text.starts_with(['{', '<'])
}

#[derive(Debug, Clone, Copy)]
struct Number {
    /// In millionths, further decimals cut.
    millionths: u128,
    decimals: Decimals,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decimals {
    None,
    Some,
}

/// A number at the start of a text; the inner none stands for one that cannot be a score.
fn number(text: &str) -> Option<(Option<Number>, &str)> {
    if let Some(rest) = text.strip_prefix('-') {
        return number(rest).map(|(_, rest)| (None, rest));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        return None;
    }
    let (units, mut rest) = text.split_at_checked(digits)?;
    let mut millionths = units.parse::<u128>().ok().filter(|_| digits <= 9).map(|units| units * UNIT);
    let mut decimals = Decimals::None;
    if let Some(after) = rest.strip_prefix('.') {
        let count = after.bytes().take_while(u8::is_ascii_digit).count();
        if count > 0 {
            decimals = Decimals::Some;
            millionths = millionths.map(|value| value + fraction(after, count));
            rest = after.get(count..).unwrap_or_default();
        }
    }
    Some((millionths.map(|millionths| Number { millionths, decimals }), rest))
}

fn fraction(digits: &str, count: usize) -> u128 {
    let kept = digits.bytes().take(count.min(6));
    let (value, places) = kept.fold((0_u128, 0_u32), |(value, places), digit| {
        (value * 10 + u128::from(digit.saturating_sub(b'0')), places + 1)
    });
    value * 10_u128.pow(6_u32.saturating_sub(places))
}

/// The whole that a number is a part of: `/10`, `out of 20`, `%`, or a unit of the usual hundred.
fn whole(rest: &str) -> Option<(Option<u128>, &str)> {
    let trimmed = rest.trim_start();
    if let Some(after) = trimmed.strip_prefix('%') {
        return Some((Some(100 * UNIT), after));
    }
    // "8 points out of 10", "8点／10点", "8点（10点満点）"
    let counted = after_unit(trimmed).trim_start();
    if let Some(whole) = in_brackets(counted) {
        return Some(whole);
    }
    for joint in ["/", "out of ", "of "] {
        if let Some(after) = counted.strip_prefix(joint)
            && let Some((whole, after)) = number(after.trim_start())
        {
            return Some((whole.map(|whole| whole.millionths).filter(|&whole| whole > 0), after_unit(after)));
        }
    }
    let after = after_unit(trimmed);
    (after.len() < trimmed.len()).then_some((Some(100 * UNIT), after))
}

/// The whole in an aside: `（满分10分）`, `（10点満点）`, `(out of 10)`.
fn in_brackets(rest: &str) -> Option<(Option<u128>, &str)> {
    let (inner, after) = rest.strip_prefix('(')?.split_once(')')?;
    let inner = inner.trim();
    let bare = ["out of ", "满分为", "满分", "滿分", "満点", "/"].iter().find_map(|lead| inner.strip_prefix(lead));
    let (whole, tail) = number(bare.unwrap_or(inner).trim_start())?;
    let tail = after_unit(tail).trim();
    let named =
        if bare.is_some() { tail.is_empty() } else { matches!(tail, "満点" | "満点中" | "满分" | "滿分") };
    named.then(|| (whole.map(|whole| whole.millionths).filter(|&whole| whole > 0), after))
}

fn after_unit(rest: &str) -> &str {
    let trimmed = rest.trim_start();
    ["points", "point", "pts", "分", "点"]
        .iter()
        .find_map(|unit| {
            trimmed.strip_prefix(unit).filter(|after| !after.starts_with(|c: char| c.is_ascii_alphanumeric()))
        })
        .unwrap_or(rest)
}

fn scaled(number: Number, whole: u128) -> Scored {
    let hundredths = number.millionths * 10_000 / whole;
    let exceeds = number.millionths > whole;
    let score = u16::try_from(hundredths).ok().filter(|_| !exceeds).and_then(Score::from_hundredths);
    let share = number.decimals == Decimals::Some && number.millionths <= UNIT && whole == 100 * UNIT;
    match score {
        Some(score) if share => Scored::Doubtful(score),
        Some(score) => Scored::Value(score),
        None => Scored::Bad,
    }
}

fn tail(rest: &str) -> Tail {
    let trimmed = rest.trim();
    let Some(first) = trimmed.chars().next() else { return Tail::Nothing };
    let after = trimmed.get(first.len_utf8()..).unwrap_or_default().trim_start();
    let digit_next = after.starts_with(|c: char| c.is_ascii_digit());
    match first {
        '.' | '!' if after.is_empty() => Tail::Nothing,
        '(' if after.ends_with([')', '.']) => Tail::Nothing,
        '-' | '~' | '〜' | '/' | '+' | '±' if digit_next => Tail::Range,
        ',' | '.' if digit_next && !rest.starts_with(' ') && trimmed.get(1..2) != Some(" ") => Tail::Range,
        '.' if after.trim_start_matches('.').starts_with(|c: char| c.is_ascii_digit()) && after.starts_with('.') => {
            Tail::Range
        }
        ',' | '.' | ';' | ':' | '(' | '-' | '。' | '、' | '|' | '!' => Tail::Reason,
        '…' if digit_next => Tail::Range,
        _ if begins(trimmed, &["to ", "or ", "and "]) => Tail::Range,
        _ if begins(trimmed, &["because", "since", "given", "due to"]) => Tail::Reason,
        _ => Tail::Prose,
    }
}

fn begins(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)))
}
