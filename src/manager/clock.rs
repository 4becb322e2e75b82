//! The time that is written into records; deciding never sees it.

use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

/// Tells the time of day.
pub trait Clock: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970.
    fn now_ms(&self) -> u64;
}

/// The clock of the machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct MachineClock;

impl Clock for MachineClock {
    fn now_ms(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}

/// A clock that stands still, for records that have to come out the same.
#[derive(Debug, Clone, Copy)]
pub struct FixedClock(pub u64);

impl Clock for FixedClock {
    fn now_ms(&self) -> u64 {
        self.0
    }
}
