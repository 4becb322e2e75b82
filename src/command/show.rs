//! `quorate show`: the minutes of a record, also of one that was cut short.

use std::path::PathBuf;

use super::{
    error::CommandError,
    exit::Exit,
    output::{print, tell},
    record::{self, Recorded},
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
    if let Some(broken) = &recorded.broken {
        tell(&format!("note: {}: {broken}; shown is what stands before it", path.display()));
    } else if recorded.state.concluded().is_none() {
        tell(&format!("note: {}: the discussion has not ended in this record", path.display()));
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
