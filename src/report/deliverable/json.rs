//! A deliverable as part of the result document.

use std::ops::Range;

use quorate_strategies::{
    outcome::{Author, Unwritten},
    seat::SeatId,
    state::State,
};
use serde_json::{Value, json};

use super::{Change, Check, Deliverable, Diagnosis, Evidence, Improved, Improvement, Merged, Open, Reason, Side, Used};
use crate::checklist::Document;

impl Deliverable {
    /// It as one object; its `kind` says which fields it has.
    pub(in crate::report) fn document(&self, state: &State) -> Value {
        match self {
            Self::Improvement(one) => improvement(state, one),
            Self::Synthesis(one) => synthesis(one),
            Self::Diagnosis(one) => diagnosis(state, one),
        }
    }
}

fn author(author: &Author) -> Value {
    match author {
        Author::Synthesizer { backend } => json!({ "by": "synthesizer", "backend": backend }),
        Author::Extractive => json!({ "by": "rule", "backend": null }),
    }
}

fn unwritten(why: Option<&Unwritten>) -> Value {
    why.map_or(Value::Null, |one| json!({ "backend": one.backend, "asked": one.asked, "why": one.why }))
}

fn names<'s>(state: &'s State, seats: &[SeatId]) -> Vec<&'s str> {
    seats.iter().map(|seat| state.roster().name(*seat)).collect()
}

/// Lines from 1: the first, and how many there are; with none, `line` is the line behind which something was put in.
fn lines(range: &Range<usize>) -> Value {
    let first = if range.is_empty() { range.start } else { range.start + 1 };
    json!({ "line": first, "count": range.len() })
}

fn improvement(state: &State, one: &Improvement) -> Value {
    let texts = one.texts.iter().map(|text| {
        json!({ "name": text.name, "author": author(&text.author), "unwritten": unwritten(text.unwritten.as_ref()) })
    });
    let changes = one.texts.iter().flat_map(|text| text.changes.iter().map(|one| change(state, text, one)));
    let unfound = one.texts.iter().flat_map(|text| text.unfound.iter().map(|one| reason(state, one)));
    let steps = Document::parse(&one.text).steps().into_iter().filter(|step| !step.group);
    let steps = steps.map(
        |step| json!({ "id": step.id, "title": step.title, "line": step.line, "owners": step.owners, "due": step.due }),
    );
    json!({
        "kind": "improvement",
        "text": one.text,
        "diff": one.diff,
        "steps": steps.collect::<Vec<_>>(),
        "texts": texts.collect::<Vec<_>>(),
        "changes": changes.collect::<Vec<_>>(),
        "unfound": unfound.collect::<Vec<_>>(),
    })
}

fn change(state: &State, text: &Improved, one: &Change) -> Value {
    json!({
        "file": text.name,
        "was": lines(&one.was),
        "is": lines(&one.is),
        "unexplained": one.is_unexplained(),
        "reasons": one.reasons.iter().map(|one| reason(state, one)).collect::<Vec<_>>(),
    })
}

fn reason(state: &State, one: &Reason) -> Value {
    let (rule, finding) = one.finding.as_ref().map(|(rule, finding)| (rule, finding)).unzip();
    json!({
        "what": one.what,
        "rule": rule,
        "finding": finding,
        "messages": one.messages,
        "seats": names(state, &one.seats),
    })
}

fn synthesis(one: &Merged) -> Value {
    let source = |(name, used): &(std::sync::Arc<str>, Used)| json!({ "name": name, "used": *used == Used::Yes });
    json!({
        "kind": "synthesis",
        "text": one.text,
        "author": author(&one.author),
        "unwritten": unwritten(one.unwritten.as_ref()),
        "ready": one.is_ready(),
        "sources": one.sources.iter().map(source).collect::<Vec<_>>(),
        "open": one.open.iter().map(open).collect::<Vec<_>>(),
    })
}

fn open(one: &Open) -> Value {
    json!({
        "rule": one.finding.rule,
        "severity": one.finding.severity,
        "source": one.source,
        "line": one.line,
        "message": one.finding.message,
        "suggestion": one.finding.suggestion,
        "messages": one.messages,
    })
}

fn diagnosis(state: &State, one: &Diagnosis) -> Value {
    json!({
        "kind": "diagnosis",
        "text": one.text,
        "cause": one.cause.as_ref().map(|cause| {
            json!({ "text": cause.value, "maker": cause.maker, "message": cause.message })
        }),
        "evidence": one.evidence.iter().map(evidence).collect::<Vec<_>>(),
        "next_checks": one.next_checks.iter().map(check).collect::<Vec<_>>(),
        "hypotheses": one.hypotheses.iter().map(|one| side(state, one)).collect::<Vec<_>>(),
    })
}

fn evidence(one: &Evidence) -> Value {
    json!({ "source": one.source, "line": one.line, "text": one.text, "messages": one.messages })
}

fn check(one: &Check) -> Value {
    json!({ "text": one.text, "line": one.line, "messages": one.messages })
}

fn side(state: &State, one: &Side) -> Value {
    json!({
        "text": one.text,
        "seats": names(state, &one.seats),
        "standing": one.standing.name(),
        "evidence": one.evidence.iter().map(evidence).collect::<Vec<_>>(),
    })
}
