//! What is told of a run while it goes on: which stages run at the same time, and how each ended.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use crate::{
    command::{
        error::CommandError,
        output::tell,
        words::{PipelineWords, fill},
    },
    pipeline::{Entry, Event, Outcome, Part, Stop, Why, file::Built, read},
    report::text,
    store::Kept,
};

/// Where a run stands, folded from its log.
#[derive(Debug)]
pub(super) struct Watch {
    words: &'static PipelineWords,
    stages: usize,
    /// Stages that have ended before this process.
    ended: BTreeSet<Arc<str>>,
    has_begun: bool,
}

impl Watch {
    /// What the log tells already.
    pub(super) fn of(built: &Built, kept: &Kept, words: &'static PipelineWords) -> Result<Self, CommandError> {
        let entries = read(&kept.lines).map_err(crate::pipeline::PipelineError::from)?;
        let mut lists: BTreeMap<Arc<str>, u32> = BTreeMap::new();
        let mut done: BTreeMap<Arc<str>, BTreeSet<Option<u32>>> = BTreeMap::new();
        for entry in &entries {
            match &entry.event {
                Event::Listed { stage, items } => {
                    lists.insert(Arc::clone(stage), *items);
                }
                Event::Ended { part, outcome: Outcome::Done { .. }, .. } => {
                    done.entry(Arc::clone(&part.stage)).or_default().insert(part.item);
                }
                _ => {}
            }
        }
        // A stage over a list has ended when all its items have.
        let is_whole = |(stage, parts): &(Arc<str>, BTreeSet<Option<u32>>)| match lists.get(stage) {
            Some(items) => parts.len() >= usize::try_from(*items).unwrap_or(usize::MAX),
            None => true,
        };
        let ended = done.into_iter().filter(is_whole).map(|(stage, _)| stage).collect();
        Ok(Self { words, stages: built.stages.len(), ended, has_begun: !entries.is_empty() })
    }

    pub(super) fn tell_beginning(&self, name: &str, path: &Path) {
        let (of, n, path) = (self.stages.to_string(), self.ended.len().to_string(), path.to_string_lossy());
        tell(&match self.has_begun {
            true => fill(self.words.goes_on, &[("name", name), ("n", &n), ("of", &of), ("path", &path)]),
            false => fill(self.words.begun, &[("name", name), ("n", &of), ("path", &path)]),
        });
    }

    /// Tells every line of the log that somebody wants to know.
    pub(super) fn teller(&self) -> impl FnMut(&Entry) + Send + 'static {
        let words = self.words;
        let mut running: BTreeSet<Part> = BTreeSet::new();
        move |entry| {
            if let Some(line) = line(&entry.event, &mut running, words) {
                tell(&line);
            }
        }
    }
}

fn line(event: &Event, running: &mut BTreeSet<Part>, words: &PipelineWords) -> Option<String> {
    match event {
        Event::Started { part, .. } => {
            let others: Vec<String> = running.iter().filter(|other| *other != part).map(called).collect();
            running.insert(part.clone());
            let mut line = fill(words.starts, &[("stage", &called(part))]);
            if !others.is_empty() {
                line.push_str(&fill(words.together, &[("stages", &others.join(", "))]));
            }
            Some(line)
        }
        Event::Ended { part, attempt, outcome, .. } => {
            running.remove(part);
            let how = match outcome {
                Outcome::Again { why } => {
                    let values = [("stage", &*called(part)), ("n", &attempt.to_string()), ("why", &one_line(why))];
                    return Some(fill(words.again, &values));
                }
                Outcome::Done { .. } => words.done.to_owned(),
                Outcome::Failed { why } => fill(words.failed, &[("why", &one_line(why))]),
                Outcome::Cancelled => words.cancelled.to_owned(),
            };
            Some(fill(words.ended, &[("stage", &called(part)), ("how", &how)]))
        }
        Event::Skipped { stage, why, .. } => {
            let how = fill(words.skipped, &[("why", &skipped(why, words))]);
            Some(fill(words.ended, &[("stage", stage), ("how", &how)]))
        }
        _ => None,
    }
}

fn called(part: &Part) -> String {
    match part.item {
        Some(item) => format!("{}[{item}]", part.stage),
        None => part.stage.to_string(),
    }
}

pub(super) fn one_line(text: &str) -> String {
    text::line(text).to_string()
}

/// Why a stage was not begun, in words.
pub(super) fn skipped(why: &Why, words: &PipelineWords) -> String {
    match why {
        Why::Condition => words.condition.to_owned(),
        Why::Empty => words.empty.to_owned(),
        Why::Need { stage } => fill(words.need, &[("stage", stage)]),
        Why::NoneLeft => words.none_left.to_owned(),
        Why::Stopped => words.stopped.to_owned(),
    }
}

/// Why the run ended, in words.
pub(super) fn stopped(stop: &Stop, words: &PipelineWords) -> String {
    match stop {
        Stop::Finished => words.finished.to_owned(),
        Stop::Failed { stage } => fill(words.stop_failed, &[("stage", stage)]),
        Stop::Time => words.stop_time.to_owned(),
    }
}
