//! What a template of a stage may name.

use std::sync::Arc;

use super::values::Values;

/// What the templates of one stage may name, and in which cases they have to hold.
#[derive(Debug, Clone)]
pub struct Scope {
    stage: Arc<str>,
    cases: Vec<Values>,
}

impl Scope {
    /// The stage.
    #[must_use]
    pub fn stage(&self) -> &str {
        &self.stage
    }
}
