//! Two processes: one runs a discussion, the other speaks to it, holds it, lets it go on and stops it.

use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use super::*;

/// Seats that are programs, each a second slow.
const SLOW: &str = "topic = \"Tea?\"\nseed = 1\nmax_rounds = 40\nmin_rounds = 40\n\
    [[seat]]\nname = \"Ann\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; sleep 0.3; echo Hm.\"]\n\
    [[seat]]\nname = \"Bob\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; sleep 0.3; echo Hm.\"]\n";

fn within_20_s(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(20), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

// H-01, R-04
#[test]
fn another_process_says_something_holds_the_discussion_lets_it_go_on_and_stops_it() {
    let (folder, store, out) = (folder(), folder(), folder());
    let path = file(folder.path(), "d.toml", SLOW);
    let store = store.path().join("store").to_string_lossy().into_owned();
    let child = process()
        .args(["run", &path, "--yes", "--store", &store, "--out", &out.path().to_string_lossy()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let record = || fs::read_to_string(out.path().join("record.jsonl")).unwrap_or_default();
    let asked = || record().matches("\"event\":\"asked\"").count();
    within_20_s("it asks", || asked() > 0);
    let created: serde_json::Value = serde_json::from_str(record().lines().next().expect("a line")).expect("an event");
    let id = created["id"].as_str().expect("an id").to_owned();
    let speak = |args: &[&str]| {
        let output = quorate().args(args).args(["--store", &store, "--by", "Pat"]).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    };
    speak(&["say", &id, "The shop is closed."]);
    within_20_s("it is heard", || record().contains("The shop is closed."));
    speak(&["pause", &id]);
    within_20_s("it is held", || record().contains("\"event\":\"paused\""));
    thread::sleep(Duration::from_millis(700));
    let held = asked();
    thread::sleep(Duration::from_millis(700));
    assert_eq!(asked(), held, "nothing new begins");
    speak(&["go", &id]);
    within_20_s("it goes on", || asked() > held);
    speak(&["cancel", &id]);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let minutes = fs::read_to_string(out.path().join("minutes.md")).expect("minutes");
    assert!(minutes.contains("The shop is closed.") && minutes.contains("Cancelled"), "{minutes}");
    let late = quorate().args(["say", &id, "Hello?", "--store", &store]).output().expect("the command runs");
    assert_eq!(late.status.code(), Some(2));
    assert!(stderr(&late).contains("has ended"), "{}", stderr(&late));
}

#[test]
fn words_that_say_nothing_are_refused_before_anything_is_looked_up() {
    let output = run(&["say", "some", "  "]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("it is blank"), "{}", stderr(&output));
}
