//! What the words of the prose suggest: a kind and a confidence, labelled as guesses and never counted.
//!
//! A stance is not guessed. "I agree" opens as many refusals as consents, and a missing stance has a meaning of its own.

use quorate_strategies::reading::{Kind, Provenance, Read};

use super::{
    draft::Draft,
    fold::cut,
    layout::Layout,
    lexicon::{Gap, Lexicon, Phrase, Sense},
};

/// Longer replies show what they do in their beginning.
const MOST: usize = 65_536;

/// Guesses what has not been said in a better form.
pub(super) fn apply(text: &str, layout: &Layout, draft: &mut Draft<'_>) {
    let mut clues = Clues::default();
    for range in layout.own() {
        clues.read(cut(text, range));
    }
    if draft.reading.kind.from == Provenance::None
        && let Some(kind) = clues.kind(text)
    {
        draft.reading.kind = Read::new(kind, Provenance::Guess);
    }
    if draft.reading.confidence.is_none()
        && let Some(value) = clues.confidence()
    {
        draft.reading.confidence = Some(Read::new(value, Provenance::Guess));
    }
}

/// What was found, by kind in the order of [`Kind::ALL`].
#[derive(Debug, Default)]
struct Clues {
    kinds: [u32; Kind::ALL.len()],
    hedges: i32,
    boosts: i32,
    read: usize,
    sentence: Sentence,
}

impl Clues {
    fn read(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let bytes = bytes.get(..MOST.saturating_sub(self.read)).unwrap_or(bytes);
        self.read += bytes.len();
        let lexicon = Lexicon::english();
        let mut at = 0;
        while let Some(start) = self.skip_to_word(bytes, at) {
            let end = start + length(bytes, start);
            let word = bytes.get(start..end).unwrap_or_default();
            let phrases = lexicon.beginning_with(word);
            let found = if phrases.is_empty() { None } else { fitting(phrases, bytes, end) };
            at = found.map_or(end, |(_, end)| end);
            if let Some((sense, _)) = found {
                self.take(sense);
                if word.eq_ignore_ascii_case(b"not") {
                    self.sentence = Sentence::Turned;
                }
            }
        }
    }

    /// The start of the next word; the signs on the way may end the sentence.
    fn skip_to_word(&mut self, bytes: &[u8], from: usize) -> Option<usize> {
        for (at, &byte) in bytes.iter().enumerate().skip(from) {
            match class(byte) {
                Class::Word => return Some(at),
                Class::End => self.sentence = Sentence::Plain,
                Class::Wide if ends_sentence(bytes, at) => self.sentence = Sentence::Plain,
                // "don’t", with the curly apostrophe that parts words here.
                Class::Wide if bytes.get(at..at + 4) == Some("’t".as_bytes()) => self.sentence = Sentence::Turned,
                Class::Wide | Class::Other => {}
            }
        }
        None
    }

    fn take(&mut self, sense: Sense) {
        match sense {
            Sense::Not | Sense::If => self.sentence = Sentence::Turned,
            Sense::Hedge => self.hedges += 1,
            Sense::Boost => self.boosts += 1,
            Sense::Does(kind) if self.sentence == Sentence::Plain => {
                if let Some(count) =
                    Kind::ALL.iter().position(|known| *known == kind).and_then(|at| self.kinds.get_mut(at))
                {
                    *count += 1;
                }
            }
            Sense::Does(_) => {}
        }
    }

    /// The kind with the most clues; sides that pull both ways leave an opinion, and a closing question mark a question.
    fn kind(&self, text: &str) -> Option<Kind> {
        let count = |kind: Kind| {
            Kind::ALL.iter().position(|known| *known == kind).and_then(|at| self.kinds.get(at)).copied().unwrap_or(0)
        };
        let (consents, opposes) = (count(Kind::Support) + count(Kind::Consensus), count(Kind::Oppose));
        let both = consents > 0 && opposes > 0;
        let order = [Kind::Consensus, Kind::Oppose, Kind::Support, Kind::Proposal, Kind::Summary, Kind::Clarify];
        let best = order.into_iter().rev().max_by_key(|&kind| count(kind)).filter(|&kind| count(kind) > 0);
        match best {
            Some(Kind::Consensus | Kind::Oppose | Kind::Support) if both => Some(Kind::Opinion),
            Some(kind) => Some(kind),
            None => text.trim_end().ends_with(['?', '？']).then_some(Kind::Question),
        }
    }

    /// Seventy, ten less for every hedge and ten more for every word of certainty, within reason.
    fn confidence(&self) -> Option<u8> {
        if self.hedges + self.boosts == 0 {
            return None;
        }
        u8::try_from((70 + 10 * (self.boosts - self.hedges)).clamp(20, 95)).ok()
    }
}

/// How the sentence so far takes what comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Sentence {
    #[default]
    Plain,
    /// Denied, or made to depend on something.
    Turned,
}

/// What a byte does to words and sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// It belongs to a word; an apostrophe does.
    Word,
    /// It ends a sentence.
    End,
    /// It begins a sign of more than one byte that may matter.
    Wide,
    Other,
}

fn class(byte: u8) -> Class {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(Class::Other)
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'\'' => Class::Word,
            b'.' | b'!' | b'?' | b';' => Class::End,
            0xe2 | 0xe3 | 0xef => Class::Wide,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// The length of the word at a place.
fn length(bytes: &[u8], at: usize) -> usize {
    bytes.get(at..).unwrap_or_default().iter().take_while(|&&byte| class(byte) == Class::Word).count()
}

/// Whether a sign of three bytes ends a sentence.
fn ends_sentence(bytes: &[u8], at: usize) -> bool {
    let sign = bytes.get(at..at + 3);
    sign.is_some_and(|sign| ["。", "！", "？", "；"].iter().any(|end| end.as_bytes() == sign))
}

/// The first phrase that the text goes on with after a word that ends at `at`, and where the phrase ends.
fn fitting(phrases: &[Phrase], bytes: &[u8], at: usize) -> Option<(Sense, usize)> {
    let next = next_word(bytes, at);
    let spoken = after_adverbs(bytes, next);
    phrases.iter().find_map(|phrase| {
        let start = if phrase.gap == Gap::AfterFirst { spoken } else { next };
        goes_on(&phrase.rest, bytes, at, start).map(|end| (phrase.sense, end))
    })
}

/// The end of a phrase's other words, the first of which has to begin at `start`.
fn goes_on(rest: &[&str], bytes: &[u8], at: usize, start: usize) -> Option<usize> {
    let mut end = at;
    let mut start = start;
    for wanted in rest {
        end = start + wanted.len();
        let found = bytes.get(start..end)?;
        let longer = bytes.get(end).is_some_and(|&byte| class(byte) == Class::Word);
        if longer || !found.eq_ignore_ascii_case(wanted.as_bytes()) {
            return None;
        }
        start = next_word(bytes, end);
    }
    Some(end)
}

/// Where the next word begins, with nothing but blanks and emphasis before it.
fn next_word(bytes: &[u8], at: usize) -> usize {
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(**byte, b' ' | b'*')).count()
}

/// Past a few adverbs.
fn after_adverbs(bytes: &[u8], start: usize) -> usize {
    const MOST: usize = 3;
    (0..MOST)
        .try_fold(start, |start, _| {
            let end = start + length(bytes, start);
            if is_adverb(bytes.get(start..end).unwrap_or_default()) { Ok(next_word(bytes, end)) } else { Err(start) }
        })
        .unwrap_or_else(|start| start)
}

fn is_adverb(word: &[u8]) -> bool {
    const ADVERBS: [&str; 21] = [
        "fully",
        "strongly",
        "also",
        "really",
        "still",
        "totally",
        "completely",
        "must",
        "do",
        "will",
        "can",
        "have",
        "to",
        "therefore",
        "generally",
        "mostly",
        "largely",
        "wholly",
        "firmly",
        "all",
        "broadly",
    ];
    ADVERBS.iter().any(|adverb| adverb.as_bytes().eq_ignore_ascii_case(word))
}
