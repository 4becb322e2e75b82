//! A program that is run with what came before.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use async_trait::async_trait;
use serde_json::{Value, json};

use super::{checked, written};
use crate::{
    agent::{Program, program::ProgramError},
    pipeline::{
        error::{CheckError, WorkError},
        scope::Scope,
        shape::Shape,
        template::Template,
        work::{Task, Work},
    },
};

/// The file that holds what it printed.
const FILE: &str = "stdout.txt";
/// How long it may take where nothing is said.
const USUAL: Duration = Duration::from_secs(600);

/// Runs a program once. No shell has a part in it: each word is one argument, whatever a template puts into it.
///
/// A name without a slash is looked for in `PATH`, one with a slash from the folder on, where the program also works. It is
/// ended with its whole process group when its time is up or the stage is dropped. A code other than 0 is a failed
/// attempt. The result is `{ "text", "json", "exit" }`: what it printed (at most 1 MiB, with what looks like a key of the
/// environment taken out), the same as JSON or null where it is none, and 0. A word that comes from elsewhere may begin with
/// a hyphen: give `--` before it to a program that takes options.
#[derive(Debug, Clone)]
pub struct CommandStage {
    words: Vec<Template>,
    stdin: Option<Template>,
    folder: PathBuf,
    time: Duration,
}

impl CommandStage {
    /// A program and its arguments, working in this folder.
    #[must_use]
    pub fn new(words: impl IntoIterator<Item = Template>, folder: impl AsRef<Path>) -> Self {
        let words = words.into_iter().collect();
        Self { words, stdin: None, folder: folder.as_ref().to_owned(), time: USUAL }
    }

    /// With this on standard input.
    #[must_use]
    pub fn stdin(mut self, stdin: Template) -> Self {
        self.stdin = Some(stdin);
        self
    }

    /// With so much time; ten minutes by default.
    #[must_use]
    pub const fn time(mut self, time: Duration) -> Self {
        self.time = time;
        self
    }

    /// The longest that one attempt takes.
    #[cfg(feature = "command")]
    pub(crate) const fn longest(&self) -> Duration {
        self.time
    }

    /// Looks for the program, where its name is plain.
    fn found(&self) -> Result<(), ProgramError> {
        match self.words.first().map(Template::source) {
            Some(name) if name.contains(['{', '}']) => Ok(()),
            Some(name) => Program::new([name], &self.folder).map(|_| ()),
            None => Err(ProgramError::Blank),
        }
    }
}

#[async_trait]
impl Work for CommandStage {
    fn check(&self, scope: &Scope) -> Result<(), CheckError> {
        for (at, word) in self.words.iter().enumerate() {
            checked(&format!("command[{at}]"), word, scope)?;
        }
        self.stdin.as_ref().map_or(Ok(()), |stdin| checked("stdin", stdin, scope))?;
        self.found().map_err(|error| CheckError::new("command[0]", error))
    }

    fn gives(&self) -> Shape {
        Shape::fields([("text", Shape::Text), ("json", Shape::Any), ("exit", Shape::Number)])
    }

    fn definition(&self) -> Value {
        let words: Vec<&str> = self.words.iter().map(Template::source).collect();
        json!({ "command": words, "stdin": self.stdin.as_ref().map(Template::source) })
    }

    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
        let words: Result<Vec<String>, _> = self.words.iter().map(|word| word.fill(task.values)).collect();
        let stdin = self.stdin.as_ref().map(|stdin| stdin.fill(task.values)).transpose()?.unwrap_or_default();
        let program = Program::new(words?, &self.folder).map_err(WorkError::lasting)?;
        let text = program.once(&stdin, self.time).await.map_err(WorkError::passing)?;
        written(task.folder, FILE, text.as_bytes())?;
        let json: Value = serde_json::from_str(&text).unwrap_or_default();
        Ok(json!({ "text": text, "json": json, "exit": 0 }))
    }
}
