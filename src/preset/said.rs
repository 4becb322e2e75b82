//! What a file says to people and models, in one language or in several.

use quorate_strategies::brief::Language;

/// Something said in English or in the one language of its file, and perhaps in others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Said<T> {
    pub(super) en: T,
    pub(super) zh: Option<T>,
    pub(super) ja: Option<T>,
}

/// The keys of a table that says something in several languages.
pub(super) const KEYS: [&str; 3] = ["en", "zh", "ja"];

impl<T> Said<T> {
    /// The same in every language.
    pub(super) const fn once(said: T) -> Self {
        Self { en: said, zh: None, ja: None }
    }

    /// What it is in a language; the English where that is missing.
    pub(super) fn get(&self, language: Language) -> &T {
        let own = match language {
            Language::En => None,
            Language::Zh => self.zh.as_ref(),
            Language::Ja => self.ja.as_ref(),
        };
        own.unwrap_or(&self.en)
    }
}

impl<T> Said<Vec<T>> {
    /// Whether it says nothing in any language.
    pub(super) fn is_empty(&self) -> bool {
        [Some(&self.en), self.zh.as_ref(), self.ja.as_ref()].into_iter().flatten().all(Vec::is_empty)
    }
}
