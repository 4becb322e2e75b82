//! `rejudge` and `fork`: another verdict and another end of a record, told beside the first.

use serde_json::Value;

use super::*;

/// A record of plan-review, whose seats are checklists.
fn reviewed(folder: &Path) -> String {
    let out = folder.join("first");
    let output = run(&["run", "plan-review", "--material", PLAN, "--seed", "5", "--out", &out.to_string_lossy()]);
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", stderr(&output));
    out.to_string_lossy().into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&stdout(output)).expect("one JSON document")
}

#[test]
fn the_recorded_rule_gives_the_recorded_verdict() {
    let folder = folder();
    let record = reviewed(folder.path());
    let output = run(&["rejudge", &record]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("outcome     the same as recorded"), "{}", stdout(&output));
    for (lang, same) in [("zh", "与记录相同"), ("ja", "記録と同じ")] {
        assert!(stdout(&run(&["rejudge", &record, "--lang", lang])).contains(same), "{lang}");
    }
}

#[test]
fn another_threshold_another_weight_or_a_seat_less_is_judged_for_nothing() {
    let folder = folder();
    let record = reviewed(folder.path());
    let own = json(&run(&["rejudge", &record, "--json"]));
    let of = own["now"]["verdict"]["counts"]["of"].as_u64().expect("a divisor");
    let heavy = json(&run(&["rejudge", &record, "--weight", "RiskAnalyst=5", "--json"]));
    assert_eq!(heavy["now"]["verdict"]["counts"]["of"], of + 4);
    let less = json(&run(&["rejudge", &record, "--without", "RiskAnalyst", "--json"]));
    assert_eq!(less["now"]["verdict"]["counts"]["of"], of - 1);
    let low = json(&run(&["rejudge", &record, "--threshold", "1", "--sensitivity", "--json"]));
    assert_eq!(low["now"]["rule"]["knobs"]["threshold"], "1");
    assert_eq!(low["sensitivity"]["votes"]["proof"], "exact");
    let shown = run(&["rejudge", &record, "--sensitivity"]);
    for label in ["votes ", "seat ", "weight ", "threshold "] {
        assert!(stdout(&shown).contains(&format!("\n{label}")), "{label}: {}", stdout(&shown));
    }
}

#[test]
fn what_cannot_be_judged_is_refused_with_the_next_step() {
    let folder = folder();
    let record = reviewed(folder.path());
    for (flags, told) in [
        (&["--without", "Nobody"][..], "nobody is called \"Nobody\" here; there are PlanExpert"),
        (&["--weight", "PlanExpert=0"], "a weight of 0 for PlanExpert cannot be"),
        (&["--weight", "PlanExpert=x"], "\"x\" is no whole number"),
        (&["--rule", "borda"], "the rule borda counts ballots over options, and nobody was asked for any"),
        (&["--rule", "ration"], "did you mean \"ratio\"?"),
        (&["--threshold", "101"], "threshold = \"101\" is not allowed"),
        (&["--weight", "RiskAnalyst=4294967296"], "it has to be a whole number from 1 to 1000000"),
        (&["--weight", "RiskAnalyst=1000001"], "it has to be 1 to 1000000"),
        (&["--weight", "RiskAnalyst=-1"], "it has to be a whole number from 1 to 1000000"),
    ] {
        let output = run(&[&["rejudge", &record], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        assert!(stderr(&output).contains(told), "{flags:?}: {}", stderr(&output));
    }
}

#[test]
fn a_fork_is_a_record_of_its_own_that_names_its_origin() {
    let folder = folder();
    let record = reviewed(folder.path());
    let out = folder.path().join("fork").to_string_lossy().into_owned();
    let output = run(&["fork", &record, "--at", "2", "--out", &out]);
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", stderr(&output));
    assert!(stderr(&output).contains("2 turns were served from the record"), "{}", stderr(&output));
    for same in ["end ", "verdict ", "decision ", "positions ", "messages "] {
        let shown = stdout(&output);
        let line = shown.lines().find(|line| line.starts_with(same)).expect("a row");
        assert!(line.ends_with("(the same)"), "{line}");
    }
    let verified = run(&["verify", &out]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    let minutes = fs::read_to_string(Path::new(&out).join("minutes.md")).expect("minutes");
    assert!(minutes.contains("Goes on from event "), "{minutes}");
}

#[test]
fn a_fork_under_other_settings_says_what_differs() {
    let folder = folder();
    let record = reviewed(folder.path());
    let output =
        run(&["fork", &record, "--round", "1", "--set", "max_rounds=1", "--say", "There is no time.", "--json"]);
    let document = json(&output);
    assert_eq!(document["fork"]["origin"], document["origin"]);
    assert!(document["recorded"].get("origin").is_none());
    assert_ne!(document["recorded"]["id"], document["fork"]["id"]);
}

#[test]
fn a_fork_that_cannot_go_on_is_refused_before_anything_is_asked() {
    let folder = folder();
    let record = reviewed(folder.path());
    for (flags, told) in [
        (&["--at", "999"][..], "there is no turn #999 in this record"),
        (&["--round", "99"], "there is no round 99 in this record"),
        (&["--at", "1", "--set", "max_round=2"], "did you mean \"max_rounds\"?"),
        (&["--at", "1", "--agent", "Nobody=rehearsal"], "nobody is called \"Nobody\" here"),
        (&["--at", "1", "--agent", "PlanExpert=nonsense"], "--agent PlanExpert=nonsense: "),
    ] {
        let output = run(&[&["fork", &record], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(told), "{flags:?}: {}", stderr(&output));
    }
}

#[test]
fn a_number_that_is_out_of_range_is_refused_with_its_range_whatever_sets_it() {
    let folder = folder();
    let record = reviewed(folder.path());
    let (big, huge) = ("4294967296", "99999999999999999999");
    for (key, range) in [
        ("min_rounds", "from 1 to 10000"),
        ("max_rounds", "from 1 to 10000"),
        ("max_turns", "from 1 to 10000000"),
        ("turn_seconds", "from 1 to 604800"),
        ("total_seconds", "from 1 to 604800"),
        ("budget_calls", "from 0 to 1000000000000"),
        ("budget_tokens", "from 0 to 1000000000000"),
        ("budget_money", "from 0 to 1000000"),
    ] {
        for value in [huge, "-1", "many"] {
            let output = run(&["fork", &record, "--at", "0", "--set", &format!("{key}={value}")]);
            assert_eq!(output.status.code(), Some(2), "{key}={value}: {}", stderr(&output));
            assert!(stderr(&output).contains(range), "{key}={value}: {}", stderr(&output));
        }
    }
    for (args, range) in [
        (&["run", "ideation", "--topic", "Tea?", "--seed", huge][..], "from 0 to 18446744073709551615"),
        (&["ls", "--last", huge], "from 0 to 18446744073709551615"),
        (&["fork", &record, "--at", big], "from 0 to 4294967295"),
        (&["fork", &record, "--round", huge], "from 0 to 4294967295"),
        (&["veto", "x", "--why", "y", "--message", big], "from 1 to 4294967295"),
        (&["veto", "x", "--why", "y", "--message", "0"], "from 1 to 4294967295"),
        (&["rejudge", &record, "--threshold", huge], "from 0 to 4294967295"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(range), "{args:?}: {}", stderr(&output));
    }
}
