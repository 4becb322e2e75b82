//! What a checklist seat says in a review: its findings at first, what stands later, and the sum of all as the expert.

use std::fmt::Write as _;

use quorate_strategies::{
    reading::{Finding, Severity},
    seat::Role,
};

use crate::agent::{
    Request,
    checklist::{
        Answer, ChecklistSeat, Gives,
        known::{Known, Whose},
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
        return synthesize(own, request);
    }
    let met = met_by(&own, request);
    let time = Time::of(request);
    let (kind, stance) = manner(&own, time);
    let mut say = if time == Time::First { told(&own, seat) } else { standing(&own) };
    if let Some(name) = met {
        let _ = write!(say, "\n@{name} found the same; that supports it.");
    }
    Answer { say, kind, stance, known: own, ..Answer::default() }
}

/// A synthesiser brings everything at the table together, and stands where that leaves the whole.
fn synthesize(own: Known, request: &Request<'_>) -> Answer {
    let known = own.and(Known::heard(request, Whose::Own)).and(Known::heard(request, Whose::Others));
    let (_, stance) = manner(&known, Time::Later);
    Answer { say: concluded(&known), kind: "summary", stance, known, ..Answer::default() }
}

/// The expert opens with its own findings, and from round 2 on with everything that is at the table.
pub(super) fn open(seat: &ChecklistSeat, own: Known, request: &Request<'_>) -> Answer {
    let time = Time::of(request);
    let known = own.and(Known::heard(request, Whose::Own)).and(Known::heard(request, Whose::Others));
    let (kind, stance) = manner(&known, time);
    let say = if time == Time::First { told(&known, seat) } else { standing(&known) };
    Answer { say, kind, stance, known, ..Answer::default() }
}

/// The expert sums up, and closes when the others brought nothing that it did not know at the opening.
pub(super) fn sum_up(own: Known, request: &Request<'_>) -> Answer {
    let before = own.and(Known::heard(request, Whose::Own));
    let brought = Known::heard(request, Whose::Others);
    let nothing_new = before.covers(&brought);
    let known = before.and(brought);
    let (_, stance) = manner(&known, Time::Later);
    let last = nothing_new || request.task == "conclude";
    let say = if last { concluded(&known) } else { summed_up(&known) };
    let gives = if last { Gives::Close } else { Gives::Nothing };
    Answer { say, kind: "summary", stance, known, gives, ..Answer::default() }
}

/// The name of a colleague who raised one of the seat's own findings.
fn met_by<'a>(own: &Known, request: &'a Request<'_>) -> Option<&'a str> {
    let others = request.heard.iter().filter(|heard| heard.speaker != request.id);
    let mut met = others.filter(|heard| heard.message.reading.findings.iter().any(|finding| own.has(finding)));
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

fn told(known: &Known, seat: &ChecklistSeat) -> String {
    if known.is_empty() {
        return format!("{} finds nothing to mend.", seat.name);
    }
    let lines: Vec<String> = known.by_severity().into_iter().map(|finding| format!("- {}", line(finding))).collect();
    format!("{}\n{}", lines.join("\n"), counted(known))
}

fn standing(known: &Known) -> String {
    match (known.count(Severity::Blocking), known.len()) {
        (_, 0) => "Nothing new; nothing to mend.".to_owned(),
        (0, all) => format!("Nothing new. {} at the table, none of them blocking.", findings(all)),
        (blocking, all) => format!("Nothing new. {} at the table, {blocking} of them blocking.", findings(all)),
    }
}

fn summed_up(known: &Known) -> String {
    let mut say = "So far:".to_owned();
    spell_out(&mut say, known);
    say
}

/// The conclusion: may it start, and what has to change first.
fn concluded(known: &Known) -> String {
    let mut say = match (known.count(Severity::Blocking), known.count(Severity::Warning)) {
        (0, 0) => "Conclusion: ready as it stands.".to_owned(),
        (0, warnings) => format!("Conclusion: ready once {} been mended.", has(warnings, "point has", "points have")),
        (blocking, _) => format!(
            "Conclusion: not ready. {} first.",
            has(blocking, "point has to be mended", "points have to be mended")
        ),
    };
    spell_out(&mut say, known);
    say
}

fn spell_out(say: &mut String, known: &Known) {
    let grave: Vec<&Finding> = known.by_severity().into_iter().filter(|one| one.severity > Severity::Info).collect();
    for finding in grave.iter().take(SPELLED_OUT) {
        let _ = write!(say, "\n- {}", line(finding));
    }
    if let Some(rest) = grave.len().checked_sub(SPELLED_OUT).filter(|rest| *rest > 0) {
        let _ = write!(say, "\n- and {rest} more in the list of findings");
    }
}

fn line(finding: &Finding) -> String {
    let place = finding.line.map_or_else(|| "Whole material".to_owned(), |line| format!("Line {line}"));
    let mut text = format!("{place} ({}): {}", finding.severity, finding.message);
    if let Some(suggestion) = &finding.suggestion {
        let _ = write!(text, " {suggestion}");
    }
    text
}

fn counted(known: &Known) -> String {
    let (blocking, warnings) = (known.count(Severity::Blocking), known.count(Severity::Warning));
    format!("{}: {blocking} blocking, {warnings} to be mended.", findings(known.len()))
}

fn findings(count: usize) -> String {
    has(count, "finding", "findings")
}

fn has(count: usize, one: &str, many: &str) -> String {
    if count == 1 { format!("{count} {one}") } else { format!("{count} {many}") }
}
