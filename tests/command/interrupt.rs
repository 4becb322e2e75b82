//! Ctrl-C leaves a readable record and minutes that say so; a second one ends the process at once.

use std::{
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{
    server::{Does, Server},
    *,
};

/// A run that waits for a model that never answers.
fn hanging(out: &Path) -> (Child, tempfile::TempDir) {
    hanging_as(process(), out)
}

fn hanging_as(mut process: Process, out: &Path) -> (Child, tempfile::TempDir) {
    let folder = folder();
    let path = file(folder.path(), "d.toml", TWO);
    let server = Server::that(Does::Hang);
    let child = process
        .args(["run", &path, "--model", &server.spec(), "--out", &out.to_string_lossy()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let started = Instant::now();
    while server.requests() == 0 {
        assert!(started.elapsed() < Duration::from_secs(20), "it asks");
        thread::sleep(Duration::from_millis(10));
    }
    (child, folder)
}

fn interrupt(child: &Child, signal: &str) {
    let sent = Process::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// Whether hangups, the first of all signals, are in this mask of a process; no where the system does not tell.
fn has_hangup(mask: &str, process: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let found = status.lines().find_map(|line| line.strip_prefix(mask));
    found.is_some_and(|found| u64::from_str_radix(found.trim(), 16).expect("a mask") & 1 == 1)
}

#[test]
fn the_first_one_stops_the_discussion_and_writes_it_down() {
    // Whoever runs the tests without a terminal may have them ignore hangups, which is handed down.
    let ignored = has_hangup("SigIgn:", "self");
    for signal in ["-INT", "-TERM", "-HUP"].into_iter().take(if ignored { 2 } else { 3 }) {
        let folder = folder();
        let (child, _file) = hanging(folder.path());
        interrupt(&child, signal);
        let output = child.wait_with_output().expect("it ends");
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(130), "{told}");
        assert!(told.contains("interrupted"), "{told}");
        let record = fs::read_to_string(folder.path().join("record.jsonl")).expect("a record");
        assert!(record.contains("\"event\":\"cancelled\""), "{record}");
        let minutes = fs::read_to_string(folder.path().join("minutes.md")).expect("minutes");
        assert!(minutes.to_lowercase().contains("cancelled") || minutes.contains("Cancelled"), "{minutes}");
        let verified = run(&["verify", &folder.path().to_string_lossy()]);
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_hangup_is_ignored_where_the_process_was_started_so() {
    let folder = folder();
    let mut nohup = Process::new("sh");
    nohup.args(["-c", "trap '' HUP; exec \"$@\"", "sh"]).arg(process().get_program());
    let (child, _file) = hanging_as(nohup, folder.path());
    let pid = child.id().to_string();
    assert!(has_hangup("SigIgn:", &pid) && !has_hangup("SigCgt:", &pid));
    interrupt(&child, "-HUP");
    interrupt(&child, "-TERM");
    assert_eq!(child.wait_with_output().expect("it ends").status.code(), Some(130));
}

#[test]
fn a_killed_process_leaves_a_record_that_can_be_shown() {
    let folder = folder();
    let (mut child, _file) = hanging(folder.path());
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let shown = run(&["show", &folder.path().to_string_lossy()]);
    assert_eq!(shown.status.code(), Some(0), "{}", stderr(&shown));
    assert!(stderr(&shown).contains("has not ended in this record"), "{}", stderr(&shown));
    let verified = run(&["verify", &folder.path().to_string_lossy()]);
    assert!(stdout(&verified).contains("it has not ended"), "{}", stdout(&verified));
}
