//! Why a verb of the command failed: one message with place and next step.

use std::{io, path::PathBuf};

use quorate_strategies::{catalog::CatalogError, rejudge::RejudgeError};
use thiserror::Error;

use super::{exit::Exit, speak::SpeakError};
#[cfg(feature = "pipeline")]
use crate::pipeline::{PipelineError, file::FileError};
use crate::{
    manager::{ForkError, RulingError, RunError, SetupError},
    preset::PresetError,
    store::StoreError,
};

/// Why a verb failed.
#[derive(Debug, Error)]
pub(super) enum CommandError {
    #[error(transparent)]
    Preset(#[from] PresetError),
    #[cfg(feature = "pipeline")]
    #[error(transparent)]
    PipelineFile(#[from] FileError),
    #[cfg(feature = "pipeline")]
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
    #[cfg(feature = "pipeline")]
    #[error("{path} is a pipeline; `quorate pipeline {path}` runs it")]
    IsPipeline { path: String },
    #[cfg(feature = "pipeline")]
    #[error("{} holds something else than a run of a pipeline; choose another --out", path.display())]
    Occupied { path: PathBuf },
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Catalog(#[from] CatalogError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Rejudge(#[from] RejudgeError),
    #[error(transparent)]
    Fork(#[from] ForkError),
    #[error("{why}")]
    Flag { why: String },
    #[error(transparent)]
    Speak(#[from] SpeakError),
    #[error(transparent)]
    Ruling(RulingError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{} does not exist; `run --store` makes it", path.display())]
    NoStore { path: PathBuf },
    #[error("there is no usual place for data here: {0}; name one with --store")]
    NoHome(etcetera::HomeDirError),
    #[error("{id:?} is the beginning of several ids: {matches}; give more of it")]
    Ambiguous { id: String, matches: String },
    #[error("cannot read {typed}: no such file, and nothing that is kept begins like that; {hint}")]
    UnknownRecord { typed: String, hint: String },
    #[error("there is no discussion {typed:?}; {hint}")]
    UnknownDiscussion { typed: String, hint: String },
    #[error("cannot {action} {}: {source}; {next}", path.display())]
    File { action: &'static str, path: PathBuf, source: io::Error, next: &'static str },
    #[error("{} already exists and is never overwritten; choose another --out, or move it away", path.display())]
    Exists { path: PathBuf },
    #[error("{} is no folder; --out takes a folder, which is made where it is missing, and so does `minutes` (--set minutes=none leaves none)", path.display())]
    NoFolder { path: PathBuf },
    #[error("{} has no record.jsonl; name a record, or a folder that `run --out` made", path.display())]
    NoRecord { path: PathBuf },
    #[error("{}: {why}; a record is what `run --out` writes to record.jsonl", path.display())]
    NotARecord { path: PathBuf, why: String },
    #[error(
        "{}: its chain of {events} events is whole, but {source}, so its decisions cannot be checked here",
        path.display()
    )]
    NotReplayable { path: PathBuf, events: usize, source: Box<CatalogError> },
    #[error("{} has ended for good ({stop}), and nothing is left to go on with; `{fork}` goes on in a copy", path.display())]
    Ended { path: PathBuf, stop: &'static str, fork: String },
    #[error("{} broke off before everybody sat, so nobody was asked; `quorate run` begins it anew", path.display())]
    TooEarly { path: PathBuf },
    #[error("cannot read stdin: {0}")]
    Stdin(io::Error),
    #[error("cannot write to stdout: {0}")]
    Stdout(io::Error),
    #[error("cannot wait for signals: {0}")]
    Signals(io::Error),
    #[error("{0}")]
    Refused(&'static str),
    #[error("{why}; `quorate tally --help` shows how ballots are written")]
    Ballots { why: String },
    #[error("no verb is called {verb:?}; there are {verbs}")]
    Verb { verb: String, verbs: String },
    #[error("{why}; `quorate parse --help` shows the flags")]
    Speakers { why: String },
}

impl CommandError {
    pub(super) const fn exit(&self) -> Exit {
        match self {
            // The discussion had begun, and its record ends there.
            #[cfg(feature = "pipeline")]
            Self::Pipeline(PipelineError::Store(_)) => Exit::NoAnswers,
            Self::Run(error) if !matches!(error, RunError::Setup(_) | RunError::Changed(_)) => Exit::NoAnswers,
            _ => Exit::Usage,
        }
    }
}
