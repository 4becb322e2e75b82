//! Backends as text: `checklist:plan-review/risk`, `rehearsal`, `openai:gpt-5.4`, `openai@http://127.0.0.1:8080/v1:qwen3`.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use quorate_strategies::catalog::nearest;

use super::Agent;

mod error;
mod kept;
mod kinds;
mod words;

pub use error::AgentSpecError;
pub(crate) use kept::timed;
pub use words::{WordsError, quoted, split};

/// How models are asked where a spec leaves it open. Keys come from the environment, or from a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelSettings {
    /// Where requests go, for specs without an address of their own.
    pub base_url: Option<String>,
    /// The file that holds the key; the provider's environment variables when none is named.
    pub key_file: Option<PathBuf>,
    /// Sampling temperature, 0 to 2.
    pub temperature: Option<f64>,
    /// The most tokens in an answer.
    pub max_tokens: Option<u32>,
    /// The tokens in the model's window.
    pub window: Option<u32>,
    /// Whether answers are asked for piece by piece.
    pub stream: Option<bool>,
    /// How long a backend that keeps sessions of its own keeps one.
    pub session: Option<Session>,
}

/// How long one session of a backend lasts that keeps sessions of its own: gateways, agent programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// For the whole discussion: the backend remembers what it was shown and said, and what it reads grows with each turn.
    Discussion,
    /// For one turn: it knows what its prompt says and nothing else, so every turn costs about the same.
    Turn,
}

impl Session {
    /// Every way, by its name in files.
    pub const NAMES: [(&'static str, Self); 2] = [("discussion", Self::Discussion), ("turn", Self::Turn)];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Discussion => "discussion",
            Self::Turn => "turn",
        }
    }
}

impl std::str::FromStr for Session {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::NAMES.into_iter().find(|(name, _)| *name == text).map(|(_, session)| session).ok_or(())
    }
}

impl ModelSettings {
    /// Whether the address could be asked at all, also where no seat uses it.
    pub(crate) fn check_base_url(&self) -> Result<(), AgentSpecError> {
        #[cfg(feature = "openclaw")]
        if let Some(url) = self.base_url.as_deref().filter(|url| url.trim_start().starts_with("ws:")) {
            url.parse::<super::openclaw::Address>()?;
            return Ok(());
        }
        #[cfg(feature = "http")]
        if let Some(url) = &self.base_url {
            use super::http::{ModelSpec, Provider};
            let is_gateway = url.trim_start().starts_with("wss:");
            ModelSpec::new(if is_gateway { Provider::OpenClaw } else { Provider::OpenAi }, "any").at(url)?;
        }
        Ok(())
    }

    /// Whether the file holds a key, also where no seat uses it.
    pub(crate) fn check_key(&self) -> Result<(), AgentSpecError> {
        #[cfg(feature = "http")]
        if let Some(path) = &self.key_file {
            super::http::Key::from_file(path)?;
        }
        Ok(())
    }
}

/// A backend that is wanted: the text, and what stands around it.
#[derive(Debug, Clone, Copy)]
pub struct Wanted<'a> {
    /// The whole text.
    pub spec: &'a str,
    /// How models are asked.
    pub settings: &'a ModelSettings,
    /// Where relative paths begin.
    pub folder: &'a Path,
}

impl<'a> Wanted<'a> {
    /// What stands before the first `:` or `@`.
    #[must_use]
    pub fn kind(&self) -> &'a str {
        let spec = self.spec.trim();
        spec.split([':', '@']).next().unwrap_or(spec)
    }

    /// What stands behind the kind and its colon, if anything does.
    #[must_use]
    pub fn rest(&self) -> Option<&'a str> {
        let rest = self.spec.trim().strip_prefix(self.kind())?.strip_prefix(':')?.trim();
        (!rest.is_empty()).then_some(rest)
    }
}

/// Makes a backend from its text.
pub type MakeAgent = Arc<dyn Fn(&Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> + Send + Sync>;

/// One kind of backend.
#[derive(Clone)]
pub struct AgentKind {
    /// What its texts begin with.
    pub name: String,
    /// How its texts are written: `checklist:LIST[/DOMAIN[,DOMAIN]]`.
    pub usage: String,
    /// What it is, in one sentence.
    pub purpose: String,
    make: MakeAgent,
}

impl fmt::Debug for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentKind").field("usage", &self.usage).finish_non_exhaustive()
    }
}

/// All kinds of backends, by name; those of one's own are added like those built in.
///
/// ```
/// use std::sync::Arc;
/// use quorate::agent::{Scripted, spec::AgentFactory};
///
/// let mut agents = AgentFactory::builtin();
/// agents.add("yes", "yes", "agrees to everything", |_| Ok(Arc::new(Scripted::lines(["[STANCE: AGREE] Yes."]))));
/// assert_eq!(&*agents.named("yes")?.backend().name, "scripted");
/// assert!(agents.named("no").is_err());
/// # Ok::<(), quorate::agent::spec::AgentSpecError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct AgentFactory {
    kinds: Vec<AgentKind>,
}

impl AgentFactory {
    /// No kinds.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// Every kind that is built in.
    #[must_use]
    pub fn builtin() -> Self {
        let mut agents = Self::empty();
        kinds::register(&mut agents);
        agents
    }

    /// Adds a kind; one of the same name is replaced.
    pub fn add<F>(&mut self, name: &str, usage: &str, purpose: &str, make: F)
    where
        F: Fn(&Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> + Send + Sync + 'static,
    {
        self.kinds.retain(|kind| kind.name != name);
        let (name, usage, purpose) = (name.to_owned(), usage.to_owned(), purpose.to_owned());
        self.kinds.push(AgentKind { name, usage, purpose, make: Arc::new(make) });
    }

    /// All kinds, in the order in which they were added.
    #[must_use]
    pub fn kinds(&self) -> &[AgentKind] {
        &self.kinds
    }

    /// The backend that a text names, with the usual settings, relative to the working directory.
    ///
    /// # Errors
    /// [`AgentSpecError`] when it cannot be had.
    pub fn named(&self, spec: &str) -> Result<Arc<dyn Agent>, AgentSpecError> {
        self.agent(&Wanted { spec, settings: &ModelSettings::default(), folder: Path::new("") })
    }

    /// The backend that is wanted.
    ///
    /// # Errors
    /// [`AgentSpecError`] when it cannot be had.
    pub fn agent(&self, wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
        let asked = wanted.kind();
        match self.kinds.iter().find(|kind| kind.name.eq_ignore_ascii_case(asked)) {
            Some(kind) => (kind.make)(wanted),
            None => Err(AgentSpecError::UnknownKind {
                spec: wanted.spec.to_owned(),
                nearest: nearest(asked, self.kinds.iter().map(|kind| kind.name.as_str())),
                known: self.kinds.iter().map(|kind| kind.usage.clone()).collect(),
            }),
        }
    }
}
