//! Where every seat stood when each round closed: a row for each seat, a column for each round.

use super::{WIDTH, fitting};
use crate::report::html::{
    course::{Course, Look},
    words::PageWords,
};

const LABEL: usize = 172;
const ROW: usize = 34;
const HEAD: usize = 30;
const MOST_COLUMN: usize = 132;
const LETTERS: usize = 12;

/// A cell is so much smaller than its row and column.
const GAP: usize = 4;

/// The picture.
#[derive(Debug)]
pub(in crate::report::html) struct Positions {
    pub(in crate::report::html) width: usize,
    pub(in crate::report::html) height: usize,
    pub(in crate::report::html) heads: Vec<Label>,
    pub(in crate::report::html) names: Vec<Label>,
    pub(in crate::report::html) cells: Vec<Cell>,
}

/// A text beside the cells.
#[derive(Debug)]
pub(in crate::report::html) struct Label {
    pub(in crate::report::html) x: usize,
    pub(in crate::report::html) y: usize,
    pub(in crate::report::html) text: String,
}

/// Where one seat stood at one moment.
#[derive(Debug)]
pub(in crate::report::html) struct Cell {
    pub(in crate::report::html) x: usize,
    pub(in crate::report::html) y: usize,
    pub(in crate::report::html) width: usize,
    pub(in crate::report::html) height: usize,
    pub(in crate::report::html) class: String,
    /// What is written in it: its word, or a sign where there is no room.
    pub(in crate::report::html) text: String,
    /// Who, when and what, for those who cannot see it.
    pub(in crate::report::html) title: String,
}

impl Cell {
    pub(in crate::report::html) const fn middle(&self) -> (usize, usize) {
        (self.x + self.width / 2, self.y + self.height / 2 + 4)
    }
}

impl Positions {
    /// The picture; none where nobody has a vote, or nothing was ever counted.
    pub(in crate::report::html) fn of(course: &Course, names: &[String], words: &PageWords) -> Option<Self> {
        let columns = course.moments.len();
        let said = course.moments.iter().flat_map(|at| &at.stands).any(|one| one.look != Look::Unsaid);
        if names.is_empty() || columns == 0 || !said {
            return None;
        }
        let column = ((WIDTH - LABEL) / columns).min(MOST_COLUMN);
        let mut heads = Vec::new();
        let mut cells = Vec::new();
        for (nth, at) in course.moments.iter().enumerate() {
            let (x, when) = (LABEL + nth * column, words.when(at.round));
            let short = at.round.map_or_else(|| words.end.to_owned(), |round| round.to_string());
            let head = if fits(&when, column) { when.clone() } else { fitting(&short, column, LETTERS) };
            heads.push(Label { x: x + column / 2, y: HEAD - 12, text: head });
            for (row, (stand, name)) in at.stands.iter().zip(names).enumerate() {
                let (class, sign) = look(stand.look);
                let written = fitting(&stand.word, column.saturating_sub(GAP + 6), LETTERS);
                let text = if column >= 2 * ROW { written } else { sign.to_owned() };
                let title = words.stood(name, &when, &stand.word);
                let (y, width, height) = (HEAD + row * ROW, column - GAP, ROW - GAP);
                cells.push(Cell { x, y, width, height, class, text, title });
            }
        }
        let names = names.iter().enumerate().map(|(row, name)| {
            let y = HEAD + row * ROW + ROW / 2 + 2;
            Label { x: 0, y, text: fitting(name, LABEL - 12, LETTERS + 1) }
        });
        let names: Vec<Label> = names.collect();
        Some(Self { width: WIDTH, height: HEAD + names.len() * ROW, heads, names, cells })
    }
}

fn fits(text: &str, column: usize) -> bool {
    fitting(text, column, LETTERS) == text
}

/// How a stand is painted, and its sign where there is no room for a word.
fn look(look: Look) -> (String, &'static str) {
    let (class, sign) = match look {
        Look::For => ("for", "+"),
        Look::Against => ("against", "–"),
        Look::Open => ("open", "·"),
        Look::Unsaid => ("unsaid", ""),
        Look::Missing => ("missing", "×"),
        Look::Option(option) => return (format!("option o{}", option % 8), ""),
    };
    (class.to_owned(), sign)
}
