//! `quorate fork`: a copy of a recorded discussion that goes on from one of its turns, and what came of it otherwise.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use quorate_strategies::{
    catalog::Catalog,
    event,
    outcome::Author,
    seat::{Origin, Seat},
    turn::TurnId,
};

use super::{
    ahead::{Consent, may_begin},
    error::CommandError,
    exit::Exit,
    folder::{self, Folder},
    kept::Place,
    output::{print, tell},
    record, rejudge,
    run::until_the_end,
    wishes::pair,
    words::{Words, fill},
};
use crate::{
    agent::{Agent, Serving, spec::AgentFactory},
    manager::{Discussion, Finished, Fork, Recorded},
    report::{Minutes, Report, ResultDocument},
};

mod settings;
mod shown;

/// Who says what `--say` adds.
const PRINCIPAL: &str = "principal";

/// Flags of `quorate fork`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The id of a discussion that is kept, or its beginning; or a record, or a folder that `run --out` made
    #[arg(value_name = "ID|FILE|DIR")]
    record: PathBuf,
    #[command(flatten)]
    place: Place,
    /// The message behind which the copy goes on; 0 begins anew
    #[arg(long, value_name = "N", required_unless_present = "round")]
    at: Option<u32>,
    /// The round behind which the copy goes on, instead of a message; 0 begins anew
    #[arg(long, value_name = "N", conflicts_with = "at")]
    round: Option<u32>,
    /// Another decision rule, as `quorate list rules` shows
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,
    /// min_rounds, max_rounds, max_turns, turn_seconds, total_seconds, or a knob of the strategy or rule; may be given
    /// several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
    /// The agent that goes on for one seat, as `quorate list agents` shows; that of the record when none is given
    #[arg(long = "agent", value_name = "NAME=SPEC", value_parser = pair)]
    agents: Vec<(String, String)>,
    /// A model that goes on for every seat and writes the result, such as openai:MODEL
    #[arg(long, value_name = "SPEC")]
    model: Option<String>,
    /// Words from outside the table, said where the copy goes on; every seat is shown them, and they are no vote
    #[arg(long, value_name = "TEXT")]
    say: Vec<String>,
    /// Write minutes.md, result.json and record.jsonl of the copy into this folder, which is made where it is missing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Do not ask before a discussion that may cost money or take many turns of models or programs
    #[arg(long)]
    yes: bool,
    /// Print one JSON document: both results, and what differs
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (path, recorded) = record::whole(&args.record, &args.place)?;
    let words = Words::of(recorded.state.charter().brief.language);
    record::tell_what_is_missing(&path, &recorded, words);
    let fork = fork(args, &recorded)?;
    let (discussion, log) = fork.begin(table(args, &fork)?)?;
    let plan = discussion.check()?;
    let consent = if args.yes { Consent::Given } else { Consent::Asked };
    if !may_begin(&discussion, &plan, consent)? {
        return Err(CommandError::Refused(words.run.not_begun));
    }
    let folder = args.out.as_deref().map(Folder::open).transpose()?;
    let (discussion, again) = args.place.keep(discussion, folder.as_ref(), words)?;
    let ended = until_the_end(discussion, words);
    again.tell(words);
    let finished = ended?;
    if let Some(folder) = &folder {
        write_down(&finished, folder, words)?;
    }
    let serving = log.so_far();
    tell_what_was_served(&serving, plan.charter.origin.as_ref(), words);
    let both = shown::Both { recorded: &recorded, finished: &finished, serving: &serving };
    print(&if args.json { both.document() } else { both.table(words) })?;
    Ok(Exit::of(&finished.outcome, &finished.state))
}

fn fork(args: &Args, recorded: &Recorded) -> Result<Fork, CommandError> {
    let mut fork = Fork::of(&recorded.entries)?;
    if let Some(round) = args.round {
        fork = fork.after_round(round)?;
    }
    if let Some(at) = args.at {
        fork = fork.at(TurnId(at));
    }
    Ok(args.say.iter().fold(fork, |fork, text| fork.says(PRINCIPAL, text.as_str())))
}

/// The table of the record, with what goes on for each of its seats.
fn table(args: &Args, fork: &Fork) -> Result<Discussion, CommandError> {
    let catalog = Catalog::builtin();
    let charter = settings::settled(args, fork, &catalog)?;
    let mut discussion = Discussion::settled(&charter, &catalog)?;
    for (name, _) in &args.agents {
        rejudge::seat(fork.roster(), name)?;
    }
    for (_, seat) in fork.roster().iter() {
        discussion = discussion.seat(seat.clone(), agent(args, seat)?);
    }
    let written = fork.state().result().map(|result| &result.author);
    let writer = match (&args.model, written) {
        (Some(model), _) => Some(AgentFactory::builtin().named(model).map_err(|why| wrong("--model", &why))?),
        // A backend that cannot be had again leaves the result to the rule, as it is labelled.
        (None, Some(Author::Synthesizer { backend })) => AgentFactory::builtin().named(backend).ok(),
        (None, _) => None,
    };
    Ok(match writer {
        Some(writer) => discussion.synthesizer(writer),
        None => discussion,
    })
}

/// What goes on for a seat: as a flag says, else what answered in the record, where its name says how to have it again.
fn agent(args: &Args, seat: &Seat) -> Result<Arc<dyn Agent>, CommandError> {
    let agents = AgentFactory::builtin();
    let named = args.agents.iter().rev().find(|(name, _)| seat.name.eq_ignore_ascii_case(name));
    if let Some((name, spec)) = named {
        return agents.named(spec).map_err(|why| wrong(&format!("--agent {name}={spec}"), &why));
    }
    if let Some(model) = &args.model {
        return agents.named(model).map_err(|why| wrong("--model", &why));
    }
    let backend = &seat.backend;
    let known = matches!(backend.origin, Origin::Checklist | Origin::Rehearsal | Origin::Model | Origin::Person);
    let again = known.then(|| agents.named(&backend.name)).and_then(Result::ok);
    again.ok_or_else(|| CommandError::Flag {
        why: format!(
            "what answered for {name} ({backend}) cannot be had again from the record; say what goes on for it with \
             --agent {name}=SPEC",
            name = seat.name,
            backend = backend.name
        ),
    })
}

fn wrong(flag: &str, why: &dyn std::error::Error) -> CommandError {
    CommandError::Flag { why: format!("{flag}: {why}") }
}

fn write_down(finished: &Finished, folder: &Folder, words: &Words) -> Result<(), CommandError> {
    for (name, report) in [(folder::MINUTES, &Minutes as &dyn Report), (folder::RESULT, &ResultDocument)] {
        let mut bytes = Vec::new();
        report.render(&finished.source(), &mut bytes).map_err(CommandError::Stdout)?;
        folder.write(name, &bytes)?;
    }
    for name in [folder::MINUTES, folder::RESULT, folder::RECORD] {
        let path: &Path = &folder.path(name);
        tell(&fill(words.run.wrote, &[("path", &path.to_string_lossy())]));
    }
    Ok(())
}

fn tell_what_was_served(serving: &Serving, origin: Option<&event::Origin>, words: &Words) {
    let labels = &words.again.fork;
    let id = origin.map_or("", |origin| &*origin.id);
    let (n, last) = (serving.served.len().to_string(), serving.served.last().map_or(0, |turn| turn.0).to_string());
    let template = if serving.served.is_empty() { labels.none_served } else { labels.served };
    tell(&words.note(&fill(template, &[("n", &n), ("id", id), ("last", &last)])));
    if let Some(turn) = serving.diverged {
        tell(&words.note(&fill(labels.diverged, &[("turn", &turn.0.to_string())])));
    }
}
