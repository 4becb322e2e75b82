//! What is fuzzed: every parser of text that others write, each with what has to hold for whatever it is given.
//!
//! A function is one target; `fuzz_targets/` holds its entry point. `.ci/fuzz` runs them all.

mod answers;
mod words;

use std::sync::Arc;

use quorate::{
    checklist::{Checklist, Language, review},
    pipeline::file::{PipelineFile, Wishes},
    preset::Preset,
    reading::{self, Raw, Table, ThoughtFilter},
    report::{Minutes, Report, ResultDocument, Source, parse_synthesis, text},
    strategies::{
        catalog::Catalog, engine::Engine, prelude::*, reading::Ballot, record::Reader, state::State, strategy::Knobs,
        tally::tally_line, verify::replay,
    },
};

pub use self::{answers::answer, words::discussion};

const LANGUAGES: [Language; 3] = [Language::En, Language::Zh, Language::Ja];

/// The first byte chooses, the rest is text.
fn chosen(data: &[u8]) -> Option<(usize, &str)> {
    let (first, rest) = data.split_first()?;
    Some((usize::from(*first), std::str::from_utf8(rest).ok()?))
}

fn roster() -> Roster {
    let mut roster = Roster::default();
    for seat in [Seat::new("Ann"), Seat::new("Bob Ray").side("yes"), Seat::new("评审").side("no")] {
        roster.add(seat).expect("three names");
    }
    roster
}

/// A reply of a model: it is read to the end, the same each time, and refers to nothing that is not there.
pub fn reply(data: &[u8]) {
    let Some((choice, raw)) = chosen(data) else { return };
    let options: [Arc<str>; 3] = ["Plan A".into(), "方案二".into(), "none".into()];
    let points: [Arc<str>; 2] = ["cost".into(), "安全".into()];
    let forms = [Form::Free, Form::Stance, Form::Ballot(options.clone().into()), Form::Scores(points.clone().into())];
    let roster = roster();
    let form = &forms[choice % 4];
    let language = LANGUAGES[choice / 4 % 3];
    let table = Table { roster: &roster, speaker: SeatId(0), form, options: &options, points: &points, language };
    let message = reading::read(Raw::whole(raw), &table);
    assert_eq!(message, reading::read(Raw::whole(raw), &table));
    let read = &message.reading;
    let known = |option: u16| usize::from(option) < options.len();
    match read.ballot.as_ref().map(|ballot| &ballot.value) {
        Some(Ballot::Choice(option)) => assert!(known(*option)),
        Some(Ballot::Ranking(list) | Ballot::Approval(list)) => assert!(list.iter().all(|option| known(*option))),
        Some(Ballot::Points(list)) => assert!(list.iter().all(|(option, _)| known(*option))),
        _ => {}
    }
    // Points are numbered from 1.
    assert!(read.scores.iter().all(|score| (1..=points.len()).contains(&usize::from(score.point))));
    assert!(read.mentions.iter().all(|seat| seat.value.index() < roster.len()));
    let _ = reading::own_words(raw, &table);
    let _ = reading::wrong_form(&message, &table);
    let shown = text::block(raw).to_string();
    assert!(shown.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()));
}

/// A reply that comes in pieces: where it is cut changes nothing that is shown.
pub fn stream(data: &[u8]) {
    let Some((step, raw)) = chosen(data) else { return };
    let mut whole = ThoughtFilter::default();
    let wanted = whole.push(raw);
    let mut filter = ThoughtFilter::default();
    let mut shown = String::new();
    let chars: Vec<char> = raw.chars().collect();
    for piece in chars.chunks(step % 7 + 1) {
        shown.push_str(&filter.push(&piece.iter().collect::<String>()));
    }
    assert_eq!(shown, wanted);
}

/// Lines of `parse --jsonl` and `tally --jsonl`: each is answered by one JSON object, and a winner is one that was reached.
pub fn ballots(data: &[u8]) {
    let Some((choice, line)) = chosen(data) else { return };
    let catalog = Catalog::builtin();
    let names: Vec<&str> = catalog.rules().collect();
    let rule = catalog.rule(names[choice % names.len()], &Knobs::new()).expect("it is built in");
    let answer: serde_json::Value = serde_json::from_str(&tally_line(rule.as_ref(), line)).expect("one object");
    assert!(answer["error"].is_string() || answer["winner"].is_null() || answer["reached"] == true, "{answer}");
    let read: serde_json::Value = serde_json::from_str(&reading::jsonl::parse_line(line)).expect("one object");
    assert!(read.is_object());
}

/// A discussion file: it is read, or refused at a line that it has.
pub fn preset(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // A base is another file; reading those is not what is tested.
    if text.contains("base") {
        return;
    }
    if let Err(error) = Preset::parse("d.toml", text, ".") {
        let told = error.to_string();
        let line = told.strip_prefix("d.toml:").and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
        let line = line.unwrap_or_else(|| panic!("no line in {told}"));
        assert!(line >= 1 && line <= text.split('\n').count(), "{told}");
    }
}

/// A pipeline file: it is one that can be planned, whose stages all stand in the plan once, or the mistake names the file.
pub fn pipeline(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let made = PipelineFile::parse("p.toml", text, "nowhere").and_then(|file| {
        let built = file.look(&Wishes::default())?;
        assert_eq!(built.plan.waves.concat().len(), file.stage_names().count());
        Ok(())
    });
    if let Err(error) = made {
        assert!(error.to_string().starts_with("p.toml"), "{error}");
    }
}

/// A checklist of one's own: it is read or refused, and what is read can be used.
pub fn checklist(data: &[u8]) {
    let Ok(toml) = std::str::from_utf8(data) else { return };
    if let Ok(list) = Checklist::parse("list.toml", toml) {
        let _ = review(&list, "# Plan\n\n1. Do it by 5 May (owner: Ana)\n2. 完成 第一步 之后\n", Language::En);
    }
}

/// A material under review: every finding stands at a line of it and says something.
pub fn material(data: &[u8]) {
    let Some((choice, text)) = chosen(data) else { return };
    let names: Vec<&str> = Checklist::shipped_names().collect();
    let list = Checklist::shipped(names[choice % names.len()]).expect("it ships");
    let language = LANGUAGES[choice / 8 % 3];
    let lines = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX);
    for finding in review(&list, text, language) {
        assert!(finding.line.is_none_or(|line| line >= 1 && line <= lines), "{finding:?} in {lines} lines");
        assert!(!finding.message.trim().is_empty());
    }
}

/// A record from who knows where: it is read as far as it goes, replayed and written down.
pub fn record(data: &[u8]) {
    let entries: Vec<_> = Reader::new(data).map_while(Result::ok).collect();
    let mut state = State::default();
    let folded: Vec<_> = entries.into_iter().take_while(|entry| state.apply(entry.seq, &entry.event).is_ok()).collect();
    let source = Source::new(&state, &folded, "hash");
    let mut out = Vec::new();
    Minutes.render(&source, &mut out).expect("memory takes it");
    ResultDocument.render(&source, &mut out).expect("memory takes it");
    let catalog = Catalog::builtin();
    let charter = state.charter();
    let Ok(strategy) = catalog.strategy(&charter.strategy.name, &charter.strategy.knobs) else { return };
    let rule = charter.rule.as_ref().and_then(|rule| catalog.rule(&rule.name, &rule.knobs).ok());
    let _ = replay(Engine::new(strategy, rule, State::default()), folded.iter().map(|entry| (entry.seq, &entry.event)));
}

/// A model's result document: it is taken or refused, whatever it says.
pub fn synthesis(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = parse_synthesis(text, &State::default(), "model");
}
