//! The voting rules that count more than first choices: a second way of counting, the laws that each promises, and the
//! counter-examples to those that it does not.

use proptest::prelude::*;
use quorate_strategies::{
    reading::Ballot,
    rule::{DecisionRule, Pending, Tally, Verdict, Voice},
    rules::{Approval, Borda, Condorcet, Cumulative, Divisor, InstantRunoff, Plurality, Terms, Ties},
};

use super::{ballots::every_terms, crowd, each_profile, missing, tally_over, weighing};

pub(super) fn new_rules(terms: Terms) -> [Box<dyn DecisionRule>; 6] {
    [
        Box::new(Plurality::new(terms)),
        Box::new(Approval::new(terms)),
        Box::new(Borda::new(terms)),
        Box::new(InstantRunoff::new(terms)),
        Box::new(Condorcet::new(terms)),
        Box::new(Cumulative::new(terms)),
    ]
}

pub(super) fn casts(ballot: Ballot) -> Voice {
    Voice { ballot: Some(ballot), ..Voice::present() }
}

pub(super) fn ranks(order: &str) -> Voice {
    casts(Ballot::Ranking(order.bytes().map(|letter| u16::from(letter - b'A')).collect()))
}

pub(super) fn approves(options: &[u16]) -> Voice {
    casts(Ballot::Approval(options.to_vec()))
}

pub(super) fn spreads(points: &[(u16, u32)]) -> Voice {
    casts(Ballot::Points(points.to_vec()))
}

pub(super) fn winner(rule: &dyn DecisionRule, tally: &Tally) -> Option<String> {
    rule.judge(tally).winner.as_deref().map(str::to_owned)
}

/// A ballot that is counted by every rule but approval and cumulative, or by all of them where it names one option.
fn any_ranking() -> impl Strategy<Value = Voice> {
    let orders = prop_oneof![
        6 => proptest::sample::subsequence(vec![0, 1, 2, 3], 1..=4).prop_shuffle().prop_map(|all| Some(Ballot::Ranking(all))),
        1 => Just(Some(Ballot::Abstain)),
        1 => Just(None),
    ];
    (orders, 1..4_u32, proptest::bool::weighted(0.9)).prop_map(|(ballot, weight, answered)| Voice {
        weight,
        ballot,
        answered,
        ..Voice::present()
    })
}

fn any_ballot() -> impl Strategy<Value = Voice> {
    let ballots = prop_oneof![
        proptest::sample::subsequence(vec![0, 1, 2, 3], 1..=4).prop_shuffle().prop_map(Ballot::Ranking),
        proptest::sample::subsequence(vec![0, 1, 2, 3], 0..=4).prop_map(Ballot::Approval),
        proptest::collection::vec(0..60_u32, 4).prop_map(|points| Ballot::Points((0..).zip(points).collect())),
        (0..5_u16).prop_map(Ballot::Choice),
        Just(Ballot::Abstain),
    ];
    (ballots, 1..4_u32, proptest::bool::weighted(0.9)).prop_map(|(ballot, weight, answered)| Voice {
        weight,
        ballot: Some(ballot),
        answered,
        ..Voice::present()
    })
}

fn ranked() -> impl Strategy<Value = Tally> {
    proptest::collection::vec(any_ranking(), 0..9).prop_map(|voices| tally_over(4, voices))
}

fn mixed() -> impl Strategy<Value = Tally> {
    proptest::collection::vec(any_ballot(), 0..9).prop_map(|voices| tally_over(4, voices))
}

/// The order of a ranking; empty for what ranks nothing.
fn order(voice: &Voice) -> &[u16] {
    match &voice.ballot {
        Some(Ballot::Ranking(order)) => order,
        _ => &[],
    }
}

/// How much weight ranks one option above another: by looking at every ballot for every pair.
fn above(tally: &Tally, one: u16, other: u16) -> u64 {
    let place = |voice: &Voice, option| order(voice).iter().position(|ranked| *ranked == option).unwrap_or(usize::MAX);
    tally.weight_of(|voice| place(voice, one) < place(voice, other))
}

/// Strikes out one by one in every order that ties leave open: all who could win.
fn runoff_winners(tally: &Tally, standing: &[u16]) -> Vec<u16> {
    let top = |voice: &Voice| order(voice).iter().find(|option| standing.contains(option)).copied();
    let votes = |option: u16| tally.weight_of(|voice| top(voice) == Some(option));
    let all: u64 = standing.iter().map(|option| votes(*option)).sum();
    if let Some(winner) = standing.iter().find(|option| 2 * votes(**option) > all) {
        return vec![*winner];
    }
    let least = standing.iter().map(|option| votes(*option)).min().unwrap_or(0);
    let mut winners: Vec<u16> = standing
        .iter()
        .filter(|option| votes(**option) == least && standing.len() > 1)
        .flat_map(|out| {
            let rest: Vec<u16> = standing.iter().filter(|option| *option != out).copied().collect();
            runoff_winners(tally, &rest)
        })
        .collect();
    winners.sort_unstable();
    winners.dedup();
    winners
}

proptest! {
    #[test]
    fn borda_is_how_often_an_option_is_ranked_above_another_one(tally in ranked()) {
        // The second way: n − position is how many of the n options stand below, ranked or not.
        let points = |option: u16| -> u64 {
            (0..4).filter(|other| *other != option).map(|other| above(&tally, option, other)).sum()
        };
        let verdict = Borda::default().judge(&tally);
        for (option, name) in (0..4).zip(["A", "B", "C", "D"]) {
            // What is not ranked stands above nothing.
            prop_assert_eq!(verdict.count(name), points(option), "{}", name);
        }
    }

    #[test]
    fn condorcet_is_the_option_that_wins_every_pair(tally in ranked()) {
        let beats_all = |one: &u16| (0..4).all(|other| other == *one || above(&tally, *one, other) > above(&tally, other, *one));
        let wanted = (0..4_u16).find(beats_all).map(|option| ["A", "B", "C", "D"][usize::from(option)].to_owned());
        let verdict = Condorcet::default().judge(&tally);
        prop_assert_eq!(verdict.winner.as_deref().map(str::to_owned), wanted);
        for contest in &verdict.working {
            let pair: Vec<(u16, u64)> = contest.iter().map(|(name, weight)| (u16::from(name.as_bytes()[0] - b'A'), *weight)).collect();
            let [(one, first), (other, second)] = pair.as_slice() else { panic!("{contest:?}") };
            prop_assert_eq!((*first, *second), (above(&tally, *one, *other), above(&tally, *other, *one)));
        }
    }

    #[test]
    fn a_runoff_has_the_winner_that_every_order_of_striking_out_has(tally in ranked()) {
        let verdict = InstantRunoff::default().judge(&tally);
        let possible = runoff_winners(&tally, &[0, 1, 2, 3]);
        if let Some(winner) = &verdict.winner {
            prop_assert_eq!(possible.clone(), vec![u16::from(winner.as_bytes()[0] - b'A')]);
        } else if tally.voices.iter().any(|voice| !order(voice).is_empty()) {
            prop_assert!(verdict.tie, "without a winner it is a tie that could matter");
        }
        let settled_by_list = InstantRunoff::new(Terms { ties: Ties::FirstSeen, ..Terms::default() }).judge(&tally);
        if let Some(winner) = &settled_by_list.winner {
            prop_assert!(possible.contains(&u16::from(winner.as_bytes()[0] - b'A')));
        }
    }

    #[test]
    fn a_runoff_loses_no_ballot_on_the_way(tally in ranked()) {
        let verdict = InstantRunoff::default().judge(&tally);
        let out: u64 = ["abstained", "missing"].map(|name| verdict.count(name)).iter().sum();
        for count in &verdict.working {
            prop_assert_eq!(count.values().sum::<u64>() + out, tally.weight());
        }
    }

    #[test]
    fn the_order_of_seats_changes_nothing_and_weights_are_copies((tally, shuffled) in mixed().prop_flat_map(|tally| {
        (Just(tally.clone()), Just(tally.voices).prop_shuffle())
    })) {
        let one_by_one = |voice: &Voice| vec![weighing(voice.clone(), 1); voice.weight as usize];
        for rule in every_terms(&[0]).into_iter().flat_map(new_rules) {
            let verdict = rule.judge(&tally);
            prop_assert_eq!(&rule.judge(&Tally { voices: shuffled.clone(), ..tally.clone() }), &verdict, "{:?}", rule);
            let copies = tally.voices.iter().flat_map(one_by_one).collect();
            prop_assert_eq!(&rule.judge(&Tally { voices: copies, ..tally.clone() }), &verdict, "{:?}", rule);
        }
    }

    /// Neutrality: with other names in other places the same option wins, where ties are not settled by the list.
    #[test]
    fn renaming_options_renames_the_winner(tally in mixed(), names in Just(vec![0_u16, 1, 2, 3]).prop_shuffle()) {
        let renamed = |option: u16| names.get(usize::from(option)).copied().unwrap_or(option);
        let rename = |voice: &Voice| {
            let ballot = voice.ballot.clone().map(|ballot| match ballot {
                Ballot::Choice(option) => Ballot::Choice(renamed(option)),
                Ballot::Ranking(all) => Ballot::Ranking(all.into_iter().map(renamed).collect()),
                Ballot::Approval(all) => Ballot::Approval(all.into_iter().map(renamed).collect()),
                Ballot::Points(all) => Ballot::Points(all.into_iter().map(|(option, points)| (renamed(option), points)).collect()),
                Ballot::Abstain => Ballot::Abstain,
            });
            Voice { ballot, ..voice.clone() }
        };
        let other = Tally { voices: tally.voices.iter().map(rename).collect(), ..tally.clone() };
        for of in [Divisor::All, Divisor::Cast] {
            for rule in new_rules(Terms { of, ..Terms::default() }) {
                let (before, after) = (rule.judge(&tally), rule.judge(&other));
                let place = |verdict: &Verdict| verdict.winner.as_ref().map(|name| u16::from(name.as_bytes()[0] - b'A'));
                prop_assert_eq!(place(&before).map(renamed), place(&after), "{:?}", rule);
                prop_assert_eq!((before.level, before.reached, before.tie), (after.level, after.reached, after.tie), "{:?}", rule);
            }
        }
    }

    #[test]
    fn an_abstention_more_never_makes_a_winner_appear_or_disappear(tally in mixed()) {
        for ties in [Ties::None, Ties::FirstSeen] {
            for rule in new_rules(Terms { ties, ..Terms::default() }) {
                let before = rule.judge(&tally);
                let mut more = tally.clone();
                more.voices.push(casts(Ballot::Abstain));
                let after = rule.judge(&more);
                prop_assert_eq!(&before.winner, &after.winner, "{:?}", rule);
                prop_assert!(after.level <= before.level, "{:?}", rule);
            }
        }
    }

    #[test]
    fn whoever_most_put_first_wins_a_plurality_a_runoff_and_every_pair(tally in ranked()) {
        let rules: [Box<dyn DecisionRule>; 3] =
            [Box::new(Plurality::default()), Box::new(InstantRunoff::default()), Box::new(Condorcet::default())];
        for option in 0..4_u16 {
            let first = tally.weight_of(|voice| order(voice).first() == Some(&option));
            if 2 * first > tally.weight_of(|voice| !order(voice).is_empty()) {
                for rule in &rules {
                    let name = ["A", "B", "C", "D"][usize::from(option)];
                    prop_assert_eq!(winner(rule.as_ref(), &tally), Some(name.to_owned()), "{:?}", rule);
                }
            }
        }
    }

    /// Whoever loses every contest wins neither Condorcet, nor Borda where all rank all, nor a runoff.
    #[test]
    fn a_condorcet_loser_never_wins(orders in proptest::collection::vec(Just(vec![0_u16, 1, 2, 3]).prop_shuffle(), 1..9)) {
        let voices: Vec<Voice> = orders.into_iter().map(|order| casts(Ballot::Ranking(order))).collect();
        let tally = tally_over(4, voices);
        let rules: [Box<dyn DecisionRule>; 3] =
            [Box::new(Borda::default()), Box::new(InstantRunoff::default()), Box::new(Condorcet::default())];
        let loses = |one: &u16| (0..4).all(|other| other == *one || above(&tally, *one, other) < above(&tally, other, *one));
        if let Some(loser) = (0..4_u16).find(loses) {
            let loser = ["A", "B", "C", "D"][usize::from(loser)].to_owned();
            for rule in rules {
                prop_assert_ne!(winner(rule.as_ref(), &tally), Some(loser.clone()), "{:?}", rule);
            }
        }
    }

    /// Monotone: lifting the winner on one ballot leaves it the winner.
    #[test]
    fn lifting_the_winner_does_not_hurt_it_but_in_a_runoff(tally in ranked(), at in 0..9_usize) {
        let rules: [Box<dyn DecisionRule>; 3] =
            [Box::new(Plurality::default()), Box::new(Borda::default()), Box::new(Condorcet::default())];
        for rule in rules {
            let Some(winner) = winner(rule.as_ref(), &tally) else { continue };
            let option = u16::from(winner.as_bytes()[0] - b'A');
            let mut lifted = tally.clone();
            if let Some(voice) = lifted.voices.get_mut(at).filter(|voice| voice.ballot.is_some()) {
                let rest = order(voice).iter().filter(|other| **other != option);
                voice.ballot = Some(Ballot::Ranking([option].iter().chain(rest).copied().collect()));
            }
            let after = rule.judge(&lifted);
            prop_assert_eq!(after.winner.as_deref(), Some(&*winner), "{:?}", rule);
        }
    }

    #[test]
    fn more_for_the_winner_does_not_hurt_it(tally in mixed(), at in 0..9_usize) {
        if let Some(winner) = winner(&Approval::default(), &tally) {
            let option = u16::from(winner.as_bytes()[0] - b'A');
            let mut more = tally.clone();
            match more.voices.get_mut(at).and_then(|voice| voice.ballot.as_mut()) {
                Some(Ballot::Approval(all)) if !all.contains(&option) => all.push(option),
                _ => more.voices.push(approves(&[option])),
            }
            let after = Approval::default().judge(&more);
            prop_assert_eq!(after.winner.as_deref(), Some(&*winner));
        }
        if let Some(winner) = winner(&Cumulative::default(), &tally) {
            let option = u16::from(winner.as_bytes()[0] - b'A');
            let mut more = tally.clone();
            more.voices.push(spreads(&[(option, 1)]));
            let after = Cumulative::default().judge(&more);
            prop_assert_eq!(after.winner.as_deref(), Some(&*winner));
        }
    }

    /// Whatever is pending and whatever it weighs, `settled` promises nothing that some end of it would break.
    #[test]
    fn what_is_settled_stays(voices in proptest::collection::vec(any_ballot(), 1..6), mask in 1..32_usize, quorum in 0..3_u32) {
        let tally = Tally { options: super::letters(3), ..tally_over(3, voices) };
        let pending: Vec<usize> = (0..tally.voices.len()).filter(|at| mask >> at & 1 == 1).take(2).collect();
        for (of, ties) in [(Divisor::All, Ties::None), (Divisor::Cast, Ties::None), (Divisor::Cast, Ties::FirstSeen)] {
            for rule in new_rules(Terms { of, ties, quorum }) {
                if rule.settled(&tally, &Pending { voices: pending.clone() }) {
                    prop_assert!(super::settled::certain(rule.as_ref(), &tally, &pending, &ends), "{:?}", rule);
                }
            }
        }
    }
}

/// How a seat that is pending may end: with ballots of every form and extreme, or without an answer.
fn ends(before: &Voice) -> Vec<Voice> {
    let mut ballots = vec![Ballot::Abstain];
    ballots.extend((0..3).map(Ballot::Choice));
    ballots.extend(
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map(|order| Ballot::Ranking(order.into())),
    );
    ballots.extend([vec![0, 1], vec![0, 2], vec![1, 2], vec![0, 1, 2]].map(Ballot::Approval));
    ballots.extend([vec![(0, 100)], vec![(1, 100)], vec![(2, 100)], vec![(0, 50), (1, 50)]].map(Ballot::Points));
    let mut all: Vec<Voice> =
        ballots.into_iter().map(|ballot| Voice { ballot: Some(ballot), answered: true, ..before.clone() }).collect();
    all.push(Voice { answered: false, ..before.clone() });
    all
}

#[test]
fn every_rule_is_certain_early_where_most_have_voted_alike() {
    let unlike = [approves(&[1]), missing()];
    for rule in new_rules(Terms::default()) {
        for late in &unlike {
            let mut voices = crowd([(9, casts(Ballot::Choice(0)))]);
            voices.extend([late.clone(), missing()]);
            let tally = tally_over(3, voices);
            let pending = vec![10];
            assert!(rule.settled(&tally, &Pending { voices: pending.clone() }), "{}", rule.name());
            assert!(super::settled::certain(rule.as_ref(), &tally, &pending, &ends), "{}", rule.name());
        }
    }
}

#[test]
fn settled_is_true_of_nothing_that_can_change_in_any_small_state() {
    let states = [
        casts(Ballot::Choice(0)),
        ranks("AB"),
        ranks("BA"),
        approves(&[0, 1]),
        spreads(&[(0, 60), (1, 40)]),
        missing(),
    ];
    for rule in every_terms(&[0, 2]).into_iter().flat_map(new_rules) {
        each_profile(states.len(), 3, |profile| {
            let voices: Vec<Voice> = profile.iter().map(|state| states[*state].clone()).collect();
            let tally = tally_over(2, voices);
            for pending in [vec![0], vec![0, 1]] {
                let ends = |before: &Voice| {
                    let mut all: Vec<Voice> = states.iter().take(5).cloned().collect();
                    all.extend([spreads(&[(1, 100)]), casts(Ballot::Choice(1)), Voice::present()]);
                    all.push(Voice { answered: false, ..before.clone() });
                    all
                };
                let settled = rule.settled(&tally, &Pending { voices: pending.clone() });
                let certain = super::settled::certain(rule.as_ref(), &tally, &pending, &ends);
                assert!(!settled || certain, "{rule:?}: {pending:?} of {tally:?}");
            }
        });
    }
}
