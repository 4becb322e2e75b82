//! What is odd about a discussion that could begin: not wrong, but perhaps not what was meant.

use std::collections::BTreeSet;

use quorate_strategies::{
    rule::{DecisionRule, Input},
    seat::{Origin, Role, Seat},
    strategy::Knobs,
};

use super::forecast::Forecast;
use crate::manager::Plan;

/// Everything odd, each in one sentence.
pub(super) fn notes(plan: &Plan, forecast: &Forecast) -> Vec<String> {
    let mut notes = Vec::new();
    let seats: Vec<&Seat> = plan.roster.iter().map(|(_, seat)| seat).collect();
    votes(plan, &seats, &mut notes);
    backends(&seats, &mut notes);
    table(plan, &seats, &mut notes);
    limits(plan, forecast, &mut notes);
    notes
}

fn votes(plan: &Plan, seats: &[&Seat], notes: &mut Vec<String>) {
    let (Some(rule), Some(chosen)) = (&plan.rule, &plan.charter.rule) else { return };
    if rule.input() == Input::Sides {
        return;
    }
    let weights: Vec<u64> =
        seats.iter().map(|seat| u64::from(seat.voting_weight())).filter(|weight| *weight > 0).collect();
    let (all, count) = (weights.iter().sum::<u64>(), weights.len());
    if let Some(threshold) = threshold(rule.as_ref(), &chosen.knobs) {
        threshold_notes(threshold, all, &weights, notes);
    }
    if count == 1 {
        notes.push("one seat alone has a vote, so it decides by itself".to_owned());
    } else if let Some(seat) = seats.iter().find(|seat| u64::from(seat.voting_weight()) * 2 > all) {
        notes.push(format!("{} holds more than half of all voting weight", seat.name));
    }
    if rule.input() == Input::Options && all % 2 == 0 && count > 1 {
        notes.push(format!("a voting weight of {all} in all can split evenly; a tie decides nothing"));
    }
}

/// The percentage that a rule asks for, if it has such a knob.
fn threshold(rule: &dyn DecisionRule, knobs: &Knobs) -> Option<u64> {
    let knob = rule.knobs().iter().find(|knob| knob.name == "threshold")?;
    knobs.get(knob.name).map_or(knob.default, String::as_str).trim().parse().ok()
}

fn threshold_notes(threshold: u64, all: u64, weights: &[u64], notes: &mut Vec<String>) {
    let needed = (threshold * all).div_ceil(100);
    let (count, least) = (weights.len(), weights.iter().min().copied().unwrap_or(0));
    // Whoever has the least weight cannot be missing.
    if threshold < 100 && count > 1 && all - least < needed {
        notes.push(format!("{threshold} % of {count} seats is all of them: unanimity"));
    }
    if threshold <= 50 && count > 1 {
        notes.push(format!("{threshold} % can be reached while as many are against it"));
    }
}

fn backends(seats: &[&Seat], notes: &mut Vec<String>) {
    let models = || seats.iter().filter(|seat| seat.backend.origin == Origin::Model);
    let names: BTreeSet<&str> = models().map(|seat| seat.backend.name.as_ref()).collect();
    if let (Some(name), 1, 2..) = (names.first(), names.len(), models().count()) {
        notes.push(format!(
            "one model behind {} seats ({name}): what it agrees on with itself is no second opinion",
            models().count()
        ));
    }
    let programs = seats.iter().filter(|seat| seat.backend.origin == Origin::Program).count();
    if programs > 0 {
        notes.push(format!(
            "programs of this machine answer for {programs} of {} seats, with your rights and your environment: run no \
             file that you would not run as a script",
            seats.len()
        ));
    }
    let rehearsing = seats.iter().filter(|seat| seat.backend.origin == Origin::Rehearsal).count();
    if rehearsing > 0 {
        notes.push(format!("{rehearsing} of {} seats rehearse: what they say is made up by a rule", seats.len()));
    }
}

fn table(plan: &Plan, seats: &[&Seat], notes: &mut Vec<String>) {
    let judged = seats.iter().any(|seat| seat.voice && seat.role == Role::Judge);
    if plan.charter.strategy.name.as_ref() == "debate" && !judged {
        notes.push("a debate without a judge may end without a winner".to_owned());
    }
    for seat in seats.iter().filter(|seat| !seat.voice && seat.vote) {
        notes.push(format!("{} has a vote and never speaks, so its position stays open", seat.name));
    }
}

fn limits(plan: &Plan, forecast: &Forecast, notes: &mut Vec<String>) {
    let (rounds, limits) = (plan.charter.rounds, plan.charter.limits);
    if rounds.max == 1 && forecast.steps < forecast.all_turns() {
        notes.push("one round in which seats speak at once: nobody answers anybody".to_owned());
    }
    if limits.turn_ms > limits.total_ms {
        notes.push("the time of one turn is longer than that of the whole discussion".to_owned());
    }
    if forecast.wait_ms > limits.total_ms
        && limits.turn_ms <= limits.total_ms
        && forecast.model_turns + forecast.person_turns + forecast.program_turns > 0
    {
        notes.push("slow turns may use up the whole time before the last round".to_owned());
    }
    if let Some(most) = forecast.capped {
        notes.push(format!("the limit of {most} turns may end it before the last round"));
    }
}
