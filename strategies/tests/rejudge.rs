//! Judging again: the recorded rule gives the recorded verdict, and the smallest change is the smallest.

use std::sync::Arc;

use proptest::prelude::*;
use quorate_strategies::{
    catalog::Catalog,
    event::{Charter, Chosen, Event},
    prelude::*,
    rejudge::{Proof, RejudgeError, Rejudged, Revision, rejudge, sensitivity},
    strategy::Knobs,
};

fn ratio(threshold: u32) -> (Arc<dyn DecisionRule>, Chosen) {
    let knobs: Knobs = [("threshold".to_owned(), threshold.to_string())].into();
    (Catalog::builtin().rule("ratio", &knobs).unwrap(), Chosen { name: "ratio".into(), knobs })
}

/// What a rule says of voices that nobody had to utter.
fn judged(rule: &dyn DecisionRule, voices: Vec<Voice>, options: usize) -> Rejudged {
    let voters = (0..u16::try_from(voices.len()).unwrap()).map(SeatId).collect();
    let options = (0..options).map(|option| format!("o{option}").into()).collect();
    let tally = Tally { voices, options, ..Tally::default() };
    Rejudged { verdict: rule.judge(&tally), rounds: Vec::new(), first: None, tally, voters }
}

fn same(a: &Verdict, b: &Verdict) -> bool {
    (a.reached, &a.winner) == (b.reached, &b.winner)
}

/// The fewest changes that give another outcome, by trying every way in which everybody can vote.
fn by_brute_force(rule: &dyn DecisionRule, judged: &Rejudged, ways: &[Voice]) -> Option<usize> {
    let voices = judged.tally.voices.len();
    let mut fewest = None;
    for mut number in 0..(ways.len() + 1).pow(u32::try_from(voices).unwrap()) {
        let (mut tally, mut changes) = (judged.tally.clone(), 0);
        for voice in &mut tally.voices {
            if let Some(way) = ways.get(number % (ways.len() + 1)) {
                let other = Voice { weight: voice.weight, ..way.clone() };
                changes += usize::from(other != *voice);
                *voice = other;
            }
            number /= ways.len() + 1;
        }
        if !same(&rule.judge(&tally), &judged.verdict) {
            fewest = Some(fewest.map_or(changes, |before: usize| before.min(changes)));
        }
    }
    fewest
}

fn positions() -> [Voice; 3] {
    [Position::For, Position::Against, Position::Open].map(|position| Voice { position, ..Voice::present() })
}

fn choices() -> [Voice; 4] {
    let ballots = [Ballot::Choice(0), Ballot::Choice(1), Ballot::Choice(2), Ballot::Abstain];
    ballots.map(|ballot| Voice { ballot: Some(ballot), ..Voice::present() })
}

fn table(ways: usize) -> impl Strategy_<Value = Vec<(usize, u32, bool)>> {
    prop::collection::vec((0..ways, 1..4_u32, prop::bool::weighted(0.8)), 1..6)
}

use proptest::strategy::Strategy as Strategy_;

fn voices(ways: &[Voice], drawn: &[(usize, u32, bool)]) -> Vec<Voice> {
    drawn
        .iter()
        .map(|(way, weight, answered)| Voice { weight: *weight, answered: *answered, ..ways[*way].clone() })
        .collect()
}

proptest! {
    #[test]
    fn the_fewest_positions_are_those_of_brute_force(drawn in table(3), threshold in 1..=100_u32) {
        let (rule, chosen) = ratio(threshold);
        let judged = judged(rule.as_ref(), voices(&positions(), &drawn), 0);
        let found = sensitivity(&judged, rule.as_ref(), &chosen, &Catalog::builtin()).votes;
        prop_assert_eq!(found.proof, Proof::Exact);
        let fewest = by_brute_force(rule.as_ref(), &judged, &positions());
        prop_assert_eq!(found.found.map(|(changes, _)| changes.len()), fewest);
    }

    #[test]
    fn the_fewest_ballots_are_those_of_brute_force(drawn in table(4), name in prop::sample::select(vec!["majority", "plurality", "unanimity"])) {
        let rule = Catalog::builtin().rule(name, &Knobs::new()).unwrap();
        let judged = judged(rule.as_ref(), voices(&choices(), &drawn), 3);
        let chosen = Chosen { name: name.into(), knobs: Knobs::new() };
        let found = sensitivity(&judged, rule.as_ref(), &chosen, &Catalog::builtin()).votes;
        prop_assert_eq!(found.proof, Proof::Exact);
        let fewest = by_brute_force(rule.as_ref(), &judged, &choices());
        prop_assert_eq!(found.found.map(|(changes, _)| changes.len()), fewest);
    }

    #[test]
    fn every_change_that_is_named_gives_the_outcome_that_is_named(drawn in table(3), threshold in 1..=100_u32) {
        let (rule, chosen) = ratio(threshold);
        let judged = judged(rule.as_ref(), voices(&positions(), &drawn), 0);
        let found = sensitivity(&judged, rule.as_ref(), &chosen, &Catalog::builtin());
        if let Some((changes, verdict)) = &found.votes.found {
            let mut tally = judged.tally.clone();
            changes.iter().for_each(|change| tally.voices[usize::from(change.seat.0)] = change.to.clone());
            prop_assert_eq!(&rule.judge(&tally), verdict);
            prop_assert!(!same(verdict, &judged.verdict));
        }
        for swing in &found.pivotal {
            let mut tally = judged.tally.clone();
            tally.voices.remove(usize::from(swing.seat.0));
            prop_assert_eq!(&rule.judge(&tally), &swing.verdict);
            prop_assert!(!same(&swing.verdict, &judged.verdict));
        }
        for one in &found.weights {
            let at = |weight| {
                let mut tally = judged.tally.clone();
                tally.voices[usize::from(one.seat.0)].weight = weight;
                rule.judge(&tally)
            };
            prop_assert_eq!(&at(one.to), &one.verdict);
            let nearer = (1..one.from.abs_diff(one.to)).flat_map(|off| [one.from.saturating_sub(off).max(1), one.from + off]);
            prop_assert!(nearer.into_iter().all(|weight| same(&at(weight), &judged.verdict)));
        }
        for (at, verdict) in &found.thresholds {
            prop_assert_eq!(&ratio(*at).0.judge(&judged.tally), verdict);
            let between = if *at < threshold { at + 1..threshold } else { threshold + 1..*at };
            prop_assert!(between.into_iter().all(|at| same(&ratio(at).0.judge(&judged.tally), &judged.verdict)));
        }
    }
}

#[test]
fn a_table_that_is_too_large_says_how_far_it_was_tried() {
    let (rule, chosen) = ratio(70);
    // No two voices are alike, and half of them would have to move.
    let drawn: Vec<_> = (0..30).map(|at| (1, at + 1, true)).collect();
    let judged = judged(rule.as_ref(), voices(&positions(), &drawn), 0);
    let votes = sensitivity(&judged, rule.as_ref(), &chosen, &Catalog::builtin()).votes;
    assert!(matches!((votes.found, votes.proof), (None, Proof::Tried(1..))));
}

#[test]
fn a_dozen_seats_that_are_alike_are_searched_to_the_end() {
    let (rule, chosen) = ratio(70);
    let judged = judged(rule.as_ref(), vec![positions()[1].clone(); 12], 0);
    let votes = sensitivity(&judged, rule.as_ref(), &chosen, &Catalog::builtin()).votes;
    assert_eq!(votes.proof, Proof::Exact);
    assert_eq!(votes.found.unwrap().0.len(), 9, "9 of 12 are 75 %");
}

/// A discussion that was called into being, with two seats and nothing said.
fn begun() -> Vec<Event> {
    let seat = |at: u16, name: &str| Event::Seated { seat: SeatId(at), who: Arc::new(Seat::new(name)) };
    vec![Event::Created(Arc::new(Charter::default())), seat(0, "Ann"), seat(1, "Bob")]
}

fn again(events: &[Event], rule: &dyn DecisionRule, revision: &Revision) -> Result<Rejudged, RejudgeError> {
    rejudge((1..).zip(events), rule, revision, Check::RoundClose)
}

#[test]
fn what_nobody_was_asked_for_is_not_counted_as_nothing() {
    for name in ["ratio", "stance", "majority", "concession"] {
        let rule = Catalog::builtin().rule(name, &Knobs::new()).unwrap();
        let refused = again(&begun(), rule.as_ref(), &Revision::default()).unwrap_err();
        assert!(
            matches!(&refused, RejudgeError::NotAsked { needs, held, .. } if *needs == rule.input() && held.is_empty())
        );
        assert!(refused.to_string().starts_with(&format!("the rule {name} counts ")), "{refused}");
    }
}

#[test]
fn seats_and_weights_that_cannot_be_are_refused() {
    let (rule, _) = ratio(70);
    let refused = |without: &[u16], weights: &[(u16, u32)]| {
        let without = without.iter().copied().map(SeatId).collect();
        let weights = weights.iter().map(|(seat, weight)| (SeatId(*seat), *weight)).collect();
        again(&begun(), rule.as_ref(), &Revision { without, weights }).unwrap_err()
    };
    assert!(matches!(refused(&[7], &[]), RejudgeError::NoVote { .. }));
    assert!(matches!(refused(&[], &[(0, 0)]), RejudgeError::Weight { weight: 0, .. }));
    assert!(matches!(refused(&[], &[(0, 1_000_001)]), RejudgeError::Weight { .. }));
    assert_eq!(refused(&[0, 1], &[]), RejudgeError::Nobody);
}
