//! Lines of ballots and the lines that answer them, word for word.

use std::time::Instant;

use quorate_strategies::{catalog::Catalog, prelude::*, tally::tally_line};

use super::knobs;

fn by(rule: &str, line: &str) -> String {
    let rule = Catalog::builtin().rule(rule, &knobs([])).unwrap();
    tally_line(rule.as_ref(), line)
}

fn error(rule: &str, line: &str) -> String {
    let answer: serde_json::Value = serde_json::from_str(&by(rule, line)).unwrap();
    answer["error"].as_str().unwrap_or_else(|| panic!("no error for {line}")).to_owned()
}

#[test]
fn stances_positions_and_options_by_what_the_rule_counts() {
    assert_eq!(
        by("stance", r#"{"id":"a","seats":3,"ballots":["AGREE"," Agree ",null]}"#),
        r#"{"id":"a","level":"majority","reached":true,"winner":null,"counts":{"agree":2,"disagree":0,"neutral":0,"of":3,"unknown":1},"tie":false}"#
    );
    assert_eq!(
        by("ratio", r#"{"id":1,"seats":4,"ballots":["for","For","open",null]}"#),
        r#"{"id":1,"level":"partial","reached":false,"winner":null,"counts":{"against":0,"for":2,"of":4,"open":2},"tie":false}"#
    );
    assert_eq!(
        by("ratio", r#"{"id":1,"seats":4,"ballots":["agree","agree","agree","disagree"]}"#),
        r#"{"id":1,"level":"majority","reached":true,"winner":null,"counts":{"against":1,"for":3,"of":4,"open":0},"tie":false}"#
    );
    assert_eq!(
        by("majority", r#"{"id":"t","seats":4,"ballots":["x","y","y","x"]}"#),
        r#"{"id":"t","level":"none","reached":false,"winner":null,"counts":{"abstained":0,"missing":0,"of":4,"x":2,"y":2},"tie":true}"#
    );
}

#[test]
fn every_form_of_a_ballot() {
    let line = r#"{"id":null,"seats":9,"ballots":["b",["b","a"],{"approve":["b"]},{"approve":["a","b"]},{"a":3},"ABSTAIN",[],null]}"#;
    assert_eq!(
        by("majority", line),
        r#"{"id":null,"level":"partial","reached":false,"winner":null,"counts":{"a":0,"abstained":4,"b":3,"missing":2,"of":9},"tie":false}"#
    );
}

#[test]
fn options_may_be_listed_and_weights_given() {
    let line =
        r#"{"seats":3,"options":["no","yes","abstain"],"weights":[1,1000000,1],"ballots":["no","yes","abstain"]}"#;
    assert_eq!(
        by("unanimity", line),
        r#"{"id":null,"level":"majority","reached":false,"winner":null,"counts":{"abstain":1,"abstained":0,"missing":0,"no":1,"of":1000002,"yes":1000000},"tie":false}"#
    );
}

#[test]
fn the_id_is_handed_back_as_it_came() {
    for id in ["\"x\\\"y\"", "-3", "1.5", "true", "null", "[1,\"a\",[]]", "{\"b\":1,\"a\":{}}"] {
        let answer = by("stance", &format!(r#"{{"id":{id},"seats":0,"ballots":[]}}"#));
        assert!(answer.starts_with(&format!(r#"{{"id":{id},"level":"none","reached":false"#)), "{answer}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_what_would_be_allowed() {
    assert_eq!(
        by("ratio", r#"{"id":5,"seats":2,"ballots":["for","yes"]}"#),
        r#"{"id":5,"error":"ballot 2: \"yes\" is not allowed; it may be for, against, open, a stance, or null for no answer"}"#
    );
    let listed = r#"{"seats":1,"options":["A","B"],"ballots":["a"]}"#;
    let forms = r#"a ranking, {"approve": […]}, {option: points}, abstain, or null for no answer"#;
    let allowed = format!(r#"ballot 1: "a" is not allowed; it may be one of "A", "B", {forms}"#);
    assert_eq!(error("majority", listed), allowed);
    let number = error("majority", r#"{"seats":1,"ballots":[3]}"#);
    assert_eq!(number, format!("ballot 1: 3 is not allowed; it may be the text of an option, {forms}"));
    assert_eq!(
        error("majority", r#"{"seats":2,"ballots":["a",["a","b","a"]]}"#),
        r#"ballot 2: ["a","b","a"] names an option twice; each may be there once"#
    );
    assert!(error("majority", r#"{"seats":1,"ballots":[{"a":1,"a":2}]}"#).starts_with("ballot 1: "));
    assert!(error("majority", r#"{"seats":1,"ballots":[{"a":-1}]}"#).starts_with("ballot 1: {\"a\":-1} is not"));
    assert!(error("stance", r#"{"seats":1,"ballots":[true]}"#).starts_with("ballot 1: true is not"));
}

#[test]
fn a_line_with_a_broken_frame_is_an_error() {
    assert!(error("stance", "").starts_with("not one JSON document: "));
    assert!(error("stance", "{} {}").starts_with("not one JSON document: "));
    assert!(error("stance", "[]").starts_with("not an object; "));
    assert_eq!(
        error("stance", r#"{"ballots":[]}"#),
        "\"seats\" is missing; it has to be the number of seats that have a vote, 0 to 1000000"
    );
    assert!(error("stance", r#"{"seats":-1,"ballots":[]}"#).starts_with("\"seats\" cannot be -1; "));
    assert!(error("stance", r#"{"seats":1e9,"ballots":[]}"#).starts_with("\"seats\" cannot be 1000000000.0; "));
    assert!(error("stance", r#"{"seats":1}"#).starts_with("\"ballots\" is missing; "));
    assert!(error("stance", r#"{"seats":1,"ballots":"agree"}"#).starts_with("\"ballots\" cannot be \"agree\"; "));
    assert_eq!(error("stance", r#"{"seats":1,"ballots":["agree","agree"]}"#), "2 ballots for 1 seats; a seat has one");
    for weights in ["[1]", "[1,0]", "[1,1000001]", "[1,1.5]", "2"] {
        let line = format!(r#"{{"seats":2,"weights":{weights},"ballots":[]}}"#);
        assert!(error("stance", &line).starts_with("\"weights\" cannot be "), "{weights}");
    }
    for options in [r#"["a","a"]"#, "[1]", r#""a""#] {
        let line = format!(r#"{{"seats":0,"options":{options},"ballots":[]}}"#);
        assert!(error("majority", &line).starts_with("\"options\" cannot be "), "{options}");
    }
}

#[test]
fn a_misspelt_key_is_refused_and_a_strange_one_passed_over() {
    assert_eq!(
        error("stance", r#"{"seats":1,"ballots":[],"weigths":[5]}"#),
        "unknown key \"weigths\"; did you mean \"weights\"?"
    );
    assert_eq!(error("stance", r#"{"seats":1,"seats":2,"ballots":[]}"#), "the key \"seats\" is there twice");
    assert!(by("stance", r#"{"seats":1,"ballots":["agree"],"note":"from a survey"}"#).contains("\"full\""));
}

#[test]
fn a_rule_that_ballots_cannot_speak_to_says_so() {
    let said = error("concession", r#"{"seats":1,"ballots":["A"]}"#);
    assert!(said.starts_with("concession counts sides and their concessions, which no ballot here can say"), "{said}");
}

#[test]
fn more_options_than_can_be_numbered_are_an_error() {
    let line = |options: usize| {
        let ballots: Vec<String> = (0..options).map(|option| format!("\"{option}\"")).collect();
        format!(r#"{{"seats":{options},"ballots":[{}]}}"#, ballots.join(","))
    };
    assert!(by("majority", &line(65_536)).contains("\"of\":65536"));
    assert_eq!(error("majority", &line(65_537)), "ballot 65537: more than 65536 options");
}

#[test]
fn a_long_value_is_cut_where_it_is_quoted() {
    let said = error("ratio", &format!(r#"{{"seats":1,"ballots":["{}"]}}"#, "é".repeat(500)));
    assert!(said.contains("é… is not allowed") && said.chars().count() < 160, "{said}");
}

#[test]
fn ten_thousand_lines_or_ballots_take_no_time() {
    let rule = Catalog::builtin().rule("majority", &knobs([])).unwrap();
    let started = Instant::now();
    let reached = (0..10_000)
        .map(|id| format!(r#"{{"id":{id},"seats":5,"ballots":["a","b",["a","b"],null,"a"]}}"#))
        .filter(|line| tally_line(rule.as_ref(), line).contains(r#""winner":"a""#))
        .count();
    let ballots = vec!["\"a\""; 10_000].join(",");
    let long = tally_line(rule.as_ref(), &format!(r#"{{"id":0,"seats":10000,"ballots":[{ballots}]}}"#));
    assert_eq!(reached, 10_000);
    assert!(long.contains(r#""level":"full""#), "{long}");
    // Some hundred times what it takes, so that a busy machine does not fail it and a quadratic step does.
    assert!(started.elapsed().as_secs() < 10);
}

#[test]
fn ten_thousand_ranked_ballots_take_no_time_by_any_rule() {
    let ranking = |at: usize| {
        let names: Vec<String> = (0..8).map(|place| format!("\"{}\"", (place * 3 + at * 5 + at / 8) % 8)).collect();
        format!("[{}]", names.join(","))
    };
    let ballots: Vec<String> = (0..10_000).map(ranking).collect();
    let line = format!(r#"{{"id":0,"seats":10000,"ballots":[{}]}}"#, ballots.join(","));
    for name in ["plurality", "approval", "borda", "instant-runoff", "condorcet", "cumulative"] {
        let rule = Catalog::builtin().rule(name, &knobs([])).unwrap();
        let started = Instant::now();
        assert!(tally_line(rule.as_ref(), &line).contains(r#""of":10000"#), "{name}");
        // Some twenty times what it takes in a debug build.
        assert!(started.elapsed().as_secs() < 5, "{name}: {:?}", started.elapsed());
    }
}

#[test]
fn the_public_prelude_is_enough_to_tally_by_a_rule_of_ones_own() {
    #[derive(Debug)]
    struct AnyVote;
    impl DecisionRule for AnyVote {
        fn name(&self) -> &str {
            "any-vote"
        }
        fn purpose(&self) -> &str {
            "decided when anybody votes"
        }
        fn input(&self) -> Input {
            Input::Options
        }
        fn judge(&self, tally: &Tally) -> Verdict {
            let first = tally.voices.iter().find_map(|voice| voice.ballot.as_ref()?.first());
            let winner = first.map(|option| tally.options[usize::from(option)].clone());
            Verdict { reached: winner.is_some(), winner, ..Verdict::default() }
        }
        fn settled(&self, _: &Tally, _: &Pending) -> bool {
            false
        }
    }
    let answer = tally_line(&AnyVote, r#"{"id":1,"seats":2,"ballots":[null,"x"]}"#);
    assert_eq!(answer, r#"{"id":1,"level":"none","reached":true,"winner":"x","counts":{},"tie":false}"#);
}
