//! The voting rules one by one: counter-examples to what they do not promise, forms they cannot read, borders.

use quorate_strategies::{
    reading::Ballot,
    rule::{DecisionRule, Level, Tally, Voice},
    rules::{Approval, Borda, Condorcet, Cumulative, InstantRunoff, Plurality, Terms, Ties},
};

use super::{
    crowd, knobs, tally_over,
    voting::{approves, casts, new_rules, ranks, spreads, winner},
    weighing,
};

/// The counter-example of Wikipedia, "Monotonicity criterion": A wins; two who put it last put it first instead, and it
/// loses, as another is struck out now.
#[test]
fn a_runoff_is_not_monotone() {
    let voters = |lifted: usize| {
        let last = (28 - lifted, ranks("CBA"));
        let others = [(5, ranks("CAB")), (30, ranks("ABC")), (5 + lifted, ranks("ACB"))];
        let rest = [(16, ranks("BAC")), (16, ranks("BCA"))];
        tally_over(3, [crowd([last]), crowd(others), crowd(rest)].concat())
    };
    assert_eq!(winner(&InstantRunoff::default(), &voters(0)).as_deref(), Some("A"));
    assert_eq!(winner(&InstantRunoff::default(), &voters(2)).as_deref(), Some("B"));
}

/// Three of five put A first, and B wins: everybody ranks it first or second.
#[test]
fn borda_may_pass_over_what_most_put_first() {
    let tally = tally_over(3, crowd([(3, ranks("ABC")), (2, ranks("BCA"))]));
    assert_eq!(winner(&Borda::default(), &tally).as_deref(), Some("B"));
    assert_eq!(winner(&Plurality::default(), &tally).as_deref(), Some("A"));
}

#[test]
fn a_plurality_may_choose_what_loses_every_contest() {
    let tally = tally_over(3, crowd([(4, ranks("ABC")), (3, ranks("BCA")), (3, ranks("CBA"))]));
    assert_eq!(winner(&Plurality::default(), &tally).as_deref(), Some("A"));
    assert_eq!(
        winner(
            &InstantRunoff::default(),
            &tally_over(3, crowd([(4, ranks("ABC")), (3, ranks("BCA")), (2, ranks("CBA"))]))
        )
        .as_deref(),
        Some("B")
    );
}

#[test]
fn a_ballot_in_a_form_that_a_rule_cannot_read_abstains() {
    let forms = [
        ("choice", casts(Ballot::Choice(0))),
        ("ranking", ranks("AB")),
        ("approval", approves(&[0, 1])),
        ("points", spreads(&[(0, 60), (1, 40)])),
        ("unlisted", ranks("AD")),
        ("twice", ranks("ABA")),
        ("empty", ranks("")),
    ];
    let reads = |rule: &dyn DecisionRule| -> Vec<&str> {
        let read = |voice: &Voice| rule.judge(&tally_over(3, [voice.clone()])).count("abstained") == 0;
        forms.iter().filter(|(_, voice)| read(voice)).map(|(form, _)| *form).collect()
    };
    let read = new_rules(Terms::default()).map(|rule| (rule.name().to_owned(), reads(rule.as_ref()).join(" ")));
    let wanted = [
        // A void ranking is void for first choices too.
        ("plurality", "choice ranking"),
        ("approval", "choice approval"),
        ("borda", "choice ranking"),
        ("instant-runoff", "choice ranking"),
        ("condorcet", "choice ranking"),
        ("cumulative", "choice points"),
    ];
    assert_eq!(read, wanted.map(|(rule, forms)| (rule.to_owned(), forms.to_owned())));
}

#[test]
fn points_beyond_the_number_are_void_and_points_left_over_are_lost() {
    let rule = Cumulative::from_knobs(&knobs([("points", "3")])).unwrap();
    let voices = [
        spreads(&[(0, 3)]),
        spreads(&[(0, 1), (1, 1)]),
        spreads(&[(1, 2), (2, 2)]),
        spreads(&[(1, u32::MAX), (0, u32::MAX)]),
        spreads(&[(1, 0)]),
    ];
    let verdict = rule.judge(&tally_over(3, voices));
    assert_eq!(["A", "B", "C", "abstained"].map(|name| verdict.count(name)), [4, 1, 0, 3]);
    // The second ballot puts nothing first.
    assert_eq!((verdict.working[0]["A"], verdict.level), (1, Level::Partial));
    let plump =
        Cumulative::from_knobs(&knobs([("points", "3")])).unwrap().judge(&tally_over(2, [casts(Ballot::Choice(1))]));
    assert_eq!((plump.count("B"), plump.level), (3, Level::Full));
}

#[test]
fn the_largest_table_does_not_overflow() {
    let heavy = |points| weighing(points, u32::MAX);
    let all = vec![heavy(spreads(&[(0, 10_000)])); 70_000];
    let rule = Cumulative::from_knobs(&knobs([("points", "10000")])).unwrap();
    assert_eq!(rule.judge(&tally_over(2, all)).count("A"), 70_000 * u64::from(u32::MAX) * 10_000);
}

#[test]
fn a_runoff_strikes_out_together_what_cannot_overtake() {
    // C and D have one vote each and together fewer than B: nothing hangs on who goes first.
    let tally = tally_over(4, crowd([(5, ranks("A")), (4, ranks("B")), (1, ranks("CB")), (1, ranks("DB"))]));
    let verdict = InstantRunoff::default().judge(&tally);
    assert_eq!((verdict.winner.as_deref(), verdict.tie, verdict.working.len()), (Some("B"), false, 2));
    // Together they are as many as B: whoever goes first could decide, so it is a tie, or the list says.
    let even = tally_over(4, crowd([(5, ranks("A")), (2, ranks("B")), (1, ranks("CDB")), (1, ranks("DCB"))]));
    assert_eq!(InstantRunoff::default().judge(&even).winner.as_deref(), Some("A"), "five of nine");
    let open = tally_over(4, crowd([(4, ranks("A")), (2, ranks("B")), (1, ranks("CDB")), (1, ranks("DCB"))]));
    let verdict = InstantRunoff::default().judge(&open);
    assert_eq!((verdict.level, verdict.winner, verdict.tie), (Level::None, None, true));
    let by_list = InstantRunoff::from_knobs(&knobs([("tie", "first-seen")])).unwrap().judge(&open);
    assert!(by_list.tie && by_list.winner.is_some());
}

#[test]
fn exhausted_ballots_stay_in_the_divisor() {
    let tally = tally_over(3, crowd([(4, ranks("A")), (3, ranks("BA")), (2, ranks("C"))]));
    let verdict = InstantRunoff::default().judge(&tally);
    assert_eq!((verdict.winner.as_deref(), verdict.count("A"), verdict.count("B")), (Some("A"), 4, 3));
    assert_eq!((verdict.count("exhausted"), verdict.count("of"), verdict.level), (2, 9, Level::Partial));
}

#[test]
fn condorcet_has_no_policy_for_ties() {
    assert!(Condorcet::from_knobs(&knobs([("tie", "first-seen")])).is_err());
    let even = tally_over(2, [ranks("AB"), ranks("BA")]);
    let verdict = Condorcet::default().judge(&even);
    assert_eq!((verdict.level, verdict.winner, verdict.tie), (Level::None, None, true));
}

#[test]
fn settings_make_the_rule_again() {
    let catalog = quorate_strategies::catalog::Catalog::builtin();
    for name in ["plurality", "approval", "borda", "instant-runoff", "condorcet", "cumulative"] {
        let mut set = knobs([("of", "cast"), ("quorum", "2")]);
        if name == "cumulative" {
            set.insert("points".into(), "7".into());
        }
        let rule = catalog.rule(name, &set).unwrap();
        assert_eq!((rule.name(), rule.settings()), (name, set));
    }
}

#[test]
fn ten_thousand_ballots_take_no_time_however_hostile() {
    let many = u16::try_from(2_000).unwrap();
    let circle = |at: u16| {
        casts(Ballot::Ranking(
            (0..30).map(|step| (at + step * 7) % 30).collect::<std::collections::BTreeSet<_>>().into_iter().collect(),
        ))
    };
    let usual: Vec<Voice> = (0..10_000).map(circle).collect();
    let scattered: Vec<Voice> = (0..10_000_u16)
        .map(|at| {
            casts(Ballot::Ranking(
                vec![at % many, (at * 3 + 1) % many]
                    .into_iter()
                    .collect::<std::collections::BTreeSet<_>>()
                    .into_iter()
                    .collect(),
            ))
        })
        .collect();
    let names = |count: u16| (0..count).map(|at| at.to_string().into()).collect();
    let terms = Terms { ties: Ties::FirstSeen, ..Terms::default() };
    let started = std::time::Instant::now();
    for (options, voices) in [(names(30), usual), (names(many), scattered)] {
        let tally = Tally { voices, options, ..Tally::default() };
        for rule in new_rules(terms) {
            assert!(rule.judge(&tally).counts.len() >= tally.options.len(), "{}", rule.name());
        }
    }
    // Some twenty times what it takes in a debug build; a step that grows with the square takes minutes.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

#[test]
fn an_approval_given_twice_to_one_option_is_no_ballot() {
    let tally = tally_over(2, crowd([(3, approves(&[0, 0])), (2, approves(&[1]))]));
    assert_eq!(winner(&Approval::default(), &tally).as_deref(), Some("B"));
}

#[test]
fn where_nobody_votes_there_is_no_tie() {
    let tally = tally_over(2, crowd([(3, casts(Ballot::Abstain))]));
    for rule in [&Plurality::default() as &dyn DecisionRule, &Approval::default(), &Borda::default()] {
        let verdict = rule.judge(&tally);
        assert_eq!((verdict.tie, verdict.reached, verdict.level), (false, false, Level::None), "{}", rule.name());
    }
}

#[test]
fn contests_are_shown_up_to_a_number_of_options_and_only_of_ballots_cast() {
    let contests = |options: usize, ballot: Ballot| {
        let mut tally = tally_over(2, crowd([(3, casts(ballot))]));
        tally.options = (1..=options).map(|number| number.to_string().into()).collect();
        let verdict = Condorcet::default().judge(&tally);
        (verdict.working.len(), verdict.tie, verdict.reached)
    };
    assert_eq!(contests(3, Ballot::Ranking(vec![0, 1, 2])), (2, false, true));
    assert_eq!(contests(3, Ballot::Abstain), (0, false, false));
    assert_eq!(contests(30, Ballot::Choice(0)).0, 29);
    assert_eq!(contests(31, Ballot::Choice(0)).0, 0);
}

#[test]
fn a_ranking_of_one_gives_it_all_points_and_a_longer_one_none() {
    let tally = tally_over(2, crowd([(1, ranks("A")), (3, ranks("BA"))]));
    assert_eq!(winner(&Cumulative::default(), &tally).as_deref(), Some("A"));
}
