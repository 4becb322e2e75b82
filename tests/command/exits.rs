//! Exit codes say how it ended, and where what goes.

use super::*;

#[test]
fn a_plan_review_runs_at_once_and_says_what_it_is() {
    let output = run(&["run", "plan-review", "--material", PLAN]);
    assert!(output.status.code() == Some(0) || output.status.code() == Some(1), "{}", stderr(&output));
    assert!(stdout(&output).starts_with('#'), "{}", stdout(&output));
    let told = stderr(&output);
    assert!(told.contains("no model was asked") && told.contains("--model"), "{told}");
}

#[test]
fn keys_are_found_by_name_and_never_used_or_shown() {
    let output = quorate()
        .args(["run", "ideation", "--topic", "T"])
        .env("ANTHROPIC_API_KEY", "sk-secret")
        .output()
        .expect("it runs");
    let told = stderr(&output);
    assert!(told.contains("found ANTHROPIC_API_KEY") && told.contains("--model anthropic:MODEL"), "{told}");
    assert!(!told.contains("sk-secret") && !stdout(&output).contains("sk-secret"));
}

#[test]
fn nothing_to_decide_and_finished_is_a_success() {
    let output = run(&["run", "ideation", "--topic", "A name for the boat", "--seed", "7"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn json_is_one_document() {
    let output = run(&["run", "ideation", "--topic", "A name for the boat", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(document["topic"], "A name for the boat");
}

#[test]
fn the_same_seed_gives_the_same_record_but_for_time_and_ids() {
    use quorate::strategies::{
        event::Event,
        record::{Canonical, Reader},
    };
    let canonical = |seed: &str| {
        let folder = folder();
        let out = folder.path().to_string_lossy().into_owned();
        run(&["run", "ideation", "--topic", "T", "--seed", seed, "--out", &out]);
        let bytes = fs::read(folder.path().join("record.jsonl")).expect("a record");
        let events: Vec<_> = Reader::new(&bytes).map(|entry| entry.expect("a whole record").event).collect();
        // What a prompt hashes to depends on the discussion's id.
        let said = events.iter().filter(|event| !matches!(event, Event::Asked { .. }));
        serde_json::to_string(&Canonical::of(said)).expect("JSON")
    };
    assert_eq!(canonical("3"), canonical("3"));
    assert_ne!(canonical("3"), canonical("4"));
}

#[test]
fn help_and_version_are_results() {
    for args in [&["--help"][..], &["--version"], &["run", "--help"]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0));
        assert!(!output.stdout.is_empty() && output.stderr.is_empty());
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = process()
        .args(["list"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty(), "{}", stderr(&output));
}

#[test]
fn seats_open_for_new_names_take_them() {
    let folder = folder();
    let path = file(folder.path(), "d.toml", format!("seats = \"open\"\n{TWO}"));
    let output = run(&["check", &path, "--agent", "Cem=rehearsal"]);
    assert!(stdout(&output).contains("seat      Cem (participant): rehearsal"), "{}", stdout(&output));
}

#[cfg(feature = "http")]
mod models {
    use super::{
        super::server::{Does, Server},
        *,
    };

    fn two(server: &Server, more: &[&str]) -> std::process::Output {
        let folder = folder();
        let path = file(folder.path(), "d.toml", TWO);
        let spec = server.spec();
        run(&[&["run", &path, "--model", &spec, "--set", "stream=false"][..], more].concat())
    }

    #[test]
    fn a_decision_is_a_success() {
        let server = Server::that(Does::Say("Yes. [STANCE: AGREE]"));
        let output = two(&server, &[]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(!stderr(&output).contains("no model was asked"), "{}", stderr(&output));
    }

    #[test]
    fn no_decision_is_told() {
        let server = Server::that(Does::Say("No. [STANCE: DISAGREE]"));
        let output = two(&server, &["--set", "max_rounds=2"]);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("ended without a decision: max-rounds"), "{}", stderr(&output));
        assert!(stdout(&output).starts_with('#'));
    }

    #[test]
    fn causes_are_told_per_seat_when_nobody_answers() {
        let server = Server::that(Does::Refuse(401, "Incorrect API key provided"));
        let output = two(&server, &[]);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{told}");
        for name in ["Ann", "Bob"] {
            let line = told.lines().find(|line| line.trim_start().starts_with(name)).expect("a line for each seat");
            assert!(line.contains("401") && line.contains("Incorrect API key provided"), "{line}");
        }
        assert_eq!(server.requests(), 2, "no call beyond the first round");
    }

    #[test]
    fn a_server_that_is_down_is_told() {
        let folder = folder();
        let path = file(folder.path(), "d.toml", TWO);
        let output = run(&["run", &path, "--model", "openai@http://127.0.0.1:1/v1:m", "--set", "turn_seconds=1"]);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(stderr(&output).contains("no connection"), "{}", stderr(&output));
    }

    #[test]
    fn time_is_kept_and_minutes_are_written_even_then() {
        let server = Server::that(Does::Hang);
        let started = std::time::Instant::now();
        let output = two(&server, &["--set", "total_seconds=1", "--set", "turn_seconds=0.8"]);
        assert!(started.elapsed() < std::time::Duration::from_secs(4));
        assert_ne!(output.status.code(), Some(0));
        assert!(stdout(&output).starts_with('#'), "{}", stdout(&output));
    }
}
