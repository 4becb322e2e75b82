//! The loop: starts what can run, waits, and writes down what happens before anything follows from it.

use std::{collections::HashMap, num::NonZeroUsize, path::PathBuf, sync::Arc, time::Duration};

use quorate_strategies::event::Spend;
use serde_json::Value;
use tokio::{
    task::{Id, JoinSet},
    time::{Instant, sleep_until},
};

use super::{
    builder::Pipeline,
    ended::{Ended, Run, Stop},
    error::{PipelineError, WorkError},
    fate::{Fate, fate},
    graph::Graph,
    ledger::Ledger,
    log::{Entry, Event, Outcome, Part},
    past::{End, Past, hashes},
    plan,
    stage::{OnFailure, Stage},
    state::{Phase, Stand},
    values::Values,
};
use crate::manager::Purse;

mod flights;

use flights::Flight;

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
        let stop = course.stop.take().unwrap_or(Stop::Finished);
        return Ok(course.told(stop));
    };
    course.ledger.write(first).await?;
    let stop = course.go().await?;
    course.ledger.write(Event::Stopped { why: stop.clone() }).await?;
    Ok(course.told(stop))
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
                let items = list.as_ref().map(|list| u32::try_from(list.len()).unwrap_or(u32::MAX));
                if let Some(items) = items.filter(|items| self.past.listed(&name) != Some(*items)) {
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

    fn told(self, stop: Stop) -> Run {
        let past = self.past;
        let stages = self.stages.iter().zip(self.stands).map(|(stage, stand)| stand.told(stage, &past)).collect();
        Run { stages, spent: self.spent, stop }
    }
}
