//! At what prices requests are counted, as it is settled before the first turn.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

/// What is done about a backend of which it is not known what its requests take, where tokens or money are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unknown {
    /// The discussion does not begin.
    #[default]
    Refuse,
    /// What is not known is not counted: no money without a price, no tokens of an answer before it came, nothing but
    /// requests of a program.
    Uncounted,
    /// A model without a price of its own has this one, in billionths of the currency for a million tokens, read or written;
    /// a model on this machine too.
    Price(u64),
}

impl Unknown {
    /// Whether the discussion does not begin then.
    #[must_use]
    pub const fn is_refuse(&self) -> bool {
        matches!(self, Self::Refuse)
    }
}

/// How the money is counted that the requests of one backend take; prices are in billionths of the currency for a million
/// tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rate {
    /// By a list of prices.
    Listed {
        /// For tokens read.
        input: u64,
        /// For tokens written.
        output: u64,
    },
    /// By the price that was said for models without one.
    Said {
        /// For tokens, read or written.
        each: u64,
    },
    /// It costs nothing: a model on this machine.
    Free,
    /// Not at all: nobody knows what it takes.
    Uncounted,
}

/// How the money is counted at one table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rates {
    /// What is done about what is not known.
    #[serde(default, skip_serializing_if = "Unknown::is_refuse")]
    pub unknown: Unknown,
    /// By the names of the backends.
    pub of: BTreeMap<Arc<str>, Rate>,
}

impl Rates {
    /// Whether nothing is counted.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.of.is_empty() && self.unknown.is_refuse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_written_in_words_and_read_back() {
        let of = [
            ("a:1", Rate::Listed { input: 1, output: 2 }),
            ("b:2", Rate::Said { each: 3 }),
            ("c:3", Rate::Free),
            ("d:4", Rate::Uncounted),
        ];
        let of = of.into_iter().map(|(name, rate)| (name.into(), rate)).collect();
        let rates = Rates { unknown: Unknown::Price(3), of };
        let text = serde_json::to_string(&rates).unwrap();
        assert_eq!(
            text,
            r#"{"unknown":{"price":3},"of":{"a:1":{"listed":{"input":1,"output":2}},"b:2":{"said":{"each":3}},"c:3":"free","d:4":"uncounted"}}"#
        );
        assert_eq!(serde_json::from_str::<Rates>(&text).unwrap(), rates);
        assert!(Rates::default().is_none() && !rates.is_none());
    }
}
