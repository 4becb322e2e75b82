//! What is odd about a discussion that could begin: not wrong, but perhaps not what was meant.

use std::collections::BTreeSet;

use quorate_strategies::{
    brief::{Brief, Language},
    catalog::nearest,
    rule::{DecisionRule, Input},
    seat::{Origin, Role, Seat},
    strategy::Knobs,
};

use super::{
    forecast::Forecast,
    words::{OddWords, Words, fill},
};
use crate::{
    manager::{Discussion, Plan},
    preset::{Overrides, Preset},
};

/// Everything odd, each in one sentence.
pub(super) fn notes(plan: &Plan, forecast: &Forecast, words: &Words) -> Vec<String> {
    let (mut notes, words) = (Vec::new(), &words.odd);
    let seats: Vec<&Seat> = plan.roster.iter().map(|(_, seat)| seat).collect();
    votes(plan, &seats, words, &mut notes);
    backends(&seats, words, &mut notes);
    table(plan, &seats, words, &mut notes);
    limits(plan, forecast, words, &mut notes);
    notes
}

fn votes(plan: &Plan, seats: &[&Seat], words: &OddWords, notes: &mut Vec<String>) {
    let (Some(rule), Some(chosen)) = (&plan.rule, &plan.charter.rule) else { return };
    if rule.input() == Input::Sides {
        return;
    }
    let weights: Vec<u64> =
        seats.iter().map(|seat| u64::from(seat.voting_weight())).filter(|weight| *weight > 0).collect();
    let (all, count) = (weights.iter().sum::<u64>(), weights.len());
    if let Some(threshold) = threshold(rule.as_ref(), &chosen.knobs) {
        threshold_notes(threshold, &weights, words, notes);
    }
    if count == 1 {
        notes.push(words.one_vote.to_owned());
    } else if let Some(seat) = seats.iter().find(|seat| u64::from(seat.voting_weight()) * 2 > all) {
        notes.push(fill(words.heavy, &[("name", &seat.name)]));
    }
    if rule.input() == Input::Options && all % 2 == 0 && count > 1 {
        notes.push(fill(words.even, &[("n", &all.to_string())]));
    }
}

/// The percentage that a rule asks for, if it has such a knob.
fn threshold(rule: &dyn DecisionRule, knobs: &Knobs) -> Option<u64> {
    let knob = rule.knobs().iter().find(|knob| knob.name == "threshold")?;
    knobs.get(knob.name).map_or(knob.default, String::as_str).trim().parse().ok()
}

fn threshold_notes(threshold: u64, weights: &[u64], words: &OddWords, notes: &mut Vec<String>) {
    let all: u64 = weights.iter().sum();
    let shown = threshold.to_string();
    let needed = (threshold * all).div_ceil(100);
    let (count, least) = (weights.len(), weights.iter().min().copied().unwrap_or(0));
    // Whoever has the least weight cannot be missing.
    if threshold < 100 && count > 1 && all - least < needed {
        notes.push(fill(words.unanimity, &[("threshold", &shown), ("n", &count.to_string())]));
    }
    if threshold <= 50 && count > 1 {
        notes.push(fill(words.half, &[("threshold", &shown)]));
    }
}

fn backends(seats: &[&Seat], words: &OddWords, notes: &mut Vec<String>) {
    let models = || seats.iter().filter(|seat| seat.backend.origin == Origin::Model);
    let names: BTreeSet<&str> = models().map(|seat| seat.backend.name.as_ref()).collect();
    if let (Some(name), 1, 2..) = (names.first(), names.len(), models().count()) {
        notes.push(fill(words.one_model, &[("n", &models().count().to_string()), ("name", name)]));
    }
    let programs = seats.iter().filter(|seat| seat.backend.origin == Origin::Program).count();
    if programs > 0 {
        let values = [("n", &*programs.to_string()), ("of", &*seats.len().to_string())];
        notes.push(fill(words.programs, &values));
    }
    let rehearsing = seats.iter().filter(|seat| seat.backend.origin == Origin::Rehearsal).count();
    if rehearsing > 0 {
        notes.push(fill(words.rehearsing, &[("n", &rehearsing.to_string()), ("of", &seats.len().to_string())]));
    }
}

fn table(plan: &Plan, seats: &[&Seat], words: &OddWords, notes: &mut Vec<String>) {
    let judged = seats.iter().any(|seat| seat.voice && seat.role == Role::Judge);
    if plan.charter.strategy.name.as_ref() == "debate" && !judged {
        notes.push(words.no_judge.to_owned());
    }
    for seat in seats {
        let Role::Named(role) = &seat.role else { continue };
        if let Some(near) = nearest(role, Role::ALL.iter().map(Role::name)) {
            notes.push(fill(words.near_role, &[("name", &seat.name), ("role", role), ("near", &near)]));
        }
    }
    for seat in seats.iter().filter(|seat| !seat.voice && seat.vote) {
        notes.push(fill(words.silent_vote, &[("name", &seat.name)]));
    }
}

fn limits(plan: &Plan, forecast: &Forecast, words: &OddWords, notes: &mut Vec<String>) {
    let (rounds, limits) = (plan.charter.rounds, plan.charter.limits);
    if rounds.max == 1 && forecast.steps < forecast.all_turns() {
        notes.push(words.at_once.to_owned());
    }
    if limits.turn_ms > limits.total_ms {
        notes.push(words.long_turn.to_owned());
    }
    if forecast.wait_ms > limits.total_ms
        && limits.turn_ms <= limits.total_ms
        && forecast.model_turns + forecast.person_turns + forecast.program_turns > 0
    {
        notes.push(words.slow.to_owned());
    }
    if let Some(most) = forecast.capped {
        notes.push(fill(words.capped, &[("n", &most.to_string())]));
    }
}

/// Seats that would wait for ever.
pub(super) fn bench_note(discussion: &Discussion, plan: &Plan, words: &Words) -> Option<String> {
    let waiting: Vec<String> =
        plan.roster.iter().filter(|(_, seat)| seat.waits()).map(|(_, seat)| seat.name.to_string()).collect();
    if waiting.is_empty() || discussion.strategy_arc().invites() {
        return None;
    }
    let values = [("names", &*words.list(waiting)), ("strategy", &plan.charter.strategy.name)];
    Some(fill(words.odd.bench, &values))
}

/// Letters that a material has to have before its script tells a language.
const TELLING: usize = 20;

/// A hint where nobody chose a language and the material is plainly written in another than English.
pub(super) fn language_note(preset: &Preset, overrides: &Overrides, plan: &Plan) -> Option<&'static str> {
    if overrides.language.or(preset.language()).is_some() {
        return None;
    }
    script(&plan.charter.brief).map(|language| Words::of(language).run.looks_like_this)
}

/// The language that topic and material are written in, if their letters tell: kana is Japanese, and Han alone Chinese.
fn script(brief: &Brief) -> Option<Language> {
    let (mut han, mut kana, mut other) = (0_usize, 0_usize, 0_usize);
    let texts = brief.material.iter().map(|one| &*one.text).chain([&*brief.topic, &*brief.background]);
    for c in texts.flat_map(str::chars) {
        match c {
            '\u{3041}'..='\u{30ff}' => kana += 1,
            '\u{3400}'..='\u{9fff}' => han += 1,
            _ if c.is_alphabetic() => other += 1,
            _ => {}
        }
    }
    // Such a letter says about as much as two of an alphabet; names and code are Latin in every language.
    let plain = (han + kana) * 2 > other && han + kana >= TELLING;
    match (plain, kana * 10 > han) {
        (true, true) => Some(Language::Ja),
        (true, false) => Some(Language::Zh),
        (false, _) => None,
    }
}
