//! What a file says of money: limits, prices, and what is done about prices that are not known.

use quorate_strategies::event::Budget;
use toml::de::DeValue;

use super::{Place, Placed, PresetError, Section, shown, whole};
use crate::{
    agent::{Prices, nanos},
    manager::{Discussion, Unknown},
    preset::ranges::{MOST_NANOS, SPENT},
};

/// The limits and prices of a file; what it leaves out is none.
#[derive(Debug, Clone, Default)]
pub(crate) struct BudgetSettings {
    calls: Option<Placed<u64>>,
    tokens: Option<Placed<u64>>,
    nanos: Option<Placed<u64>>,
    unknown: Option<Placed<Unknown>>,
    /// Prices over those that ship.
    prices: Option<Prices>,
}

impl BudgetSettings {
    pub(crate) fn read(top: &Section<'_>) -> Result<Self, PresetError> {
        Ok(Self {
            unknown: top.read("unknown", "\"refuse\", \"uncounted\" or a price per million tokens", unknown)?,
            prices: prices(top)?,
            ..Self::limits(top)?
        })
    }

    /// The limits alone.
    pub(crate) fn limits(top: &Section<'_>) -> Result<Self, PresetError> {
        Ok(Self {
            calls: top.number("budget_calls", SPENT)?,
            tokens: top.number("budget_tokens", SPENT)?,
            nanos: top.read("budget_money", "an amount of money from 0 to 1000000, such as 0.50", money)?,
            ..Self::default()
        })
    }

    /// These settings, with those of `base` where they leave something out.
    pub(crate) fn over(self, base: Self) -> Self {
        Self {
            calls: self.calls.or(base.calls),
            tokens: self.tokens.or(base.tokens),
            nanos: self.nanos.or(base.nanos),
            unknown: self.unknown.or(base.unknown),
            prices: match (self.prices, base.prices) {
                (Some(own), Some(base)) => Some(own.over(base)),
                (own, base) => own.or(base),
            },
        }
    }

    /// Where money or tokens are limited.
    pub(crate) fn place(&self) -> Option<&Place> {
        self.nanos.as_ref().or(self.tokens.as_ref()).map(|limit| &limit.place)
    }

    /// What may be spent.
    pub(crate) fn budget(&self) -> Budget {
        let number = |placed: &Option<Placed<u64>>| placed.as_ref().map(|placed| placed.value);
        Budget { calls: number(&self.calls), tokens: number(&self.tokens), nanos: number(&self.nanos) }
    }

    /// The discussion within these limits, at these prices.
    pub(crate) fn limit(&self, discussion: Discussion, given: Option<Prices>) -> Discussion {
        let unknown = self.unknown.as_ref().map(|unknown| unknown.value).unwrap_or_default();
        let prices = given.into_iter().chain(self.prices.clone()).chain([Prices::shipped()]).reduce(Prices::over);
        let discussion = discussion.budget(self.budget()).unknown(unknown);
        match prices {
            Some(prices) => discussion.prices(prices),
            None => discussion,
        }
    }
}

fn money(value: &DeValue<'_>) -> Option<u64> {
    let text = match value {
        DeValue::Float(float) => float.as_str().to_owned(),
        other => whole(other)?.to_string(),
    };
    nanos(&text).filter(|nanos| *nanos <= MOST_NANOS)
}

fn unknown(value: &DeValue<'_>) -> Option<Unknown> {
    match value.as_str() {
        Some("refuse") => Some(Unknown::Refuse),
        Some("uncounted") => Some(Unknown::Uncounted),
        Some(_) => None,
        None => money(value).map(Unknown::Price),
    }
}

/// `[prices]`, in the form of a list of prices.
fn prices(top: &Section<'_>) -> Result<Option<Prices>, PresetError> {
    let Some((value, place)) = top.find("prices") else { return Ok(None) };
    let refuse = |why: String| PresetError::Value {
        place: place.clone(),
        key: "prices".to_owned(),
        found: shown(value),
        allowed: why,
    };
    let Some(table) = value.as_table() else { return Err(refuse("a table of prices".to_owned())) };
    let text = written(table);
    Prices::parse(&text).map(Some).map_err(|error| refuse(format!("a table of prices: {error}")))
}

/// The table as a text of its own.
fn written(table: &toml::de::DeTable<'_>) -> String {
    let plain: toml::Table =
        table.iter().map(|(key, value)| (key.get_ref().to_string(), owned(value.get_ref()))).collect();
    toml::to_string(&plain).unwrap_or_default()
}

fn owned(value: &DeValue<'_>) -> toml::Value {
    match value {
        DeValue::Integer(_) => whole(value)
            .and_then(|number| i64::try_from(number).ok())
            .map_or_else(|| toml::Value::String(shown(value)), toml::Value::Integer),
        DeValue::Float(float) => {
            float.as_str().parse().map_or_else(|_| toml::Value::String(shown(value)), toml::Value::Float)
        }
        DeValue::Boolean(flag) => toml::Value::Boolean(*flag),
        DeValue::Table(table) => toml::Value::Table(
            table.iter().map(|(key, value)| (key.get_ref().to_string(), owned(value.get_ref()))).collect(),
        ),
        DeValue::String(text) => toml::Value::String(text.to_string()),
        other => toml::Value::String(shown(other)),
    }
}
