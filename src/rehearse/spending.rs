//! What was spent, held against the budget: nothing is above it but what a provider took beyond its reservation.

use std::collections::BTreeMap;

use quorate_strategies::{
    event::{Event, Spend},
    seat::Origin,
    turn::TurnId,
};

use crate::manager::Finished;

/// What is above the budget without a request that is known to have taken more than was reserved for it, if anything is.
pub(super) fn overspent(finished: &Finished, calls: u64) -> Option<String> {
    let state = &finished.state;
    let (budget, spent) = (state.charter().budget, state.spent());
    if budget.is_unlimited() {
        return None;
    }
    let beyond = overshoot(finished);
    if !budget.holds(Spend { calls: spent.calls, ..spent.minus(beyond) }) {
        return Some(format!("{spent:?} of {budget:?}, of which {beyond:?} is beyond what was reserved"));
    }
    let counted = |origin| matches!(origin, Origin::Model | Origin::Program);
    let all = state.roster().iter().all(|(_, seat)| counted(seat.backend.origin));
    (all && calls > spent.calls).then(|| format!("{calls} requests, and {} were counted", spent.calls))
}

/// What requests took beyond what was reserved for them.
fn overshoot(finished: &Finished) -> Spend {
    let (mut reserved, mut beyond) = (BTreeMap::<TurnId, Spend>::new(), Spend::default());
    for entry in &finished.entries {
        match &entry.event {
            Event::Reserved { turn, spend } => {
                let open = reserved.entry(*turn).or_default();
                *open = open.plus(*spend);
            }
            Event::Spent { turn, spend } => {
                beyond = beyond.plus(spend.minus(reserved.remove(turn).unwrap_or_default()));
            }
            _ => {}
        }
    }
    beyond
}
