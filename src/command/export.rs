//! `quorate export`: the files of a discussion that is kept, as `run --out` writes them.

use std::path::{Path, PathBuf};

use super::{
    error::CommandError,
    exit::Exit,
    folder::{self, Folder},
    kept::Place,
    output::{print, tell},
    record,
    words::{Words, fill},
};
use crate::manager::Recorded;
use crate::report::{Minutes, Report, ResultDocument};

/// Flags of `quorate export`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of a discussion that is kept; its beginning is enough
    #[arg(value_name = "ID")]
    id: PathBuf,
    /// The folder for minutes.md, result.json and record.jsonl, which is made where it is missing; `-` prints the record
    #[arg(long, value_name = "DIR|-")]
    out: PathBuf,
    #[command(flatten)]
    place: Place,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (path, lines) = record::open(&args.id, &args.place)?;
    let recorded = Recorded::read(&lines);
    if recorded.entries.is_empty() {
        let why = recorded.broken.map_or_else(|| "it is empty".to_owned(), |broken| broken.to_string());
        return Err(CommandError::NotARecord { path, why });
    }
    if args.out == Path::new("-") {
        print(&String::from_utf8_lossy(&lines))?;
        return Ok(record::exit(&recorded));
    }
    let words = Words::of(recorded.state.charter().brief.language);
    let folder = Folder::open(&args.out)?;
    let render = |report: &dyn Report| -> Result<Vec<u8>, CommandError> {
        let mut bytes = Vec::new();
        report.render(&recorded.source(), &mut bytes).map_err(CommandError::Stdout)?;
        Ok(bytes)
    };
    let files = [
        (folder::MINUTES, render(&Minutes)?),
        (folder::RESULT, render(&ResultDocument)?),
        // As it is kept, also where it is damaged.
        (folder::RECORD, lines),
    ];
    for (name, content) in &files {
        folder.write(name, content)?;
        tell(&fill(words.run.wrote, &[("path", &folder.path(name).to_string_lossy())]));
    }
    if let Some(broken) = &recorded.broken {
        let values = [("path", &*path.to_string_lossy()), ("why", &record::told(broken, words))];
        tell(&words.note(&fill(words.record.broken, &values)));
    }
    Ok(record::exit(&recorded))
}
