//! Tables that list steps: which column says what.

use super::blocks::{Block, Kind};
use super::date_reading::Habits;
use super::facts::{At, Facts, is_open};
use super::owners::{Form, Said, named};
use super::reference_values;
use super::references::{self, Way};
use super::sections::split_head;
use super::vocabulary::{Label, vocabulary};
use super::words::Words;

/// The meaning of a table's columns.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    roles: Vec<Option<Label>>,
    id: Option<usize>,
    title: Option<usize>,
}

/// One row read as a step.
#[derive(Debug, Clone)]
pub(super) struct RowStep {
    pub(super) id: Option<String>,
    pub(super) word: Option<String>,
    pub(super) title: String,
    pub(super) facts: Facts,
}

impl Columns {
    /// Reads a table's head; `None` if the table lists no steps.
    pub(super) fn read(head: &Block, rows: &[&Block], work: bool) -> Option<Self> {
        let cells = head.cells();
        if cells.len() > 40 {
            return None;
        }
        let vocabulary = vocabulary();
        let first = cells.first()?.trim_matches([' ', ':']);
        let known: Vec<Vec<Label>> = cells.iter().map(|c| vocabulary.labels(header(c)).collect()).collect();
        if vocabulary.not_steps.is(first) && !known[0].contains(&Label::Title) && !known[0].contains(&Label::Owner)
            || cells.iter().any(|c| vocabulary.not_steps_anywhere.is(c))
        {
            return None;
        }
        let roles: Vec<Option<Label>> =
            cells.iter().zip(&known).map(|(cell, labels)| column(header(cell), labels)).collect();
        let facts = [Label::Owner, Label::Due, Label::Start, Label::Needs]
            .iter()
            .filter(|l| roles.contains(&Some(**l)))
            .count();
        let ids = |at: usize| !rows.is_empty() && rows.iter().all(|row| row.cells().get(at).is_none_or(|c| is_id(c)));
        let id = (0..cells.len()).find(|&at| {
            (known[at].contains(&Label::Id) || header(cells[at]) == "#" || (at == 0 && cells[0].is_empty())) && ids(at)
        });
        let title = (0..cells.len()).find(|&at| {
            Some(at) != id && known[at].contains(&Label::Title) && roles[at].is_none_or(|r| r == Label::Title)
        });
        let title = title.or_else(|| (0..cells.len()).find(|&at| Some(at) != id && roles[at].is_none()));
        let named = title.is_some_and(|at| known[at].contains(&Label::Title)) || id.is_some();
        let enough = (facts >= 1 && (named || work)) || (work && named);
        enough.then_some(Self { roles, id, title })
    }

    pub(super) fn has_owner(&self) -> bool {
        self.roles.contains(&Some(Label::Owner))
    }

    pub(super) fn has_dates(&self) -> bool {
        self.roles.iter().any(|r| matches!(r, Some(Label::Due | Label::Start)))
    }

    /// Reads a row.
    pub(super) fn step(&self, row: &Block, habits: Habits) -> Option<RowStep> {
        let cells = row.cells();
        let line = row.line();
        let title = self.title.and_then(|at| cells.get(at)).copied().unwrap_or("");
        let (word, number, rest) = split_head(title);
        let id = self.id.and_then(|at| cells.get(at)).map(|c| bare_id(c)).filter(|c| !c.is_empty());
        if id.is_none() && title.is_empty() || is_total(title) {
            return None;
        }
        let mut facts = Facts::default();
        for (at, role) in self.roles.iter().enumerate() {
            let Some(cell) = cells.get(at).copied() else {
                continue;
            };
            match role {
                Some(label) => fact(&mut facts, *label, cell, line, habits),
                None => {
                    let words = Words::new(cell);
                    let found = references::in_text(cell, &words, 0..words.len());
                    facts.needs.extend(found.into_iter().map(|what| At { what, line }));
                }
            }
        }
        if self.has_owner() && facts.owners.is_empty() {
            facts.owners.push(owner("", line));
        }
        Some(RowStep { id: id.or(number), word, title: rest.trim().to_owned(), facts })
    }
}

fn header(cell: &str) -> &str {
    cell.split('(').next().unwrap_or(cell).trim_matches([' ', ':', '?', '.'])
}

fn column(name: &str, labels: &[Label]) -> Option<Label> {
    let facts = [Label::BackupOwner, Label::Owner, Label::Needs, Label::Feeds, Label::Start, Label::Due];
    // "Target" as a column is what is aimed at, and "No" a number.
    let found = labels.iter().copied().find(|l| facts.contains(l)).filter(|_| !labels.contains(&Label::Id));
    found.or_else(|| {
        super::pieces::label_of(&name.to_ascii_lowercase())
            .filter(|l| facts.contains(l) && !labels.contains(&Label::Id))
    })
}

fn owner(cell: &str, line: u32) -> At<Said> {
    let dashes = !cell.chars().any(char::is_alphanumeric);
    let names = named(cell).filter(|_| !dashes);
    At { what: Said { names, offset: 0, form: Form::Label, label: "owner".to_owned() }, line }
}

fn fact(facts: &mut Facts, label: Label, cell: &str, line: u32, habits: Habits) {
    match label {
        Label::Owner => facts.owners.push(owner(cell, line)),
        Label::Needs | Label::Feeds => {
            let way = if label == Label::Feeds { Way::Feeds } else { Way::Needs };
            let found = reference_values::in_value(cell, 0, way);
            facts.needs.extend(found.into_iter().map(|what| At { what, line }));
        }
        Label::Start | Label::Due => {
            let dates = habits.dates(cell);
            if is_open(cell) {
                facts.open_date = Some(line);
            }
            let mut dates = dates.into_iter().map(|what| At { what, line });
            match (label, dates.next(), dates.next()) {
                (Label::Due, Some(from), Some(to)) => {
                    facts.starts.push(from);
                    facts.dues.push(to);
                }
                (Label::Due, Some(due), None) => facts.dues.push(due),
                (_, Some(start), _) => facts.starts.push(start),
                _ => {}
            }
        }
        _ => {}
    }
}

fn is_id(cell: &str) -> bool {
    let id = bare_id(cell);
    let shape = id.len() <= 8 && !id.contains(' ') && (id.bytes().any(|b| b.is_ascii_digit()) || id.len() == 1);
    id.is_empty() || (shape && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_')))
}

fn bare_id(cell: &str) -> String {
    let (word, number, rest) = split_head(cell.trim());
    match (word, number) {
        (Some(_), Some(number)) if rest.is_empty() => number,
        _ => cell.trim().trim_start_matches('#').trim_end_matches(['.', ')', ':']).trim().to_owned(),
    }
}

fn is_total(title: &str) -> bool {
    matches!(title.to_ascii_lowercase().as_str(), "total" | "sum" | "subtotal")
}

/// The rows of each table: its number, its head and the rest, as block indices.
pub(super) fn all(blocks: &[Block]) -> Vec<(usize, Vec<usize>)> {
    let mut tables: Vec<(usize, Vec<usize>)> = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        match block.kind {
            Kind::Row { head: true, .. } => tables.push((index, Vec::new())),
            Kind::Row { head: false, .. } => {
                if let Some(table) = tables.last_mut() {
                    table.1.push(index);
                }
            }
            _ => {}
        }
    }
    tables
}
