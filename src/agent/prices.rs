//! What models cost: a list of prices that ships, and what users put over it.

use std::{collections::BTreeMap, sync::Arc};

use serde::Deserialize;
use thiserror::Error;

/// What tokens cost, in billionths of the currency per million tokens.
///
/// ```
/// use quorate::agent::Price;
/// let price = Price { input: 2_500_000_000, output: 15_000_000_000 };
/// // 1,000 read and 100 written: 0.0025 + 0.0015
/// assert_eq!(price.of(1_000, 100), 4_000_000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Price {
    /// For a million tokens read.
    pub input: u64,
    /// For a million tokens written.
    pub output: u64,
}

impl Price {
    /// What so many tokens cost, in billionths of the currency; a part of one counts as one.
    #[must_use]
    pub fn of(&self, read: u64, written: u64) -> u64 {
        let (input, output) = (u128::from(self.input), u128::from(self.output));
        let millionths = input * u128::from(read) + output * u128::from(written);
        u64::try_from(millionths.div_ceil(1_000_000)).unwrap_or(u64::MAX)
    }
}

/// An amount of money as people write it, in billionths: digits, and up to nine more behind a point.
///
/// ```
/// use quorate::agent::nanos;
/// assert_eq!(nanos("0.50"), Some(500_000_000));
/// assert_eq!(nanos("-1"), None);
/// assert_eq!(nanos("0.0000000001"), None);
/// ```
#[must_use]
pub fn nanos(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(part) || part.len() > 9 {
        return None;
    }
    let part: u64 = format!("{part:0<9}").parse().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(1_000_000_000)?.checked_add(part)
}

/// Billionths as people write them, with no more decimals than there are, and at least two.
///
/// ```
/// use quorate::agent::{money, nanos};
/// assert_eq!(money(nanos("12.5").unwrap()), "12.50");
/// assert_eq!(money(1), "0.000000001");
/// ```
#[must_use]
pub fn money(nanos: u64) -> String {
    let part = format!("{:09}", nanos % 1_000_000_000);
    let shown = part.trim_end_matches('0').len().max(2);
    format!("{}.{}", nanos / 1_000_000_000, part.get(..shown).unwrap_or_default())
}

/// What models cost by the names of their backends, such as `openai:gpt-5`.
///
/// A version with a date behind its name (`openai:gpt-5-2026-04-01`) has the price of the name, unless it has its own. The
/// prices of a provider hold at its usual address only: a model at another address has another name.
///
/// ```
/// use quorate::agent::{Price, Prices};
///
/// let own = Prices::parse("[\"openai:mine\"]\ninput = 1\noutput = 2.5\n")?;
/// let prices = own.over(Prices::shipped());
/// assert_eq!(prices.of("openai:mine"), Some(Price { input: 1_000_000_000, output: 2_500_000_000 }));
/// assert!(prices.of("openai:gpt-5-2026-04-01").is_some());
/// assert_eq!(prices.of("openai:unheard-of"), None);
/// # Ok::<(), quorate::agent::PricesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    currency: Arc<str>,
    known: BTreeMap<String, Price>,
}

/// Why a text is no list of prices.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PricesError {
    /// It is not TOML, or not in the form of a list of prices.
    #[error(
        "{why}; a list of prices has a table for each model, [\"openai:MODEL\"] with `input` and `output` in money per million tokens, and may name its `currency`"
    )]
    Form {
        /// What the parser says.
        why: String,
    },
    /// A price is not an amount of money.
    #[error(
        "the {key} of {model:?} is {found}; give the money for a million tokens, 0 or more, with at most nine decimals"
    )]
    Amount {
        /// Whose.
        model: String,
        /// `input` or `output`.
        key: &'static str,
        /// The value.
        found: String,
    },
}

/// One model, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    input: toml::Value,
    output: toml::Value,
    /// When and where it was read: for people.
    #[serde(rename = "as_of")]
    _as_of: Option<String>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

#[derive(Deserialize)]
struct List {
    currency: Option<String>,
    #[serde(flatten)]
    models: BTreeMap<String, Listed>,
}

impl Prices {
    /// No prices, in a currency.
    #[must_use]
    pub fn none(currency: impl Into<Arc<str>>) -> Self {
        Self { currency: currency.into(), known: BTreeMap::new() }
    }

    /// The prices that ship, in US dollars; each says in its file when and where it was read.
    #[must_use]
    pub fn shipped() -> Self {
        // A test reads the file, so that it never fails here.
        Self::parse(include_str!("prices.toml")).unwrap_or_else(|_| Self::none("USD"))
    }

    /// A list as text.
    ///
    /// # Errors
    /// [`PricesError`] when it is no list of prices.
    pub fn parse(text: &str) -> Result<Self, PricesError> {
        let list: List = toml::from_str(text).map_err(|error| PricesError::Form { why: error.message().to_owned() })?;
        let mut known = BTreeMap::new();
        for (model, listed) in list.models {
            let input = amount(&model, "input", &listed.input)?;
            let output = amount(&model, "output", &listed.output)?;
            known.insert(model, Price { input, output });
        }
        Ok(Self { currency: list.currency.as_deref().unwrap_or("USD").into(), known })
    }

    /// These, with those of `base` where these have none; prices in another currency are left out.
    #[must_use]
    pub fn over(mut self, base: Self) -> Self {
        if base.currency == self.currency {
            for (model, price) in base.known {
                self.known.entry(model).or_insert(price);
            }
        }
        self
    }

    /// The currency, as it was written: `USD`.
    #[must_use]
    pub const fn currency(&self) -> &Arc<str> {
        &self.currency
    }

    /// What a backend of this name costs, where that is known.
    #[must_use]
    pub fn of(&self, backend: &str) -> Option<Price> {
        let found = self.known.get(backend).or_else(|| self.known.get(undated(backend)?));
        found.copied()
    }
}

fn amount(model: &str, key: &'static str, value: &toml::Value) -> Result<u64, PricesError> {
    // What is printed of a decimal number is the shortest text that means it, so nothing is rounded here.
    let read = match value {
        toml::Value::Integer(_) | toml::Value::Float(_) => {
            nanos(&value.as_float().map_or_else(|| value.to_string(), |f| f.to_string()))
        }
        _ => None,
    };
    read.ok_or_else(|| PricesError::Amount { model: model.to_owned(), key, found: value.to_string() })
}

/// The name without a date behind it: `-2026-04-01` or `-20260401`.
fn undated(name: &str) -> Option<&str> {
    let dated = |form: &str| {
        let at = name.len().checked_sub(form.len())?;
        let fits = |(is, has): (u8, u8)| if is == b'0' { has.is_ascii_digit() } else { is == has };
        let end = name.as_bytes().get(at..)?;
        form.bytes().zip(end.iter().copied()).all(fits).then(|| name.get(..at)).flatten()
    };
    dated("-0000-00-00").or_else(|| dated("-00000000"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_price_that_ships_says_when_and_where_it_was_read() {
        let text = include_str!("prices.toml");
        let prices = Prices::parse(text).unwrap();
        assert_eq!((prices.clone(), &**prices.currency()), (Prices::shipped(), "USD"));
        let table: toml::Table = text.parse().unwrap();
        let entries: Vec<_> = table.iter().filter_map(|(name, value)| Some((name, value.as_table()?))).collect();
        assert!(entries.len() > 20);
        for (name, entry) in entries {
            assert!(entry["as_of"].as_str().is_some_and(|date| date.len() == 10), "{name}");
            assert!(entry["source"].as_str().is_some_and(|source| source.starts_with("https://")), "{name}");
            let price = prices.of(name).unwrap();
            assert!(price.input > 0 && price.output >= price.input, "{name}");
        }
    }

    #[test]
    fn a_list_of_another_currency_stands_alone() {
        let euro = Prices::parse("currency = \"EUR\"\n[\"openai:mine\"]\ninput = 1\noutput = 2\n").unwrap();
        let prices = euro.over(Prices::shipped());
        assert_eq!((prices.of("openai:gpt-5"), &**prices.currency()), (None, "EUR"));
    }

    #[test]
    fn prices_are_exact_and_what_is_none_is_refused() {
        let one = |input: &str| Prices::parse(&format!("[\"a:b\"]\ninput = {input}\noutput = 1\n"));
        assert_eq!(one("0.0375").unwrap().of("a:b").unwrap().input, 37_500_000);
        assert_eq!(one("0").unwrap().of("a:b").unwrap().input, 0);
        for wrong in ["-1", "nan", "\"free\"", "1e-10", "99999999999"] {
            let error = one(wrong).unwrap_err();
            assert!(matches!(&error, PricesError::Amount { key: "input", .. }), "{wrong}: {error}");
        }
        assert!(matches!(Prices::parse("[\"a:b\"]\ninput = 1\n"), Err(PricesError::Form { .. })));
        assert!(matches!(Prices::parse("[\"a:b\"]\ninput = 1\noutput = 2\nper = 3"), Err(PricesError::Form { .. })));
    }

    #[test]
    fn a_date_behind_a_name_is_no_other_model() {
        assert_eq!(undated("openai:gpt-5-2026-04-01"), Some("openai:gpt-5"));
        assert_eq!(undated("anthropic:claude-20260401"), Some("anthropic:claude"));
        assert_eq!(undated("openai:gpt-5-mini"), None);
        assert_eq!(undated("é-1"), None);
    }
}
