//! The log of a pipeline: JSON Lines, each kept before anything follows from it.

use std::sync::Arc;

use quorate_strategies::event::Spend;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::ended::{Stop, Why};

/// The version of the format that is written. Later ones only add.
pub const FORMAT: u16 = 1;

/// One line of a log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The version of the format.
    pub v: u16,
    /// Its number, from 1.
    pub seq: u64,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// A stage, or one item of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Part {
    /// The stage.
    pub stage: Arc<str>,
    /// The number of its item, from 1; none for the stage as a whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Outcome {
    /// With this result.
    Done {
        /// The result.
        result: Arc<Value>,
    },
    /// It failed, and another attempt follows.
    Again {
        /// What went wrong, in words.
        why: Arc<str>,
    },
    /// It failed, and no attempt follows.
    Failed {
        /// What went wrong, in words.
        why: Arc<str>,
    },
    /// It was dropped as the pipeline stopped.
    Cancelled,
}

/// Something that happened in a pipeline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The run began.
    Begun {
        /// The name of the pipeline.
        name: Arc<str>,
        /// Its stages, in the order in which they are declared.
        stages: Vec<Arc<str>>,
        /// SHA-256 of each input.
        inputs: Map<String, Value>,
        /// Where all randomness comes from.
        seed: u64,
    },
    /// Another process went on.
    Resumed {
        /// What ended without a result and is tried again. It is empty where the run was cut off before its end.
        again: Vec<Part>,
    },
    /// A stage runs over a list.
    Listed {
        /// The stage.
        stage: Arc<str>,
        /// How many items the list has.
        items: u32,
    },
    /// An attempt begins.
    Started {
        /// At what.
        #[serde(flatten)]
        part: Part,
        /// Which attempt, from 1.
        attempt: u32,
        /// SHA-256 of what the stage is made from.
        definition: Arc<str>,
    },
    /// An attempt ended.
    Ended {
        /// At what.
        #[serde(flatten)]
        part: Part,
        /// Which attempt, from 1; 0 where the stage failed before one could begin.
        attempt: u32,
        /// SHA-256 of what the stage is made from.
        definition: Arc<str>,
        /// How.
        #[serde(flatten)]
        outcome: Outcome,
        /// What it took.
        spent: Spend,
    },
    /// A stage will not be begun.
    Skipped {
        /// The stage.
        stage: Arc<str>,
        /// SHA-256 of what the stage is made from.
        definition: Arc<str>,
        /// Why.
        #[serde(flatten)]
        why: Why,
    },
    /// The run came to its end.
    Stopped {
        /// Why.
        #[serde(flatten)]
        why: Stop,
    },
}

/// A log cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// A line is no event.
    #[error("line {line} of the log of the pipeline is no event: {source}; begin anew in another folder")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// The cause.
        source: serde_json::Error,
    },
    /// A line is missing or stands twice.
    #[error("line {line} of the log of the pipeline has the number {found}; begin anew in another folder")]
    Order {
        /// Its number, from 1.
        line: u64,
        /// The number it has.
        found: u64,
    },
    /// It was written by a later version.
    #[error("the log of the pipeline has version {found}, which is newer than {FORMAT}; use a newer quorate")]
    Newer {
        /// The version.
        found: u16,
    },
    /// It is of another pipeline.
    #[error("the log is of the pipeline {found:?}, not of {name:?}; begin anew in another folder")]
    Other {
        /// The pipeline that it is of.
        found: Arc<str>,
        /// This pipeline.
        name: Arc<str>,
    },
    /// An event cannot be written.
    #[error("an event of the pipeline cannot be written: {0}")]
    Write(#[source] serde_json::Error),
    /// It does not begin with a beginning.
    #[error("the log of the pipeline does not tell of a beginning; begin anew in another folder")]
    NoBeginning,
}

/// The lines of a log, in order. What follows the last newline was never whole and is left out.
///
/// # Errors
/// [`LogError`] names the line that is no event, or not the next one.
pub fn read(lines: &[u8]) -> Result<Vec<Entry>, LogError> {
    let whole = lines.iter().rposition(|byte| *byte == b'\n').map_or(&[][..], |end| &lines[..end]);
    if whole.is_empty() {
        return Ok(Vec::new());
    }
    let mut entries = Vec::new();
    for (line, number) in whole.split(|byte| *byte == b'\n').zip(1..) {
        entries.push(entry(line, number)?);
    }
    Ok(entries)
}

fn entry(line: &[u8], number: u64) -> Result<Entry, LogError> {
    #[derive(Deserialize)]
    struct Head {
        v: u16,
        seq: u64,
    }
    let wrong = |source| LogError::Line { line: number, source };
    let head: Head = serde_json::from_slice(line).map_err(wrong)?;
    if head.v > FORMAT {
        return Err(LogError::Newer { found: head.v });
    }
    if head.seq != number {
        return Err(LogError::Order { line: number, found: head.seq });
    }
    serde_json::from_slice(line).map_err(wrong)
}
