//! The lexicons: phrases that show what a message does, one file for each language.
//!
//! A phrase is a path of words in English, and of signs in Chinese and Japanese, which put no blanks between words. The
//! format of the files and how to improve them is told in `src/reading/lexicon/README.md`.

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use quorate_strategies::{brief::Language, reading::Kind};

/// What a phrase tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// The message does this.
    Does(Kind, Asked),
    /// Something is denied, conceded, another's words or made to depend on something.
    Off(Reach),
    /// A new thought begins: nothing before it denies it.
    But,
    /// Nothing; it hides shorter phrases within.
    Plain,
    /// The speaker is less sure.
    Hedge,
    /// The speaker is more sure.
    Boost,
}

/// What a word of denial turns off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// What follows in its sentence.
    Sentence,
    /// What follows up to the next comma.
    Clause,
    /// What stands before it in its clause.
    Back,
}

/// What becomes of a phrase in a sentence that asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// It is asked and not said.
    Drops,
    /// It is said in the form of a question: "How about …?"
    Holds,
}

/// The phrases of a language, as a tree of words or signs.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// A bit for nearly every word that begins no phrase, so that it is passed at the cost of one look.
    filter: Box<[u64; FILTER]>,
    /// The branches, by the hash of where they begin and the word they are for; an empty one leads to the root.
    branches: Box<[Branch; BRANCHES]>,
    /// What the phrase tells that ends at each place of the tree.
    senses: Vec<Option<Sense>>,
    /// Words that may stand between "i" and what follows it.
    adverbs: Vec<u64>,
}

/// A place in the tree of a lexicon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place(u16);

/// Where every phrase begins.
pub(super) const ROOT: Place = Place(0);

/// A branch, small so that all of a language stay near at hand: its word is told by half of the hash.
#[derive(Debug, Clone, Copy)]
struct Branch {
    word: u32,
    from: Place,
    to: Place,
}

const FILTER_BITS: u32 = 15;
const FILTER: usize = 1 << (FILTER_BITS - 6);
/// Half as many again as the largest lexicon has; a test counts them.
const BRANCH_BITS: u32 = 12;
const BRANCHES: usize = 1 << BRANCH_BITS;

static EN: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("lexicon/en.txt"), words));
static ZH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("lexicon/zh.txt"), signs));
static JA: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::parse(include_str!("lexicon/ja.txt"), signs));

impl Lexicon {
    /// The lexicon of a language.
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &EN,
            Language::Zh => &ZH,
            Language::Ja => &JA,
        }
    }

    fn parse(file: &'static str, parts: fn(&str) -> Vec<u64>) -> Self {
        let empty = Branch { word: 0, from: ROOT, to: ROOT };
        let mut lexicon = Self {
            filter: Box::new([0; FILTER]),
            branches: Box::new([empty; BRANCHES]),
            senses: vec![None],
            adverbs: Vec::new(),
        };
        for (class, phrase) in entries(file) {
            match sense(class) {
                Some(sense) => lexicon.add(&parts(phrase), sense),
                None if class == "adverb" => lexicon.adverbs.extend(parts(phrase)),
                None => {}
            }
        }
        lexicon
    }

    fn add(&mut self, phrase: &[u64], sense: Sense) {
        let Some(&first) = phrase.first() else { return };
        if let Some(bits) = self.filter.get_mut(filter_slot(first)) {
            *bits |= filter_bit(first);
        }
        let end = phrase.iter().fold(ROOT, |from, &word| self.grow(from, word));
        if let Some(slot) = self.senses.get_mut(usize::from(end.0)) {
            *slot = Some(sense);
        }
    }

    /// The place that a word leads to, made where there is none.
    fn grow(&mut self, from: Place, word: u64) -> Place {
        if let Some(to) = self.step(from, word) {
            return to;
        }
        let to = Place(u16::try_from(self.senses.len()).unwrap_or_default());
        let mut at = branch_slot(from, word);
        while let Some(branch) = self.branches.get_mut(at) {
            if branch.to == ROOT {
                *branch = Branch { word: tag(word), from, to };
                self.senses.push(None);
                return to;
            }
            at = (at + 1) % BRANCHES;
        }
        ROOT
    }

    /// Whether a phrase may begin with a word.
    #[inline]
    pub(super) fn may_begin(&self, word: u64) -> bool {
        self.filter.get(filter_slot(word)).is_some_and(|bits| bits & filter_bit(word) != 0)
    }

    /// Where a word leads to from a place.
    #[inline]
    pub(super) fn step(&self, from: Place, word: u64) -> Option<Place> {
        let mut at = branch_slot(from, word);
        loop {
            let branch = self.branches.get(at)?;
            if branch.to == ROOT {
                return None;
            }
            if branch.word == tag(word) && branch.from == from {
                return Some(branch.to);
            }
            at = (at + 1) % BRANCHES;
        }
    }

    /// What the phrase tells that ends at a place, if one does.
    #[inline]
    pub(super) fn sense(&self, place: Place) -> Option<Sense> {
        self.senses.get(usize::from(place.0)).copied().flatten()
    }

    /// Whether a word may stand between "i" and what follows it.
    pub(super) fn is_adverb(&self, word: u64) -> bool {
        self.adverbs.contains(&word)
    }
}

const fn hash(word: u64) -> u64 {
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

const fn tag(word: u64) -> u32 {
    hash(word) as u32 ^ (hash(word) >> 32) as u32
}

const fn filter_slot(word: u64) -> usize {
    (hash(word) >> (64 - FILTER_BITS + 6)) as usize
}

const fn filter_bit(word: u64) -> u64 {
    1 << (hash(word) >> (64 - FILTER_BITS) & 63)
}

const fn branch_slot(from: Place, word: u64) -> usize {
    (hash(word ^ (from.0 as u64) << 48) >> (64 - BRANCH_BITS)) as usize
}

fn words(phrase: &str) -> Vec<u64> {
    phrase.split(' ').map(|part| word(part.as_bytes(), 0).0).collect()
}

fn signs(phrase: &str) -> Vec<u64> {
    phrase.as_bytes().chunks(3).filter_map(sign).map(u64::from).collect()
}

/// The word that begins at a place, in lower case and in one number, and its length.
///
/// A word of up to eight bytes is that number; of a longer one it is a hash, and two that share it share their sense.
#[inline]
pub(super) fn word(bytes: &[u8], at: usize) -> (u64, usize) {
    let rest = bytes.get(at..).unwrap_or_default();
    let eight = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut eight = [0; 8];
        eight.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
        eight
    });
    let eight = u64::from_le_bytes(eight);
    let lower = eight | each(0x20);
    let length = (!words_in(eight) & each(0x80)).trailing_zeros() as usize / 8;
    if length < 8 {
        return (lower & !(u64::MAX << (8 * length)), length);
    }
    let tail = rest.get(8..).unwrap_or_default().iter().take_while(|&&byte| is_word(byte));
    tail.fold((lower, 8), |(word, length), byte| (hash(word).rotate_left(23) ^ u64::from(byte | 0x20), length + 1))
}

/// The top bit of each of eight bytes that belongs to a word: all eight are compared at once, without a branch.
const fn words_in(eight: u64) -> u64 {
    let low = eight & each(0x7f);
    let letters = low | each(0x20);
    let letters = (letters + each(0x80 - b'a')) & !(letters + each(0x7f - b'z'));
    let digits = (low + each(0x80 - b'0')) & !(low + each(0x7f - b'9'));
    let apostrophes = !((low ^ each(b'\'')) + each(0x7f));
    (letters | digits | apostrophes) & !eight & each(0x80)
}

const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Whether a byte belongs to a word; an apostrophe does.
#[inline]
pub(super) const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'\''
}

/// The code point of a sign of three bytes.
#[inline]
pub(super) const fn sign(bytes: &[u8]) -> Option<u16> {
    match bytes {
        [first @ 0xe0..=0xef, second, third, ..] => {
            Some(((*first & 0x0f) as u16) << 12 | ((*second & 0x3f) as u16) << 6 | (*third & 0x3f) as u16)
        }
        _ => None,
    }
}

/// The lines of a file, each a class and a phrase.
fn entries(file: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    file.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

fn sense(class: &str) -> Option<Sense> {
    match class {
        "not" | "if" => Some(Sense::Off(Reach::Sentence)),
        "not," => Some(Sense::Off(Reach::Clause)),
        "not<" => Some(Sense::Off(Reach::Back)),
        "but" => Some(Sense::But),
        "plain" => Some(Sense::Plain),
        "hedge" => Some(Sense::Hedge),
        "boost" => Some(Sense::Boost),
        _ => {
            let (name, asked) = class.strip_suffix('?').map_or((class, Asked::Drops), |name| (name, Asked::Holds));
            Kind::ALL.into_iter().find(|kind| kind.name() == name).map(|kind| Sense::Does(kind, asked))
        }
    }
}
