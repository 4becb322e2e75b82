//! How long a provider asks to wait: from headers, and for some from the body.

use std::time::{Duration, SystemTime};

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};
use serde_json::Value;

/// A wait longer than this is still reported, as this.
const MAX_WAIT: Duration = Duration::from_secs(30 * 24 * 3600);

/// The longest of the waits that an answer asks for.
pub(super) fn wait_of(headers: &HeaderMap, body: Option<&Value>) -> Option<Duration> {
    let milliseconds = header(headers, "retry-after-ms").and_then(|text| seconds(text, 0.001));
    let plain =
        header(headers, RETRY_AFTER.as_str()).and_then(|text| seconds(text, 1.0).or_else(|| until(text, headers)));
    let told = body.and_then(retry_info);
    // The millisecond header repeats the other one more exactly.
    milliseconds.or(plain).into_iter().chain(told).max()
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok().map(str::trim)
}

fn seconds(text: &str, unit: f64) -> Option<Duration> {
    let number: f64 = text.parse().ok()?;
    let wait = Duration::try_from_secs_f64(number * unit);
    // A number that is too large is still a wait; a negative one is none.
    match wait {
        Ok(wait) => Some(wait.min(MAX_WAIT)),
        Err(_) if number > 0.0 => Some(MAX_WAIT),
        Err(_) => None,
    }
}

/// An HTTP date, measured against the server's own clock where it sends one.
fn until(text: &str, headers: &HeaderMap) -> Option<Duration> {
    let then = httpdate::parse_http_date(text).ok()?;
    let now = header(headers, DATE.as_str())
        .and_then(|date| httpdate::parse_http_date(date).ok())
        .unwrap_or_else(SystemTime::now);
    Some(then.duration_since(now).unwrap_or_default().min(MAX_WAIT))
}

/// Google's `RetryInfo`: `error.details[].retryDelay`, such as `"3s"`.
fn retry_info(body: &Value) -> Option<Duration> {
    let details = body.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay"))?;
    let text = delay.as_str()?;
    match text.strip_suffix("ms") {
        Some(number) => seconds(number, 0.001),
        None => seconds(text.strip_suffix('s').unwrap_or(text), 1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                let name = reqwest::header::HeaderName::from_static(name);
                (name, value.parse().unwrap())
            })
            .collect()
    }

    #[test]
    fn seconds_dates_milliseconds_and_retry_info_are_read() {
        let wait = |pairs| wait_of(&headers(pairs), None);
        assert_eq!(wait(&[("retry-after", "2")]), Some(Duration::from_secs(2)));
        assert_eq!(wait(&[("retry-after", "0.5")]), Some(Duration::from_millis(500)));
        assert_eq!(
            wait(&[("date", "Wed, 21 Oct 2026 07:28:00 GMT"), ("retry-after", "Wed, 21 Oct 2026 07:28:05 GMT")]),
            Some(Duration::from_secs(5))
        );
        assert_eq!(wait(&[("retry-after-ms", "1500"), ("retry-after", "2")]), Some(Duration::from_millis(1500)));
        let body = json!({"error": {"details": [{"@type": "x"}, {"retryDelay": "3s"}]}});
        assert_eq!(wait_of(&HeaderMap::new(), Some(&body)), Some(Duration::from_secs(3)));
    }

    #[test]
    fn nonsense_is_no_wait_and_a_date_in_the_past_is_none_at_all() {
        let wait = |text: &str| wait_of(&headers(&[("retry-after", text)]), None);
        assert_eq!(wait("soon"), None);
        assert_eq!(wait("-5"), None);
        assert_eq!(wait("NaN"), None);
        assert_eq!(wait("1e300"), Some(MAX_WAIT));
        assert_eq!(wait("Wed, 21 Oct 2015 07:28:00 GMT"), Some(Duration::ZERO));
    }
}
