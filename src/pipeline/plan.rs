//! What will run when, and everything that can be wrong before anything does.

use std::sync::Arc;

use super::{builder::Pipeline, error::PipelineError, graph::Graph, scope::Scope};

/// A pipeline that can run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Stages that may run at the same time, wave after wave; within a wave in the order in which they are declared.
    pub waves: Vec<Vec<Arc<str>>>,
}

/// The longest name, in characters.
const MOST_NAME: usize = 64;

/// Looks at a whole pipeline: names, graph, then the templates of every stage in order of declaration.
pub(super) fn look(pipeline: &Pipeline) -> Result<(Plan, Graph), PipelineError> {
    let stages = &pipeline.stages;
    if stages.is_empty() {
        return Err(PipelineError::NoStages);
    }
    if let Some(stage) = stages.iter().find(|stage| !is_name(&stage.name, '-')) {
        return Err(PipelineError::StageName { name: Arc::clone(&stage.name) });
    }
    if let Some(name) = pipeline.inputs.keys().find(|name| !is_name(name, '_')) {
        return Err(PipelineError::InputName { name: Arc::clone(name) });
    }
    let graph = Graph::new(stages)?;
    for (at, stage) in stages.iter().enumerate() {
        let look = || {
            let mut scope = Scope::new(stages, &graph, at, &pipeline.inputs);
            if let Some(condition) = &stage.when {
                scope = scope.when(condition)?;
            }
            if let Some(each) = &stage.each {
                scope = scope.each(each)?;
            }
            stage.work.check(&scope)
        };
        look().map_err(|error| PipelineError::Stage { stage: Arc::clone(&stage.name), error })?;
    }
    let name = |at: usize| Arc::clone(&stages[at].name);
    let waves = graph.waves().into_iter().map(|wave| wave.into_iter().map(name).collect()).collect();
    Ok((Plan { waves }, graph))
}

/// Small letters, digits and this between them; a letter first.
fn is_name(name: &str, joint: char) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= MOST_NAME
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joint)
}
