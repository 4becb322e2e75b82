//! The loop: starts what can run, waits, and writes down what happens before anything follows from it.

use std::{collections::HashMap, num::NonZeroUsize, path::PathBuf, sync::Arc, time::Duration};

use quorate_strategies::{
    event::{Budget, Spend},
    record::digest,
};
use serde_json::Value;
use tokio::{
    task::{Id, JoinError, JoinSet},
    time::{Instant, sleep_until},
};

use super::{
    builder::Pipeline,
    ended::{Ended, Run, Stop},
    error::{PipelineError, WorkError, words},
    fate::{Fate, fate},
    graph::Graph,
    ledger::Ledger,
    log::{Entry, Event, Outcome, Part},
    past::{CutOff, End, Past, hashes},
    plan,
    stage::{OnFailure, Stage},
    state::{Phase, Stand},
    values::Values,
    work::{Begin, Task},
};
use crate::manager::Purse;

/// Runs a pipeline from where its log stands.
pub(super) async fn run(pipeline: Pipeline, entries: Vec<Entry>) -> Result<Run, PipelineError> {
    let (_, graph) = plan::look(&pipeline)?;
    let mut past = Past::of(entries)?;
    let first = match past.is_empty() {
        true => Some(Event::Begun {
            name: Arc::clone(&pipeline.name),
            stages: pipeline.stages.iter().map(|stage| Arc::clone(&stage.name)).collect(),
            inputs: hashes(&pipeline),
            seed: pipeline.seed,
        }),
        false => past.go_on(&pipeline, &graph)?,
    };
    let mut course = Course::new(pipeline, graph, past);
    let Some(first) = first else {
        // It came to its end before, and nothing is left to do: settling reads that out of the log.
        course.settle().await?;
        return Ok(course.told(Stop::Finished));
    };
    course.ledger.write(first).await?;
    let stop = course.go().await?;
    course.ledger.write(Event::Stopped { why: stop.clone() }).await?;
    Ok(course.told(stop))
}

type Landed = Result<(Id, Result<Value, WorkError>), JoinError>;

/// An attempt that is under way.
#[derive(Debug)]
struct Flight {
    stage: usize,
    unit: usize,
    purse: Purse,
}

/// A pipeline that runs.
#[derive(Debug)]
struct Course {
    stages: Vec<Arc<Stage>>,
    definitions: Vec<Arc<str>>,
    stands: Vec<Stand>,
    graph: Graph,
    past: Past,
    ledger: Ledger,
    purse: Purse,
    inputs: Values,
    at_once: NonZeroUsize,
    deadline: Option<Instant>,
    folder: Option<PathBuf>,
    seed: u64,
    spent: Spend,
    running: JoinSet<Result<Value, WorkError>>,
    flights: HashMap<Id, Flight>,
    stop: Option<Stop>,
}

impl Course {
    fn new(pipeline: Pipeline, graph: Graph, past: Past) -> Self {
        let Pipeline { stages, inputs, purse, total, at_once, seed, folder, journal, clock, watchers, .. } = pipeline;
        purse.spend(past.spent);
        let took = Duration::from_millis(past.took_ms);
        Self {
            definitions: stages.iter().map(Stage::definition).collect(),
            stands: stages.iter().map(|_| Stand::new()).collect(),
            stages: stages.into_iter().map(Arc::new).collect(),
            graph,
            ledger: Ledger::new(journal, clock, watchers, past.lines),
            purse,
            inputs: Values::with(inputs.iter()),
            at_once,
            deadline: total.map(|total| Instant::now() + total.saturating_sub(took)),
            folder,
            seed: past.seed().unwrap_or(seed),
            spent: past.spent,
            past,
            running: JoinSet::new(),
            flights: HashMap::new(),
            stop: None,
        }
    }

    /// Runs until nothing is left to run, or it has to stop.
    async fn go(&mut self) -> Result<Stop, PipelineError> {
        loop {
            self.settle().await?;
            if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                self.stop.get_or_insert(Stop::Time);
            }
            if let Some(stop) = self.stop.clone() {
                self.cancel().await?;
                return Ok(stop);
            }
            self.start().await?;
            if self.flights.is_empty() {
                return Ok(Stop::Finished);
            }
            self.wait().await?;
        }
    }

    /// Waits for the next attempt that ends, or for the end of time.
    async fn wait(&mut self) -> Result<(), PipelineError> {
        let deadline = self.deadline;
        let over = async {
            match deadline {
                Some(deadline) => sleep_until(deadline).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            landed = self.running.join_next_with_id() => {
                if let Some(landed) = landed {
                    self.land(landed).await?;
                }
                while let Some(landed) = self.running.try_join_next_with_id() {
                    self.land(landed).await?;
                }
            }
            () = over => drop(self.stop.get_or_insert(Stop::Time)),
        }
        Ok(())
    }

    /// Ends what has ended, and opens or skips what has everything that it waits for.
    async fn settle(&mut self) -> Result<(), PipelineError> {
        for at in self.graph.order().to_vec() {
            if self.stop.is_some() {
                return Ok(());
            }
            let waits = self.graph.needs(at).iter().any(|edge| self.stands[edge.stage()].ended.is_none());
            if self.stands[at].ended.is_none() && self.stands[at].units.is_empty() && !waits {
                self.decide(at).await?;
            }
            let (stage, stand) = (&self.stages[at], &mut self.stands[at]);
            stand.close(stage);
            if matches!(stand.ended, Some(Ended::Failed(_))) {
                self.failed(at);
            }
        }
        Ok(())
    }

    async fn decide(&mut self, at: usize) -> Result<(), PipelineError> {
        let stage = Arc::clone(&self.stages[at]);
        let (name, definition) = (Arc::clone(&stage.name), Arc::clone(&self.definitions[at]));
        let part = Part { stage: Arc::clone(&name), item: None };
        let known = self.past.part(&part).and_then(|trace| trace.end.as_ref());
        match fate(&stage, self.graph.needs(at), &self.stages, &self.stands, &self.values(at)) {
            Fate::Skip(why) => {
                if !matches!(known, Some(End::Skipped(_))) {
                    self.ledger.write(Event::Skipped { stage: name, definition, why: why.clone() }).await?;
                }
                self.stands[at].end(Ended::Skipped(why));
            }
            Fate::Fail(why) => {
                if !matches!(known, Some(End::Failed(_))) {
                    let (outcome, spent) = (Outcome::Failed { why: Arc::clone(&why) }, Spend::default());
                    self.ledger.write(Event::Ended { part, attempt: 0, definition, outcome, spent }).await?;
                }
                self.stands[at].end(Ended::Failed(why));
            }
            Fate::Run(list) => {
                if let Some(list) = list.as_ref().filter(|_| !self.past.is_listed(&name)) {
                    let items = u32::try_from(list.len()).unwrap_or(u32::MAX);
                    self.ledger.write(Event::Listed { stage: name, items }).await?;
                }
                self.stands[at].open(&stage, list, &self.past);
            }
        }
        Ok(())
    }

    /// What a stage sees.
    fn values(&self, at: usize) -> Values {
        let before = self.graph.before(at).into_iter();
        before.fold(self.inputs.clone(), |values, other| {
            values.seen(&self.stages[other].name, self.stands[other].seen.clone())
        })
    }

    fn failed(&mut self, at: usize) {
        if self.stages[at].on_failure == OnFailure::Stop {
            self.stop.get_or_insert(Stop::Failed { stage: Arc::clone(&self.stages[at].name) });
        }
    }

    async fn start(&mut self) -> Result<(), PipelineError> {
        while self.flights.len() < self.at_once.get() {
            let ready = self.stands.iter().enumerate().find_map(|(at, stand)| {
                stand.units.iter().position(|unit| unit.phase == Phase::Ready).map(|unit| (at, unit))
            });
            let Some((at, unit)) = ready else { break };
            self.begin(at, unit).await?;
        }
        Ok(())
    }

    async fn begin(&mut self, at: usize, number: usize) -> Result<(), PipelineError> {
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
    async fn land(&mut self, landed: Landed) -> Result<(), PipelineError> {
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
        let outcome = match result {
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
    async fn cancel(&mut self) -> Result<(), PipelineError> {
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

    fn told(self, stop: Stop) -> Run {
        let past = self.past;
        let stages = self.stages.iter().zip(self.stands).map(|(stage, stand)| stand.told(stage, &past)).collect();
        Run { stages, spent: self.spent, stop }
    }
}

/// A seed for each part, the same in every process.
fn seed(seed: u64, part: &Part) -> u64 {
    let item = part.item.unwrap_or_default().to_le_bytes();
    let hash = digest(&[&seed.to_le_bytes(), part.stage.as_bytes(), &item]);
    hash.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(seed)
}
