//! Scores in a table: the row names the point, the column of scores holds the number.

use quorate_strategies::reading::{Provenance, WarningCode};

use super::{
    draft::Draft,
    fold::{after_leads, clean},
    markers::note_score,
    score::{Scored, exact},
};

/// What is known of the table that is being read.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The cells of the first row, cleaned.
    head: Vec<String>,
}

/// Words over a column of scores.
const SCORE_HEADS: [&str; 13] =
    ["score", "scores", "rating", "评分", "评价", "打分", "得分", "分数", "スコア", "点数", "評価", "評点", "得点"];

/// Cells further right are not looked at.
const WIDEST: usize = 32;

impl Rows {
    /// The table has ended.
    pub(super) fn end(&mut self) {
        self.head.clear();
    }

    /// Reads one row.
    pub(super) fn row(&mut self, line: &str, draft: &mut Draft<'_>) {
        let inner = line.trim().trim_start_matches('|').trim_end_matches('|');
        let cells: Vec<&str> = inner.split('|').map(str::trim).take(WIDEST).collect();
        let Some((place, point)) = find_point(&cells, draft) else {
            if self.head.is_empty() {
                self.head = cells.iter().map(|cell| clean(cell)).collect();
            }
            return;
        };
        let after = cells.iter().enumerate().skip(place + 1);
        let numbers: Vec<(usize, &str, Scored)> = after
            .map(|(column, cell)| (column, *cell, exact(cell)))
            .filter(|(_, _, scored)| scored.value().is_some())
            .collect();
        let by_head =
            self.head.iter().position(|head| SCORE_HEADS.contains(&head.as_str())).filter(|&column| column > place);
        match (by_head, numbers.as_slice()) {
            (Some(column), _) => {
                let cell = cells.get(column).copied().unwrap_or_default();
                if !cell.is_empty() {
                    note_score(point, exact(cell), cell, Provenance::Label, draft);
                }
            }
            (None, [(column, cell, scored)]) => self.lone(*column, cell, point, *scored, draft),
            (None, []) => {}
            (None, _) => draft.notes.add(WarningCode::ProseScore, line),
        }
    }

    /// The only number of a row; it is the speaker's unless the column is another's.
    fn lone(&self, column: usize, cell: &str, point: u16, scored: Scored, draft: &mut Draft<'_>) {
        let owner = self.head.get(column).and_then(|head| super::names::seat(head, draft.known.table().roster).ok());
        if owner.is_some_and(|owner| owner != draft.known.speaker()) {
            draft.notes.add(WarningCode::ForeignMarker, cell);
        } else {
            note_score(point, scored, cell, Provenance::Label, draft);
        }
    }
}

fn find_point(cells: &[&str], draft: &Draft<'_>) -> Option<(usize, u16)> {
    let named = cells.iter().enumerate().find_map(|(place, cell)| {
        // A number alone may be a line's number; it names a point only where a word says so.
        let counts = !cell.is_empty() && !cell.bytes().all(|byte| byte.is_ascii_digit());
        let point = counts.then(|| draft.known.point(cell).or_else(|| draft.known.point(after_leads(cell))))??;
        Some((place, point))
    });
    named.or_else(|| {
        let place = cells.iter().position(|cell| SCORE_HEADS.contains(&clean(cell).as_str()))?;
        let value = cells.get(place + 1).is_some_and(|cell| exact(cell).value().is_some());
        draft.known.only_point().filter(|_| value).map(|point| (place, point))
    })
}
