//! The value that something is said to have: a quantity or a verdict.

use super::numbers::{Number, Unit, numbers};
use super::word_lists::{Set, set};
use super::words::Words;

/// What is said.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Quantity {
        amount: f64,
        unit: Unit,
        rough: bool,
    },
    Verdict(bool),
    /// Whether something is advised.
    Advice(bool),
    /// Whether something went up, and not down.
    Rise(bool),
    /// Whether something happened.
    Event(bool),
}

impl Value {
    /// Whether two values cannot both hold.
    pub(super) fn contradicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Verdict(a), Self::Verdict(b))
            | (Self::Advice(a), Self::Advice(b))
            | (Self::Rise(a), Self::Rise(b))
            | (Self::Event(a), Self::Event(b)) => a != b,
            (Self::Quantity { amount: a, unit, rough }, Self::Quantity { amount: b, unit: other, rough: also }) => {
                let slack = if rough || also { 0.1 } else { 1e-9 };
                unit == other && (a - b).abs() > slack * a.abs().max(b.abs())
            }
            _ => false,
        }
    }
}

/// The value that a text begins with.
pub(super) fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    let words = Words::new(text);
    if words.len() == 0 {
        return None;
    }
    let first = numbers(text, &words).into_iter().find(|n| n.words.start <= 1);
    match first {
        // A day of the calendar is no value.
        Some(number) if matches!(words.word(number.words.end), "月" | "号") => None,
        Some(number) => quantity(text, &words, &number),
        None => verdict(&words, 0..2.min(words.len())).map(Value::Verdict),
    }
}

pub(super) fn verdict(words: &Words, mut range: std::ops::Range<usize>) -> Option<bool> {
    range.find_map(|at| match (set(Set::MeasureBad).at(words, at), set(Set::MeasureGood).at(words, at)) {
        (Some(_), _) => Some(false),
        (None, Some(_)) => Some(true),
        _ => None,
    })
}

pub(super) fn quantity(text: &str, words: &Words, number: &Number) -> Option<Value> {
    let raw = text.get(number.bytes.clone())?;
    let digits: String = raw
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
        .collect();
    let rest = &raw[raw.find(&digits)? + digits.len()..];
    // A range is no single value.
    if rest.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let thousands = digits.split(',').skip(1).all(|part| part.len() == 3);
    let plain = if thousands { digits.replace(',', "") } else { digits.replace(',', ".") };
    let amount: f64 = plain.trim_end_matches('.').parse().ok()?;
    let lower = rest.trim().to_ascii_lowercase();
    let factor = match lower.split([' ', '%']).next().unwrap_or("") {
        "k" | "thousand" => 1e3,
        "m" | "million" => 1e6,
        "bn" | "billion" => 1e9,
        wide => wide_factor(wide),
    };
    let timed = match words.word(number.words.end) {
        _ if number.unit != Unit::Plain => 1.0,
        "s" | "sec" | "seconds" | "second" => 1e3,
        "min" | "minutes" | "minute" => 6e4,
        "h" | "hours" | "hour" | "hrs" => 3.6e6,
        "秒" => 1e3,
        "分" => 6e4,
        "小" | "时" | "時" => 3.6e6,
        _ => 1.0,
    };
    let before = &text[..number.bytes.start];
    let rough = before.trim_end().ends_with('~')
        || ["about ", "around ", "roughly ", "approximately ", "nearly ", "over ", "almost "]
            .iter()
            .any(|w| before.to_ascii_lowercase().ends_with(w));
    let rough = rough
        || (words.has_wide()
            && set(Set::Approx).any_in(words, number.words.start.saturating_sub(2)..number.words.start));
    Some(Value::Quantity { amount: amount * factor * timed, unit: number.unit, rough })
}

/// The factor of "万", "亿" and the like, and of "割" (a tenth, told as per cent).
fn wide_factor(unit: &str) -> f64 {
    unit.chars().take_while(|c| !c.is_ascii()).fold(1.0, |factor, c| match c {
        '十' | '割' | '成' => factor * 10.0,
        '百' => factor * 100.0,
        '千' => factor * 1e3,
        '万' => factor * 1e4,
        '亿' | '億' => factor * 1e8,
        _ => factor,
    })
}

/// A number as written, with what makes it rough before it and its unit behind it: "约 1.8 秒", "420名", "12 min".
pub(super) fn written<'t>(text: &'t str, number: &Number) -> &'t str {
    const ROUGH: [&str; 6] = ["大约", "约", "およそ", "約", "about", "around"];
    const UNITS: [&str; 34] = [
        "毫秒",
        "微秒",
        "ミリ秒",
        "秒間",
        "秒",
        "分钟",
        "分間",
        "分",
        "小时",
        "時間",
        "个月",
        "か月",
        "ヶ月",
        "个人",
        "位",
        "名",
        "人",
        "件",
        "个",
        "個",
        "台",
        "次",
        "回",
        "天",
        "日間",
        "份",
        "条",
        "家",
        "单",
        "社",
        "点",
        "票",
        "张",
        "项",
    ];
    const SPELT: [&str; 16] = [
        "ms", "s", "sec", "seconds", "min", "minutes", "h", "hours", "days", "weeks", "months", "users", "people",
        "GB", "MB", "requests",
    ];
    let before = text[..number.bytes.start].trim_end();
    let start = ROUGH.iter().find_map(|word| before.strip_suffix(word)).map_or(number.bytes.start, str::len);
    let rest = text[number.bytes.end..].trim_start_matches(' ');
    let behind = text.len() - rest.len();
    let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let spelt = SPELT.contains(&&rest[..letters]).then_some(letters);
    let unit = UNITS.iter().find(|unit| rest.starts_with(**unit)).map(|unit| unit.len()).or(spelt);
    let end = unit.filter(|_| behind - number.bytes.end <= 1).map_or(number.bytes.end, |unit| behind + unit);
    text[start..end].trim()
}
