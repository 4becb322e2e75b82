//! The English lexicon: phrases by their first word, behind a small filter that lets most words pass untouched.

use std::sync::LazyLock;

use quorate_strategies::reading::Kind;

/// What a phrase tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// The message does this.
    Does(Kind),
    /// What follows in the sentence is denied.
    Not,
    /// What the sentence says depends on something.
    If,
    /// The speaker is less sure.
    Hedge,
    /// The speaker is more sure.
    Boost,
}

/// A phrase without its first word.
#[derive(Debug)]
pub(super) struct Phrase {
    pub(super) rest: Vec<&'static str>,
    pub(super) sense: Sense,
    /// Whether adverbs may follow the first word.
    pub(super) gap: Gap,
}

/// Whether a phrase has room for adverbs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    None,
    AfterFirst,
}

/// The phrases of a language.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// A bit for every first, second and last letter of a first word; nearly all other words fail here.
    filter: [u32; 1 << 10],
    /// By the key of their first word, in order: so few that a search beats a hash.
    phrases: Vec<(u64, &'static str, Vec<Phrase>)>,
}

static EN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("lexicon/en.txt")));

impl Lexicon {
    /// The English one.
    pub(super) fn english() -> &'static Self {
        &EN
    }

    fn parse(file: &'static str) -> Self {
        let mut lexicon = Self { filter: [0; 1 << 10], phrases: Vec::new() };
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let Some((class, phrase)) = line.split_once(": ") else { continue };
            if let Some(sense) = sense(class) {
                lexicon.add(sense, phrase);
            }
        }
        lexicon
    }

    fn add(&mut self, sense: Sense, phrase: &'static str) {
        let mut words = phrase.split(' ');
        let Some(first) = words.next() else { return };
        let rest: Vec<&'static str> = words.collect();
        let gap = if first == "i" { Gap::AfterFirst } else { Gap::None };
        self.insert(first, Phrase { rest: rest.clone(), sense, gap });
        if first == "i" {
            self.insert("we", Phrase { rest, sense, gap });
        }
    }

    fn insert(&mut self, first: &'static str, phrase: Phrase) {
        let (slot, bit) = slot(first.as_bytes());
        if let Some(bits) = self.filter.get_mut(slot) {
            *bits |= bit;
        }
        let place = self
            .phrases
            .binary_search_by_key(&(key(first.as_bytes()), first), |(key, word, _)| (*key, word))
            .unwrap_or_else(|place| {
                self.phrases.insert(place, (key(first.as_bytes()), first, Vec::new()));
                place
            });
        let Some((.., phrases)) = self.phrases.get_mut(place) else { return };
        phrases.push(phrase);
        // The longest first, and "we agree" as such before "we agree" as a case of "i agree".
        phrases.sort_by_key(|phrase| (std::cmp::Reverse(phrase.rest.len()), phrase.gap));
    }

    /// The phrases that a word may begin; the word is in lower case or not.
    pub(super) fn beginning_with(&self, word: &[u8]) -> &[Phrase] {
        let (slot, bit) = slot(word);
        if self.filter.get(slot).is_none_or(|bits| bits & bit == 0) {
            return &[];
        }
        let key = key(word);
        let first = self.phrases.partition_point(|(known, ..)| *known < key);
        let mut alike = self.phrases.iter().skip(first).take_while(|(known, ..)| *known == key);
        // Words that are longer than a key have to be compared.
        alike
            .find(|(_, known, _)| known.as_bytes().eq_ignore_ascii_case(word))
            .map_or(&[], |(.., phrases)| phrases.as_slice())
    }
}

/// The first eight bytes of a word, in lower case.
fn key(word: &[u8]) -> u64 {
    word.iter().take(8).fold(0, |key, byte| key << 8 | u64::from(byte.to_ascii_lowercase()))
}

fn sense(class: &str) -> Option<Sense> {
    match class {
        "not" => Some(Sense::Not),
        "if" => Some(Sense::If),
        "hedge" => Some(Sense::Hedge),
        "boost" => Some(Sense::Boost),
        _ => Kind::ALL.into_iter().find(|kind| kind.name() == class).map(Sense::Does),
    }
}

/// Where the filter keeps a word: a place for its first two letters and a bit for its last one, whatever the case.
fn slot(word: &[u8]) -> (usize, u32) {
    let letter = |byte: Option<&u8>| byte.map_or(0, |byte| usize::from(byte & 0x1f));
    let last = word.last().map_or(0, |byte| byte & 0x1f);
    (letter(word.first()) << 5 | letter(word.get(1)), 1 << last)
}
