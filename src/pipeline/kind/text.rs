//! A text that is made from what came before.

use async_trait::async_trait;
use serde_json::{Value, json};

use super::{checked, written};
use crate::pipeline::{
    error::{CheckError, WorkError},
    scope::Scope,
    shape::Shape,
    template::Template,
    work::{Task, Work},
};

/// The file that holds it.
const FILE: &str = "text.md";

/// Fills in a template. The result is `{ "text" }`; the folder of the stage holds it as `text.md`.
#[derive(Debug, Clone)]
pub struct TextStage {
    text: Template,
}

impl TextStage {
    /// The text that this template gives.
    #[must_use]
    pub const fn new(text: Template) -> Self {
        Self { text }
    }
}

#[async_trait]
impl Work for TextStage {
    fn check(&self, scope: &Scope) -> Result<(), CheckError> {
        checked("text", &self.text, scope)
    }

    fn gives(&self) -> Shape {
        Shape::fields([("text", Shape::Text)])
    }

    fn definition(&self) -> Value {
        json!({ "text": self.text.source() })
    }

    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
        let text = self.text.fill(task.values)?;
        written(task.folder, FILE, text.as_bytes())?;
        Ok(json!({ "text": text }))
    }
}
