//! What a result document remarks on: dissent, and what the reader noticed.

use quorate_strategies::{reading::WarningCode, turn::Wholeness};
use serde_json::{Value, json};

use super::{
    super::{Dissent, Objection, facts::Facts},
    argument::answered,
};

pub(super) fn dissent(facts: &Facts<'_>) -> Vec<Value> {
    let entry = |one: &Dissent| {
        let (how, vote) = match &one.objection {
            Objection::Disagrees => ("disagrees", None),
            Objection::Opposes => ("opposes", None),
            Objection::Votes(what) => ("votes-otherwise", Some(what)),
        };
        json!({
            "seat": facts.name(one.seat),
            "round": one.round,
            "message": one.turn,
            "how": how,
            "vote": vote,
            "reason": one.reason,
            "withdrawn": one.withdrawn,
            "answered": answered(facts, one),
        })
    };
    facts.dissent.iter().map(entry).collect()
}

/// What the reader noticed, and which messages were cut off.
pub(super) fn warnings(facts: &Facts<'_>) -> Vec<Value> {
    let mut all = Vec::new();
    for turn in facts.state().turns() {
        let Some(message) = turn.message() else { continue };
        let mut push = |code: Value, about: Option<&str>| {
            all.push(json!({ "message": turn.id, "seat": facts.name(turn.seat), "code": code, "about": about }));
        };
        if message.whole == Wholeness::Cut {
            push(json!("cut-off"), None);
        }
        for warning in &message.reading.warnings {
            push(code(warning.code), warning.about.as_deref());
        }
    }
    all
}

fn code(code: WarningCode) -> Value {
    serde_json::to_value(code).unwrap_or(Value::Null)
}
