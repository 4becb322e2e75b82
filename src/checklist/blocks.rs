//! Blocks of a text: headings, list items, table rows and paragraphs, each in its section.

use std::ops::Range;

use super::lines::{self, Line, Mark, Shape};
use super::sections::{self, Section};
use super::words::Words;

/// What a block is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Heading,
    Item(Mark),
    Paragraph,
    /// A row of the table with this number; `head` for its first row.
    Row {
        table: usize,
        head: bool,
    },
    Quote,
    Code,
}

/// A run of lines that belong together.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) kind: Kind,
    pub(super) section: usize,
    /// The list item this stands under.
    pub(super) parent: Option<usize>,
    pub(super) indent: usize,
    pub(super) text: String,
    pub(super) words: Words,
    /// The lines that link to something outside.
    links: Vec<u32>,
    /// Where each line begins in `text`.
    starts: Vec<(usize, u32)>,
}

impl Block {
    fn new(kind: Kind, section: usize, line: &Line) -> Self {
        Self {
            kind,
            section,
            parent: None,
            indent: line.indent,
            text: line.text.clone(),
            words: Words::default(),
            links: line.linked.then_some(line.no).into_iter().collect(),
            starts: vec![(0, line.no)],
        }
    }

    fn push(&mut self, line: &Line) {
        self.text.push('\n');
        self.starts.push((self.text.len(), line.no));
        self.text.push_str(&line.text);
        self.links.extend(line.linked.then_some(line.no));
    }

    /// The first line.
    pub(super) fn line(&self) -> u32 {
        self.starts.first().map_or(1, |s| s.1)
    }

    /// The line that holds the byte at `offset`.
    pub(super) fn line_at(&self, offset: usize) -> u32 {
        let after = self.starts.partition_point(|s| s.0 <= offset);
        self.starts.get(after.saturating_sub(1)).map_or(1, |s| s.1)
    }

    /// Whether anything in it links to something outside.
    pub(super) fn linked(&self) -> bool {
        !self.links.is_empty()
    }

    /// The same for a part of the text.
    pub(super) fn links_in(&self, bytes: &Range<usize>) -> bool {
        let (from, to) = (self.line_at(bytes.start), self.line_at(bytes.end.saturating_sub(1)));
        let first = self.links.partition_point(|line| *line < from);
        self.links.get(first).is_some_and(|line| *line <= to)
    }

    pub(super) fn is_item(&self) -> bool {
        matches!(self.kind, Kind::Item(_))
    }

    /// The cells of a table row.
    pub(super) fn cells(&self) -> Vec<&str> {
        let row = self.text.trim();
        let row = row.strip_prefix('|').unwrap_or(row);
        let row = row.strip_suffix('|').unwrap_or(row);
        row.split('|').map(str::trim).collect()
    }
}

/// Everything read from the lines.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    pub(super) blocks: Vec<Block>,
    pub(super) sections: Vec<Section>,
}

/// Splits a text into blocks and sections.
pub(super) fn read(text: &str) -> Blocks {
    let lines = lines::scan(text);
    let mut reader = Reader::default();
    reader.out.sections.push(Section::root());
    let mut at = 0;
    while at < lines.len() {
        at += reader.take(&lines, at);
    }
    let mut out = reader.out;
    for block in &mut out.blocks {
        block.words = Words::new(&block.text);
    }
    out
}

#[derive(Debug, Default)]
struct Reader {
    out: Blocks,
    /// Items that may still get children, outermost first.
    open: Vec<usize>,
    /// Whether the last line was blank.
    blank: bool,
    tables: usize,
    in_table: bool,
}

impl Reader {
    fn section(&self) -> usize {
        self.out.sections.len() - 1
    }

    /// Takes the line at `at` and says how many lines were used.
    fn take(&mut self, lines: &[Line], at: usize) -> usize {
        let line = &lines[at];
        let next = lines.get(at + 1);
        let in_table = std::mem::take(&mut self.in_table);
        let blank = std::mem::take(&mut self.blank);
        match &line.shape {
            Shape::Blank => self.blank = true,
            Shape::RowRule => self.in_table = in_table,
            Shape::Underline(_) => self.open.clear(),
            Shape::File => self.heading(line, 0),
            Shape::Heading(level) => self.heading(line, *level),
            Shape::Quote => self.plain(Kind::Quote, line, blank),
            Shape::Code => self.plain(Kind::Code, line, false),
            Shape::Item(mark) => {
                match sections::numbered_section(lines, at, blank || at == 0) {
                    true => self.heading(line, 7),
                    false => self.item(line, mark, blank),
                };
            }
            Shape::Row if in_table => self.row(line, false),
            Shape::Row if table_begins(line, next) => {
                self.tables += 1;
                self.row(line, true);
            }
            Shape::Row | Shape::Text => return self.text(line, next, blank),
        }
        1
    }

    fn text(&mut self, line: &Line, next: Option<&Line>, blank: bool) -> usize {
        if let Some(Shape::Underline(level)) = next.map(|n| &n.shape).filter(|_| self.starts_paragraph(line, blank)) {
            self.heading(line, *level);
            return 2;
        }
        if sections::is_pseudo_heading(line, next, self.inside_item(line, blank)) {
            self.heading(line, 7);
        } else if let Some((mark, rest)) = sections::labelled_item(&line.text) {
            let line = Line { text: rest.to_owned(), ..line.clone() };
            self.item(&line, &mark, blank);
        } else {
            self.plain(Kind::Paragraph, line, blank);
        }
        1
    }

    /// An underline makes a heading of one line only.
    fn starts_paragraph(&self, line: &Line, blank: bool) -> bool {
        let fresh = self.out.blocks.last().is_none_or(|b| blank || b.kind == Kind::Heading);
        fresh && line.indent < 4 && !line.text.is_empty()
    }

    fn inside_item(&self, line: &Line, blank: bool) -> bool {
        self.open.last().is_some_and(|&item| line.indent > self.out.blocks[item].indent || !blank)
            && (line.indent > 0 || !line.bold)
    }

    fn heading(&mut self, line: &Line, level: u8) {
        self.open.clear();
        let section = Section::new(&self.out.sections, line, level);
        self.out.sections.push(section);
        let section = self.section();
        self.out.blocks.push(Block::new(Kind::Heading, section, line));
    }

    fn item(&mut self, line: &Line, mark: &Mark, blank: bool) {
        let block = Block::new(Kind::Item(mark.clone()), self.section(), line);
        while let Some(&last) = self.open.last() {
            let above = &self.out.blocks[last];
            let deeper = line.indent > above.indent + 1 || self.under_number(above, line, mark, blank);
            if deeper {
                break;
            }
            self.open.pop();
        }
        let parent = self.open.last().copied();
        self.out.blocks.push(Block { parent, ..block });
        self.open.push(self.out.blocks.len() - 1);
    }

    /// Bullets directly under a numbered line belong to it though they are not indented.
    fn under_number(&self, above: &Block, line: &Line, mark: &Mark, blank: bool) -> bool {
        let Kind::Item(own) = &above.kind else {
            return false;
        };
        let bullet = own.number.is_some() && mark.number.is_none() && !mark.checkbox;
        bullet && line.indent >= above.indent && (!blank || sections::is_labelled_fact(&line.text))
    }

    fn row(&mut self, line: &Line, head: bool) {
        self.in_table = true;
        self.open.clear();
        let kind = Kind::Row { table: self.tables, head };
        let section = self.section();
        self.out.blocks.push(Block::new(kind, section, line));
    }

    fn plain(&mut self, kind: Kind, line: &Line, blank: bool) {
        let section = self.section();
        let joins = |last: &Block| match kind {
            Kind::Paragraph => matches!(last.kind, Kind::Item(_) | Kind::Paragraph),
            _ => last.kind == kind,
        };
        if !blank && let Some(last) = self.out.blocks.last_mut().filter(|b| b.section == section && joins(b)) {
            last.push(line);
            return;
        }
        // "Owner: Ana" goes on with the step above though it is not indented; "Rollback: ..." does not.
        if kind == Kind::Paragraph && !sections::is_step_fact(&line.text) {
            while self.open.last().is_some_and(|&item| line.indent <= self.out.blocks[item].indent) {
                self.open.pop();
            }
        }
        let parent = self.open.last().copied();
        self.out.blocks.push(Block { parent, ..Block::new(kind, section, line) });
    }
}

fn table_begins(line: &Line, next: Option<&Line>) -> bool {
    let ruled = next.is_some_and(|n| n.shape == Shape::RowRule);
    let drawn = line.text.starts_with('|') && line.text.matches('|').count() > 2;
    ruled || drawn
}
