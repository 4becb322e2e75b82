//! Why what a stage does did not come off.

use std::{io, path::PathBuf};

use thiserror::Error;

/// Why what a stage does did not come off.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KindError {
    /// A file said no.
    #[error("cannot {action} {}: {source}", path.display())]
    File {
        /// What was tried.
        action: &'static str,
        /// Where.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Nobody at the table answered.
    #[error("nobody answered{causes}")]
    NoAnswers {
        /// `; NAME: CAUSE` for each seat that has one.
        causes: String,
    },
    /// A discussion could not go on.
    #[error("the discussion was aborted: {note}")]
    Aborted {
        /// Why.
        note: String,
    },
    /// Somebody stopped a discussion.
    #[error("the discussion was stopped from outside; run the pipeline again to go on with it")]
    Stopped,
    /// The record of an attempt that was cut off is damaged.
    #[error("{}: {why}; move it away to begin the stage anew", path.display())]
    Record {
        /// The record.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// Somebody said no at a gate.
    #[error("{by} rejected it: {why}")]
    Rejected {
        /// Who.
        by: String,
        /// Why.
        why: String,
    },
    /// Nobody answered a gate in time.
    #[error("nobody answered within {seconds} s, which is no consent")]
    Silence {
        /// How long was waited.
        seconds: String,
    },
    /// A list of material holds something else than texts.
    #[error("{key}: member {at} is neither a text nor a table with a text and a name")]
    NoText {
        /// The setting.
        key: String,
        /// Its number, from 1.
        at: usize,
    },
    /// A list of material is no list.
    #[error("{key}: it comes to no list")]
    NoList {
        /// The setting.
        key: String,
    },
}
