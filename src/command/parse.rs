//! `quorate parse`: what would be read from a reply, and where it was found.

use std::{
    fmt::Write as _,
    io::{self, Read as _},
    sync::Arc,
};

use quorate_strategies::{
    brief::Language,
    reading::{Ballot, Provenance, Reading},
    seat::{Roster, Seat, SeatId},
    step::Form,
    turn::Message,
};

use super::{
    bulk::answer_lines,
    columns,
    error::CommandError,
    exit::Exit,
    output::print,
    wishes::Lang,
    words::{Words, called},
};
use crate::reading::{Raw, Table, jsonl, read};

/// Flags of `quorate parse`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Whose reply it is
    #[arg(long, value_name = "NAME")]
    speaker: Option<String>,
    /// Somebody at the table; may be given several times
    #[arg(long = "participant", value_name = "NAME")]
    participants: Vec<String>,
    /// A decision point that is scored; may be given several times, in order
    #[arg(long = "point", value_name = "NAME")]
    points: Vec<String>,
    /// Something that can be voted for; may be given several times, in order
    #[arg(long = "option", value_name = "TEXT")]
    options: Vec<String>,
    /// The language of the reply and of what is shown
    #[arg(long, value_name = "LANG", value_enum, default_value = "en")]
    lang: Lang,
    /// Read lines {"id", "text", "speaker", "participants", "points", "options", "lang"} and print a line for each
    #[arg(long, conflicts_with_all = ["speaker", "participants", "points", "options", "lang"])]
    jsonl: bool,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    if args.jsonl {
        return answer_lines(jsonl::parse_line);
    }
    let (roster, speaker) = table(args)?;
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(CommandError::Stdin)?;
    let text = String::from_utf8_lossy(&bytes);
    let arcs = |texts: &[String]| texts.iter().map(|text| Arc::from(text.as_str())).collect::<Vec<Arc<str>>>();
    let (options, points) = (arcs(&args.options), arcs(&args.points));
    let table = Table {
        roster: &roster,
        speaker,
        form: &Form::Free,
        options: &options,
        points: &points,
        language: Language::from(args.lang),
    };
    print(&shown(&read(Raw::whole(&text), &table), &table))?;
    Ok(Exit::Done)
}

/// Everybody at the table; a speaker who is not listed sits there too.
fn table(args: &Args) -> Result<(Roster, SeatId), CommandError> {
    let mut roster = Roster::default();
    let wrong = |why: quorate_strategies::seat::RosterError| CommandError::Speakers { why: why.to_string() };
    for name in &args.participants {
        roster.add(Seat::new(name.as_str())).map_err(wrong)?;
    }
    let speaker = match &args.speaker {
        None => SeatId(u16::MAX),
        Some(name) => match roster.find(name) {
            Some(seat) => seat,
            None => roster.add(Seat::new(name.as_str())).map_err(wrong)?,
        },
    };
    Ok((roster, speaker))
}

/// Every datum on a line of its own, with its provenance behind it.
fn shown(message: &Message, table: &Table<'_>) -> String {
    let words = Words::of(table.language);
    let (labels, names) = (&words.inspect.parse, words.names());
    let reading: &Reading = &message.reading;
    let mut out = String::new();
    let mut row = |name: &str, value: &str, from: Provenance| {
        let from = format!("{from:?}").to_lowercase();
        let from = called(names.provenance, &from);
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}{}{from}", columns::padded(name, LABEL), columns::padded(value, VALUE));
    };
    row(labels.kind, called(names.kinds, reading.kind.value.name()), reading.kind.from);
    row(labels.stance, called(names.counted, reading.stance.value.name()), reading.stance.from);
    if let Some(confidence) = &reading.confidence {
        row(labels.confidence, &confidence.value.to_string(), confidence.from);
    }
    for mention in &reading.mentions {
        row(labels.mention, table.roster.name(mention.value), mention.from);
    }
    for score in &reading.scores {
        let point = table.points.get(usize::from(score.point).saturating_sub(1)).map_or("?", |name| name);
        let value = score.value.map_or_else(|| labels.missing.to_owned(), |value| value.to_string());
        row(labels.score, &format!("{point}: {value}"), score.from);
    }
    if let Some(ballot) = &reading.ballot {
        row(labels.ballot, &vote(&ballot.value, table.options, labels.abstain), ballot.from);
    }
    for (name, from) in [(labels.concede, reading.concede), (labels.close, reading.close), (labels.pass, reading.pass)]
    {
        if let Some(from) = from {
            row(name, labels.yes, from);
        }
    }
    for idea in &reading.ideas {
        row(labels.idea, idea, Provenance::Marker);
    }
    let mut remark = |name: &str, text: &str| {
        let _ = writeln!(out, "{}{text}", columns::padded(name, LABEL));
    };
    let position = reading.position().map_or(labels.stays, |position| called(names.counted, position.name()));
    remark(labels.position, position);
    for warning in &reading.warnings {
        let about = warning.about.as_deref().unwrap_or_default();
        let text = match table.language {
            // The code, as in records and results, says it in English.
            Language::En => {
                let code = serde_json::to_value(warning.code).unwrap_or_default();
                format!("{} {about}", code.as_str().unwrap_or_default())
            }
            Language::Zh | Language::Ja if about.is_empty() => (names.warning)(warning.code).to_owned(),
            Language::Zh | Language::Ja => words.remark((names.warning)(warning.code), about),
        };
        remark(labels.warning, &text);
    }
    if message.reasoning.is_some() {
        remark(labels.reasoning, labels.apart);
    }
    out
}

/// Where values and provenances begin.
const LABEL: usize = 12;
const VALUE: usize = 24;

fn vote(ballot: &Ballot, options: &[Arc<str>], abstain: &str) -> String {
    let name =
        |option: &u16| options.get(usize::from(*option)).map_or_else(|| option.to_string(), |name| name.to_string());
    let join = |all: &[u16], between: &str| all.iter().map(name).collect::<Vec<_>>().join(between);
    match ballot {
        Ballot::Choice(option) => name(option),
        Ballot::Ranking(options) => join(options, " > "),
        Ballot::Approval(options) => join(options, ", "),
        Ballot::Points(points) => {
            points.iter().map(|(option, points)| format!("{}: {points}", name(option))).collect::<Vec<_>>().join(", ")
        }
        Ballot::Abstain => abstain.to_owned(),
    }
}
