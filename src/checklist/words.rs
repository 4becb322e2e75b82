//! Words and phrases: splitting a text into words and finding phrases in it.

use std::collections::HashMap;
use std::ops::Range;

/// A text with its words, folded to lower case (ASCII only, so that offsets stay true).
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub(super) lower: String,
    spans: Vec<(usize, usize)>,
}

impl Words {
    pub(super) fn new(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let mut spans = Vec::new();
        let mut start = None;
        for (at, c) in lower.char_indices() {
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
        Self { lower, spans }
    }

    pub(super) fn len(&self) -> usize {
        self.spans.len()
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

/// A part of a phrase: a word, the beginning of a word (`revert*`), or up to four words (`~`).
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Word(String),
    Stem(String),
    Gap,
}

impl Part {
    fn fits(&self, word: &str) -> bool {
        match self {
            Self::Word(own) => own == word,
            Self::Stem(own) => word.starts_with(own.as_str()),
            Self::Gap => false,
        }
    }
}

/// How many words a gap may stand for.
const GAP: usize = 4;

/// A set of phrases, compiled for one pass over a text.
#[derive(Debug, Clone, Default)]
pub(super) struct Phrases {
    by_first: HashMap<String, Vec<Vec<Part>>>,
    stems: Vec<Vec<Part>>,
    wide: Vec<String>,
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
        if !phrase.is_ascii() {
            // Scripts without spaces between words are searched as they stand.
            self.wide.push(phrase.to_owned());
            return;
        }
        let lower = phrase.to_ascii_lowercase();
        let parts: Vec<Part> = lower
            .split(|c: char| !(c.is_alphanumeric() || "'*~".contains(c)))
            .filter(|w| !w.is_empty())
            .map(|w| match (w, w.strip_suffix('*')) {
                ("~", _) => Part::Gap,
                (_, Some(stem)) => Part::Stem(stem.to_owned()),
                (word, None) => Part::Word(word.to_owned()),
            })
            .collect();
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
        for wide in &self.wide {
            hits.extend(words.lower.match_indices(wide.as_str()).map(|(from, found)| {
                let bytes = from..from + found.len();
                Hit { words: words.within(&bytes), bytes }
            }));
        }
        hits.sort_by_key(|hit| (hit.bytes.start, hit.bytes.end));
        hits
    }

    pub(super) fn any(&self, words: &Words) -> bool {
        (0..words.len()).any(|at| self.at(words, at).is_some())
            || self.wide.iter().any(|wide| words.lower.contains(wide.as_str()))
    }

    /// Whether any phrase begins within the given words.
    pub(super) fn any_in(&self, words: &Words, range: Range<usize>) -> bool {
        range.into_iter().any(|at| self.at(words, at).is_some())
    }

    /// Whether the phrases cover the whole text.
    pub(super) fn is(&self, text: &str) -> bool {
        let words = Words::new(text);
        let whole = words.len() > 0 && self.at(&words, 0) == Some(words.len());
        whole || self.wide.iter().any(|wide| wide == text.trim())
    }

    /// Whether one of the words is in the set on its own.
    pub(super) fn has(&self, word: &str) -> bool {
        let one = |parts: &Vec<Part>| parts.len() == 1 && parts.iter().all(|p| p.fits(word));
        self.by_first.get(word).is_some_and(|own| own.iter().any(one)) || self.stems.iter().any(one)
    }
}

fn fits(parts: &[Part], words: &Words, at: usize) -> Option<usize> {
    let Some((first, rest)) = parts.split_first() else {
        return Some(at);
    };
    if *first == Part::Gap {
        return (0..=GAP).find_map(|skip| fits(rest, words, at + skip));
    }
    if at < words.len() && first.fits(words.word(at)) {
        return fits(rest, words, at + 1);
    }
    None
}
