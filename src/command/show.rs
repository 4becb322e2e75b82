//! `quorate show`: the minutes, the result or the argument of a record, also of one that was cut short.

use std::path::PathBuf;

use quorate_strategies::brief::Language;

use super::{
    error::CommandError,
    exit::Exit,
    kept::Place,
    output::{print, tell},
    record::{self, told},
    wishes::Lang,
    words::{Words, fill},
};
use crate::manager::Recorded;
use crate::report::{ArgumentGraph, Minutes, Notation, Report as _, ResultDocument};

/// Flags of `quorate show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A record, a folder that `run --out` made, or the id of a discussion that is kept (its beginning is enough)
    #[arg(value_name = "FILE|DIR|ID")]
    record: PathBuf,
    #[command(flatten)]
    place: Place,
    /// Print the result document instead of the minutes
    #[arg(long)]
    json: bool,
    /// Print the argument as a graph instead: what replies to, supports, objects to or answers what; guesses are dashed
    #[arg(long, value_name = "NOTATION", conflicts_with = "json")]
    graph: Option<Drawn>,
    /// The language of the minutes, else that of the discussion; what was said stays as it was said
    #[arg(long, value_name = "LANG", conflicts_with = "json")]
    lang: Option<Lang>,
}

/// How a graph is written.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Drawn {
    /// For Mermaid, which Markdown pages of several hosts draw
    Mermaid,
    /// For Graphviz: `dot -Tsvg` draws it
    Dot,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (path, bytes) = record::open(&args.record, &args.place)?;
    let recorded = Recorded::read(&bytes);
    let language = args.lang.map(Language::from).unwrap_or(recorded.state.charter().brief.language);
    let words = Words::of(language);
    if recorded.entries.is_empty() {
        let why = recorded.broken.map_or_else(|| "it is empty".to_owned(), |broken| broken.to_string());
        return Err(CommandError::NotARecord { path, why });
    }
    let shown = path.to_string_lossy();
    if let Some(broken) = &recorded.broken {
        let values = [("path", &*shown), ("why", &told(broken, words))];
        tell(&words.note(&fill(words.record.broken, &values)));
    } else if recorded.state.concluded().is_none() {
        tell(&words.note(&fill(words.record.open, &[("path", &shown)])));
    } else if recorded.lacks_its_result() {
        tell(&words.note(&fill(words.inspect.fault.no_result, &[("path", &shown)])));
    }
    let mut out = Vec::new();
    let source = recorded.source().told_in(language);
    let rendered = match (args.graph, args.json) {
        (Some(Drawn::Mermaid), _) => ArgumentGraph(Notation::Mermaid).render(&source, &mut out),
        (Some(Drawn::Dot), _) => ArgumentGraph(Notation::Dot).render(&source, &mut out),
        (None, true) => ResultDocument.render(&source, &mut out),
        (None, false) => Minutes.render(&source, &mut out),
    };
    rendered.map_err(CommandError::Stdout)?;
    print(&String::from_utf8_lossy(&out))?;
    Ok(record::exit(&recorded))
}
