//! What this machine offers, on a sheet or as a document, with the command line for each thing.

use quorate_strategies::brief::{Language, Text};
use serde_json::{Value, json};

use super::{
    sheet::Sheet,
    words::{self, say},
};
use crate::doctor::{
    Answer, FoundKey, FoundProgram, Ignored, IgnoredWhy, KeyState, Machine, Odd, Offer, Probing, SEATS_PROGRAMS, Server,
};

/// The discussion that command lines are shown with.
const PRESET: &str = "plan-review";
/// What that discussion is given.
static GIVEN: Text = Text::all("--material FILE", "--material 计划.md", "--material 計画.md");
/// Models that get a command line of their own; the others are named.
const SHOWN: usize = 3;
/// Names that are listed before the rest is counted.
const NAMED: usize = 20;

/// The command line that puts this backend on every seat.
pub(in crate::command) fn command_line(preset: &str, spec: &str, language: Language) -> String {
    // What another discussion needs is known to whoever just ran it.
    let given = if preset == PRESET { GIVEN.get(language) } else { "…" };
    format!("quorate run {}{} {given} --model {}", argument(preset), spoken(language), argument(spec))
}

/// The flag that keeps to a language, unless that is the one without a flag.
fn spoken(language: Language) -> String {
    if language == Language::default() { String::new() } else { format!(" --lang {}", language.code()) }
}

/// The discussion that is shown, with its flags.
fn shown(language: Language) -> String {
    format!("{PRESET}{} {}", spoken(language), GIVEN.get(language))
}

/// A word as a shell takes it, whatever it holds.
fn argument(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._:/@+-,=%".contains(c);
    match word.chars().all(plain) && !word.is_empty() {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

pub(super) fn sheet(machine: &Machine, probing: Probing, language: Language) -> String {
    let mut sheet = Sheet::new(language);
    sheet.title(&words::KEYS, &[]);
    machine.keys.iter().for_each(|found| key(&mut sheet, *found));
    sheet.none_of(&machine.keys);
    sheet.title(&words::SERVERS, &[("limit", &limit())]);
    match probing {
        Probing::Loopback => machine.servers.iter().for_each(|found| server(&mut sheet, found)),
        Probing::Off => sheet.entry(&words::NOT_PROBED, &[]),
    }
    machine.ignored.iter().for_each(|found| ignored(&mut sheet, *found));
    sheet.title(&words::PROGRAMS, &[]);
    machine.programs.iter().for_each(|found| program(&mut sheet, found));
    match SEATS_PROGRAMS {
        true => sheet.none_of(&machine.programs),
        false => sheet.entry(&words::PROGRAM_NOT_HERE, &[]),
    }
    close(&mut sheet, machine);
    sheet.written()
}

#[cfg(feature = "http")]
fn limit() -> String {
    crate::doctor::PROBE_LIMIT.as_millis().to_string()
}

#[cfg(not(feature = "http"))]
const fn limit() -> String {
    String::new()
}

const fn key_words(state: KeyState) -> &'static Text {
    match state {
        KeyState::Usable => &words::KEY,
        KeyState::Blank => &words::KEY_BLANK,
        KeyState::Quoted => &words::KEY_QUOTED,
        KeyState::Odd(_) => &words::KEY_ODD,
    }
}

fn key(sheet: &mut Sheet, found: FoundKey) {
    let position = if let KeyState::Odd(position) = found.state { position.to_string() } else { String::new() };
    let holes = [("variable", found.variable), ("provider", found.provider), ("position", position.as_str())];
    sheet.entry(key_words(found.state), &holes);
    if found.state == KeyState::Usable {
        sheet.command(&command_line(PRESET, &format!("{}:MODEL", found.provider), sheet.language()));
    }
}

fn server(sheet: &mut Sheet, found: &Server) {
    let at = [("name", found.name), ("address", found.address.as_str())];
    match &found.answer {
        Answer::Models { chat, others } => models(sheet, &at, chat, others),
        Answer::SomethingElse(odd) => {
            let what = something(*odd, sheet.language());
            sheet.entry(&words::SOMETHING_ELSE, &[at[0], at[1], ("what", &what)]);
        }
        Answer::Live { spec } => {
            sheet.entry(&words::LIVE, &at);
            sheet.command(&command_line(PRESET, spec, sheet.language()));
            sheet.detail(&words::LIVE_HOW, &[]);
        }
        Answer::WantsKey => sheet.entry(&words::WANTS_KEY, &at),
        Answer::Silent => sheet.entry(&words::SILENT, &at),
        Answer::Nothing => sheet.entry(&words::NOTHING, &at),
    }
}

fn something(odd: Odd, language: Language) -> String {
    let status = if let Odd::Status(status) = odd { status.to_string() } else { String::new() };
    let text = match odd {
        Odd::Page => &words::PAGE,
        Odd::Redirect => &words::REDIRECT,
        Odd::Status(503) => &words::STARTING,
        Odd::Status(_) => &words::STATUS,
        Odd::Foreign => &words::FOREIGN,
        Odd::TooLong => &words::TOO_LONG,
    };
    say(text, language, &[("status", &status)])
}

fn models(sheet: &mut Sheet, at: &[(&str, &str); 2], chat: &[Offer], others: &[String]) {
    match chat {
        [] => {
            sheet.entry(&words::NO_MODELS, at);
            if at.contains(&("name", "Ollama")) {
                sheet.detail(&words::PULL, &[]);
            }
        }
        [first, ..] => {
            sheet.entry(&words::MODELS, &[at[0], at[1], ("count", &chat.len().to_string())]);
            let language = sheet.language();
            chat.iter().take(SHOWN).for_each(|offer| sheet.command(&command_line(PRESET, &offer.spec, language)));
            if chat.len() > SHOWN {
                let more: Vec<&str> = chat.iter().skip(SHOWN).map(|offer| offer.model.as_str()).collect();
                let names = named(&more, sheet.language());
                sheet.detail(&words::MORE_MODELS, &[("first", &first.spec), ("names", &names)]);
            }
        }
    }
    if !others.is_empty() {
        let names = named(&others.iter().map(String::as_str).collect::<Vec<_>>(), sheet.language());
        sheet.detail(&words::OTHERS, &[("names", &names)]);
    }
}

/// Names in a row; of many, some and the count of the rest.
pub(super) fn named(names: &[&str], language: Language) -> String {
    let row = |names: &[&str]| names.join(words::COMMA.get(language));
    match names.get(..NAMED) {
        Some(first) if names.len() > NAMED => {
            let count = (names.len() - NAMED).to_string();
            say(&words::AND_MORE, language, &[("names", &row(first)), ("count", &count)])
        }
        _ => row(names),
    }
}

fn ignored(sheet: &mut Sheet, found: Ignored) {
    let text = match found.why {
        IgnoredWhy::Elsewhere => &words::ELSEWHERE,
        IgnoredWhy::Unusable => &words::UNUSABLE,
    };
    sheet.entry(text, &[("variable", found.variable)]);
}

fn program(sheet: &mut Sheet, found: &FoundProgram) {
    sheet.entry(&words::PROGRAM, &[("name", found.name), ("path", &found.path.to_string_lossy())]);
    match found.spec {
        None => sheet.detail(&words::PROGRAM_GATEWAY, &[]),
        Some(spec) => {
            sheet.command(&command_line(PRESET, spec, sheet.language()));
            sheet.detail(&words::PROGRAM_HOW, &[]);
        }
    }
}

/// How to go on: from nothing to a model, or from a model to knowing whether it does.
fn close(sheet: &mut Sheet, machine: &Machine) {
    let language = sheet.language();
    if offers_something(machine) {
        return sheet.title(&words::TRY, &[("preset", &shown(language))]);
    }
    sheet.title(&words::EMPTY, &[]);
    sheet.command(&format!("quorate run {}", shown(language)));
    sheet.title(&words::INSTALL, &[]);
    sheet.command("ollama pull qwen3:4b");
    sheet.command(&command_line(PRESET, "ollama:qwen3:4b", language));
    sheet.title(&words::SET_KEY, &[]);
    sheet.command(&command_line(PRESET, "openai:MODEL", language));
}

/// Whether anything was found that could answer for a seat.
pub(in crate::command) fn offers_something(machine: &Machine) -> bool {
    machine.keys.iter().any(|key| key.state == KeyState::Usable)
        || machine.servers.iter().any(|server| match &server.answer {
            Answer::Models { chat, .. } => !chat.is_empty(),
            Answer::Live { .. } => true,
            _ => false,
        })
        || machine.programs.iter().any(|program| program.spec.is_some())
}

pub(super) fn document(machine: &Machine, probing: Probing) -> Value {
    let with = |spec: &str| command_line(PRESET, spec, Language::default());
    let keys = machine.keys.iter().map(|found| {
        let (state, position) = match found.state {
            KeyState::Usable => ("usable", None),
            KeyState::Blank => ("blank", None),
            KeyState::Quoted => ("quoted", None),
            KeyState::Odd(position) => ("odd", Some(position)),
        };
        let command = (found.state == KeyState::Usable).then(|| with(&format!("{}:MODEL", found.provider)));
        json!({ "variable": found.variable, "provider": found.provider, "state": state, "position": position,
                "command": command })
    });
    let programs = machine.programs.iter().map(|found| {
        json!({ "name": found.name, "path": found.path.to_string_lossy(), "spec": found.spec, "command": found.spec.map(with) })
    });
    let ignored = machine.ignored.iter().map(|found| {
        let why = match found.why {
            IgnoredWhy::Elsewhere => "elsewhere",
            IgnoredWhy::Unusable => "unusable",
        };
        json!({ "variable": found.variable, "why": why })
    });
    json!({
        "keys": keys.collect::<Vec<_>>(),
        "probed": probing == Probing::Loopback,
        "servers": machine.servers.iter().map(server_document).collect::<Vec<_>>(),
        "ignored": ignored.collect::<Vec<_>>(),
        "programs": programs.collect::<Vec<_>>(),
    })
}

fn server_document(found: &Server) -> Value {
    let (state, chat, others) = match &found.answer {
        Answer::Models { chat, others } => ("models", chat.as_slice(), others.as_slice()),
        Answer::SomethingElse(_) => ("something-else", &[][..], &[][..]),
        Answer::Live { .. } => ("live", &[][..], &[][..]),
        Answer::WantsKey => ("wants-key", &[][..], &[][..]),
        Answer::Silent => ("silent", &[][..], &[][..]),
        Answer::Nothing => ("nothing", &[][..], &[][..]),
    };
    let models = chat
        .iter()
        .map(|offer| json!({ "model": offer.model, "spec": offer.spec, "command": command_line(PRESET, &offer.spec, Language::default()) }));
    let spec = if let Answer::Live { spec } = &found.answer { Some(spec) } else { None };
    json!({ "name": found.name, "address": found.address, "state": state,
            "models": models.collect::<Vec<_>>(), "others": others, "spec": spec })
}
