//! `quorate rehearse`: what is printed, that it repeats, and what is refused.

use serde_json::Value;

use super::{TWO, file, folder, run, stderr, stdout};

#[test]
fn a_preset_is_rehearsed_without_material_and_the_same_seed_prints_the_same() {
    let args = ["rehearse", "plan-review", "--runs", "24", "--seed", "7"];
    let [first, second] = [run(&args), run(&args)];
    assert_eq!(first.status.code(), Some(0), "{}{}", stdout(&first), stderr(&first));
    assert_eq!(stdout(&first), stdout(&second));
    let shown = stdout(&first);
    assert!(shown.starts_with("rehearsal 24 runs of plan-review, seeds 7 to 30; no model was asked"), "{shown}");
    for label in ["cast ", "ended ", "level ", "decision ", "rounds ", "turns ", "calls ", "time ", "promises  all 13"]
    {
        assert!(shown.lines().any(|line| line.starts_with(label)), "{label} in {shown}");
    }
}

#[test]
fn every_shipped_preset_keeps_its_promises_in_every_language() {
    for preset in ["plan-review", "result-synthesis", "diagnosis", "ideation", "poll"] {
        for language in ["en", "zh", "ja"] {
            let args = ["rehearse", preset, "--runs", "10", "--lang", language, "--option", "a", "--option", "b"];
            let output = run(&args);
            assert_eq!(output.status.code(), Some(0), "{preset} {language}: {}{}", stdout(&output), stderr(&output));
        }
    }
}

#[test]
fn as_json_it_is_one_document_that_says_what_it_is() {
    let folder = folder();
    // A model that nobody has a key for: it is never asked.
    let path = file(folder.path(), "two.toml", format!("agent = \"openai:gpt-5.4\"\n{TWO}"));
    let output = run(&["rehearse", &path, "--runs", "6", "--cast", "stubborn,silent", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", stdout(&output), stderr(&output));
    let document: Value = serde_json::from_str(&stdout(&output)).expect("one document");
    assert_eq!(document["rehearsal"], true);
    assert_eq!(document["runs"], 6);
    assert_eq!(document["cast"], serde_json::json!(["stubborn", "silent"]));
    let ended: u64 = document["stops"].as_object().expect("stops").values().filter_map(Value::as_u64).sum();
    assert_eq!(ended, 6);
    assert_eq!(document["broken"], serde_json::json!([]));
}

#[test]
fn what_cannot_be_rehearsed_is_refused_with_the_next_step() {
    for (args, said) in [
        (&["rehearse", "plan-review", "--cast", "stuborn"][..], "did you mean \"stubborn\""),
        (&["rehearse", "plan-review", "--runs", "0"], "0 is not in 1..=1000000"),
        (&["rehearse", "plan-revue"], "plan-review"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(said), "{args:?}: {}", stderr(&output));
    }
}
