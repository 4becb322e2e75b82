//! What a pipeline has to come to, told a second time: one recursive definition, which knows nothing of queues and tasks.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Fails, nth,
    world::{Spec, Want, When},
};
use crate::pipeline::OnFailure;

/// What becomes of one stage if nothing stops the pipeline.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fate {
    /// When everything that it needs has ended.
    pub(super) ready: u64,
    /// When it has ended itself.
    pub(super) end: u64,
    pub(super) kind: Kind,
    pub(super) units: Vec<Unit>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    /// What it says, of each item where it has a list.
    Done(Vec<Option<String>>),
    Failed,
    Skipped,
}

/// A stage without a list, or an item.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unit {
    pub(super) item: u32,
    /// When each attempt begins.
    pub(super) begins: Vec<u64>,
    pub(super) end: u64,
    pub(super) text: Option<String>,
}

/// The fates of all stages.
pub(super) struct Model<'a> {
    specs: &'a [Spec],
    known: BTreeMap<usize, Fate>,
}

impl<'a> Model<'a> {
    pub(super) fn of(specs: &'a [Spec]) -> Vec<Fate> {
        let mut model = Self { specs, known: BTreeMap::new() };
        (0..specs.len()).map(|at| model.fate(at)).collect()
    }

    fn fate(&mut self, at: usize) -> Fate {
        if let Some(fate) = self.known.get(&at) {
            return fate.clone();
        }
        let fate = self.work_out(at);
        self.known.insert(at, fate.clone());
        fate
    }

    fn work_out(&mut self, at: usize) -> Fate {
        let spec = &self.specs[at];
        let needs: Vec<(usize, Want, Fate)> =
            spec.needs.iter().map(|(other, want)| (*other, *want, self.fate(*other))).collect();
        let ready = needs.iter().map(|(.., fate)| fate.end).max().unwrap_or(0);
        let done = |fate: &Fate| matches!(fate.kind, Kind::Done(_));
        let barred = needs.iter().any(|(other, want, fate)| {
            *want == Want::Must
                && match fate.kind {
                    Kind::Done(_) => false,
                    Kind::Failed => self.specs[*other].policy != OnFailure::GoOn,
                    Kind::Skipped => true,
                }
        });
        let only_alternatives = !needs.is_empty() && needs.iter().all(|(_, want, _)| *want == Want::May);
        let nothing_left = only_alternatives && !needs.iter().any(|(.., fate)| done(fate));
        let unwanted = match (spec.when, needs.first()) {
            (When::Never, _) => true,
            (When::There, Some((.., fate))) => !done(fate),
            (When::Gone, Some((.., fate))) => done(fate),
            _ => false,
        };
        if barred || nothing_left || unwanted || spec.items == Some(0) {
            return Fate { ready, end: ready, kind: Kind::Skipped, units: Vec::new() };
        }
        let mut seen = needs;
        seen.sort_by_key(|(other, ..)| *other);
        let seen: String = seen.iter().map(|(_, _, fate)| format!("({})", self.said(fate))).collect();
        let items: Vec<u32> = spec.items.map_or(vec![0], |items| (1..=items).collect());
        let units: Vec<Unit> = items.into_iter().map(|item| unit(at, spec, item, ready, &seen)).collect();
        let end = units.iter().map(|unit| unit.end).max().unwrap_or(ready);
        let failed = units.iter().any(|unit| unit.text.is_none());
        let kind = match failed && (spec.items.is_none() || spec.policy != OnFailure::GoOn) {
            true => Kind::Failed,
            false => Kind::Done(units.iter().map(|unit| unit.text.clone()).collect()),
        };
        Fate { ready, end, kind, units }
    }

    /// A result as the stages after it put it into their own.
    fn said(&self, fate: &Fate) -> String {
        let list = fate.units.first().is_some_and(|unit| unit.item > 0);
        match &fate.kind {
            Kind::Done(texts) if list => {
                texts.iter().map(|text| format!("{};", text.as_deref().unwrap_or("-"))).collect()
            }
            Kind::Done(texts) => texts.iter().flatten().map(String::as_str).collect(),
            Kind::Failed | Kind::Skipped => "-".to_owned(),
        }
    }
}

fn unit(at: usize, spec: &Spec, item: u32, ready: u64, seen: &str) -> Unit {
    let takes = nth(&spec.ms, item);
    let (attempts, good) = match &spec.fails {
        Fails::Never => (1, true),
        Fails::Always => (1, false),
        Fails::First(times) => match nth(times, item) {
            times if times <= spec.retry => (times + 1, true),
            _ => (spec.retry + 1, false),
        },
    };
    let begins: Vec<u64> = (0..u64::from(attempts)).map(|before| ready + before * takes).collect();
    let number = if item > 0 { format!(".{item}") } else { String::new() };
    let text = good.then(|| format!("{at}{number}{seen}"));
    Unit { item, begins, end: ready + u64::from(attempts) * takes, text }
}

/// When the pipeline stops for a failure, if it does: where everything that can run does so at once.
pub(super) fn stops(specs: &[Spec], fates: &[Fate]) -> Option<u64> {
    let policies = specs.iter().zip(fates).filter(|(spec, _)| spec.policy == OnFailure::Stop);
    let failures = policies.flat_map(|(_, fate)| fate.units.iter().filter(|unit| unit.text.is_none()));
    failures.map(|unit| unit.end).min()
}

/// Whether two things happen in the moment of the stop, so that either may come first.
pub(super) fn is_a_tie(fates: &[Fate], stop: u64) -> bool {
    let ends = fates.iter().flat_map(|fate| &fate.units).filter(|unit| {
        let mut marks = unit.begins.iter().skip(1).chain([&unit.end]);
        marks.any(|mark| *mark == stop)
    });
    ends.count() > 1
}

/// Every attempt that is begun before the pipeline stops.
pub(super) fn performed(fates: &[Fate], stop: Option<u64>) -> BTreeSet<(usize, u32, u32)> {
    let mut all = BTreeSet::new();
    for (at, fate) in fates.iter().enumerate() {
        for unit in &fate.units {
            let begun = unit.begins.iter().filter(|begin| stop.is_none_or(|stop| **begin < stop));
            all.extend(begun.zip(1..).map(|(_, attempt)| (at, unit.item, attempt)));
        }
    }
    all
}

/// How a stage has ended when the pipeline has, in one word.
pub(super) fn word(fate: &Fate, stop: Option<u64>) -> &'static str {
    let natural = match fate.kind {
        Kind::Done(_) => "done",
        Kind::Failed => "failed",
        Kind::Skipped => "skipped",
    };
    let Some(stop) = stop else { return natural };
    let failed = fate.units.iter().any(|unit| unit.text.is_none() && unit.end <= stop);
    let begun = fate.units.iter().any(|unit| unit.begins[0] < stop);
    match begun {
        _ if fate.end < stop => natural,
        _ if failed => "failed",
        true => "cancelled",
        false => "skipped",
    }
}
