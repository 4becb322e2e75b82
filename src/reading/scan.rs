//! Finds markers: a word of the grammar in square brackets, whatever the width, case and emphasis.

use std::ops::Range;

use memchr::memchr3_iter;
use quorate_strategies::seat::{is_hidden, narrow};

use super::fold::{cut, plain};

/// The words that open a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Tag {
    /// `[STANCE: AGREE]`
    Stance,
    /// `[KIND: PROPOSAL]`
    Kind,
    /// `[CONFIDENCE: 80]`
    Confidence,
    /// `[SCORE point: 85]`
    Score,
    /// `[VOTE: option]`
    Vote,
    /// `[CONCEDE]`
    Concede,
    /// `[CLOSE]`
    Close,
    /// `[NEXT: seat]`
    Next,
    /// `[IDEA: …]`
    Idea,
    /// `[SPAWN: topic]`
    Spawn,
    /// `[PASS]`
    Pass,
}

impl Tag {
    /// All of them, with the word that opens each.
    pub(super) const WORDS: [(&'static str, Self); 11] = [
        ("STANCE", Self::Stance),
        ("KIND", Self::Kind),
        ("CONFIDENCE", Self::Confidence),
        ("SCORE", Self::Score),
        ("VOTE", Self::Vote),
        ("CONCEDE", Self::Concede),
        ("CLOSE", Self::Close),
        ("NEXT", Self::Next),
        ("IDEA", Self::Idea),
        ("SPAWN", Self::Spawn),
        ("PASS", Self::Pass),
    ];
}

/// A marker where it stands, with what it says as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marker<'t> {
    pub(super) tag: Tag,
    /// From bracket to bracket.
    pub(super) span: Range<usize>,
    /// What is between tag and colon: the point of a score.
    pub(super) of: &'t str,
    /// What is after the colon.
    pub(super) value: &'t str,
    pub(super) form: MarkerForm,
}

/// Whether a marker can be trusted to be what a reader sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkerForm {
    Sound,
    /// It holds characters that take no room, or control characters.
    Hidden,
}

/// Every marker of a text, in order and in one pass.
pub(super) fn scan(text: &str) -> Vec<Marker<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    // The square bracket, and the first bytes of its wide cousins.
    for at in memchr3_iter(b'[', 0xe3, 0xef, text.as_bytes()) {
        if at < from {
            continue;
        }
        if let Some((tag, after)) = head(text, at)
            && let Some((marker, end)) = body(text, at, tag, after)
        {
            from = end;
            found.extend(marker);
        }
    }
    found
}

/// The word after a bracket, if it is one of the grammar, and where what follows it begins.
fn head(text: &str, at: usize) -> Option<(Tag, usize)> {
    const LONGEST: usize = 10;
    const EMPHASIS: usize = 8;
    let mut chars = text.get(at..)?.char_indices().peekable();
    if plain(chars.next()?.1) != '[' {
        return None;
    }
    for _ in 0..EMPHASIS {
        chars.next_if(|&(_, c)| is_skipped(c) || is_unseen(c));
    }
    let mut word = [0_u8; LONGEST];
    let mut length = 0;
    let mut after = at;
    // A character that nobody sees hides no word: the marker is found, and refused for it.
    while let Some((offset, c)) = chars.next_if(|&(_, c)| narrow(c).is_ascii_alphabetic() || is_unseen(c)) {
        if is_unseen(c) {
            continue;
        }
        *word.get_mut(length)? = u8::try_from(narrow(c)).ok()?;
        length += 1;
        after = at + offset + c.len_utf8();
    }
    let word = word.get(..length)?;
    let &(_, tag) = Tag::WORDS.iter().find(|(name, _)| name.as_bytes().eq_ignore_ascii_case(word))?;
    for _ in 0..EMPHASIS {
        chars.next_if(|&(_, c)| is_skipped(c) || is_unseen(c));
    }
    let next = chars.next().map(|(_, c)| c)?;
    let parted = text.get(after..)?.starts_with(is_skipped);
    let fits = matches!(plain(next), ':' | ']') || (tag == Tag::Score && (parted || next == '#'));
    fits.then_some((tag, after))
}

/// Emphasis and blanks of every width.
fn is_skipped(c: char) -> bool {
    matches!(narrow(c), ' ' | '\t' | '*' | '_' | '\\' | '~') || (c.is_whitespace() && !is_hidden(c))
}

/// Whether a character takes no room on its line.
fn is_unseen(c: char) -> bool {
    is_hidden(c) && !matches!(c, '\t' | '\n' | '\r')
}

/// The rest of a marker up to its closing bracket, on one line; none where another marker opens before that.
fn body(text: &str, at: usize, tag: Tag, after: usize) -> Option<(Option<Marker<'_>>, usize)> {
    let mut depth = 0_usize;
    let mut form = if cut(text, at..after).chars().any(is_unseen) { MarkerForm::Hidden } else { MarkerForm::Sound };
    let mut colon = None;
    for (offset, c) in text.get(after..)?.char_indices() {
        let here = after + offset;
        match plain(c) {
            '\n' | '\r' => return Some((None, here)),
            '[' if head(text, here).is_some() => return Some((None, here)),
            '[' => depth += 1,
            ']' if depth > 0 => depth -= 1,
            ']' => {
                let (of, value) = parts(text, tag, after, colon, here);
                return Some((Some(Marker { tag, span: at..here + c.len_utf8(), of, value, form }), here));
            }
            // A point may have a colon in its name; only the last one parts it from its score.
            ':' if colon.is_none() || tag == Tag::Score => colon = Some((here, here + c.len_utf8())),
            '\t' => {}
            _ if is_hidden(c) => form = MarkerForm::Hidden,
            _ => {}
        }
    }
    Some((None, text.len()))
}

fn parts(text: &str, tag: Tag, after: usize, colon: Option<(usize, usize)>, end: usize) -> (&str, &str) {
    match colon {
        Some((before, value)) => (cut(text, after..before), cut(text, value..end)),
        None if tag == Tag::Score => (cut(text, after..end), ""),
        None => ("", ""),
    }
}
