//! Why a prompt cannot be written, with the file and the line where there is one.

use std::{io, path::PathBuf};

use quorate_strategies::seat::SeatId;
use thiserror::Error;

/// Why a prompt cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PromptError {
    /// A folder or file of templates cannot be read.
    #[error("cannot read {}: {source}; check the path and its permissions", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file in a folder of templates has no template's name.
    #[error("{} overrides no template; the templates are {known}", path.display())]
    UnknownFile {
        /// Which.
        path: PathBuf,
        /// The names there are.
        known: &'static str,
    },
    /// A template is larger than any prompt should be.
    #[error("{} has {bytes} bytes; a template may have {most}", path.display())]
    TooLarge {
        /// Which.
        path: PathBuf,
        /// Its size.
        bytes: usize,
        /// The largest size.
        most: usize,
    },
    /// A template does not compile, or fails when it is filled in.
    #[error("{}:{line}: {message}", file.display())]
    Template {
        /// The file: of the user's folder, or the name of a built-in one.
        file: PathBuf,
        /// The line, from 1; 0 where it is not known.
        line: usize,
        /// What is wrong.
        message: String,
        /// The engine's own account of it.
        source: Box<minijinja::Error>,
    },
    /// A step names a task that the strategy's card does not have.
    #[error("the card of {strategy} has no task {task:?}")]
    Task {
        /// The strategy.
        strategy: String,
        /// The name of the task.
        task: String,
    },
    /// Nobody holds the seat.
    #[error("nobody holds seat {}", .0.0)]
    Seat(SeatId),
}
