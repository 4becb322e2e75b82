//! What a checklist seat says in a review: its findings at first, what stands later, and the sum of all as the expert.

use std::fmt::Write as _;

use quorate_strategies::{
    brief::{Brief, Language},
    reading::{Finding, Kind, Severity},
    seat::Role,
};

use crate::agent::{
    Request,
    checklist::{
        Answer, ChecklistSeat, Gives,
        known::{Known, Whose},
        speech,
    },
};

/// Whether the seat speaks for the first time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    First,
    Later,
}

impl Time {
    const fn of(request: &Request<'_>) -> Self {
        if request.standing.last_message.is_none() { Self::First } else { Self::Later }
    }
}

/// Findings that a conclusion spells out; the rest is counted.
const SPELLED_OUT: usize = 12;

/// A seat adds what its own domains find; what it said before, it does not say again.
pub(super) fn supplement(seat: &ChecklistSeat, own: Known, request: &Request<'_>) -> Answer {
    if request.seat.role == Role::Synthesizer {
        return synthesize(seat, own, request);
    }
    let met = met_by(&own, request);
    let time = Time::of(request);
    let (kind, stance) = manner(&own, time);
    let language = request.brief.language;
    let mut say = if time == Time::First { told(&own, seat, request.brief) } else { standing(&own, language) };
    if let Some(name) = met {
        let _ = write!(say, "\n{}", speech::say(language, "met", &[("name", name)]));
    }
    Answer { say, kind, stance, known: own, ..Answer::default() }
}

/// A synthesiser brings everything at the table together, and stands where that leaves the whole.
fn synthesize(seat: &ChecklistSeat, own: Known, request: &Request<'_>) -> Answer {
    let known = own.and(Known::heard(request, Whose::Own)).and(Known::heard(request, Whose::Others));
    let (_, stance) = manner(&known, Time::Later);
    Answer { say: concluded(&known, seat, request.brief), kind: "summary", stance, known, ..Answer::default() }
}

/// The expert opens with its own findings, and from round 2 on with everything that is at the table.
pub(super) fn open(seat: &ChecklistSeat, own: Known, request: &Request<'_>) -> Answer {
    let time = Time::of(request);
    let known = own.and(Known::heard(request, Whose::Own)).and(Known::heard(request, Whose::Others));
    let (kind, stance) = manner(&known, time);
    let language = request.brief.language;
    let say = if time == Time::First { told(&known, seat, request.brief) } else { standing(&known, language) };
    Answer { say, kind, stance, known, ..Answer::default() }
}

/// The expert sums up, and closes when the others brought nothing that it did not know at the opening.
pub(super) fn sum_up(seat: &ChecklistSeat, own: Known, request: &Request<'_>) -> Answer {
    let before = own.and(Known::heard(request, Whose::Own));
    let brought = Known::heard(request, Whose::Others);
    let nothing_new = before.covers(&brought);
    let known = before.and(brought);
    let (_, stance) = manner(&known, Time::Later);
    let last = nothing_new || request.task == "conclude";
    let say = if last { concluded(&known, seat, request.brief) } else { summed_up(&known, request.brief) };
    let gives = if last { Gives::Close } else { Gives::Nothing };
    Answer { say, kind: "summary", stance, known, gives, ..Answer::default() }
}

/// The name of a colleague who raised one of the seat's own findings.
fn met_by<'a>(own: &Known, request: &'a Request<'_>) -> Option<&'a str> {
    let others = request.heard.iter().filter(|heard| heard.speaker != request.id);
    // A summary repeats what it heard, which supports nothing.
    let own_words = others.filter(|heard| heard.message.reading.kind.value != Kind::Summary);
    let mut met = own_words.filter(|heard| heard.message.reading.findings.iter().any(|finding| own.has(finding)));
    met.next().map(|heard| request.roster.name(heard.speaker))
}

/// Opposes while something blocks, proposes what to mend at first, and agrees when nothing blocks.
fn manner(known: &Known, time: Time) -> (&'static str, &'static str) {
    match (known.count(Severity::Blocking), known.count(Severity::Warning)) {
        (0, 0) => ("support", "agree"),
        (0, _) if time == Time::First => ("proposal", "neutral"),
        (0, _) => ("opinion", "agree"),
        _ => ("oppose", "disagree"),
    }
}

fn told(known: &Known, seat: &ChecklistSeat, brief: &Brief) -> String {
    let language = brief.language;
    if known.is_empty() {
        return speech::say(language, "nothing", &[("seat", &seat.name)]);
    }
    let lines: Vec<String> =
        known.by_severity().into_iter().map(|finding| format!("- {}", line(finding, brief))).collect();
    format!("{}\n{}", lines.join("\n"), counted(known, language))
}

fn standing(known: &Known, language: Language) -> String {
    let blocking = known.count(Severity::Blocking).to_string();
    match (known.count(Severity::Blocking), known.len()) {
        (_, 0) => speech::phrase(language, "standing-none").to_owned(),
        (0, all) => speech::count(language, "standing-mild", all, &[]),
        (_, all) => speech::count(language, "standing-grave", all, &[("blocking", &blocking)]),
    }
}

fn summed_up(known: &Known, brief: &Brief) -> String {
    let mut say = speech::phrase(brief.language, "so-far").to_owned();
    spell_out(&mut say, known, brief);
    say
}

/// The conclusion: may it start (results: may they be delivered), and what has to change first.
fn concluded(known: &Known, seat: &ChecklistSeat, brief: &Brief) -> String {
    let key = |start: &'static str, deliver: &'static str| match seat.checklist.name() {
        "result-synthesis" => deliver,
        _ => start,
    };
    let language = brief.language;
    let mut say = match (known.count(Severity::Blocking), known.count(Severity::Warning)) {
        (0, 0) => speech::phrase(language, key("ready", "deliver-ready")).to_owned(),
        (0, warnings) => speech::count(language, key("ready-once", "deliver-ready-once"), warnings, &[]),
        (blocking, _) => speech::count(language, key("not-ready", "deliver-not-ready"), blocking, &[]),
    };
    spell_out(&mut say, known, brief);
    say
}

fn spell_out(say: &mut String, known: &Known, brief: &Brief) {
    let language = brief.language;
    let grave: Vec<&Finding> = known.by_severity().into_iter().filter(|one| one.severity > Severity::Info).collect();
    for finding in grave.iter().take(SPELLED_OUT) {
        let _ = write!(say, "\n- {}", line(finding, brief));
    }
    if let Some(rest) = grave.len().checked_sub(SPELLED_OUT).filter(|rest| *rest > 0) {
        let _ = write!(say, "\n- {}", speech::count(language, "more", rest, &[]));
    }
}

/// A finding with its place; where there are several files, the file stands before the line.
fn line(finding: &Finding, brief: &Brief) -> String {
    let language = brief.language;
    let names = brief.material.iter().map(|one| &*one.name).filter(|_| brief.material.len() > 1);
    let after = |name: &str| finding.message.strip_prefix(name)?.strip_prefix(['：', ':']).map(str::trim_start);
    let of_file = names.filter_map(|name| Some((name, after(name)?))).next();
    let message = of_file.map_or(&*finding.message, |(_, message)| message);
    let place = match (finding.line.map(|line| line.to_string()), of_file) {
        (Some(line), Some((file, _))) => speech::say(language, "line-of-file", &[("line", &line), ("file", file)]),
        (Some(line), None) => speech::say(language, "line", &[("line", &line)]),
        (None, _) => speech::phrase(language, "whole").to_owned(),
    };
    let severity = speech::severity(language, finding.severity);
    let key = if finding.suggestion.is_some() { "finding-with-suggestion" } else { "finding" };
    let suggestion = finding.suggestion.as_deref().unwrap_or_default();
    let values = [("place", place.as_str()), ("severity", severity), ("suggestion", suggestion), ("message", message)];
    speech::say(language, key, &values)
}

fn counted(known: &Known, language: Language) -> String {
    let (blocking, warnings) =
        (known.count(Severity::Blocking).to_string(), known.count(Severity::Warning).to_string());
    speech::count(language, "found", known.len(), &[("blocking", &blocking), ("warnings", &warnings)])
}
