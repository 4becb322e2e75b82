//! What will run when, as far as that is known before anything has.

use std::sync::Arc;

/// A pipeline that can run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// Stages that may run at the same time, wave after wave; within a wave in the order in which they are declared.
    pub waves: Vec<Vec<Arc<str>>>,
}
