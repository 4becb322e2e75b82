//! The argument in a result document: what is about what, and what follows from it.

use quorate_strategies::turn::TurnId;
use serde_json::{Value, json};

use super::{
    super::{Dissent, Objection, facts::Facts},
    names,
};
use crate::argument::{Camp, Edge, Fate, Persuaded, Proposed, Raised, Repeated};

/// Objections that nobody came back to, each with its reason.
pub(super) fn unanswered(facts: &Facts<'_>) -> Vec<Value> {
    let open = |one: &&Dissent| fate(facts, one) == Some(Fate::Unanswered);
    let entry = |one: &Dissent| json!({ "seat": facts.name(one.seat), "round": one.round, "message": one.turn, "reason": one.reason });
    facts.dissent.iter().filter(open).map(entry).collect()
}

/// The message that answered an objection; a vote for something else asks for none.
pub(super) fn answered(facts: &Facts<'_>, one: &Dissent) -> Option<TurnId> {
    match fate(facts, one) {
        Some(Fate::Answered(id)) => Some(id),
        _ => None,
    }
}

fn fate(facts: &Facts<'_>, one: &Dissent) -> Option<Fate> {
    let is_vote = matches!(one.objection, Objection::Votes(_));
    facts.argument.fate(one.turn).filter(|_| !is_vote)
}

pub(super) fn argument(facts: &Facts<'_>) -> Value {
    let argument = &facts.argument;
    json!({
        "edges": argument.edges().iter().map(edge).collect::<Vec<_>>(),
        "proposals": argument.proposals().iter().map(|one| proposal(facts, one)).collect::<Vec<_>>(),
        "camps": argument.camps().iter().map(|one| camp(facts, one)).collect::<Vec<_>>(),
        "questions": argument.questions().iter().map(|one| question(facts, one)).collect::<Vec<_>>(),
        "persuasions": argument.persuasions().iter().map(|one| persuasion(facts, one)).collect::<Vec<_>>(),
        "repetitions": argument.repetitions().iter().map(repetition).collect::<Vec<_>>(),
    })
}

fn edge(one: &Edge) -> Value {
    json!({ "from": one.from, "to": one.to, "relation": one.relation.name(), "provenance": one.provenance })
}

fn proposal(facts: &Facts<'_>, one: &Proposed) -> Value {
    let seat = facts.name(one.seat);
    json!({ "message": one.message, "seat": seat, "supports": one.supports, "objections": one.objections })
}

fn camp(facts: &Facts<'_>, one: &Camp) -> Value {
    json!({ "stands": one.stands, "seats": names(facts, &one.seats) })
}

fn question(facts: &Facts<'_>, one: &Raised) -> Value {
    let answered = match one.fate {
        Fate::Answered(id) => Some(id),
        Fate::Withdrawn(_) | Fate::Unanswered => None,
    };
    json!({ "message": one.message, "seat": facts.name(one.seat), "answered": answered })
}

fn persuasion(facts: &Facts<'_>, one: &Persuaded) -> Value {
    json!({
        "seat": facts.name(one.seat),
        "message": one.message,
        "from": one.from,
        "to": one.to,
        "by": one.by,
        "provenance": one.provenance,
    })
}

fn repetition(one: &Repeated) -> Value {
    json!({ "message": one.message, "of": one.of })
}
