//! Pipeline files: a TOML file with a `[[stage]]` for each stage, which is what tells it from a discussion file.
//!
//! | key | what it sets |
//! |---|---|
//! | `name` | what the run is called: small letters, digits and hyphens; that of the file when nothing is said |
//! | `summary` | one sentence for lists |
//! | `language` | `en`, `zh` or `ja`; that of every discussion that sets none, and of what is said of the run |
//! | `budget_calls`, `budget_tokens`, `budget_money` | what all stages may spend together: requests, tokens, money such as `0.50` |
//! | `total_seconds` | time for the whole run |
//! | `at_once` | how many attempts run at the same time: 1 to 64, 4 when nothing is said |
//! | `[inputs]` | what is given from outside, by names of small letters, digits and `_`: a text, or a table of `text`, `file` (relative to this file), `required`, and `many = true` for a list of texts with `files` |
//!
//! Of a stage:
//!
//! | key | what it sets |
//! |---|---|
//! | `name` | small letters, digits and hyphens |
//! | `needs` | stages that have to end before: `"review"` has to have a result, `"review?"` may |
//! | `when` | an expression; where it does not hold the stage is skipped |
//! | `each` | an expression that comes to a list; the stage runs once for each member |
//! | `retry` | further attempts after one that failed, 0 to 100; 0 when nothing is said |
//! | `on_failure` | `stop` (the default), `skip` what requires it, or `go-on` |
//! | `discussion` | a preset that ships, or a discussion file relative to this one; with `topic`, `background`, `options`, and `material`: templates, or tables of `name` and `text` (a template) or `list` (an expression); and with `model`, `agents` (by seat) and `set` (settings and knobs), whose texts may name inputs alone in `set` and nothing in the others |
//! | `command` | a program and its arguments, each word a template and one argument whatever it comes to; with `stdin`, and `seconds` (600 when nothing is said) |
//! | `gate` | a question to a person; with `shows` (a text to say yes or no to), `seconds` (3600 when nothing is said, 0 to ask nobody) and `without_answer`: `reject` (the default), `approve` or `fail` |
//! | `text` | a template that makes a text |
//! | `file` | of a command or a text: the name of the deliverable that takes it |
//!
//! Templates see `inputs.NAME`, `stages.NAME` with every field of its result (`stages.review.conclusion.text`,
//! `stages.review.recommendations`, `stages.review.minutes`), and within a list `item` and `index`; a hyphen in a name is
//! written as an underscore (see [`pipeline`](super)).
//!
//! ```
//! use quorate::pipeline::file::{PipelineFile, Wishes};
//!
//! let text = r#"
//! name = "greet"
//! [inputs]
//! who = { required = true }
//! [[stage]]
//! name = "greeting"
//! text = "Good morning, {{ inputs.who }}!"
//! file = "greeting.md"
//! "#;
//! let file = PipelineFile::parse("greet.toml", text, ".")?;
//! let built = file.build(&Wishes::default().input("who", "Ann"))?;
//! assert_eq!(built.plan.waves.len(), 1);
//!
//! let missing = file.build(&Wishes::default()).unwrap_err();
//! assert!(missing.to_string().starts_with("greet.toml:4: the input \"who\" is missing"), "{missing}");
//! # Ok::<(), quorate::pipeline::file::FileError>(())
//! ```

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use quorate_strategies::brief::{Language, Text};

mod build;
mod error;
mod input;
mod place;
mod shipped;
mod stage;
mod wishes;

pub use self::{
    build::{Built, BuiltStage, Does},
    error::FileError,
    input::Given,
    wishes::Wishes,
};
use self::{input::InputSettings, stage::StageSettings};
use crate::{
    preset::{BudgetSettings, Origin, Place, Placed, PresetError, Section, Source, TIME, milliseconds},
    store::files::read_text,
};

/// The keys of a file, in the order of the documentation.
const KEYS: [&str; 10] = [
    "name",
    "summary",
    "language",
    "budget_calls",
    "budget_tokens",
    "budget_money",
    "total_seconds",
    "at_once",
    "inputs",
    "stage",
];

/// The largest pipeline file: 4 MiB.
const MOST_BYTES: u64 = 4 << 20;
/// The most attempts at the same time.
const MOST_AT_ONCE: u64 = 64;
const LANGUAGES: [(&str, Language); 3] = [("en", Language::En), ("zh", Language::Zh), ("ja", Language::Ja)];

/// A pipeline file that has been read.
#[derive(Debug, Clone)]
pub struct PipelineFile {
    /// As messages name it.
    file: Arc<str>,
    folder: PathBuf,
    name: String,
    summary: Option<Placed<Text>>,
    language: Option<Language>,
    budget: BudgetSettings,
    total: Option<Duration>,
    at_once: Option<NonZeroUsize>,
    inputs: Vec<InputSettings>,
    stages: Vec<StageSettings>,
}

impl PipelineFile {
    /// Whether a text is a pipeline, not a discussion. A text that is no TOML is neither.
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.parse::<toml::Table>().is_ok_and(|table| table.get("stage").is_some_and(toml::Value::is_array))
    }

    /// A file.
    ///
    /// # Errors
    /// [`FileError`] when it cannot be read, or holds a key or value that is not allowed.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let path = path.as_ref();
        let unreadable = |source| PresetError::Unreadable { path: path.to_owned(), source };
        let text = read_text(path, MOST_BYTES).map_err(unreadable)?;
        Self::parse(&path.to_string_lossy(), &text, path.parent().unwrap_or(Path::new("")))
    }

    /// The text of a file. `file` stands in messages, and `folder` is where relative paths begin.
    ///
    /// # Errors
    /// [`FileError`] when it holds a key or value that is not allowed.
    pub fn parse(file: &str, text: &str, folder: impl AsRef<Path>) -> Result<Self, FileError> {
        let (file, folder): (Arc<str>, _) = (file.into(), folder.as_ref());
        let source = Source { name: &file, text: &text.into(), folder, origin: Origin::File };
        let table = source.parse()?;
        let top = Section::top(source, &table, &KEYS)?;
        let stages = StageSettings::read_all(&top)?;
        if stages.is_empty() {
            return Err(top.missing("stage", "a table [[stage]] for each stage").into());
        }
        let at_once = top.number("at_once", 1..=MOST_AT_ONCE)?;
        Ok(Self {
            name: name(&top, &file)?,
            summary: top.said("summary")?,
            language: top.word("language", &LANGUAGES)?.map(|language| language.value),
            budget: BudgetSettings::limits(&top)?,
            total: top.decimal("total_seconds", TIME)?.map(|time| Duration::from_millis(milliseconds(time.value))),
            at_once: at_once.and_then(|most| NonZeroUsize::new(usize::try_from(most.value).ok()?)),
            inputs: InputSettings::read_all(&top, folder)?,
            stages,
            folder: folder.to_owned(),
            file: Arc::clone(&file),
        })
    }

    /// What a run of it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// One sentence on what it is for, in `language` where it is there; empty where the file says none.
    #[must_use]
    pub fn summary(&self, language: Language) -> &str {
        self.summary.as_ref().map_or("", |text| text.value.get(language))
    }

    /// The names of its stages, in the order in which they are declared.
    pub fn stage_names(&self) -> impl Iterator<Item = &str> {
        self.stages.iter().map(|stage| stage.name.value.as_str())
    }

    /// The language that it sets, if it sets one.
    #[must_use]
    pub const fn language(&self) -> Option<Language> {
        self.language
    }

    /// The names of its inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|input| input.name.value.as_str())
    }

    /// What becomes of the others when a stage fails, by its name.
    #[cfg(feature = "command")]
    pub(crate) fn policies(&self) -> impl Iterator<Item = (&str, crate::pipeline::OnFailure)> {
        self.stages.iter().map(|stage| (stage.name.value.as_str(), stage.on_failure.unwrap_or_default()))
    }

    fn whole(&self) -> Place {
        Place::File { name: Arc::clone(&self.file), line: None, span: None }
    }
}

/// The name that the file gives itself, else what the file is called, as far as that is a name.
fn name(top: &Section<'_>, file: &str) -> Result<String, PresetError> {
    const ALLOWED: &str = "a name of small letters, digits and hyphens, a letter first, at most 64";
    if let Some(name) = top.text("name")? {
        return match stage::is_name(&name.value) {
            true => Ok(name.value),
            false => Err(top.wrong("name", name.place, format!("{:?}", name.value), ALLOWED)),
        };
    }
    let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain = |c: char| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' };
    let name: String = stem.chars().map(plain).skip_while(|c| !c.is_ascii_lowercase()).take(64).collect();
    Ok(if name.is_empty() { "pipeline".to_owned() } else { name })
}
