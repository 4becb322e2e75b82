//! `quorate ls`: the discussions that are kept, each with where it is in its life, as its record tells.

use quorate_strategies::{
    outcome::Outcome,
    state::{Gate, Ruling, State},
    step::StopReason,
};
use serde::Serialize;

use super::{
    columns,
    error::CommandError,
    exit::Exit,
    kept::Place,
    output::{print, tell},
    wishes::{Lang, within},
    words::{Words, fill},
};
use crate::{
    manager::{Clock as _, MachineClock, Recorded},
    report::{provisional_until, text, time},
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
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = within::<u64>(0..=u64::MAX))]
    last: u64,
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
    /// The principal may still veto its outcome.
    Provisional,
    /// The principal let its outcome stand.
    Approved,
    /// The principal did not.
    Vetoed,
    Cancelled,
    /// Nothing came of it.
    Failed,
    /// Its lines are not a whole record.
    Damaged,
}

impl Status {
    fn of(recorded: &Recorded, writer: Option<&str>, now_ms: u64) -> Self {
        let state = &recorded.state;
        match state.concluded().map(|end| end.why) {
            _ if recorded.broken.is_some() || recorded.entries.is_empty() => Self::Damaged,
            Some(why) => Self::ended(recorded, why, now_ms),
            // Nobody is left to let it go on, or to hear an answer.
            None if writer.is_none() => Self::Unfinished,
            None if state.is_paused() => Self::Paused,
            None if matches!(state.gate(), Gate::Open(_)) => Self::Waiting,
            None => Self::Running,
        }
    }

    fn ended(recorded: &Recorded, why: StopReason, now_ms: u64) -> Self {
        let until = provisional_until(&recorded.state, &recorded.entries);
        match (recorded.state.ruling(), why) {
            (Ruling::Approved, _) => Self::Approved,
            (Ruling::Vetoed(_), _) => Self::Vetoed,
            (Ruling::Unsaid, StopReason::Cancelled) => Self::Cancelled,
            (Ruling::Unsaid, StopReason::Aborted | StopReason::NoAnswers) => Self::Failed,
            (Ruling::Unsaid, _) if until.is_some_and(|until| now_ms < until) => Self::Provisional,
            (Ruling::Unsaid, _) => Self::Final,
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
            Self::Provisional => words.provisional,
            Self::Approved => words.approved,
            Self::Vetoed => words.vetoed,
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
    /// Until when the outcome may be vetoed.
    provisional_until: Option<String>,
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
    fn of(listed: Listed, lines: &[u8], now_ms: u64) -> Self {
        let recorded = Recorded::read(lines);
        let status = Status::of(&recorded, listed.writer.as_deref(), now_ms);
        let until = provisional_until(&recorded.state, &recorded.entries).filter(|_| status == Status::Provisional);
        let state: &State = &recorded.state;
        let (charter, outcome) = (state.charter(), Outcome::of(state));
        Self {
            begun: time::rfc3339(listed.begun_ms),
            changed: time::rfc3339(listed.changed_ms),
            status,
            provisional_until: until.map(time::rfc3339),
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
        let until = self.provisional_until.as_deref().map(minute).unwrap_or_default();
        let outcome = self.decision.as_deref().or(self.stop).unwrap_or_default();
        let preset = self.preset.as_deref().unwrap_or(&self.strategy);
        let status = fill(self.status.told(words), &[("time", &until)]);
        [short(&self.id), minute(&self.begun), status, short(outcome), short(preset), short(&self.topic)]
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let words = Words::of(args.lang.into());
    let store = args.place.store()?;
    let listed = store.list()?;
    let (all, now_ms) = (listed.len(), MachineClock.now_ms());
    let rows: Result<Vec<Row>, StoreError> = listed
        .into_iter()
        .take(usize::try_from(args.last).unwrap_or(usize::MAX))
        .map(|one| row(store.as_ref(), one, now_ms))
        .collect();
    let rows = rows?;
    if args.json {
        let text = serde_json::to_string_pretty(&rows).unwrap_or_default();
        print(&(text + "\n"))?;
        return Ok(Exit::Done);
    }
    print(&table(&rows, all, words))?;
    if all == 0 {
        tell(&fill(words.kept.begin, &[("store", &args.place.again())]));
    }
    Ok(Exit::Done)
}

fn row(store: &dyn Store, listed: Listed, now_ms: u64) -> Result<Row, StoreError> {
    let lines = store.read(&listed.id)?;
    Ok(Row::of(listed, &lines, now_ms))
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

/// A time without its seconds, for a list whose times are in UTC.
fn minute(time: &str) -> String {
    time.get(..16).unwrap_or(time).replace('T', " ")
}

/// One line, and not too long a one.
fn short(value: &str) -> String {
    let line = text::line(value).to_string();
    match line.char_indices().nth(MOST_CHARS) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line,
    }
}
