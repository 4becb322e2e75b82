//! `quorate rehearse`: many runs in virtual time, what came of them, and every promise that was broken.

use std::fmt::Write as _;

use quorate_strategies::catalog::Catalog;
use serde_json::{Value, json};

use super::{
    error::CommandError,
    exit::Exit,
    output::print,
    wishes::Wishes,
    words::{Words, called, fill, rehearse::RehearseWords},
};
use crate::{
    agent::{
        cast::{Character, UnknownCharacter},
        spec::AgentFactory,
    },
    manager::{Discussion, Plan},
    preset::Preset,
    rehearse::{Chaos, Promise, Spread, Summary},
};

/// What stands on a seat until it is given to a character: nothing is asked for, found or spent.
const NOBODY: &str = "rehearsal";
/// Decisions that are shown one by one.
const SHOWN_DECISIONS: usize = 5;
/// Broken promises that are shown one by one.
const SHOWN_BROKEN: usize = 10;

/// Flags of `quorate rehearse`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A preset that ships (see `quorate list presets`), or the path of a discussion file
    #[arg(value_name = "PRESET|FILE")]
    preset: String,
    #[command(flatten)]
    wishes: Wishes,
    /// How many runs, each from the seed after that of the one before
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    runs: u64,
    /// Who sits down: fair, stubborn, sycophant, silent, slow, late, malformed, colluding, injecting, failing, endless; all of
    /// them where none is named
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = character)]
    cast: Vec<Character>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

fn character(name: &str) -> Result<Character, UnknownCharacter> {
    name.parse()
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let (discussion, seed) = discussion(args)?;
    let plan = discussion.check()?;
    let cast = if args.cast.is_empty() { Character::ALL.to_vec() } else { args.cast.clone() };
    let summary = Chaos::of(discussion).cast(cast.clone()).seed(seed).runs(args.runs).run()?;
    let shown = match args.json {
        true => format!("{:#}\n", document(&args.preset, &cast, &summary)),
        false => sheet(args, &plan, &cast, &summary),
    };
    print(&shown)?;
    Ok(if summary.broken.is_empty() { Exit::Done } else { Exit::Undecided })
}

/// The discussion of the preset with nobody behind its seats, and the first seed.
fn discussion(args: &Args) -> Result<(Discussion, u64), CommandError> {
    let preset = Preset::named(&args.preset)?;
    let mut overrides = args.wishes.overrides();
    let synthesised = overrides.model.is_some() || preset.is_synthesised();
    let summarised = overrides.model.is_some() || preset.has_summarizer();
    overrides.model = Some(NOBODY.to_owned());
    overrides.agents.iter_mut().for_each(|(_, spec)| NOBODY.clone_into(spec));
    let preset = preset.without_needs();
    let mut discussion = preset.discussion(&overrides, &Catalog::builtin(), &AgentFactory::builtin())?;
    if !synthesised {
        discussion.synthesizer = None;
    }
    if !summarised {
        discussion.summarizer = None;
    }
    let seed = discussion.check()?.charter.seed;
    Ok((discussion, if overrides.seed.is_some() { seed } else { 0 }))
}

/// The arguments of this process for the run of one seed alone.
fn repeat(seed: u64) -> String {
    let mut words = vec!["quorate".to_owned()];
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if matches!(arg.as_str(), "--seed" | "--runs") {
            args.next();
        } else if !arg.starts_with("--seed=") && !arg.starts_with("--runs=") {
            words.push(quoted(&arg));
        }
    }
    words.push(format!("--runs 1 --seed {seed}"));
    words.join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:@%+".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn names(cast: &[Character]) -> Vec<&'static str> {
    cast.iter().map(|one| one.name()).collect()
}

/// Decisions with their runs, the most frequent first.
fn decisions(summary: &Summary) -> Vec<(Option<&str>, u64)> {
    let mut all: Vec<_> = summary.decisions.iter().map(|(value, runs)| (value.as_deref(), *runs)).collect();
    all.sort_by(|(a, runs), (b, others)| others.cmp(runs).then_with(|| a.cmp(b)));
    all
}

fn document(preset: &str, cast: &[Character], summary: &Summary) -> Value {
    let spread = |one: &Spread| json!({"min": one.min(), "median": one.median(), "p90": one.p90(), "max": one.max()});
    let stops: serde_json::Map<_, _> =
        summary.stops.iter().map(|(stop, runs)| (stop.name().to_owned(), json!(runs))).collect();
    let levels: serde_json::Map<_, _> =
        summary.levels.iter().map(|(level, runs)| (level.name().to_owned(), json!(runs))).collect();
    let decisions: Vec<_> =
        decisions(summary).into_iter().map(|(value, runs)| json!({"decision": value, "runs": runs})).collect();
    let broken: Vec<_> = summary
        .broken
        .iter()
        .map(|one| json!({"seed": one.seed, "promise": one.promise.name(), "what": one.what, "repeat": repeat(one.seed)}))
        .collect();
    json!({
        "rehearsal": true,
        "preset": preset,
        "cast": names(cast),
        "seed": summary.seed,
        "runs": summary.runs,
        "stops": stops,
        "levels": levels,
        "decisions": decisions,
        "rounds": spread(&summary.rounds),
        "turns": spread(&summary.turns),
        "calls": spread(&summary.calls),
        "virtual_ms": spread(&summary.ms),
        "tokens": spread(&summary.tokens),
        "nanos": spread(&summary.nanos),
        "promises": Promise::ALL.map(Promise::name),
        "broken": broken,
    })
}

fn sheet(args: &Args, plan: &Plan, cast: &[Character], summary: &Summary) -> String {
    let all = Words::of(plan.charter.brief.language);
    let (words, labels) = (&all.rehearse, all.names());
    let mut out = String::new();
    let mut line = |label: &str, text: &str| {
        // Writing to a text cannot fail.
        let _ = writeln!(out, "{label}{text}");
    };
    let last = summary.seed.wrapping_add(summary.runs.saturating_sub(1));
    let (runs, first, last) = (summary.runs.to_string(), summary.seed.to_string(), last.to_string());
    let head = [("runs", &*runs), ("preset", &*args.preset), ("first", &*first), ("last", &*last)];
    line(words.rehearsal, &fill(words.head, &head));
    line(words.cast, &all.list(cast.iter().map(|one| called(words.characters, one.name()))));
    let share = |name: &str, runs: u64| fill(words.share, &[("name", name), ("n", &runs.to_string())]);
    line(words.stops, &all.list(summary.stops.iter().map(|(stop, runs)| share(stop_name(labels, *stop), *runs))));
    let levels = summary.levels.iter().rev();
    line(words.levels, &all.list(levels.map(|(level, runs)| share(called(labels.levels, level.name()), *runs))));
    let decisions = decisions(summary);
    for (value, runs) in decisions.iter().take(SHOWN_DECISIONS) {
        line(words.decision, &share(value.unwrap_or(words.undecided), *runs));
    }
    if let Some(rest) = decisions.get(SHOWN_DECISIONS..).filter(|rest| !rest.is_empty()) {
        let runs: u64 = rest.iter().map(|(_, runs)| runs).sum();
        line(words.decision, &share(&fill(words.others, &[("n", &rest.len().to_string())]), runs));
    }
    for (label, spread) in [
        (words.rounds, &summary.rounds),
        (words.turns, &summary.turns),
        (words.calls, &summary.calls),
        (words.tokens, &summary.tokens),
    ] {
        if spread.max() > 0 {
            line(label, &spreads(words, spread, |number| number.to_string()));
        }
    }
    if summary.nanos.max() > 0 {
        line(words.money, &spreads(words, &summary.nanos, |nanos| decimals(nanos, 1_000_000, 3)));
    }
    line(words.time, &spreads(words, &summary.ms, |ms| fill(words.seconds, &[("n", &decimals(ms, 100, 1))])));
    promises(&mut line, words, summary);
    out
}

/// A number of so small units, cut after so many decimals.
fn decimals(number: u64, unit: u64, places: u32) -> String {
    let (cut, scale) = (number / unit, 10_u64.pow(places));
    format!("{}.{:0width$}", cut / scale, cut % scale, width = places as usize)
}

fn stop_name(labels: &super::words::Names, stop: quorate_strategies::step::StopReason) -> &'static str {
    (labels.stop)(stop)
}

fn spreads(words: &RehearseWords, spread: &Spread, shown: impl Fn(u64) -> String) -> String {
    let [min, median, p90, max] = [spread.min(), spread.median(), spread.p90(), spread.max()].map(shown);
    fill(words.spread, &[("min", &min), ("median", &median), ("most", &p90), ("max", &max)])
}

fn promises(line: &mut impl FnMut(&str, &str), words: &RehearseWords, summary: &Summary) {
    if summary.broken.is_empty() {
        return line(words.promises, &fill(words.kept, &[("n", &Promise::ALL.len().to_string())]));
    }
    line(words.promises, &fill(words.broken, &[("n", &summary.broken.len().to_string())]));
    for one in summary.broken.iter().take(SHOWN_BROKEN) {
        let (seed, promise) = (one.seed.to_string(), called(words.names, one.promise.name()));
        line("", &fill(words.one, &[("seed", &seed), ("promise", promise), ("what", &one.what)]));
        line("", &fill(words.again, &[("command", &repeat(one.seed))]));
    }
}
