//! A whole meeting over such agents, through the command.

use std::{fs, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use super::SCRIPT;
use crate::seats::scene::assert_ends;

/// Runs a meeting of agents with these modes, and gives its exit code, its folder and what was told.
fn meeting(settings: &[&str], agents: &[(&str, &str)]) -> (Option<i32>, TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quorate"));
    command.current_dir(folder.path()).env("QUORATE_STORE", ":memory:").env("DEMO_API_KEY", "demo-secret-123");
    command.args(["run", "meeting", "--topic", "Shall we ship on Friday?", "--out", "out"]);
    for setting in settings {
        command.args(["--set", setting]);
    }
    for (name, modes) in agents {
        fs::create_dir(folder.path().join(name)).unwrap();
        command.args(["--agent", &format!("{name}=acp:sh '{SCRIPT}' {name} {modes}")]);
    }
    let output = command.write_stdin("").output().unwrap();
    (output.status.code(), folder, String::from_utf8(output.stderr).unwrap())
}

fn pids(folder: &Path, name: &str) -> Vec<i32> {
    let text = fs::read_to_string(folder.join(name).join("pids")).unwrap();
    text.lines().map(|line| line.parse().unwrap()).collect()
}

#[tokio::test]
async fn three_agents_agree_in_the_first_round_and_end_with_the_meeting() {
    let (code, folder, told) = meeting(&[], &[("First", "model"), ("Second", "thinks"), ("Third", "noise leak")]);
    assert_eq!(code, Some(0), "{told}");
    let result: Value = serde_json::from_slice(&fs::read(folder.path().join("out/result.json")).unwrap()).unwrap();
    assert_eq!(result["participants"].as_array().unwrap().len(), 3, "{result}");
    let minutes = fs::read_to_string(folder.path().join("out/minutes.md")).unwrap();
    assert!(minutes.contains("acp:sh") && minutes.contains("program"), "{minutes}");
    let record = fs::read_to_string(folder.path().join("out/record.jsonl")).unwrap();
    assert!(record.contains("fake 1.2 (small-1)"), "{record}");
    assert!(record.contains("My key is ***.") && !record.contains("demo-secret-123"), "{record}");
    for name in ["First", "Second", "Third"] {
        let pids = pids(folder.path(), name);
        assert_eq!(pids.len(), 1, "one process a seat");
        assert_ends(pids[0]).await;
    }
}

#[tokio::test]
async fn one_hangs_and_one_crashes_and_the_meeting_ends_and_names_both() {
    let settings = ["turn_seconds=3", "max_rounds=2"];
    let agents = [("First", ""), ("Second", "hang"), ("Third", "crash"), ("Fourth", "disagree")];
    let (code, folder, told) = meeting(&settings, &agents);
    assert_eq!(code, Some(1), "{told}");
    let minutes = fs::read_to_string(folder.path().join("out/minutes.md")).unwrap();
    for part in ["did not answer `session/prompt` within", "ended (exit status: 7)"] {
        assert!(minutes.replace('\\', "").contains(part), "{part} in {minutes}");
    }
    for name in ["First", "Second", "Third", "Fourth"] {
        for pid in pids(folder.path(), name) {
            assert_ends(pid).await;
        }
    }
}
