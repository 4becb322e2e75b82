//! `quorate resume`: a discussion that broke off goes on where its record ends.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

use quorate_strategies::event::Charter;

use super::{
    again::Instead,
    ahead::{Consent, may_begin},
    error::CommandError,
    exit::Exit,
    folder::{self, Folder},
    fork::onward,
    kept::Place,
    output::tell,
    record,
    run::{Printed, explain, files, played, printed},
    words::{Words, fill},
};
use crate::{
    agent::Prices,
    manager::{Discussion, Finished, Recorded, RunError},
    store::{Journal, Kept, Lines, StoreError, Tee, files::read_text},
};

/// The largest list of prices.
const MOST_PRICES_BYTES: u64 = 1 << 20;

/// Flags of `quorate resume`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of a discussion that is kept, or its beginning; or a record, or a folder that `run --out` made, which is
    /// gone on with in its place
    #[arg(value_name = "ID|FILE|DIR")]
    record: PathBuf,
    #[command(flatten)]
    place: Place,
    /// The agent that goes on for one seat, as `quorate list agents` shows; that of the record when none is given
    #[arg(long = "agent", value_name = "NAME=SPEC", value_parser = super::wishes::pair)]
    agents: Vec<(String, String)>,
    /// A list of prices for backends whose price the record does not settle; what it settles holds
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
    /// Write minutes.md, report.html, result.json and record.jsonl of the whole discussion into this folder too, which is
    /// made where it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Do not ask before a discussion that may cost money or take many turns, and let a file name programs that are run
    #[arg(long)]
    yes: bool,
    /// Print the result document instead of the minutes
    #[arg(long)]
    json: bool,
}

/// A record that was opened to go on with; nobody else writes to it.
struct Opened {
    path: PathBuf,
    kept: Kept,
    /// Where its minutes and its result lie, if it lies in a folder of its own.
    folder: Option<Folder>,
    from: From,
}

impl Opened {
    /// With the folder in which the record of a discussion of this machine says that its minutes are left, if that is still
    /// there.
    fn with_its_folder(self, charter: &Charter) -> Self {
        let Some(path) = charter.minutes.as_deref().map(Path::new).filter(|_| self.from == From::Store) else {
            return self;
        };
        match path.join(folder::RECORD).is_file() {
            true => Self { folder: Some(Folder::renewed(path)), ..self },
            false => self,
        }
    }
}

/// Where a record comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum From {
    /// A discussion that ran here.
    Store,
    /// Anybody may have written it.
    File,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let opened = open(args)?;
    let recorded = Recorded::read(&opened.kept.lines);
    let charter = begun(&opened.path, &recorded)?;
    let words = Words::of(charter.brief.language);
    let opened = opened.with_its_folder(&charter);
    if recorded.ended().is_some() {
        return ended(args, &opened, &recorded, words);
    }
    if recorded.state.round() == 0 {
        return Err(CommandError::TooEarly { path: opened.path });
    }
    let instead = Instead { agents: &args.agents, model: None };
    if opened.from == From::File && !args.yes {
        instead.is_left_to(&opened.path, &charter, recorded.state.roster())?;
    }
    let table = instead.table(&charter, &recorded.state, &record::catalog())?.id(charter.id.clone());
    let discussion = priced(args, &charter, table)?;
    recorded.replay(&discussion)?;
    let plan = discussion.check()?;
    let consent = if args.yes { Consent::Given } else { Consent::Asked };
    if !may_begin(&discussion, &plan, consent)? {
        return Err(CommandError::Refused(words.run.not_begun));
    }
    go_on(args, opened, recorded, discussion, words)
}

/// Prices that the record settled hold; a list is for backends that have none there.
fn priced(args: &Args, charter: &Charter, discussion: Discussion) -> Result<Discussion, CommandError> {
    let Some(path) = &args.prices else { return Ok(discussion) };
    let wrong = |why: &dyn Display| CommandError::Flag { why: format!("--prices {}: {why}", path.display()) };
    let text = read_text(path, MOST_PRICES_BYTES).map_err(|why| wrong(&why))?;
    let own = Prices::parse(&text).map_err(|why| wrong(&why))?;
    match &charter.currency {
        Some(currency) if currency != own.currency() => {
            Err(wrong(&format!("its prices are in {}, and the record counts in {currency}", own.currency())))
        }
        _ => Ok(discussion.prices(own.over(Prices::shipped()))),
    }
}

fn go_on(
    args: &Args,
    opened: Opened,
    recorded: Recorded,
    discussion: Discussion,
    words: &'static Words,
) -> Result<Exit, CommandError> {
    let out = args.out.as_deref().map(Folder::open).transpose()?;
    let journal = journal(opened.kept, out.as_ref())?;
    let said = recorded.state.turns().iter().filter(|turn| turn.is_answered()).count();
    let values = [("id", &*discussion.name()), ("n", &said.to_string())];
    tell(&words.note(&fill(words.resume.goes_on, &values)));
    // Nobody can speak to one that is kept in no store.
    let store = (opened.from == From::Store).then(|| args.place.again());
    let finished = played(discussion.journal(journal).resume(recorded), store, words)?;
    if let Some(folder) = opened.folder.as_ref().filter(|_| opened.from == From::Store) {
        folder.write(folder::RECORD, &finished.lines().map_err(RunError::from)?)?;
    }
    for folder in opened.folder.iter().chain(&out) {
        files(&finished.source(), folder, words)?;
    }
    let shape = if args.json { Printed::Document } else { Printed::Minutes };
    if args.json || (opened.folder.is_none() && out.is_none()) {
        printed(&finished.source(), shape)?;
    }
    Ok(end(&finished, words))
}

fn end(finished: &Finished, words: &Words) -> Exit {
    let exit = Exit::of(&finished.outcome, &finished.state);
    explain(finished, exit, words);
    exit
}

fn open(args: &Args) -> Result<Opened, CommandError> {
    let path = &args.record;
    if path.symlink_metadata().is_err()
        && let Some(typed) = record::as_id(path)
    {
        let unknown = || CommandError::UnknownRecord { typed: typed.to_owned(), hint: args.place.hint(typed) };
        let (id, kept) = args.place.resume(typed)?.ok_or_else(unknown)?;
        return Ok(Opened { path: id.into(), kept, folder: None, from: From::Store });
    }
    let file = if path.is_dir() { path.join(folder::RECORD) } else { path.clone() };
    match Lines::resume(&file) {
        Ok(kept) => {
            let is_ours = file.file_name().is_some_and(|name| name == folder::RECORD);
            let folder = file.parent().filter(|_| is_ours).map(Folder::renewed);
            Ok(Opened { path: file, kept, folder, from: From::File })
        }
        Err(StoreError::File { .. }) if path.is_dir() && !file.exists() => {
            Err(CommandError::NoRecord { path: path.clone() })
        }
        Err(StoreError::File { action, path, source }) => {
            Err(CommandError::File { action, path, source, next: record::NEXT })
        }
        Err(other) => Err(other.into()),
    }
}

/// What was settled, where the record is whole as far as it goes.
fn begun(path: &Path, recorded: &Recorded) -> Result<Charter, CommandError> {
    let wrong = |why: String| CommandError::NotARecord { path: path.to_owned(), why };
    match (&recorded.broken, recorded.charter()) {
        // What stands behind a broken line would be gone on with as if it had not been said.
        (Some(broken), _) => Err(wrong(broken.to_string())),
        (None, None) => Err(wrong("it is empty".to_owned())),
        (None, Some(charter)) => Ok(charter.clone()),
    }
}

/// Nothing is left to do but what was cut off behind the last event: the files that are made from the record.
fn ended(args: &Args, opened: &Opened, recorded: &Recorded, words: &Words) -> Result<Exit, CommandError> {
    let lacking = opened.folder.as_ref().filter(|folder| {
        [folder::MINUTES, folder::RESULT].iter().any(|name| folder.path(name).symlink_metadata().is_err())
    });
    let Some(folder) = lacking else {
        let stop = recorded.state.concluded().map_or("", |end| end.why.name());
        let store = if opened.from == From::Store { args.place.again() } else { String::new() };
        let fork = onward::command(&opened.path.to_string_lossy(), &store, &recorded.state);
        return Err(CommandError::Ended { path: opened.path.clone(), stop, fork });
    };
    files(&recorded.source(), folder, words)?;
    Ok(Exit::Done)
}

/// Takes what follows: in the place of the record, and in a folder that has got what stands there until now.
fn journal(kept: Kept, out: Option<&Folder>) -> Result<Box<dyn Journal>, CommandError> {
    let Some(out) = out else { return Ok(kept.journal) };
    let mut copy = out.journal()?;
    copy.append(&kept.lines)?;
    Ok(Box::new(Tee::new(kept.journal, copy)))
}
