//! A reply line by line: fences, block quotes, headings, names and the rest.

use std::ops::Range;

use super::{
    fold::{cut, narrow_first},
    known::Known,
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
    let mut fence: Option<Fence> = None;
    let mut start = 0;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes())
        .map(|at| at + 1)
        .chain((!text.ends_with('\n')).then_some(text.len()));
    ends.map(|end| {
        let range = start..end;
        start = end;
        let kind = kind(cut(text, range.clone()).trim_end_matches(['\n', '\r']), &mut fence, known);
        Line { range, kind }
    })
    .collect()
}

#[derive(Debug, Clone, Copy)]
struct Fence {
    sign: u8,
    length: usize,
}

fn kind(line: &str, fence: &mut Option<Fence>, known: &Known<'_>) -> LineKind {
    let trimmed = line.trim();
    if let Some(open) = *fence {
        let closing = run(trimmed, open.sign);
        if closing >= open.length && closing == trimmed.len() {
            *fence = None;
        }
        return LineKind::Fence;
    }
    if let Some(opened) = opens(super::fold::after_bullet(trimmed)) {
        *fence = Some(opened);
        return LineKind::Fence;
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
