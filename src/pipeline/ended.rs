//! How a pipeline and its stages ended.

use std::{fmt, sync::Arc};

use quorate_strategies::event::Spend;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a stage, or one item of it, ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ended {
    /// With this result.
    Done(Arc<Value>),
    /// Every attempt failed, the last one for this reason.
    Failed(Arc<str>),
    /// It was never begun.
    Skipped(Why),
    /// It was begun and dropped when the pipeline stopped.
    Cancelled,
}

impl Ended {
    /// The result, if there is one.
    #[must_use]
    pub fn result(&self) -> Option<&Value> {
        match self {
            Self::Done(result) => Some(result),
            _ => None,
        }
    }
}

/// Why a stage was not begun.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Why {
    /// Its condition did not hold.
    Condition,
    /// Its list was empty.
    Empty,
    /// It requires a stage that failed or was skipped itself.
    Need {
        /// That stage.
        #[serde(rename = "need")]
        stage: Arc<str>,
    },
    /// None of the stages that it names as alternatives has a result.
    NoneLeft,
    /// The pipeline stopped before.
    Stopped,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Condition => f.write_str("its condition does not hold"),
            Self::Empty => f.write_str("its list is empty"),
            Self::Need { stage } => write!(f, "it needs {stage}, which has no result"),
            Self::NoneLeft => f.write_str("none of what it needs has a result"),
            Self::Stopped => f.write_str("the pipeline stopped"),
        }
    }
}

/// Why a pipeline ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "because", rename_all = "kebab-case")]
pub enum Stop {
    /// Everything that could run has ended.
    Finished,
    /// A stage failed whose policy is to stop.
    Failed {
        /// That stage.
        stage: Arc<str>,
    },
    /// Its time was over.
    Time,
}

/// One item of a stage, as it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemRun {
    /// The item.
    pub item: Value,
    /// How it ended.
    pub ended: Ended,
    /// How many attempts were begun.
    pub attempts: u32,
    /// What all attempts took.
    pub spent: Spend,
}

/// One stage, as it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct StageRun {
    /// Its name.
    pub name: Arc<str>,
    /// How it ended.
    pub ended: Ended,
    /// Its items in the order of the list; empty for a stage without one, or one that was not begun.
    pub items: Vec<ItemRun>,
    /// How many attempts were begun, of all items together.
    pub attempts: u32,
    /// What all attempts took.
    pub spent: Spend,
}

/// A pipeline that has ended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Run {
    /// Its stages, in the order in which they are declared.
    pub stages: Vec<StageRun>,
    /// What all stages took together, in earlier processes too.
    pub spent: Spend,
    /// Why it ended.
    pub stop: Stop,
}

impl Run {
    /// A stage by its name.
    #[must_use]
    pub fn stage(&self, name: &str) -> Option<&StageRun> {
        self.stages.iter().find(|stage| &*stage.name == name)
    }
}
