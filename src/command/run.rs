//! `quorate run`: a discussion from its first turn to its minutes.

use std::{
    io::{self, IsTerminal as _},
    path::PathBuf,
    sync::Arc,
};

use quorate_strategies::catalog::Catalog;

use super::{
    ahead::{Consent, may_begin},
    error::CommandError,
    exit::Exit,
    folder::{self, Folder},
    found,
    interrupt::{self, Signals},
    kept::Place,
    notes::language_note,
    output::{print, tell},
    progress::Progress,
    usher::Usher,
    wishes::Wishes,
    words::{Words, fill},
};
use crate::{
    agent::spec::AgentFactory,
    argument::{Argument, Raised},
    manager::{Discussion, Finished, Recorded},
    preset::Preset,
    report::{Minutes, Report, ResultDocument, Source, text},
};

/// Flags of `quorate run`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A preset that ships (see `quorate list presets`), or the path of a discussion file
    #[arg(value_name = "PRESET|FILE")]
    preset: String,
    #[command(flatten)]
    wishes: Wishes,
    /// Write minutes.md, report.html, result.json and record.jsonl into this folder, which is made where it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// Do not ask before a discussion that may cost money or take many turns of models or programs
    #[arg(long)]
    yes: bool,
    /// Print the result document instead of the minutes
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    #[cfg(feature = "pipeline")]
    if super::pipeline::check::is_one(&args.preset) {
        return Err(CommandError::IsPipeline { path: args.preset.clone() });
    }
    let preset = Preset::named(&args.preset)?;
    let mut overrides = args.wishes.overrides();
    found::resolve(&mut overrides)?;
    let discussion = preset.discussion(&overrides, &Catalog::builtin(), &AgentFactory::builtin())?.named();
    let plan = discussion.check()?;
    let words = Words::of(plan.charter.brief.language);
    if let Some(note) = language_note(&preset, &overrides, &plan) {
        tell(&words.note(note));
    }
    let consent = if args.yes { Consent::Given } else { Consent::Asked };
    if !may_begin(&discussion, &plan, consent)? {
        return Err(CommandError::Refused(words.run.not_begun));
    }
    let (discussion, folder) = filed(args, discussion, preset.minutes(&overrides, &Catalog::builtin())?)?;
    if let Some(folder) = folder.as_ref().filter(|_| args.out.is_none()) {
        tell(&words.note(&wrote(words.run.will_write, folder, "")));
    }
    let (kept, again) = args.place.keep(discussion, folder.as_ref(), words)?;
    let ended = played(kept, again.flag(), words);
    again.tell(ended.as_ref().ok().map(|finished| &*finished.hash), words);
    let finished = ended.map_err(|error| keep_what_there_is(error, folder.as_ref(), words))?;
    write_down(args, &finished, folder.as_ref(), words)?;
    let exit = Exit::of(&finished.outcome, &finished.state);
    explain(&finished, exit, words);
    if found::embedded(&plan.roster) {
        found::tell_what_was_found(&args.preset, plan.charter.brief.language)?;
    }
    Ok(exit)
}

/// The folder that takes the files: as a flag says, else one of the discussion's own in that of its preset.
fn filed(
    args: &Args,
    discussion: Discussion,
    minutes: Option<PathBuf>,
) -> Result<(Discussion, Option<Folder>), CommandError> {
    if let Some(path) = &args.out {
        return Ok((discussion, Some(Folder::open(path)?)));
    }
    let Some(minutes) = minutes else { return Ok((discussion, None)) };
    let path = minutes.join(&*discussion.name());
    let folder = Folder::open(&path)?;
    // Where the path is no text, whoever goes on finds it by itself.
    let whole = std::path::absolute(&path).ok().and_then(|path| Some(path.to_str()?.into()));
    Ok((discussion.minutes_in(whole), Some(folder)))
}

/// Runs a discussion while people see how far it is and what waits for them. `store` is the flag with which another process
/// reaches it, where one can.
pub(super) fn played(
    discussion: Discussion,
    store: Option<String>,
    words: &'static Words,
) -> Result<Finished, CommandError> {
    let usher = Usher::new(words, discussion.name(), store);
    let mut discussion = discussion.observer(Arc::new(usher));
    let progress = io::stderr().is_terminal().then(|| Arc::new(Progress::new(words)));
    if let Some(progress) = &progress {
        discussion = discussion.observer(Arc::clone(progress) as Arc<_>);
    }
    let ended = until_the_end(discussion, words);
    if let Some(progress) = &progress {
        progress.clear();
    }
    ended
}

/// Runs a discussion; the first interrupt stops it, and the second ends the process.
pub(super) fn until_the_end(mut discussion: Discussion, words: &'static Words) -> Result<Finished, CommandError> {
    let control = discussion.control();
    // One thread does: a discussion waits for its backends and hardly computes.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(CommandError::Signals)?;
    let ended = runtime.block_on(async {
        let signals = Signals::listen().map_err(CommandError::Signals)?;
        let watch = tokio::spawn(interrupt::watch(signals, control, words.run.interrupt));
        let ended = discussion.run().await;
        watch.abort();
        Ok(ended?)
    });
    // A host name that is still being looked up must not hold up the end.
    runtime.shutdown_background();
    ended
}

/// Writes the minutes of what was recorded before the discussion broke off, where there is a record.
fn keep_what_there_is(error: CommandError, folder: Option<&Folder>, words: &Words) -> CommandError {
    let Some(folder) = folder else { return error };
    let Ok(bytes) = std::fs::read(folder.path(folder::RECORD)) else { return error };
    let recorded = Recorded::read(&bytes);
    let mut minutes = Vec::new();
    if Minutes.render(&recorded.source(), &mut minutes).is_ok() && folder.write(folder::MINUTES, &minutes).is_ok() {
        tell(&wrote(words.run.wrote_part, folder, folder::MINUTES));
    }
    error
}

fn wrote(template: &str, folder: &Folder, name: &str) -> String {
    fill(template, &[("path", &folder.path(name).to_string_lossy())])
}

fn write_down(args: &Args, finished: &Finished, folder: Option<&Folder>, words: &Words) -> Result<(), CommandError> {
    if let Some(folder) = folder {
        files(&finished.source(), folder, words)?;
    }
    match (args.json, &args.out) {
        (true, _) => printed(&finished.source(), Printed::Document),
        (false, None) => printed(&finished.source(), Printed::Minutes),
        (false, Some(_)) => Ok(()),
    }
}

/// What is printed of a discussion that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Printed {
    /// Its minutes.
    Minutes,
    /// Its result document.
    Document,
}

fn render(report: &dyn Report, source: &Source<'_>) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    report.render(source, &mut bytes).map_err(CommandError::Stdout)?;
    Ok(bytes)
}

/// Writes what is made from a record into the folder where it lies.
pub(super) fn files(source: &Source<'_>, folder: &Folder, words: &Words) -> Result<(), CommandError> {
    for (name, report) in folder::TOLD {
        folder.write(name, &render(*report, source)?)?;
    }
    folder.write(folder::RESULT, &render(&ResultDocument, source)?)?;
    for name in folder::TOLD.iter().map(|(name, _)| *name).chain([folder::RESULT, folder::RECORD]) {
        tell(&wrote(words.run.wrote, folder, name));
    }
    #[cfg(feature = "pipeline")]
    if let Some(deliverable) = crate::report::deliverable::Deliverable::of(source) {
        for (name, text) in deliverable.files() {
            folder.write(name, text.as_bytes())?;
            tell(&wrote(words.run.wrote, folder, name));
        }
    }
    Ok(())
}

pub(super) fn printed(source: &Source<'_>, shape: Printed) -> Result<(), CommandError> {
    let bytes = match shape {
        Printed::Minutes => render(&Minutes, source)?,
        Printed::Document => render(&ResultDocument, source)?,
    };
    print(&String::from_utf8_lossy(&bytes)).map(|_| ())
}

/// So many objections are listed on stderr; more are for the minutes.
const FEW: usize = 5;

/// Says on stderr which objections nobody came back to, where they are few, whatever was decided.
fn open_objections(finished: &Finished, words: &Words) {
    let argument = Argument::of(&finished.source());
    let name = |one: &Raised| text::line(finished.state.roster().name(one.seat)).to_string();
    let open: Vec<String> = argument.unanswered().map(|one| format!("{} {}", name(one), one.message)).collect();
    if (1..=FEW).contains(&open.len()) {
        tell(&fill(words.run.unanswered, &[("all", &words.list(open))]));
    }
}

/// Says on stderr what nobody answered, and why there is no decision; with causes per seat where nobody answered at all.
pub(super) fn explain(finished: &Finished, exit: Exit, words: &Words) {
    open_objections(finished, words);
    let outcome = &finished.outcome;
    let template = match exit {
        Exit::Done | Exit::Usage => return,
        Exit::Undecided => words.run.undecided,
        Exit::Interrupted => words.run.interrupted,
        Exit::NoAnswers => words.run.no_result,
    };
    tell(&fill(template, &[("stop", outcome.stop.name()), ("why", (words.names().stop)(outcome.stop))]));
    if let Some(note) = &outcome.note {
        tell(note);
    }
    for one in outcome.participation.iter().filter(|one| exit == Exit::NoAnswers && one.asked > 0) {
        if let Some(cause) = &one.cause {
            let name = finished.state.roster().name(one.seat);
            tell(&fill(words.run.cause, &[("name", name), ("cause", cause)]));
        }
    }
}
