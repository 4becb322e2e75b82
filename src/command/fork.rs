//! `quorate fork`: a copy of a recorded discussion that goes on from one of its turns, and what came of it otherwise.

use std::path::{Path, PathBuf};

use quorate_strategies::{catalog::Catalog, event, turn::TurnId};

use super::{
    again::Instead,
    ahead::{Consent, may_begin},
    error::CommandError,
    exit::Exit,
    folder::Folder,
    kept::Place,
    output::{print, tell},
    record,
    run::{files, until_the_end},
    wishes::{pair, within},
    words::{Words, fill},
};
use crate::{
    agent::Serving,
    manager::{Discussion, Fork, Recorded},
};

pub(super) mod onward;
pub(super) mod settings;
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
    #[arg(long, value_name = "N", required_unless_present = "round", value_parser = within::<u32>(0..=u32::MAX.into()))]
    at: Option<u32>,
    /// The round behind which the copy goes on, instead of a message; 0 begins anew
    #[arg(long, value_name = "N", conflicts_with = "at", value_parser = within::<u32>(0..=u32::MAX.into()))]
    round: Option<u32>,
    /// Another decision rule, as `quorate list rules` shows
    #[arg(long, value_name = "RULE")]
    rule: Option<String>,
    /// min_rounds, max_rounds, max_turns, turn_seconds, total_seconds, budget_calls, budget_tokens, budget_money, or a knob of
    /// the strategy or rule; may be given several times. What is served takes nothing of the copy's budget
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
    /// Write minutes.md, report.html, result.json and record.jsonl of the copy into this folder, which is made where it is
    /// missing
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
    let (discussion, log) = fork.begin(table(args, &fork, &path)?)?;
    let plan = discussion.check()?;
    let consent = if args.yes { Consent::Given } else { Consent::Asked };
    if !may_begin(&discussion, &plan, consent)? {
        return Err(CommandError::Refused(words.run.not_begun));
    }
    let folder = args.out.as_deref().map(Folder::open).transpose()?;
    let (discussion, again) = args.place.keep(discussion, folder.as_ref(), words)?;
    let ended = until_the_end(discussion, words);
    again.tell(ended.as_ref().ok().map(|finished| &*finished.hash), words);
    let finished = ended?;
    if let Some(folder) = &folder {
        files(&finished.source(), folder, words)?;
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
fn table(args: &Args, fork: &Fork, path: &Path) -> Result<Discussion, CommandError> {
    let catalog = Catalog::builtin();
    let seats = u32::try_from(fork.roster().len()).unwrap_or(u32::MAX);
    let charter = settings::settled(fork.charter(), seats, args.rule.as_deref(), &args.settings, &catalog)?;
    let instead = Instead { agents: &args.agents, model: args.model.as_deref() };
    if args.record.exists() && !args.yes {
        instead.is_left_to(path, &charter, fork.roster())?;
    }
    instead.table(&charter, fork.state(), &catalog)
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
