//! A JSON value as it was given: its keys in their order, and able to say what it is.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, SeqAccess, Visitor},
};
use serde_json::Value;

/// The longest a value may be where a message quotes it.
const QUOTED: usize = 60;

/// A JSON value. `serde_json`'s own sorts the keys of an object, which would lose the order of first appearance.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    Null,
    Text(String),
    Number(u64),
    List(Vec<Self>),
    Map(Vec<(String, Self)>),
    /// A truth value, or a number that is negative or not whole; never an answer, but it may be an id.
    Other(Value),
}

impl Given {
    /// What an object holds under a key.
    pub(super) fn field(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(fields) => fields.iter().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// The value as messages quote it: as JSON, cut where it is long.
    pub(super) fn quoted(&self) -> String {
        let text = self.to_string();
        match text.char_indices().nth(QUOTED) {
            Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
            None => text,
        }
    }
}

impl fmt::Display for Given {
    /// Writes it as JSON without spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Text(text) => Value::from(text.as_str()).fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Other(value) => value.fmt(f),
            Self::List(values) => {
                for (at, value) in values.iter().enumerate() {
                    write!(f, "{}{value}", if at == 0 { "[" } else { "," })?;
                }
                f.write_str(if values.is_empty() { "[]" } else { "]" })
            }
            Self::Map(fields) => {
                for (at, (key, value)) in fields.iter().enumerate() {
                    write!(f, "{}{}:{value}", if at == 0 { "{" } else { "," }, Value::from(key.as_str()))?;
                }
                f.write_str(if fields.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Given;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Given, E> {
        Ok(Given::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Given, E> {
        Ok(Given::Other(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Given, E> {
        Ok(Given::Number(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Given, E> {
        Ok(Given::Other(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Given, E> {
        Ok(Given::Other(value.into()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Given, E> {
        Ok(Given::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Given, E> {
        Ok(Given::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Given, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Given::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Given, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Given::Map(fields))
    }
}
