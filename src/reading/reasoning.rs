//! Thinking aloud is kept apart from what is said: tag pairs, a lone closing tag, a lone opening one.

use std::borrow::Cow;

use memchr::memchr_iter;

use super::fold::{cut, is_quote};

/// A reply taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Split<'t> {
    /// What was said.
    pub(super) visible: Cow<'t, str>,
    /// What was thought, if anything was.
    pub(super) thought: Option<String>,
    /// Whether the thinking came to its end.
    pub(super) ended: Ended,
}

/// Whether a piece of thinking came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Yes,
    /// A tag was opened and never closed.
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Open,
    Close,
}

#[derive(Debug, Clone, Copy)]
struct Tag {
    turn: Turn,
    start: usize,
    end: usize,
}

/// Takes reasoning out of a reply.
pub(super) fn split(text: &str) -> Split<'_> {
    let tags = tags(text);
    if tags.is_empty() {
        return Split { visible: Cow::Borrowed(text), thought: None, ended: Ended::Yes };
    }
    Splitter { text, visible: Vec::new(), thought: Vec::new(), at: 0, ended: Ended::Yes }.run(&tags)
}

struct Splitter<'t> {
    text: &'t str,
    visible: Vec<&'t str>,
    thought: Vec<&'t str>,
    at: usize,
    ended: Ended,
}

impl<'t> Splitter<'t> {
    fn run(mut self, tags: &[Tag]) -> Split<'t> {
        let mut tags = tags;
        while let Some((&tag, rest)) = tags.split_first() {
            tags = match tag.turn {
                Turn::Open => self.open(tag, rest),
                Turn::Close => self.close(tag, rest),
            };
        }
        let text = self.text;
        if self.at == 0 {
            return Split { visible: Cow::Borrowed(text), thought: None, ended: self.ended };
        }
        self.visible.push(cut(text, self.at..text.len()));
        let visible = match self.visible.as_slice() {
            [only] => Cow::Borrowed(only.trim()),
            pieces => Cow::Owned(pieces.concat().trim().to_owned()),
        };
        Split { visible, thought: Some(self.thought.join("\n").trim().to_owned()), ended: self.ended }
    }

    /// An opening tag: thinking up to the closing one, or to the end when it opens the reply or a line.
    fn open<'a>(&mut self, tag: Tag, rest: &'a [Tag]) -> &'a [Tag] {
        let leads = opens_line(self.text, tag.start.max(self.at), self.at);
        let Some(place) = closing(rest) else {
            // In the middle of a line, and never closed: somebody talks about the tag.
            if leads {
                self.take(tag, self.text.len(), self.text.len());
                self.ended = Ended::No;
                return &[];
            }
            return rest;
        };
        let close = rest.get(place).copied().unwrap_or(tag);
        let after = rest.get(place + 1..).unwrap_or_default();
        let between = cut(self.text, tag.end..close.start);
        if is_talk(between) && !(leads && between.trim().is_empty()) {
            return after;
        }
        self.take(tag, close.start, close.end);
        after
    }

    /// A closing tag that nothing opened: the template opened it, and all before it is thinking.
    fn close<'a>(&mut self, tag: Tag, rest: &'a [Tag]) -> &'a [Tag] {
        if names_the_tag(self.text, tag) {
            return rest;
        }
        self.thought.push(cut(self.text, self.at..tag.start));
        self.at = tag.end;
        rest
    }

    fn take(&mut self, tag: Tag, until: usize, next: usize) {
        self.visible.push(cut(self.text, self.at..tag.start));
        self.thought.push(cut(self.text, tag.end..until));
        self.at = next;
    }
}

/// The place of the closing tag that ends what has just been opened: nested ones count, unless they do not add up.
fn closing(rest: &[Tag]) -> Option<usize> {
    let mut depth = 1_usize;
    for (place, tag) in rest.iter().enumerate() {
        match tag.turn {
            Turn::Open => depth += 1,
            Turn::Close if depth == 1 => return Some(place),
            Turn::Close => depth -= 1,
        }
    }
    rest.iter().rposition(|tag| tag.turn == Turn::Close)
}

fn opens_line(text: &str, start: usize, from: usize) -> bool {
    let before = cut(text, from..start);
    before.rsplit('\n').next().unwrap_or_default().trim().is_empty()
}

/// Whether what stands between two tags in the middle of a line only joins their names: `<think> and </think>`.
fn is_talk(between: &str) -> bool {
    let between = between.trim().trim_matches(['.', '…', ',', '/', '、']);
    matches!(between.trim(), "" | "and" | "or" | "to" | "and the" | "和" | "与" | "或" | "と")
}

/// Whether a lone closing tag is only named: `end it with </think> and answer`.
fn names_the_tag(text: &str, tag: Tag) -> bool {
    const BEFORE: [&str; 22] = [
        "with", "use", "uses", "using", "the", "a", "and", "or", "tag", "tags", "closing", "to", "by", "like", "after",
        "before", "write", "add", "between", "of", "its", "and the",
    ];
    let before = cut(text, 0..tag.start);
    let Some(word) = before.strip_suffix(' ').and_then(|before| before.rsplit([' ', '\n']).next()) else {
        return false;
    };
    let goes_on = text.get(tag.end..).and_then(|after| after.chars().next()).is_none_or(|c| " .,;:!?)".contains(c));
    goes_on && BEFORE.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// Every tag that is not in code or quotation marks.
fn tags(text: &str) -> Vec<Tag> {
    memchr_iter(b'<', text.as_bytes()).filter_map(|start| tag_at(text, start)).collect()
}

fn tag_at(text: &str, start: usize) -> Option<Tag> {
    let inner = text.get(start + 1..)?;
    let mut rest = blanks(inner);
    let turn = match rest.strip_prefix('/') {
        Some(after) => {
            rest = blanks(after);
            Turn::Close
        }
        None => Turn::Open,
    };
    let word = rest.bytes().take(9).take_while(u8::is_ascii_alphabetic).count();
    let (name, after) = rest.split_at_checked(word)?;
    if !name.eq_ignore_ascii_case("think") && !name.eq_ignore_ascii_case("thinking") {
        return None;
    }
    let after = blanks(after).strip_prefix('>')?;
    let end = text.len() - after.len();
    let wrapped = wraps(text.get(..start)?.chars().next_back()) && wraps(after.chars().next());
    (!wrapped).then_some(Tag { turn, start, end })
}

/// At most a few blanks: a tag is short.
fn blanks(text: &str) -> &str {
    let count = text.bytes().take(4).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    text.get(count..).unwrap_or_default()
}

fn wraps(c: Option<char>) -> bool {
    c.is_some_and(|c| c == '`' || is_quote(c))
}
