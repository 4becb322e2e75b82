//! The `ratio` rule on every profile of positions, against shares written out as fractions.

use quorate_strategies::{prelude::*, rules::Ratio};

use super::{each_profile, knobs, missing, stands, tally};

/// A seat's state: its position by the first letter, a small one when it did not answer.
const STATES: &[u8] = b"FfAaOo";

fn voice(state: u8) -> Voice {
    let position = match state.to_ascii_uppercase() {
        b'F' => Position::For,
        b'A' => Position::Against,
        _ => Position::Open,
    };
    Voice { answered: state.is_ascii_uppercase(), ..stands(position) }
}

/// Whether a/b is at least c/d, by whole parts and what remains, as one would by hand.
fn at_least((a, b): (u64, u64), (c, d): (u64, u64)) -> bool {
    if a / b != c / d {
        return a / b > c / d;
    }
    match (a % b, c % d) {
        (_, 0) => true,
        (0, _) => false,
        // The smaller the inverse of what remains, the larger it is.
        (x, y) => at_least((d, y), (b, x)),
    }
}

/// The second way: seats as letters, shares as fractions.
fn expected(states: &[u8], threshold: u64, partial: u64) -> (Level, bool) {
    if states.is_empty() {
        return (Level::None, false);
    }
    let agreeing = states.iter().filter(|state| b"Ff".contains(state)).count() as u64;
    let share = (agreeing, states.len() as u64);
    let reached = at_least(share, (threshold, 100));
    let level = if states.iter().all(|state| *state == b'F') {
        Level::Full
    } else if reached {
        Level::Majority
    } else if at_least(share, (partial, 100)) {
        Level::Partial
    } else {
        Level::None
    };
    (level, reached)
}

fn compare(seats: usize, threshold: u32, partial: u32) -> u32 {
    let set = knobs([("threshold", &*threshold.to_string()), ("partial", &*partial.to_string())]);
    let rule = Ratio::from_knobs(&set).unwrap();
    let voices: Vec<Voice> = STATES.iter().map(|state| voice(*state)).collect();
    let (mut tally, mut states) = (tally(vec![missing(); seats]), vec![0; seats]);
    each_profile(STATES.len(), seats, |profile| {
        for (at, &state) in profile.iter().enumerate() {
            (tally.voices[at].position, tally.voices[at].answered) = (voices[state].position, voices[state].answered);
            states[at] = STATES[state];
        }
        let verdict = rule.judge(&tally);
        let wanted = expected(&states, threshold.into(), partial.into());
        assert_eq!((verdict.level, verdict.reached), wanted, "{profile:?} at {threshold} % and {partial} %");
    })
}

#[test]
fn every_profile_up_to_seven_seats_agrees_with_the_second_way() {
    let profiles: u32 = (0..8).map(|seats| compare(seats, 70, 50)).sum();
    assert_eq!(profiles, (0..8).map(|seats| 6_u32.pow(seats)).sum::<u32>());
}

#[test]
fn every_profile_of_eight_seats_agrees_with_the_second_way() {
    assert_eq!(compare(8, 70, 50), 6_u32.pow(8));
}

#[test]
fn every_profile_of_four_seats_agrees_at_every_threshold() {
    for threshold in 1..=100 {
        compare(4, threshold, threshold / 2);
        compare(3, threshold, 100 - threshold);
    }
}

#[test]
fn counts_are_by_weight_and_add_up() {
    let rule = Ratio::default();
    let verdict = rule.judge(&tally([
        Voice { weight: 5, ..stands(Position::For) },
        Voice { weight: 3, ..stands(Position::Against) },
        stands(Position::Open),
        missing(),
    ]));
    let counts: Vec<_> = verdict.counts.iter().map(|(name, weight)| (name.as_ref(), *weight)).collect();
    assert_eq!(counts, [("against", 3), ("for", 5), ("of", 10), ("open", 2)]);
    assert_eq!((verdict.level, verdict.reached, verdict.winner, verdict.tie), (Level::Partial, false, None, false));
}

#[test]
fn a_seat_without_an_answer_keeps_its_position_and_takes_fullness_away() {
    let rule = Ratio::default();
    let silent = Voice { answered: false, ..stands(Position::For) };
    let verdict = rule.judge(&tally([stands(Position::For), silent]));
    assert_eq!((verdict.level, verdict.reached, verdict.count("for")), (Level::Majority, true, 2));
}

#[test]
fn without_voting_weight_nothing_is_decided() {
    let verdict = Ratio::default().judge(&tally([]));
    assert_eq!((verdict.level, verdict.reached, verdict.count("of")), (Level::None, false, 0));
}

#[test]
fn the_heaviest_discussion_does_not_overflow() {
    let heavy = Voice { weight: 1_000_000, ..stands(Position::For) };
    let verdict = Ratio::default().judge(&tally(vec![heavy; 256]));
    assert_eq!((verdict.level, verdict.count("for")), (Level::Full, 256_000_000));
}
