//! Moments of a record as dates, in UTC.

/// A moment, in milliseconds since 1970, as `2026-08-01T12:00:00.123Z`.
pub(crate) fn rfc3339(ms: u64) -> String {
    let (days, ms_of_day) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = civil(days);
    let (s, ms) = (ms_of_day / 1000, ms_of_day % 1000);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{ms:03}Z", s / 3600, s / 60 % 60, s % 60)
}

/// A moment as `2026-08-01 12:00:00 UTC`, for people.
pub(super) fn plain(ms: u64) -> String {
    let whole = rfc3339(ms);
    let date = whole.split('T').next().unwrap_or_default();
    let time = whole.split('T').nth(1).and_then(|rest| rest.split('.').next()).unwrap_or_default();
    format!("{date} {time} UTC")
}

/// Year, month and day of a day counted from 1970-01-01, in the Gregorian calendar.
///
/// Years are taken to begin in March, so that the leap day is the last one; 400 years are always 146,097 days.
const fn civil(days: u64) -> (u64, u64, u64) {
    // 719,468 days lie between 0000-03-01 and 1970-01-01.
    let since = days + 719_468;
    let (era, day_of_era) = (since / 146_097, since % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Months of 31, 30, 31, 30, 31 days from March on repeat every 153 days.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// A span in seconds, with milliseconds where there are any.
pub(super) fn seconds(ms: u64) -> String {
    if ms.is_multiple_of(1000) { (ms / 1000).to_string() } else { format!("{}.{:03}", ms / 1000, ms % 1000) }
}

#[cfg(test)]
mod tests {
    use super::{civil, plain, rfc3339};

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(951_782_399_999), "2000-02-28T23:59:59.999Z");
        assert_eq!(plain(951_782_400_000), "2000-02-29 00:00:00 UTC");
        assert_eq!(plain(4_107_542_400_000), "2100-03-01 00:00:00 UTC");
        assert_eq!(plain(1_785_585_600_000), "2026-08-01 12:00:00 UTC");
    }

    #[test]
    fn every_day_of_eight_centuries_follows_the_one_before() {
        let mut at = (1970, 1, 1);
        for days in 0..292_194 {
            assert_eq!(civil(days), at);
            let (year, month, day) = at;
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 => 28 + u64::from(leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            at = match (month, day == last) {
                (12, true) => (year + 1, 1, 1),
                (_, true) => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
    }
}
