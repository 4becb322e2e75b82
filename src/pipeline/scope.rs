//! What the templates of a stage may name, and in which cases they have to hold.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use minijinja::Value as Seen;
use serde_json::Value;

use super::{
    error::{CheckError, TemplateError, TooMany},
    graph::{Edge, Graph},
    probe::{Misses, stand_in, stands_for},
    shape::Shape,
    stage::{Each, OnFailure, Stage},
    template::Expression,
    values::{Values, in_templates, seen},
};

/// What the templates of one stage may name, and in which cases they have to hold: with the results of all stages that it
/// needs, and without each that may be missing.
#[derive(Debug, Clone)]
pub struct Scope {
    pub(super) stage: Arc<str>,
    pub(super) inputs: BTreeMap<Arc<str>, Value>,
    /// Every stage of the pipeline, by its name in templates.
    pub(super) stages: BTreeMap<Arc<str>, Named>,
    /// What stands for the item of a list.
    items: Vec<Sample>,
    /// What lacks in each; nothing in the first.
    cases: Vec<Case>,
}

/// What lacks, by the names of stages in templates.
pub(super) type Case = BTreeMap<Arc<str>, Lack>;

/// What of a result may not be there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lack {
    /// All of it.
    Result,
    /// Entries of a list, where an item failed.
    Entries,
}

/// A stage, as a template of another one may use it.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) stage: Arc<str>,
    /// The form of its result; none where it need not have ended.
    pub(super) shape: Option<Shape>,
    /// Why it may have none, in words.
    pub(super) why: &'static str,
}

#[derive(Debug, Clone)]
enum Sample {
    Like(Shape),
    This(Value),
}

/// As many items of a list as are tried one by one.
const MOST_SAMPLES: usize = 32;

impl Scope {
    /// The scope of the condition and the list of a stage: nothing is left out yet.
    pub(super) fn new(stages: &[Stage], graph: &Graph, at: usize, inputs: &BTreeMap<Arc<str>, Value>) -> Self {
        let before = graph.before(at);
        let named = stages.iter().enumerate().map(|(other, stage)| {
            let shape = before.contains(&other).then(|| result_shape(stage));
            let why = match stage.on_failure {
                OnFailure::GoOn if stage.each.is_none() => "this stage runs also when that one fails",
                _ => "that stage may be skipped",
            };
            (in_templates(&stage.name), Named { stage: Arc::clone(&stage.name), shape, why })
        });
        let mut all: Vec<Case> = cases(stages, graph, at)
            .iter()
            .map(|case| case.iter().map(|at| (in_templates(&stages[*at].name), Lack::Result)).collect())
            .collect();
        let gaps = before.iter().map(|at| &stages[*at]).filter(|stage| may_have_gaps(stage));
        all.extend(gaps.map(|stage| Case::from([(in_templates(&stage.name), Lack::Entries)])));
        Self {
            stage: Arc::clone(&stages[at].name),
            inputs: inputs.clone(),
            stages: named.collect(),
            items: Vec::new(),
            cases: all,
        }
    }

    /// The stage.
    #[must_use]
    pub fn stage(&self) -> &str {
        &self.stage
    }

    /// Whether templates may name `item` and `index`.
    #[must_use]
    pub const fn is_over_a_list(&self) -> bool {
        !self.items.is_empty()
    }

    /// The form of the item that the stage runs for, where it is the same for all.
    pub(super) fn item_shape(&self) -> Shape {
        match &self.items[..] {
            [Sample::Like(shape)] => shape.clone(),
            _ => Shape::Any,
        }
    }

    /// The cases, each with what a template would see in it.
    pub(super) fn cases(&self) -> impl Iterator<Item = (&Case, Values, Misses)> {
        self.cases.iter().flat_map(move |case| {
            let samples: Vec<Option<&Sample>> =
                if self.items.is_empty() { vec![None] } else { self.items.iter().map(Some).collect() };
            samples.into_iter().map(move |sample| {
                let misses = Misses::default();
                (case, self.values(case, sample, &misses), misses)
            })
        })
    }

    fn values(&self, case: &Case, sample: Option<&Sample>, misses: &Misses) -> Values {
        let mut values = Values::with(self.inputs.iter());
        for (name, named) in &self.stages {
            let Some(shape) = &named.shape else { continue };
            let path = format!("stages.{name}");
            let value = match case.get(name) {
                None => stand_in(shape, &path, misses),
                Some(Lack::Result) => Seen::from(()),
                Some(Lack::Entries) => {
                    let failed = shape.field("failed").unwrap_or(&Shape::Any);
                    let failed = stand_in(failed, &format!("{path}.failed"), misses);
                    Seen::from_pairs([("items", Seen::from(vec![Seen::from(())])), ("failed", failed)])
                }
            };
            values = values.seen(&named.stage, value);
        }
        match sample {
            Some(Sample::Like(shape)) => values.seen_item(stand_in(shape, "item", misses)),
            Some(Sample::This(value)) => values.seen_item(seen(value)),
            None => values,
        }
    }

    /// The scope where the condition holds: cases in which it does not are nobody's trouble.
    ///
    /// # Errors
    /// [`CheckError`] when the condition is wrong, or relies on what may be missing.
    pub(super) fn when(mut self, condition: &Expression) -> Result<Self, CheckError> {
        condition.check(&self).map_err(|error| CheckError::new("when", error))?;
        let held: Vec<bool> = self.cases().map(|(_, values, _)| condition.holds(&values).unwrap_or(true)).collect();
        let mut held = held.into_iter().enumerate();
        // What stands in for a result need not meet the condition; that nothing is missing is always a case.
        self.cases.retain(|_| held.next().is_some_and(|(at, held)| at == 0 || held));
        Ok(self)
    }

    /// The scope for each of a list.
    ///
    /// # Errors
    /// [`CheckError`] when the list is wrong, or relies on what may be missing.
    pub(super) fn each(mut self, each: &Each) -> Result<Self, CheckError> {
        let wrong = |error: TemplateError| CheckError::new("each", error);
        let of_these = |list: &[Value]| list.iter().take(MOST_SAMPLES).cloned().map(Sample::This).collect();
        self.items = match each {
            Each::These(list) if list.len() > Stage::MOST_ITEMS => {
                return Err(CheckError::new("each", TooMany { items: list.len() }));
            }
            Each::These(list) => of_these(list),
            Each::Of(list) => {
                list.check(&self).map_err(wrong)?;
                let first = self.cases().next().map(|(_, values, _)| list.seen(&values));
                match first {
                    Some(Ok(value)) => match stands_for(&value) {
                        Some(Shape::List(of)) => vec![Sample::Like((**of).clone())],
                        Some(Shape::Any) => Vec::new(),
                        _ => of_these(&list.items_of(&value).map_err(wrong)?),
                    },
                    _ => Vec::new(),
                }
            }
        };
        if self.items.is_empty() {
            self.items = vec![Sample::Like(Shape::Any)];
        }
        Ok(self)
    }
}

/// Whether the list of a stage may have entries without a result.
fn may_have_gaps(stage: &Stage) -> bool {
    stage.each.is_some() && stage.on_failure == OnFailure::GoOn
}

/// The form of what a stage comes to, over a list too.
fn result_shape(stage: &Stage) -> Shape {
    let one = stage.work.gives();
    if stage.each.is_none() {
        return one;
    }
    let failed = Shape::fields([("index", Shape::Number), ("item", Shape::Any), ("why", Shape::Text)]);
    Shape::fields([("items", Shape::list(one)), ("failed", Shape::list(failed))])
}

/// Which of the stages before a stage may have no result when it begins: none of them, each with all that hangs on it, and
/// all but one way to get here.
fn cases(stages: &[Stage], graph: &Graph, at: usize) -> BTreeSet<BTreeSet<usize>> {
    let unsure: BTreeSet<usize> =
        graph.before(at).into_iter().filter(|other| !graph.relies(stages, at, *other)).collect();
    let mut cases = BTreeSet::from([BTreeSet::new()]);
    for lost in &unsure {
        let goes_on = stages[*lost].on_failure == OnFailure::GoOn;
        let hangs = |other: &&usize| *other == lost || (!goes_on && graph.requires(**other, *lost));
        cases.insert(unsure.iter().filter(hangs).copied().collect());
    }
    let needs = graph.needs(at);
    for there in needs {
        let there = match there {
            Edge::Optional(there) => *there,
            Edge::Required(_) => continue,
        };
        let gone = |other: &&usize| **other != there && !graph.relies(stages, there, **other);
        cases.insert(unsure.iter().filter(gone).copied().collect());
    }
    if needs.iter().any(|edge| matches!(edge, Edge::Required(_))) {
        cases.insert(unsure);
    }
    cases
}
