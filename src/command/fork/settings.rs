//! What is settled otherwise than in a record.

use std::ops::RangeInclusive;

use quorate_strategies::{
    catalog::{Catalog, nearest},
    event::{Charter, Chosen},
    strategy::{Knob, Knobs, Rounds},
};

use super::super::error::CommandError;
use crate::{
    agent::nanos,
    preset::ranges::{MOST_NANOS, MOST_TURNS, SPENT},
};

/// The keys that are no knobs.
const KEYS: [&str; 8] = [
    "min_rounds",
    "max_rounds",
    "max_turns",
    "turn_seconds",
    "total_seconds",
    "budget_calls",
    "budget_tokens",
    "budget_money",
];

/// The longest time in seconds: a week, as in a file.
const MOST_SECONDS: u64 = 604_800;

/// What was settled for so many seats, under the flags. Ranges are checked where it is used.
pub(in crate::command) fn settled(
    charter: &Charter,
    seats: u32,
    rule: Option<&str>,
    settings: &[(String, String)],
    catalog: &Catalog,
) -> Result<Charter, CommandError> {
    let mut charter = charter.clone();
    if let Some(name) = rule {
        let same = charter.rule.take().filter(|rule| *rule.name == *name);
        charter.rule = Some(same.unwrap_or_else(|| Chosen { name: name.into(), knobs: Knobs::new() }));
    }
    let unbounded = charter.limits.turns == ample(charter.rounds, seats);
    for (key, value) in settings {
        set(&mut charter, catalog, key, value)?;
    }
    let turns_are_set = settings.iter().any(|(key, _)| key == "max_turns");
    if unbounded && !turns_are_set {
        charter.limits.turns = ample(charter.rounds, seats);
    }
    Ok(charter)
}

/// The bound of turns where none was set, which grows with the rounds.
const fn ample(rounds: Rounds, seats: u32) -> u32 {
    rounds.max.saturating_mul(seats).saturating_mul(3).saturating_add(seats + 8)
}

fn set(charter: &mut Charter, catalog: &Catalog, key: &str, value: &str) -> Result<(), CommandError> {
    let (rounds, limits, budget) = (&mut charter.rounds, &mut charter.limits, &mut charter.budget);
    let small = |most: u64| number(key, value, 1..=most).map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    match key {
        "min_rounds" => rounds.min = small(Rounds::MOST.into())?,
        "max_rounds" => {
            rounds.max = small(Rounds::MOST.into())?;
            rounds.min = rounds.min.min(rounds.max);
        }
        "max_turns" => limits.turns = small(MOST_TURNS)?,
        "turn_seconds" => limits.turn_ms = number(key, value, 1..=MOST_SECONDS)? * 1000,
        "total_seconds" => limits.total_ms = number(key, value, 1..=MOST_SECONDS)? * 1000,
        "budget_calls" => budget.calls = Some(number(key, value, SPENT)?),
        "budget_tokens" => budget.tokens = Some(number(key, value, SPENT)?),
        "budget_money" => budget.nanos = Some(amount(key, value)?),
        _ => return knob(charter, catalog, key, value),
    }
    Ok(())
}

fn number(key: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, CommandError> {
    let found = value.parse().ok().filter(|number| range.contains(number));
    found.ok_or_else(|| {
        let (least, most) = range.into_inner();
        CommandError::Flag { why: format!("--set {key}={value}: it has to be a whole number from {least} to {most}") }
    })
}

fn amount(key: &str, value: &str) -> Result<u64, CommandError> {
    nanos(value).filter(|nanos| *nanos <= MOST_NANOS).ok_or_else(|| CommandError::Flag {
        why: format!("--set {key}={value}: it has to be an amount of money from 0 to 1000000, such as 0.50"),
    })
}

fn knob(charter: &mut Charter, catalog: &Catalog, key: &str, value: &str) -> Result<(), CommandError> {
    let of_strategy = catalog.strategy(&charter.strategy.name, &Knobs::new())?.card().knobs;
    let of_rule = match &charter.rule {
        Some(rule) => catalog.rule(&rule.name, &Knobs::new())?.knobs(),
        None => &[],
    };
    let has = |knobs: &[Knob]| knobs.iter().any(|knob| knob.name == key);
    if has(of_strategy) {
        charter.strategy.knobs.insert(key.to_owned(), value.to_owned());
    }
    if let Some(rule) = charter.rule.as_mut().filter(|_| has(of_rule)) {
        rule.knobs.insert(key.to_owned(), value.to_owned());
    }
    if has(of_strategy) || has(of_rule) {
        return Ok(());
    }
    let known: Vec<&str> = KEYS.into_iter().chain(of_strategy.iter().chain(of_rule).map(|knob| knob.name)).collect();
    let hint = match nearest(key, known.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("known: {}", known.join(", ")),
    };
    Err(CommandError::Flag { why: format!("--set {key}={value}: unknown key {key:?}; {hint}") })
}
