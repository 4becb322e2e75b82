//! The time of a turn, with the last part of it for its end.

use std::time::Duration;

use tokio::time::Instant;

use crate::agent::program::notice;

/// Whoever waits for the answer goes on at the limit itself, so everything is over within it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    limit: Duration,
    /// The agent is asked to stop.
    pub(super) stop: Instant,
    /// It is ended.
    pub(super) kill: Instant,
}

impl Clock {
    /// A turn of this time that begins now.
    pub(super) fn of(limit: Duration) -> Self {
        let (now, notice) = (Instant::now(), notice(limit));
        Self { limit, stop: now + (limit - notice), kill: now + (limit - notice / 2) }
    }
}

impl std::fmt::Display for Clock {
    /// `9.50 s (its limit of 10.00 s without the last 0.50 s, which are kept for its end)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let notice = notice(self.limit);
        let [given, limit, notice] = [self.limit - notice, self.limit, notice].map(|time| time.as_secs_f64());
        write!(f, "{given:.2} s (its limit of {limit:.2} s without the last {notice:.2} s, which are kept for its end)")
    }
}
