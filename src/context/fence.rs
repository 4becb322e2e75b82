//! Quotes other people's words as data, between tags that no text can close.

use std::{borrow::Cow, fmt::Write as _};

use memchr::memmem::Finder;
use quorate_strategies::{
    event::Charter,
    record::digest,
    seat::{is_hidden, narrow},
};

use super::{budget::Excerpt, words::Words};

/// The tags that quoted text stands between, in one discussion.
///
/// They carry a number that follows from the discussion's seed and id. A quoted text that holds this number loses it,
/// however it is spelled, so a block ends where its tag says and nowhere else. Characters that take no room, change the
/// direction of text or control a terminal are dropped, and the control words of chat templates (`<|im_end|>`,
/// `[INST]`) are broken by a blank, as some local servers read them even in the middle of a message.
#[derive(Debug, Clone)]
pub struct Fence {
    number: String,
    finder: Finder<'static>,
}

const DIGITS: usize = 8;
/// What stands for the fence's number in a text that held it.
const DEFUSED: &str = "[fence]";
/// Control words of chat templates, without their first character.
const CONTROL_WORDS: [&str; 14] = [
    "/s>",
    "INST]",
    "/INST]",
    "<SYS>>",
    "</SYS>>",
    "start_of_turn>",
    "end_of_turn>",
    "bos>",
    "eos>",
    "SYSTEM_PROMPT]",
    "/SYSTEM_PROMPT]",
    "AVAILABLE_TOOLS]",
    "TOOL_CALLS]",
    "TOOL_RESULTS]",
];

impl Fence {
    /// The fence of the discussion with this charter.
    #[must_use]
    pub fn new(charter: &Charter) -> Self {
        let hash = digest(&[b"fence", &charter.seed.to_le_bytes(), charter.id.as_bytes()]);
        let start = hash.get(..15).and_then(|hex| u64::from_str_radix(hex, 16).ok()).unwrap_or_default();
        let number = format!("{:08}", start % 100_000_000);
        let finder = Finder::new(number.as_bytes()).into_owned();
        Self { number, finder }
    }

    /// The number that the tags of this discussion carry.
    #[must_use]
    pub fn number(&self) -> &str {
        &self.number
    }

    /// A text as data: without this fence's number, hidden characters and whole control words of chat templates.
    #[must_use]
    pub fn clean<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let plain = is_plain(text) && self.finder.find(text.as_bytes()).is_none();
        let text = if plain { Cow::Borrowed(text) } else { Cow::Owned(self.strip(text)) };
        match first_control_word(&text, 0) {
            None => text,
            Some(first) => Cow::Owned(break_control_words(&text, first)),
        }
    }

    /// A text as data within one line.
    #[must_use]
    pub fn line<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let text = self.clean(text);
        if !text.bytes().any(|byte| byte.is_ascii_whitespace() && byte != b' ') {
            return text;
        }
        Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// A name as part of a tag, which it cannot end.
    pub(super) fn name<'t>(&self, name: &'t str) -> Cow<'t, str> {
        let name = self.line(name);
        if name.contains(['<', '>']) { Cow::Owned(name.replace('<', "‹").replace('>', "›")) } else { name }
    }

    /// The text without the fence's number and hidden characters. A number that is interspersed with hidden characters
    /// or written in full-width digits is the fence's number too.
    fn strip(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + 16);
        // The last characters that take room, each with its place in `out`.
        let mut last = [('\0', 0); DIGITS];
        for c in text.chars() {
            let joins = matches!(c, '\u{200c}' | '\u{200d}');
            if is_hidden(c) && !joins && !matches!(c, '\n' | '\t') {
                continue;
            }
            if !joins {
                last.rotate_left(1);
                if let Some(slot) = last.last_mut() {
                    *slot = (narrow(c), out.len());
                }
            }
            out.push(c);
            if c.is_ascii_digit() || !c.is_ascii() {
                self.defuse(&mut out, &mut last);
            }
        }
        out
    }

    fn defuse(&self, out: &mut String, last: &mut [(char, usize); DIGITS]) {
        if last.iter().map(|(c, _)| *c).eq(self.number.chars()) {
            let [(_, start), ..] = *last;
            out.truncate(start);
            out.push_str(DEFUSED);
            *last = [('\0', 0); DIGITS];
        }
    }

    /// Begins a block; what is written next, after a blank, describes it, up to [`Self::opened`].
    pub(super) fn open(&self, out: &mut String, tag: &str) {
        // Writing to a string cannot fail; the same holds below.
        let _ = write!(out, "<{tag}-{}", self.number);
    }

    /// Ends the opening tag.
    pub(super) fn opened(out: &mut String) {
        out.push_str(">\n");
    }

    /// Writes a quoted text.
    pub(super) fn body(&self, out: &mut String, text: &Excerpt<'_>, words: &Words) {
        match text {
            Excerpt::Whole(text) => out.push_str(self.clean(text).trim()),
            Excerpt::Cut { head, left_out, tail } => {
                let [before, after] = words.cut;
                out.push_str(self.clean(head).trim());
                let _ = write!(out, "\n{before}{left_out}{after}\n");
                out.push_str(self.clean(tail).trim());
            }
        }
    }

    /// Ends the block.
    pub(super) fn close(&self, out: &mut String, tag: &str) {
        let _ = writeln!(out, "\n</{tag}-{}>", self.number);
    }
}

/// Whether a text is ASCII without control characters but line breaks and tabs; both loops run without a branch.
fn is_plain(text: &str) -> bool {
    let control = |byte: u8| (byte < b' ' && byte != b'\n' && byte != b'\t') || byte == 0x7f;
    text.is_ascii() && !text.bytes().fold(false, |found, byte| found | control(byte))
}

/// Where the first control word at or after `from` begins.
fn first_control_word(text: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    let at =
        memchr::memchr2_iter(b'<', b'[', rest).find(|at| is_control_word(rest.get(at + 1..).unwrap_or_default()))?;
    Some(from + at)
}

fn is_control_word(after: &[u8]) -> bool {
    let word = |rest: &[u8]| rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    match after {
        [b'|', rest @ ..] => word(rest),
        // The full-width bar.
        [0xef, 0xbd, 0x9c, ..] => true,
        _ => CONTROL_WORDS.iter().any(|known| after.starts_with(known.as_bytes())),
    }
}

fn break_control_words(text: &str, first: usize) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut done = 0;
    let mut next = Some(first);
    while let Some(at) = next {
        out.push_str(text.get(done..=at).unwrap_or_default());
        out.push(' ');
        done = at + 1;
        next = first_control_word(text, done);
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}
