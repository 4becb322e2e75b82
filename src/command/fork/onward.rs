//! The command that goes on in a copy from a discussion that has ended.

use quorate_strategies::{event::Budget, state::State, step::StopReason, turn::TurnId};

use crate::command::shell;

/// The command, with what has to be set otherwise so that the copy does not end in the same place. `of` is the record as it
/// is typed, and `store` the flag that finds it.
pub(in crate::command) fn command(of: &str, store: &str, state: &State) -> String {
    let set: Vec<&str> = match state.concluded().map(|end| end.why) {
        Some(StopReason::MaxRounds) => vec!["max_rounds"],
        Some(StopReason::MaxTurns) => vec!["max_turns"],
        Some(StopReason::Budget) => limited(state.charter().budget),
        _ => Vec::new(),
    };
    let set: String = set.iter().map(|key| format!(" --set {key}=N")).collect();
    format!("quorate fork {}{store} --at {}{set}", shell::word(of), behind(state).0)
}

fn limited(budget: Budget) -> Vec<&'static str> {
    let keys = [("budget_calls", budget.calls), ("budget_tokens", budget.tokens), ("budget_money", budget.nanos)];
    keys.into_iter().filter(|(_, limit)| limit.is_some()).map(|(key, _)| key).collect()
}

/// The last message: what was not answered behind it is asked for again.
fn behind(state: &State) -> TurnId {
    state.turns().iter().rev().find(|turn| turn.is_answered()).map_or(TurnId(0), |turn| turn.id)
}
