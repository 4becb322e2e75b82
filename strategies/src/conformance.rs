//! The public suite that holds strategies and rules to their laws; built-ins and users' own pass the same one.

use std::sync::Arc;

use thiserror::Error;

use crate::{
    engine::Engine,
    event::{Charter, Chosen, Event, Limits},
    outcome::Outcome,
    rule::{DecisionRule, Input},
    seat::{Role, Roster, Seat},
    state::State,
    step::StopReason,
    strategy::{Options, Rounds, Strategy},
    verify::{Difference, replay},
};

mod cast;
mod laws;
mod room;

pub use cast::{Behaviour, Cast};
pub use laws::{RuleViolation, check_rule};
pub use room::{Disturbance, Room};

/// How a strategy broke a law.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Violation {
    /// It refused every table that the suite has.
    #[error("{strategy} refused every table of 1 to 8 seats; the last refusal was: {why}")]
    NoTable {
        /// The strategy.
        strategy: String,
        /// The last refusal.
        why: String,
    },
    /// It did not end within its rounds and turns.
    #[error("{strategy} did not end ({place})")]
    NoEnd {
        /// The strategy.
        strategy: String,
        /// Table, seed and rule of the run.
        place: String,
    },
    /// The engine had to abort it.
    #[error("{strategy} was aborted: {why} ({place})")]
    Aborted {
        /// The strategy.
        strategy: String,
        /// What it did.
        why: String,
        /// Table, seed and rule of the run.
        place: String,
    },
    /// It went on after its last round.
    #[error("{strategy} opened round {round} of {most} ({place})")]
    TooManyRounds {
        /// The strategy.
        strategy: String,
        /// The round.
        round: u32,
        /// The last one allowed.
        most: u32,
        /// Table, seed and rule of the run.
        place: String,
    },
    /// It decided otherwise on the same record.
    #[error("{strategy} does not replay: {difference} ({place})")]
    Replay {
        /// The strategy.
        strategy: String,
        /// The first difference.
        difference: Difference,
        /// Table, seed and rule of the run.
        place: String,
    },
    /// The same seed and the same replies gave another record.
    #[error("{strategy} gave two records for one seed ({place})")]
    Unstable {
        /// The strategy.
        strategy: String,
        /// Table, seed and rule of the run.
        place: String,
    },
    /// The outcome leaves somebody out.
    #[error("{strategy}: the outcome leaves a seat out ({place})")]
    LeftOut {
        /// The strategy.
        strategy: String,
        /// Table, seed and rule of the run.
        place: String,
    },
}

/// What the suite went through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Passed {
    /// Tables of different size and roles.
    pub tables: usize,
    /// Whole discussions.
    pub discussions: usize,
    /// Steps that were decided again.
    pub steps: usize,
}

/// Plays a strategy at tables of 1 to 8 seats, with agents of every kind and disturbances at any point, for `seeds`
/// seeds each, and holds every record to the laws of [`Strategy`].
///
/// Rules that fit the strategy's card are taken from `rules`; pass those of [`Catalog`](crate::catalog::Catalog).
///
/// # Errors
/// The first [`Violation`], with the table, the seed and the rule that show it.
pub fn check(strategy: &Arc<dyn Strategy>, rules: &[Arc<dyn DecisionRule>], seeds: u64) -> Result<Passed, Violation> {
    let mut passed = Passed::default();
    let mut refusal = String::new();
    let fitting = fitting(strategy.as_ref(), rules);
    for roster in tables() {
        if let Err(error) = strategy.seating(&roster) {
            refusal = error.to_string();
            continue;
        }
        passed.tables += 1;
        for rule in &fitting {
            for seed in 0..seeds {
                passed.steps += one(strategy, rule.as_ref(), &roster, seed)?;
                passed.discussions += 1;
            }
        }
    }
    if passed.tables == 0 {
        return Err(Violation::NoTable { strategy: strategy.card().name.to_string(), why: refusal });
    }
    Ok(passed)
}

/// The rules that fit, and none where the card seeks no decision.
fn fitting(strategy: &dyn Strategy, rules: &[Arc<dyn DecisionRule>]) -> Vec<Option<Arc<dyn DecisionRule>>> {
    let fits = |rule: &&Arc<dyn DecisionRule>| strategy.card().fits.contains(&rule.input());
    let mut fitting: Vec<_> = rules.iter().filter(fits).map(|rule| Some(Arc::clone(rule))).collect();
    fitting.push(None);
    fitting
}

/// Tables of 1 to 8 seats: equals, one that leads, two or three sides, sides with a judge, one of every role, and the first
/// three with the last seat on the bench.
fn tables() -> Vec<Roster> {
    let roles = [Role::Proposer, Role::Reviewer, Role::Critic, Role::Synthesizer, Role::Analyst, Role::Advocate];
    let mut tables = Vec::new();
    for seats in 1..=8_usize {
        let layouts: [Layout<'_>; 5] = [
            &|_, seat| seat,
            &|at, seat| if at == seats / 2 { seat.role(Role::Expert) } else { seat.role(role(&roles, at)) },
            &|at, seat| seat.side(if at % 2 == 0 { "pro" } else { "con" }),
            &|at, seat| if at == 0 { seat.role(Role::Judge) } else { seat.side(["a", "b", "c"][at % 3]) },
            &|at, seat| seat.role(role(&roles, at)).weight(1 + u32::try_from(at).unwrap_or(0)),
        ];
        let waits = |layout: Layout<'_>, at: usize, seat| match at + 1 == seats {
            true => layout(at, seat).benched(),
            false => layout(at, seat),
        };
        tables.extend(layouts.map(|layout| table(seats, layout)));
        tables.extend(layouts.into_iter().take(3).map(|layout| table(seats, &|at, seat| waits(layout, at, seat))));
    }
    tables
}

/// Lays the seat at a place.
type Layout<'a> = &'a dyn Fn(usize, Seat) -> Seat;

fn table(seats: usize, layout: Layout<'_>) -> Roster {
    let mut roster = Roster::default();
    for at in 0..seats {
        // The names differ, so nothing is refused.
        let _ = roster.add(layout(at, Seat::new(format!("Seat {at}"))));
    }
    roster
}

fn role(roles: &[Role], at: usize) -> Role {
    roles.get(at % roles.len()).cloned().unwrap_or_default()
}

fn charter(strategy: &dyn Strategy, rule: Option<&Arc<dyn DecisionRule>>, roster: &Roster, seed: u64) -> Charter {
    let card = strategy.card();
    let rounds =
        Rounds::new(card.rounds.min, card.rounds.max.min(4)).with_max(1 + u32::try_from(seed % 5).unwrap_or(0));
    let mut charter = Charter { seed, rounds, ..Charter::default() };
    charter.brief.topic = "Shall we?".into();
    // Every second time a strategy that can has to find out what to vote for.
    let given = strategy.options() == Options::Brief || seed.is_multiple_of(2);
    if rule.is_some_and(|rule| rule.input() == Input::Options) && given {
        charter.brief.options = vec!["yes".into(), "no".into(), "later".into()];
    }
    charter.strategy = Chosen { name: card.name.to_string().into(), ..Chosen::default() };
    charter.limits = Limits { turns: limit(rounds, roster), ..Limits::default() };
    charter
}

/// Turns that no strategy should need: every seat four times a round, and once more for closing.
fn limit(rounds: Rounds, roster: &Roster) -> u32 {
    let seats = u32::try_from(roster.len()).unwrap_or(u32::MAX);
    rounds.max * seats * 4 + seats + 8
}

fn one(
    strategy: &Arc<dyn Strategy>,
    rule: Option<&Arc<dyn DecisionRule>>,
    roster: &Roster,
    seed: u64,
) -> Result<usize, Violation> {
    let name = || strategy.card().name.to_string();
    let place = || {
        let seats: Vec<String> = roster.iter().map(|(_, seat)| seat.role.to_string()).collect();
        let rule = rule.map_or("no rule", |rule| rule.name());
        format!("seats {}, seed {seed}, {rule}", seats.join(" "))
    };
    let empty = || Engine::new(Arc::clone(strategy), rule.cloned(), State::default());
    let play = || {
        let cast = Cast::drawn(seed, roster.len());
        Room::new(empty(), charter(strategy.as_ref(), rule, roster, seed), roster, cast, seed).play()
    };
    let events = play().ok_or_else(|| Violation::NoEnd { strategy: name(), place: place() })?;
    if play().as_ref() != Some(&events) {
        return Err(Violation::Unstable { strategy: name(), place: place() });
    }
    let state = replay(empty(), (1..).zip(&events)).map_err(|difference| Violation::Replay {
        strategy: name(),
        difference,
        place: place(),
    })?;
    let outcome = Outcome::of(&state).ok_or_else(|| Violation::NoEnd { strategy: name(), place: place() })?;
    if outcome.stop == StopReason::Aborted || outcome.note.is_some() {
        let why = outcome.note.as_deref().unwrap_or_default().to_owned();
        return Err(Violation::Aborted { strategy: name(), why, place: place() });
    }
    if outcome.stop == StopReason::MaxTurns {
        return Err(Violation::NoEnd { strategy: name(), place: place() });
    }
    let most = state.charter().rounds.max;
    if state.round() > most {
        return Err(Violation::TooManyRounds { strategy: name(), round: state.round(), most, place: place() });
    }
    if outcome.participation.len() != state.roster().len() {
        return Err(Violation::LeftOut { strategy: name(), place: place() });
    }
    Ok(events.iter().filter(|event| matches!(event, Event::Stepped { .. })).count())
}
