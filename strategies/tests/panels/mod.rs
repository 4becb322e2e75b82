//! Protocols of other systems as rules of a user's own, and the panels that they are published with.
//!
//! Where a protocol is one of ours under another name, ours is taken. Panels marked *logged* are from the repository of
//! MALLM (Multi-Agent-LLMs/mallm): the cases of `test/decision_protocol/test_majority_consensus.py` (commit 00fc4b7) and the
//! agreements that end the discussions in `experiments/out` (commit 01249e1). All others are constructed from the published
//! code: MALLM's threshold consensus and votes, and `trans_confidence` and `parse_output` of ReConcile (dinobby/ReConcile,
//! `utils.py`, commit 0298b28).

mod protocols;

use std::sync::Arc;

use quorate_strategies::{
    conformance,
    prelude::*,
    rules::{Approval, Plurality, Terms, Ties},
};

use self::protocols::{Confidence, ExactlyTen, Holders, MAJORITY, Ranked, SUPERMAJORITY, UNANIMITY, hybrid};

/// What was said, in order: true agrees with the solution on the table, false puts forward another.
fn panel(said: &[bool]) -> Tally {
    let author = said.iter().rposition(|agrees| !agrees).unwrap_or(0);
    let holds = |at: usize| if at >= author { Position::For } else { Position::Open };
    let voices = (0..said.len()).map(|at| Voice { position: holds(at), ..Voice::present() }).collect();
    Tally { voices, ..Tally::default() }
}

/// So many of so many agree, wherever they sit.
fn share(agree: usize, of: usize) -> Tally {
    let said: Vec<bool> = (0..of).map(|at| at > of - agree).collect();
    panel(&said)
}

fn votes(ballots: impl IntoIterator<Item = Ballot>) -> Tally {
    let voices = ballots.into_iter().map(|ballot| Voice { ballot: Some(ballot), ..Voice::present() }).collect();
    let options: Vec<Arc<str>> = ["a", "b", "c", "d", "e", "f"].map(Into::into).into();
    Tally { voices, options: options.into(), ..Tally::default() }
}

fn winner(rule: &dyn DecisionRule, ballots: impl IntoIterator<Item = Ballot>) -> Option<String> {
    rule.judge(&votes(ballots)).winner.as_deref().map(str::to_owned)
}

const T: bool = true;
const F: bool = false;

#[test]
fn logged_panels_of_mallm_end_as_they_did() {
    // The cases of its tests: how many agree, of how many, in which turn. It then asked for more than half.
    let agree = |n: usize, of: usize| {
        let voices = (0..of)
            .map(|at| Voice { position: if at < n { Position::For } else { Position::Open }, ..Voice::present() });
        Tally { voices: voices.collect(), ..Tally::default() }
    };
    for (n, of, turn, consensus) in [(3, 3, 4, true), (2, 3, 4, false), (3, 5, 6, true), (2, 5, 6, false)] {
        assert_eq!(hybrid(turn, 51).judge(&agree(n, of)).reached, consensus, "{n} of {of} in turn {turn}");
    }
    // "Where did Marin build first fort?": one agent came round in turn 1, and it went on to turn 10 without an answer.
    for (said, turn) in [([F, F, T], 1), ([F, F, F], 10)] {
        assert!(!hybrid(turn, 75).judge(&panel(&said)).reached, "turn {turn}");
    }
    // "What would Henry David Thoreau quote to audiences in India?": nobody agreed with anybody to the end.
    assert!(!MAJORITY.judge(&panel(&[F, F, F])).reached);
}

#[test]
fn mallm_counts_the_author_and_who_agreed_after_it() {
    for (said, hold) in [(&[F, T, T, F][..], 1), (&[T, T, F, T], 2), (&[F, T, F, T, T], 3), (&[F, T, T], 3)] {
        assert_eq!(MAJORITY.judge(&panel(said)).count("hold"), hold, "{said:?}");
    }
}

#[test]
fn mallm_thresholds_are_met_from_below_in_integers() {
    // Exactly half passes as a majority; two of three are enough for 0.66; ten need seven of them.
    for (rule, holds) in [
        (MAJORITY, &[(2, 4), (2, 3), (5, 10), (1, 2)][..]),
        (SUPERMAJORITY, &[(2, 3), (3, 4), (4, 6), (7, 10)]),
        (UNANIMITY, &[(1, 1), (3, 3), (10, 10)]),
        (hybrid(5, 75), &[(3, 3), (3, 4), (4, 5), (8, 10)]),
        (hybrid(4, 75), &[(5, 5)]),
    ] {
        for &(hold, of) in holds {
            assert!(rule.judge(&share(hold, of)).reached, "{}: {hold} of {of}", rule.name);
            assert!(hold == 1 || !rule.judge(&share(hold - 1, of)).reached, "{}: {} of {of}", rule.name, hold - 1);
        }
    }
    // 55 of 100 at 0.55 is what floating point gets wrong.
    assert!(Holders { name: "55", percent: 55, all_up_to: 0 }.judge(&share(55, 100)).reached);
}

#[test]
fn mallm_votes_go_another_round_when_they_tie() {
    let choose = |options: &[u16]| options.iter().map(|option| Ballot::Choice(*option)).collect::<Vec<_>>();
    let simple = Plurality::default();
    assert_eq!(winner(&simple, choose(&[0, 1, 1, 2])).as_deref(), Some("b"));
    assert_eq!(winner(&simple, choose(&[0, 0, 1, 1])), None);

    let approve = |all: &[&[u16]]| all.iter().map(|some| Ballot::Approval(some.to_vec())).collect::<Vec<_>>();
    assert_eq!(winner(&Approval::default(), approve(&[&[0, 1], &[1], &[1, 2]])).as_deref(), Some("b"));
    assert_eq!(winner(&Approval::default(), approve(&[&[0, 1], &[0, 1], &[2]])), None);
}

#[test]
fn mallm_ranks_by_the_number_of_agents_and_no_more_than_five() {
    let rank = |all: &[&[u16]]| all.iter().map(|order| Ballot::Ranking(order.to_vec())).collect::<Vec<_>>();
    let three = Ranked.judge(&votes(rank(&[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2]])));
    assert_eq!([three.count("a"), three.count("b"), three.count("c")], [8, 6, 4]);
    assert_eq!(three.winner.as_deref(), Some("a"));
    // Six agents: the first of five ranks gets 5, not 6, and a sixth rank makes the ballot void.
    let six = rank(&[&[0, 1, 2, 3, 4], &[5], &[5], &[0], &[0, 1, 2, 3, 4, 5], &[1]]);
    let verdict = Ranked.judge(&votes(six));
    assert_eq!([verdict.count("a"), verdict.count("b"), verdict.count("f")], [10, 9, 10]);
    assert!(verdict.tie && verdict.winner.is_none());
}

#[test]
fn mallm_takes_ten_points_and_no_other_sum() {
    let spread = |all: &[&[(u16, u32)]]| all.iter().map(|given| Ballot::Points(given.to_vec())).collect::<Vec<_>>();
    assert_eq!(winner(&ExactlyTen, spread(&[&[(0, 6), (1, 4)], &[(1, 10)], &[(0, 9)]])).as_deref(), Some("b"));
    assert_eq!(winner(&ExactlyTen, spread(&[&[(0, 11)], &[(0, 5), (1, 5)]])), None);
}

#[test]
fn reconcile_weighs_by_confidence() {
    let sure = |all: &[(u16, u32)]| all.iter().map(|one| Ballot::Points(vec![*one])).collect::<Vec<_>>();
    for (answers, counts, won) in [
        // One who is sure outweighs two who are not, and no more than that.
        (&[(0, 95), (1, 75), (1, 65)][..], [8, 6], "a"),
        (&[(0, 100), (1, 90), (1, 70)], [10, 11], "b"),
        // Where each step begins.
        (&[(0, 60), (1, 61)], [1, 3], "b"),
        (&[(0, 80), (1, 79)], [5, 3], "a"),
        (&[(0, 89), (1, 90)], [5, 8], "b"),
        (&[(0, 99), (1, 100)], [8, 10], "b"),
        // Of equals the one that was seen first.
        (&[(0, 50), (1, 20)], [1, 1], "a"),
    ] {
        let verdict = Confidence.judge(&votes(sure(answers)));
        assert_eq!([verdict.count("a"), verdict.count("b")], counts, "{answers:?}");
        assert_eq!((verdict.winner.as_deref(), verdict.level), (Some(won), Level::Partial), "{answers:?}");
    }
    // All give the same answer: it stops, however unsure they are.
    assert_eq!(Confidence.judge(&votes(sure(&[(1, 10), (1, 60), (1, 90)]))).level, Level::Full);
}

#[test]
fn du_et_al_take_the_most_frequent_answer_the_first_of_equals() {
    let rule = Plurality::new(Terms { ties: Ties::FirstSeen, ..Terms::default() });
    let choose = |options: [u16; 3]| options.map(Ballot::Choice);
    assert_eq!(winner(&rule, choose([0, 1, 1])).as_deref(), Some("b"));
    assert_eq!(winner(&rule, choose([0, 1, 2])).as_deref(), Some("a"));
}

#[test]
fn rules_of_ones_own_keep_the_laws() {
    let rules: [&dyn DecisionRule; 7] =
        [&MAJORITY, &SUPERMAJORITY, &UNANIMITY, &hybrid(5, 75), &Ranked, &ExactlyTen, &Confidence];
    for rule in rules {
        conformance::check_rule(rule, 1_000).unwrap_or_else(|fault| panic!("{fault}"));
    }
}
