//! Texts and lists that a file says once, or once in each language.

use quorate_strategies::brief::{Language, Text};
use toml::de::DeValue;

use super::{
    error::PresetError,
    place::Placed,
    section::{Section, text},
};

const TEXT: &str = "a text that is not blank, or { en = \"…\", zh = \"…\", ja = \"…\" } of which en has to be there";
const LIST: &str =
    "a list of texts that are not blank, or { en = […], zh = […], ja = […] } of which en has to be there";

/// A list in each language that has one.
#[derive(Debug, Clone, Default)]
pub(super) struct Lists {
    en: Vec<String>,
    zh: Vec<String>,
    ja: Vec<String>,
}

impl Lists {
    /// The list in `language`, or in English where that is missing.
    pub(super) fn get(&self, language: Language) -> &[String] {
        let own = match language {
            Language::En => &self.en,
            Language::Zh => &self.zh,
            Language::Ja => &self.ja,
        };
        if own.is_empty() { &self.en } else { own }
    }

    /// This list, or the other one where this says nothing.
    pub(super) fn or(self, other: Self) -> Self {
        if self.en.is_empty() { other } else { self }
    }
}

impl Section<'_> {
    /// A text that says something, in one language or several.
    pub(super) fn said(&self, key: &str) -> Result<Option<Placed<Text>>, PresetError> {
        self.read(key, TEXT, |value| {
            let [en, zh, ja] = each(value, text)?;
            Some(Text { en: en?.into(), zh: zh.unwrap_or_default().into(), ja: ja.unwrap_or_default().into() })
        })
    }

    /// A list of texts that say something, in one language or several; empty when it is not there.
    pub(super) fn lists(&self, key: &str) -> Result<Lists, PresetError> {
        let list = |value: &DeValue<'_>| value.as_array()?.iter().map(|one| text(one.get_ref())).collect();
        let read = self.read(key, LIST, |value| {
            let [en, zh, ja]: [Option<Vec<String>>; 3] = each(value, list)?;
            Some(Lists { en: en?, zh: zh.unwrap_or_default(), ja: ja.unwrap_or_default() })
        })?;
        Ok(read.map(|lists| lists.value).unwrap_or_default())
    }
}

/// What a value says in each language; none where it is not what `read` takes, or names another language.
fn each<T>(value: &DeValue<'_>, read: impl Fn(&DeValue<'_>) -> Option<T>) -> Option<[Option<T>; 3]> {
    let Some(table) = value.as_table() else { return Some([Some(read(value)?), None, None]) };
    let mut found = [None, None, None];
    for (language, value) in table {
        let at = [Language::En, Language::Zh, Language::Ja].iter().position(|known| known.code() == language.get_ref());
        *found.get_mut(at?)? = Some(read(value.get_ref())?);
    }
    Some(found)
}
