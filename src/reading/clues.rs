//! What the sentence that is being read has said so far, and the lexicon that its script calls for.

use quorate_strategies::{brief::Language, reading::Kind};

use super::lexicon::{Asked, Lexicon, ROOT, Reach, Sense, sign};

/// A sentence in the making. Kinds are sets, a bit for each in the order of `Kind::ALL`: a sentence says a thing once.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// Whether it has a word yet.
    pub(super) begun: bool,
    /// Where its last sign of Chinese or Japanese ends.
    pub(super) ends: usize,
    said: Said,
    clause: Said,
    /// Denied up to its end.
    off: bool,
    /// Denied up to the next comma.
    off_here: bool,
}

/// Kinds that were said, and those of them that hold in a question too.
#[derive(Debug, Clone, Copy, Default)]
struct Said {
    all: u8,
    holding: u8,
}

/// What is said about the talk itself; who denies a thing still explains or asks.
const TALK: u8 = 1 << Kind::Clarify as u8 | 1 << Kind::Summary as u8 | 1 << Kind::Question as u8;
const CONSENT: u8 = 1 << Kind::Support as u8 | 1 << Kind::Consensus as u8;

impl Said {
    const fn keep(&mut self, kinds: u8) {
        self.all &= kinds;
        self.holding &= kinds;
    }
}

impl Sentence {
    /// Takes a phrase.
    pub(super) fn take(&mut self, sense: Sense) {
        match sense {
            Sense::Off(Reach::Sentence) => self.off = true,
            Sense::Off(Reach::Clause) => self.off_here = true,
            Sense::Off(Reach::Back) => self.clause.keep(TALK),
            Sense::But => {
                self.comma();
                self.off = false;
            }
            Sense::Does(kind, asked) if !self.off && !self.off_here => {
                let bit = 1 << kind as u8;
                self.clause.all |= bit;
                if asked == Asked::Holds {
                    self.clause.holding |= bit;
                }
                // What an objection names beside itself is what it objects to: "I doubt that this is a good idea".
                if kind == Kind::Oppose {
                    self.clause.keep(!CONSENT);
                    self.off_here = true;
                }
            }
            Sense::Does(..) | Sense::Plain | Sense::Hedge | Sense::Boost => {}
        }
    }

    /// Ends a clause.
    pub(super) fn comma(&mut self) {
        let clause = std::mem::take(&mut self.clause);
        self.said.all |= clause.all;
        self.said.holding |= clause.holding;
        self.off_here = false;
    }

    /// Whether a sentence that ends at a place ends with a word that asks.
    pub(super) fn asks_in_words(&self, bytes: &[u8], at: usize) -> bool {
        const ASKING: [&str; 4] = ["か", "吗", "呢", "嗎"];
        let last = bytes.get(at.saturating_sub(3)..at).filter(|_| self.ends == at && at > 0);
        last.is_some_and(|last| ASKING.iter().any(|word| word.as_bytes() == last))
    }

    /// The kinds that the whole sentence says.
    pub(super) fn said(mut self, asked: Asked) -> u8 {
        self.comma();
        match asked {
            Asked::Drops => self.said.all,
            Asked::Holds => self.said.holding,
        }
    }
}

/// Which lexicon serves signs that two languages share, sentence by sentence.
#[derive(Debug)]
pub(super) struct Script {
    here: Option<(&'static Lexicon, Option<&'static Lexicon>)>,
    /// For a sentence too short to tell: as the one before, at first as the discussion.
    usual: Language,
}

impl Script {
    pub(super) const fn new(language: Language) -> Self {
        Self { here: None, usual: language }
    }

    /// What the longest phrase tells that begins at a place, and where it ends.
    pub(super) fn look_up(&mut self, bytes: &[u8], at: usize) -> Option<(Sense, usize)> {
        let (first, second) = match self.here {
            Some(here) => here,
            None => self.choose(bytes.get(at..).unwrap_or_default()),
        };
        longest(first, bytes, at).or_else(|| longest(second?, bytes, at))
    }

    /// The lexicon of a sentence; where its script does not tell, the other one serves as well.
    fn choose(&mut self, sentence: &[u8]) -> (&'static Lexicon, Option<&'static Lexicon>) {
        let told = told(sentence);
        self.usual = told.unwrap_or(self.usual);
        let (first, second) = match self.usual {
            Language::Ja => (Language::Ja, Language::Zh),
            Language::En | Language::Zh => (Language::Zh, Language::Ja),
        };
        *self.here.insert((Lexicon::of(first), told.is_none().then(|| Lexicon::of(second))))
    }

    /// Ends the sentence.
    pub(super) const fn stop(&mut self) {
        self.here = None;
    }
}

/// What the script of a sentence tells of its language: kana make it Japanese, many signs without any Chinese.
fn told(bytes: &[u8]) -> Option<Language> {
    /// Bytes of a sentence that are looked at.
    const FAR: usize = 240;
    const MANY: usize = 8;
    let mut signs = 0;
    let mut at = 0;
    while let Some(&first) = bytes.get(at).filter(|_| at < FAR) {
        match bytes.get(at..).and_then(sign) {
            None if matches!(first, b'.' | b'!' | b'?' | b';') => break,
            None => at += 1,
            Some(_) if first < 0xe3 => at += 3,
            Some(0x3041..=0x30fa | 0x30fc..=0x30ff) => return Some(Language::Ja),
            Some(0x3002 | 0xff01 | 0xff1b | 0xff1f) => break,
            Some(sign) => {
                signs += usize::from((0x4e00..0xa000).contains(&sign));
                at += 3;
            }
        }
    }
    (signs >= MANY).then_some(Language::Zh)
}

fn longest(lexicon: &Lexicon, bytes: &[u8], at: usize) -> Option<(Sense, usize)> {
    let mut found = None;
    let (mut place, mut at) = (ROOT, at);
    while let Some(next) = bytes.get(at..).and_then(sign).map(u64::from) {
        if place == ROOT && !lexicon.may_begin(next) {
            break;
        }
        let Some(further) = lexicon.step(place, next) else { break };
        (place, at) = (further, at + 3);
        found = lexicon.sense(place).map(|sense| (sense, at)).or(found);
    }
    found
}
