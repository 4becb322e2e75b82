//! Sentences with emphasis, code and links to messages, kept as parts so that the template alone writes tags.

use quorate_strategies::turn::TurnId;

use crate::report::{
    quote::{Shown, shown},
    text,
};

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Plain(String),
    Strong(String),
    Em(String),
    Code(String),
    /// A link to the message with this number.
    Message(u32),
}

/// What fills a hole of a template.
#[derive(Debug, Clone, Copy)]
pub(super) enum Hole<'a> {
    /// Words of ours or of somebody else.
    Text(&'a str),
    /// Links, with this between them.
    Messages(&'a [TurnId], &'static str),
    /// A sentence that was put together before.
    Rich(&'a Rich),
}

/// A sentence in parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Rich {
    pub(super) pieces: Vec<Piece>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Plain,
    Strong,
    Em,
    Code,
}

impl Mark {
    /// The mark after one of these signs: it opens, or closes what it opened.
    fn toggled(self, sign: Self) -> Self {
        if self == sign { Self::Plain } else { sign }
    }
}

impl Rich {
    /// Words without emphasis.
    pub(super) fn plain(words: &str) -> Self {
        Self { pieces: vec![Piece::Plain(line(words))] }
    }

    /// Fills the holes of a template of ours, whose asterisks and backticks mean emphasis and code. What is put in means
    /// nothing but itself.
    pub(super) fn filled(template: &str, holes: &[(&str, Hole<'_>)]) -> Self {
        let mut rich = Self::default();
        let (mut mark, mut rest) = (Mark::Plain, template);
        while let Some(at) = rest.find(['*', '`', '{']) {
            let (before, sign) = rest.split_at(at);
            rich.push(mark, before);
            let (next, after) = match sign {
                _ if sign.starts_with("**") && mark != Mark::Code => (mark.toggled(Mark::Strong), 2),
                _ if sign.starts_with('*') && mark != Mark::Code => (mark.toggled(Mark::Em), 1),
                _ if sign.starts_with('`') => (mark.toggled(Mark::Code), 1),
                _ => (mark, rich.fill(mark, sign, holes)),
            };
            (mark, rest) = (next, sign.get(after..).unwrap_or_default());
        }
        rich.push(mark, rest);
        rich
    }

    /// Puts in what belongs into the hole here, and says how long the hole is; what is no hole of ours stays as it is.
    fn fill(&mut self, mark: Mark, sign: &str, holes: &[(&str, Hole<'_>)]) -> usize {
        let name = sign.get(1..).and_then(|rest| rest.split_once('}')).map(|(name, _)| name);
        let hole = name.and_then(|name| Some((name, holes.iter().find(|(known, _)| *known == name)?.1)));
        let Some((name, hole)) = hole else {
            let first = sign.chars().next().map_or(0, char::len_utf8);
            self.push(mark, sign.get(..first).unwrap_or_default());
            return first;
        };
        match hole {
            Hole::Text(text) => self.push(mark, text),
            Hole::Rich(other) => self.pieces.extend(other.pieces.iter().cloned()),
            Hole::Messages(messages, between) => {
                for (nth, message) in messages.iter().enumerate() {
                    if nth > 0 {
                        self.push(mark, between);
                    }
                    self.pieces.push(Piece::Message(message.0));
                }
            }
        }
        name.len() + 2
    }

    fn push(&mut self, mark: Mark, words: &str) {
        if words.is_empty() {
            return;
        }
        let words = line(words);
        self.pieces.push(match mark {
            Mark::Plain => Piece::Plain(words),
            Mark::Strong => Piece::Strong(words),
            Mark::Em => Piece::Em(words),
            Mark::Code => Piece::Code(words),
        });
    }
}

/// A paragraph or a list of what somebody said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    Words(String),
    List(Vec<String>),
}

/// Paragraphs and lists as they were written: lines that begin with a dash or a bullet are a list.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut gap = true;
    for written in text.lines().map(str::trim) {
        let item = ["- ", "* ", "• ", "・"].iter().find_map(|bullet| written.strip_prefix(bullet));
        match (item, blocks.last_mut()) {
            _ if written.is_empty() => {
                gap = true;
                continue;
            }
            (Some(item), Some(Block::List(items))) => items.push(line(item)),
            (Some(item), _) => blocks.push(Block::List(vec![line(item)])),
            (None, Some(Block::Words(words))) if !gap => {
                words.push('\n');
                words.push_str(&line(written));
            }
            (None, _) => blocks.push(Block::Words(line(written))),
        }
        gap = false;
    }
    blocks
}

/// Foreign words of several lines, with hidden characters as `\u{1b}`; where there are any, every backslash is doubled, so
/// that none can be taken for one of them.
pub(super) fn block(words: &str) -> String {
    match shown(words) {
        Shown::Verbatim => words.to_owned(),
        Shown::Escaped => text::block(&words.replace('\\', "\\\\")).to_string(),
    }
}

/// Foreign words on one line, with nothing hidden in them.
pub(super) fn line(words: &str) -> String {
    text::line(words).to_string()
}

/// The same, of at most so many characters; what is left out is shown by a sign.
pub(super) fn line_within(words: &str, most: usize) -> String {
    match words.char_indices().nth(most) {
        None => line(words),
        Some((end, _)) => format!("{} […]", line(words.get(..end).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_is_the_templates_and_never_that_of_what_is_put_in() {
        let rich = Rich::filled(
            "**Rule:** `{rule}` in {m}, {x}",
            &[("rule", Hole::Text("*a* `b` {m}")), ("m", Hole::Messages(&[TurnId(1), TurnId(2)], ", "))],
        );
        let expected = [
            Piece::Strong("Rule:".to_owned()),
            Piece::Plain(" ".to_owned()),
            Piece::Code("*a* `b` {m}".to_owned()),
            Piece::Plain(" in ".to_owned()),
            Piece::Message(1),
            Piece::Plain(", ".to_owned()),
            Piece::Message(2),
            Piece::Plain(", ".to_owned()),
            Piece::Plain("{".to_owned()),
            Piece::Plain("x}".to_owned()),
        ];
        assert_eq!(rich.pieces, expected);
    }

    #[test]
    fn lines_with_a_dash_are_a_list() {
        let found = blocks("Two gaps:\nhere\n- one\n- two\n\nAll.\u{1b}");
        let items = vec!["one".to_owned(), "two".to_owned()];
        let expected =
            [Block::Words("Two gaps:\nhere".to_owned()), Block::List(items), Block::Words("All.\\u{1b}".to_owned())];
        assert_eq!(found, expected);
    }
}
