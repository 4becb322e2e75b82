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

pub(super) fn soon(what: &str, mut holds: impl FnMut() -> bool) {
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
        // The folder may be a moment ahead of the store, in which others look.
        let kept = || stdout(&run(&["export", &running.id, "--out", "-", "--store", &running.store]));
        soon(event, || kept().contains(&format!("\"event\":\"{event}\"")));
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

//
#[test]
fn what_is_said_when_no_process_runs_it_is_left_for_the_one_that_goes_on() {
    for store in ["store.db", "store/"] {
        let mut running = Running::until("gate_opened", GATED, store);
        let mut child = running.child.take().expect("it runs");
        child.kill().expect("it is killed");
        child.wait().expect("it ends");
        assert_eq!(running.status(), "unfinished");
        let (code, told) = running.says("cancel", &[]);
        assert_eq!(code, Some(2), "nothing runs that could be stopped: {told}");
        let (code, told) = running.says("approve", &["--amend", "Tea at four."]);
        let resume = format!("`quorate resume {} --store {}`", running.id, running.store);
        assert_eq!(code, Some(0), "{told}");
        assert!(told.contains("no process runs") && told.contains(&resume), "{told}");
        let resumed = run(&["resume", &running.id, "--store", &running.store, "--yes"]);
        assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
        assert!(stdout(&resumed).contains("Pat amended: Tea at four."), "{}", stdout(&resumed));
        assert_eq!(running.status(), "final");
    }
}

#[test]
fn who_speaks_is_told_by_which_event_it_counts() {
    let running = Running::until("gate_opened", GATED, "store/");
    let (code, told) = running.says("approve", &[]);
    assert_eq!(code, Some(0), "{told}");
    let record = running.record();
    let at = record.lines().position(|line| line.contains("\"event\":\"gate_answered\"")).expect("it is answered");
    assert!(told.contains(&format!("counts (event {})", at + 1)), "{told}");
}

#[test]
fn words_before_the_conclusion_are_told_that_only_an_answer_can_change_it() {
    for (lang, begins) in [("en", "it does not count: "), ("zh", "未生效："), ("ja", "無効です：")] {
        let mut running = Running::until("gate_opened", &format!("language = {lang:?}\n{GATED}"), "store.db");
        let (code, told) = running.says("say", &["The shop is closed."]);
        assert_eq!(code, Some(1), "{told}");
        let hint = format!("`quorate approve {} --store {} --amend TEXT`", running.id, running.store);
        assert!(told.starts_with(begins) && told.contains(&hint), "{told}");
        running.taken("reject", &["--why", "The shop is closed."]);
        let (_, minutes) = running.ends();
        assert!(!running.record().contains("\"event\":\"interjected\""), "{minutes}");
    }
}

/// Seats that never agree and always say the same, where the principal is asked what to do about that.
const CIRCLING: &str = "topic = \"Tea?\"\nseed = 1\nmin_rounds = 1\nmax_rounds = 9\nwatch = \"ask\"\n\
    [[seat]]\nname = \"Ann\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; echo 'Hm. [STANCE: DISAGREE]'\"]\n\
    [[seat]]\nname = \"Bob\"\nagent = [\"sh\", \"-c\", \"cat > /dev/null; echo 'Hm. [STANCE: AGREE]'\"]\n";

#[test]
fn a_remark_while_guidance_is_asked_for_is_heard_and_answers_nothing() {
    let mut running = Running::until("gate_opened", CIRCLING, "store.db");
    let (code, told) = running.says("say", &["The shop is closed."]);
    assert_eq!(code, Some(0), "{told}");
    let hint = format!("`quorate approve {} --store {} --amend TEXT`", running.id, running.store);
    assert!(told.contains("(event ") && told.contains("still open") && told.contains(&hint), "{told}");
    assert_eq!(running.status(), "waiting", "a remark of anybody is no answer of the principal");
    running.taken("approve", &["--amend", "Think of the weather."]);
    soon("it goes on", || {
        running.record().matches("\"event\":\"round_opened\"").count() > 3 || running.has("concluded")
    });
    let _ = running.says("cancel", &[]);
    let (_, minutes) = running.ends();
    assert!(minutes.contains("The shop is closed.") && minutes.contains("Think of the weather."), "{minutes}");
}

/// What is told where it runs names the store as well, and nobody is sent to another terminal in vain.
#[test]
fn a_question_names_the_store_in_which_it_can_be_answered() {
    let folder = folder();
    let path = file(folder.path(), "d.toml", GATED.replace("gate_seconds = 60", "gate_seconds = 0.3"));
    let store = format!("{}/my store.db", folder.path().display());
    let output = run(&["run", &path, "--yes", "--store", &store]);
    for verb in ["quorate approve ", "quorate reject "] {
        let told = stderr(&output);
        let line = told.lines().find(|line| line.contains(verb)).unwrap_or_else(|| panic!("{told}"));
        assert!(line.contains(&format!(" --store \"{store}\"")), "{line}");
    }
    for (lang, told) in [("en", "kept in no store"), ("zh", "没有保存在任何存储中"), ("ja", "どこにも保存されていない")]
    {
        let output = run(&["run", &path, "--yes", "--store", ":memory:", "--lang", lang]);
        assert!(stderr(&output).contains(told) && !stderr(&output).contains("quorate approve"), "{}", stderr(&output));
    }
}

#[test]
fn words_that_say_nothing_are_refused_before_anything_is_looked_up() {
    let output = run(&["say", "some", "  "]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("it is blank"), "{}", stderr(&output));
}
