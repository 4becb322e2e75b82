//! Two processes: one runs a discussion, the other speaks to it, holds it, lets it go on, answers it and stops it.

use std::{
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::*;

/// Seats that are programs and take their time.
const SLOW: &str = "topic = \"Tea?\"\nseed = 1\nmax_rounds = 40\nmin_rounds = 40\n\
    [[seat]]\nname = \"Ann\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; sleep 0.3; echo Hm.\"]\n\
    [[seat]]\nname = \"Bob\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; sleep 0.3; echo Hm.\"]\n";

/// Seats that agree at once, and a principal who is asked before that counts.
const GATED: &str = "topic = \"Tea?\"\nseed = 1\nmax_rounds = 1\ngate = \"conclude\"\ngate_seconds = 60\n\
    [[seat]]\nname = \"Ann\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; echo 'Tea. [STANCE: AGREE]'\"]\n\
    [[seat]]\nname = \"Bob\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; echo 'Tea. [STANCE: AGREE]'\"]\n";

/// How long another process may take to be heard. It is no time limit of the command: the machine may be busy.
const SOON: Duration = Duration::from_secs(60);

fn soon(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < SOON, "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A discussion that another process runs.
struct Running {
    child: Option<Child>,
    store: String,
    id: String,
    folder: tempfile::TempDir,
}

impl Running {
    /// It runs, and this event is in its record. The store ends in a slash where it is a folder.
    fn until(event: &str, text: &str, store: &str) -> Self {
        let folder = folder();
        let path = file(folder.path(), "d.toml", text);
        let store = format!("{}/{store}", folder.path().display());
        let out = folder.path().join("out");
        let child = process()
            .args(["run", &path, "--yes", "--store", &store, "--out", &out.to_string_lossy()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut running = Self { child: Some(child), store, id: String::new(), folder };
        soon(event, || running.has(event));
        let record = running.record();
        let created: serde_json::Value = serde_json::from_str(record.lines().next().expect("a line")).expect("JSON");
        running.id = created["id"].as_str().expect("an id").to_owned();
        running
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join("out").join(name)).unwrap_or_default()
    }

    fn record(&self) -> String {
        self.read("record.jsonl")
    }

    fn has(&self, event: &str) -> bool {
        self.record().contains(&format!("\"event\":\"{event}\""))
    }

    fn asked(&self) -> usize {
        self.record().matches("\"event\":\"asked\"").count()
    }

    /// Says something from another process, and gives its code and what it told.
    fn says(&self, verb: &str, args: &[&str]) -> (Option<i32>, String) {
        let output = run(&[&[verb, &self.id], args, &["--store", &self.store, "--by", "Pat"]].concat());
        (output.status.code(), stderr(&output))
    }

    fn taken(&self, verb: &str, args: &[&str]) {
        let (code, told) = self.says(verb, args);
        assert_eq!(code, Some(0), "{verb} {args:?}: {told}");
    }

    fn status(&self) -> String {
        let listed: serde_json::Value =
            serde_json::from_slice(&run(&["ls", "--json", "--store", &self.store]).stdout).expect("a list");
        listed[0]["status"].as_str().expect("a status").to_owned()
    }

    /// The code with which it ends, and its minutes.
    fn ends(&mut self) -> (Option<i32>, String) {
        let output = self.child.take().expect("it runs").wait_with_output().expect("it ends");
        let minutes = self.read("minutes.md");
        assert!(!minutes.is_empty(), "{}", stderr(&output));
        let verified = run(&["verify", &self.id, "--store", &self.store]);
        assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
        (output.status.code(), minutes)
    }
}

impl Drop for Running {
    /// A test that fails leaves nothing running.
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

// H-01, R-04
#[test]
fn another_process_says_something_holds_the_discussion_lets_it_go_on_and_stops_it() {
    for store in ["store.db", "store/"] {
        let mut running = Running::until("asked", SLOW, store);
        assert_eq!(running.status(), "running");
        running.taken("say", &["The shop is closed."]);
        soon("it is heard", || running.record().contains("The shop is closed."));
        running.taken("pause", &[]);
        soon("it is held", || running.has("paused"));
        soon("it is listed as held", || running.status() == "paused");
        thread::sleep(Duration::from_millis(700));
        let held = running.asked();
        thread::sleep(Duration::from_millis(700));
        assert_eq!(running.asked(), held, "nothing new begins");
        let (code, told) = running.says("approve", &[]);
        assert_eq!(code, Some(2));
        assert!(told.contains("does not ask for an approval"), "{told}");
        running.taken("go", &[]);
        soon("it goes on", || running.asked() > held);
        running.taken("cancel", &[]);
        let (code, minutes) = running.ends();
        assert_eq!(code, Some(130));
        assert!(minutes.contains("The shop is closed.") && minutes.contains("Cancelled"), "{minutes}");
        assert_eq!(running.status(), "cancelled");
        let (code, told) = running.says("say", &["Hello?"]);
        assert_eq!(code, Some(2));
        assert!(told.contains("has ended"), "{told}");
    }
}

// H-02
#[test]
fn another_process_approves_amends_or_rejects_what_was_decided() {
    for (verb, args, code, told) in [
        ("approve", &[][..], 0, "Pat approved."),
        ("approve", &["--amend", "Tea at four."], 0, "Pat amended: Tea at four."),
        ("reject", &["--why", "The shop is closed."], 1, "Pat rejected: The shop is closed."),
    ] {
        let mut running = Running::until("gate_opened", GATED, "store.db");
        soon("it is listed as waiting", || running.status() == "waiting");
        running.taken(verb, args);
        let (ended, minutes) = running.ends();
        assert_eq!(ended, Some(code), "{verb} {args:?}");
        assert!(minutes.contains(told), "{minutes}");
        let (late, _) = running.says("reject", &["--why", "On second thought."]);
        assert_eq!(late, Some(2), "the question is answered");
        assert_eq!(running.status(), "final");
    }
}

#[test]
fn a_discussion_whose_process_was_killed_waits_for_nobody() {
    let mut running = Running::until("gate_opened", GATED, "store.db");
    let mut child = running.child.take().expect("it runs");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    assert_eq!(running.status(), "unfinished");
    let (code, told) = running.says("approve", &[]);
    assert_eq!(code, Some(2));
    assert!(told.contains("no process runs") && told.contains("quorate resume"), "{told}");
}

#[test]
fn words_that_say_nothing_are_refused_before_anything_is_looked_up() {
    let output = run(&["say", "some", "  "]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("it is blank"), "{}", stderr(&output));
}
