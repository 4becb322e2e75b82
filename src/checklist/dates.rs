//! Dates, and when one is certainly before another.

use std::cmp::Ordering;
use std::ops::Range;
/// What a date is measured by; dates of different scales are never compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Scale {
    /// Days of the calendar.
    Day,
    /// Days of an unnamed year.
    YearDay,
    /// "Week 3", "Day 2", "Sprint 4", "Month 1".
    Week,
    DayNumber,
    Sprint,
    MonthNumber,
    /// "Q2" without a year.
    Quarter,
    /// Minutes from an event: "T+30 min", "D-7".
    Offset,
    /// Minutes of a day.
    Clock,
    /// Days from the Monday of the week in which the plan was written: "下周三".
    Spoken,
}

/// A date in a text. What is not exact (a month, a quarter) is the span from its first to its last day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct When {
    pub(super) scale: Scale,
    pub(super) first: i64,
    pub(super) last: i64,
    /// The other reading of 03/04/2026.
    pub(super) other: Option<i64>,
    /// Minutes of the day, where a time is given with the day.
    pub(super) minutes: Option<i64>,
    pub(super) bytes: Range<usize>,
    pub(super) text: String,
    /// Whether no calendar has that day.
    pub(super) impossible: bool,
}

impl When {
    /// How two dates lie, if that is certain. Overlapping spans are equal.
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        if self.scale != other.scale || self.impossible || other.impossible {
            return None;
        }
        let plain = span_order((self.first, self.last), (other.first, other.last));
        if self.other.is_some() || other.other.is_some() {
            let own = self.other.map_or((self.first, self.last), |d| (d, d));
            let their = other.other.map_or((other.first, other.last), |d| (d, d));
            return (span_order(own, their) == plain).then_some(plain);
        }
        let wraps = match self.scale {
            // December to January, or midnight, lies between.
            Scale::YearDay => (self.first - other.first).abs() > 180,
            Scale::Clock => (self.first - other.first).abs() > 720,
            _ => false,
        };
        if wraps {
            return None;
        }
        match (plain, self.minutes, other.minutes) {
            (Ordering::Equal, Some(a), Some(b)) if self.first == self.last && self.first == other.first => {
                Some(a.cmp(&b))
            }
            _ => Some(plain),
        }
    }
}

fn span_order(a: (i64, i64), b: (i64, i64)) -> Ordering {
    match (a.1 < b.0, b.1 < a.0) {
        (true, _) => Ordering::Less,
        (_, true) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

pub(super) fn span(scale: Scale, first: i64, last: i64) -> When {
    When { scale, first, last, other: None, minutes: None, bytes: 0..0, text: String::new(), impossible: false }
}

pub(super) fn months(y: i64, from: i64, to: i64) -> When {
    span(Scale::Day, day_number(y, from, 1), day_number(y, to, month_days(y, to)))
}

pub(super) fn day(y: i64, m: i64, d: i64) -> When {
    let number = day_number(y, m, d);
    When { impossible: !(1..=12).contains(&m) || d < 1 || d > month_days(y, m), ..span(Scale::Day, number, number) }
}

/// A day of an unnamed year, which may be a leap year.
pub(super) fn year_day(m: i64, d: i64) -> When {
    const LEAP: i64 = 2024;
    let number = m * 31 + d;
    When { impossible: day(LEAP, m, d).impossible, ..span(Scale::YearDay, number, number) }
}

fn month_days(y: i64, m: i64) -> i64 {
    match m {
        4 | 6 | 9 | 11 => 30,
        2 if y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Days since 1970-01-01 in the Gregorian calendar.
fn day_number(y: i64, m: i64, d: i64) -> i64 {
    let y = if m <= 2 { y - 1 } else { y };
    let era = y.div_euclid(400);
    let year = y.rem_euclid(400);
    let of_year = (153 * (m + if m > 2 { -3 } else { 9 }) + 2) / 5 + d - 1;
    era * 146_097 + year * 365 + year / 4 - year / 100 + of_year - 719_468
}

/// The Monday of an ISO week.
pub(super) fn week_start(y: i64, week: i64) -> i64 {
    let fourth = day_number(y, 1, 4);
    fourth - (fourth + 3).rem_euclid(7) + (week - 1) * 7
}
