//! Attempts that are under way: how they begin, how they land, how they are dropped.

use std::{path::PathBuf, sync::Arc};

use quorate_strategies::{event::Budget, record::digest};
use serde_json::Value;
use tokio::task::{Id, JoinError};

use super::Course;
use crate::{
    manager::Purse,
    pipeline::{
        ended::Ended,
        error::{PipelineError, TooDeep, WorkError, words},
        log::{Event, Outcome, Part},
        past::CutOff,
        state::Phase,
        work::{Begin, Task},
    },
};

/// How an attempt came back.
pub(super) type Landed = Result<(Id, Result<Value, WorkError>), JoinError>;

/// An attempt that is under way.
#[derive(Debug)]
pub(super) struct Flight {
    stage: usize,
    unit: usize,
    purse: Purse,
}

impl Course {
    /// Begins an attempt.
    pub(super) async fn begin(&mut self, at: usize, number: usize) -> Result<(), PipelineError> {
        let stage = Arc::clone(&self.stages[at]);
        let unit = &mut self.stands[at].units[number];
        let (part, attempt) = (unit.part.clone(), unit.failed + 1);
        let begin = match unit.cut_off {
            CutOff::Yes => Begin::GoOn,
            CutOff::No => Begin::Afresh,
        };
        unit.begun += u32::from(begin == Begin::Afresh);
        (unit.phase, unit.cut_off) = (Phase::Running, CutOff::No);
        let item = unit.item.clone();
        let (seed, folder) = (seed(self.seed, &part), self.folder_of(at, &part));
        let definition = Arc::clone(&self.definitions[at]);
        self.ledger.write(Event::Started { part, attempt, definition }).await?;
        let mut values = self.values(at);
        if let Some(item) = &item {
            values = values.item(item);
        }
        // A purse of its own, without a limit of its own, tells what the attempt took.
        let purse = self.purse.within(Budget::default());
        let flight = Flight { stage: at, unit: number, purse: purse.clone() };
        let handle = self.running.spawn(async move {
            let (folder, item, name) = (folder.as_deref(), item.as_ref(), &*stage.name);
            let task = Task { stage: name, item, attempt, begin, values: &values, purse, folder, seed };
            stage.work.perform(task).await
        });
        self.flights.insert(handle.id(), flight);
        Ok(())
    }

    fn folder_of(&self, at: usize, part: &Part) -> Option<PathBuf> {
        let stage = self.folder.as_ref()?.join(format!("{:02}-{}", at + 1, part.stage));
        Some(match part.item {
            Some(item) => stage.join(format!("{item:03}")),
            None => stage,
        })
    }

    /// Writes down how an attempt ended.
    pub(super) async fn land(&mut self, landed: Landed) -> Result<(), PipelineError> {
        let (id, result) = match landed {
            Ok((id, result)) => (id, Some(result)),
            Err(error) if error.is_panic() => {
                let fault = WorkError::lasting("it broke down, which is a fault of this software; please report it");
                (error.id(), Some(Err(fault)))
            }
            Err(error) => (error.id(), None),
        };
        let Some(Flight { stage: at, unit: number, purse }) = self.flights.remove(&id) else { return Ok(()) };
        let retry = self.stages[at].retry;
        let unit = &mut self.stands[at].units[number];
        let attempt = unit.failed + 1;
        let checked = result.map(|result| {
            result.and_then(|result| TooDeep::check(&result).map(|()| result).map_err(WorkError::lasting))
        });
        let outcome = match checked {
            Some(Ok(result)) => Outcome::Done { result: Arc::new(result) },
            Some(Err(error @ WorkError::Passing(_))) if unit.failed < retry => Outcome::Again { why: words(&error) },
            Some(Err(error)) => Outcome::Failed { why: words(&error) },
            None => Outcome::Cancelled,
        };
        let spent = purse.spent();
        (unit.spent, self.spent) = (unit.spent.plus(spent), self.spent.plus(spent));
        unit.phase = match &outcome {
            Outcome::Done { result } => Phase::Ended(Ended::Done(Arc::clone(result))),
            Outcome::Failed { why } => Phase::Ended(Ended::Failed(Arc::clone(why))),
            Outcome::Again { .. } | Outcome::Cancelled => Phase::Ready,
        };
        unit.failed += u32::from(matches!(outcome, Outcome::Again { .. }));
        let part = unit.part.clone();
        if matches!(outcome, Outcome::Failed { .. }) {
            self.failed(at);
        }
        let definition = Arc::clone(&self.definitions[at]);
        self.ledger.write(Event::Ended { part, attempt, definition, outcome, spent }).await
    }

    /// Drops everything that runs. What came to its end in this moment counts.
    pub(super) async fn cancel(&mut self) -> Result<(), PipelineError> {
        self.running.abort_all();
        let mut landed = Vec::new();
        while let Some(one) = self.running.join_next_with_id().await {
            let id = one.as_ref().map_or_else(JoinError::id, |(id, _)| *id);
            landed.push((self.flights.get(&id).map(|flight| (flight.stage, flight.unit)), one));
        }
        landed.sort_by_key(|(place, _)| *place);
        for (_, one) in landed {
            self.land(one).await?;
        }
        for (stage, stand) in self.stages.iter().zip(&mut self.stands) {
            stand.close(stage);
        }
        Ok(())
    }
}

/// A seed for each part, the same in every process.
fn seed(seed: u64, part: &Part) -> u64 {
    let item = part.item.unwrap_or_default().to_le_bytes();
    let hash = digest(&[&seed.to_le_bytes(), part.stage.as_bytes(), &item]);
    hash.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(seed)
}
