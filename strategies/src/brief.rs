//! What everybody is given: topic, background, material, options, decision points and language.

use std::{borrow::Cow, sync::Arc};

use serde::{Deserialize, Serialize};

/// The language that prompts, notices and minutes are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
    /// Japanese.
    Ja,
}

impl Language {
    /// The code used on the command line and in files: `en`, `zh` or `ja`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
            Self::Ja => "ja",
        }
    }
}

/// A sentence in every language; an empty one falls back to English.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Text {
    /// English, always present.
    pub en: Cow<'static, str>,
    /// Chinese, or empty.
    #[serde(default)]
    pub zh: Cow<'static, str>,
    /// Japanese, or empty.
    #[serde(default)]
    pub ja: Cow<'static, str>,
}

impl Text {
    /// A text in English only.
    #[must_use]
    pub const fn en(en: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), zh: Cow::Borrowed(""), ja: Cow::Borrowed("") }
    }

    /// A text in all three languages.
    #[must_use]
    pub const fn all(en: &'static str, zh: &'static str, ja: &'static str) -> Self {
        Self { en: Cow::Borrowed(en), zh: Cow::Borrowed(zh), ja: Cow::Borrowed(ja) }
    }

    /// The text in `language`, or in English where that is missing.
    #[must_use]
    pub fn get(&self, language: Language) -> &str {
        let text = match language {
            Language::En => &self.en,
            Language::Zh => &self.zh,
            Language::Ja => &self.ja,
        };
        if text.is_empty() { &self.en } else { text }
    }
}

/// One file or text that the discussion is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Material {
    /// Where it came from, usually a file name.
    pub name: Arc<str>,
    /// Its whole text.
    pub text: Arc<str>,
}

/// One thing that judges score on its own, with its share of the whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// What is scored.
    pub name: Arc<str>,
    /// Share of the whole in hundredths of a percent; the weights of all points sum to 10,000.
    pub weight: u32,
}

/// What everybody is given before the first turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Brief {
    /// The question or subject, never blank in a running discussion.
    pub topic: Arc<str>,
    /// What one has to know to talk about it.
    #[serde(default, skip_serializing_if = "str_is_empty")]
    pub background: Arc<str>,
    /// Texts under review.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub material: Vec<Material>,
    /// What can be voted for; empty where nothing is put to a ballot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Arc<str>>,
    /// What is scored point by point; empty where nothing is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<Point>,
    /// The language of the discussion.
    #[serde(default)]
    pub language: Language,
}

impl Brief {
    /// A brief of a topic alone.
    #[must_use]
    pub fn new(topic: impl Into<Arc<str>>) -> Self {
        Self { topic: topic.into(), ..Self::default() }
    }
}

fn str_is_empty(text: &Arc<str>) -> bool {
    text.is_empty()
}
