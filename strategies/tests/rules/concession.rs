//! The `concession` rule: who is left standing, on every small debate and by example.

use std::collections::BTreeSet;

use quorate_strategies::{prelude::*, rules::Concession};

use super::{debate_of, each_profile};

pub(super) fn seat(side: u16, conceded: bool, answered: bool) -> Voice {
    Voice { side: Some(side), conceded, answered, ..Voice::present() }
}

/// The second way: sets of sides, each by a sentence about its seats.
fn expected(tally: &Tally) -> (bool, Option<u16>, bool) {
    let all: BTreeSet<u16> = (0..tally.sides.len() as u16).collect();
    let seats = |side: u16| tally.voices.iter().filter(move |voice| voice.side == Some(side));
    let with = |wanted: &dyn Fn(u16) -> bool| all.iter().copied().filter(|side| wanted(*side)).collect::<BTreeSet<_>>();
    let heard_and_firm = with(&|side| seats(side).any(|voice| voice.answered && !voice.conceded));
    let somebody_gave_in = with(&|side| seats(side).any(|voice| voice.conceded));
    let conceded = &somebody_gave_in - &heard_and_firm;
    let left = &all - &conceded;
    let winners: Vec<u16> = (&left & &heard_and_firm).into_iter().collect();
    let reached = all.len() > 1 && left.len() == 1 && winners.len() == 1;
    (reached, winners.first().copied().filter(|_| reached), !all.is_empty() && left.is_empty())
}

#[test]
fn every_debate_up_to_five_seats_agrees_with_the_second_way() {
    for sides in 0..=3_u16 {
        let states: Vec<Voice> = (0..sides)
            .flat_map(|side| {
                [(true, true), (true, false), (false, true), (false, false)].map(|(c, a)| seat(side, c, a))
            })
            .collect();
        for seats in 0..=if sides == 3 { 4 } else { 5 } {
            each_profile(states.len(), seats, |profile| {
                let voices: Vec<Voice> = profile.iter().map(|state| states[*state].clone()).collect();
                let tally = debate_of(sides.into(), voices);
                let verdict = Concession.judge(&tally);
                let (reached, winner, tie) = expected(&tally);
                let winner = winner.map(|side| tally.sides[usize::from(side)].clone());
                assert_eq!((verdict.reached, verdict.winner, verdict.tie), (reached, winner, tie), "{tally:?}");
                assert_eq!(reached, verdict.level >= Level::Majority, "{tally:?}");
            });
        }
    }
}

fn outcome(sides: usize, voices: impl Into<Vec<Voice>>) -> (Level, Option<String>, bool) {
    let verdict = Concession.judge(&debate_of(sides, voices));
    (verdict.level, verdict.winner.as_deref().map(str::to_owned), verdict.tie)
}

#[test]
fn the_side_that_is_left_wins() {
    let won = |level| (level, Some("B".to_owned()), false);
    assert_eq!(outcome(2, [seat(0, true, true), seat(1, false, true)]), won(Level::Full));
    let one_went_silent = [seat(0, true, true), seat(0, false, false), seat(1, false, true)];
    assert_eq!(outcome(2, one_went_silent), won(Level::Majority));
    let of_three = [seat(0, true, true), seat(1, false, true), seat(2, true, false)];
    assert_eq!(outcome(3, of_three), won(Level::Full));
}

#[test]
fn one_seat_does_not_concede_for_a_colleague_who_argues_on() {
    let divided = [seat(0, true, true), seat(0, false, true), seat(1, false, true)];
    assert_eq!(outcome(2, divided), (Level::None, None, false));
}

#[test]
fn when_all_concede_nobody_wins() {
    assert_eq!(outcome(2, [seat(0, true, true), seat(1, true, true)]), (Level::None, None, true));
    assert_eq!(outcome(1, [seat(0, true, true)]), (Level::None, None, true));
}

#[test]
fn a_silent_side_neither_concedes_nor_wins() {
    assert_eq!(outcome(2, [seat(0, false, false), seat(1, false, true)]), (Level::None, None, false));
    assert_eq!(outcome(2, [seat(0, true, true), seat(1, false, false)]), (Level::Partial, None, false));
    assert_eq!(outcome(2, [seat(0, true, true)]), (Level::Partial, None, false), "a side that nobody argues for");
}

#[test]
fn more_than_one_side_left_is_partial() {
    let two_left = [seat(0, true, true), seat(1, false, true), seat(2, false, true)];
    assert_eq!(outcome(3, two_left), (Level::Partial, None, false));
}

#[test]
fn counts_are_of_sides() {
    let judge = Voice::present();
    let voices = [seat(0, true, true), seat(0, true, true), seat(1, false, true), seat(2, false, false), judge];
    let verdict = Concession.judge(&debate_of(3, voices));
    let counts: Vec<_> = verdict.counts.iter().map(|(name, sides)| (name.as_ref(), *sides)).collect();
    assert_eq!(counts, [("conceded", 1), ("of", 3), ("silent", 1), ("standing", 1)]);
}
