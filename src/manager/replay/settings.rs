//! What was settled before the first turn, compared key by key.

use quorate_strategies::seat::{Backend, Seat};
use serde_json::Value;

use super::Changed;
use crate::manager::{builder::Plan, recorded::Recorded};

/// What may differ without any turn being another: who and what runs it, and what may be spent.
const FREE: [&str; 12] = [
    "id",
    "software",
    "preset",
    "budget",
    "currency",
    "rates",
    "veto_ms",
    "synthesizer",
    "summarizer",
    "origin",
    "delivers",
    "minutes",
];

/// The first setting or seat of a record that a discussion would have otherwise.
pub(super) fn changed(recorded: &Recorded, plan: &Plan) -> Option<Changed> {
    let charter = recorded.charter()?;
    let (was, would) = (plain(charter), plain(&plan.charter));
    if let Some((key, was, would)) = first(String::new(), &was, &would) {
        return Some(Changed::Setting { seq: 1, key, was, would });
    }
    let (sat, sit) = (recorded.state.roster().len(), plan.roster.len());
    let seats = recorded.state.roster().iter();
    let differs = seats.zip(plan.roster.iter().map(|(_, seat)| Some(seat)).chain(std::iter::repeat(None))).find_map(
        |((at, was), would)| {
            let would = would.map_or(Value::Null, |seat| plain(&bare(seat)));
            let (key, was, would) = first(format!("seat {}", at.0), &plain(&bare(&was.as_seated())), &would)?;
            Some(Changed::Setting { seq: u64::from(at.0) + 2, key, was, would })
        },
    );
    let extra = recorded.state.round() > 0 && sit > sat;
    differs.or_else(|| {
        let seq = u64::try_from(sat).unwrap_or(u64::MAX).saturating_add(1);
        let (key, was, would) = ("seats".to_owned(), sat.to_string(), sit.to_string());
        extra.then_some(Changed::Setting { seq, key, was, would })
    })
}

/// A seat whatever answers for it.
fn bare(seat: &Seat) -> Seat {
    Seat { backend: Backend::default(), spec: None, ..seat.clone() }
}

fn plain(value: &impl serde::Serialize) -> Value {
    let mut value = serde_json::to_value(value).unwrap_or_default();
    if let Value::Object(fields) = &mut value {
        fields.retain(|key, _| !FREE.contains(&key.as_str()));
    }
    value
}

/// The first difference within two values, with its path.
fn first(path: String, was: &Value, would: &Value) -> Option<(String, String, String)> {
    if was == would {
        return None;
    }
    let (Value::Object(a), Value::Object(b)) = (was, would) else {
        return Some((path, was.to_string(), would.to_string()));
    };
    a.keys().chain(b.keys()).find_map(|key| {
        let nothing = Value::Null;
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        first(path, a.get(key).unwrap_or(&nothing), b.get(key).unwrap_or(&nothing))
    })
}
