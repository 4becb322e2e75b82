//! Reading in bulk: a line of JSON in, a line of JSON out.

use std::sync::Arc;

use quorate_strategies::{
    brief::Language,
    reading::{Ballot, Provenance, Reading, Score},
    seat::{Roster, RosterError, Seat, SeatId},
    step::Form,
};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::{Raw, Table, read};

/// Why a line cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
enum LineError {
    #[error("the line is no JSON; write one object on each line")]
    NotJson,
    #[error("the line is no JSON object")]
    NotAnObject,
    #[error("the field \"text\" is no string")]
    TextIsNoString,
    #[error("the field \"lang\" is {0}; it may be \"en\", \"zh\" or \"ja\"")]
    Language(Value),
    #[error("the field \"participants\" cannot be seated: {0}")]
    Participants(RosterError),
    #[error("the field \"speaker\" cannot be seated: {0}")]
    Speaker(RosterError),
}

/// Reads one line `{"id", "text", "speaker", "participants", "points", "options", "lang"}` and writes what was read.
///
/// Absent fields have defaults: no text, nobody else at the table, no points, no options, English. A line that cannot be
/// read gives `{"id", "error"}`.
#[must_use]
pub fn parse_line(line: &str) -> String {
    let fields = match serde_json::from_str::<Value>(line) {
        Ok(Value::Object(fields)) => fields,
        Ok(_) => return failed(&Value::Null, &LineError::NotAnObject),
        Err(_) => return failed(&Value::Null, &LineError::NotJson),
    };
    let id = fields.get("id").cloned().unwrap_or(Value::Null);
    answer(&id, &fields).map_or_else(|error| failed(&id, &error), |answer| answer.to_string())
}

fn answer(id: &Value, fields: &Map<String, Value>) -> Result<Value, LineError> {
    let text = match fields.get("text") {
        None | Some(Value::Null) => "",
        Some(Value::String(text)) => text,
        Some(_) => return Err(LineError::TextIsNoString),
    };
    let (roster, speaker) = roster(fields)?;
    let (options, points) = (names(fields.get("options")), names(fields.get("points")));
    let table = Table {
        roster: &roster,
        speaker,
        form: &Form::Free,
        options: &options,
        points: &points,
        language: language(fields)?,
    };
    let message = read(Raw::whole(text), &table);
    Ok(shown(id, &message.reading, &table))
}

fn failed(id: &Value, error: &LineError) -> String {
    json!({ "id": id, "error": error.to_string() }).to_string()
}

/// Everybody named, and a speaker who is not listed; an absent speaker is nobody at the table.
fn roster(fields: &Map<String, Value>) -> Result<(Roster, SeatId), LineError> {
    let mut roster = Roster::default();
    for name in names(fields.get("participants")) {
        roster.add(Seat::new(name)).map_err(LineError::Participants)?;
    }
    let speaker = match fields.get("speaker").and_then(Value::as_str).filter(|name| !name.trim().is_empty()) {
        None => SeatId(u16::MAX),
        Some(name) => match roster.find(name) {
            Some(seat) => seat,
            None => roster.add(Seat::new(name)).map_err(LineError::Speaker)?,
        },
    };
    Ok((roster, speaker))
}

/// A list of names, each a string or an object with a name.
fn names(value: Option<&Value>) -> Vec<Arc<str>> {
    let name = |item: &Value| item.as_str().or_else(|| item.get("name").and_then(Value::as_str)).map(Arc::from);
    value.and_then(Value::as_array).map(|items| items.iter().filter_map(name).collect()).unwrap_or_default()
}

/// The language of a code, with or without a region: `zh`, `zh-CN`.
fn language(fields: &Map<String, Value>) -> Result<Language, LineError> {
    let Some(given) = fields.get("lang").filter(|given| !given.is_null()) else { return Ok(Language::En) };
    let code = given.as_str().unwrap_or_default().split(['-', '_']).next().unwrap_or_default();
    let known =
        [Language::En, Language::Zh, Language::Ja].into_iter().find(|known| known.code().eq_ignore_ascii_case(code));
    known.ok_or_else(|| LineError::Language(given.clone()))
}

fn shown(id: &Value, reading: &Reading, table: &Table<'_>) -> Value {
    let none = json!({ "value": null, "from": Provenance::None });
    let mentions = reading.mentions.iter();
    let scores = reading.scores.iter();
    let concede = reading.concede.unwrap_or_default();
    json!({
        "id": id,
        "kind": reading.kind,
        "stance": reading.stance,
        "confidence": reading.confidence.map_or_else(|| none.clone(), |read| json!(read)),
        "mentions": mentions.map(|read| json!({ "value": table.roster.name(read.value), "from": read.from })).collect::<Vec<_>>(),
        "scores": scores.map(|read| json!({ "point": read.point, "value": read.value.map(number), "from": read.from })).collect::<Vec<_>>(),
        "ballot": reading.ballot.as_ref().map_or(none, |read| json!({ "value": ballot(&read.value, table.options), "from": read.from })),
        "concede": { "value": reading.concedes(), "from": concede },
        "warnings": reading.warnings,
    })
}

/// A score as it is written outside: whole where it is whole.
fn number(score: Score) -> Value {
    let hundredths = score.hundredths();
    if hundredths.is_multiple_of(100) { json!(hundredths / 100) } else { json!(f64::from(hundredths) / 100.0) }
}

/// A ballot as `tally` takes it, options by their text.
fn ballot(ballot: &Ballot, options: &[Arc<str>]) -> Value {
    let name = |option: &u16| options.get(usize::from(*option)).map_or(Value::Null, |name| json!(name));
    match ballot {
        Ballot::Choice(option) => name(option),
        Ballot::Ranking(chosen) | Ballot::Approval(chosen) => chosen.iter().map(name).collect(),
        Ballot::Points(given) => {
            let point =
                |(option, points): &(u16, u32)| Some((options.get(usize::from(*option))?.to_string(), json!(points)));
            Value::Object(given.iter().filter_map(point).collect())
        }
        Ballot::Abstain => json!("abstain"),
    }
}
