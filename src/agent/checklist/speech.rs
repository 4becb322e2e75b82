//! The words of a checklist seat in the languages it speaks.

use std::{collections::BTreeMap, sync::LazyLock};

use quorate_strategies::{brief::Language, reading::Severity};
use serde::Deserialize;

/// One phrase in each language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    en: String,
    zh: String,
    ja: String,
}

static PHRASES: LazyLock<BTreeMap<String, Phrase>> = LazyLock::new(|| {
    let file = toml::from_str(include_str!("speech.toml"));
    debug_assert!(file.is_ok(), "{file:?}");
    file.unwrap_or_default()
});

/// A phrase with its places filled.
pub(super) fn say(language: Language, key: &str, values: &[(&str, &str)]) -> String {
    let mut said = phrase(language, key).to_owned();
    for (place, value) in values {
        said = said.replace(&format!("{{{place}}}"), value);
    }
    said
}

/// A phrase about so many things, in the form that the number asks for.
pub(super) fn count(language: Language, key: &str, count: usize, values: &[(&str, &str)]) -> String {
    let one = format!("{key}-one");
    let key = if count == 1 && PHRASES.contains_key(&one) { one.as_str() } else { key };
    say(language, key, values).replace("{count}", &count.to_string())
}

/// A phrase as it is.
pub(super) fn phrase(language: Language, key: &str) -> &'static str {
    let phrase = PHRASES.get(key);
    debug_assert!(phrase.is_some(), "{key}");
    phrase.map_or("", |phrase| match language {
        Language::En => phrase.en.as_str(),
        Language::Zh => phrase.zh.as_str(),
        Language::Ja => phrase.ja.as_str(),
    })
}

/// What a severity is called.
pub(super) fn severity(language: Language, severity: Severity) -> &'static str {
    let key = match severity {
        Severity::Blocking => "blocking",
        Severity::Warning => "warning",
        Severity::Info => "info",
    };
    phrase(language, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<&str> {
        let mut all: Vec<&str> = text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|p| p.0).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn every_phrase_names_the_same_in_every_language() {
        assert!(PHRASES.len() > 25, "{}", PHRASES.len());
        for (key, phrase) in PHRASES.iter() {
            for own in [&phrase.zh, &phrase.ja] {
                assert_eq!(places(own), places(&phrase.en), "{key}");
                let latin =
                    own.split(['{', '}']).step_by(2).any(|text| text.contains(|c: char| c.is_ascii_alphabetic()));
                assert!(!latin, "{key}: {own}");
            }
        }
    }

    #[test]
    fn a_count_takes_the_form_of_its_language() {
        assert_eq!(count(Language::En, "ready-once", 1, &[]), "Conclusion: ready once 1 point is fixed.");
        assert_eq!(count(Language::En, "ready-once", 2, &[]), "Conclusion: ready once 2 points are fixed.");
        assert_eq!(count(Language::Zh, "ready-once", 2, &[]), "结论：修改 2 处后即可开始。");
        assert_eq!(count(Language::Ja, "more", 3, &[]), "ほか 3 件は指摘の一覧にあります");
    }
}
