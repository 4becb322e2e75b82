//! Why a backend cannot be had from its text.

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::checklist::ChecklistError;

/// Why a backend cannot be had. Nothing has been asked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AgentSpecError {
    /// There is no such kind.
    #[error("unknown agent {spec:?}{}; known: {}", suggestion(.nearest), .known.join(", "))]
    UnknownKind {
        /// The text as given.
        spec: String,
        /// The nearest kind there is.
        nearest: Option<String>,
        /// How every kind is written.
        known: Vec<String>,
    },
    /// A key from the environment would travel unencrypted to another machine.
    #[error(
        "the key from the environment would go to {url} unencrypted; use https, or give the key for it with `key_file`"
    )]
    KeyInTheClear {
        /// The address.
        url: String,
    },
    /// The kind is written in another way.
    #[error("{spec:?} is not how this agent is written: {usage}")]
    Form {
        /// The text as given.
        spec: String,
        /// How it is written.
        usage: String,
    },
    /// There is no such checklist.
    #[error("there is no checklist {name:?}; known: {}; a file of one's own ends with .toml", .known.join(", "))]
    UnknownList {
        /// The name as given.
        name: String,
        /// Those that ship.
        known: Vec<String>,
    },
    /// The checklist has no such domain.
    #[error("the checklist {list} has no domain {name:?}; known: {}", .known.join(", "))]
    UnknownDomain {
        /// The checklist.
        list: String,
        /// The domain as given.
        name: String,
        /// Those it has.
        known: Vec<String>,
    },
    /// A file cannot be read.
    #[error("cannot read {}: {source}; check the path", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The checklist's file is wrong.
    #[error(transparent)]
    Checklist(#[from] ChecklistError),
    /// The command line of a program is not well formed.
    #[error(transparent)]
    Words(#[from] super::WordsError),
    /// The program cannot be run.
    #[cfg(all(unix, feature = "programs"))]
    #[error(transparent)]
    Program(#[from] crate::agent::program::ProgramError),
    /// The agent program cannot be asked as given.
    #[cfg(all(unix, feature = "programs"))]
    #[error(transparent)]
    Cli(#[from] crate::agent::cli::CliError),
    /// The model cannot be asked as given.
    #[cfg(feature = "http")]
    #[error(transparent)]
    Model(#[from] crate::agent::http::SpecError),
    /// The agent of a gateway cannot be asked as given.
    #[cfg(feature = "openclaw")]
    #[error(transparent)]
    OpenClaw(#[from] crate::agent::openclaw::OpenClawError),
    /// The key cannot be used.
    #[cfg(feature = "http")]
    #[error(transparent)]
    Key(#[from] crate::agent::http::KeyError),
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}
