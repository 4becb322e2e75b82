//! What is promised holds for any strategy, any rule and any cast.

use std::{num::NonZeroUsize, time::Duration};

use quorate::{
    Discussion,
    agent::{
        Rehearsal,
        cast::{Actor, Character},
    },
    rehearse::Chaos,
    strategies::{prelude::*, rules::Ratio},
};

use super::{any, assert_kept, seeds};

#[test]
fn ten_thousand_discussions_of_any_strategy_and_rule_keep_every_promise() {
    let summary = Chaos::new(any).runs(seeds(6_000)).run().unwrap();
    assert_kept(&summary);
    assert!(summary.stops.len() >= 6, "the seeds reach many endings: {:?}", summary.stops);
    assert!(summary.levels.len() >= 4, "and all levels: {:?}", summary.levels);
    for character in Character::ALL {
        assert_kept(&Chaos::new(any).cast([character]).seed(100_000).runs(seeds(100)).run().unwrap());
    }
}

/// A synthesiser that failed late was asked again after a pause that outlasted the discussion.
#[test]
fn a_seed_that_once_broke_its_time_keeps_it() {
    assert_kept(&Chaos::new(any).seed(3_731).runs(1).run().unwrap());
}

#[test]
fn whatever_a_store_fails_at_the_run_ends_with_its_error_and_goes_on_from_what_was_kept() {
    assert_kept(&Chaos::new(any).seed(200_000).runs(seeds(400)).faulty_store().run().unwrap());
}

/// A thousand tables where everybody hangs, is slow, or answers when the time is over.
#[test]
fn time_limits_hold_and_what_comes_late_is_never_counted() {
    let (turn, total) = (Duration::from_secs(8), Duration::from_secs(30));
    let make = move |seed: u64| {
        let seats = (0..2 + seed % 3).map(|at| Seat::new(format!("Seat {at}")));
        let empty = Discussion::new("Shall we?").max_rounds(3).rule(Ratio::new(1).unwrap());
        let empty = empty.turn_ms(turn.as_millis().try_into().unwrap()).total_ms(total.as_millis().try_into().unwrap());
        seats.fold(empty, |discussion, seat| discussion.seat(seat, Rehearsal::new()))
    };
    let late = Chaos::new(make).cast([Character::Late]).runs(seeds(300)).run().unwrap();
    assert_kept(&late);
    // Everybody would agree or at least say something, and a threshold of 1 % would be reached by any of them.
    assert!(late.decisions.keys().all(Option::is_none), "{:?}", late.decisions);
    let mixed =
        Chaos::new(make).cast([Character::Slow, Character::Late, Character::Failing]).runs(seeds(700)).run().unwrap();
    assert_kept(&mixed);
    for summary in [&late, &mixed] {
        assert!(summary.ms.max() <= u64::try_from(total.as_millis()).unwrap() + 10, "{:?}", summary.ms);
    }
}

#[test]
fn a_seed_gives_the_same_summary_on_any_number_of_threads_and_twice() {
    let of = |threads: usize| Chaos::new(any).runs(48).threads(NonZeroUsize::new(threads).unwrap()).run().unwrap();
    let one = of(1);
    assert_eq!(one.runs, 48);
    for threads in [1, 2, 5] {
        assert_eq!(of(threads), one, "{threads} threads");
    }
    assert_ne!(Chaos::new(any).runs(48).seed(1_000).run().unwrap(), one);
}

#[test]
fn each_run_can_be_run_alone_by_its_own_seed() {
    let all = Chaos::new(any).seed(40).runs(8).run().unwrap();
    let alone = (40..48).map(|seed| Chaos::new(any).seed(seed).runs(1).run().unwrap());
    let mut ms: Vec<u64> = alone.map(|one| one.ms.max()).collect();
    ms.sort_unstable();
    assert_eq!((ms[0], ms[7]), (all.ms.min(), all.ms.max()));
}

// S-05
#[tokio::test(start_paused = true)]
async fn half_a_sentence_of_a_turn_that_failed_is_nowhere() {
    let mut failed = 0;
    for seed in 0..40 {
        let empty = Discussion::new("Shall we?").seed(seed).max_rounds(2);
        let seats = ["Ann", "Bob", "Cy"].into_iter().map(Seat::new);
        let table = seats.fold(empty, |one, seat| one.seat(seat, Actor::new(Character::Failing)));
        let done = table.run().await.unwrap();
        failed += done.outcome.participation.iter().map(|one| one.failed).sum::<u32>();
        let record = String::from_utf8(done.lines().unwrap()).unwrap();
        assert!(!record.contains("So far I would say"), "seed {seed}");
        for turn in done.state.turns().iter().filter(|turn| turn.ending() == Some(Ending::Failed)) {
            assert!(turn.message().is_none(), "seed {seed}, turn {}", turn.id);
        }
    }
    assert!(failed > 40, "{failed}");
}

/// The group, whatever it is told, moves a count only as far as its votes go.
#[test]
fn two_of_five_that_collude_never_reach_seventy_percent_alone() {
    let make = |_| {
        let mut table = Discussion::new("Shall we?").max_rounds(3);
        for at in 0..5 {
            let seat = Seat::new(format!("Seat {at}"));
            let character = if at < 2 { Character::Colluding } else { Character::Silent };
            table = table.seat(seat, Actor::new(character));
        }
        table
    };
    let summary = Chaos::new(make).own_agents().runs(seeds(200)).run().unwrap();
    assert_kept(&summary);
    assert!(!summary.stops.contains_key(&StopReason::Decided), "{:?}", summary.stops);
}
