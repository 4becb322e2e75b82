//! Agent programs through the command, found in a `PATH` of the test's own.

use std::{fs, path::Path};

use quorate::agent::cli::Tool;

use super::stub::Stub;

fn quorate(path: &str, args: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_quorate"));
    command.env("PATH", path).env("QUORATE_STORE", ":memory:").args(args).assert()
}

#[test]
fn what_is_not_installed_is_told_with_its_package_before_anything_is_asked() {
    let empty = tempfile::tempdir().unwrap();
    for tool in Tool::ALL {
        let agent = format!("First={}", tool.kind());
        let path = empty.path().to_string_lossy().into_owned();
        let refused = quorate(&path, &["run", "meeting", "--topic", "Ship?", "--agent", &agent]);
        let told = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(&format!("npm install -g {}", tool.package())), "{told}");
    }
}

#[test]
fn a_meeting_of_programs_in_path_says_that_it_may_cost_money_and_keeps_their_sessions() {
    let stubs = Tool::ALL.map(|tool| Stub::answering(tool, "Friday it is.\n[STANCE: AGREE]"));
    let folders: Vec<&Path> = stubs.iter().map(Stub::path).collect();
    let path = std::env::join_paths(folders.into_iter().chain([Path::new("/usr/bin"), Path::new("/bin")])).unwrap();
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("out").to_string_lossy().into_owned();
    let args = [
        "run",
        "meeting",
        "--topic",
        "Ship?",
        "--agent",
        "First=claude:opus",
        "--agent",
        "Second=codex",
        "--agent",
        "Third=gemini-cli",
        "--set",
        "session=discussion",
        "--out",
        &folder,
    ];
    let done = quorate(&path.to_string_lossy(), &args).code(0);
    let told = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(told.contains("claude:opus, codex, gemini-cli may cost money"), "{told}");
    let record = fs::read_to_string(out.path().join("out/record.jsonl")).unwrap();
    assert!(record.contains("\"session\":\"discussion\""), "{record}");
}
