//! What the principal was asked, said and ruled, from the entries of a record.

use std::sync::Arc;

use quorate_strategies::{
    event::{Event, GateAnswer},
    turn::TurnId,
};
use serde_json::{Map, Value, json};

use super::{Source, provisional_until, time};

/// A question to the principal and what came of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) question: &'a str,
    /// None while it is open, or when the discussion ended before an answer.
    pub(super) answer: Option<(Option<&'a Arc<str>>, &'a GateAnswer)>,
}

/// What the principal said of the outcome.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said<'a> {
    Approved { by: &'a str },
    Vetoed { by: &'a str, why: &'a str, touches: Option<TurnId> },
}

/// Every question to the principal, in order.
pub(super) fn asked<'a>(source: &Source<'a>) -> Vec<Asked<'a>> {
    let mut all: Vec<Asked<'a>> = Vec::new();
    for entry in source.entries {
        match &entry.event {
            Event::GateOpened { question } => all.push(Asked { question, answer: None }),
            Event::GateAnswered { by, answer } => {
                if let Some(last) = all.last_mut() {
                    last.answer = Some((by.as_ref(), answer));
                }
            }
            _ => {}
        }
    }
    all
}

/// What the principal said of the outcome, if anything.
pub(super) fn said<'a>(source: &Source<'a>) -> Option<Said<'a>> {
    source.entries.iter().rev().find_map(|entry| match &entry.event {
        Event::Approved { by } => Some(Said::Approved { by }),
        Event::Vetoed { by, why, touches } => Some(Said::Vetoed { by, why, touches: *touches }),
        _ => None,
    })
}

/// The fields of the result document; those that say nothing are left out.
pub(super) fn fields(source: &Source<'_>) -> Value {
    let mut fields = Map::new();
    if let Some(until) = provisional_until(source.state, source.entries) {
        fields.insert("provisional_until".to_owned(), time::rfc3339(until).into());
    }
    let ruling = said(source).map(|said| match said {
        Said::Approved { by } => json!({ "says": "approved", "by": by, "why": null, "message": null }),
        Said::Vetoed { by, why, touches } => json!({ "says": "vetoed", "by": by, "why": why, "message": touches }),
    });
    if let Some(ruling) = ruling {
        fields.insert("ruling".to_owned(), ruling);
    }
    let gates: Vec<Value> = asked(source).iter().map(gate).collect();
    if !gates.is_empty() {
        fields.insert("gates".to_owned(), gates.into());
    }
    Value::Object(fields)
}

fn gate(one: &Asked<'_>) -> Value {
    let by = one.answer.and_then(|(by, _)| by);
    let (says, text) = match one.answer {
        None => (None, None),
        Some((_, GateAnswer::Approve)) => (Some("approve"), None),
        Some((_, GateAnswer::Amend(text))) => (Some("amend"), Some(text)),
        Some((_, GateAnswer::Reject(why))) => (Some("reject"), Some(why)),
        Some((_, GateAnswer::Silent)) => (Some("silent"), None),
    };
    json!({ "question": one.question, "says": says, "by": by, "text": text })
}
