//! `check` tells the worst case and what is odd, before anything is spent.

use super::*;

fn check(text: &str, flags: &[&str]) -> String {
    let folder = folder();
    let path = file(folder.path(), "d.toml", text);
    let output = run(&[&["check", &path][..], flags].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn turns_are_those_of_the_strategy_with_its_closing_ones() {
    let checked = stdout(&run(&["check", "plan-review"]));
    assert!(checked.contains("turns     at most 12: PlanExpert 6, RiskAnalyst 3, EfficiencyOptimizer 3"), "{checked}");
    assert!(checked.contains("calls     none: no model is asked"), "{checked}");
    assert!(checked.contains("it can begin once it is given --material FILE"), "{checked}");
    let debate = "topic = \"T\"\nstrategy = \"debate\"\nmax_rounds = 2\n[[seat]]\nname = \"A\"\nside = \"x\"\n[[seat]]\nname = \"B\"\nside = \"y\"\n[[seat]]\nname = \"J\"\nrole = \"judge\"\n";
    let checked = check(debate, &[]);
    assert!(checked.contains("at most 5: A 2, B 2, J 1"), "{checked}");
}

#[test]
fn many_rounds_are_counted_without_being_played() {
    let checked = check(&format!("max_rounds = 10000\n{TWO}"), &[]);
    assert!(checked.contains("at most 20000: Ann 10000, Bob 10000"), "{checked}");
    let checked = check(&format!("max_rounds = 10000\nmax_turns = 10\n{TWO}"), &[]);
    assert!(checked.contains("at most 10: Ann 5, Bob 5") && checked.contains("the limit of 10 turns"), "{checked}");
}

#[test]
fn oddities_are_named() {
    let three = format!("{TWO}[[seat]]\nname = \"Cem\"\n");
    let checked = check(&three, &[]);
    assert!(checked.contains("70 % of 3 seats is all of them: unanimity"), "{checked}");
    assert!(checked.contains("3 of 3 seats rehearse"), "{checked}");
    let debate = "topic = \"T\"\nstrategy = \"debate\"\n[[seat]]\nname = \"A\"\nside = \"x\"\n[[seat]]\nname = \"B\"\nside = \"y\"\n";
    assert!(check(debate, &[]).contains("a debate without a judge may end without a winner"));
    let even = format!("rule = \"majority\"\noptions = [\"a\", \"b\"]\n{TWO}");
    assert!(check(&even, &[]).contains("can split evenly"));
    let heavy = format!("{three}weight = 5\n");
    assert!(check(&heavy, &[]).contains("Cem holds more than half of all voting weight"));
}

#[test]
fn seats_that_would_wait_for_ever_are_named() {
    let checked = check(&format!("{TWO}[[seat]]\nname = \"Eve\"\njoins = \"when invited\"\n"), &[]);
    assert!(checked.contains("Eve (participant, on the bench until invited)"), "{checked}");
    assert!(checked.contains("Eve wait on the bench, and round-robin invites nobody"), "{checked}");
    assert!(checked.contains("Ann 6, Bob 6, Eve 0"), "{checked}");
    let folder = folder();
    let wrong = file(folder.path(), "d.toml", "topic = \"T\"\n[[seat]]\nname = \"A\"\njoins = \"late\"\n");
    let output = run(&["check", &wrong]);
    assert!(stderr(&output).contains("\"at the start\", \"when invited\""), "{}", stderr(&output));
}

#[cfg(feature = "http")]
#[test]
fn models_are_counted_in_calls_and_tokens() {
    let flags = ["--model", "openai@http://127.0.0.1:9/v1:m", "--set", "max_rounds=2", "--set", "max_tokens=100"];
    let checked = check(TWO, &flags);
    assert!(checked.contains("at most 4 turns of models, and 1 for the result"), "{checked}");
    assert!(checked.contains("400 written") && checked.contains("at most 100 an answer"), "{checked}");
    assert!(checked.contains("none at list prices"), "{checked}");
    assert!(checked.contains("one model behind 2 seats"), "{checked}");
}
