//! `quorate doctor`: what this machine offers, or whether the backends of a discussion are there and answer in form.

mod backends;
pub(super) mod machine;
mod sheet;
#[cfg(test)]
mod tests;
pub(super) mod words;

use std::future::Future;

use quorate_strategies::{catalog::Catalog, seat::Origin};
use serde_json::{Value, json};

use self::words::say;
use super::{
    error::CommandError,
    exit::Exit,
    forecast::Forecast,
    found,
    output::{print, tell},
    wishes::Wishes,
};
use crate::{
    agent::{Cost, spec::AgentFactory},
    doctor::{Asking, MOST_REQUESTS, Probing, distinct, examine, is_asked, look, question},
    manager::{Discussion, Plan},
    preset::Preset,
};

/// The version of the document.
const DOCUMENT: u32 = 1;

/// Tokens of an answer to the trial question, where the discussion sets no limit.
const TRIAL_TOKENS: u32 = 400;

/// Flags of `quorate doctor`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A preset that ships, or the path of a discussion file, whose backends are looked at; this machine when nothing is
    /// said
    #[arg(value_name = "PRESET|FILE")]
    preset: Option<String>,
    #[command(flatten)]
    wishes: Wishes,
    /// Ask a trial question also where that may cost money; what it may cost is said before
    #[arg(long, requires = "preset", conflicts_with = "no_probe")]
    ask: bool,
    /// Send nothing: look for no server, and ask no backend, not even those on this machine
    #[arg(long)]
    no_probe: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    match &args.preset {
        Some(preset) => discussion(args, preset),
        None if args.wishes.are_about_a_discussion() => Err(CommandError::Refused(
            "these flags are about a discussion: name one, as in `quorate doctor plan-review --model SPEC`",
        )),
        None => this_machine(args),
    }
}

fn this_machine(args: &Args) -> Result<Exit, CommandError> {
    let probing = if args.no_probe { Probing::Off } else { Probing::Loopback };
    let machine = waiting(look(&|name| std::env::var_os(name), probing))?;
    let language = args.wishes.language().unwrap_or_default();
    match args.json {
        true => print_document("machine", machine::document(&machine, probing))?,
        false => drop(print(&machine::sheet(&machine, probing, language))?),
    }
    Ok(Exit::Done)
}

fn discussion(args: &Args, preset: &str) -> Result<Exit, CommandError> {
    let asking = match (args.no_probe, args.ask) {
        (true, _) => Asking::Nothing,
        (false, true) => Asking::Paid,
        (false, false) => Asking::Free,
    };
    let preset = Preset::named(preset)?;
    let catalog = Catalog::builtin();
    let mut overrides = args.wishes.overrides();
    found::resolve(&mut overrides)?;
    let limit = preset.max_tokens(&overrides, &catalog)?;
    if limit.is_none() {
        overrides = overrides.set("max_tokens", TRIAL_TOKENS.to_string());
    }
    let discussion = preset.without_needs().discussion(&overrides, &catalog, &AgentFactory::builtin())?;
    let plan = discussion.check()?;
    announce(&discussion, &plan, asking, limit.unwrap_or(TRIAL_TOKENS))?;
    let examined = waiting(examine(&discussion, &plan, asking))?;
    match args.json {
        true => print_document("backends", backends::document(&examined))?,
        false => drop(print(&backends::sheet(&examined, asking, plan.charter.brief.language))?),
    }
    let trouble = examined.iter().any(|one| one.found.is_trouble());
    Ok(if trouble { Exit::Undecided } else { Exit::Done })
}

/// Says before anything is asked who is asked, and what it may cost.
fn announce(discussion: &Discussion, plan: &Plan, asking: Asking, tokens: u32) -> Result<(), CommandError> {
    let language = plan.charter.brief.language;
    let requests = MOST_REQUESTS.to_string();
    for (agent, _) in distinct(discussion) {
        if !is_asked(agent.as_ref(), asking) {
            continue;
        }
        let name = agent.backend().name;
        let seconds = plan.charter.limits.turn_ms.div_ceil(1_000).to_string();
        let holes = [("backend", &*name), ("requests", requests.as_str()), ("seconds", seconds.as_str())];
        let words = match (agent.cost(), agent.backend().origin) {
            (Cost::Free, _) => &words::ASKING,
            (Cost::Possible, Origin::Program) => &words::ASKING_PROGRAM,
            (Cost::Possible, _) => &words::ASKING_PAID,
        };
        let question = question(agent, language, plan.charter.limits.turn_ms);
        let forecast = Forecast::of(&question, &question.check()?, Some(tokens));
        let all = |count: u64| count.saturating_mul(u64::from(MOST_REQUESTS)).to_string();
        let (read, written) = (all(forecast.input_tokens), all(forecast.output_tokens));
        tell(&say(words, language, &[holes[0], holes[1], holes[2], ("read", &read), ("written", &written)]));
    }
    Ok(())
}

fn print_document(name: &str, value: Value) -> Result<(), CommandError> {
    let document = json!({ "doctor": DOCUMENT, name: value });
    let text = serde_json::to_string_pretty(&document).map(|text| text + "\n").unwrap_or_default();
    print(&text).map(drop)
}

/// Waits on one thread, which is all that looking takes.
pub(super) fn waiting<F: Future>(future: F) -> Result<F::Output, CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(CommandError::Signals)?;
    let output = runtime.block_on(future);
    // A host name that is still being looked up must not hold up the end.
    runtime.shutdown_background();
    Ok(output)
}
