//! Failures seen elsewhere, borders where fractions go wrong, and what the catalogue refuses.

use quorate_strategies::{
    catalog::{Catalog, CatalogError, KnobError},
    prelude::*,
    rules::{Majority, Ratio, Stances, Supermajority},
};

use super::{crowd, knobs, missing, says, stands, tally, tally_over, votes};

fn ratio(threshold: u32, agreeing: usize, of: usize) -> Verdict {
    let voices = crowd([(agreeing, stands(Position::For)), (of - agreeing, stands(Position::Open))]);
    Ratio::new(threshold).unwrap().judge(&tally(voices))
}

fn stance(agreeing: usize, neutral: usize) -> Level {
    Stances::default().judge(&tally(crowd([(agreeing, says(Stance::Agree)), (neutral, says(Stance::Neutral))]))).level
}

#[test]
fn c_02_a_failed_member_stays_in_the_divisor() {
    let voices = [stands(Position::For), stands(Position::For), stands(Position::Open), missing()];
    let verdict = Ratio::default().judge(&tally(voices));
    assert_eq!((verdict.count("for"), verdict.count("of")), (2, 4));
    assert_eq!((verdict.level, verdict.reached), (Level::Partial, false));
}

#[test]
fn c_02_b_two_agree_and_one_timeout_is_majority_not_full() {
    let verdict = Stances::default().judge(&tally([says(Stance::Agree), says(Stance::Agree), missing()]));
    assert_eq!((verdict.level, verdict.reached), (Level::Majority, true));
    assert_eq!((verdict.count("agree"), verdict.count("unknown"), verdict.count("of")), (2, 1, 3));
}

#[test]
fn c_04_two_thirds_is_two_of_three() {
    assert_eq!([stance(2, 1), stance(4, 2), stance(20, 10)], [Level::Majority; 3]);
    assert_eq!([stance(3, 2), stance(19, 11), stance(1, 1)], [Level::None; 3]);
    assert!(ratio(70, 7, 10).reached);
    assert!(!ratio(70, 69, 100).reached);
}

#[test]
fn c_05_two_seats_on_one_model_have_two_votes() {
    let twins = vec![votes(0); 2];
    let verdict = Majority::default().judge(&tally_over(2, [twins, vec![votes(1)]].concat()));
    assert_eq!((verdict.count("A"), verdict.winner.as_deref()), (2, Some("A")));
}

#[test]
fn c_07_a_tie_is_no_consensus_and_not_the_first_option() {
    let even = tally_over(2, crowd([(2, votes(0)), (2, votes(1))]));
    let verdict = Majority::default().judge(&even);
    assert_eq!((verdict.count("A"), verdict.count("B")), (2, 2), "both sides stay visible");
    assert_eq!((verdict.level, verdict.reached, verdict.winner, verdict.tie), (Level::None, false, None, true));
}

#[test]
fn c_07_one_voice_against_is_counted_when_the_others_win() {
    let verdict = Majority::default().judge(&tally_over(2, crowd([(3, votes(0)), (1, votes(1))])));
    assert_eq!((verdict.winner.as_deref(), verdict.count("B")), (Some("A"), 1));
}

#[test]
fn floating_point_traps_are_none() {
    // 55.0 < 100.0 * 0.55 in floating point, and 0.7 * 10.0 is not always 7.0 either.
    assert!(ratio(55, 55, 100).reached && !ratio(55, 54, 100).reached);
    for threshold in 1..=100_u32 {
        let agreeing = threshold as usize;
        assert!(ratio(threshold, agreeing, 100).reached, "{threshold} of 100");
        assert!(!ratio(threshold, agreeing - 1, 100).reached, "one less than {threshold} of 100");
    }
}

#[test]
fn the_fewest_votes_that_decide_by_panel_size() {
    let fewest = |of: usize, enough: &dyn Fn(usize) -> bool| (0..=of).find(|agreeing| enough(*agreeing)).unwrap();
    let by_vote = |rule: &dyn DecisionRule, of: usize| {
        fewest(of, &|yes| rule.judge(&tally_over(1, crowd([(yes, votes(0)), (of - yes, missing())]))).reached)
    };
    let by_ratio = |threshold: u32, of: usize| fewest(of, &|yes| ratio(threshold, yes, of).reached);
    let by_stance = |of: usize| fewest(of, &|yes| stance(yes, of - yes) != Level::None);
    assert_eq!([1, 2, 3, 4, 5, 6].map(|of| by_vote(&Majority::default(), of)), [1, 2, 2, 3, 3, 4]);
    assert_eq!([3, 6, 10].map(|of| by_vote(&Supermajority::default(), of)), [2, 4, 7]);
    assert_eq!([3, 6, 10].map(by_stance), [2, 4, 7]);
    assert_eq!([3, 4, 6, 10].map(|of| by_ratio(70, of)), [3, 3, 5, 7]);
    assert_eq!((by_ratio(90, 10), by_ratio(50, 4)), (9, 2));
}

#[test]
fn the_catalogue_has_every_rule_by_the_name_it_gives_itself() {
    let catalog = Catalog::builtin();
    let names: Vec<&str> = catalog.rules().collect();
    let by_votes = ["plurality", "approval", "borda", "instant-runoff", "condorcet", "cumulative", "concession"];
    let all = [["ratio", "stance", "majority", "supermajority", "unanimity"].as_slice(), by_votes.as_slice()].concat();
    assert_eq!(names, all);
    for name in names {
        let rule = catalog.rule(name, &knobs([])).unwrap();
        assert_eq!((rule.name(), rule.version()), (name, 1));
        assert!(rule.purpose().starts_with("decided when"), "{name}");
        for knob in rule.knobs() {
            let as_by_default = catalog.rule(name, &knobs([(knob.name, knob.default)])).unwrap();
            assert_eq!(
                format!("{rule:?}"),
                format!("{as_by_default:?}"),
                "{} is the default of {}",
                knob.default,
                knob.name
            );
        }
    }
}

#[test]
fn a_knob_that_is_out_of_range_or_misspelt_is_refused_with_what_would_do() {
    let refused = |rule, name, value| match Catalog::builtin().rule(rule, &knobs([(name, value)])) {
        Err(CatalogError::Knob(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let range = "ratio: threshold = \"0\" is not allowed; it may be a whole number from 1 to 100";
    assert_eq!(refused("ratio", "threshold", "0"), range);
    assert_eq!(refused("ratio", "threshold", "101"), range.replace("\"0\"", "\"101\""));
    assert_eq!(refused("ratio", "treshold", "70"), "ratio has no knob \"treshold\"; did you mean \"threshold\"?");
    assert_eq!(refused("majority", "of", "some"), "majority: of = \"some\" is not allowed; it may be all, cast");
    assert_eq!(
        refused("majority", "tie", "coin"),
        "majority: tie = \"coin\" is not allowed; it may be none, first-seen"
    );
    assert!(refused("stance", "quorum", "-1").starts_with("stance: quorum"));
    assert_eq!(refused("concession", "quorum", "1"), "concession has no knob \"quorum\"; it has none");
    assert!(matches!(Ratio::new(0), Err(KnobError::Value { .. })));
}

#[test]
fn every_rule_says_what_it_asks_for_and_what_can_be_set() {
    let catalog = quorate_strategies::catalog::Catalog::builtin();
    let options: std::sync::Arc<[std::sync::Arc<str>]> = ["A".into(), "B".into()].into();
    let form = |rule: &dyn DecisionRule| match rule.ballot(options.clone()) {
        Form::Ballot(_) => "choice",
        Form::Approval(_) => "approval",
        Form::Ranking(_) => "ranking",
        Form::Points { .. } => "points",
        _ => "-",
    };
    let told: Vec<String> = catalog
        .rules()
        .map(|name| {
            let rule = catalog.rule(name, &knobs([])).unwrap();
            let knobs: Vec<&str> = rule.knobs().iter().map(|knob| knob.name).collect();
            assert!(!rule.purpose().is_empty());
            format!("{name}: {:?} {} {}", rule.input(), form(rule.as_ref()), knobs.join(","))
        })
        .collect();
    assert_eq!(
        told,
        [
            "ratio: Positions choice threshold,partial",
            "stance: Stances choice quorum",
            "majority: Options choice of,quorum,tie",
            "supermajority: Options choice of,quorum,tie",
            "unanimity: Options choice of,quorum,tie",
            "plurality: Options choice of,quorum,tie",
            "approval: Options approval of,quorum,tie",
            "borda: Options ranking of,quorum,tie",
            "instant-runoff: Options ranking of,quorum,tie",
            "condorcet: Options ranking of,quorum",
            "cumulative: Options points points,of,quorum,tie",
            "concession: Sides choice ",
        ]
    );
}
