//! The stable part of a prompt: rules of the house, brief, persona; the same from turn to turn for one seat.

use std::sync::Arc;

use minijinja::{Value, context};
use quorate_strategies::{
    brief::Brief,
    event::Peers,
    record::digest,
    seat::{Role, Seat, SeatId},
    state::State,
};

use super::{
    budget::{Budget, tokens},
    error::PromptError,
    fence::Fence,
    history::Pen,
    labels::label,
    prompts::{File, Prompts},
    words::{Words, language_name},
};

/// The stable part of one seat's prompts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    /// The text.
    pub text: Arc<str>,
    /// An estimate of its tokens.
    pub tokens: u32,
    /// Its SHA-256 in hexadecimal, so that it is not hashed again for every turn.
    pub digest: Arc<str>,
}

/// Writes it. Rules and brief come first, as they are the same for every seat and the longest: a provider's cache then
/// serves the whole table.
pub(super) fn write(
    prompts: &Prompts,
    fence: &Fence,
    state: &State,
    seat: SeatId,
    budget: Budget,
) -> Result<System, PromptError> {
    let who = state.roster().get(seat).ok_or(PromptError::Seat(seat))?;
    let brief = &state.charter().brief;
    let values = Values {
        name: fence.line(&label(state.roster(), state.charter().peers, brief.language, seat)).into_owned(),
        anonymous: state.charter().peers == Peers::Anonymous,
        material: material(&Pen::new(fence, state, seat), brief, budget),
    };
    let text = prompts.render(File::System, brief.language, values.fill(fence, who, brief))?;
    let text = text.trim_end();
    Ok(System { text: text.into(), tokens: tokens(text), digest: digest(&[text.as_bytes()]) })
}

/// The documents, all in what the budget leaves them. Short ones are whole; what they do not need, long ones may take.
fn material(pen: &Pen<'_>, brief: &Brief, budget: Budget) -> String {
    let sizes: Vec<u32> = brief.material.iter().map(|one| tokens(&one.text)).collect();
    let share = fair_share(&sizes, budget.material());
    let mut out = String::new();
    for one in &brief.material {
        pen.document(&mut out, &one.name, &one.text, share);
    }
    out.truncate(out.trim_end().len());
    out
}

/// The most that each may take so that all together take no more than `room`.
fn fair_share(sizes: &[u32], room: u32) -> u32 {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (done, size) in sorted.iter().enumerate() {
        let rest = u32::try_from(sorted.len() - done).unwrap_or(u32::MAX);
        if *size > left / rest {
            return left / rest;
        }
        left -= size;
    }
    u32::MAX
}

struct Values {
    name: String,
    anonymous: bool,
    material: String,
}

impl Values {
    fn fill(self, fence: &Fence, seat: &Seat, brief: &Brief) -> Value {
        let clean = |text: &Arc<str>| fence.clean(text).trim().to_owned();
        let optional = |text: &Option<Arc<str>>| text.as_ref().map(clean).unwrap_or_default();
        let all = |texts: &[Arc<str>]| texts.iter().map(|text| fence.line(text).into_owned()).collect::<Vec<_>>();
        let (role, role_name) = match &seat.role {
            Role::Participant => ("", ""),
            role => (role.name(), Words::of(brief.language).role(role)),
        };
        let points: Vec<Value> = brief
            .points
            .iter()
            .map(|point| context! { name => fence.line(&point.name), weight => percent(point.weight) })
            .collect();
        let persona = &seat.persona;
        context! {
            fence => fence.number(), language => language_name(brief.language),
            topic => clean(&brief.topic), background => clean(&brief.background), material => self.material,
            options => all(&brief.options), points,
            name => self.name, role => fence.line(role), role_name => fence.line(role_name), side => optional(&seat.side), anonymous => self.anonymous,
            expertise => all(&persona.expertise), personality => optional(&persona.personality),
            soul => optional(&persona.soul), values => all(&persona.values),
            capabilities => all(&persona.capabilities), memory => optional(&persona.memory),
        }
    }
}

/// A weight of 6,250 as `62.5`.
fn percent(weight: u32) -> String {
    let text = format!("{}.{:02}", weight / 100, weight % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Values of every kind, to try templates with.
pub(super) fn samples() -> Vec<Value> {
    let sample = |text: &str, list: Vec<&'static str>, points: Vec<Value>, anonymous: bool| {
        let list = Value::from(list);
        context! {
            fence => "00000000", language => "English", topic => "Topic", background => text, material => text,
            options => list.clone(), points, name => "Ann", role => text, role_name => text, side => text, anonymous,
            expertise => list.clone(), personality => text, soul => text, values => list.clone(),
            capabilities => list, memory => text,
        }
    };
    let points = vec![context! { name => "cost", weight => "100" }];
    vec![sample("expert", vec!["one", "two"], points, true), sample("", Vec::new(), Vec::new(), false)]
}
