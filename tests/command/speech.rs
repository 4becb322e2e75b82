//! A run in Chinese or Japanese: the checklist seats say everything in that language.

use serde_json::Value;

use super::quorate;

/// What seats said in a run, each message without the names that stand in every language.
fn said(preset: &str, language: &str, material: &str) -> Vec<String> {
    let run = quorate().args(["run", preset, "--lang", language, "--material", material, "--json", "--yes"]).output();
    let result: Value = serde_json::from_slice(&run.expect("the command runs").stdout).expect("one JSON document");
    let mut texts = Vec::new();
    collect(&result["findings"], &mut texts);
    collect(&result["decision"], &mut texts);
    assert!(!texts.is_empty(), "{result}");
    texts
}

/// Every text that has characters of these languages, so that names of rules and seats are left out.
fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) if !text.is_ascii() => texts.push(text.clone()),
        Value::Array(all) => all.iter().for_each(|one| collect(one, texts)),
        Value::Object(all) => all.values().for_each(|one| collect(one, texts)),
        _ => {}
    }
}

#[test]
fn checklist_seats_speak_the_language_of_the_brief() {
    let materials = [
        ("plan-review", "zh", "examples/plans/checkout-migration.zh.md", "结论：尚不能开始。须先解决 3 项阻断问题。"),
        (
            "plan-review",
            "ja",
            "examples/plans/checkout-migration.ja.md",
            "結論：まだ開始できません。先に重大な 3 点を直す必要があります。",
        ),
        ("plan-review", "zh", "examples/plans/sound-table.zh.md", "结论：按现状即可开始。"),
        ("plan-review", "ja", "examples/plans/sound-inline.ja.md", "結論：このまま開始できます。"),
    ];
    for (preset, language, material, conclusion) in materials {
        let texts = said(preset, language, material);
        assert!(texts.iter().any(|text| text.contains(conclusion)), "{material}: {texts:#?}");
        for word in ["Line ", "finding", "Conclusion", "step ", "Whole material", "blocking)"] {
            assert!(texts.iter().all(|text| !text.contains(word)), "{word} in {texts:#?}");
        }
    }
}

#[test]
fn the_cause_that_the_material_supports_wins_in_every_language() {
    let incidents = [
        ("zh", "payment-callback-delay", "v3.4.0 新加的逐条落库日志拖慢了消费"),
        ("ja", "vaccine-fridge", "清掃中にプラグが抜けかかった"),
    ];
    for (language, incident, cause) in incidents {
        let material = format!("tests/fixtures/incidents-{language}/{incident}.md");
        let texts = said("diagnosis", language, &material);
        assert!(texts.iter().any(|text| text == cause), "{incident}: {texts:#?}");
    }
}
