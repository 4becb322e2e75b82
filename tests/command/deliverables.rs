//! What lies beside the minutes: an improved plan, one deliverable of many results, a diagnosis; in three languages.

use serde_json::Value;

use super::*;

/// Runs a preset on these files, and gives the folder and the result.
fn kept(preset: &str, language: &str, files: &[&str]) -> (tempfile::TempDir, Value) {
    let folder = folder();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let mut args = vec!["run", preset, "--lang", language, "--out", &out];
    for file in files {
        args.extend(["--material", file]);
    }
    let ran = run(&args);
    assert!(matches!(ran.status.code(), Some(0 | 1)), "{}", stderr(&ran));
    let result = serde_json::from_str(&text(&folder, "result.json")).expect("a result");
    (folder, result)
}

fn text(folder: &tempfile::TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join("out").join(name)).expect("a file")
}

#[test]
fn a_reviewed_plan_lies_improved_beside_the_minutes_and_the_diff_makes_it_from_the_plan() {
    for (plan, language, marked) in [
        (PLAN, "en", "> **Proposed** (message"),
        ("examples/plans/checkout-migration.zh.md", "zh", "> **建议**（发言"),
        ("examples/plans/checkout-migration.ja.md", "ja", "> **提案**（発言"),
    ] {
        let (folder, result) = kept("plan-review", language, &[plan]);
        let (improved, was) = (text(&folder, "improved.md"), fs::read_to_string(plan).expect("the plan"));
        assert!(improved.contains(marked), "{improved}");
        let deliverable = &result["deliverable"];
        assert_eq!(deliverable["text"], improved.as_str());
        assert_eq!(deliverable["diff"], text(&folder, "improved.diff").as_str());
        let suggested =
            result["findings"].as_array().expect("findings").iter().filter(|one| !one["suggestion"].is_null());
        let changes = deliverable["changes"].as_array().expect("changes");
        let reasons = changes.iter().flat_map(|change| change["reasons"].as_array().expect("reasons"));
        assert_eq!(reasons.clone().count(), suggested.count());
        for reason in reasons {
            assert!(reason["messages"].as_array().is_some_and(|messages| !messages.is_empty()), "{reason}");
            assert!(reason["rule"].is_string() && reason["seats"][0].is_string(), "{reason}");
        }
        let kept: String =
            improved.split_inclusive('\n').filter(|line| !line.trim_start().starts_with('>')).collect::<String>();
        assert_eq!(kept.split_whitespace().collect::<Vec<_>>(), was.split_whitespace().collect::<Vec<_>>());
        assert!(text(&folder, "minutes.md").contains("`improved.md`"));
    }
}

#[test]
fn results_become_one_deliverable_that_says_what_is_open() {
    let results =
        ["load-test.md", "monitoring-review.md", "user-interviews.md"].map(|name| format!("examples/results/{name}"));
    let (folder, result) = kept("result-synthesis", "en", &results.each_ref().map(String::as_str));
    let made = text(&folder, "deliverable.md");
    assert_eq!(result["deliverable"]["text"], made.as_str());
    assert_eq!(result["deliverable"]["ready"], false);
    assert_eq!(result["deliverable"]["open"][0]["rule"], "contradiction");
    assert!(made.contains("*Source: examples/results/load-test.md, lines 7–10*"), "{made}");
    assert!(made.contains("> **Open, blocking** (messages 1, 4): Contradiction"), "{made}");
    for (folder, language, title) in
        [("results-zh/canteen-breakfast", "zh", "## 未决事项"), ("results-ja/library-hours", "ja", "## 未決事項")]
    {
        let path = Path::new("tests/fixtures").join(folder);
        let files: Vec<String> = fs::read_dir(&path)
            .expect("results")
            .map(|entry| entry.expect("a result").path().to_string_lossy().into_owned())
            .collect();
        let (folder, _) = kept("result-synthesis", language, &files.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(text(&folder, "deliverable.md").contains(title));
    }
}

#[test]
fn a_diagnosis_gives_cause_evidence_and_next_checks_apart() {
    let (folder, result) = kept("diagnosis", "en", &["examples/incident.md"]);
    let deliverable = &result["deliverable"];
    assert_eq!(deliverable["cause"]["text"], result["decision"]["value"]);
    let lines: Vec<u64> =
        deliverable["evidence"].as_array().expect("evidence").iter().filter_map(|one| one["line"].as_u64()).collect();
    assert_eq!(lines, [22, 30, 31, 41]);
    assert_eq!(deliverable["next_checks"][0]["line"], 50);
    assert!(text(&folder, "diagnosis.md").contains("## Root cause"));
    for (incident, language, title) in [
        ("tests/fixtures/incidents-zh/payment-callback-delay.md", "zh", "## 根本原因"),
        ("tests/fixtures/incidents-ja/site-slow.md", "ja", "## 根本原因"),
    ] {
        let (folder, result) = kept("diagnosis", language, &[incident]);
        assert!(text(&folder, "diagnosis.md").contains(title));
        let hypotheses = result["deliverable"]["hypotheses"].as_array().expect("hypotheses");
        assert!(
            hypotheses.iter().any(|one| one["evidence"].as_array().is_some_and(|all| !all.is_empty())),
            "{hypotheses:?}"
        );
    }
}

#[test]
fn a_folder_that_holds_an_improved_plan_is_refused_before_anything_is_spent() {
    let folder = folder();
    file(folder.path(), "improved.md", "mine");
    let refused = run(&["run", "plan-review", "--material", PLAN, "--out", &folder.path().to_string_lossy()]);
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(fs::read_to_string(folder.path().join("improved.md")).expect("still there"), "mine");
}

#[test]
fn what_is_handed_over_can_be_made_again_from_the_record() {
    let (folder, _) = kept("plan-review", "en", &[PLAN]);
    let record = folder.path().join("out/record.jsonl").to_string_lossy().into_owned();
    let shown = run(&["show", &record, "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).expect("a document");
    assert_eq!(shown["deliverable"]["text"], text(&folder, "improved.md").as_str());
}
