//! What is settled otherwise than in a record.

use quorate_strategies::{
    catalog::{Catalog, nearest},
    event::{Charter, Chosen},
    strategy::{Knob, Knobs, Rounds},
};

use super::super::error::CommandError;

/// The keys that are no knobs.
const KEYS: [&str; 5] = ["min_rounds", "max_rounds", "max_turns", "turn_seconds", "total_seconds"];

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
    let (rounds, limits) = (&mut charter.rounds, &mut charter.limits);
    match key {
        "min_rounds" => rounds.min = number(key, value)?,
        "max_rounds" => {
            rounds.max = number(key, value)?;
            rounds.min = rounds.min.min(rounds.max);
        }
        "max_turns" => limits.turns = number(key, value)?,
        "turn_seconds" => limits.turn_ms = u64::from(number(key, value)?) * 1000,
        "total_seconds" => limits.total_ms = u64::from(number(key, value)?) * 1000,
        _ => return knob(charter, catalog, key, value),
    }
    Ok(())
}

fn number(key: &str, value: &str) -> Result<u32, CommandError> {
    value.parse().map_err(|_| CommandError::Flag { why: format!("--set {key}={value}: it has to be a whole number") })
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
