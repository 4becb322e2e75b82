//! `settled` against trying every way in which what is pending may end.

use quorate_strategies::{
    prelude::*,
    rules::{Concession, Ratio, Stances},
};

use super::{
    ballots::{every_terms, rules},
    concession::seat,
    debate_of, each_profile, missing, says, stands, tally, tally_over, votes,
};

/// What a verdict may not change in once it is settled.
type Core = (Level, bool, Option<std::sync::Arc<str>>);

/// What seats may look like, and how one that is pending may end.
struct World<'a> {
    /// Gives options and sides.
    frame: Tally,
    /// What a seat may be that is not pending.
    fixed: Vec<Voice>,
    /// What a seat may be while it is pending.
    before: Vec<Voice>,
    /// What a pending seat may be when its turn has ended.
    after: &'a dyn Fn(&Voice) -> Vec<Voice>,
}

/// Whether all ways in which the pending voices may end lead to one verdict.
pub(super) fn certain(
    rule: &dyn DecisionRule,
    tally: &Tally,
    pending: &[usize],
    after: &dyn Fn(&Voice) -> Vec<Voice>,
) -> bool {
    fn walk(
        rule: &dyn DecisionRule,
        tally: &mut Tally,
        pending: &[usize],
        after: &dyn Fn(&Voice) -> Vec<Voice>,
        seen: &mut Vec<Core>,
    ) {
        let Some((&at, rest)) = pending.split_first() else {
            let Verdict { level, reached, winner, .. } = rule.judge(tally);
            let core = (level, reached, winner);
            if !seen.contains(&core) {
                seen.push(core);
            }
            return;
        };
        let before = tally.voices[at].clone();
        for voice in after(&before) {
            tally.voices[at] = voice;
            walk(rule, tally, rest, after, seen);
            if seen.len() > 1 {
                break;
            }
        }
        tally.voices[at] = before;
    }
    let mut seen = Vec::new();
    walk(rule, &mut tally.clone(), pending, after, &mut seen);
    seen.len() == 1
}

/// `settled` is true exactly when the verdict is certain, in every state of so many seats; how often it was true with
/// somebody pending.
fn exact(rule: &dyn DecisionRule, world: &World<'_>, seats: usize) -> usize {
    let mut early = 0;
    each_profile(world.fixed.len() + world.before.len(), seats, |profile| {
        let all = || world.fixed.iter().chain(&world.before);
        let voices = profile.iter().filter_map(|state| all().nth(*state)).cloned().collect();
        let tally = Tally { voices, ..world.frame.clone() };
        let pending: Vec<usize> = (0..seats).filter(|at| profile[*at] >= world.fixed.len()).collect();
        let wanted = certain(rule, &tally, &pending, world.after);
        early += usize::from(wanted && !pending.is_empty());
        let got = rule.settled(&tally, &Pending { voices: pending.clone() });
        assert_eq!(got, wanted, "{rule:?}: {pending:?} pending in {tally:#?}");
    });
    early
}

fn silent(voice: Voice) -> Voice {
    Voice { answered: false, ..voice }
}

#[test]
fn ratio_knows_exactly_when_nothing_can_change() {
    let positions = [Position::For, Position::Against, Position::Open].map(stands);
    let held: Vec<Voice> = positions.clone().map(silent).into();
    let after = |before: &Voice| [positions.to_vec(), vec![silent(before.clone())]].concat();
    let fixed = [positions.to_vec(), vec![silent(stands(Position::For)), missing()]].concat();
    let world = World { frame: tally([]), fixed, before: held, after: &after };
    for threshold in [1, 34, 50, 70, 75, 100] {
        let rule = Ratio::new(threshold).unwrap();
        let early: usize = (0..=4).map(|seats| exact(&rule, &world, seats)).sum();
        // What asks for one vote of a hundred, or for all, is the earliest to be certain.
        assert!(early > 0, "{threshold} %");
    }
    exact(&Ratio::default(), &world, 5);
}

#[test]
fn stance_knows_exactly_when_nothing_can_change() {
    let stances = [Stance::Agree, Stance::Disagree, Stance::Neutral, Stance::Unknown].map(says);
    let after = |_: &Voice| [stances.to_vec(), vec![missing()]].concat();
    let fixed = [stances.to_vec(), vec![missing()]].concat();
    let world = World { frame: tally([]), fixed, before: vec![missing()], after: &after };
    for quorum in [0, 2, 3, 5] {
        let early: usize = (0..=5).map(|seats| exact(&Stances::with_quorum(quorum), &world, seats)).sum();
        assert!(early > 0, "quorum {quorum}");
    }
}

#[test]
fn voting_rules_know_exactly_when_nothing_can_change() {
    for options in 0..=3_u16 {
        let choices: Vec<Voice> = (0..options).map(votes).collect();
        let abstains = Voice { ballot: Some(Ballot::Abstain), ..Voice::present() };
        let after = |before: &Voice| [choices.clone(), vec![abstains.clone(), silent(before.clone())]].concat();
        let fixed = [choices.clone(), vec![abstains.clone(), missing()]].concat();
        let before = vec![missing(), silent(votes(0))];
        let world = World { frame: tally_over(options.into(), []), fixed, before, after: &after };
        for terms in every_terms(&[0, 2, 3]) {
            for rule in rules(terms) {
                // With one option more seats take no time, and only there one vote of four may be certain to lead.
                let most = if options == 1 { 4 } else { 3 };
                (0..=most).for_each(|seats| _ = exact(rule.as_ref(), &world, seats));
            }
        }
    }
}

#[test]
fn voting_rules_know_it_of_five_seats_and_two_options_too() {
    let choices = vec![votes(0), votes(1)];
    let after = |before: &Voice| [choices.clone(), vec![Voice::present(), silent(before.clone())]].concat();
    let fixed = [choices.clone(), vec![missing()]].concat();
    let world = World { frame: tally_over(2, []), fixed, before: vec![missing()], after: &after };
    for terms in every_terms(&[0, 4]) {
        let early: usize = rules(terms).iter().map(|rule| exact(rule.as_ref(), &world, 5)).sum();
        assert!(early > 0, "{terms:?}");
    }
}

#[test]
fn concession_knows_exactly_when_nothing_can_change() {
    for sides in 0..=3_u16 {
        let all = |states: [(bool, bool); 4]| {
            (0..sides).flat_map(move |side| states.map(|(conceded, answered)| seat(side, conceded, answered)))
        };
        let every = [(true, true), (true, false), (false, true), (false, false)];
        let after = |before: &Voice| {
            let answers = Voice { answered: true, ..before.clone() };
            let concedes = Voice { conceded: true, ..answers.clone() };
            vec![answers, concedes, silent(before.clone())]
        };
        let world = World {
            frame: debate_of(sides.into(), []),
            fixed: all(every).collect(),
            before: all(every).filter(|voice| !voice.answered).collect(),
            after: &after,
        };
        for seats in 0..=if sides == 3 { 3 } else { 4 } {
            exact(&Concession, &world, seats);
        }
    }
}

#[test]
fn a_majority_is_certain_before_the_last_have_voted() {
    let three_of_five = tally_over(2, [votes(1), votes(1), votes(1), missing(), missing()]);
    let [majority, supermajority, unanimity] = rules(quorate_strategies::rules::Terms::default());
    let one_left = Pending { voices: vec![4] };
    assert!(majority.settled(&three_of_five, &one_left));
    assert!(!supermajority.settled(&three_of_five, &one_left), "four of five would reach it");
    assert!(unanimity.settled(&three_of_five, &one_left), "the fourth is missing for good");
    let both_left = Pending { voices: vec![3, 4] };
    assert!(!majority.settled(&three_of_five, &both_left), "it may still be full");
}

#[test]
fn a_place_that_is_not_there_changes_nothing() {
    let all_for = tally([stands(Position::For)]);
    assert!(Ratio::default().settled(&all_for, &Pending { voices: vec![7] }));
}
