//! Full-width signs and Chinese numerals, folded so that everything after reads one form of each; and back, for display.
//!
//! A folded full-width sign stands with two or three spaces, which nobody types by accident, so that a quoted piece can
//! be shown as its author wrote it.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;
use std::sync::LazyLock;

use super::pattern::Pattern;
use super::words::is_wide;

/// What follows a number that a wide space parts from its title.
pub(super) const NUMBERED_LINE: &str = ".     ";
/// Several wide spaces part a line into columns.
const COLUMN: &str = ";    ";

/// Full-width signs that part a text, with what they are folded to.
const SIGNS: [(char, &str); 10] = [
    ('。', ".  "),
    ('，', ",  "),
    ('、', ",   "),
    ('；', ";  "),
    ('／', ";   "),
    ('：', ":  "),
    ('！', "!  "),
    ('？', "?  "),
    ('）', ")  "),
    ('】', "]  "),
];
/// The same for those that open something.
const OPENING: [(char, &str); 2] = [('（', "  ("), ('【', "  [")];

const NUMERALS: &str = "一二三四五六七八九十";

static COUNTED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"第([一二三四五六七八九十]{1,3})(步|阶段|期|周|週|天|批|轮|段階|工程|ステップ|フェーズ|日|项任务|季度|四半期)",
    )
});
static NUMBERED: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"(?:步骤|阶段|环节|任务|手順|ステップ|フェーズ|工程|作業|段階|タスク)[ ]?([一二三四五六七八九十]{1,3})",
        r"(?:[ :,.;)\]|]|和|与|及|至|到|完|通|结|之|以|后|前|の|と|が|は|を|に|～|$)"
    ))
});
static DAYS: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"月([一二三四五六七八九十]{1,3})(?:日|号|號)"));
static MONTHS: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"(?:^|[^第])([一二三四五六七八九十]{1,3})月(?:[0-9]|[上中下]旬|初|底|末)"));
static SHARES: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"([一二三四五六七八九])(?:割|成(?:[^功果员為为立长熟]|$))"));
static FIRST: LazyLock<Pattern> = LazyLock::new(|| Pattern::new(r"^[ ]*(?:[#*-]+[ ]*)?\(?[0-9]{1,3}$"));

/// A line with its full-width signs and Chinese numerals folded.
pub(super) fn fold(line: &str) -> Cow<'_, str> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut out = String::with_capacity(line.len() + 16);
    let mut numerals = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        numerals |= NUMERALS.contains(c);
        match c {
            '、' | '．' if FIRST.is_match(&out) => out.push_str(". "),
            '：' if within_time(&out, chars.clone()) => out.push(':'),
            '，' if out.ends_with(|c: char| c.is_ascii_digit()) && chars.peek().is_some_and(is_digit) => out.push(','),
            '／' if out.ends_with(|c: char| c.is_ascii_digit()) && chars.peek().is_some_and(is_digit) => out.push('/'),
            '\u{3000}' => space(&mut out, &mut chars),
            ' ' if begins_label(&out, chars.clone()) => out.push_str(COLUMN),
            '第' => {
                out.push(c);
                bracketed(&mut out, &mut chars);
            }
            '〜' | '～' | '−' => out.push('–'),
            '①'..='⑳' => circled(&mut out, c, chars.peek()),
            _ => match sign(c) {
                Some(folded) => out.push_str(if out.trim().is_empty() { folded.trim_start() } else { folded }),
                None => out.push(narrow(c)),
            },
        }
    }
    if numerals {
        for pattern in [&COUNTED, &NUMBERED, &SHARES, &DAYS, &MONTHS] {
            out = count(pattern, &out);
        }
    }
    Cow::Owned(out)
}

/// A folded piece of text as its author wrote it.
pub(super) fn unfold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.chars().any(is_wide) {
        return Cow::Borrowed(text);
    }
    // More spaces are tried before fewer.
    let mut out = text.replace(COLUMN, "　").replace(",   ", "、").replace(";   ", "／");
    for (wide, folded) in SIGNS.iter().chain(&OPENING) {
        out = out.replace(folded, &wide.to_string());
    }
    // A cut in the middle of a folded sign leaves its ASCII half.
    if out.ends_with(')') && out.matches('（').count() > out.matches('）').count() {
        out.pop();
        out.push('）');
    }
    if let Some(sentence) = out.strip_suffix('.').filter(|sentence| sentence.ends_with(is_wide)) {
        out = format!("{sentence}。");
    }
    Cow::Owned(out)
}

/// Whether a label follows a space ("担当：佐藤　期日：3月5日"), so that the space ends the value before.
fn begins_label<'a>(before: &str, next: impl Iterator<Item = char> + 'a) -> bool {
    const LONGEST: usize = 8;
    if !before.ends_with(|c: char| c.is_alphanumeric() || c == ')') {
        return false;
    }
    let mut label = String::new();
    for c in next.take(LONGEST + 1) {
        match c {
            '：' | ':' => return super::pieces::label_of(&label).is_some(),
            c if is_wide(c) => label.push(c),
            _ => return false,
        }
    }
    false
}

/// A wide space: after a number at the beginning it ends the number, and several part columns.
fn space(out: &mut String, chars: &mut Peekable<Chars<'_>>) {
    let mut count = 1;
    while chars.next_if_eq(&'\u{3000}').is_some() {
        count += 1;
    }
    match (count, FIRST.is_match(out)) {
        (_, true) if out.ends_with(|c: char| c.is_ascii_digit()) => out.push_str(NUMBERED_LINE),
        (1, _) if begins_label(out, chars.clone()) => out.push_str(COLUMN),
        (1, _) => out.push(' '),
        _ if out.trim().is_empty() || chars.peek().is_none() => out.push_str(&" ".repeat(count)),
        _ => out.push_str(COLUMN),
    }
}

/// "第（三）项" and "第（二）、（三）项" without their brackets.
fn bracketed(out: &mut String, chars: &mut Peekable<Chars<'_>>) {
    loop {
        let mut ahead = chars.clone();
        let separator = ahead.next_if(|c| matches!(c, '、' | '和' | '与' | '及'));
        if ahead.next_if(|c| matches!(c, '（' | '(')).is_none() {
            return;
        }
        let mut inner = String::new();
        while let Some(c) = ahead.next_if(|c| NUMERALS.contains(*c) || is_digit(c)) {
            inner.push(narrow(c));
        }
        let number = numeral(&inner).map_or(inner, |number| number.to_string());
        if number.is_empty() || ahead.next_if(|c| matches!(c, '）' | ')')).is_none() {
            return;
        }
        out.extend(separator);
        out.push_str(&number);
        *chars = ahead;
    }
}

fn is_digit(c: &char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(c)
}

/// Whether a colon stands within a time of the day, as in "10：30", and not after a number, as in "步骤1：30".
fn within_time<'a>(before: &str, next: impl Iterator<Item = char> + 'a) -> bool {
    let rest = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let hours = before.len() - rest.len() == 2 || (before.len() - rest.len() == 1 && !rest.ends_with(is_wide));
    hours && next.take(3).take_while(is_digit).count() == 2
}

fn sign(c: char) -> Option<&'static str> {
    SIGNS.iter().chain(&OPENING).find(|(wide, _)| *wide == c).map(|(_, folded)| *folded)
}

/// The ASCII form of a full-width character.
fn narrow(c: char) -> char {
    match u32::from(c) {
        code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

/// "①" numbers an item at the beginning of a line, and names one elsewhere.
fn circled(out: &mut String, c: char, next: Option<&char>) {
    let number = u32::from(c) - u32::from('①') + 1;
    let goes_on = next.is_some_and(|c| "～〜~-–、と和与及の・完后後が".contains(*c));
    let begins = !goes_on && out.chars().all(|c| matches!(c, ' ' | '*' | '-' | '#'));
    match begins {
        true => out.push_str(&format!("{number}) ")),
        false => out.push_str(&format!("#{number}")),
    }
}

/// The text with the numerals of the pattern's first group as digits.
fn count(pattern: &Pattern, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for found in pattern.captures_iter(text).filter_map(|m| m.get(1)) {
        if let Some(number) = numeral(found.as_str()) {
            out.push_str(&text[from..found.start()]);
            out.push_str(&number.to_string());
            from = found.end();
        }
    }
    out.push_str(&text[from..]);
    out
}

/// The number that a Chinese numeral below one hundred stands for.
pub(super) fn numeral(text: &str) -> Option<u32> {
    let digit = |c: char| NUMERALS.chars().take(9).position(|d| d == c).and_then(|at| u32::try_from(at + 1).ok());
    let (tens, ones) = match text.split_once('十') {
        Some(("", ones)) => (1, ones),
        Some((tens, ones)) => (tens.chars().next().and_then(digit)?, ones),
        None => (0, text),
    };
    let mut ones = ones.chars();
    let last = match ones.next() {
        Some(c) => digit(c)?,
        None if tens > 0 => 0,
        None => return None,
    };
    ones.next().is_none().then_some(tens * 10 + last)
}
