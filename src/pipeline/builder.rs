//! Putting a pipeline together, and beginning it.

use std::{collections::BTreeMap, fmt, num::NonZeroUsize, path::PathBuf, sync::Arc, time::Duration};

use quorate_strategies::event::Budget;
use serde_json::Value;

use super::{ended::Run, error::PipelineError, log::Entry, plan::Plan, stage::Stage};
use crate::{
    manager::{Clock, MachineClock, Purse},
    store::{Journal, Kept, Memory},
};

/// Is told every line of the log, once it is kept.
pub(super) type Watcher = Box<dyn FnMut(&Entry) + Send>;

/// A pipeline that is being put together.
pub struct Pipeline {
    pub(super) name: Arc<str>,
    pub(super) stages: Vec<Stage>,
    pub(super) inputs: BTreeMap<Arc<str>, Value>,
    pub(super) purse: Purse,
    pub(super) total: Option<Duration>,
    pub(super) at_once: NonZeroUsize,
    pub(super) seed: u64,
    pub(super) folder: Option<PathBuf>,
    pub(super) journal: Box<dyn Journal>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) watchers: Vec<Watcher>,
}

/// How many attempts run at the same time where nothing is said.
const AT_ONCE: NonZeroUsize = NonZeroUsize::MIN.saturating_add(3);

impl fmt::Debug for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pipeline").field("name", &self.name).field("stages", &self.stages).finish_non_exhaustive()
    }
}

impl Pipeline {
    /// A pipeline of this name, without a stage yet.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Self {
            name: name.into(),
            stages: Vec::new(),
            inputs: BTreeMap::new(),
            purse: Purse::default(),
            total: None,
            at_once: AT_ONCE,
            seed: 0,
            folder: None,
            journal: Box::new(Memory),
            clock: Arc::new(MachineClock),
            watchers: Vec::new(),
        }
    }

    /// With one more stage. The order matters only for what starts first.
    #[must_use]
    pub fn stage(mut self, stage: Stage) -> Self {
        self.stages.push(stage);
        self
    }

    /// With this input, which templates see as `inputs.NAME`: small letters, digits and underscores. One that is not given is
    /// `null`.
    #[must_use]
    pub fn input(mut self, name: impl Into<Arc<str>>, value: impl Into<Value>) -> Self {
        self.inputs.insert(name.into(), value.into());
        self
    }

    /// Where all stages together spend this at most.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        self.purse(Purse::new(budget))
    }

    /// Where all stages spend from this purse.
    #[must_use]
    pub fn purse(mut self, purse: Purse) -> Self {
        self.purse = purse;
        self
    }

    /// With so much time in all, that of earlier processes included.
    #[must_use]
    pub const fn total(mut self, time: Duration) -> Self {
        self.total = Some(time);
        self
    }

    /// With at most so many attempts at the same time, items counted each; 4 by default.
    #[must_use]
    pub const fn at_once(mut self, most: NonZeroUsize) -> Self {
        self.at_once = most;
        self
    }

    /// From this seed; a run that is gone on with keeps the one it began with.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// With a folder, in which every stage is given one of its own.
    #[must_use]
    pub fn folder(mut self, path: impl Into<PathBuf>) -> Self {
        self.folder = Some(path.into());
        self
    }

    /// With its log in this journal, such as [`Lines`](crate::store::Lines).
    #[must_use]
    pub fn journal(mut self, journal: impl Journal + 'static) -> Self {
        self.journal = Box::new(journal);
        self
    }

    /// With the times of the log from this clock.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Where this is told every line of the log, once it is kept. It returns at once: everything waits for it.
    #[must_use]
    pub fn watch(mut self, watcher: impl FnMut(&Entry) + Send + 'static) -> Self {
        self.watchers.push(Box::new(watcher));
        self
    }

    /// Its stages, in the order in which they are declared.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// Looks at everything that can be wrong before anything is spent.
    ///
    /// # Errors
    /// [`PipelineError`] names the stage, the setting and the place.
    pub fn check(&self) -> Result<Plan, PipelineError> {
        super::plan::look(self).map(|(plan, _)| plan)
    }

    /// Runs it to its end. Stages that fail are no error: the run names them. Dropping the future cancels what runs.
    ///
    /// # Errors
    /// [`PipelineError`] when it cannot begin, or its log cannot be kept.
    pub async fn run(self) -> Result<Run, PipelineError> {
        super::run::run(self, Vec::new()).await
    }

    /// Goes on with a run whose log was kept, in place of the journal that was set.
    ///
    /// What has ended is not performed again. A run that was cut off goes on; one that came to its end tries again what
    /// ended without a result, unless another stage went on without it. An empty log begins the run.
    ///
    /// # Errors
    /// [`PipelineError`] when the log is of another pipeline, a stage or input has changed, or it cannot be kept.
    pub async fn resume(mut self, kept: Kept) -> Result<Run, PipelineError> {
        self.journal = kept.journal;
        super::run::run(self, super::log::read(&kept.lines)?).await
    }
}
