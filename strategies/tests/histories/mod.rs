//! 100,000 random histories, folded and judged by the product and counted again by a second, plain implementation.

mod counted;
mod drawn;
mod ruled;
mod voted;

use std::thread;

use quorate_strategies::{catalog::Catalog, event::Event, state::State};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use self::{counted::Book, drawn::drawn, ruled::Terms};

const HISTORIES: u64 = 100_000;

/// What a walk through one history saw, so that it is known that the histories reach what they are there for.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    judged: u64,
    reached: u64,
    winners: u64,
    ties: u64,
    late: u64,
}

impl Seen {
    fn and(self, other: Self) -> Self {
        Self {
            judged: self.judged + other.judged,
            reached: self.reached + other.reached,
            winners: self.winners + other.winners,
            ties: self.ties + other.ties,
            late: self.late + other.late,
        }
    }
}

/// Goes through one history with the rule that its number draws, and compares every count on the way.
fn walk(catalog: &Catalog, number: u64) -> Seen {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let events = drawn(&mut random);
    let terms = Terms::drawn(number, &mut random);
    let rule = catalog.rule(terms.rule, &terms.knobs()).unwrap();
    let (mut state, mut book, mut seen) = (State::default(), Book::default(), Seen::default());
    for (event, seq) in events.iter().zip(1..) {
        state.apply(seq, event).unwrap_or_else(|fault| panic!("history {number}, event {seq}: {fault}"));
        book.take(event);
        seen.late += u64::from(matches!(event, Event::Invited { .. }));
        let last = seq as usize == events.len();
        if !last && !matches!(event, Event::RoundClosed { .. } | Event::Invited { .. }) && !random.random_bool(0.03) {
            continue;
        }
        let tally = state.tally();
        let voices = book.voices();
        assert_eq!(tally.voices, voices, "history {number}, event {seq}");
        let (ours, verdict) = (terms.judge(&book, &voices), rule.judge(&tally));
        let found = ruled::Found::from(&verdict);
        assert_eq!(found, ours, "history {number}, event {seq}, {} {:?}", terms.rule, terms.knobs());
        seen.judged += 1;
        seen.reached += u64::from(verdict.reached);
        seen.winners += u64::from(verdict.winner.is_some());
        seen.ties += u64::from(verdict.tie);
    }
    seen
}

#[test]
fn a_hundred_thousand_random_histories_are_counted_the_same_twice() {
    let half = |odd: u64| {
        let catalog = Catalog::builtin();
        (0..HISTORIES / 2).map(|at| walk(&catalog, 2 * at + odd)).fold(Seen::default(), Seen::and)
    };
    let seen = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        half(0).and(other.join().unwrap())
    });
    for (what, number, least) in [
        ("verdicts", seen.judged, 4 * HISTORIES),
        ("reached", seen.reached, HISTORIES / 2),
        ("winners", seen.winners, HISTORIES / 4),
        ("ties", seen.ties, HISTORIES / 20),
        ("late joiners", seen.late, HISTORIES / 10),
    ] {
        assert!(number >= least, "{what}: {seen:?}");
    }
}

#[test]
fn every_rule_that_ships_is_counted_twice() {
    let sorted = |mut names: Vec<String>| {
        names.sort_unstable();
        names
    };
    let shipped = Catalog::builtin().rules().map(str::to_owned).collect();
    assert_eq!(sorted(shipped), sorted(ruled::RULES.map(str::to_owned).to_vec()));
}
