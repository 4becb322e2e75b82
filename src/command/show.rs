//! `quorate show`: the minutes of a record, also of one that was cut short.

use std::path::PathBuf;

use super::{
    error::CommandError,
    exit::Exit,
    output::{print, tell},
    record::{self, Recorded},
    words::{Words, fill},
};
use crate::report::{Minutes, Report as _, ResultDocument};

/// Flags of `quorate show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A record, or a folder that `run --out` made
    #[arg(value_name = "FILE|DIR")]
    record: PathBuf,
    /// Print the result document instead of the minutes
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (path, bytes) = record::open(&args.record)?;
    let recorded = Recorded::read(&bytes);
    if recorded.entries.is_empty() {
        let why = recorded.broken.map_or_else(|| "it is empty".to_owned(), |broken| broken.to_string());
        return Err(CommandError::NotARecord { path, why });
    }
    let words = Words::of(recorded.state.charter().brief.language);
    if let Some(broken) = &recorded.broken {
        let values = [("path", &*path.to_string_lossy()), ("why", &broken.to_string())];
        tell(&words.note(&fill(words.record.broken, &values)));
    } else if recorded.state.concluded().is_none() {
        tell(&words.note(&fill(words.record.open, &[("path", &path.to_string_lossy())])));
    }
    let mut out = Vec::new();
    let rendered = match args.json {
        true => ResultDocument.render(&recorded.source(), &mut out),
        false => Minutes.render(&recorded.source(), &mut out),
    };
    rendered.map_err(CommandError::Stdout)?;
    print(&String::from_utf8_lossy(&out))?;
    Ok(Exit::Done)
}
