//! Whole discussions on a real small model over two wires: form and transport, never wording or stance.
//!
//! `QUORATE_REAL_MODEL_URL=http://127.0.0.1:8080 cargo test --test main real -- --ignored`

use std::{fs, path::Path, process::Command};

use serde_json::Value;

const PLAN: &str = "# Move the wiki\n\n1. Copy the pages. Owner: Ana. Due: 2026-03-02\n\
2. Switch the address. Owner: Ben. Due: 2026-03-03. Depends on step 1\n\n\
## Rollback\n\nSwitch the address back within an hour.\n\n## Verification\n\nAll pages open.\n";

/// Runs the plan review with this model on all three seats, and checks what does not depend on what it says.
fn review(spec: &str) -> (Value, String) {
    let url = std::env::var("QUORATE_REAL_MODEL_URL").expect("QUORATE_REAL_MODEL_URL names a model server");
    let dir = tempfile::tempdir().unwrap();
    let (plan, file, out) = (dir.path().join("plan.md"), dir.path().join("review.toml"), dir.path().join("out"));
    fs::write(&plan, PLAN).unwrap();
    fs::write(&file, "base = \"plan-review\"\nmax_rounds = 1\nmax_tokens = 160\nwindow = 8000\nturn_seconds = 300\n")
        .unwrap();
    let run = quorate(&["run", path(&file), "--material", path(&plan), "--model", &spec.replace("URL", &url)])
        .args(["--yes", "--out", path(&out)])
        .output()
        .unwrap();
    let code = run.status.code();
    assert!(matches!(code, Some(0 | 1)), "{code:?}: {}", String::from_utf8_lossy(&run.stderr));
    assert!(quorate(&["verify", path(&out)]).status().unwrap().success());
    let minutes = fs::read_to_string(out.join("minutes.md")).unwrap();
    assert!(minutes.contains("PlanExpert") && minutes.contains("local-test-model"));
    let result: Value = serde_json::from_slice(&fs::read(out.join("result.json")).unwrap()).unwrap();
    assert_eq!(result["participants"].as_array().unwrap().len(), 3);
    (result, fs::read_to_string(out.join("record.jsonl")).unwrap())
}

fn quorate(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quorate"));
    command.args(args).env("QUORATE_STORE", ":memory:");
    command
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The events of one kind.
fn events<'a>(record: &'a str, kind: &'a str) -> impl Iterator<Item = Value> + 'a {
    let lines = record.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(move |event| event["event"] == kind)
}

#[test]
#[ignore = "needs a model server at QUORATE_REAL_MODEL_URL"]
fn real_discussion_over_the_openai_wire_is_constrained_by_schema() {
    let (_, record) = review("openai@URL/v1:local-test-model");
    let answers: Vec<Value> = events(&record, "answered").collect();
    assert!(answers.len() >= 3, "{} answers", answers.len());
    for answer in &answers {
        let message = &answer["message"];
        assert!(answer["receipt"]["output_tokens"].as_u64() > Some(0), "{answer}");
        // A reply that was not cut off is the object that was asked for, whatever it says.
        if message["whole"].is_null() {
            let raw: Value = serde_json::from_str(message["raw"].as_str().unwrap()).unwrap();
            assert!(raw["say"].is_string() && raw["close"].is_boolean(), "{raw}");
        }
    }
}

#[test]
#[ignore = "needs a model server at QUORATE_REAL_MODEL_URL"]
fn real_discussion_over_the_anthropic_wire_is_read_by_markers() {
    let (_, record) = review("anthropic@URL:local-test-model");
    let answers: Vec<Value> = events(&record, "answered").collect();
    assert!(answers.len() >= 3, "{} answers", answers.len());
    for answer in &answers {
        assert!(answer["receipt"]["output_tokens"].as_u64() > Some(0), "{answer}");
        let from = answer["message"]["reading"]["stance"]["from"].as_str().unwrap();
        assert!(matches!(from, "marker" | "none" | "structured"), "{from}");
    }
}

#[test]
#[ignore = "needs a model server at QUORATE_REAL_MODEL_URL"]
fn real_doctor_finds_the_server_and_tells_in_which_form_it_answers() {
    let url = std::env::var("QUORATE_REAL_MODEL_URL").expect("QUORATE_REAL_MODEL_URL names a model server");
    let document = |command: &mut Command| -> Value {
        let output = command.output().unwrap();
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let base = format!("{url}/v1");
    let found = document(quorate(&["doctor", "--json"]).env("OPENAI_BASE_URL", &base));
    let spec = format!("openai@{base}:local-test-model");
    assert_eq!(found["machine"]["servers"][0]["models"][0]["spec"], spec, "{found}");
    let tried = document(&mut quorate(&["doctor", "plan-review", "--json", "--model", &spec]));
    let backend = &tried["backends"][0];
    assert_eq!(backend["seats"].as_array().unwrap().len(), 3, "{tried}");
    // A model of this size may run on until it is cut, and then there is no stance; whatever it says is no matter here.
    match backend["state"].as_str().unwrap() {
        "in-form" => assert_eq!(backend["from"], "structured", "{tried}"),
        state => assert_eq!(state, "out-of-form", "{tried}"),
    }
}

/// The example chain as it ships, but for limits that a slow machine needs.
#[test]
#[cfg(all(unix, feature = "pipeline", feature = "programs"))]
#[ignore = "needs a model server at QUORATE_REAL_MODEL_URL"]
fn real_chain_goes_from_a_plan_to_a_deliverable() {
    let url = std::env::var("QUORATE_REAL_MODEL_URL").expect("QUORATE_REAL_MODEL_URL names a model server");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("release")).unwrap();
    for name in ["incident.md", "release/plan.md", "release/step.sh"] {
        fs::copy(examples.join(name), dir.path().join(name)).unwrap();
    }
    let limits = "\nset = { max_rounds = 1, max_tokens = 120, window = 8000, turn_seconds = 900 }\n";
    let chain: Vec<String> = fs::read_to_string(examples.join("release.toml"))
        .unwrap()
        .lines()
        .map(|line| if line.starts_with("discussion = ") { format!("{line}{limits}") } else { format!("{line}\n") })
        .collect();
    let (file, out) = (dir.path().join("release.toml"), dir.path().join("out"));
    fs::write(&file, chain.concat()).unwrap();
    let spec = format!("openai@{url}/v1:local-test-model");
    let run = quorate(&["pipeline", path(&file), "--model", &spec, "--yes", "--out", path(&out)]).output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let deliverable = fs::read_to_string(out.join("deliverable.md")).unwrap();
    assert!(
        deliverable.starts_with('#') && !fs::read_to_string(out.join("plan.md")).unwrap().is_empty(),
        "{deliverable}"
    );
    for stage in ["01-review", "02-lessons", "05-together"] {
        let record = out.join(stage).join("record.jsonl");
        assert!(quorate(&["verify", path(&record)]).status().unwrap().success(), "{stage}");
        assert!(fs::read_to_string(record).unwrap().contains("local-test-model"), "{stage}");
    }
    assert!(out.join("index.html").is_file());
}
