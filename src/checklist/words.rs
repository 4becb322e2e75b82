//! Words and phrases: splitting a text into words and finding phrases in it.

use std::collections::HashMap;
use std::ops::Range;

/// Whether a character belongs to a script that writes its words without spaces between them (Han, kana).
pub(crate) const fn is_wide(c: char) -> bool {
    matches!(c, '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether any character of a text is a wide one.
pub(super) fn has_wide(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_wide)
}

/// How many words a text has as a reader counts them: two wide characters are about one word.
pub(super) fn length(text: &str) -> usize {
    let wide = if text.is_ascii() { 0 } else { text.chars().filter(|c| is_wide(*c)).count() };
    let narrow = text.split_whitespace().filter(|word| wide == 0 || word.contains(|c| !is_wide(c))).count();
    narrow + wide.div_ceil(2)
}

/// A text with its words, folded to lower case (ASCII only, so that offsets stay true).
///
/// A wide character is a word of its own, so that phrases of every script are found in the same way.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub(super) lower: String,
    spans: Vec<(usize, usize)>,
    wide: usize,
}

impl Words {
    pub(super) fn new(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let mut spans = Vec::new();
        let mut start = None;
        let mut wide = 0;
        for (at, c) in lower.char_indices() {
            if !c.is_ascii() && is_wide(c) {
                spans.extend(start.take().map(|from| (from, at)));
                spans.push((at, at + c.len_utf8()));
                wide += 1;
                continue;
            }
            match (c.is_alphanumeric() || c == '\'', start) {
                (true, None) => start = Some(at),
                (false, Some(from)) => {
                    spans.push((from, at));
                    start = None;
                }
                _ => {}
            }
        }
        if let Some(from) = start {
            spans.push((from, lower.len()));
        }
        Self { lower, spans, wide }
    }

    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// How many words a reader counts: two wide characters are about one word.
    pub(super) fn length(&self) -> usize {
        self.spans.len() - self.wide / 2
    }

    /// The same for some of them.
    pub(super) fn length_of(&self, range: Range<usize>) -> usize {
        let wide = range.clone().filter(|&at| self.word(at).chars().next().is_some_and(is_wide)).count();
        range.len() - wide / 2
    }

    /// Whether any of it is in a script without spaces.
    pub(super) fn has_wide(&self) -> bool {
        self.wide > 0
    }

    /// Whether nothing but a line break parts the word at `index` from the one before.
    fn touches(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or(0, |at| self.span(at).end);
        self.lower.get(before..self.span(index).start).is_some_and(|gap| gap.is_empty() || gap == "\n")
    }

    /// The word at `index`; empty beyond the end.
    pub(super) fn word(&self, index: usize) -> &str {
        self.spans.get(index).map_or("", |&(from, to)| &self.lower[from..to])
    }

    /// Byte range of the word at `index`; the end of the text beyond the last word.
    pub(super) fn span(&self, index: usize) -> Range<usize> {
        let end = self.lower.len();
        self.spans.get(index).map_or(end..end, |&(from, to)| from..to)
    }

    /// Words that start within the byte range.
    pub(super) fn within(&self, range: &Range<usize>) -> Range<usize> {
        let from = self.spans.partition_point(|s| s.0 < range.start);
        let to = self.spans.partition_point(|s| s.0 < range.end);
        from..to.max(from)
    }
}

/// A part of a phrase: a word, the beginning of a word (`revert*`), or some words (`~`).
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Word(String),
    /// A wide character that goes on right after the part before it.
    Wide(String),
    Stem(String),
    /// Up to so many words.
    Gap(usize),
}

impl Part {
    fn fits(&self, words: &Words, at: usize) -> bool {
        match self {
            Self::Word(own) => own == words.word(at),
            Self::Wide(own) => own == words.word(at) && words.touches(at),
            Self::Stem(own) => words.word(at).starts_with(own.as_str()),
            Self::Gap(_) => false,
        }
    }

    /// The parts of a phrase as a list writes it.
    fn all(phrase: &str) -> Vec<Self> {
        // A gap stands for up to four words, which are about eight wide characters.
        let gap = if has_wide(phrase) { 8 } else { 4 };
        let mut parts = Vec::new();
        let mut word = String::new();
        for c in phrase.chars().chain([' ']).map(|c| c.to_ascii_lowercase()) {
            if c == '*' {
                parts.push(Self::Stem(std::mem::take(&mut word)));
                continue;
            }
            let goes_on = !is_wide(c) && (c.is_alphanumeric() || c == '\'');
            if goes_on {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                parts.push(Self::Word(std::mem::take(&mut word)));
            }
            match (c, parts.last()) {
                ('~', _) => parts.push(Self::Gap(gap)),
                (c, Some(Self::Word(_) | Self::Wide(_))) if is_wide(c) => parts.push(Self::Wide(c.to_string())),
                (c, _) if is_wide(c) => parts.push(Self::Word(c.to_string())),
                _ => {}
            }
        }
        parts
    }
}

/// A set of phrases, compiled for one pass over a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Phrases {
    by_first: HashMap<String, Vec<Vec<Part>>>,
    stems: Vec<Vec<Part>>,
}

/// Where a phrase was found: word indices and byte range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) words: Range<usize>,
    pub(super) bytes: Range<usize>,
}

impl Phrases {
    pub(super) fn new<'a>(phrases: impl IntoIterator<Item = &'a str>) -> Self {
        let mut set = Self::default();
        for phrase in phrases {
            set.add(phrase);
        }
        set
    }

    fn add(&mut self, phrase: &str) {
        let parts = Part::all(phrase);
        match parts.first() {
            Some(Part::Word(first)) => self.by_first.entry(first.clone()).or_default().push(parts),
            Some(Part::Stem(_)) => self.stems.push(parts),
            _ => {}
        }
    }

    /// The end (in words) of the longest phrase that begins at word `at`.
    pub(super) fn at(&self, words: &Words, at: usize) -> Option<usize> {
        let own = self.by_first.get(words.word(at)).map_or(&[][..], Vec::as_slice);
        own.iter().chain(&self.stems).filter_map(|parts| fits(parts, words, at)).max()
    }

    /// Whether a phrase begins at word `at`.
    pub(super) fn begins(&self, words: &Words, at: usize) -> bool {
        self.at(words, at).is_some()
    }

    /// Every place a phrase is found, in order, without overlaps.
    pub(super) fn find(&self, words: &Words) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match self.at(words, at) {
                Some(end) => {
                    let bytes = words.span(at).start..words.span(end - 1).end;
                    hits.push(Hit { words: at..end, bytes });
                    at = end;
                }
                None => at += 1,
            }
        }
        hits
    }

    pub(super) fn any(&self, words: &Words) -> bool {
        self.any_in(words, 0..words.len())
    }

    /// Whether any phrase begins within the given words.
    pub(super) fn any_in(&self, words: &Words, range: Range<usize>) -> bool {
        range.into_iter().any(|at| self.at(words, at).is_some())
    }

    /// Whether the phrases cover the whole text.
    pub(super) fn is(&self, text: &str) -> bool {
        let words = Words::new(text);
        words.len() > 0 && self.at(&words, 0) == Some(words.len())
    }

    /// Whether one of the words is in the set on its own.
    pub(super) fn has(&self, word: &str) -> bool {
        let one = |parts: &Vec<Part>| match parts.as_slice() {
            [Part::Word(own)] => own == word,
            [Part::Stem(own)] => word.starts_with(own.as_str()),
            _ => false,
        };
        self.by_first.get(word).is_some_and(|own| own.iter().any(one)) || self.stems.iter().any(one)
    }
}

fn fits(parts: &[Part], words: &Words, at: usize) -> Option<usize> {
    let Some((first, rest)) = parts.split_first() else {
        return Some(at);
    };
    if let Part::Gap(most) = first {
        return (0..=*most).find_map(|skip| fits(rest, words, at + skip));
    }
    if at < words.len() && first.fits(words, at) {
        return fits(rest, words, at + 1);
    }
    None
}
