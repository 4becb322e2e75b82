//! Why a program cannot be a backend.

use std::path::PathBuf;

use thiserror::Error;

/// Why a program cannot be a backend. Nothing was started.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// No program is named.
    #[error("no program is named; write command:PROGRAM ARGUMENTS")]
    Blank,
    /// A word holds a NUL character, which no program can be given.
    #[error(
        "{} holds a NUL character (\\u0000), which no program can be given; take it out",
        if *.at == 0 { "the name of the program".to_owned() } else { format!("argument {} of the program", .at) }
    )]
    Nul {
        /// Which word: 0 for the program's name, else the number of the argument.
        at: usize,
    },
    /// `PATH` has no such program.
    #[error("there is no program {name:?} in PATH{}", suggestion(.nearest))]
    NotInPath {
        /// The name as given.
        name: String,
        /// The nearest program there is.
        nearest: Option<String>,
    },
    /// There is no such file.
    #[error("there is no program {}{}; a path begins at the folder of its file", path.display(), suggestion(.nearest))]
    NoFile {
        /// Where it was looked for.
        path: PathBuf,
        /// The nearest file there is.
        nearest: Option<String>,
    },
    /// The file cannot be executed.
    #[error(
        "{} is no file that can be executed; chmod +x it, or name what runs it, as in command:sh {}",
        path.display(), path.display()
    )]
    NotExecutable {
        /// The file.
        path: PathBuf,
    },
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean {name:?}?"))
}
