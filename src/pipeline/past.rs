//! What a log says: what has ended, what was cut off, what was spent.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use quorate_strategies::{event::Spend, record::digest};
use serde_json::{Map, Value};

use super::{
    builder::Pipeline,
    ended::Why,
    error::PipelineError,
    graph::Graph,
    log::{Entry, Event, LogError, Outcome, Part},
    stage::Stage,
};

/// How a part ended, as far as that stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum End {
    Done(Arc<Value>),
    Failed(Arc<str>),
    Skipped(Why),
}

/// What is known of a stage or one of its items.
#[derive(Debug, Clone, Default)]
pub(super) struct Trace {
    definition: Arc<str>,
    pub(super) end: Option<End>,
    /// Attempts that failed since it was tried afresh.
    pub(super) failed: u32,
    /// All that were ever begun.
    pub(super) begun: u32,
    pub(super) cut_off: CutOff,
    pub(super) spent: Spend,
}

/// Whether an attempt was begun and did not come to an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum CutOff {
    #[default]
    No,
    Yes,
}

/// A log, folded.
#[derive(Debug, Default)]
pub(super) struct Past {
    parts: BTreeMap<Part, Trace>,
    listed: BTreeMap<Arc<str>, u32>,
    begun: Option<Begun>,
    pub(super) lines: u64,
    pub(super) spent: Spend,
    /// How long it ran, in milliseconds, in all processes together.
    pub(super) took_ms: u64,
    since_ms: u64,
    stopped: Stopped,
}

#[derive(Debug)]
struct Begun {
    name: Arc<str>,
    inputs: Map<String, Value>,
    seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stopped {
    #[default]
    No,
    Yes,
}

impl Past {
    /// # Errors
    /// [`LogError::NoBeginning`] when the first line is another one.
    pub(super) fn of(entries: Vec<Entry>) -> Result<Self, LogError> {
        let mut past = Self::default();
        for entry in entries {
            if past.begun.is_none() && !matches!(entry.event, Event::Begun { .. }) {
                return Err(LogError::NoBeginning);
            }
            past.apply(entry);
        }
        Ok(past)
    }

    fn apply(&mut self, entry: Entry) {
        if matches!(entry.event, Event::Begun { .. } | Event::Resumed { .. }) {
            self.since_ms = entry.at;
            self.stopped = Stopped::No;
        }
        self.lines = entry.seq;
        self.took_ms = self.took_ms.saturating_add(entry.at.saturating_sub(self.since_ms));
        self.since_ms = self.since_ms.max(entry.at);
        match entry.event {
            Event::Begun { name, inputs, seed, .. } => self.begun = Some(Begun { name, inputs, seed }),
            Event::Resumed { again } => again.iter().for_each(|part| self.again(part)),
            Event::Listed { stage, items } => drop(self.listed.insert(stage, items)),
            Event::Started { part, definition, .. } => {
                let trace = self.trace(part, definition);
                // An attempt that was gone on with is still the same one.
                trace.begun += u32::from(trace.cut_off == CutOff::No);
                trace.cut_off = CutOff::Yes;
            }
            Event::Ended { part, definition, outcome, spent, .. } => {
                self.spent = self.spent.plus(spent);
                let trace = self.trace(part, definition);
                trace.spent = trace.spent.plus(spent);
                if outcome != Outcome::Cancelled {
                    trace.cut_off = CutOff::No;
                }
                match outcome {
                    Outcome::Done { result } => trace.end = Some(End::Done(result)),
                    Outcome::Failed { why } => trace.end = Some(End::Failed(why)),
                    Outcome::Again { .. } => trace.failed += 1,
                    Outcome::Cancelled => {}
                }
            }
            Event::Skipped { stage, definition, why } => {
                self.trace(Part { stage, item: None }, definition).end = Some(End::Skipped(why));
            }
            Event::Stopped { .. } => self.stopped = Stopped::Yes,
        }
    }

    fn trace(&mut self, part: Part, definition: Arc<str>) -> &mut Trace {
        let trace = self.parts.entry(part).or_default();
        trace.definition = definition;
        trace
    }

    fn again(&mut self, part: &Part) {
        if let Some(trace) = self.parts.get_mut(part) {
            (trace.end, trace.failed) = (None, 0);
        }
    }

    /// What is known of a part.
    pub(super) fn part(&self, part: &Part) -> Option<&Trace> {
        self.parts.get(part)
    }

    /// What is known of a stage and its items.
    pub(super) fn of_stage(&self, stage: &str) -> impl Iterator<Item = &Trace> {
        self.parts.iter().filter(move |(part, _)| &*part.stage == stage).map(|(_, trace)| trace)
    }

    /// How many items a stage runs over, as far as the log says.
    pub(super) fn listed(&self, stage: &str) -> Option<u32> {
        self.listed.get(stage).copied()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.begun.is_none()
    }

    /// The seed that the run began with.
    pub(super) fn seed(&self) -> Option<u64> {
        self.begun.as_ref().map(|begun| begun.seed)
    }

    /// Takes back what is tried again, and holds what stands against the pipeline as it is now. Gives the line that tells
    /// of it; none where nothing is left to do.
    ///
    /// # Errors
    /// [`PipelineError`] when the log is of something else.
    pub(super) fn go_on(&mut self, pipeline: &Pipeline, graph: &Graph) -> Result<Option<Event>, PipelineError> {
        if let Some(begun) = &self.begun {
            if begun.name != pipeline.name {
                let (found, name) = (Arc::clone(&begun.name), Arc::clone(&pipeline.name));
                return Err(LogError::Other { found, name }.into());
            }
            if let Some(name) = changed(&begun.inputs, &hashes(pipeline)) {
                return Err(PipelineError::ChangedInput { name: name.into() });
            }
        }
        let again = match self.stopped {
            Stopped::Yes => self.tried_again(&pipeline.stages, graph),
            Stopped::No => Vec::new(),
        };
        again.iter().for_each(|part| self.again(part));
        self.compare(&pipeline.stages)?;
        let stands =
            |stage: &Stage| self.parts.iter().any(|(part, trace)| part.stage == stage.name && trace.end.is_some());
        let idle = self.stopped == Stopped::Yes && again.is_empty() && pipeline.stages.iter().all(stands);
        Ok((!idle).then_some(Event::Resumed { again }))
    }

    fn compare(&mut self, stages: &[Stage]) -> Result<(), PipelineError> {
        let definitions: BTreeMap<&str, Arc<str>> =
            stages.iter().map(|stage| (&*stage.name, stage.definition())).collect();
        for (part, trace) in &mut self.parts {
            let now = definitions.get(&*part.stage);
            if now == Some(&trace.definition) {
                continue;
            }
            match (&trace.end, now) {
                (Some(_), Some(_)) => return Err(PipelineError::ChangedStage { stage: Arc::clone(&part.stage) }),
                (Some(_), None) => return Err(PipelineError::MissingStage { stage: Arc::clone(&part.stage) }),
                // What was begun and not ended was another thing, so it begins anew.
                (None, _) => (trace.failed, trace.cut_off) = (0, CutOff::No),
            }
        }
        Ok(())
    }

    /// What ended without a result, unless a stage that needs it went on without it.
    fn tried_again(&self, stages: &[Stage], graph: &Graph) -> Vec<Part> {
        let mut settled = vec![false; stages.len()];
        for at in graph.order().iter().rev().copied() {
            let went_on = (0..stages.len())
                .filter(|other| graph.needs(*other).iter().any(|edge| edge.stage() == at))
                .any(|other| settled[other] || self.has_result(&stages[other].name));
            settled[at] = went_on;
        }
        let open: BTreeSet<&str> =
            stages.iter().zip(settled).filter(|(_, settled)| !settled).map(|(stage, _)| &*stage.name).collect();
        let lacks = |trace: &Trace| !matches!(trace.end, Some(End::Done(_)));
        let parts = self.parts.iter().filter(|(part, trace)| open.contains(&*part.stage) && lacks(trace));
        parts.map(|(part, _)| part.clone()).collect()
    }

    fn has_result(&self, stage: &str) -> bool {
        self.parts.iter().any(|(part, trace)| &*part.stage == stage && matches!(trace.end, Some(End::Done(_))))
    }
}

/// SHA-256 of each input.
pub(super) fn hashes(pipeline: &Pipeline) -> Map<String, Value> {
    let hash = |value: &Value| digest(&[value.to_string().as_bytes()]).as_ref().into();
    pipeline.inputs.iter().map(|(name, value)| (name.to_string(), hash(value))).collect()
}

/// The first input that is not the same in both.
fn changed<'a>(then: &'a Map<String, Value>, now: &'a Map<String, Value>) -> Option<&'a str> {
    let names = then.keys().chain(now.keys());
    names.filter(|name| then.get(*name) != now.get(*name)).map(String::as_str).min()
}
