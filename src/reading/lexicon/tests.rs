//! The files of the lexicons, and what is found in them.

use std::collections::BTreeSet;

use super::*;

const FILES: [(Language, &str); 3] = [
    (Language::En, include_str!("en.txt")),
    (Language::Zh, include_str!("zh.txt")),
    (Language::Ja, include_str!("ja.txt")),
];

#[test]
fn every_line_of_a_lexicon_is_understood_and_none_is_there_twice() {
    for (language, file) in FILES {
        let mut seen = BTreeSet::new();
        for line in file.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (class, phrase) = line.split_once(": ").expect(line);
            assert!(class == "adverb" || sense(class).is_some(), "{line}");
            assert!(seen.insert(phrase), "{phrase} is there twice");
            let plain = match language {
                Language::En => phrase.split(' ').all(|word| !word.is_empty() && word.bytes().all(is_word)),
                Language::Zh | Language::Ja => phrase.chars().all(|c| c.len_utf8() == 3),
            };
            assert!(plain && phrase == phrase.to_lowercase(), "{line}");
        }
    }
}

#[test]
fn every_phrase_is_found_where_it_ends() {
    for (language, file) in FILES {
        let lexicon = Lexicon::of(language);
        let branches = lexicon.senses.len();
        assert!(branches * 3 < BRANCHES * 2, "{branches} branches need more room");
        let parts = if language == Language::En { words } else { signs };
        for (class, phrase) in entries(file).filter(|(class, _)| *class != "adverb") {
            let parts = parts(phrase);
            assert!(lexicon.may_begin(parts[0]), "{phrase}");
            let end = parts.iter().try_fold(ROOT, |from, &part| lexicon.step(from, part)).expect(phrase);
            assert_eq!(lexicon.sense(end), sense(class), "{phrase}");
        }
    }
}

#[test]
fn a_word_is_a_number_whatever_its_case() {
    for (text, length) in [("Agree, then", 5), ("don't", 5), ("Disagreements", 13), ("agreeing.", 8), ("", 0), ("é", 0)]
    {
        assert_eq!(word(text.as_bytes(), 0).1, length, "{text}");
        assert_eq!(word(text.as_bytes(), 0), word(text.to_uppercase().as_bytes(), 0), "{text}");
    }
    assert_ne!(word(b"agreeable", 0), word(b"agreeably", 0));
    for byte in 0..=255 {
        let alone = words_in(u64::from_le_bytes([byte, b' ', byte, 0, byte, 0xff, byte, b'a']));
        for place in [0, 2, 4, 6] {
            assert_eq!(alone >> (8 * place + 7) & 1 == 1, is_word(byte), "{byte}");
        }
    }
}
