//! Thousands of whole discussions in virtual time: what is promised holds, and what is broken is found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests fail as loudly as tests")]

mod found;
mod kept;

use std::env;

use quorate::{
    Discussion,
    agent::Rehearsal,
    rehearse::Summary,
    strategies::{catalog::Catalog, prelude::*},
};

/// How many seeds a test goes through; `QUORATE_SEEDS` sets it for all.
fn seeds(usual: u64) -> u64 {
    env::var("QUORATE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Nothing was broken, and every run came to its end.
fn assert_kept(summary: &Summary) {
    let first: Vec<String> = summary.broken.iter().take(5).map(ToString::to_string).collect();
    assert!(first.is_empty(), "{} broken, such as {first:#?}", summary.broken.len());
    assert_eq!(summary.stops.values().sum::<u64>(), summary.runs);
}

/// The ways in which a table can be laid; a strategy takes the first that it can be played at.
const LAYOUTS: [fn(usize, Seat) -> Seat; 4] = [
    |_, seat| seat,
    |at, seat| {
        if at == 0 { seat.role("expert") } else { seat.role("critic").weight(1 + u32::try_from(at).unwrap() % 2) }
    },
    |at, seat| seat.side(if at % 2 == 0 { "yes" } else { "no" }),
    |at, seat| match at {
        0 => seat.role("moderator").voice_only(),
        _ => seat,
    },
];

/// A small discussion of any strategy, with any rule that fits it, drawn from a seed.
fn any(seed: u64) -> Discussion {
    let catalog = Catalog::builtin();
    let digit = |place: u32, below: u64| (seed / 7_u64.pow(place) + seed) % below;
    let strategies: Vec<&str> = catalog.strategies().collect();
    let name = strategies[usize::try_from(seed).unwrap() % strategies.len()];
    let of = |layout: fn(usize, Seat) -> Seat| {
        let mut brief = Brief::new("Shall we?");
        brief.options = vec!["yes".into(), "no".into(), "later".into()];
        let empty = Discussion::about(brief).strategy_named(&catalog, name, Knobs::new()).unwrap();
        let rounds = 1 + u32::try_from(digit(1, 2)).unwrap();
        let seats = 2 + usize::try_from(digit(2, 2)).unwrap();
        let table = (0..seats).fold(empty.max_rounds(rounds), |discussion, at| {
            discussion.seat(layout(at, Seat::new(format!("Seat {at}"))), Rehearsal::new())
        });
        table.turn_ms(2_000).total_ms(if digit(3, 5) == 0 { 5_000 } else { 30_000 })
    };
    let table = |choose: &dyn Fn(Discussion) -> Discussion| {
        LAYOUTS.into_iter().map(|layout| choose(of(layout))).find(|discussion| discussion.check().is_ok())
    };
    let fits: Vec<&str> = catalog
        .rules()
        .filter(|rule| table(&|one| one.rule_named(&catalog, rule, Knobs::new()).unwrap()).is_some())
        .collect();
    // One time more than there are rules no decision is sought.
    let drawn = usize::try_from(digit(0, u64::try_from(fits.len()).unwrap() + 1)).unwrap();
    let found = match fits.get(drawn) {
        Some(rule) => table(&|one| one.rule_named(&catalog, rule, Knobs::new()).unwrap()),
        None => table(&Discussion::without_rule),
    };
    found.unwrap_or_else(|| panic!("{name} can be played at no table"))
}
