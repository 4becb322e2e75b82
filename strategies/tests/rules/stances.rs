//! The `stance` rule on every profile of stances, against counting by letters.

use quorate_strategies::{prelude::*, rules::Stances};

use super::{each_profile, knobs, missing, says, tally, weighing};

/// AGREE, DISAGREE, NEUTRAL, UNKNOWN and TIMEOUT, by their first letters.
const LETTERS: &[u8] = b"ADNUT";

fn voice(letter: u8) -> Voice {
    match letter {
        b'A' => says(Stance::Agree),
        b'D' => says(Stance::Disagree),
        b'N' => says(Stance::Neutral),
        b'U' => says(Stance::Unknown),
        _ => missing(),
    }
}

/// The second way, by letters and as seed 000 tells it: what was said at all decides, then those who agree have to
/// outweigh the rest two to one.
fn expected(letters: &[u8], quorum: usize) -> Level {
    let timeouts = letters.iter().filter(|letter| **letter == b'T').count();
    if letters.is_empty() || letters.len() - timeouts < quorum || letters.contains(&b'D') {
        return Level::None;
    }
    let agreeing = letters.iter().filter(|letter| **letter == b'A').count();
    match letters.len() - agreeing {
        0 => Level::Full,
        others if agreeing >= others * 2 => Level::Majority,
        _ => Level::None,
    }
}

fn compare(seats: usize, quorum: u32) -> u32 {
    let rule = Stances::with_quorum(quorum);
    let voices: Vec<Voice> = LETTERS.iter().map(|letter| voice(*letter)).collect();
    let (mut tally, mut letters) = (tally(vec![missing(); seats]), vec![0; seats]);
    each_profile(LETTERS.len(), seats, |profile| {
        for (at, &state) in profile.iter().enumerate() {
            (tally.voices[at].stance, tally.voices[at].answered) = (voices[state].stance, voices[state].answered);
            letters[at] = LETTERS[state];
        }
        let verdict = rule.judge(&tally);
        let wanted = expected(&letters, quorum as usize);
        assert_eq!((verdict.level, verdict.reached), (wanted, wanted != Level::None), "{profile:?}, quorum {quorum}");
    })
}

#[test]
fn every_profile_up_to_eight_seats_agrees_with_the_second_way() {
    let profiles: u32 = (1..=8).map(|seats| compare(seats, 0)).sum();
    assert_eq!(profiles, 488_280);
}

#[test]
fn every_profile_of_five_seats_agrees_with_every_quorum() {
    for quorum in 0..=6 {
        compare(5, quorum);
    }
}

#[test]
fn a_stance_of_a_seat_without_an_answer_is_unknown() {
    let silent = Voice { answered: false, ..says(Stance::Agree) };
    let verdict = Stances::default().judge(&tally([says(Stance::Agree), says(Stance::Agree), silent]));
    assert_eq!((verdict.level, verdict.count("agree"), verdict.count("unknown")), (Level::Majority, 2, 1));
}

#[test]
fn counts_are_by_weight_and_add_up() {
    let verdict = Stances::default().judge(&tally([
        weighing(says(Stance::Agree), 4),
        says(Stance::Neutral),
        says(Stance::Unknown),
        weighing(says(Stance::Disagree), 2),
        missing(),
    ]));
    let counts: Vec<_> = verdict.counts.iter().map(|(name, weight)| (name.as_ref(), *weight)).collect();
    assert_eq!(counts, [("agree", 4), ("disagree", 2), ("neutral", 1), ("of", 9), ("unknown", 2)]);
    assert_eq!((verdict.level, verdict.winner, verdict.tie), (Level::None, None, false));
}

#[test]
fn nobody_is_no_consensus() {
    assert_eq!(Stances::default().judge(&tally([])).level, Level::None);
}

#[test]
fn the_quorum_is_set_by_its_knob() {
    let two_of_three = tally([says(Stance::Agree), says(Stance::Agree), missing()]);
    let judge = |quorum| Stances::from_knobs(&knobs([("quorum", quorum)])).unwrap().judge(&two_of_three).level;
    assert_eq!((judge("0"), judge("2"), judge("3")), (Level::Majority, Level::Majority, Level::None));
    assert_eq!(Stances::from_knobs(&knobs([])).unwrap(), Stances::default());
}
