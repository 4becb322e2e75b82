//! The languages a checklist can speak, and texts and word lists per language.

use serde::Deserialize;

pub use quorate_strategies::brief::Language;

/// One text in each language that has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Texts {
    en: Option<String>,
    zh: Option<String>,
    ja: Option<String>,
}

impl Texts {
    /// The text in `language`, or in English.
    pub(super) fn get(&self, language: Language) -> Option<&str> {
        let own = match language {
            Language::En => &self.en,
            Language::Zh => &self.zh,
            Language::Ja => &self.ja,
        };
        own.as_deref().or(self.en.as_deref())
    }

    /// Puts in the text of one language.
    pub(super) fn set(&mut self, language: Language, text: String) {
        let own = match language {
            Language::En => &mut self.en,
            Language::Zh => &mut self.zh,
            Language::Ja => &mut self.ja,
        };
        *own = Some(text);
    }
}

/// A word list in each language that has one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Lists {
    en: Vec<String>,
    zh: Vec<String>,
    ja: Vec<String>,
}

impl Lists {
    /// Words of every language: material often mixes them, and they do not collide.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.en.iter().chain(&self.zh).chain(&self.ja).map(String::as_str)
    }

    /// Adds words of one language.
    pub(super) fn extend(&mut self, language: Language, words: Vec<String>) {
        let own = match language {
            Language::En => &mut self.en,
            Language::Zh => &mut self.zh,
            Language::Ja => &mut self.ja,
        };
        own.extend(words);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }
}
