//! What was found in the material: each finding once, with everybody who raised it.

use std::collections::HashMap;

use quorate_strategies::{
    reading::Finding,
    seat::{Origin, SeatId},
    state::State,
    turn::TurnId,
};

/// Whose findings are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Raisers {
    /// Those of checklist seats: rules found them.
    Checklists,
    /// Those of every seat.
    Everybody,
}

/// A finding with who raised it, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<'a> {
    /// The finding.
    pub finding: &'a Finding,
    /// Who raised it, the first one first.
    pub seats: Vec<SeatId>,
    /// The message in which each of them raised it first.
    pub messages: Vec<TurnId>,
}

/// Every finding once, the gravest first, then by line; those about the whole come last.
///
/// The same rule with the same words about the same line is one finding, whoever raises it how often.
pub(super) fn findings(state: &State, whose: Raisers) -> Vec<Found<'_>> {
    let mut all: Vec<Found<'_>> = Vec::new();
    let mut known: HashMap<(&str, Option<u32>, &str), usize> = HashMap::new();
    for turn in state.turns() {
        let rules = state.roster().get(turn.seat).is_some_and(|seat| seat.backend.origin == Origin::Checklist);
        if whose == Raisers::Checklists && !rules {
            continue;
        }
        for finding in turn.reading().into_iter().flat_map(|reading| &reading.findings) {
            let at = *known.entry((&finding.rule, finding.line, &finding.message)).or_insert_with(|| {
                all.push(Found { finding, seats: Vec::new(), messages: Vec::new() });
                all.len() - 1
            });
            let Some(found) = all.get_mut(at) else { continue };
            if finding.severity > found.finding.severity {
                found.finding = finding;
            }
            if !found.seats.contains(&turn.seat) {
                found.seats.push(turn.seat);
                found.messages.push(turn.id);
            }
        }
    }
    all.sort_by_key(|found| {
        (
            std::cmp::Reverse(found.finding.severity),
            found.finding.line.unwrap_or(u32::MAX),
            found.messages.first().copied(),
        )
    });
    all
}
