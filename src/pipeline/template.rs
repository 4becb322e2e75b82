//! Texts and conditions over what is known: checked before anything runs, bounded while they do.

use std::{
    collections::BTreeSet,
    io,
    sync::{Arc, LazyLock},
};

use minijinja::{Environment, Error, UndefinedBehavior, Value as Seen, value::ValueKind};
use serde_json::Value;

use super::{
    error::TemplateError,
    naming::{self, Names},
    scope::Scope,
    spot,
    values::Values,
};

/// Instructions that one template may run.
const FUEL: u64 = 1_000_000;

/// What errors call a template; nobody sees it.
const NAME: &str = "template";

/// The longest text that a template may come to, in bytes.
const MOST_BYTES: usize = 8 * 1024 * 1024;

/// No loader, no file, nothing of the machine: what a template can reach is what it is filled in with.
fn language<'source>() -> Environment<'source> {
    let mut language = Environment::new();
    language.set_undefined_behavior(UndefinedBehavior::Strict);
    language.set_fuel(Some(FUEL));
    // It is what tells the place of an error.
    language.set_debug(true);
    language.add_filter("tojson", to_json);
    language
}

/// The functions of the language.
pub(super) static FUNCTIONS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| language().globals().map(|(name, _)| name.to_owned()).collect());

fn to_json(value: &Seen) -> Result<String, Error> {
    serde_json::to_string(value)
        .map_err(|error| Error::new(minijinja::ErrorKind::BadSerialization, error.to_string()).with_source(error))
}

/// A text with places that are filled in: the template language of [minijinja](https://docs.rs/minijinja), without files.
///
/// Beside the filters of the language there is `tojson`. A value is never read as a template.
///
/// ```
/// use quorate::pipeline::{Template, Values};
/// use serde_json::json;
///
/// let template = Template::new("{% for risk in stages.review.risks %}- {{ risk.text }}\n{% endfor %}")?;
/// let values = Values::new().stage("review", Some(&json!({ "risks": [{ "text": "No way {{ back }}" }] })));
/// assert_eq!(template.fill(&values)?, "- No way {{ back }}\n");
///
/// let wrong = Template::new("{{ stages.review.").unwrap_err();
/// assert!(wrong.to_string().starts_with("line 1, column "), "{wrong}");
/// # Ok::<(), quorate::pipeline::TemplateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Template(Arc<str>);

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    /// [`TemplateError::Syntax`] when it cannot be read.
    pub fn new(source: impl Into<Arc<str>>) -> Result<Self, TemplateError> {
        let source = source.into();
        match language().template_from_named_str(NAME, &source) {
            Ok(_) => {}
            Err(error) => return Err(syntax(&source, &error)),
        }
        Ok(Self(source))
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
        let language = language();
        let template = language.template_from_named_str(NAME, &self.0).map_err(|error| syntax(&self.0, &error))?;
        let names = Names::new(&self.0, template.undeclared_variables(true));
        naming::check(&names, scope, |values| self.rendered(values).map(drop))
    }

    /// The text with everything filled in.
    ///
    /// # Errors
    /// [`TemplateError::Filling`] when something is not there, or it would come to more than 8 MiB.
    pub fn fill(&self, values: &Values) -> Result<String, TemplateError> {
        self.rendered(values).map_err(|error| filling(&self.0, &error))
    }

    fn rendered(&self, values: &Values) -> Result<String, Error> {
        let mut text = Bounded::default();
        let language = language();
        language.template_from_named_str(NAME, &self.0)?.render_captured_to(values.root(), &mut text)?;
        // What is rendered is text.
        Ok(String::from_utf8_lossy(&text.0).into_owned())
    }
}

/// A condition or a list: an expression of the same language.
///
/// ```
/// use quorate::pipeline::{Expression, Values};
/// use serde_json::json;
///
/// let values = Values::new().stage("vote", Some(&json!({ "level": "full", "risks": [1, 2] })));
/// assert!(Expression::new("stages.vote.level == 'full' and stages.vote.risks | length > 1")?.holds(&values)?);
/// assert_eq!(Expression::new("stages.vote.risks")?.value(&values)?, json!([1, 2]));
/// # Ok::<(), quorate::pipeline::TemplateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Expression(Arc<str>);

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// [`TemplateError::Syntax`] when it cannot be read.
    pub fn new(source: impl Into<Arc<str>>) -> Result<Self, TemplateError> {
        let source = source.into();
        language().compile_expression_owned(source.to_string()).map_err(|error| syntax(&source, &error))?;
        Ok(Self(source))
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
        let language = language();
        let expression = language.compile_expression(&self.0).map_err(|error| syntax(&self.0, &error))?;
        let names = Names::new(&self.0, expression.undeclared_variables(true));
        naming::check(&names, scope, |values| self.evaluated(values).map(drop))
    }

    /// What it comes to.
    ///
    /// # Errors
    /// [`TemplateError::Filling`] when something is not there.
    pub fn value(&self, values: &Values) -> Result<Value, TemplateError> {
        self.as_json(&self.seen(values)?)
    }

    /// Whether it holds: it comes to something that is not false, none, zero or empty.
    ///
    /// # Errors
    /// [`TemplateError::Filling`] when something is not there.
    pub fn holds(&self, values: &Values) -> Result<bool, TemplateError> {
        Ok(self.seen(values)?.is_true())
    }

    /// The list that it comes to.
    pub(super) fn items(&self, values: &Values) -> Result<Vec<Value>, TemplateError> {
        self.items_of(&self.seen(values)?)
    }

    /// What it comes to, as the language has it.
    pub(super) fn seen(&self, values: &Values) -> Result<Seen, TemplateError> {
        self.evaluated(values).map_err(|error| filling(&self.0, &error))
    }

    /// The entries of a list that it came to.
    pub(super) fn items_of(&self, value: &Seen) -> Result<Vec<Value>, TemplateError> {
        if !matches!(value.kind(), ValueKind::Seq | ValueKind::Iterable) {
            let what = if value.kind() == ValueKind::String { "a text".into() } else { value.kind().to_string() };
            return Err(TemplateError::NotAList { spot: spot::whole(&self.0), what: what.into() });
        }
        let entries = value.try_iter().map_err(|error| filling(&self.0, &error))?;
        entries.map(|entry| self.as_json(&entry)).collect()
    }

    fn as_json(&self, value: &Seen) -> Result<Value, TemplateError> {
        serde_json::to_value(value)
            .map_err(|error| TemplateError::Filling { spot: spot::whole(&self.0), why: error.to_string().into() })
    }

    fn evaluated(&self, values: &Values) -> Result<Seen, Error> {
        let value = language().compile_expression(&self.0)?.eval(values.root())?;
        // A field that is not there must not pass for one that says no.
        if value.is_undefined() { Err(minijinja::ErrorKind::UndefinedError.into()) } else { Ok(value) }
    }
}

/// A text that may only become so long.
#[derive(Default)]
struct Bounded(Vec<u8>);

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len().saturating_add(bytes.len()) > MOST_BYTES {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the text would be longer than 8 MiB"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn syntax(source: &str, error: &Error) -> TemplateError {
    TemplateError::Syntax { spot: spot::of(source, error), why: spot::words(error) }
}

fn filling(source: &str, error: &Error) -> TemplateError {
    TemplateError::Filling { spot: spot::of(source, error), why: spot::words(error) }
}
