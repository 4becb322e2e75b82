//! The rolling summaries in the result document.

use quorate_strategies::{event::Summary, state::State};
use serde_json::{Value, json};

/// Every summary by its round; none where none was to be made.
pub(super) fn all(state: &State) -> Option<Value> {
    let entries = state.summaries().iter().map(|one| {
        let (made, by, why) = match &*one.summary {
            Summary::Written { by, .. } => ("written", Some(by), None),
            Summary::Extracted { .. } => ("extracted", None, None),
            Summary::Kept { by, why } => ("kept", Some(by), Some(why)),
        };
        let receipt = match &*one.summary {
            Summary::Written { receipt, .. } => Some(receipt),
            _ => None,
        };
        json!({
            "round": one.round,
            "made": made,
            "text": one.summary.text(),
            "about_tokens": one.summary.tokens(),
            "backend": by,
            "model": receipt.and_then(|receipt| receipt.model.as_ref()),
            "input_tokens": receipt.and_then(|receipt| receipt.input_tokens),
            "output_tokens": receipt.and_then(|receipt| receipt.output_tokens),
            "why": why,
        })
    });
    let entries: Vec<Value> = entries.collect();
    (!entries.is_empty()).then_some(entries.into())
}
