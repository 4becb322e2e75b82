//! What becomes of a stage once everything that it needs has ended.

use std::{error::Error, sync::Arc};

use serde_json::Value;

use super::{
    ended::{Ended, Why},
    error::TooMany,
    graph::Edge,
    stage::{Each, OnFailure, Stage},
    state::Stand,
    values::Values,
};

/// What becomes of a stage.
#[derive(Debug, PartialEq)]
pub(super) enum Fate {
    Skip(Why),
    /// Its condition or its list cannot be worked out.
    Fail(Arc<str>),
    /// It runs: once, or for each of these.
    Run(Option<Vec<Value>>),
}

/// Every stage in `needs` has ended.
pub(super) fn fate(stage: &Stage, needs: &[Edge], stages: &[Arc<Stage>], stands: &[Stand], values: &Values) -> Fate {
    if let Some(why) = left_out(needs, stages, stands) {
        return Fate::Skip(why);
    }
    match stage.when.as_ref().map(|condition| condition.holds(values)) {
        Some(Ok(false)) => return Fate::Skip(Why::Condition),
        Some(Err(error)) => return Fate::Fail(in_setting("when", &error)),
        Some(Ok(true)) | None => {}
    }
    let list = match &stage.each {
        None => return Fate::Run(None),
        Some(Each::These(list)) => Ok(list.clone()),
        Some(Each::Of(list)) => list.items(values),
    };
    match list {
        Err(error) => Fate::Fail(in_setting("each", &error)),
        Ok(list) if list.is_empty() => Fate::Skip(Why::Empty),
        Ok(list) if list.len() > Stage::MOST_ITEMS => Fate::Fail(in_setting("each", &TooMany { items: list.len() })),
        Ok(list) => Fate::Run(Some(list)),
    }
}

/// Why it cannot begin with what has ended.
fn left_out(needs: &[Edge], stages: &[Arc<Stage>], stands: &[Stand]) -> Option<Why> {
    let mut any = needs.is_empty();
    for edge in needs {
        let at = edge.stage();
        let done = matches!(stands[at].ended, Some(Ended::Done(_)));
        let goes_on = matches!(stands[at].ended, Some(Ended::Failed(_))) && stages[at].on_failure == OnFailure::GoOn;
        match edge {
            Edge::Required(_) if !done && !goes_on => return Some(Why::Need { stage: Arc::clone(&stages[at].name) }),
            Edge::Required(_) => any = true,
            Edge::Optional(_) => any |= done,
        }
    }
    (!any).then_some(Why::NoneLeft)
}

fn in_setting(key: &str, error: &dyn Error) -> Arc<str> {
    format!("{key}: {error}").into()
}
