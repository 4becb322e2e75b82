//! `quorate check`: lints a discussion and prints its worst case, before anything is spent.

use std::fmt::Write as _;

use quorate_strategies::{catalog::Catalog, seat::Seat};

use super::{
    error::CommandError,
    exit::Exit,
    forecast::{ANSWER, Forecast},
    notes::notes,
    output::print,
    wishes::Wishes,
};
use crate::{
    agent::spec::AgentFactory,
    manager::{Discussion, MOST_ATTEMPTS, Plan},
    preset::Preset,
};

/// Flags of `quorate check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A preset that ships (see `quorate list presets`), or the path of a discussion file
    #[arg(value_name = "PRESET|FILE")]
    preset: String,
    #[command(flatten)]
    wishes: Wishes,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let preset = Preset::named(&args.preset)?;
    let overrides = args.wishes.overrides();
    let catalog = Catalog::builtin();
    let discussion = preset.without_needs().discussion(&overrides, &catalog, &AgentFactory::builtin())?;
    let plan = discussion.check()?;
    let answer = preset.max_tokens(&overrides, &catalog)?;
    let forecast = Forecast::of(&discussion, &plan, answer);
    let mut out = String::new();
    head(&mut out, &plan);
    worst(&mut out, &discussion, &plan, &forecast, answer);
    for note in notes(&plan, &forecast) {
        line(&mut out, "note", &note);
    }
    match preset.lacks(&overrides) {
        Some(flag) => line(
            &mut out,
            "ok",
            &format!("it can begin once it is given {flag}; nothing was asked and nothing was spent"),
        ),
        None => line(&mut out, "ok", "it can begin; nothing was asked and nothing was spent"),
    }
    print(&out)?;
    Ok(Exit::Done)
}

/// Writing to a string cannot fail.
fn line(out: &mut String, name: &str, text: &str) {
    let _ = writeln!(out, "{name:<10}{text}");
}

fn head(out: &mut String, plan: &Plan) {
    let charter = &plan.charter;
    let knobs = |knobs: &quorate_strategies::strategy::Knobs| {
        let set: Vec<String> = knobs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        if set.is_empty() { String::new() } else { format!(" ({})", set.join(", ")) }
    };
    line(out, "strategy", &format!("{}{}", charter.strategy.name, knobs(&charter.strategy.knobs)));
    match &charter.rule {
        Some(rule) => line(out, "rule", &format!("{}{}", rule.name, knobs(&rule.knobs))),
        None => line(out, "rule", "none: no decision is sought"),
    }
    line(out, "rounds", &format!("{} to {}", charter.rounds.min, charter.rounds.max));
    for (_, seat) in plan.roster.iter() {
        line(out, "seat", &described(seat));
    }
}

fn described(seat: &Seat) -> String {
    let mut text = format!("{} ({}", seat.name, seat.role);
    if let Some(side) = &seat.side {
        let _ = write!(text, ", for {side:?}");
    }
    if seat.weight != 1 {
        let _ = write!(text, ", weight {}", seat.weight);
    }
    if !seat.vote {
        text.push_str(", without a vote");
    }
    if !seat.voice {
        text.push_str(", without a voice");
    }
    let _ = write!(text, "): {}", seat.backend.name);
    text
}

fn worst(out: &mut String, discussion: &Discussion, plan: &Plan, forecast: &Forecast, answer: Option<u32>) {
    let per_seat: Vec<String> =
        plan.roster.iter().zip(&forecast.turns).map(|((_, seat), turns)| format!("{} {turns}", seat.name)).collect();
    line(out, "turns", &format!("at most {}: {}", forecast.all_turns(), per_seat.join(", ")));
    let limits = plan.charter.limits;
    if forecast.model_turns == 0 && discussion.synthesizer.is_none() {
        let (whose, money) = match forecast.program_turns {
            0 => ("no model is asked", "none"),
            _ => ("no model is asked but by programs", "what the programs spend"),
        };
        line(out, "calls", &format!("none: {whose}"));
        line(out, "money", money);
    } else {
        let turns = forecast.model_turns;
        let requests = turns.saturating_mul(u64::from(MOST_ATTEMPTS));
        let result = if discussion.synthesizer.is_some() { ", and 1 for the result (2 with a retry)" } else { "" };
        line(
            out,
            "calls",
            &format!("at most {turns} turns of models{result}; {requests} requests with all retries and repairs"),
        );
        let basis = match answer {
            Some(most) => format!("at most {most} an answer"),
            None => format!("counting {ANSWER} an answer, as max_tokens is not set"),
        };
        let (read, written) = (forecast.input_tokens, forecast.output_tokens);
        line(out, "tokens", &format!("about {read} read and {written} written, without retries, {basis}"));
        line(out, "money", "price unknown: there is no table of prices yet");
    }
    if forecast.program_turns > 0 {
        let turns = forecast.program_turns;
        let runs = turns.saturating_mul(u64::from(MOST_ATTEMPTS));
        line(out, "programs", &format!("at most {turns} turns, {runs} runs with all repairs"));
    }
    if forecast.person_turns > 0 {
        let (turns, waiting) = (forecast.person_turns, span(forecast.person_ms.min(limits.total_ms)));
        line(out, "people", &format!("at most {turns} turns, for which up to {waiting} are waited"));
    }
    let longest = forecast.wait_ms.min(limits.total_ms);
    let (turn, total) = (span(limits.turn_ms), span(limits.total_ms));
    line(out, "time", &format!("at most {} ({turn} a turn, {total} in all)", span(longest)));
}

/// A time as people write it.
fn span(ms: u64) -> String {
    match (ms / 1000, ms % 1000) {
        (0, ms) => format!("{ms} ms"),
        (seconds @ 0..120, _) => format!("{seconds} s"),
        (seconds @ 120..7200, _) if seconds % 60 == 0 => format!("{} min", seconds / 60),
        (seconds @ 120..7200, _) => format!("{} min {} s", seconds / 60, seconds % 60),
        (seconds, _) if seconds % 3600 < 60 => format!("{} h", seconds / 3600),
        (seconds, _) => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}
