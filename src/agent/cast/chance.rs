//! Chance that follows from a request alone, so that a run can be played again.

use crate::agent::{Again, Request};

/// Where numbers are drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chance(u64);

impl Chance {
    /// From these numbers; SplitMix64, so that it stays the same for ever.
    pub(super) fn from<const N: usize>(parts: [u64; N]) -> Self {
        Self(parts.into_iter().fold(0x9e37_79b9_7f4a_7c15, mix))
    }

    /// Of one request, repeated ones apart.
    pub(super) fn of(request: &Request<'_>) -> Self {
        let again = match request.again {
            None => 0,
            Some(Again::Repair { .. }) => 1,
            Some(Again::Cut) => 2,
            Some(Again::Shorter) => 3,
            Some(Again::Failed) => 4,
        };
        // What is left of the time tells one attempt after a failure from the next.
        let left = u64::try_from(request.time_left.as_millis()).unwrap_or(u64::MAX);
        let left = if again == 0 { 0 } else { left };
        Self::from([request.seed, u64::from(request.id.0), u64::from(request.turn.0), again, left])
    }

    /// Of one seat in the whole discussion.
    pub(super) fn seat(request: &Request<'_>) -> Self {
        Self::from([request.seed, u64::from(request.id.0), 0x5ea7])
    }

    /// Of the whole table.
    pub(super) fn table(request: &Request<'_>) -> Self {
        Self::from([request.seed, 0x7ab1e])
    }

    /// A number; `salt` tells draws for one thing from those for another.
    pub(super) fn draw(self, salt: u64) -> u64 {
        mix(self.0, salt)
    }

    /// A number below `n`; 0 where `n` is 0.
    pub(super) fn below(self, salt: u64, n: u64) -> u64 {
        self.draw(salt).checked_rem(n).unwrap_or(0)
    }

    /// One of several; none of none.
    pub(super) fn pick<T>(self, salt: u64, all: &[T]) -> Option<&T> {
        let at = self.below(salt, u64::try_from(all.len()).unwrap_or(u64::MAX));
        usize::try_from(at).ok().and_then(|at| all.get(at))
    }
}

const fn mix(hash: u64, part: u64) -> u64 {
    let mut z = (hash ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
