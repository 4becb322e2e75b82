//! `quorate ls`: the discussions that are kept, each with where it is in its life, as its record tells.

use quorate_strategies::{
    outcome::Outcome,
    state::{Gate, State},
    step::StopReason,
};
use serde::Serialize;

use super::{
    columns,
    error::CommandError,
    exit::Exit,
    kept::Place,
    output::print,
    wishes::Lang,
    words::{Words, fill},
};
use crate::{
    manager::Recorded,
    report::{text, time},
    store::{Listed, Store, StoreError},
};

/// How much of a topic or a decision is shown, in characters.
const MOST_CHARS: usize = 48;

/// Flags of `quorate ls`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// How many are listed, the newest first
    #[arg(long, value_name = "N", default_value_t = 50)]
    last: usize,
    /// The language of the list
    #[arg(long, value_name = "LANG", default_value = "en", conflicts_with = "json")]
    lang: Lang,
    #[command(flatten)]
    place: Place,
}

/// Where a discussion is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Status {
    /// Somebody writes to it.
    Running,
    /// It is held until somebody lets it go on.
    Paused,
    /// It waits for a person.
    Waiting,
    /// It has not ended and nobody writes to it: it was cut short.
    Unfinished,
    Final,
    Cancelled,
    /// Nothing came of it.
    Failed,
    /// Its lines are not a whole record.
    Damaged,
}

impl Status {
    fn of(recorded: &Recorded, writer: Option<&str>) -> Self {
        let state = &recorded.state;
        match state.concluded().map(|end| end.why) {
            _ if recorded.broken.is_some() || recorded.entries.is_empty() => Self::Damaged,
            Some(StopReason::Cancelled) => Self::Cancelled,
            Some(StopReason::Aborted | StopReason::NoAnswers) => Self::Failed,
            Some(_) => Self::Final,
            None if state.is_paused() => Self::Paused,
            None if matches!(state.gate(), Gate::Open(_)) => Self::Waiting,
            None if writer.is_some() => Self::Running,
            None => Self::Unfinished,
        }
    }

    const fn told(self, words: &Words) -> &'static str {
        let words = &words.kept;
        match self {
            Self::Running => words.running,
            Self::Paused => words.paused,
            Self::Waiting => words.waiting,
            Self::Unfinished => words.unfinished,
            Self::Final => words.finished,
            Self::Cancelled => words.cancelled,
            Self::Failed => words.failed,
            Self::Damaged => words.damaged,
        }
    }
}

/// A discussion in the list.
#[derive(Debug, Serialize)]
struct Row {
    id: String,
    begun: String,
    changed: String,
    status: Status,
    /// Why it ended, by name.
    stop: Option<&'static str>,
    decision: Option<String>,
    preset: Option<String>,
    strategy: String,
    topic: String,
    lines: u64,
    writer: Option<String>,
}

impl Row {
    fn of(listed: Listed, lines: &[u8]) -> Self {
        let recorded = Recorded::read(lines);
        let status = Status::of(&recorded, listed.writer.as_deref());
        let state: &State = &recorded.state;
        let (charter, outcome) = (state.charter(), Outcome::of(state));
        Self {
            begun: time::rfc3339(listed.begun_ms),
            changed: time::rfc3339(listed.changed_ms),
            status,
            stop: outcome.as_ref().map(|outcome| outcome.stop.name()),
            decision: outcome.and_then(|outcome| outcome.decision).map(|decision| decision.value.to_string()),
            preset: charter.preset.as_deref().map(str::to_owned),
            strategy: charter.strategy.name.to_string(),
            topic: charter.brief.topic.to_string(),
            lines: listed.lines,
            writer: listed.writer,
            id: listed.id,
        }
    }

    fn cells(&self, words: &Words) -> [String; 6] {
        let when = self.begun.get(..16).unwrap_or(&self.begun).replace('T', " ");
        let outcome = self.decision.as_deref().or(self.stop).unwrap_or_default();
        let preset = self.preset.as_deref().unwrap_or(&self.strategy);
        let status = self.status.told(words).to_owned();
        [short(&self.id), when, status, short(outcome), short(preset), short(&self.topic)]
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let words = Words::of(args.lang.into());
    let store = args.place.store()?;
    let listed = store.list()?;
    let all = listed.len();
    let rows: Result<Vec<Row>, StoreError> =
        listed.into_iter().take(args.last).map(|one| row(store.as_ref(), one)).collect();
    let rows = rows?;
    if args.json {
        let text = serde_json::to_string_pretty(&rows).unwrap_or_default();
        print(&(text + "\n"))?;
        return Ok(Exit::Done);
    }
    print(&table(&rows, all, words))?;
    Ok(Exit::Done)
}

fn row(store: &dyn Store, listed: Listed) -> Result<Row, StoreError> {
    let lines = store.read(&listed.id)?;
    Ok(Row::of(listed, &lines))
}

fn table(rows: &[Row], all: usize, words: &Words) -> String {
    if rows.is_empty() && all == 0 {
        return format!("{}\n", words.kept.nothing);
    }
    let mut cells = vec![words.kept.columns.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| row.cells(words)));
    let wide = |column: usize| cells.iter().filter_map(|row| row.get(column)).map(|cell| columns::of(cell)).max();
    let mut out = String::new();
    for row in &cells {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            line.push_str(&columns::padded(cell, wide(column).unwrap_or_default() + 2));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if rows.len() < all {
        let values = [("n", &*rows.len().to_string()), ("of", &all.to_string())];
        out.push_str(&fill(words.kept.more, &values));
        out.push('\n');
    }
    out
}

/// One line, and not too long a one.
fn short(value: &str) -> String {
    let line = text::line(value).to_string();
    match line.char_indices().nth(MOST_CHARS) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}
