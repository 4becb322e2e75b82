//! Lists come from the cards that own what they name.

use super::*;

#[test]
fn every_strategy_rule_and_preset_is_listed_with_its_knobs() {
    let all = stdout(&run(&["list"]));
    for name in ["round-robin", "expert", "debate", "brainstorm", "ratio", "stance", "majority", "concession", "none"] {
        assert!(all.contains(&format!("\n  {name}\n")), "{name} in {all}");
    }
    for name in ["plan-review", "result-synthesis", "diagnosis", "ideation"] {
        assert!(all.contains(&format!("  {name}\n")), "{name} in {all}");
    }
    assert!(all.contains("threshold=…"), "{all}");
    assert!(all.contains("[STANCE: AGREE]") && all.contains("rehearsal"), "{all}");
}

#[test]
fn presets_as_listed() {
    insta::assert_snapshot!(stdout(&run(&["list", "presets"])));
}

#[test]
fn the_schemas_are_json() {
    let schemas: serde_json::Value = serde_json::from_slice(&run(&["list", "schema"]).stdout).expect("one document");
    assert!(schemas["answer"]["stance"]["properties"].is_object(), "{schemas}");
    assert!(schemas["result"].is_object());
}

#[cfg(feature = "http")]
#[test]
fn providers_are_listed_with_the_variables_of_their_keys() {
    let agents = stdout(&run(&["list", "agents"]));
    assert!(agents.contains("anthropic:MODEL or anthropic@URL:MODEL"), "{agents}");
    assert!(agents.contains("ANTHROPIC_API_KEY"), "{agents}");
}

#[test]
fn a_strategy_has_a_page() {
    let page = stdout(&run(&["list", "strategies", "expert"]));
    assert!(page.starts_with("# expert\n") && page.contains("  Ann (sum-up)\n"), "{page}");
    let unknown = run(&["list", "strategies", "expart"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("did you mean \"expert\"?"), "{}", stderr(&unknown));
    assert_eq!(run(&["list", "rules", "ratio"]).status.code(), Some(2));
}
