//! `quorate init`: a discussion file of one's own, made from a preset that ships, with everything else that can be set.

mod seat;
mod settings;

use std::{
    fmt::Write as _,
    fs,
    io::{self, Write as _},
    path::PathBuf,
};

use clap::builder::PossibleValuesParser;
use quorate_strategies::{brief::Language, catalog::Catalog, presets::PRESETS, strategy::Knob};

use self::{
    seat::SEAT,
    settings::{HEAD, Setting, TOP, WORDS},
};
use super::{
    error::CommandError,
    exit::Exit,
    output::{print, tell},
    wishes::Lang,
};
use crate::{
    agent::spec::AgentFactory,
    guide::said,
    preset::{Overrides, Preset},
};

/// Flags of `quorate init`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The preset that the file begins as
    #[arg(value_name = "PRESET", value_parser = PossibleValuesParser::new(Preset::shipped_names()))]
    preset: String,
    /// Where it is written; PRESET.toml here by default, stdout for -
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// The language of the discussion, and of the comments
    #[arg(long, value_name = "LANG", default_value = "en")]
    lang: Lang,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let language = args.lang.into();
    let named = PathBuf::from(format!("{}.toml", args.preset));
    if args.out.as_ref().is_some_and(|out| out.as_os_str() == "-") {
        print(&file(&args.preset, &named.display().to_string(), language)?)?;
        return Ok(Exit::Done);
    }
    let path = args.out.clone().unwrap_or(named);
    let shown = path.display().to_string();
    let text = file(&args.preset, &shown, language)?;
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::AlreadyExists => CommandError::Exists { path: path.clone() },
        _ => CommandError::File { action: "write", path: path.clone(), source, next: "choose another --out" },
    };
    let mut new = fs::OpenOptions::new().write(true).create_new(true).open(&path).map_err(failed)?;
    new.write_all(text.as_bytes()).map_err(failed)?;
    tell(&format!("{} {shown}", WORDS.wrote.get(language)));
    for (command, what) in next_steps(&args.preset, &shown)? {
        tell(&format!("  {command}   # {}", what.get(language)));
    }
    Ok(Exit::Done)
}

/// A path as the other verbs take it: names without a dot or slash are presets that ship.
fn as_argument(path: &str) -> String {
    if path.contains(['/', '.']) { path.to_owned() } else { format!("./{path}") }
}

type NextStep = (String, quorate_strategies::brief::Text);

fn next_steps(preset: &str, path: &str) -> Result<[NextStep; 2], CommandError> {
    let path = as_argument(path);
    let lacks = Preset::shipped(preset)?.lacks(&Overrides::default());
    let given = lacks.map(|flag| format!(" {flag}")).unwrap_or_default();
    Ok([
        (format!("quorate check {path}"), WORDS.check.clone()),
        (format!("quorate run {path}{given} --out DIR"), WORDS.run.clone()),
    ])
}

/// The whole file: what the preset says, and as comments what else could be said.
fn file(name: &str, path: &str, language: Language) -> Result<String, CommandError> {
    let text = PRESETS.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| *text);
    let text = in_one_language(text, language);
    let (top, tables) = text.split_at(tables_begin(&text));
    let mut out = String::new();
    for line in HEAD.get(language).lines() {
        comment(&mut out, &line.replace("{preset}", name));
    }
    for (command, what) in next_steps(name, path)? {
        comment(&mut out, &format!("  {command}   # {}", what.get(language)));
    }
    let _ = writeln!(out, "\n{}", top.trim_end());
    if language != Language::En {
        let _ = writeln!(out, "language = \"{}\"", language.code());
    }
    let mut unsaid = unsaid(TOP, &out);
    if Preset::shipped(name)?.is_summarised(&Catalog::builtin()) {
        // What it has instead of the usual is not shown as if it were the default.
        unsaid.retain(|setting| !["context", "max_rounds"].contains(&setting.key()));
    } else {
        unsaid.retain(|setting| setting.key() != "summarizer");
    }
    off(&mut out, &WORDS.settings, &unsaid, language);
    knobs(&mut out, name, tables, language)?;
    let seats = tables.get(seats_begin(tables)..).unwrap_or_default();
    let _ = writeln!(out, "\n{}", seats.trim_end());
    off(&mut out, &WORDS.seat, &SEAT.iter().collect::<Vec<_>>(), language);
    Ok(out)
}

/// `topic.en = …`, `topic.zh = …` and so on become one `topic = …`.
fn in_one_language(text: &str, language: Language) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        // Comments are for those who read English; the summary says the same in every language.
        if language != Language::En && line.starts_with('#') {
            continue;
        }
        let parts = line.split_once(" = ").and_then(|(key, value)| Some((key.split_once('.')?, value)));
        match parts {
            Some(((key, said), value)) if said == language.code() => {
                let _ = write!(out, "{key} = {value}");
            }
            Some(_) => {}
            None => out.push_str(line),
        }
    }
    out
}

/// Where the first table begins, with the comment above it.
fn tables_begin(text: &str) -> usize {
    begin(text, |line| line.starts_with('['))
}

fn seats_begin(text: &str) -> usize {
    begin(text, |line| line.starts_with("[[seat]]"))
}

fn begin(text: &str, is_first: impl Fn(&str) -> bool) -> usize {
    let (mut at, mut after_setting) = (0, 0);
    for line in text.split_inclusive('\n') {
        if is_first(line) {
            return after_setting;
        }
        at += line.len();
        if !line.starts_with('#') {
            after_setting = at;
        }
    }
    at
}

/// The settings that a text does not make.
fn unsaid<'s>(settings: &'s [Setting], text: &str) -> Vec<&'s Setting> {
    let made = |key: &str| {
        text.lines().any(|line| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with(['=', '.'])))
    };
    settings.iter().filter(|setting| !made(setting.key())).collect()
}

/// Settings that are turned off, each with what it does.
fn off(out: &mut String, heading: &quorate_strategies::brief::Text, settings: &[&Setting], language: Language) {
    let _ = writeln!(out);
    comment(out, heading.get(language));
    for setting in settings {
        comment(out, &format!("{}   # {}", setting.line, setting.meaning.get(language)));
    }
}

/// What the preset sets of knobs, and the others turned off.
fn knobs(out: &mut String, name: &str, tables: &str, language: Language) -> Result<(), CommandError> {
    let catalog = Catalog::builtin();
    let preset = Preset::shipped(name)?.without_needs();
    let plan = preset.discussion(&Overrides::default(), &catalog, &AgentFactory::builtin())?.check()?;
    let strategy = catalog.strategy(&plan.charter.strategy.name, &plan.charter.strategy.knobs)?;
    table(out, ("knobs", &strategy.card().name), strategy.card().knobs, tables, language);
    if let Some(rule) = &plan.rule {
        table(out, ("rule_knobs", rule.name()), rule.knobs(), tables, language);
    }
    Ok(())
}

fn table(out: &mut String, (key, owner): (&str, &str), knobs: &[Knob], tables: &str, language: Language) {
    if knobs.is_empty() {
        return;
    }
    let header = format!("[{key}]");
    let is_made = |line: &&str| line.starts_with(&header);
    let made = chunks(tables).find(|chunk| chunk.lines().any(|line| is_made(&line))).unwrap_or_default();
    let _ = writeln!(out);
    let heading = if made.trim().is_empty() { &WORDS.knobs_off } else { &WORDS.knobs };
    comment(out, &heading.get(language).replace("{owner}", owner).replace("{header}", &header));
    match made.trim() {
        "" => comment(out, &header),
        made => {
            let _ = writeln!(out, "{made}");
        }
    }
    for knob in knobs.iter().filter(|knob| !made.lines().any(|line| line.starts_with(knob.name))) {
        let bare = knob.default.parse::<u64>().is_ok();
        let value = if bare { knob.default.to_owned() } else { format!("{:?}", knob.default) };
        let [purpose, values] = [knob.purpose, knob.values].map(|text| said(text, language));
        comment(out, &format!("{} = {value}   # {purpose}{}{values}", knob.name, WORDS.between.get(language)));
    }
}

/// The tables of a text, each with the comment above it.
fn chunks(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let header = text.find('[')?;
        let end = header + 1 + begin(text.get(header + 1..)?, |line| line.starts_with('['));
        let (chunk, rest) = text.split_at_checked(end)?;
        text = rest;
        Some(chunk)
    })
}

fn comment(out: &mut String, line: &str) {
    let _ = writeln!(out, "{}", format!("# {line}").trim_end());
}
