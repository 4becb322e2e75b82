//! Where each stage of a running pipeline stands.

use std::sync::Arc;

use minijinja::Value as Seen;
use quorate_strategies::event::Spend;
use serde_json::{Value, json};

use super::{
    ended::{Ended, ItemRun, StageRun, Why},
    log::Part,
    past::{CutOff, End, Past},
    stage::{OnFailure, Stage},
    values::{Item, seen},
};

/// Where a stage stands.
#[derive(Debug)]
pub(super) struct Stand {
    /// What it runs, once that is known: itself, or each of its items.
    pub(super) units: Vec<Unit>,
    pub(super) ended: Option<Ended>,
    /// Its result as templates see it.
    pub(super) seen: Seen,
}

/// A stage without a list, or one item of a list.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) part: Part,
    pub(super) item: Option<Item>,
    pub(super) phase: Phase,
    /// Attempts that failed, since it was tried afresh.
    pub(super) failed: u32,
    /// All attempts that were begun.
    pub(super) begun: u32,
    pub(super) cut_off: CutOff,
    pub(super) spent: Spend,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Phase {
    Ready,
    Running,
    Ended(Ended),
}

impl Unit {
    fn new(part: Part, item: Option<Item>, past: &Past) -> Self {
        let trace = past.part(&part).cloned().unwrap_or_default();
        let phase = match trace.end {
            Some(End::Done(result)) => Phase::Ended(Ended::Done(result)),
            Some(End::Failed(why)) => Phase::Ended(Ended::Failed(why)),
            Some(End::Skipped(_)) | None => Phase::Ready,
        };
        let (failed, begun, cut_off, spent) = (trace.failed, trace.begun, trace.cut_off, trace.spent);
        Self { part, item, phase, failed, begun, cut_off, spent }
    }

    /// How it ended; one that has not was dropped, or never begun.
    fn ended(&self) -> Ended {
        match &self.phase {
            Phase::Ended(ended) => ended.clone(),
            _ if self.begun > 0 => Ended::Cancelled,
            _ => Ended::Skipped(Why::Stopped),
        }
    }
}

impl Stand {
    pub(super) fn new() -> Self {
        Self { units: Vec::new(), ended: None, seen: Seen::from(()) }
    }

    /// It runs: once, or for each of a list.
    pub(super) fn open(&mut self, stage: &Stage, list: Option<Vec<Value>>, past: &Past) {
        let part = |item| Part { stage: Arc::clone(&stage.name), item };
        self.units = match list {
            None => vec![Unit::new(part(None), None, past)],
            Some(list) => (1..)
                .zip(list)
                .map(|(index, value)| Unit::new(part(Some(index)), Some(Item { index, value }), past))
                .collect(),
        };
    }

    pub(super) fn end(&mut self, ended: Ended) {
        if let Some(result) = ended.result() {
            self.seen = seen(result);
        }
        self.ended = Some(ended);
    }

    /// Ends it when everything that it runs has ended.
    pub(super) fn close(&mut self, stage: &Stage) {
        let whole = self.units.iter().all(|unit| matches!(unit.phase, Phase::Ended(_)));
        if self.ended.is_none() && !self.units.is_empty() && whole {
            self.end(self.together(stage));
        }
    }

    /// What its units come to together.
    fn together(&self, stage: &Stage) -> Ended {
        if let ([only], None) = (&self.units[..], &stage.each) {
            return only.ended();
        }
        let ends: Vec<(Option<&Item>, Ended)> =
            self.units.iter().map(|unit| (unit.item.as_ref(), unit.ended())).collect();
        let failed: Vec<(&Item, &Arc<str>)> = ends
            .iter()
            .filter_map(|(item, ended)| match ended {
                Ended::Failed(why) => item.map(|item| (item, why)),
                _ => None,
            })
            .collect();
        if let (Some((item, why)), true) = (failed.first(), stage.on_failure != OnFailure::GoOn) {
            let of = self.units.len();
            return Ended::Failed(format!("{} of {of} failed; item {}: {why}", failed.len(), item.index).into());
        }
        let failed: Vec<Value> =
            failed.iter().map(|(item, why)| json!({ "index": item.index, "item": item.value, "why": why })).collect();
        let items: Vec<Option<&Value>> = ends.iter().map(|(_, ended)| ended.result()).collect();
        Ended::Done(Arc::new(json!({ "items": items, "failed": failed })))
    }

    /// How it ended when the pipeline did.
    pub(super) fn told(self, stage: &Stage, past: &Past) -> StageRun {
        let ended = self.ended.clone().unwrap_or_else(|| match self.units.iter().find_map(failure) {
            Some(why) => Ended::Failed(why),
            None if self.units.iter().any(|unit| unit.begun > 0) => Ended::Cancelled,
            None => Ended::Skipped(Why::Stopped),
        });
        let before = past.of_stage(&stage.name);
        let (mut attempts, mut spent) = (0, Spend::default());
        match self.units.is_empty() {
            true => before.for_each(|trace| (attempts, spent) = (attempts + trace.begun, spent.plus(trace.spent))),
            false => {
                self.units.iter().for_each(|unit| (attempts, spent) = (attempts + unit.begun, spent.plus(unit.spent)))
            }
        }
        let items = self.units.into_iter().filter_map(|unit| {
            let (ended, attempts, spent) = (unit.ended(), unit.begun, unit.spent);
            unit.item.map(|item| ItemRun { item: item.value, ended, attempts, spent })
        });
        StageRun { name: Arc::clone(&stage.name), ended, items: items.collect(), attempts, spent }
    }
}

fn failure(unit: &Unit) -> Option<Arc<str>> {
    match &unit.phase {
        Phase::Ended(Ended::Failed(why)) => Some(Arc::clone(why)),
        _ => None,
    }
}
