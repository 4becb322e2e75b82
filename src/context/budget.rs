//! What a prompt may take: a window in tokens, estimated on our side, and cuts at character borders.

/// How long a prompt may be. Tokens are estimated by [`tokens`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    window: u32,
}

impl Budget {
    /// The window that is assumed where a backend does not tell its own.
    pub const ASSUMED: u32 = 128_000;
    /// The most that one message may take of any window.
    pub const MESSAGE: u32 = 4_096;
    /// The most that is kept free for the answer.
    const REPLY: u32 = 4_096;

    /// The budget of a backend with this window.
    #[must_use]
    pub const fn of(window: Option<u32>) -> Self {
        match window {
            Some(window) => Self { window },
            None => Self { window: Self::ASSUMED },
        }
    }

    /// Half of what was `sent`, for the one retry after a backend found a prompt too long.
    #[must_use]
    pub const fn shorter(self, sent: u32) -> Self {
        Self { window: if sent < self.window { sent / 2 } else { self.window / 2 } }
    }

    /// The whole window, in tokens.
    #[must_use]
    pub const fn window(self) -> u32 {
        self.window
    }

    /// What system and user text may take together: the window without the room that is kept for the answer.
    #[must_use]
    pub const fn prompt(self) -> u32 {
        let quarter = self.window / 4;
        self.window - if quarter < Self::REPLY { quarter } else { Self::REPLY }
    }

    /// What one message may take.
    #[must_use]
    pub const fn message(self) -> u32 {
        let quarter = self.window / 4;
        if quarter < Self::MESSAGE { quarter } else { Self::MESSAGE }
    }

    /// What the material of the brief may take together; the rest is for everything else.
    pub(super) const fn material(self) -> u32 {
        self.prompt() / 4 * 3
    }
}

/// An estimate of the tokens of a text: a quarter for an ASCII character, half for one of two bytes (Greek, Cyrillic,
/// Arabic, accented Latin), one for one of three (Chinese, Japanese, Korean and most others), two for an emoji.
///
/// The usual tokenizers need no more for prose; for code, logs and long numbers they may need up to twice as many,
/// which the room for the answer and the one shorter retry are there for.
#[must_use]
pub fn tokens(text: &str) -> u32 {
    u32::try_from(quarters(text).div_ceil(4)).unwrap_or(u32::MAX)
}

/// A bound that no estimate exceeds, without looking at the text.
pub(super) fn at_most(text: &str) -> u32 {
    u32::try_from(text.len().div_ceil(2)).unwrap_or(u32::MAX)
}

fn quarters(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.bytes().map(weight).sum() }
}

/// What a byte adds, in quarters of a token; a character's first byte stands for the whole of it.
const fn weight(byte: u8) -> usize {
    match byte {
        0x00..=0x7f => 1,
        0x80..=0xbf => 0,
        0xc0..=0xdf => 2,
        0xe0..=0xef => 4,
        _ => 8,
    }
}

/// A text, whole or without its middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Excerpt<'a> {
    /// Nothing is missing.
    Whole(&'a str),
    /// The middle is.
    Cut {
        /// The beginning.
        head: &'a str,
        /// How many characters are missing.
        left_out: usize,
        /// The end.
        tail: &'a str,
    },
}

/// A text within `most` tokens: a longer one keeps two thirds of the room for its beginning and one for its end, where
/// conclusions and markers stand.
pub(super) fn excerpt(text: &str, most: u32) -> Excerpt<'_> {
    if at_most(text) <= most || tokens(text) <= most {
        return Excerpt::Whole(text);
    }
    let room = most as usize * 4;
    let end = border_before(text, fitting(text.char_indices(), room / 3 * 2));
    let rest = text.get(end..).unwrap_or_default();
    let start = rest.len() - fitting_back(rest, room / 3);
    let start = border_after(rest, start);
    let (middle, tail) = rest.split_at_checked(start).unwrap_or((rest, ""));
    Excerpt::Cut { head: text.get(..end).unwrap_or_default(), left_out: middle.chars().count(), tail }
}

/// The beginning of a text within `most` tokens, cut between words where one ends near.
pub(crate) fn beginning(text: &str, most: u32) -> &str {
    if at_most(text) <= most || tokens(text) <= most {
        return text;
    }
    text.get(..border_before(text, fitting(text.char_indices(), most as usize * 4))).unwrap_or_default()
}

/// How many bytes from the start fit into `room` quarters.
fn fitting(chars: impl Iterator<Item = (usize, char)>, room: usize) -> usize {
    let mut used = 0;
    let mut end = 0;
    for (at, c) in chars {
        used += cost(c);
        if used > room {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// How many bytes at the end fit into `room` quarters.
fn fitting_back(text: &str, room: usize) -> usize {
    let mut used = 0;
    let mut start = text.len();
    for (at, c) in text.char_indices().rev() {
        used += cost(c);
        if used > room {
            break;
        }
        start = at;
    }
    text.len() - start
}

const fn cost(c: char) -> usize {
    match c.len_utf8() {
        1 => 1,
        2 => 2,
        3 => 4,
        _ => 8,
    }
}

/// How far a cut may move to fall between words, in bytes.
const NEAR: usize = 48;

/// The end of the last word before `end`, if one ends near; so words and composed characters stay whole.
fn border_before(text: &str, end: usize) -> usize {
    let from = text.floor_char_boundary(end.saturating_sub(NEAR));
    let near = text.get(from..end).unwrap_or_default();
    near.rfind(char::is_whitespace).map_or(end, |at| from + at)
}

/// The start of the first word after `start`, if one starts near.
fn border_after(text: &str, start: usize) -> usize {
    let to = text.floor_char_boundary((start + NEAR).min(text.len()));
    let near = text.get(start..to).unwrap_or_default();
    near.char_indices().find(|(_, c)| c.is_whitespace()).map_or(start, |(at, c)| start + at + c.len_utf8())
}
