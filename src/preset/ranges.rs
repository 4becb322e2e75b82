//! How far limits may reach, wherever they are set.

use std::ops::RangeInclusive;

/// The most turns that a discussion may be limited to.
pub(crate) const MOST_TURNS: u64 = 10_000_000;
/// Tokens and calls that can be limited; far above what any discussion takes.
pub(crate) const SPENT: RangeInclusive<u64> = 0..=1_000_000_000_000;
/// The most money that can be named, in billionths.
pub(crate) const MOST_NANOS: u64 = 1_000_000_000_000_000;
