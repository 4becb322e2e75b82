//! Each check finds what it is there for: a sound run is changed in one place.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail as loudly as tests")]

use std::{sync::Arc, time::Duration};

use quorate_strategies::{event::Event, prelude::*, reading::Read, record::Entry, state::State, step::StopReason};

use super::{
    Chaos, Promise, Spread,
    run::Played,
    soundness::{Check, check},
    witness::Log,
};
use crate::{agent::Rehearsal, agent::cast::Character, manager::Discussion};

fn sound() -> Played {
    let discussion = Discussion::new("Shall we?").max_rounds(2);
    let seats = ["Ann", "Bob", "Cy"].into_iter().map(Seat::new);
    let table = seats.fold(discussion, |one, seat| one.seat(seat, Rehearsal::new()));
    Chaos::of(table).cast([Character::Colluding]).play(1).unwrap()
}

fn found(change: impl FnOnce(&mut Played)) -> Vec<Promise> {
    let mut played = sound();
    change(&mut played);
    let mut checked = Check::new(1);
    check(&played, &mut checked);
    checked.into_broken().into_iter().map(|one| one.promise).collect()
}

/// Changes every entry that this finds.
fn edit(played: &mut Played, mut change: impl FnMut(&mut Event) -> bool) {
    let changed = played.finished.entries.iter_mut().filter_map(|entry| change(&mut entry.event).then_some(())).count();
    assert!(changed > 0, "nothing was changed");
}

#[test]
fn a_sound_run_breaks_nothing() {
    assert_eq!(found(|_| {}), []);
}

#[test]
fn what_an_outcome_may_not_say_is_found() {
    assert!(found(|run| run.finished.outcome.stop = StopReason::Aborted).contains(&Promise::Ends));
    assert!(found(|run| run.finished.outcome.rounds = 3).contains(&Promise::Bounds));
    assert!(found(|run| drop(run.finished.outcome.participation.pop())).contains(&Promise::Everybody));
    assert!(found(|run| run.finished.outcome.participation[0].asked += 1).contains(&Promise::Everybody));
}

#[test]
fn time_beyond_a_limit_is_found() {
    assert_eq!(found(|run| run.took = Duration::from_secs(3_601)), [Promise::Time]);
    assert_eq!(found(|run| run.turns = vec![Some(Duration::ZERO); 3]), [Promise::Time]);
}

#[test]
fn a_record_that_says_otherwise_is_found() {
    let vanished = found(|run| drop(run.finished.entries.remove(4)));
    assert!(vanished.contains(&Promise::Record), "{vanished:?}");
    let misread = found(|run| {
        edit(run, |event| match event {
            Event::Answered { message, .. } => {
                let mut other = (**message).clone();
                other.reading.stance = Read::new(Stance::Neutral, Provenance::Marker);
                *message = Arc::new(other);
                true
            }
            _ => false,
        });
    });
    assert!(misread.contains(&Promise::Record) && misread.contains(&Promise::Authors), "{misread:?}");
}

#[test]
fn a_verdict_that_no_count_finds_is_found() {
    let declared = found(|run| {
        edit(run, |event| match event {
            Event::Judged { verdict, .. } => {
                *verdict = Arc::new(Verdict { reached: !verdict.reached, ..(**verdict).clone() });
                true
            }
            _ => false,
        });
    });
    assert!(declared.contains(&Promise::Count), "{declared:?}");
}

#[test]
fn what_is_spent_beyond_the_budget_is_found_unless_a_turn_is_known_to_have_taken_too_much() {
    use quorate_strategies::event::{Budget, Charter, Spend};
    let spent = |reserved: u64, taken: u64| {
        found(|run| {
            let budget = Budget { tokens: Some(100), ..Budget::default() };
            edit(run, |event| match event {
                Event::Created(charter) => {
                    *charter = Arc::new(Charter { budget, ..(**charter).clone() });
                    true
                }
                _ => false,
            });
            let tokens = |tokens| Spend { calls: 1, tokens, nanos: 0 };
            let (first, last) = (run.finished.entries[0].clone(), run.finished.entries.len() as u64);
            for (seq, event) in (last + 1..).zip([
                Event::Reserved { turn: TurnId(1), spend: tokens(reserved) },
                Event::Spent { turn: TurnId(1), spend: tokens(taken) },
            ]) {
                run.finished.entries.push(Entry { seq, event, ..first.clone() });
            }
            let mut state = State::default();
            run.finished.entries.iter().for_each(|entry| state.apply(entry.seq, &entry.event).unwrap());
            run.finished.state = state;
        })
    };
    assert!(!spent(100, 100).contains(&Promise::Budget));
    assert!(!spent(80, 180).contains(&Promise::Budget), "it is named");
    assert!(spent(101, 101).contains(&Promise::Budget));
}

#[test]
fn words_that_no_agent_replied_are_found() {
    assert_eq!(found(|run| run.log = Arc::new(Log::default())), [Promise::Authors]);
}

#[test]
fn a_spread_gives_the_least_number_that_so_many_runs_do_not_exceed() {
    let mut spread = Spread::default();
    assert_eq!((spread.min(), spread.median(), spread.max()), (0, 0, 0));
    (1..=10).for_each(|number| spread.add(number));
    assert_eq!((spread.min(), spread.median(), spread.p90(), spread.max()), (1, 5, 9, 10));
}
