//! Dates as Chinese and Japanese texts write them: 2026年3月5日, 3月中旬, 令和8年3月5日, 3/5, 第2周, 10时30分.

use std::sync::LazyLock;

use regex::Captures;

use super::date_reading::Habits;
use super::dates::{Scale, When, day, months, span, year_day};
use super::pattern::Pattern;

/// The year before the first of the era Reiwa.
const REIWA: i64 = 2018;

macro_rules! year {
    () => {
        r"(?:(?P<y>[12][0-9]{3}|[0-9]{2})[ ]?年(?:度)?[ ]?|令和[ ]?(?P<era>[0-9]{1,2})[ ]?年[ ]?|R(?P<r>[0-9]{1,2})\.)"
    };
}

static DATE: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        year!(),
        r"?(?P<m>[0-9]{1,2})[ ]?月[ ]?(?:(?P<d>[0-9]{1,2})(?:[ ]?[日号號](?:[ ]*(?:\([^()0-9]{1,8}\)|周[一二三四五六日天]))?",
        r"(?:[ ]*(?:-|–|—|~|至|到|から|より)[ ]*(?P<e>[0-9]{1,2})[ ]?[日号])?|[ ]*(?:-|–|~|至|到)[ ]*(?P<f>[0-9]{1,2})[ ]?[日号])|",
        r"(?P<part>上旬|中旬|下旬|月初|初旬|初|月末|末|月底|底)|第(?P<mw>[1-5])[周週])?|",
        r"(?P<qy>[12][0-9]{3})[ ]?年(?:度)?[ ]?第?(?P<q>[1-4])[ ]?(?:季度|四半期)|",
        r"第[ ]?(?P<nn>[0-9]{1,3})[ ]?(?P<nw>周|週|天|日目|か月目|个月)(?:[ ]*(?:-|–|至|到|から)[ ]*第?(?P<nr>[0-9]{1,3})[ ]?(?:周|週|天|日目))?|",
        r"(?:(?P<pm>下午|晚上|晚|午後|夜)|上午|早上|凌晨|中午|午前|朝)?[ ]?(?P<ch>[0-9]{1,2})[ ]?(?P<cw>时|時|点)(?:整|(?P<half>半)|(?P<cm>[0-9]{1,2})分)?|",
        r"(?P<ow>[TDX])[ ]?(?P<os>\+|-|–)[ ]?(?P<on>[0-9]{1,4})[ ]?(?P<ou>分|小时|時間|天|日|周|週|营业日|営業日|个工作日|工作日)|",
        r"(?P<hm>1[0-2]|0?[1-9])-(?P<hd>3[01]|[12][0-9]|0[1-9])|",
        r"(?P<sm>1[0-2]|0?[1-9])/(?P<sd>3[01]|[12][0-9]|0?[1-9])(?:[ ]*\([^()0-9]{1,6}\))?",
    ))
});

/// Days told from the day of writing: "下周三", "来週水曜", "月底", "明日".
static SPOKEN: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(concat!(
        r"(?:(?P<after>下下|再来|下个?|来|翌)|(?P<this>本|这个?|今))?(?:周|週|星期|礼拜)(?:的|の)?",
        r"(?:(?P<day>[一二三四五六日天末]|[月火水木金土日](?:曜日?)?)|(?:内|中|初|前半|后半|後半))|",
        r"(?:下个?|来|翌|本|这个?|今)?月(?:初|底|末|内|中旬|上旬|下旬)|",
        r"(?P<near>今天|今日|今晚|明天|明日|明晚|后天|明後日|大后天)",
    ))
});

/// Whether a text begins with such a day.
pub(super) fn begins_spoken(text: &str) -> bool {
    SPOKEN.find(text).is_some_and(|found| found.start() == 0)
}

/// Every such day in a text.
pub(super) fn spoken(text: &str) -> impl Iterator<Item = When> {
    SPOKEN.captures_iter(text).filter_map(move |found| {
        let whole = found.get(0)?;
        let before = text[..whole.start()].chars().next_back();
        // "每周三" is a habit, "3月末" a part of that month.
        let other = before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '每' | '毎' | '隔' | '第' | '各' | '个'));
        let following = text[whole.end()..].chars().next();
        let (first, last) = within(&found);
        let when = When { bytes: whole.range(), text: whole.as_str().to_owned(), ..span(Scale::Spoken, first, last) };
        (!other && !matches!(following, Some('会' | '间' | '間'))).then_some(when)
    })
}

/// The first and the last day that a spoken one may be.
fn within(found: &Captures<'_>) -> (i64, i64) {
    if found.name("near").is_some() {
        return (1, 10);
    }
    let (week, loose) = match (found.name("after").map(|after| after.as_str()), found.name("this")) {
        (Some("下下" | "再来"), _) => (14, 0),
        (Some(_), _) => (7, 0),
        (None, Some(_)) => (0, 0),
        (None, None) => (0, 7),
    };
    let day = found.name("day").and_then(|day| day.as_str().chars().next());
    let nth = day.and_then(|day| {
        let days = ["一月", "二火", "三水", "四木", "五金", "六土末", "日天"];
        days.iter().position(|names| names.contains(day)).and_then(|at| i64::try_from(at + 1).ok())
    });
    match nth {
        Some(nth) => (week + nth, week + nth + loose),
        None if found.get(0).is_some_and(|whole| whole.as_str().contains('月')) => (1, 70),
        None => (week + 1, week + 7 + loose),
    }
}

/// The years a text names.
pub(super) fn years(text: &str) -> impl Iterator<Item = i64> {
    let dated = text.contains('年');
    let found = dated.then(|| DATE.captures_iter(text)).into_iter().flatten();
    found.filter(|found| found.name("m").is_some()).filter_map(|found| year(&found))
}

/// Every date in such a form, in no order.
pub(super) fn read(text: &str, habits: Habits) -> Vec<When> {
    let mut all = Vec::new();
    for found in DATE.captures_iter(text) {
        let Some(whole) = found.get(0) else { continue };
        if glued(text, whole.start(), whole.end(), &found) {
            continue;
        }
        let bytes = whole.range();
        let shown = whole.as_str().trim().to_owned();
        all.extend(one(&found, habits).into_iter().flatten().map(|when| When {
            bytes: bytes.clone(),
            text: shown.clone(),
            ..when
        }));
    }
    all
}

fn number(found: &Captures<'_>, name: &str) -> Option<i64> {
    found.name(name)?.as_str().parse().ok()
}

fn year(found: &Captures<'_>) -> Option<i64> {
    let plain = number(found, "y").map(|y| if y < 100 { y + 2000 } else { y });
    plain.or_else(|| number(found, "era").or_else(|| number(found, "r")).map(|y| y + REIWA))
}

/// A date, or the two ends of a range.
fn one(found: &Captures<'_>, habits: Habits) -> [Option<When>; 2] {
    let n = |name| number(found, name);
    if let Some((month, date)) = n("sm").zip(n("sd")).or_else(|| n("hm").zip(n("hd"))) {
        return [habits.slashed.then(|| date_of(habits.year, month, date)), None];
    }
    if let Some(month) = n("m") {
        let year = year(found).or(habits.year);
        let Some(first) = n("d") else { return [Some(part(found, year, month)), None] };
        return [Some(date_of(year, month, first)), n("e").or_else(|| n("f")).map(|end| date_of(year, month, end))];
    }
    if let (Some(year), Some(quarter)) = (n("qy"), n("q")) {
        return [Some(months(year, quarter * 3 - 2, quarter * 3)), None];
    }
    if let (Some(nth), Some(word)) = (n("nn"), found.name("nw")) {
        let scale = match word.as_str() {
            "周" | "週" => Scale::Week,
            "天" | "日目" => Scale::DayNumber,
            _ => Scale::MonthNumber,
        };
        return [Some(span(scale, nth, nth)), n("nr").map(|to| span(scale, to, to))];
    }
    if let Some(hour) = n("ch") {
        let later = if found.name("pm").is_some() && hour < 12 { 12 } else { 0 };
        let minutes = n("cm").unwrap_or(if found.name("half").is_some() { 30 } else { 0 });
        let minutes = (hour + later) * 60 + minutes;
        return [(hour <= 24).then(|| span(Scale::Clock, minutes, minutes)), None];
    }
    let (Some(count), Some(unit)) = (n("on"), found.name("ou")) else { return [None, None] };
    let size = match unit.as_str() {
        "分" => 1,
        "小时" | "時間" => 60,
        "周" | "週" => 10_080,
        _ => 1440,
    };
    let sign = if found.name("os").is_some_and(|s| s.as_str() == "+") { 1 } else { -1 };
    [Some(span(Scale::Offset, sign * count * size, sign * count * size)), None]
}

fn date_of(year: Option<i64>, month: i64, date: i64) -> When {
    match year {
        Some(year) => day(year, month, date),
        None => year_day(month, date),
    }
}

/// A month, or a part of one.
fn part(found: &Captures<'_>, year: Option<i64>, month: i64) -> When {
    let (from, to) = match (found.name("part").map(|p| p.as_str()), number(found, "mw")) {
        (Some("上旬" | "初旬" | "初" | "月初"), _) => (1, 10),
        (Some("中旬"), _) => (11, 20),
        (Some("下旬"), _) => (21, 28),
        (Some(_), _) => (28, 28),
        (None, Some(week)) => ((week - 1) * 7 + 1, (week * 7).min(28)),
        (None, None) => (1, 31),
    };
    match (year, to) {
        (Some(year), 31) => months(year, month, month),
        (Some(year), _) => {
            let last = if to == 28 { months(year, month, month).last } else { day(year, month, to).last };
            span(Scale::Day, day(year, month, from).first, last)
        }
        (None, _) => span(Scale::YearDay, month * 31 + from, month * 31 + if to == 28 { 31 } else { to }),
    }
}

/// Whether the match is part of something else: a duration, a ratio, a longer number.
fn glued(text: &str, start: usize, end: usize, found: &Captures<'_>) -> bool {
    let before = text[..start].chars().next_back();
    let next = text[end..].chars().next();
    let digits = before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '/' | '_' | '-' | ':'))
        || next.is_some_and(|c| c.is_ascii_digit());
    let slashed =
        found.name("sm").is_some() && next.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '.'));
    let hours = found.name("ch").is_some()
        && (matches!(next, Some('間' | '间' | '数'))
            || (found.name("cw").is_some_and(|w| w.as_str() == "点") && points(text, end)));
    let apart = |c: Option<char>| c.is_none_or(|c| matches!(c, ' ' | '(' | ')' | '|' | ','));
    if found.name("hm").is_some() && !(apart(before) && apart(next)) {
        return true;
    }
    let ranged = matches!(before, Some('-')) && found.name("sm").is_none();
    (digits && !ranged) || slashed || hours
}

/// "评分3点" and "3点改进" count points; a time is followed by a verb or ends.
fn points(text: &str, end: usize) -> bool {
    let next = text[end..].chars().next();
    !next.is_none_or(|c| {
        !c.is_alphanumeric()
            || matches!(c, '开' | '前' | '后' | '到' | '至' | '起' | '整' | '停' | '启' | '集' | '进' | '准' | '之')
    })
}
