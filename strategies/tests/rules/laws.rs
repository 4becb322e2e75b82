//! Laws of all rules on random tallies.

use proptest::prelude::*;
use quorate_strategies::{
    reading::{Ballot, Position, Stance},
    rule::{DecisionRule, Input, Pending, Tally, Voice},
    rules::{Concession, Majority, Ratio, Stances, Supermajority, Terms, Unanimity},
};

use super::{
    ballots::{every_terms, rules},
    letters, stands, votes,
};

fn any_ballot() -> impl Strategy<Value = Option<Ballot>> {
    prop_oneof![
        Just(None),
        Just(Some(Ballot::Abstain)),
        (0..4_u16).prop_map(|option| Some(Ballot::Choice(option))),
        Just(vec![0, 1, 2]).prop_shuffle().prop_map(|ranking| Some(Ballot::Ranking(ranking))),
        proptest::sample::subsequence(vec![0, 1, 2], 0..=3).prop_map(|all| Some(Ballot::Approval(all))),
    ]
}

prop_compose! {
    fn any_voice()(
        weight in 1..5_u32,
        position in prop_oneof![3 => Just(Position::For), 1 => Just(Position::Against), 1 => Just(Position::Open)],
        stance in prop_oneof![
            4 => Just(Stance::Agree),
            1 => Just(Stance::Disagree),
            1 => Just(Stance::Neutral),
            1 => Just(Stance::Unknown),
        ],
        ballot in any_ballot(),
        side in proptest::option::of(0..3_u16),
        conceded: bool,
        answered in proptest::bool::weighted(0.8),
    ) -> Voice {
        Voice { weight, position, stance, ballot, scores: Vec::new(), side, conceded, answered }
    }
}

fn any_tally() -> impl Strategy<Value = Tally> {
    proptest::collection::vec(any_voice(), 0..9).prop_map(|voices| Tally {
        voices,
        options: letters(3),
        sides: letters(3),
    })
}

fn all_rules() -> Vec<Box<dyn DecisionRule>> {
    let mut all: Vec<Box<dyn DecisionRule>> = vec![Box::new(Concession)];
    all.extend([1, 50, 70, 100].map(|threshold| Box::new(Ratio::new(threshold).unwrap()) as Box<dyn DecisionRule>));
    all.extend([0, 3].map(|quorum| Box::new(Stances::with_quorum(quorum)) as Box<dyn DecisionRule>));
    all.extend(every_terms(&[0, 3]).into_iter().flat_map(rules));
    all
}

/// The rules without a quorum, which counts seats and not their weight.
fn rules_by_weight() -> Vec<Box<dyn DecisionRule>> {
    let mut all: Vec<Box<dyn DecisionRule>> =
        vec![Box::new(Concession), Box::new(Ratio::default()), Box::new(Stances::default())];
    all.extend(every_terms(&[0]).into_iter().flat_map(rules));
    all
}

proptest! {
    #[test]
    fn the_order_of_voices_changes_nothing((tally, shuffled) in any_tally().prop_flat_map(|tally| {
        (Just(tally.clone()), Just(tally.voices).prop_shuffle())
    })) {
        for rule in all_rules() {
            let other = Tally { voices: shuffled.clone(), ..tally.clone() };
            prop_assert_eq!(rule.judge(&tally), rule.judge(&other), "{:?}", rule);
        }
    }

    #[test]
    fn there_is_no_winner_unless_reached(tally in any_tally()) {
        for rule in all_rules() {
            let verdict = rule.judge(&tally);
            prop_assert!(verdict.reached || verdict.winner.is_none(), "{:?}", rule);
            let alternatives = matches!(rule.input(), Input::Options | Input::Sides);
            prop_assert_eq!(verdict.winner.is_some(), verdict.reached && alternatives, "{:?}", rule);
        }
    }

    #[test]
    fn a_weight_is_as_many_voices(tally in any_tally()) {
        let one_by_one = |voice: &Voice| vec![Voice { weight: 1, ..voice.clone() }; voice.weight as usize];
        let repeated = Tally { voices: tally.voices.iter().flat_map(one_by_one).collect(), ..tally.clone() };
        for rule in rules_by_weight() {
            prop_assert_eq!(rule.judge(&tally), rule.judge(&repeated), "{:?}", rule);
        }
    }

    #[test]
    fn one_more_for_it_never_lowers_a_ratio(tally in any_tally(), at in 0..9_usize, threshold in 1..=100_u32) {
        let rule = Ratio::new(threshold).unwrap();
        let before = rule.judge(&tally);
        let mut converted = tally.clone();
        if let Some(voice) = converted.voices.get_mut(at) {
            voice.position = Position::For;
        }
        let mut joined = tally;
        joined.voices.push(stands(Position::For));
        for after in [rule.judge(&converted), rule.judge(&joined)] {
            prop_assert!(after.level >= before.level && after.reached >= before.reached);
        }
    }

    #[test]
    fn nothing_pending_is_settled(tally in any_tally()) {
        for rule in all_rules() {
            prop_assert!(rule.settled(&tally, &Pending::default()), "{:?}", rule);
        }
    }

    #[test]
    fn the_counts_of_a_ballot_add_up_to_all_weight(tally in any_tally()) {
        let verdict = Majority::default().judge(&tally);
        let counted: u64 = ["A", "B", "C", "abstained", "missing"].map(|name| verdict.count(name)).iter().sum();
        prop_assert_eq!((counted, verdict.count("of")), (tally.weight(), tally.weight()));
    }

    /// Weights do not blur what `ratio` and `stance` know: they look at the best and the worst end only.
    #[test]
    fn ratio_and_stance_settle_exactly_with_any_weights(
        voices in proptest::collection::vec(any_voice(), 1..6),
        mask in 1..32_usize,
        threshold in 1..=100_u32,
    ) {
        let tally = Tally { voices, ..Tally::default() };
        let pending: Vec<usize> = (0..tally.voices.len()).filter(|at| mask >> at & 1 == 1).collect();
        let after = |before: &Voice| {
            let yes = Voice { position: Position::For, stance: Stance::Agree, answered: true, ..before.clone() };
            let no = Voice { position: Position::Against, stance: Stance::Disagree, ..yes.clone() };
            vec![yes, no, Voice { answered: false, ..before.clone() }]
        };
        let rules: [Box<dyn DecisionRule>; 2] =
            [Box::new(Ratio::new(threshold).unwrap()), Box::new(Stances::with_quorum(2))];
        for rule in rules {
            let settled = rule.settled(&tally, &Pending { voices: pending.clone() });
            let certain = super::settled::certain(rule.as_ref(), &tally, &pending, &after);
            prop_assert_eq!(settled, certain, "{:?}", rule);
        }
    }

    /// Whatever the weights, `settled` promises nothing that some end of what is pending would break.
    #[test]
    fn what_is_settled_stays_with_any_weights(
        tally in proptest::collection::vec(any_voice(), 1..6)
            .prop_map(|voices| Tally { voices, options: letters(3), sides: letters(3) }),
        mask in 1..32_usize,
    ) {
        let pending: Vec<usize> = (0..tally.voices.len()).filter(|at| mask >> at & 1 == 1).collect();
        let after = |before: &Voice| {
            let weight = before.weight;
            let answers = [votes(0), votes(1), votes(2), Voice::present()];
            let mut ends: Vec<Voice> = answers.map(|voice| Voice { weight, ..voice }).into();
            ends.push(Voice { answered: false, ..before.clone() });
            ends
        };
        for rule in every_terms(&[0, 2]).into_iter().flat_map(rules) {
            let settled = rule.settled(&tally, &Pending { voices: pending.clone() });
            prop_assert!(!settled || super::settled::certain(rule.as_ref(), &tally, &pending, &after), "{:?}", rule);
        }
    }
}

#[test]
fn what_enough_means_is_ordered() {
    // Whatever is unanimous is a supermajority, and that is a majority.
    for agreeing in 0..=30 {
        let voices = super::crowd([(agreeing, votes(0)), (30 - agreeing, votes(1))]);
        let tally = super::tally_over(2, voices);
        let terms = Terms::default();
        let majority = Majority::new(terms).judge(&tally).winner;
        let supermajority = Supermajority::new(terms).judge(&tally).winner;
        let unanimity = Unanimity::new(terms).judge(&tally).winner;
        assert!(unanimity.is_none() || unanimity == supermajority);
        assert!(supermajority.is_none() || supermajority == majority);
    }
}
