//! What stands over a pipeline file for one run: the command's flags, or an embedder's wishes.

use std::sync::Arc;

use quorate_strategies::brief::Language;

use super::Given;
use crate::pipeline::kind::{Principal, Records};

/// What stands over a pipeline file for one run.
#[derive(Debug, Clone)]
pub struct Wishes {
    /// Inputs by name; one that is a list may stand several times.
    pub inputs: Vec<(String, Given)>,
    /// The model behind every seat of every discussion, and behind every synthesizer.
    pub model: Option<String>,
    /// The language of every discussion, and of what is said of the run.
    pub language: Option<Language>,
    /// Where discussions and gates are kept beside the folder, and who watches them.
    pub records: Records,
    /// Somebody at hand who may answer gates.
    pub principal: Option<Arc<dyn Principal>>,
}

impl Default for Wishes {
    fn default() -> Self {
        Self { inputs: Vec::new(), model: None, language: None, records: Records::of("pipeline"), principal: None }
    }
}

impl Wishes {
    /// The same with this text as an input.
    #[must_use]
    pub fn input(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.inputs.push((name.into(), Given::Text(text.into())));
        self
    }
}
