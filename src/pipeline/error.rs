//! What can be wrong with a pipeline, its templates and its work.

use std::{error::Error as AnyError, fmt, ops::Range, sync::Arc};

use serde_json::Value;
use thiserror::Error;

use super::{graph::Cycle, log::LogError, stage::Stage};
use crate::store::StoreError;

/// A place within a template or an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
    /// The bytes that are meant, on borders of characters.
    pub bytes: Range<usize>,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A template or an expression is wrong, or cannot be filled in.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// It cannot be read.
    #[error("{spot}: {why}")]
    Syntax {
        /// Where.
        spot: Spot,
        /// What is wrong, in words.
        why: Arc<str>,
    },
    /// It names something that is nowhere.
    #[error("{spot}: {name:?} is unknown here; {hint}")]
    Unknown {
        /// Where.
        spot: Spot,
        /// The name as it is written.
        name: Arc<str>,
        /// What could be named instead.
        hint: Arc<str>,
    },
    /// It names no stage of the pipeline.
    #[error("{spot}: there is no stage {name:?}; {hint}")]
    UnknownStage {
        /// Where.
        spot: Spot,
        /// The name as it is written.
        name: Arc<str>,
        /// Which stages there are.
        hint: Arc<str>,
    },
    /// It uses a stage that need not have ended.
    #[error("{spot}: it uses the result of {stage} without needing it; add {stage:?} to its needs")]
    NotNeeded {
        /// Where.
        spot: Spot,
        /// The stage.
        stage: Arc<str>,
    },
    /// It names a field that a result never has.
    #[error("{spot}: {of} has no field {field:?}; {hint}")]
    UnknownField {
        /// Where.
        spot: Spot,
        /// What has no such field, as it is written.
        of: Arc<str>,
        /// The field.
        field: Arc<str>,
        /// Which fields there are.
        hint: Arc<str>,
    },
    /// It relies on the result of a stage that may have none.
    #[error("{spot}: {what} may be none, as {why}; ask for it first, as in {{% if {ask} %}}")]
    MayBeMissing {
        /// Where.
        spot: Spot,
        /// The stage.
        stage: Arc<str>,
        /// What may be none, as templates name it.
        what: Arc<str>,
        /// What can be asked for.
        ask: Arc<str>,
        /// Why it may be, in words.
        why: Arc<str>,
    },
    /// A list was asked for.
    #[error("it comes to {what}, not to a list")]
    NotAList {
        /// The whole of it.
        spot: Spot,
        /// What it comes to, in words.
        what: Arc<str>,
    },
    /// It could not be filled in.
    #[error("{spot}: {why}")]
    Filling {
        /// Where.
        spot: Spot,
        /// What went wrong, in words.
        why: Arc<str>,
    },
}

impl TemplateError {
    /// Where it is wrong.
    #[must_use]
    pub const fn spot(&self) -> &Spot {
        match self {
            Self::Syntax { spot, .. }
            | Self::Unknown { spot, .. }
            | Self::UnknownStage { spot, .. }
            | Self::NotNeeded { spot, .. }
            | Self::UnknownField { spot, .. }
            | Self::MayBeMissing { spot, .. }
            | Self::NotAList { spot, .. }
            | Self::Filling { spot, .. } => spot,
        }
    }
}

/// A list is longer than what a stage runs over.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("it comes to {items} items; at most {} can be run", Stage::MOST_ITEMS)]
pub struct TooMany {
    /// How many items it has.
    pub items: usize,
}

/// A setting of a stage is wrong.
#[derive(Debug, Error)]
#[error("{key}: {source}")]
pub struct CheckError {
    /// The setting: `when`, `each`, or one of its work.
    pub key: Arc<str>,
    /// What is wrong.
    pub source: Box<dyn AnyError + Send + Sync>,
}

impl CheckError {
    /// A setting and what is wrong with it.
    pub fn new(key: impl Into<Arc<str>>, source: impl Into<Box<dyn AnyError + Send + Sync>>) -> Self {
        Self { key: key.into(), source: source.into() }
    }

    /// What is wrong with a template, if that is it.
    #[must_use]
    pub fn template(&self) -> Option<&TemplateError> {
        self.source.downcast_ref()
    }
}

/// A result has more levels than a log can be read back with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("its result is nested deeper than {} levels", TooDeep::MOST)]
pub struct TooDeep;

impl TooDeep {
    /// The most levels of lists and objects within each other.
    pub const MOST: usize = 96;

    /// Holds a result against that.
    pub(super) fn check(result: &Value) -> Result<(), Self> {
        let mut open = vec![(result, 0)];
        while let Some((value, depth)) = open.pop() {
            if depth > Self::MOST {
                return Err(Self);
            }
            match value {
                Value::Array(list) => open.extend(list.iter().map(|one| (one, depth + 1))),
                Value::Object(fields) => open.extend(fields.values().map(|one| (one, depth + 1))),
                _ => {}
            }
        }
        Ok(())
    }
}

/// An attempt failed.
#[derive(Debug, Error)]
pub enum WorkError {
    /// Another attempt may go better: an answer that did not come, a program that failed.
    #[error(transparent)]
    Passing(Box<dyn AnyError + Send + Sync>),
    /// Another attempt would end the same: a template that cannot be filled in, a budget that is used up.
    #[error(transparent)]
    Lasting(Box<dyn AnyError + Send + Sync>),
}

impl WorkError {
    /// Another attempt may go better.
    pub fn passing(cause: impl Into<Box<dyn AnyError + Send + Sync>>) -> Self {
        Self::Passing(cause.into())
    }

    /// Another attempt would end the same.
    pub fn lasting(cause: impl Into<Box<dyn AnyError + Send + Sync>>) -> Self {
        Self::Lasting(cause.into())
    }
}

impl From<TemplateError> for WorkError {
    fn from(error: TemplateError) -> Self {
        Self::lasting(error)
    }
}

/// Why a pipeline cannot begin or go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PipelineError {
    /// There is nothing to do.
    #[error("the pipeline has no stage; give it one")]
    NoStages,
    /// A name cannot be used.
    #[error("{name:?} is no name for a stage; use small letters, digits and hyphens, a letter first, at most 64")]
    StageName {
        /// The name as given.
        name: Arc<str>,
    },
    /// A name cannot be used.
    #[error("{name:?} is no name for an input; use small letters, digits and underscores, a letter first, at most 64")]
    InputName {
        /// The name as given.
        name: Arc<str>,
    },
    /// Two stages have one name.
    #[error("two stages are called {name:?}; rename one of them")]
    Twice {
        /// The name.
        name: Arc<str>,
    },
    /// A stage needs one that is not there.
    #[error("{stage} needs {need:?}, which is no stage; {hint}")]
    UnknownNeed {
        /// The stage.
        stage: Arc<str>,
        /// What it needs.
        need: Arc<str>,
        /// Which stages there are.
        hint: Arc<str>,
    },
    /// Stages wait for each other.
    #[error("the stages run in a circle, each needing the one before it; take one need out:\n{0}")]
    Cycle(Cycle),
    /// A setting of a stage is wrong.
    #[error("{stage}: {error}")]
    Stage {
        /// The stage.
        stage: Arc<str>,
        /// What is wrong.
        #[source]
        error: CheckError,
    },
    /// A log is of a pipeline whose stage was another one.
    #[error(
        "{stage} has changed since it was begun, so its result does not count any more; change it back, or begin anew in another folder"
    )]
    ChangedStage {
        /// The stage.
        stage: Arc<str>,
    },
    /// A log is of a pipeline that had a stage more.
    #[error("{stage} was begun and is no stage any more; bring it back, or begin anew in another folder")]
    MissingStage {
        /// The stage.
        stage: Arc<str>,
    },
    /// A log is of a run with another input.
    #[error("the input {name:?} has changed since the run began; give the same again, or begin anew in another folder")]
    ChangedInput {
        /// The input.
        name: Arc<str>,
    },
    /// A log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The log could not be kept; what was kept until then can be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An error with its causes, in words.
pub(super) fn words(error: &dyn AnyError) -> Arc<str> {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        words = format!("{words}: {error}");
        cause = error.source();
    }
    words.into()
}
