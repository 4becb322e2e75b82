//! `quorate verify`: chain, decisions and readings of a record, checked from its bytes alone.

use std::{
    fs,
    path::{Path, PathBuf},
};

use quorate_strategies::{
    brief::Language,
    catalog::CatalogError,
    engine::Engine,
    event::{Charter, Event},
    outcome::{Outcome, Statement},
    state::State,
    turn::TurnId,
    verify::{Difference, replay},
};

use super::{
    error::CommandError,
    exit::Exit,
    folder,
    kept::Place,
    output::{print, tell},
    record::{self, told},
    wishes::Lang,
    words::{Words, called, fill},
};
use crate::{manager::Recorded, reading::reread as again, report::result_json};

/// Flags of `quorate verify`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A record, a folder that `run --out` made, or the id of a discussion that is kept (its beginning is enough)
    #[arg(value_name = "FILE|DIR|ID")]
    record: PathBuf,
    #[command(flatten)]
    place: Place,
    /// The language of what is found, else that of the discussion
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (path, bytes) = record::open(&args.record, &args.place)?;
    let recorded = Recorded::read(&bytes);
    let language = args.lang.map(Language::from).unwrap_or(recorded.state.charter().brief.language);
    let words = Words::of(language);
    let shown = path.display().to_string();
    let found = |why: &str| {
        tell(&fill(words.inspect.fault.error, &[("path", &shown), ("why", why)]));
        Ok(Exit::Undecided)
    };
    let Some(charter) = recorded.charter() else {
        let empty = words.inspect.fault.empty.to_owned();
        return found(&recorded.broken.map_or(empty, |broken| told(&broken, words)));
    };
    let replayed = match engine(charter) {
        Ok(engine) => replay(engine, recorded.entries.iter().map(|entry| (entry.seq, &entry.event))).err(),
        Err(source) if recorded.broken.is_none() => {
            return Err(CommandError::NotReplayable { path, events: recorded.entries.len(), source: Box::new(source) });
        }
        // The broken chain is what matters then.
        Err(_) => None,
    };
    let reread = Reread::of(&recorded);
    if let Some(bad) = first_bad(replayed, reread.differs, &recorded, words) {
        return found(&bad);
    }
    let compared = beside(&args.record, &recorded, words).map_or_else(|| minutes(&args.record, &recorded, words), Err);
    let minutes = match compared {
        Ok(minutes) => minutes,
        Err(bad) => return found(&bad),
    };
    if recorded.lacks_its_result() {
        tell(&words.note(&fill(words.inspect.fault.no_result, &[("path", &shown)])));
    }
    print(&sound(&recorded, &reread, minutes, words))?;
    Ok(Exit::Done)
}

/// That everything is as it has to be.
fn sound(recorded: &Recorded, reread: &Reread, minutes: Compared, words: &Words) -> String {
    let charter = recorded.state.charter();
    let words = &words.record;
    let skipped = match reread.skipped {
        0 => String::new(),
        n => fill(words.skipped, &[("n", &n.to_string())]),
    };
    let minutes = match minutes {
        Compared::Whole => String::new(),
        Compared::Not(file) => fill(words.minutes_of_another, &[("file", file), ("software", &charter.software)]),
    };
    let values = [
        ("events", &*recorded.entries.len().to_string()),
        ("hash", recorded.hash()),
        ("same", &reread.same.to_string()),
        ("skipped", &skipped),
        ("unfinished", if recorded.state.concluded().is_none() { words.unfinished } else { "" }),
        ("minutes", &minutes),
    ];
    fill(words.sound, &values) + "\n"
}

/// Whether there was anything to compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compared {
    /// It is as it has to be, or it is not there.
    Whole,
    /// This file was written by another version, whose words may be others.
    Not(&'static str),
}

/// Compares the minutes and the page beside a record with those that follow from it. The record names the version that
/// ran the discussion and wrote them, and the language; only those of this version can be made again word for word.
fn minutes(path: &Path, recorded: &Recorded, words: &Words) -> Result<Compared, String> {
    let mut compared = Compared::Whole;
    for (name, report) in folder::TOLD {
        let Ok(written) = fs::read(path.join(name)) else { continue };
        if &*recorded.state.charter().software != env!("CARGO_PKG_VERSION") {
            compared = Compared::Not(name);
            break;
        }
        let mut again = Vec::new();
        // Writing to memory cannot fail.
        let _ = report.render(&recorded.source(), &mut again);
        if written != again {
            return Err(fill(words.inspect.fault.changed, &[("file", name)]));
        }
    }
    Ok(compared)
}

/// What is wrong with the result beside a record: a chain alone cannot show that its end is gone, and what was made from
/// the record can be made again and compared.
fn beside(path: &Path, recorded: &Recorded, words: &Words) -> Option<String> {
    let result = fs::read(path.join(folder::RESULT)).ok()?;
    let result: serde_json::Value = serde_json::from_slice(&result).unwrap_or_default();
    let named = result.get("record").and_then(|record| record.get("hash")).and_then(serde_json::Value::as_str);
    match named.filter(|named| *named != recorded.hash()) {
        Some(other) => Some(fill(words.inspect.fault.end_removed, &[("file", folder::RESULT), ("hash", other)])),
        None if result != result_json(&recorded.source()) => {
            Some(fill(words.inspect.fault.changed, &[("file", folder::RESULT)]))
        }
        None => None,
    }
}

fn engine(charter: &Charter) -> Result<Engine, CatalogError> {
    let catalog = record::catalog();
    let strategy = catalog.strategy(&charter.strategy.name, &charter.strategy.knobs)?;
    let rule = charter.rule.as_ref().map(|rule| catalog.rule(&rule.name, &rule.knobs)).transpose()?;
    Ok(Engine::new(strategy, rule, State::default()))
}

/// What is wrong first. A broken line comes after everything that could be read.
fn first_bad(replayed: Option<Difference>, reread: Option<u64>, recorded: &Recorded, words: &Words) -> Option<String> {
    let fault = &words.inspect.fault;
    let decided = replayed.map(|difference| match &difference {
        Difference::Decided { seq, found, expected } => {
            let values = [("seq", &*seq.to_string()), ("found", found), ("expected", called(fault.plain, expected))];
            (*seq, fill(fault.decided, &values))
        }
        Difference::Fold { seq, why } => (*seq, record::misfit(*seq, why, words)),
        _ => (u64::MAX, difference.to_string()),
    });
    let read = reread.map(|seq| (seq, fill(fault.misread, &[("seq", &seq.to_string())])));
    let cited = unwritten(recorded).map(|(seq, turn)| {
        (seq, fill(words.resume.citation, &[("seq", &seq.to_string()), ("turn", &turn.0.to_string())]))
    });
    let earlier = decided.into_iter().chain(read).chain(cited).min_by_key(|(seq, _)| *seq);
    earlier.map(|(_, text)| text).or_else(|| recorded.broken.as_ref().map(|broken| told(broken, words)))
}

/// The first message that the decision or a statement of the result rests on and nobody wrote, and the event that says so.
fn unwritten(recorded: &Recorded) -> Option<(u64, TurnId)> {
    let state = &recorded.state;
    let missing = |turn: &TurnId| !state.turn(*turn).is_some_and(|turn| turn.is_answered());
    let at = |is: fn(&Event) -> bool| recorded.entries.iter().rfind(|entry| is(&entry.event)).map_or(0, |at| at.seq);
    let decided = Outcome::of(state).and_then(|outcome| outcome.decision?.message).filter(missing);
    let of_result = state.result().and_then(|result| {
        let lists = [&result.key_points, &result.recommendations, &result.divergences];
        let statements = result.consensus.iter().chain([&result.conclusion]).chain(lists.into_iter().flatten());
        statements.flat_map(|statement: &Statement| &statement.messages).copied().find(missing)
    });
    let decided = decided.map(|turn| (at(|event| matches!(event, Event::Concluded { .. })), turn));
    decided.or_else(|| of_result.map(|turn| (at(|event| matches!(event, Event::Result(_))), turn)))
}

/// Replies that were read again.
#[derive(Debug, Default)]
struct Reread {
    same: usize,
    /// Read by another version of the reader.
    skipped: usize,
    /// The first event whose reading differs.
    differs: Option<u64>,
}

impl Reread {
    fn of(recorded: &Recorded) -> Self {
        let mut reread = Self::default();
        for entry in &recorded.entries {
            let Event::Answered { turn, message, .. } = &entry.event else { continue };
            let Some(turn) = recorded.state.turn(*turn) else { continue };
            match again(&recorded.state, turn, message) {
                None => reread.skipped += 1,
                Some(true) => reread.same += 1,
                Some(false) => {
                    reread.differs = Some(entry.seq);
                    break;
                }
            }
        }
        reread
    }
}
