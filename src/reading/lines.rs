//! A reply line by line: fences, block quotes, headings, names and the rest.

use std::ops::Range;

use super::{
    fold::{cut, narrow_first},
    known::{Known, Who},
    speaker::{Label, label},
};

/// One line, its end included.
#[derive(Debug)]
pub(super) struct Line {
    /// Where it is.
    pub(super) range: Range<usize>,
    /// What it is.
    pub(super) kind: LineKind,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Blank,
    Fence,
    Quote,
    Heading,
    Label(Label),
    Plain,
}

/// Takes a reply apart into lines.
pub(super) fn lines(text: &str, known: &Known<'_>) -> Vec<Line> {
    let mut open: Option<Open<'_>> = None;
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes())
        .map(|at| at + 1)
        .chain((!text.ends_with('\n')).then_some(text.len()));
    ends.map(|end| {
        let range = start..end;
        start = end;
        let kind = kind(cut(text, range.clone()).trim_end_matches(['\n', '\r']), &mut open, known);
        Line { range, kind }
    })
    .collect()
}

/// What is open where a line begins.
#[derive(Debug, Clone, Copy)]
enum Open<'t> {
    /// A block of code.
    Fence(Fence),
    /// A text that a prompt quotes, by its tag.
    Quoted(&'t str),
}

#[derive(Debug, Clone, Copy)]
struct Fence {
    sign: u8,
    length: usize,
}

fn kind<'t>(line: &'t str, open: &mut Option<Open<'t>>, known: &Known<'_>) -> LineKind {
    let trimmed = line.trim();
    match *open {
        Some(Open::Fence(fence)) => {
            let closing = run(trimmed, fence.sign);
            if closing >= fence.length && closing == trimmed.len() {
                *open = None;
            }
            return LineKind::Fence;
        }
        Some(Open::Quoted(tag)) => {
            if closes(trimmed, tag) {
                *open = None;
            }
            return LineKind::Quote;
        }
        None => {}
    }
    if let Some(opened) = opens(super::fold::after_bullet(trimmed)) {
        *open = Some(Open::Fence(opened));
        return LineKind::Fence;
    }
    if let Some((tag, by)) = tagged(trimmed) {
        let own = by.is_some_and(|name| is_speaker(name, known));
        if !own && !trimmed.starts_with("</") && !closes(trimmed, tag) {
            *open = Some(Open::Quoted(tag));
        }
        return LineKind::Quote;
    }
    if trimmed.is_empty() {
        LineKind::Blank
    } else if narrow_first(super::fold::after_bullet(trimmed)) == Some('>') {
        LineKind::Quote
    } else if let Some(label) = label(line, known) {
        LineKind::Label(label)
    } else if trimmed.starts_with('#') {
        LineKind::Heading
    } else {
        LineKind::Plain
    }
}

/// Whether a line opens a fence; backticks after the opening ones make it inline code.
fn opens(line: &str) -> Option<Fence> {
    let sign = line.bytes().next().filter(|sign| matches!(sign, b'`' | b'~'))?;
    let length = run(line, sign);
    let info = line.get(length..)?;
    (length >= 3 && !(sign == b'`' && info.contains('`'))).then_some(Fence { sign, length })
}

fn run(line: &str, sign: u8) -> usize {
    line.bytes().take_while(|&byte| byte == sign).count()
}

/// The tag of a line that opens or closes what a prompt quotes, `msg-20092848`, and whose words follow it.
fn tagged(line: &str) -> Option<(&str, Option<&str>)> {
    const QUOTING: [&str; 5] = ["msg-", "notes-", "note-", "doc-", "options-"];
    const LEAST: usize = 6;
    let inner = line.strip_prefix('<')?;
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let name = QUOTING.iter().find(|name| inner.starts_with(**name))?;
    let digits = inner.bytes().skip(name.len()).take_while(u8::is_ascii_digit).count();
    let (tag, rest) = inner.split_at_checked(name.len() + digits)?;
    let rest = rest.starts_with([' ', '>']).then_some(rest)?;
    let by = rest.strip_prefix(" #").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start());
    (digits >= LEAST).then_some((tag, by))
}

fn closes(line: &str, tag: &str) -> bool {
    line.strip_suffix('>').and_then(|line| line.strip_suffix(tag)).is_some_and(|line| line.ends_with("</"))
}

/// Whether a tag names the speaker, who then only wraps their own words in it.
fn is_speaker(name: &str, known: &Known<'_>) -> bool {
    let you = ["you,", "你，", "あなた、"].iter().any(|you| name.starts_with(you));
    you || known.name_at(name).is_some_and(|(who, _)| who == Who::Speaker)
}
