//! The wording of prompts: templates that are compiled once, each of which a user's folder can replace.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use minijinja::{Environment, UndefinedBehavior, Value, syntax::SyntaxConfig};
use quorate_strategies::brief::Language;

use super::{answer, budget::tokens, error::PromptError, system, user};

/// The templates of one language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum File {
    /// The stable part.
    System,
    /// The part that changes.
    User,
    /// How to answer.
    Answer,
}

const LANGUAGES: [Language; 3] = [Language::En, Language::Zh, Language::Ja];
const FILES: [File; 3] = [File::System, File::User, File::Answer];
const NAMES: [[&str; 3]; 3] = [
    ["en/system.txt", "en/user.txt", "en/answer.txt"],
    ["zh/system.txt", "zh/user.txt", "zh/answer.txt"],
    ["ja/system.txt", "ja/user.txt", "ja/answer.txt"],
];
const KNOWN: &str = "system.txt, user.txt and answer.txt, each in a folder en, zh or ja";
/// The largest template of a user's own.
const MOST_BYTES: usize = 256 * 1024;
/// Instructions that one template of a user's own may run; a loop over everything there is takes a small part of it.
const FUEL: u64 = 200_000;

/// The wording of prompts, compiled. What the variables are is told in `src/context/templates/README.md`.
#[derive(Debug)]
pub struct Prompts {
    environment: Environment<'static>,
    /// What the user template takes by itself, for each language.
    frames: [u32; 3],
    /// Where templates came from that are not built in.
    origins: BTreeMap<String, PathBuf>,
}

static BUILTIN: LazyLock<Arc<Prompts>> = LazyLock::new(|| {
    let mut environment = environment();
    // A built-in template that does not compile is missing here, and every prompt says so; a test keeps that from
    // happening.
    for (name, source) in SOURCES {
        let _ = environment.add_template(name, source);
    }
    Arc::new(Prompts::new(environment, BTreeMap::new()))
});

const SOURCES: [(&str, &str); 9] = [
    ("en/system.txt", include_str!("templates/en/system.txt")),
    ("en/user.txt", include_str!("templates/en/user.txt")),
    ("en/answer.txt", include_str!("templates/en/answer.txt")),
    ("zh/system.txt", include_str!("templates/zh/system.txt")),
    ("zh/user.txt", include_str!("templates/zh/user.txt")),
    ("zh/answer.txt", include_str!("templates/zh/answer.txt")),
    ("ja/system.txt", include_str!("templates/ja/system.txt")),
    ("ja/user.txt", include_str!("templates/ja/user.txt")),
    ("ja/answer.txt", include_str!("templates/ja/answer.txt")),
];

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    // The default delimiters are valid ones.
    if let Ok(syntax) = syntax {
        environment.set_syntax(syntax);
    }
    environment
}

impl Prompts {
    /// The wording that comes with Quorate, compiled once in a process.
    #[must_use]
    pub fn builtin() -> Arc<Self> {
        Arc::clone(&BUILTIN)
    }

    /// That wording, with the templates of a folder in place of those of the same name: `en/user.txt` and so on.
    ///
    /// Every template is compiled and filled in once, so that a mistake is found before anything is spent.
    ///
    /// # Errors
    /// [`PromptError`] when the folder cannot be read, a file overrides nothing, or a template is wrong.
    pub fn with_overrides(folder: &Path) -> Result<Arc<Self>, PromptError> {
        let mut environment = environment();
        environment.set_fuel(Some(FUEL));
        let mut origins = BTreeMap::new();
        for (name, source) in SOURCES {
            environment.add_template(name, source).map_err(|error| template_error(&origins, name, error))?;
        }
        for (name, path) in overrides(folder)? {
            let source = read(&path)?;
            origins.insert(name.clone(), path);
            let added = environment.add_template_owned(name.clone(), source);
            added.map_err(|error| template_error(&origins, &name, error))?;
        }
        let prompts = Self::new(environment, origins);
        prompts.prove()?;
        Ok(Arc::new(prompts))
    }

    fn new(environment: Environment<'static>, origins: BTreeMap<String, PathBuf>) -> Self {
        let frames =
            NAMES.map(|[_, user, _]| environment.get_template(user).map_or(0, |template| tokens(template.source())));
        Self { environment, frames, origins }
    }

    /// Fills in a template.
    pub(super) fn render(&self, file: File, language: Language, values: Value) -> Result<String, PromptError> {
        let [system, user, answer] = NAMES[place(language)];
        let name = match file {
            File::System => system,
            File::User => user,
            File::Answer => answer,
        };
        let rendered = self.environment.get_template(name).and_then(|template| template.render(values));
        rendered.map_err(|error| template_error(&self.origins, name, error))
    }

    /// An upper bound for what the user template takes by itself.
    pub(super) const fn frame(&self, language: Language) -> u32 {
        self.frames[place(language)]
    }

    /// Fills in every template with much and with little.
    pub(super) fn prove(&self) -> Result<(), PromptError> {
        for language in LANGUAGES {
            for file in FILES {
                let samples = match file {
                    File::System => system::samples(),
                    File::User => user::samples(),
                    File::Answer => answer::samples(),
                };
                for sample in samples {
                    self.render(file, language, sample)?;
                }
            }
        }
        Ok(())
    }
}

const fn place(language: Language) -> usize {
    match language {
        Language::En => 0,
        Language::Zh => 1,
        Language::Ja => 2,
    }
}

fn template_error(origins: &BTreeMap<String, PathBuf>, asked: &str, error: minijinja::Error) -> PromptError {
    let name = error.name().unwrap_or(asked);
    let file = origins.get(name).cloned().unwrap_or_else(|| Path::new("templates").join(name));
    let message = match error.detail() {
        Some(detail) => format!("{}: {detail}", error.kind()),
        None => error.kind().to_string(),
    };
    PromptError::Template { file, line: error.line().unwrap_or(0), message, source: Box::new(error) }
}

/// The templates in a folder, by the names they override. Hidden files and notes are left alone.
fn overrides(folder: &Path) -> Result<Vec<(String, PathBuf)>, PromptError> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if !path.is_dir() {
            if path.extension().is_some_and(|ending| ending == "txt") {
                return Err(PromptError::UnknownFile { path, known: KNOWN });
            }
            continue;
        }
        for file in entries(&path)?.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "txt")) {
            let name = file.strip_prefix(folder).ok().and_then(known);
            match name {
                Some(name) => found.push((name.to_owned(), file)),
                None => return Err(PromptError::UnknownFile { path: file, known: KNOWN }),
            }
        }
    }
    Ok(found)
}

fn known(path: &Path) -> Option<&'static str> {
    NAMES.iter().flatten().copied().find(|name| Path::new(name) == path)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, PromptError> {
    let unreadable = |source| PromptError::Unreadable { path: folder.to_owned(), source };
    let listed: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder).map_err(unreadable)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = listed.map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<String, PromptError> {
    let unreadable = |source| PromptError::Unreadable { path: path.to_owned(), source };
    let text = fs::read_to_string(path).map_err(unreadable)?;
    if text.len() > MOST_BYTES {
        return Err(PromptError::TooLarge { path: path.to_owned(), bytes: text.len(), most: MOST_BYTES });
    }
    Ok(text)
}
