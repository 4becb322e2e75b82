//! How a finding calls the steps and lines it speaks of, in the language of its reader.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::folding::unfold;
use super::language::{Language, Texts};
use super::steps::Node;

/// A value that a message names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A piece of the material, or a number.
    Text(String),
    /// A step by its kind, its id and its title.
    Step(StepName),
    /// The same within a sentence.
    Inner(StepName),
    /// A step that does not exist, by kind and id.
    Missing(String, String),
    /// Several steps.
    Steps(Vec<String>),
    /// Steps that lead to each other.
    Path(Vec<String>),
    /// A line of the material.
    Line(u32),
    /// Several lines of it.
    Lines(Vec<u32>),
    /// How often something was seen; nothing if once.
    Times(usize),
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// What a step is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StepName {
    word: String,
    id: Option<String>,
    title: String,
}

impl StepName {
    pub(super) fn of(node: &Node) -> Self {
        let title: String = node.title.split('\n').next().unwrap_or("").chars().take(60).collect();
        let title = title.trim().trim_end_matches(['.', ':', ',']).to_owned();
        Self { word: node.word.clone().unwrap_or_else(|| "step".to_owned()), id: node.id.clone(), title }
    }
}

static NAMES: LazyLock<BTreeMap<String, Texts>> = LazyLock::new(|| {
    let file = toml::from_str(include_str!("lists/names.toml"));
    debug_assert!(file.is_ok(), "{file:?}");
    file.unwrap_or_default()
});

fn name(key: &str, language: Language) -> &'static str {
    NAMES.get(key).and_then(|texts| texts.get(language)).unwrap_or("")
}

/// Where a line of a material stands: its number, and its file if there are several.
pub(super) type Place = (u32, Option<String>);

/// A message about a place in one of several files.
pub(super) fn in_file(language: Language, file: &str, message: &str) -> String {
    name("in_file", language).replace("{file}", file).replace("{message}", message)
}

/// Writes values in one language.
pub(super) struct Phrasing<'a> {
    pub(super) language: Language,
    pub(super) place: &'a dyn Fn(u32) -> Place,
}

impl Phrasing<'_> {
    pub(super) fn write(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => unfold(text).into_owned(),
            Value::Step(step) => self.step(step, Position::First),
            Value::Inner(step) => self.step(step, Position::Inner),
            Value::Missing(word, id) => self.fill("numbered", &self.word(word, Position::Inner), id, ""),
            Value::Steps(names) => {
                let names: Vec<_> = names.iter().map(|name| unfold(name)).collect();
                name("steps", self.language).replace("{names}", &names.join(name("between", self.language)))
            }
            Value::Path(names) => {
                let names: Vec<_> = names.iter().map(|name| unfold(name)).collect();
                names.join(name("leads_to", self.language))
            }
            Value::Line(line) => self.line(*line),
            Value::Lines(lines) => {
                let lines: Vec<String> = lines.iter().map(|line| self.line(*line)).collect();
                lines.join(name("between", self.language))
            }
            Value::Times(..=1) => String::new(),
            Value::Times(count) => name("times", self.language).replace("{count}", &count.to_string()),
        }
    }

    /// Only the number of a line, with its file if there are several.
    fn line(&self, line: u32) -> String {
        match (self.place)(line) {
            (line, None) => name("line", self.language).replace("{line}", &line.to_string()),
            (line, Some(file)) => {
                name("line_of_file", self.language).replace("{line}", &line.to_string()).replace("{file}", &file)
            }
        }
    }

    fn step(&self, step: &StepName, position: Position) -> String {
        let title = unfold(&step.title);
        let word = self.word(&step.word, position);
        match (&step.id, title.is_empty()) {
            (Some(id), true) => self.fill("numbered", &word, id, ""),
            (Some(id), false) => self.fill("titled", &word, id, &title),
            (None, _) if position == Position::Inner => self.fill("unnumbered_inner", "", "", &title),
            (None, _) => self.fill("unnumbered", "", "", &title),
        }
    }

    fn fill(&self, key: &str, word: &str, id: &str, title: &str) -> String {
        name(key, self.language).replace("{word}", word).replace("{id}", id).replace("{title}", title)
    }

    /// The kind of a step: in English as it is written, elsewhere as the list of names says.
    fn word(&self, word: &str, position: Position) -> String {
        let known = Some(name(word, self.language)).filter(|known| !known.is_empty());
        let word = known.unwrap_or(word);
        match position {
            Position::Inner => word.to_owned(),
            Position::First => {
                let mut letters = word.chars();
                letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
            }
        }
    }
}

/// Where in a sentence a step is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    First,
    Inner,
}
