//! Which parts of a reply are the speaker's own words, and which are code, quotation or another's lines.

use std::ops::Range;

use super::{
    census::Census,
    fold::cut,
    known::{Known, Who},
    lines::{Line, LineKind, lines},
    scan::scan,
    speaker::{Label, Shape, label},
};

/// Whose words a part of a reply are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// The speaker's own.
    Own,
    /// In a fenced block.
    Fence,
    /// In inline code.
    Code,
    /// In a block quote.
    Quote,
    /// Under another's name.
    Foreign,
}

/// A reply as parts that follow each other and cover it.
#[derive(Debug)]
pub(super) struct Layout {
    parts: Vec<(Range<usize>, Standing)>,
    /// Where the words begin after the speaker's own name, when the reply opens with it.
    pub(super) own_label: Option<usize>,
    /// Whether the reply is written like a play: the speaker's name stands between other names.
    pub(super) play: Play,
}

/// Whether a reply gives lines to several people, the speaker among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Play {
    No,
    Yes,
}

impl Layout {
    /// Lays a reply out.
    pub(super) fn of(text: &str, census: Census, known: &Known<'_>) -> Self {
        let marked = census.any(Census::CODE | Census::GREATER) || (census.any(Census::WIDE) && text.contains('＞'));
        if !marked && !raw_lines(text).any(|line| label(line, known).is_some()) {
            return Self { parts: vec![(0..text.len(), Standing::Own)], own_label: None, play: Play::No };
        }
        let lines = lines(text, known);
        let (standings, play) = stand(text, &lines);
        let mut layout = Self { parts: Vec::new(), own_label: own_label(&lines), play };
        for (line, standing) in lines.iter().zip(standings) {
            layout.push(line.range.clone(), standing);
        }
        if census.any(Census::CODE) {
            layout.parts = super::code::split_inline(text, std::mem::take(&mut layout.parts));
        }
        layout
    }

    fn push(&mut self, range: Range<usize>, standing: Standing) {
        match self.parts.last_mut() {
            Some((last, same)) if *same == standing && last.end == range.start => last.end = range.end,
            _ => self.parts.push((range, standing)),
        }
    }

    /// The standing of a range: its own only when all of it is.
    pub(super) fn standing(&self, range: &Range<usize>) -> Standing {
        let first = self.parts.partition_point(|(part, _)| part.end <= range.start);
        let covering = self.parts.iter().skip(first).take_while(|(part, _)| part.start < range.end);
        covering.map(|&(_, standing)| standing).find(|&standing| standing != Standing::Own).unwrap_or(Standing::Own)
    }

    /// The speaker's own parts, in order.
    pub(super) fn own(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.parts.iter().filter(|(_, standing)| *standing == Standing::Own).map(|(range, _)| range.clone())
    }

    /// The parts that are not another's, in order.
    pub(super) fn not_foreign(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.parts.iter().filter(|(_, standing)| *standing != Standing::Foreign).map(|(range, _)| range.clone())
    }

    /// Whether all of it is the speaker's own.
    pub(super) fn is_all_own(&self) -> bool {
        self.parts.iter().all(|(_, standing)| *standing == Standing::Own)
    }
}

/// The lines of a text, without their ends.
pub(super) fn raw_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len())).map(move |end| {
        let line = cut(text, start..end);
        start = end + 1;
        line
    })
}

fn own_label(lines: &[Line]) -> Option<usize> {
    let first = lines.iter().find(|line| line.kind != LineKind::Blank)?;
    match first.kind {
        LineKind::Label(Label { who: Who::Speaker, after, shape: Shape::Inline | Shape::Item }) => {
            Some(first.range.start + after)
        }
        LineKind::Label(Label { who: Who::Speaker, .. }) => Some(first.range.end),
        _ => None,
    }
}

/// Gives every line its standing, and says whether the reply is a play.
fn stand(text: &str, lines: &[Line]) -> (Vec<Standing>, Play) {
    let is_by = |line: &Line, who: Who| matches!(line.kind, LineKind::Label(label) if label.who == who);
    let own_named = lines.iter().any(|line| is_by(line, Who::Speaker));
    let last_named = lines.iter().rposition(|line| is_by(line, Who::Speaker) || is_by(line, Who::Other));
    let others = lines.iter().any(|line| is_by(line, Who::Other));
    let play = if own_named && others { Play::Yes } else { Play::No };
    let mut walk = Walk { block: None, play, last_named, own_prose: false };
    let standings = lines.iter().enumerate().map(|(at, line)| walk.step(text, lines, at, line)).collect();
    (standings, play)
}

/// The walk through the lines, with the foreign block that is open.
struct Walk {
    block: Option<Block>,
    play: Play,
    last_named: Option<usize>,
    own_prose: bool,
}

#[derive(Clone, Copy)]
struct Block {
    shape: Shape,
    /// Whether the block has words already; a name alone waits for them.
    filled: bool,
    /// The data that its markers hold already.
    held: Tags,
}

impl Walk {
    fn step(&mut self, text: &str, lines: &[Line], at: usize, line: &Line) -> Standing {
        match line.kind {
            LineKind::Label(Label { who: Who::Other, shape, .. }) => {
                let filled = matches!(shape, Shape::Inline | Shape::Item);
                self.block = Some(Block { shape, filled, held: Tags::of(cut(text, line.range.clone())) });
                return Standing::Foreign;
            }
            LineKind::Label(Label { who: Who::Outsider, .. }) => return Standing::Foreign,
            LineKind::Label(Label { who: Who::Speaker, .. }) => self.block = None,
            LineKind::Heading if self.block.is_some_and(|block| block.filled) && self.play == Play::No => {
                self.block = None
            }
            LineKind::Blank => self.blank(text, lines, at),
            LineKind::Plain => self.after_item(cut(text, line.range.clone())),
            _ => {}
        }
        if let Some(block) = &mut self.block {
            block.filled |= line.kind != LineKind::Blank;
            block.held.add(Tags::of(cut(text, line.range.clone())));
            return Standing::Foreign;
        }
        match line.kind {
            LineKind::Fence => Standing::Fence,
            LineKind::Quote => Standing::Quote,
            _ => {
                self.own_prose = self.own_prose || has_prose(cut(text, line.range.clone()));
                Standing::Own
            }
        }
    }

    /// A line that goes on outside a list ends another's item, where the speaker has said something before.
    fn after_item(&mut self, line: &str) {
        let item = self.block.is_some_and(|block| block.shape == Shape::Item);
        let outside = !line.starts_with([' ', '\t', '|']) && super::fold::after_bullet(line).len() == line.len();
        if item && outside && self.own_prose && self.play == Play::No {
            self.block = None;
        }
    }

    /// A blank line ends another's words, unless more names follow, or the reply would be markers and nothing else.
    ///
    /// Another has one stance, one vote and so on: a second one after the blank line is the speaker's.
    fn blank(&mut self, text: &str, lines: &[Line], at: usize) {
        let Some(block) = self.block else { return };
        let goes_on = self.play == Play::Yes || self.last_named.is_some_and(|last| at < last);
        if goes_on || !block.filled || block.shape == Shape::Heading {
            return;
        }
        let next = lines.get(at + 1..).unwrap_or_default();
        if next.first().is_none_or(|line| line.kind == LineKind::Blank) {
            return;
        }
        let paragraph = next.iter().take_while(|line| line.kind != LineKind::Blank);
        let mut paragraph = paragraph.map(|line| cut(text, line.range.clone()));
        if self.own_prose || paragraph.any(|line| has_prose(line) || block.held.meet(Tags::of(line))) {
            self.block = None;
        }
    }
}

/// A set of data, by the words of their markers.
#[derive(Debug, Clone, Copy, Default)]
struct Tags(u16);

impl Tags {
    /// Those that the markers of a line hold.
    fn of(line: &str) -> Self {
        Self(scan(line).iter().fold(0, |set, marker| set | 1 << marker.tag as u16))
    }

    const fn add(&mut self, others: Self) {
        self.0 |= others.0;
    }

    const fn meet(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// Whether a line has words outside brackets.
fn has_prose(line: &str) -> bool {
    let mut depth = 0_usize;
    line.chars().any(|c| {
        match super::fold::plain(c) {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_alphanumeric()
    })
}
