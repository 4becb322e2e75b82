//! Reads typed values from one table of a TOML file; every refusal names file, line and key.

use std::{
    borrow::Cow,
    ops::{Range, RangeInclusive},
    path::Path,
    sync::Arc,
    time::Duration,
};

use quorate_strategies::{catalog::nearest, seat::Roster};
use toml::de::{DeTable, DeValue};

use super::{
    error::PresetError,
    place::{Place, Placed, Span},
};
use crate::agent::spec::quoted;

mod budget;
#[cfg(feature = "pipeline")]
mod either;

mod value;

pub(crate) use budget::BudgetSettings;
#[cfg(feature = "pipeline")]
pub(crate) use either::Either;
use value::{decimal, plain, shown, text, whole};

/// A text in TOML and where it came from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'s> {
    /// The name that errors give; or the whole flag, for an override.
    pub(crate) name: &'s Arc<str>,
    pub(crate) text: &'s Arc<str>,
    /// Where relative paths begin.
    pub(crate) folder: &'s Path,
    pub(crate) origin: Origin,
}

/// Whether a text is a file, or one setting from a flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    File,
    Flag,
}

impl Source<'_> {
    /// The place of some bytes of the text.
    fn place(&self, range: Range<usize>) -> Place {
        match self.origin {
            Origin::Flag => Place::Flag(Arc::clone(self.name)),
            Origin::File => {
                let before = self.text.get(..range.start).unwrap_or(self.text);
                let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
                Place::File {
                    name: Arc::clone(self.name),
                    line: Some(u32::try_from(line).unwrap_or(u32::MAX)),
                    span: Some(Arc::new(Span { text: Arc::clone(self.text), range })),
                }
            }
        }
    }

    /// The tables of the text.
    pub(crate) fn parse(&self) -> Result<DeTable<'_>, PresetError> {
        DeTable::parse(self.text).map(toml::Spanned::into_inner).map_err(|error| PresetError::Syntax {
            place: self.place(error.span().unwrap_or(0..0)),
            why: error.message().to_owned(),
        })
    }
}

/// Seconds that a time may have: up to a week.
pub(crate) const TIME: RangeInclusive<f64> = 0.001..=604_800.0;

/// The range has been checked: positive, and at most a week.
pub(crate) fn milliseconds(seconds: f64) -> u64 {
    u64::try_from(Duration::from_secs_f64(seconds).as_millis()).unwrap_or(u64::MAX)
}

type Found<'s> = (&'s DeValue<'s>, Place);

/// One table, whose keys are known to be allowed.
#[derive(Debug)]
pub(crate) struct Section<'s> {
    pub(crate) source: Source<'s>,
    table: &'s DeTable<'s>,
    /// What stands before each key in messages: nothing, or `seat.`.
    prefix: Cow<'static, str>,
    pub(crate) place: Place,
}

impl<'s> Section<'s> {
    /// The whole text, of which only these keys may be there.
    pub(crate) fn top(source: Source<'s>, table: &'s DeTable<'s>, known: &[&str]) -> Result<Self, PresetError> {
        Self { source, table, prefix: Cow::Borrowed(""), place: source.place(0..0) }.checked(known)
    }

    fn checked(self, known: &[&str]) -> Result<Self, PresetError> {
        let unknown = self.table.iter().find(|(key, _)| !known.contains(&key.get_ref().as_ref()));
        let Some((key, _)) = unknown else { return Ok(self) };
        Err(PresetError::UnknownKey {
            place: self.source.place(key.span()),
            key: format!("{}{}", self.prefix, key.get_ref()),
            nearest: nearest(key.get_ref(), known.iter().copied()),
            known: known.iter().map(|key| (*key).to_owned()).collect(),
        })
    }

    fn find(&self, key: &str) -> Option<Found<'s>> {
        let (_, value) = self.table.iter().find(|(name, _)| name.get_ref() == key)?;
        Some((value.get_ref(), self.source.place(value.span())))
    }

    fn refuse(&self, key: &str, value: &DeValue<'_>, place: Place, allowed: impl Into<String>) -> PresetError {
        PresetError::Value { place, key: format!("{}{key}", self.prefix), found: shown(value), allowed: allowed.into() }
    }

    /// Reads a value that is there, or says what it may be.
    fn read<T>(
        &self,
        key: &str,
        allowed: &str,
        read: impl FnOnce(&'s DeValue<'s>) -> Option<T>,
    ) -> Result<Option<Placed<T>>, PresetError> {
        let Some((value, place)) = self.find(key) else { return Ok(None) };
        match read(value) {
            Some(read) => Ok(Some(Placed::new(read, place))),
            None => Err(self.refuse(key, value, place, allowed)),
        }
    }

    /// The error of a value that turned out to be wrong later.
    pub(crate) fn wrong(&self, key: &str, place: Place, found: impl Into<String>, allowed: &str) -> PresetError {
        let key = format!("{}{key}", self.prefix);
        PresetError::Value { place, key, found: found.into(), allowed: allowed.to_owned() }
    }

    /// The error of a key that has to be there.
    pub(crate) fn missing(&self, key: &str, allowed: &str) -> PresetError {
        let key = format!("{}{key}", self.prefix);
        PresetError::Missing { place: self.place.clone(), key, allowed: allowed.to_owned() }
    }

    /// A text that says something.
    pub(crate) fn text(&self, key: &str) -> Result<Option<Placed<String>>, PresetError> {
        self.read(key, "a text that is not blank", text)
    }

    /// A whole number in a range.
    pub(crate) fn number(&self, key: &str, range: RangeInclusive<u64>) -> Result<Option<Placed<u64>>, PresetError> {
        let allowed = format!("a whole number from {} to {}", range.start(), range.end());
        self.read(key, &allowed, |value| whole(value).filter(|number| range.contains(number)))
    }

    /// A number in a range, whole or with decimals.
    pub(crate) fn decimal(&self, key: &str, range: RangeInclusive<f64>) -> Result<Option<Placed<f64>>, PresetError> {
        let allowed = format!("a number from {} to {}", range.start(), range.end());
        self.read(key, &allowed, |value| decimal(value).filter(|number| range.contains(number)))
    }

    /// A time in seconds, in milliseconds; none stands for no limit.
    pub(crate) fn time(&self, key: &str) -> Result<Option<Placed<Option<u64>>>, PresetError> {
        let allowed = format!("a number from {} to {}, or \"none\"", TIME.start(), TIME.end());
        self.read(key, &allowed, |value| match value.as_str() {
            Some("none") => Some(None),
            _ => decimal(value).filter(|seconds| TIME.contains(seconds)).map(|seconds| Some(milliseconds(seconds))),
        })
    }

    /// An agent: its text, or the words of a program.
    pub(crate) fn agent(&self, key: &str) -> Result<Option<Placed<String>>, PresetError> {
        self.read(key, "a text that is not blank, or a list of words: a program and its arguments", |value| {
            let Some(list) = value.as_array() else { return text(value) };
            let words: Option<Vec<&str>> = list.iter().map(|word| word.get_ref().as_str()).collect();
            let words = words.filter(|words| words.first().is_some_and(|word| !word.trim().is_empty()))?;
            Some(format!("command:{}", quoted(&words)))
        })
    }

    /// The place of a value that is a list.
    pub(crate) fn list_place(&self, key: &str) -> Option<Place> {
        self.find(key).filter(|(value, _)| value.as_array().is_some()).map(|(_, place)| place)
    }

    /// True or false.
    pub(crate) fn flag(&self, key: &str) -> Result<Option<Placed<bool>>, PresetError> {
        self.read(key, "true or false", DeValue::as_bool)
    }

    /// One of some words.
    pub(crate) fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<Option<Placed<T>>, PresetError> {
        let allowed: Vec<String> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
        self.read(key, &allowed.join(", "), |value| {
            let given = value.as_str()?;
            words.iter().find(|(word, _)| *word == given).map(|(_, meaning)| *meaning)
        })
    }

    /// A list of texts that say something; empty when it is not there.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<Placed<String>>, PresetError> {
        const ALLOWED: &str = "a list of texts that are not blank";
        let Some((value, place)) = self.find(key) else { return Ok(Vec::new()) };
        let Some(list) = value.as_array() else { return Err(self.refuse(key, value, place, ALLOWED)) };
        let mut texts = Vec::with_capacity(list.len());
        for one in list {
            let place = self.source.place(one.span());
            match text(one.get_ref()) {
                Some(text) => texts.push(Placed::new(text, place)),
                None => return Err(self.refuse(key, one.get_ref(), place, ALLOWED)),
            }
        }
        Ok(texts)
    }

    /// The table of a key that says something in several languages; none when it is no table.
    pub(crate) fn languages(&self, key: &str) -> Result<Option<Section<'s>>, PresetError> {
        let Some((value, place)) = self.find(key) else { return Ok(None) };
        let Some(table) = value.as_table() else { return Ok(None) };
        let prefix = Cow::Owned(format!("{}{key}.", self.prefix));
        Section { source: self.source, table, prefix, place }.checked(&["en", "zh", "ja"]).map(Some)
    }

    /// A list of tables, of which each may hold these keys only; empty when it is not there.
    pub(crate) fn tables(
        &self,
        key: &str,
        prefix: &'static str,
        known: &[&str],
    ) -> Result<Vec<Section<'s>>, PresetError> {
        const ALLOWED: &str = "a list of tables";
        let Some((value, place)) = self.find(key) else { return Ok(Vec::new()) };
        let Some(list) = value.as_array() else { return Err(self.refuse(key, value, place, ALLOWED)) };
        // Beyond this the discussion would refuse them anyway, and each has its line counted.
        if list.len() > Roster::MOST {
            return Err(self.refuse(key, value, place, format!("at most {} tables", Roster::MOST)));
        }
        let mut tables = Vec::with_capacity(list.len());
        for one in list {
            let place = self.source.place(one.span());
            let Some(table) = one.get_ref().as_table() else {
                return Err(self.refuse(key, one.get_ref(), place, ALLOWED));
            };
            tables.push(Section { source: self.source, table, prefix: Cow::Borrowed(prefix), place }.checked(known)?);
        }
        Ok(tables)
    }

    /// Settings of knobs: a table of texts, numbers and truth values, each as text.
    pub(crate) fn knobs(&self, key: &str) -> Result<Vec<(String, Placed<String>)>, PresetError> {
        let Some((value, place)) = self.find(key) else { return Ok(Vec::new()) };
        let Some(table) = value.as_table() else { return Err(self.refuse(key, value, place, "a table of knobs")) };
        let mut knobs = Vec::with_capacity(table.len());
        for (name, value) in table {
            let place = self.source.place(value.span());
            match plain(value.get_ref()) {
                Some(text) => knobs.push((name.get_ref().to_string(), Placed::new(text, place))),
                None => {
                    return Err(self.refuse(name.get_ref(), value.get_ref(), place, "a text, a number, true or false"));
                }
            }
        }
        Ok(knobs)
    }
}
