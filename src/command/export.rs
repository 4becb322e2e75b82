//! `quorate export`: the files of a discussion that is kept, as `run --out` writes them, and its report as one page.

use std::path::{Path, PathBuf};

#[cfg(feature = "html")]
use quorate_strategies::brief::Language;

#[cfg(feature = "html")]
use super::wishes::Lang;
use super::{
    error::CommandError,
    exit::Exit,
    folder::{self, Folder},
    kept::Place,
    output::{print, tell},
    record,
    words::{Words, fill},
};
#[cfg(feature = "html")]
use crate::report::Page;
use crate::{
    manager::Recorded,
    report::{Report, ResultDocument, Source},
};

/// Flags of `quorate export`.
#[derive(Debug, clap::Args)]
#[group(id = "what", required = true, multiple = true, args = ["out", "page"])]
pub(super) struct Args {
    /// The id of a discussion that is kept (its beginning is enough), or a record, or a folder that `run --out` made
    #[arg(value_name = "ID|FILE|DIR")]
    id: PathBuf,
    /// The folder for minutes.md, report.html, result.json and record.jsonl, which is made where it is missing; `-` prints
    /// the record
    #[arg(long, value_name = "DIR|-")]
    out: Option<PathBuf>,
    /// The file for the report as one page of HTML that needs nothing but itself; `-` prints it
    #[cfg(feature = "html")]
    #[arg(long, value_name = "FILE|-")]
    page: Option<PathBuf>,
    /// The language of the page, else that of the discussion; what was said stays as it was said
    #[cfg(feature = "html")]
    #[arg(long, value_name = "LANG", requires = "page")]
    lang: Option<Lang>,
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
    let words = Words::of(recorded.state.charter().brief.language);
    #[cfg(feature = "html")]
    if let Some(file) = &args.page {
        let source = recorded.source();
        let source = args.lang.map_or(source, |lang| source.told_in(Language::from(lang)));
        let page = rendered(&Page, &source)?;
        if file == Path::new("-") {
            print(&String::from_utf8_lossy(&page))?;
        } else {
            folder::write(file, &page)?;
            tell(&fill(words.run.wrote, &[("path", &file.to_string_lossy())]));
        }
    }
    match args.out.as_deref() {
        None => {}
        Some(out) if out == Path::new("-") => {
            print(&String::from_utf8_lossy(&lines))?;
            return Ok(record::exit(&recorded));
        }
        Some(out) => files(&Folder::open(out)?, &recorded.source(), &lines, words)?,
    }
    if let Some(broken) = &recorded.broken {
        let values = [("path", &*path.to_string_lossy()), ("why", &record::told(broken, words))];
        tell(&words.note(&fill(words.record.broken, &values)));
    }
    Ok(record::exit(&recorded))
}

/// Everything that is made from a record, and the record as it is kept, also where it is damaged.
fn files(folder: &Folder, source: &Source<'_>, lines: &[u8], words: &Words) -> Result<(), CommandError> {
    let write = |name: &str, content: &[u8]| {
        folder.write(name, content)?;
        tell(&fill(words.run.wrote, &[("path", &folder.path(name).to_string_lossy())]));
        Ok(())
    };
    for (name, report) in folder::TOLD {
        write(name, &rendered(*report, source)?)?;
    }
    write(folder::RESULT, &rendered(&ResultDocument, source)?)?;
    write(folder::RECORD, lines)
}

fn rendered(report: &dyn Report, source: &Source<'_>) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    report.render(source, &mut bytes).map_err(CommandError::Stdout)?;
    Ok(bytes)
}
