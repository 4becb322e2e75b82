//! Holding the discussion of a stage: from its beginning, or from where its record ends.

use std::path::Path;

use super::{KindError, Records, records};
use crate::{
    manager::{Discussion, Finished, Recorded},
    pipeline::{
        error::WorkError,
        work::{Begin, Task},
    },
    report::{Minutes, Report},
    store::Kept,
};

/// The record of a stage, opened to begin or to go on.
pub(super) struct Opened {
    id: String,
    kept: Kept,
    recorded: Recorded,
}

impl Opened {
    /// Opens it. An attempt that was cut off goes on where it was. A new attempt goes on with a record that can be gone on with, and
    /// sets any other aside: what was said and paid for is asked again only where it could not lead anywhere.
    pub(super) fn of(task: &Task<'_>, records: &Records, discussion: &Discussion) -> Result<Self, WorkError> {
        let opened = Self::at(task, records)?;
        let Some(folder) = task.folder.filter(|_| task.begin == Begin::Afresh) else { return Ok(opened) };
        let recorded = &opened.recorded;
        let fits = recorded.entries.is_empty() || recorded.ended().is_none() && recorded.replay(discussion).is_ok();
        if fits {
            return Ok(opened);
        }
        drop(opened);
        records::put_aside(folder)?;
        Self::at(task, records)
    }

    fn at(task: &Task<'_>, records: &Records) -> Result<Self, WorkError> {
        let id = records.id(task, task.folder.map_or(0, records::set_aside));
        let kept = records.open(task.folder, &id)?;
        let recorded = Recorded::read(&kept.lines);
        match &recorded.broken {
            // What stands behind a broken line would be gone on with as if it had not been said.
            Some(broken) => Err(damaged(task.folder, &id, broken.to_string())),
            None => Ok(Self { id, kept, recorded }),
        }
    }

    /// The discussion with its place, its purse and its randomness.
    pub(super) fn begin(self, discussion: Discussion, task: &Task<'_>, records: &Records) -> Discussion {
        let discussion = discussion.purse(task.purse.clone()).journal(self.kept.journal);
        let discussion = match records.observer(&self.id) {
            Some(observer) => discussion.observer(observer),
            None => discussion,
        };
        discussion.id(self.id).resume(self.recorded)
    }
}

fn damaged(folder: Option<&Path>, id: &str, why: String) -> WorkError {
    let path = folder.map_or_else(|| id.into(), |folder| folder.join(records::RECORD));
    WorkError::lasting(KindError::Record { path, why })
}

/// The minutes of a discussion that has ended.
pub(super) fn minutes(finished: &Finished) -> String {
    let mut minutes = Vec::new();
    // Writing to memory does not fail.
    let _ = Minutes.render(&finished.source(), &mut minutes);
    String::from_utf8(minutes).unwrap_or_default()
}
