//! The only place that prints: results to stdout, everything else to stderr, and nothing that could steer a terminal.

use std::io::{self, IsTerminal as _, Write as _};

use super::error::CommandError;
use crate::report::text;

/// Whether somebody still reads what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    Listening,
    Gone,
}

/// Prints a result. A reader that has gone, as `head` does, is no failure.
pub(super) fn print(result: &str) -> Result<Reader, CommandError> {
    let stdout = io::stdout();
    let shown = stdout.is_terminal();
    let mut out = stdout.lock();
    let written = match shown {
        true => write!(out, "{}", text::block(result)),
        false => out.write_all(result.as_bytes()),
    };
    match written.and_then(|()| out.flush()) {
        Ok(()) => Ok(Reader::Listening),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Reader::Gone),
        Err(error) => Err(CommandError::Stdout(error)),
    }
}

/// Tells the user something beside the results. When nobody can be told, there is nobody to tell that either.
pub(super) fn tell(message: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", text::block(message));
}

/// Writes what the library traces to stderr, if `QUORATE_LOG` asks for it: `QUORATE_LOG=quorate=debug`.
pub(super) fn log() {
    if let Ok(filter) = std::env::var("QUORATE_LOG") {
        let filter = tracing_subscriber::EnvFilter::new(filter);
        // Set once, right after the start.
        let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(false).try_init();
    }
}
