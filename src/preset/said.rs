//! Texts and lists that a file says once, or once in each language.

use quorate_strategies::brief::{Language, Text};

use super::{error::PresetError, place::Placed, section::Section};

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
    pub(crate) fn said(&self, key: &str) -> Result<Option<Placed<Text>>, PresetError> {
        let Some(languages) = self.languages(key)? else {
            return Ok(self.text(key)?.map(|text| text.map(|text| Text { en: text.into(), ..Text::default() })));
        };
        let text = |language| languages.text(language).map(|text| text.map(|text| text.value));
        let Some(en) = text("en")? else { return Err(languages.missing("en", "the text in English")) };
        let other = |language| text(language).map(|text| text.unwrap_or_default().into());
        let said = Text { en: en.into(), zh: other("zh")?, ja: other("ja")? };
        Ok(Some(Placed::new(said, languages.place.clone())))
    }

    /// A list of texts that say something, in one language or several; empty when it is not there.
    pub(super) fn lists(&self, key: &str) -> Result<Lists, PresetError> {
        let plain = |texts: Vec<Placed<String>>| texts.into_iter().map(|text| text.value).collect::<Vec<_>>();
        let Some(languages) = self.languages(key)? else {
            return Ok(Lists { en: plain(self.texts(key)?), ..Lists::default() });
        };
        let list = |language| languages.texts(language).map(plain);
        let en = list("en")?;
        if en.is_empty() {
            return Err(languages.missing("en", "the list in English"));
        }
        Ok(Lists { en, zh: list("zh")?, ja: list("ja")? })
    }
}
