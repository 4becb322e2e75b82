//! What requests take and what may be spent, in integers.

use serde::{Deserialize, Serialize};

/// Calls, tokens and money, together.
///
/// ```
/// use quorate_strategies::event::Spend;
/// let one = Spend { calls: 1, tokens: 900, nanos: 1_500_000 };
/// assert_eq!(one.plus(one), Spend { calls: 2, tokens: 1_800, nanos: 3_000_000 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Spend {
    /// Requests.
    #[serde(default)]
    pub calls: u64,
    /// Tokens, read and written.
    #[serde(default)]
    pub tokens: u64,
    /// Money, in billionths of the currency of the prices.
    #[serde(default)]
    pub nanos: u64,
}

impl Spend {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            calls: self.calls.saturating_add(other.calls),
            tokens: self.tokens.saturating_add(other.tokens),
            nanos: self.nanos.saturating_add(other.nanos),
        }
    }

    /// This without the other, never below nothing.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self {
            calls: self.calls.saturating_sub(other.calls),
            tokens: self.tokens.saturating_sub(other.tokens),
            nanos: self.nanos.saturating_sub(other.nanos),
        }
    }
}

/// What may be spent; what is none is not limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Budget {
    /// Requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<u64>,
    /// Tokens, read and written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Money, in billionths of the currency of the prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nanos: Option<u64>,
}

impl Budget {
    /// Whether nothing is limited.
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.calls.is_none() && self.tokens.is_none() && self.nanos.is_none()
    }

    /// Whether so much keeps within it.
    ///
    /// ```
    /// use quorate_strategies::event::{Budget, Spend};
    /// let budget = Budget { calls: Some(2), ..Budget::default() };
    /// assert!(budget.holds(Spend { calls: 2, tokens: 1_000_000, nanos: 0 }));
    /// assert!(!budget.holds(Spend { calls: 3, ..Spend::default() }));
    /// ```
    #[must_use]
    pub fn holds(&self, spend: Spend) -> bool {
        let within = |limit: Option<u64>, spent: u64| limit.is_none_or(|limit| spent <= limit);
        within(self.calls, spend.calls) && within(self.tokens, spend.tokens) && within(self.nanos, spend.nanos)
    }
}
