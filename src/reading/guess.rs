//! What the words of the prose suggest: a kind and a confidence, labelled as guesses and never counted.
//!
//! A stance is not guessed. "I agree" opens as many refusals as consents, and a missing stance has a meaning of its own.

use quorate_strategies::{
    brief::Language,
    reading::{Kind, Provenance, Read},
};

use super::{
    clues::{Script, Sentence},
    draft::Draft,
    fold::cut,
    layout::Layout,
    lexicon::{Asked, Lexicon, Place, ROOT, Reach, Sense, is_word, sign, word},
};

/// A denial that reaches to the end of the sentence.
const OFF: Sense = Sense::Off(Reach::Sentence);
/// Longer replies show what they do in their beginning.
const MOST: usize = 65_536;

/// Guesses what has not been said in a better form.
pub(super) fn apply(text: &str, layout: &Layout, draft: &mut Draft<'_>) {
    let mut clues = Clues::new(draft.known.table().language);
    for range in layout.own() {
        clues.read(cut(text, range));
    }
    if draft.reading.kind.from == Provenance::None
        && let Some(kind) = clues.kind()
    {
        draft.reading.kind = Read::new(kind, Provenance::Guess);
    }
    if draft.reading.confidence.is_none()
        && let Some(value) = clues.confidence()
    {
        draft.reading.confidence = Some(Read::new(value, Provenance::Guess));
    }
}

/// What was found.
#[derive(Debug)]
struct Clues {
    /// In how many sentences, by kind in the order of [`Kind::ALL`].
    kinds: [u32; Kind::ALL.len()],
    hedges: i32,
    boosts: i32,
    read: usize,
    sentence: Sentence,
    script: Script,
    /// Whether the last sentence asked.
    asked: bool,
}

impl Clues {
    fn new(language: Language) -> Self {
        Self {
            kinds: [0; Kind::ALL.len()],
            hedges: 0,
            boosts: 0,
            read: 0,
            sentence: Sentence::default(),
            script: Script::new(language),
            asked: false,
        }
    }

    /// Reads a part of the speaker's own words; its end ends the sentence.
    fn read(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let bytes = bytes.get(..MOST.saturating_sub(self.read)).unwrap_or(bytes);
        self.read += bytes.len();
        let lexicon = Lexicon::of(Language::En);
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at = match class(byte) {
                Class::Word => self.word(lexicon, bytes, at),
                Class::Other => at + 1,
                Class::Wide => self.wide(bytes, at),
                Class::Sign => self.sign(byte, bytes, at),
            };
        }
        self.stop(Mark::Line, bytes, bytes.len());
    }

    /// Takes a sign that does something to the sentence.
    fn sign(&mut self, byte: u8, bytes: &[u8], at: usize) -> usize {
        match byte {
            b',' => self.sentence.comma(),
            b'?' => self.stop(Mark::Ask, bytes, at),
            b'\n' if !begins_anew(bytes.get(at + 1..).unwrap_or_default()) => {}
            b'\n' => self.stop(Mark::Line, bytes, at),
            _ => self.stop(Mark::Stop, bytes, at),
        }
        at + 1
    }

    /// Looks a word up, and says where to go on.
    fn word(&mut self, lexicon: &Lexicon, bytes: &[u8], start: usize) -> usize {
        self.sentence.begun = true;
        let (first, length) = word(bytes, start);
        let end = start + length.max(1);
        if !lexicon.may_begin(first) {
            return end;
        }
        let Some(place) = lexicon.step(ROOT, first) else { return end };
        let Some((sense, after)) = phrase(lexicon, place, first, bytes, end) else { return end };
        self.take(sense);
        // "Not sure" is a phrase, and what follows is denied all the same.
        if after > end && lexicon.sense(place) == Some(OFF) {
            self.take(OFF);
        }
        after
    }

    /// Looks a sign of three bytes up, and says where to go on.
    fn wide(&mut self, bytes: &[u8], at: usize) -> usize {
        let Some(sign) = bytes.get(at..).and_then(sign) else { return at + 1 };
        let end = at + 3;
        match char::from_u32(u32::from(sign)) {
            Some('。' | '！' | '；') => self.stop(Mark::Stop, bytes, at),
            Some('？') => self.stop(Mark::Ask, bytes, at),
            Some('，' | '、') => self.sentence.comma(),
            Some('\u{3040}'..='\u{9fff}') => {
                self.sentence.begun = true;
                let found = self.script.look_up(bytes, at);
                let after = found.map_or(end, |(_, after)| after);
                self.sentence.ends = after;
                if let Some((sense, _)) = found {
                    self.take(sense);
                }
                return after;
            }
            // "don’t", with the curly apostrophe that parts words here.
            Some('’') if bytes.get(end) == Some(&b't') => self.take(OFF),
            _ => {}
        }
        end
    }

    fn take(&mut self, sense: Sense) {
        match sense {
            Sense::Hedge => self.hedges += 1,
            Sense::Boost => self.boosts += 1,
            sense => self.sentence.take(sense),
        }
    }

    /// Ends a sentence; what it only asked is not said.
    fn stop(&mut self, mark: Mark, bytes: &[u8], at: usize) {
        if !self.sentence.begun {
            return;
        }
        let sentence = std::mem::take(&mut self.sentence);
        self.script.stop();
        self.asked = mark == Mark::Ask || sentence.asks_in_words(bytes, at);
        let mut said = sentence.said(if self.asked { Asked::Holds } else { Asked::Drops });
        while said != 0 {
            if let Some(count) = self.kinds.get_mut(said.trailing_zeros() as usize) {
                *count += 1;
            }
            said &= said - 1;
        }
    }

    /// The kind with the most clues; sides that pull both ways leave an opinion, and a closing question a question.
    ///
    /// Who says that they sum up, explain or speak for all does so, whatever sides are named on the way.
    fn kind(&self) -> Option<Kind> {
        let count = |kind: Kind| {
            let count = self.kinds.get(kind as usize).copied().unwrap_or(0);
            if matches!(kind, Kind::Summary | Kind::Clarify | Kind::Consensus) { count * 2 } else { count }
        };
        let (consents, opposes) = (count(Kind::Support) + count(Kind::Consensus), count(Kind::Oppose));
        let both = consents > 0 && opposes > 0;
        let order = [
            Kind::Consensus,
            Kind::Oppose,
            Kind::Support,
            Kind::Proposal,
            Kind::Summary,
            Kind::Clarify,
            Kind::Question,
        ];
        let best = order.into_iter().rev().max_by_key(|&kind| count(kind)).filter(|&kind| count(kind) > 0);
        match best {
            Some(Kind::Consensus | Kind::Oppose | Kind::Support) if both => Some(Kind::Opinion),
            Some(kind) => Some(kind),
            None => self.asked.then_some(Kind::Question),
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

/// What ended a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Stop,
    Ask,
    /// The end of a paragraph, an item or the text.
    Line,
}

/// Whether what follows the end of a line is a paragraph or an item of its own.
fn begins_anew(rest: &[u8]) -> bool {
    rest.first()
        .is_none_or(|byte| matches!(byte, b'\n' | b'\r' | b'-' | b'*' | b'#' | b'+' | b'>' | b'|' | b'0'..=b'9'))
}

/// What a byte does to words and sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// It belongs to a word.
    Word,
    /// It ends a clause, a sentence or a line.
    Sign,
    /// It begins a sign of three bytes that may matter.
    Wide,
    Other,
}

const fn class(byte: u8) -> Class {
    match byte {
        b'.' | b'!' | b';' | b'?' | b',' | b'\n' => Class::Sign,
        0xe2..=0xe9 | 0xef => Class::Wide,
        other if is_word(other) => Class::Word,
        _ => Class::Other,
    }
}

/// The longest phrase that goes on from the place of its first word, which ends at `end`, and where the phrase ends.
fn phrase(lexicon: &Lexicon, place: Place, first: u64, bytes: &[u8], end: usize) -> Option<(Sense, usize)> {
    const I: u64 = b'i' as u64;
    const WE: u64 = u64::from_le_bytes(*b"we\0\0\0\0\0\0");
    longest(lexicon, place, bytes, end).or_else(|| {
        // What one says, several can say, and adverbs may stand between: "we strongly support".
        let place = lexicon.step(ROOT, I).filter(|_| matches!(first, I | WE))?;
        let spoken = after_adverbs(lexicon, bytes, end);
        longest(lexicon, place, bytes, spoken).filter(|(_, after)| *after > spoken)
    })
}

fn longest(lexicon: &Lexicon, place: Place, bytes: &[u8], end: usize) -> Option<(Sense, usize)> {
    let mut found = lexicon.sense(place).map(|sense| (sense, end));
    let (mut place, mut end) = (place, end);
    loop {
        let start = next_word(bytes, end);
        let (next, length) = word(bytes, start);
        let Some(further) = lexicon.step(place, next).filter(|_| length > 0) else { return found };
        (place, end) = (further, start + length);
        found = lexicon.sense(place).map(|sense| (sense, end)).or(found);
    }
}

/// Where the next word begins, with nothing but blanks and emphasis before it.
fn next_word(bytes: &[u8], at: usize) -> usize {
    at + bytes.get(at..).unwrap_or_default().iter().take_while(|byte| matches!(**byte, b' ' | b'*')).count()
}

/// The end of a few adverbs.
fn after_adverbs(lexicon: &Lexicon, bytes: &[u8], end: usize) -> usize {
    const MOST: usize = 3;
    let further = |end, _| {
        let start = next_word(bytes, end);
        let (next, length) = word(bytes, start);
        if lexicon.is_adverb(next) { Ok(start + length) } else { Err(end) }
    };
    (0..MOST).try_fold(end, further).unwrap_or_else(|end| end)
}
