//! What a pipeline is given from outside: texts and files by name, over those that its file names itself.

use std::path::{Path, PathBuf};

use quorate_strategies::catalog::nearest;
use serde_json::{Map, Value, json};

use super::{FileError, build::file_name};
use crate::{
    preset::{Either, Place, Placed, PresetError, Section},
    store::files::read_text,
};

/// The most bytes of one file.
const MOST_BYTES: u64 = 4 << 20;

/// Where the text of an input comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// The text itself.
    Text(String),
    /// A file that holds it, relative to the working directory.
    File(PathBuf),
}

/// One input as a file declares it.
#[derive(Debug, Clone)]
pub(super) struct InputSettings {
    pub(super) name: Placed<String>,
    /// What it is where nothing is given; files begin at the folder of the pipeline.
    usual: Vec<Placed<Given>>,
    required: bool,
    /// Whether it is a list of texts, each with its name.
    pub(super) many: bool,
}

/// The inputs of one run.
#[derive(Debug, Clone, Default)]
pub(super) struct Inputs {
    /// What templates see.
    pub(super) values: Map<String, Value>,
    /// What each single text is called: the file that it came from, or the input's name.
    names: Vec<(String, String)>,
    /// Those whose place is taken by a stand-in.
    lacking: usize,
}

impl InputSettings {
    pub(super) fn read_all(top: &Section<'_>, folder: &Path) -> Result<Vec<Self>, PresetError> {
        const KNOWN: [&str; 5] = ["text", "file", "files", "required", "many"];
        top.named("inputs", &KNOWN)?.into_iter().map(|(name, one)| Self::read(top, name, one, folder)).collect()
    }

    fn read(top: &Section<'_>, name: Placed<String>, one: Either<'_>, folder: &Path) -> Result<Self, PresetError> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !name.value.starts_with(|c: char| c.is_ascii_lowercase()) || !name.value.bytes().all(plain) {
            let allowed = "a name of small letters, digits and _, as templates write it: inputs.NAME";
            return Err(top.wrong("inputs", name.place.clone(), format!("{:?}", name.value), allowed));
        }
        let table = match one {
            Either::Text(text) => {
                let usual = vec![text.map(Given::Text)];
                return Ok(Self { name, usual, required: false, many: false });
            }
            Either::Table(table) => table,
        };
        let file = |text: Placed<String>| text.map(|text| Given::File(folder.join(text)));
        let many = table.flag("many")?.is_some_and(|many| many.value);
        let files = table.texts("files")?;
        if let (false, Some(first)) = (many, files.first()) {
            let allowed = "beside many = true; a single one is `file`";
            return Err(table.wrong("files", first.place.clone(), "[…]", allowed));
        }
        let text = table.text("text")?.map(|text| text.map(Given::Text));
        let single = table.text("file")?.map(file);
        let usual: Vec<_> = text.into_iter().chain(single).chain(files.into_iter().map(file)).collect();
        if let (false, [_, second, ..]) = (many, usual.as_slice()) {
            return Err(table.wrong("file", second.place.clone(), "… beside text", "the only one of text and file"));
        }
        let required = table.flag("required")?.map_or(usual.is_empty(), |required| required.value);
        Ok(Self { name, usual, required, many })
    }

    /// Its texts, each with a name.
    fn texts(&self, given: &[Placed<Given>]) -> Result<Vec<(String, String)>, FileError> {
        let all = if given.is_empty() { &self.usual } else { given };
        if let (false, Some(second)) = (self.many, all.get(1)) {
            return Err(FileError::InputTwice { place: second.place.clone(), name: self.name.value.clone() });
        }
        all.iter().map(|one| self.text(one)).collect()
    }

    fn text(&self, given: &Placed<Given>) -> Result<(String, String), FileError> {
        match &given.value {
            Given::Text(text) => Ok((self.name.value.clone(), text.clone())),
            Given::File(path) => {
                let text = read_text(path, MOST_BYTES).map_err(|source| FileError::InputUnreadable {
                    place: given.place.clone(),
                    path: path.clone(),
                    source,
                })?;
                Ok((file_name(path), text))
            }
        }
    }
}

/// Whether an input that is missing is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    /// It is: the pipeline is about to begin.
    Refused,
    /// Its name stands in for it: the pipeline is looked at only.
    StoodInFor,
}

impl Inputs {
    /// What was given, over what the file names; refused where an input is unknown, missing, or cannot be read.
    pub(super) fn of(
        declared: &[InputSettings],
        given: &[(String, Given)],
        missing: Missing,
    ) -> Result<Self, FileError> {
        let mut inputs = Self::default();
        for (name, value) in given {
            if !declared.iter().any(|one| one.name.value == *name) {
                let known: Vec<String> = declared.iter().map(|one| one.name.value.clone()).collect();
                let nearest = nearest(name, known.iter().map(String::as_str));
                return Err(FileError::UnknownInput { place: flag(name, value), name: name.clone(), nearest, known });
            }
        }
        for one in declared {
            let name = &one.name.value;
            let own = given.iter().filter(|(given, _)| given == name);
            let own: Vec<_> = own.map(|(name, value)| Placed::new(value.clone(), flag(name, value))).collect();
            let texts = one.texts(&own)?;
            if texts.is_empty() && one.required && missing == Missing::Refused {
                return Err(FileError::MissingInput { place: one.name.place.clone(), name: name.clone() });
            }
            inputs.lacking += usize::from(texts.is_empty() && one.required);
            inputs.add(one, texts);
        }
        Ok(inputs)
    }

    /// Whether everything that is required was given.
    pub(super) const fn is_whole(&self) -> bool {
        self.lacking == 0
    }

    /// What the text is called that a template is, where it is one input and nothing else: `{{ inputs.plan }}`.
    pub(super) fn called(&self, template: &str) -> Option<&str> {
        let inner = template.trim().strip_prefix("{{")?.strip_suffix("}}")?.trim().strip_prefix("inputs.")?;
        self.names.iter().find(|(name, _)| name == inner).map(|(_, called)| called.as_str())
    }

    fn add(&mut self, one: &InputSettings, texts: Vec<(String, String)>) {
        let name = one.name.value.clone();
        let value = if one.many {
            texts.into_iter().map(|(name, text)| json!({ "name": name, "text": text })).collect()
        } else {
            let stand_in = || (name.clone(), if one.required { format!("(the input {name})") } else { String::new() });
            let (called, text) = texts.into_iter().next().unwrap_or_else(stand_in);
            self.names.push((name.clone(), called));
            Value::String(text)
        };
        self.values.insert(name, value);
    }
}

/// An input as it is written on the command line.
fn flag(name: &str, given: &Given) -> Place {
    let shown = match given {
        Given::Text(text) => {
            let short: String = text.chars().take(40).collect();
            format!("--input {name}={short}{}", if short.len() < text.len() { "…" } else { "" })
        }
        Given::File(path) => format!("--input {name}=@{}", path.display()),
    };
    Place::Flag(shown.into())
}
