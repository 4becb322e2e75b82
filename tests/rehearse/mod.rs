//! Thousands of whole discussions in virtual time: what is promised holds, and what is broken is found.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests fail as loudly as tests")]

mod found;
mod kept;
mod spent;

use std::{
    env,
    sync::{Arc, LazyLock},
};

use quorate::{
    Discussion,
    agent::{Agent, Rehearsal},
    rehearse::Summary,
    strategies::{catalog::Catalog, event::Watch, prelude::*},
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
const LAYOUTS: [Layout; 4] = [
    |_, seat| seat,
    |at, seat| {
        if at == 0 { seat.role("expert") } else { seat.role("critic").weight(1 + u32::try_from(at).unwrap() % 2) }
    },
    |at, seat| seat.side(if at.is_multiple_of(2) { "yes" } else { "no" }),
    |at, seat| match at {
        0 => seat.role("moderator").voice_only(),
        _ => seat,
    },
];

type Layout = fn(usize, Seat) -> Seat;

/// A strategy, a rule that fits it if a decision is sought, and a table where both can be played.
type Playable = (String, Option<String>, Layout);

/// Everything that can be played, for each strategy the same way as for all.
static PLAYABLE: LazyLock<Vec<Playable>> = LazyLock::new(|| {
    let catalog = Catalog::builtin();
    let mut all = Vec::new();
    for strategy in catalog.strategies() {
        let before = all.len();
        for rule in catalog.rules().map(Some).chain([None]) {
            let rule = rule.map(str::to_owned);
            let mut playable = LAYOUTS.into_iter().map(|layout| (strategy.to_owned(), rule.clone(), layout));
            all.extend(playable.find(|one| table(one, 0, nobody).check().is_ok()));
        }
        assert!(all.len() > before, "{strategy} can be played at no table");
    }
    all
});

/// What answers for a seat where the cast will.
fn nobody(_place: usize) -> Arc<dyn Agent> {
    Arc::new(Rehearsal::new())
}

/// A small table with rounds, seats and time drawn from a seed.
fn table((strategy, rule, layout): &Playable, seed: u64, agent: impl Fn(usize) -> Arc<dyn Agent>) -> Discussion {
    let catalog = Catalog::builtin();
    let digit = |place: u32, below: u64| seed / 7_u64.pow(place) % below;
    let mut brief = Brief::new("Shall we?");
    brief.options = vec!["yes".into(), "no".into(), "later".into()];
    let empty = Discussion::about(brief).strategy_named(&catalog, strategy, Knobs::new()).unwrap();
    let empty = match rule {
        Some(rule) => empty.rule_named(&catalog, rule, Knobs::new()).unwrap(),
        None => empty.without_rule(),
    };
    let rounds = 1 + u32::try_from(digit(1, 2)).unwrap();
    let seats = 2 + usize::try_from(digit(2, 2)).unwrap();
    let table = (0..seats).fold(empty.max_rounds(rounds), |discussion, at| {
        discussion.seat(layout(at, Seat::new(format!("Seat {at}"))), agent(at))
    });
    let table = if digit(4, 3) == 0 { table.watch(Watch::End) } else { table };
    // Whoever writes the result is one of the cast as well.
    let table = if digit(5, 3) == 0 { table.synthesizer(agent(usize::MAX)) } else { table };
    table.turn_ms(2_000).total_ms(if digit(3, 5) == 0 { 5_000 } else { 30_000 })
}

/// A small discussion of any strategy, with any rule that fits it or none.
fn any(seed: u64) -> Discussion {
    played_by(seed, nobody)
}

/// The same with these agents, by their place; whoever writes the result sits at none.
fn played_by(seed: u64, agent: impl Fn(usize) -> Arc<dyn Agent>) -> Discussion {
    table(&PLAYABLE[usize::try_from(seed).unwrap() % PLAYABLE.len()], seed, agent)
}
