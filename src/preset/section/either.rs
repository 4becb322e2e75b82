//! Settings that are a text or a table of their own, one by one or by name.

use std::borrow::Cow;

use toml::de::DeValue;

use super::{Placed, PresetError, Section, text};
use crate::preset::Place;

/// A setting that is a text, or a table that says more.
#[derive(Debug)]
pub(crate) enum Either<'s> {
    /// The text alone.
    Text(Placed<String>),
    /// The table.
    Table(Section<'s>),
}

impl<'s> Section<'s> {
    /// Where a key stands, if it is there.
    pub(crate) fn place_of(&self, key: &str) -> Option<Place> {
        self.find(key).map(|(_, place)| place)
    }

    /// A table whose keys are names of one's own, each a text or a table with these keys; empty when it is not there.
    pub(crate) fn named(&self, key: &str, known: &[&str]) -> Result<Vec<(Placed<String>, Either<'s>)>, PresetError> {
        let Some((value, place)) = self.find(key) else { return Ok(Vec::new()) };
        let Some(table) = value.as_table() else {
            return Err(self.refuse(key, value, place, "a table of texts or tables"));
        };
        let mut all = Vec::with_capacity(table.len());
        for (name, value) in table {
            let named = Placed::new(name.get_ref().to_string(), self.source.place(name.span()));
            let place = self.source.place(value.span());
            let prefix = format!("{key}.{}.", named.value);
            all.push((
                named,
                self.either(&format!("{key}.{}", name.get_ref()), prefix, value.get_ref(), place, known)?,
            ));
        }
        Ok(all)
    }

    /// A list whose members are each a text or a table with these keys; empty when it is not there.
    pub(crate) fn listed(&self, key: &str, known: &[&str]) -> Result<Vec<Either<'s>>, PresetError> {
        let Some((value, place)) = self.find(key) else { return Ok(Vec::new()) };
        let Some(list) = value.as_array() else {
            return Err(self.refuse(key, value, place, "a list of texts or tables"));
        };
        list.iter()
            .map(|one| {
                let place = self.source.place(one.span());
                self.either(key, format!("{}{key}.", self.prefix), one.get_ref(), place, known)
            })
            .collect()
    }

    fn either(
        &self,
        key: &str,
        prefix: String,
        value: &'s DeValue<'s>,
        place: Place,
        known: &[&str],
    ) -> Result<Either<'s>, PresetError> {
        if let Some(table) = value.as_table() {
            let section = Section { source: self.source, table, prefix: Cow::Owned(prefix), place };
            return section.checked(known).map(Either::Table);
        }
        match text(value) {
            Some(text) => Ok(Either::Text(Placed::new(text, place))),
            None => Err(self.refuse(key, value, place, "a text that is not blank, or a table")),
        }
    }
}
