//! Reads dates as people write them.

use std::sync::LazyLock;

use regex::Captures;

use super::dates::{Scale, When, day, months, span, week_start, year_day};
use super::pattern::Pattern;
use super::wide_dates;
use super::words::{has_wide, is_wide};

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

macro_rules! month {
    () => {
        r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\b\.?"
    };
}

static DATE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"\b(?:",
        r"(?P<iy>[12][0-9]{3})[-/.](?P<im>[0-9]{1,2})[-/.](?P<id>[0-9]{1,2})(?:T|\b)|",
        r"(?P<wy>[12][0-9]{3})-W(?P<ww>[0-9]{1,2})\b|",
        r"(?P<dd>[0-9]{1,2})\.(?P<dm>[0-9]{1,2})\.(?P<dy>(?:19|20)[0-9]{2})\b|",
        r"(?P<sa>[0-9]{1,2})/(?P<sb>[0-9]{1,2})/(?P<sy>(?:20)?[0-9]{2})\b|",
        r"(?:(?P<ra>[0-9]{1,2})(?:st|nd|rd|th)?[ ]?(?:-|–|—|to|and)[ ]?)?(?P<ad>[0-9]{1,2})(?:st|nd|rd|th)?(?:[ ]+of)?[ -]+(?P<am>",
        month!(),
        r"),?(?:[ -]+(?P<ay>(?:19|20)[0-9]{2})\b)?|",
        r"(?P<bm>",
        month!(),
        r")[ ]+(?P<bd>[0-9]{1,2})\b(?:st|nd|rd|th)?(?:[ ]?(?:-|–|—)[ ]?(?P<rb>[0-9]{1,2})(?:st|nd|rd|th)?\b)?(?:,?[ ]+(?P<by>(?:19|20)[0-9]{2})\b)?|",
        r"(?P<mm>",
        month!(),
        r"),?[ ]+(?P<my>(?:19|20)[0-9]{2})\b|",
        r"(?:Q|q)(?P<qa>[1-4])(?:[ /-]*(?P<qy>(?:19|20)[0-9]{2}))?\b|",
        r"(?P<qz>(?:19|20)[0-9]{2})[ /-]*Q(?P<qb>[1-4])\b|",
        r"(?P<nw>(?i-u:week|wk|cw|day|sprint|month))[ ]?#?(?P<nn>[0-9]{1,3})\b(?:[ ]?(?:-|–|—)[ ]?(?P<nr>[0-9]{1,3})\b)?|",
        r"(?P<ow>[TDL])[ ]?(?P<os>\+|-|–|−)[ ]?(?P<on>[0-9]{1,4})(?P<ou>[ ]?(?:min(?:utes?|s)?|hours?|hrs?|h|m|days?|d|weeks?|w))?\b|",
        r"(?P<ch>[01]?[0-9]|2[0-3]):(?P<cm>[0-5][0-9])\b(?::[0-5][0-9])?",
        r")"
    ))
});

/// How the dates of one material are to be read where their form leaves it open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Habits {
    /// Whether 03/04/2026 begins with the day; unknown if nothing shows it.
    day_first: Option<bool>,
    /// The year meant where none is written, if all others agree.
    pub(super) year: Option<i64>,
    /// Whether 3/5 is a day, as in Chinese and Japanese texts.
    pub(super) slashed: bool,
}

impl Habits {
    /// Those of a text in a script without spaces, of which no more is known.
    pub(super) fn wide() -> Self {
        Self { slashed: true, ..Self::default() }
    }

    /// Learns from every date written in full.
    pub(super) fn learn<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut habits = Self::default();
        let mut years = std::collections::BTreeSet::new();
        let (mut wide, mut all) = (0, 0);
        for text in texts.filter(|t| t.bytes().any(|b| b.is_ascii_digit())) {
            wide += if text.is_ascii() { 0 } else { text.chars().filter(|c| is_wide(*c)).count() };
            all += text.len() / 2;
            years.extend(wide_dates::years(text));
            habits.learn_from(text, &mut years);
        }
        // A name or a quotation in another script is no habit.
        habits.slashed = wide * 5 > all;
        habits.year = years.first().copied().filter(|_| years.len() == 1);
        habits
    }

    fn learn_from(&mut self, text: &str, years: &mut std::collections::BTreeSet<i64>) {
        for found in DATE.captures_iter(text) {
            let number = |name| number(&found, name);
            if let (Some(a), Some(b)) = (number("sa"), number("sb")) {
                match (a > 12, b > 12) {
                    (true, false) => self.day_first = Some(true),
                    (false, true) => self.day_first = Some(false),
                    _ => {}
                }
            }
            years.extend(["iy", "dy", "ay", "by"].iter().find_map(|n| number(n)));
        }
    }

    /// Every date in a text, in order.
    pub(super) fn dates(self, text: &str) -> Vec<When> {
        let wide_text = has_wide(text);
        let spoken = || wide_text.then(|| wide_dates::spoken(text)).into_iter().flatten();
        if !text.bytes().any(|b| b.is_ascii_digit()) {
            return spoken().collect();
        }
        let mut found: Vec<When> = if self.slashed || wide_text { wide_dates::read(text, self) } else { Vec::new() };
        let wide = found.len();
        for captures in DATE.captures_iter(text) {
            let Some(whole) = captures.get(0) else { continue };
            let taken = found[..wide].iter().any(|d| d.bytes.start < whole.end() && whole.start() < d.bytes.end);
            if taken || (clock(&captures).is_none() && glued(text, whole.start(), whole.end())) {
                continue;
            }
            let bytes = whole.range();
            let text = whole.as_str().trim_matches([' ', ',', '.']);
            let read = self.read(&captures).into_iter().flatten();
            found.extend(read.map(|when| When { bytes: bytes.clone(), text: text.to_owned(), ..when }));
        }
        let apart = |found: &[When], day: &When| {
            !found.iter().any(|d| d.bytes.start <= day.bytes.end && day.bytes.start <= d.bytes.end)
        };
        found.extend(spoken().filter(|day| apart(&found, day)).collect::<Vec<_>>());
        found.sort_by_key(|when| when.bytes.start);
        timed(text, found)
    }

    /// One date, or the two ends of a range.
    fn read(self, found: &Captures<'_>) -> [Option<When>; 2] {
        let n = |name| number(found, name);
        if let (Some(y), Some(m), Some(d)) = (n("iy"), n("im"), n("id")) {
            return [Some(day(y, m, d)), None];
        }
        if let (Some(d), Some(m), Some(y)) = (n("dd"), n("dm"), n("dy")) {
            return [Some(day(y, m, d)), None];
        }
        if let (Some(y), Some(w)) = (n("wy"), n("ww")) {
            let first = week_start(y, w);
            return [Some(span(Scale::Day, first, first + 6)), None];
        }
        if let (Some(a), Some(b), Some(y)) = (n("sa"), n("sb"), n("sy")) {
            return [Some(self.slashes(a, b, if y < 100 { y + 2000 } else { y })), None];
        }
        if let Some(month) = named(found, "am").zip(n("ad")) {
            return self.ends(month.0, n("ra"), month.1, n("ay"));
        }
        if let Some(month) = named(found, "bm").zip(n("bd")) {
            return match n("rb") {
                Some(end) => self.ends(month.0, Some(month.1), end, n("by")),
                None => self.ends(month.0, None, month.1, n("by")),
            };
        }
        if let Some((m, y)) = named(found, "mm").zip(n("my")) {
            return [Some(months(y, m, m)), None];
        }
        if let Some((q, y)) = n("qa").or(n("qb")).map(|q| (q, n("qy").or(n("qz")).or(self.year))) {
            return [Some(y.map_or(span(Scale::Quarter, q, q), |y| months(y, q * 3 - 2, q * 3))), None];
        }
        relative(found)
    }

    fn slashes(self, a: i64, b: i64, y: i64) -> When {
        match self.day_first {
            Some(true) => day(y, b, a),
            Some(false) => day(y, a, b),
            None => When { other: Some(day(y, b, a).first), ..day(y, a, b) },
        }
    }

    fn ends(self, month: i64, from: Option<i64>, to: i64, year: Option<i64>) -> [Option<When>; 2] {
        let one = |d| match year.or(self.year) {
            Some(y) => day(y, month, d),
            None => year_day(month, d),
        };
        match from {
            Some(from) => [Some(one(from)), Some(one(to))],
            None => [Some(one(to)), None],
        }
    }
}

/// The dates with the times that stand right after a day as part of it.
fn timed(text: &str, found: Vec<When>) -> Vec<When> {
    let mut all: Vec<When> = Vec::with_capacity(found.len());
    for when in found {
        if when.scale == Scale::Clock {
            let near = all.last_mut().filter(|d| d.scale == Scale::Day && when.bytes.start <= d.bytes.end + 3);
            if let Some(day) = near.filter(|d| d.minutes.is_none()) {
                day.minutes = Some(when.first);
                day.bytes.end = when.bytes.end;
                continue;
            }
            if glued(text, when.bytes.start, when.bytes.end) {
                continue;
            }
        }
        all.push(when);
    }
    all
}

fn relative(found: &Captures<'_>) -> [Option<When>; 2] {
    let n = |name| number(found, name);
    if let (Some(word), Some(from)) = (found.name("nw"), n("nn")) {
        let scale = match word.as_str().to_ascii_lowercase().as_str() {
            "day" => Scale::DayNumber,
            "sprint" => Scale::Sprint,
            "month" => Scale::MonthNumber,
            _ => Scale::Week,
        };
        return [Some(span(scale, from, from)), n("nr").map(|to| span(scale, to, to))];
    }
    if let (Some(word), Some(count)) = (found.name("ow"), n("on")) {
        let unit = found.name("ou").map_or("", |u| u.as_str().trim());
        let size = match unit.as_bytes().first() {
            Some(b'h') => 60,
            Some(b'd') => 1440,
            Some(b'w') => 10_080,
            None if word.as_str() != "T" => 1440,
            _ => 1,
        };
        let sign = if found.name("os").is_some_and(|s| s.as_str() == "+") { 1 } else { -1 };
        return [Some(span(Scale::Offset, sign * count * size, sign * count * size)), None];
    }
    [clock(found).map(|minutes| span(Scale::Clock, minutes, minutes)), None]
}

fn clock(found: &Captures<'_>) -> Option<i64> {
    Some(number(found, "ch")? * 60 + number(found, "cm")?)
}

/// Whether the match is part of a longer number, a version or a path.
fn glued(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let mut after = text[end..].chars();
    let next = after.next();
    let dotted = next == Some('.') && after.next().is_some_and(|c| c.is_ascii_digit());
    matches!(before, Some('.' | '/' | '_' | '$' | '€')) || matches!(next, Some('%' | '/' | '_')) || dotted
}

fn number(found: &Captures<'_>, name: &str) -> Option<i64> {
    found.name(name)?.as_str().parse().ok()
}

fn named(found: &Captures<'_>, name: &str) -> Option<i64> {
    let name = found.name(name)?.as_str().to_ascii_lowercase();
    let index = MONTHS.iter().position(|m| name.starts_with(m))?;
    i64::try_from(index + 1).ok()
}
