//! The result as one JSON document, versioned, with a schema that is published beside it.

use std::io;

use quorate_strategies::{
    outcome::{Author, Completeness, Decision, Statement, called_off},
    rule::Verdict,
    seat::SeatId,
    state::Standing,
};
use serde_json::{Map, Value, json};

use super::{
    Report, Source,
    changes::standing_word,
    facts::{Facts, Progress},
    findings::{Raisers, findings},
    first::FirstRound,
    principal, time,
    words::Names,
};

mod argument;
mod remarks;
mod summary;

use remarks::{dissent, warnings};

/// The schema of [`result_json`]'s document, as a JSON Schema (2020-12).
#[must_use]
pub const fn schema() -> &'static str {
    include_str!("schema/result-1.json")
}

/// The result document as a report: indented JSON and a line break.
#[derive(Debug, Clone, Copy, Default)]
pub struct ResultDocument;

impl Report for ResultDocument {
    fn render(&self, source: &Source<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, &result_json(source))?;
        out.write_all(b"\n")
    }
}

/// The result document of a record, also of one that has not come to its end; [`schema`] describes it.
///
/// Version 1 may gain fields; those it has keep their names and meaning. Messages go by their numbers, seats by their
/// names.
#[must_use]
pub fn result_json(source: &Source<'_>) -> Value {
    let facts = Facts::of(source);
    let mut document = Map::new();
    for part in [head(&facts), outcome(&facts), principal::fields(source), result(&facts), people(&facts), rest(&facts)]
    {
        if let Value::Object(part) = part {
            document.extend(part);
        }
    }
    if let Some(spending) = &facts.spending {
        document.insert("spending".to_owned(), spending.document(&facts));
    }
    #[cfg(feature = "pipeline")]
    if let Some(deliverable) = super::deliverable::Deliverable::of(source) {
        document.insert("deliverable".to_owned(), deliverable.document(source.state));
    }
    Value::Object(document)
}

fn head(facts: &Facts<'_>) -> Value {
    let charter = facts.state().charter();
    let rule = charter
        .rule
        .as_ref()
        .map(|rule| json!({ "name": rule.name, "version": facts.rule_version, "knobs": rule.knobs }));
    let mut head = json!({
        "format": "quorate-result",
        "version": 1,
        "id": charter.id,
        "software": charter.software,
        "topic": charter.brief.topic,
        "language": charter.brief.language,
        "preset": charter.preset,
        "strategy": { "name": charter.strategy.name, "knobs": charter.strategy.knobs },
        "rule": rule,
    });
    // Only a fork or a successor has one.
    if let (Some(origin), Value::Object(head)) = (&charter.origin, &mut head) {
        head.insert("origin".to_owned(), json!(origin));
    }
    head
}

fn outcome(facts: &Facts<'_>) -> Value {
    let status = match facts.completeness {
        Completeness::Complete => "complete",
        Completeness::Partial => "partial",
        Completeness::Failed => "failed",
    };
    let stop = match facts.progress {
        Progress::Ended(why) => Some(why.name()),
        Progress::Open => None,
    };
    let end = facts.state().concluded();
    let mut outcome = json!({
        "status": status,
        "stop": stop,
        "note": end.and_then(|end| end.note.as_deref()),
        "verdict": facts.verdict().map(verdict),
        "decision": end.and_then(|end| end.decision.as_ref()).map(decision),
        "unanswered_objections": argument::unanswered(facts),
        "rehearsed": facts.rehearsed.map(|(votes, of)| json!({ "votes": votes, "of": of })),
    });
    let saved = called_off(&facts.participation);
    add(&mut outcome, (saved > 0).then(|| ("called_off", saved.into())));
    outcome
}

/// Adds a field that is not always there.
fn add(object: &mut Value, field: Option<(&str, Value)>) {
    if let (Value::Object(fields), Some((name, value))) = (object, field) {
        fields.insert(name.to_owned(), value);
    }
}

fn verdict(verdict: &Verdict) -> Value {
    json!({
        "level": verdict.level.name(),
        "reached": verdict.reached,
        "counts": verdict.counts,
        "winner": verdict.winner,
        "tie": verdict.tie,
        "working": verdict.working,
        "items": verdict.items,
    })
}

fn decision(decision: &Decision) -> Value {
    json!({ "value": decision.value, "maker": decision.maker, "message": decision.message })
}

fn result(facts: &Facts<'_>) -> Value {
    let result = facts.state().result();
    let author = result.map(|result| match &result.author {
        Author::Synthesizer { backend } => json!({ "by": "synthesizer", "backend": backend }),
        Author::Extractive => json!({ "by": "extractive", "backend": null }),
    });
    let unwritten = result.and_then(|result| result.unwritten.as_ref());
    json!({
        "author": author,
        "unwritten": unwritten.map(|one| json!({ "backend": one.backend, "asked": one.asked, "why": one.why })),
        "consensus": result.and_then(|result| result.consensus.as_ref()).map(statement),
        "conclusion": result.map(|result| statement(&result.conclusion)),
        "key_points": statements(result.map(|result| &*result.key_points)),
        "recommendations": statements(result.map(|result| &*result.recommendations)),
        "divergences": statements(result.map(|result| &*result.divergences)),
        "findings": found(facts),
    })
}

fn statement(one: &Statement) -> Value {
    json!({ "text": one.text, "messages": one.messages })
}

fn statements(all: Option<&[Statement]>) -> Vec<Value> {
    all.unwrap_or_default().iter().map(statement).collect()
}

fn found(facts: &Facts<'_>) -> Vec<Value> {
    let found = findings(facts.state(), Raisers::Checklists);
    let entry = |one: &super::Found<'_>| {
        json!({
            "rule": one.finding.rule,
            "severity": one.finding.severity,
            "line": one.finding.line,
            "message": one.finding.message,
            "suggestion": one.finding.suggestion,
            "seat": one.seats.first().map(|seat| facts.name(*seat)),
            "seats": names(facts, &one.seats),
            "messages": one.messages,
        })
    };
    found.iter().map(entry).collect()
}

fn names<'a>(facts: &Facts<'a>, seats: &[SeatId]) -> Vec<&'a str> {
    seats.iter().map(|seat| facts.name(*seat)).collect()
}

fn people(facts: &Facts<'_>) -> Value {
    let late = |seat: SeatId| facts.state().roster().get(seat).is_some_and(|seat| seat.bench.is_some());
    let participants = facts.state().roster().iter().map(|(id, seat)| {
        let mut participant = json!({
            "name": seat.name,
            "role": seat.role.name(),
            "side": seat.side,
            "weight": seat.weight,
            "voice": seat.voice,
            "vote": seat.vote,
            "backend": { "name": seat.backend.name, "origin": seat.backend.origin },
        });
        let models = facts.models(id);
        add(&mut participant, (!models.is_empty()).then(|| ("models", json!(models))));
        add(&mut participant, late(id).then_some(("joins", "when-invited".into())));
        participant
    });
    let missing: Vec<SeatId> = facts.missing().iter().map(|one| one.seat).collect();
    let participation = facts.participation.iter().map(|one| {
        let mut participation = json!({
            "seat": facts.name(one.seat),
            "asked": one.asked,
            "answered": one.answered,
            "passed": one.passed,
            "failed": one.failed,
            "timed_out": one.timed_out,
            "cancelled": one.cancelled,
            "not_needed": one.not_needed,
            "missing": missing.contains(&one.seat),
            "cause": one.cause,
        });
        add(&mut participation, late(one.seat).then_some(("joined", one.joined.into())));
        participation
    });
    let names = Names::of(facts.state().charter().brief.language);
    let simulated = facts.simulated().into_iter().map(|(seat, origin)| {
        let note = (names.origin)(origin);
        json!({ "seat": facts.name(seat), "origin": origin, "note": note })
    });
    json!({
        "participants": participants.collect::<Vec<_>>(),
        "participation": participation.collect::<Vec<_>>(),
        "simulated": simulated.collect::<Vec<_>>(),
    })
}

fn rest(facts: &Facts<'_>) -> Value {
    let state = facts.state();
    let tokens = facts.tokens;
    let told = |tokens_told: u64| if tokens.known == 0 && tokens.unknown > 0 { None } else { Some(tokens_told) };
    let changes = facts.moved.iter().map(|moved| {
        json!({
            "seat": facts.name(moved.seat),
            "round": moved.round,
            "message": moved.turn,
            "from": moved.from,
            "to": moved.to,
            "after": moved.after,
        })
    });
    let interjections = state
        .interjections()
        .iter()
        .map(|one| json!({ "author": one.author, "text": one.text, "after_turns": one.after }));
    let span = facts.span();
    let mut rest = json!({
        "first_round": facts.first.as_ref().map(|first| first_round(facts, first)),
        "standings": standings(facts, &facts.judged.standings, facts.judged.round),
        "changes": changes.collect::<Vec<_>>(),
        "dissent": dissent(facts),
        "argument": argument::argument(facts),
        "warnings": warnings(facts),
        "interjections": interjections.collect::<Vec<_>>(),
        "rounds": { "held": state.round(), "min": state.charter().rounds.min, "max": state.charter().rounds.max },
        "turns": state.turns().len(),
        "tokens": { "input": told(tokens.input), "output": told(tokens.output), "unknown_turns": tokens.unknown },
        "seed": state.charter().seed,
        "started": span.map(|(start, _)| time::rfc3339(start)),
        "ended": span.map(|(_, end)| time::rfc3339(end)),
        "record": { "hash": facts.source.hash, "events": facts.source.entries.len() },
    });
    add(&mut rest, summary::all(state).map(|all| ("summaries", all)));
    rest
}

fn first_round(facts: &Facts<'_>, first: &FirstRound) -> Value {
    json!({ "verdict": first.verdict.as_ref().map(verdict), "standings": standings(facts, &first.standings, 1) })
}

/// Where each seat stands in the eyes of the rule, by name.
fn standings(facts: &Facts<'_>, standings: &[Standing], round: u32) -> Vec<Value> {
    let options = facts.state().options();
    let seats = facts.state().roster().iter().zip(standings);
    seats
        .map(|((_, seat), one)| json!({ "seat": seat.name, "stands": standing_word(seat, one, round, facts.input, options) }))
        .collect()
}
