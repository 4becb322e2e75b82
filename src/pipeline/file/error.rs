//! Why a pipeline file cannot be used: place, cause and next step.

use std::{io, ops::Range, path::PathBuf, sync::Arc};

use thiserror::Error;

use crate::{
    pipeline::{PipelineError, Spot, TemplateError},
    preset::{Place, Placed, PresetError, Span, hint},
};

/// Why a pipeline file cannot be used. Nothing has been asked and nothing has been spent.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// There is no pipeline of this name.
    #[error("there is no pipeline {name:?}{}. Name a file of your own by its path, as in ./{name}.toml", hint(.nearest, .known))]
    Unknown {
        /// The name as given.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// The file cannot be read, is not TOML, or holds a key or value that is not allowed.
    #[error(transparent)]
    Settings(#[from] PresetError),
    /// A template or an expression is wrong.
    #[error("{place}: {key}: {source}")]
    Template {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// What is wrong.
        source: Box<TemplateError>,
    },
    /// A setting of a stage is wrong.
    #[error("{place}: {why}")]
    Stage {
        /// Where.
        place: Place,
        /// What is wrong.
        why: String,
    },
    /// The stages do not make a pipeline.
    #[error("{place}: {source}")]
    Pipeline {
        /// Where.
        place: Place,
        /// What is wrong.
        source: Box<PipelineError>,
    },
    /// Something was given that the file does not ask for.
    #[error("{place}: the pipeline has no input {name:?}{}", hint(.nearest, .known))]
    UnknownInput {
        /// Where.
        place: Place,
        /// The name as given.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// Something is needed and was not given.
    #[error("{place}: the input {name:?} is missing; give it with {}", flag(.name))]
    MissingInput {
        /// Where it is declared.
        place: Place,
        /// Its name.
        name: String,
    },
    /// A single text was given twice.
    #[error("{place}: the input {name:?} is one text and is given twice; give it once, or declare it with many = true")]
    InputTwice {
        /// Where.
        place: Place,
        /// Its name.
        name: String,
    },
    /// A file that holds an input cannot be read.
    #[error("{place}: cannot read {}: {source}; check the path", path.display())]
    InputUnreadable {
        /// Where it is named.
        place: Place,
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl FileError {
    /// Where the setting was made that is wrong, where it is one setting.
    #[must_use]
    pub const fn place(&self) -> Option<&Place> {
        match self {
            Self::Unknown { .. } => None,
            Self::Settings(error) => error.place(),
            Self::Template { place, .. }
            | Self::Stage { place, .. }
            | Self::Pipeline { place, .. }
            | Self::UnknownInput { place, .. }
            | Self::MissingInput { place, .. }
            | Self::InputTwice { place, .. }
            | Self::InputUnreadable { place, .. } => Some(place),
        }
    }

    /// A template that is wrong, at the very spot where it is.
    pub(super) fn template(key: &str, template: &Placed<String>, source: TemplateError) -> Self {
        let place = within(&template.place, &template.value, source.spot());
        Self::Template { place, key: key.to_owned(), source: Box::new(source) }
    }
}

/// The flag that gives an input.
fn flag(name: &str) -> String {
    match name {
        "material" => "--material FILE".to_owned(),
        _ => format!("--input {name}=TEXT or --input {name}=@FILE"),
    }
}

/// The place of a spot within a text, where the file holds the text as it is; else that of the whole text.
fn within(whole: &Place, text: &str, spot: &Spot) -> Place {
    let exact = || {
        let Place::File { name, span: Some(span), .. } = whole else { return None };
        let start = span.range.start + content(span.text.get(span.range.clone())?, text)?;
        let range = start + spot.bytes.start..start + spot.bytes.end;
        let line = span.text.get(..range.start)?.matches('\n').count() + 1;
        let line = Some(u32::try_from(line).unwrap_or(u32::MAX));
        Some(Place::File { name: Arc::clone(name), line, span: Some(part(span, range)?) })
    };
    exact().unwrap_or_else(|| whole.clone())
}

fn part(span: &Span, range: Range<usize>) -> Option<Arc<Span>> {
    // A range that no text has would break whoever draws it.
    span.text.get(range.clone())?;
    Some(Arc::new(Span { text: Arc::clone(&span.text), range }))
}

/// Where the text begins behind its quotes; none where something in it is written otherwise, as by `\n`.
fn content(written: &str, text: &str) -> Option<usize> {
    let quotes = ["\"\"\"\n", "'''\n", "\"\"\"\r\n", "'''\r\n", "\"\"\"", "'''", "\"", "'"];
    let open = quotes.into_iter().find(|open| written.starts_with(open))?;
    written.get(open.len()..)?.starts_with(text).then_some(open.len())
}
