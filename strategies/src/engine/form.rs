//! The form that a rule needs answers in.

use std::sync::Arc;

use crate::{
    rule::{DecisionRule, Input},
    state::State,
    step::Form,
};

/// The form that a rule needs answers in.
pub(super) fn form_for(rule: Option<&dyn DecisionRule>, state: &State) -> Form {
    let brief = &state.charter().brief;
    let Some(rule) = rule else { return Form::Free };
    match rule.input() {
        Input::Stances => Form::Stance,
        Input::Options => rule.ballot(brief.options.as_slice().into()),
        Input::Items => Form::Scores(brief.points.iter().map(|point| Arc::clone(&point.name)).collect()),
        Input::Positions | Input::Sides => Form::Free,
    }
}
