//! What follows from chance alone: aggregation keeps to the exact law, and no strategy favours a position by itself.
//!
//! Seeds are fixed; a frequency may lie four standard errors from what is exact.

use std::collections::HashMap;

use quorate_strategies::{
    catalog::Catalog,
    engine::{Engine, Next},
    event::{Charter, Event},
    prelude::*,
    reading::{Ballot, Provenance, Read},
    rules::{Majority, Ratio, Stances, Supermajority, Unanimity},
    state::State,
    strategy::Knobs,
};
use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

const RUNS: u32 = 20_000;

/// Whether a frequency is within four standard errors of a probability.
#[track_caller]
fn assert_near(came: u32, of: u32, exact: f64, what: &str) {
    let found = f64::from(came) / f64::from(of);
    let error = (exact * (1.0 - exact) / f64::from(of)).sqrt();
    // What is impossible or certain has no error.
    assert!((found - exact).abs() <= 4.0f64.mul_add(error, 1e-12), "{what}: {found} is not {exact} ± {}", 4.0 * error);
}

fn choose(n: u32, k: u32) -> f64 {
    (1..=k).fold(1.0, |product, i| product * f64::from(n - k + i) / f64::from(i))
}

/// The probability that exactly `k` of `n` are right.
fn binomial(n: u32, k: u32, p: f64) -> f64 {
    choose(n, k) * p.powi(k.try_into().unwrap()) * (1.0 - p).powi((n - k).try_into().unwrap())
}

fn options() -> std::sync::Arc<[std::sync::Arc<str>]> {
    vec!["right".into(), "wrong".into()].into()
}

/// The verdict's winner by who is right, as bits; the rule is pure, so each profile is judged once.
fn right_wins(n: u32, right: u32, known: &mut HashMap<u32, bool>) -> bool {
    *known.entry(right).or_insert_with(|| {
        let ballot = |seat| Some(Ballot::Choice(u16::from(right >> seat & 1 == 0)));
        let voices = (0..n).map(|seat| Voice { ballot: ballot(seat), ..Voice::present() }).collect();
        let verdict = Majority::default().judge(&Tally { voices, options: options(), ..Tally::default() });
        verdict.winner.as_deref() == Some("right")
    })
}

// The jury theorem: the exact binomial, for 3 to 11 seats and six accuracies.
#[test]
fn a_majority_of_independent_seats_is_right_as_often_as_the_binomial_says() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for n in 3..=11 {
        let mut known = HashMap::new();
        for p in [0.3, 0.5, 0.6, 0.7, 0.8, 0.95] {
            let mut draw = || (0..n).fold(0, |bits, seat| bits | u32::from(random.random::<f64>() < p) << seat);
            let came = (0..RUNS).filter(|_| right_wins(n, draw(), &mut known)).count();
            let exact = (n / 2 + 1..=n).map(|k| binomial(n, k, p)).sum();
            assert_near(came.try_into().unwrap(), RUNS, exact, &format!("{n} seats of accuracy {p}"));
        }
    }
}

#[test]
fn stances_are_full_a_majority_or_none_as_often_as_the_multinomial_says() {
    let stances = [Stance::Agree, Stance::Disagree, Stance::Neutral];
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for n in 2..=6_u32 {
        let mut known: HashMap<u32, Level> = HashMap::new();
        for (a, d) in [(0.5, 0.25), (0.8, 0.05), (0.7, 0.0), (0.2, 0.3)] {
            let mut levels = HashMap::<Level, u32>::new();
            for _ in 0..RUNS {
                let mut profile = 0;
                for _ in 0..n {
                    let drawn = random.random::<f64>();
                    profile = profile * 3 + u32::from(drawn >= a) + u32::from(drawn >= a + d);
                }
                let level = *known.entry(profile).or_insert_with(|| {
                    let of = |seat| stances[(profile / 3_u32.pow(seat) % 3) as usize];
                    let voices = (0..n).map(|seat| Voice { stance: of(seat), ..Voice::present() }).collect();
                    Stances::default().judge(&Tally { voices, ..Tally::default() }).level
                });
                *levels.entry(level).or_default() += 1;
            }
            // Full: all agree. Majority: at least two thirds agree, and the rest is neutral.
            let c = 1.0 - a - d;
            let full = f64::powi(a, n.try_into().unwrap());
            let neutral = |k: u32| choose(n, k) * a.powi(k as i32) * c.powi((n - k) as i32);
            let majority: f64 = (0..n).filter(|k| 3 * k >= 2 * n).map(neutral).sum();
            let came = |level| levels.get(&level).copied().unwrap_or(0);
            let what = format!("{n} seats, {a} agree, {d} disagree");
            assert_near(came(Level::Full), RUNS, full, &what);
            assert_near(came(Level::Majority), RUNS, majority, &what);
            assert_near(came(Level::None), RUNS, 1.0 - full - majority, &what);
        }
    }
}

/// What `k` who wish harm can do to `n`, in all ways in which they can vote, stay open or be silent.
#[test]
fn the_hostile_move_an_outcome_only_as_far_as_the_arithmetic_of_the_rule_allows() {
    let ways = |behaviour: usize| match behaviour {
        0 => Voice { position: Position::For, stance: Stance::Agree, ballot: choice(0), ..Voice::present() },
        1 => Voice { position: Position::Against, stance: Stance::Disagree, ballot: choice(1), ..Voice::present() },
        2 => Voice::present(),
        _ => Voice { answered: false, ..Voice::present() },
    };
    for n in 1..=7_usize {
        for k in 0..=n {
            let honest = n - k;
            let mut broken = [false; 5];
            for profile in 0..4_usize.pow(k.try_into().unwrap()) {
                let hostile = (0..k).map(|seat| ways(profile / 4_usize.pow(seat.try_into().unwrap()) % 4));
                let voices: Vec<Voice> = (0..honest).map(|_| ways(0)).chain(hostile).collect();
                let tally = Tally { voices, options: options(), ..Tally::default() };
                let rules: [&dyn DecisionRule; 5] = [
                    &Ratio::default(),
                    &Stances::default(),
                    &Majority::default(),
                    &Supermajority::default(),
                    &Unanimity::default(),
                ];
                for (rule, broken) in rules.into_iter().zip(&mut broken) {
                    *broken |= !rule.judge(&tally).reached;
                }
            }
            // Whether the honest, all of one mind, can be kept from it.
            let expected = [honest * 100 < 70 * n, k > 0, 2 * honest <= n, 3 * honest < 2 * n, honest < n];
            // With nobody honest anything may come of it, also what the honest would have wanted.
            assert_eq!(broken, expected, "{k} of {n}");
        }
    }
}

fn choice(option: u16) -> Option<Ballot> {
    Some(Ballot::Choice(option))
}

/// Plays a discussion on the engine alone; every turn's reading comes from `reads`.
fn play(strategy: &str, charter: Charter, seats: Vec<Seat>, mut reads: impl FnMut(&State, &Turn) -> Reading) -> State {
    let knobs = charter.strategy.knobs.clone();
    let strategy = Catalog::builtin().strategy(strategy, &knobs).unwrap();
    let mut engine = Engine::new(strategy, None, State::default());
    let mut seq = 0;
    let mut record = |engine: &mut Engine, event: Event| {
        seq += 1;
        engine.apply(seq, &event).unwrap();
    };
    record(&mut engine, Event::Created(charter.into()));
    for (at, seat) in seats.into_iter().enumerate() {
        record(&mut engine, Event::Seated { seat: SeatId(at.try_into().unwrap()), who: seat.into() });
    }
    loop {
        match engine.next() {
            Next::Summarise | Next::Wait | Next::Done => return engine.into_state(),
            Next::Record(event) => record(&mut engine, event),
            Next::Perform => {
                let Some(Step::Ask { asks }) = engine.state().open_step().map(|open| open.step.clone()) else {
                    return engine.into_state();
                };
                let first = engine.state().turns().len();
                for (at, ask) in asks.iter().enumerate() {
                    let (turn, at) = (TurnId((first + at + 1).try_into().unwrap()), at.try_into().unwrap());
                    record(
                        &mut engine,
                        Event::Asked { turn, ask: at, seat: ask.seat, context: "".into(), fitted: None },
                    );
                }
                let asked: Vec<Turn> = engine.state().turns()[first..].to_vec();
                // Everybody of a batch sees what was there before it.
                let readings: Vec<Reading> = asked.iter().map(|turn| reads(engine.state(), turn)).collect();
                for (turn, reading) in asked.iter().zip(readings) {
                    let message = Message { raw: "…".into(), reading, ..Message::default() };
                    let receipt = Box::default();
                    record(&mut engine, Event::Answered { turn: turn.id, message: message.into(), receipt });
                }
            }
        }
    }
}

/// Seats that draw what they say from a mixture of what they and the others said last keep the mean where it was, in
/// whatever order they speak; a drift would mean that the strategy itself favours a position.
#[test]
fn no_strategy_moves_the_mean_belief_of_unbiased_seats() {
    const SEATS: usize = 4;
    const TABLES: usize = 1_200;
    let (p, rounds) = (0.6, 10);
    for (name, knobs) in [
        ("round-robin", &[][..]),
        ("expert", &[]),
        ("expert", &[("others", "together")]),
        ("debate", &[]),
        ("brainstorm", &[]),
        ("poll", &[]),
    ] {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut means: Vec<f64> = Vec::with_capacity(TABLES);
        for table in 0..TABLES {
            let knobs: Knobs = knobs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let most = if name == "poll" { 2 } else { rounds };
            let mut charter = Charter { seed: table as u64, rounds: Rounds::new(1, most), ..Charter::default() };
            charter.brief.topic = "Shall we?".into();
            charter.strategy.knobs = knobs;
            let seat = |at: usize| match name {
                "expert" if at == 0 => Seat::new("Seat 0").role("expert"),
                "debate" => Seat::new(format!("Seat {at}")).side(if at.is_multiple_of(2) { "yes" } else { "no" }),
                _ => Seat::new(format!("Seat {at}")),
            };
            let mut beliefs: Vec<bool> = (0..SEATS).map(|_| random.random::<f64>() < p).collect();
            play(name, charter, (0..SEATS).map(seat).collect(), |state, turn| {
                let (own, mut pool) = (turn.seat.index(), Vec::new());
                pool.push(beliefs[own]);
                let spoken = |at: usize| state.standings()[at].position;
                for at in (0..SEATS).filter(|at| *at != own) {
                    match spoken(at) {
                        Position::For => pool.push(true),
                        Position::Against => pool.push(false),
                        Position::Open => {}
                    }
                }
                beliefs[own] = pool[random.random_range(0..pool.len())];
                let stance = if beliefs[own] { Stance::Agree } else { Stance::Disagree };
                Reading { stance: Read::new(stance, Provenance::Marker), ..Reading::default() }
            });
            means.push(beliefs.iter().filter(|right| **right).count() as f64 / SEATS as f64);
        }
        let mean = means.iter().sum::<f64>() / TABLES as f64;
        let variance = means.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (TABLES - 1) as f64;
        let error = (variance / TABLES as f64).sqrt();
        assert!((mean - p).abs() <= 4.0 * error, "{name} {knobs:?}: {mean} is not {p} ± {}", 4.0 * error);
    }
}

/// The same law through whole discussions: three seats of accuracy 0.7 are right in 0.784 of all polls.
#[test]
fn a_poll_of_three_is_right_as_often_as_the_jury_theorem_says() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut came = 0;
    for seed in 0..RUNS {
        let mut charter = Charter { seed: seed.into(), rounds: Rounds::new(1, 1), ..Charter::default() };
        charter.brief.topic = "Which?".into();
        charter.brief.options = options().to_vec();
        let seats = (0..3).map(|at| Seat::new(format!("Seat {at}"))).collect();
        let state = play("poll", charter, seats, |_, _| {
            let ballot = Ballot::Choice(u16::from(random.random::<f64>() >= 0.7));
            Reading { ballot: Some(Read::new(ballot, Provenance::Marker)), ..Reading::default() }
        });
        let verdict = Majority::default().judge(&state.tally());
        came += u32::from(verdict.winner.as_deref() == Some("right"));
    }
    assert_near(came, RUNS, 0.784, "polls of three");
}
