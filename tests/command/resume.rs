//! `resume` and `replay`: a process that was killed in the middle of a turn loses nothing that was said.

use std::{
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::{
    kept::{stores, with},
    *,
};

/// Notes who is asked, and from the third time on waits until it may go.
const BOT: &str = "#!/bin/sh
cat >/dev/null
echo \"$1\" >>asked
if [ \"$(wc -l <asked)\" -ge 3 ]; then
  while [ ! -e go ] && [ -e bot.sh ]; do sleep 0.02; done
fi
echo \"[STANCE: AGREE] $1 takes tea.\"
";

const TABLE: &str = "topic = \"Tea?\"\nseed = 1\nmin_rounds = 2\nmax_rounds = 3\n\
                     [[seat]]\nname = \"Ann\"\nagent = \"command:./bot.sh Ann\"\nturn_seconds = 90\n\
                     [[seat]]\nname = \"Bob\"\nagent = \"command:./bot.sh Bob\"\n";

/// A discussion whose seats are programs, in a folder of its own.
struct Table {
    folder: tempfile::TempDir,
    file: String,
}

impl Table {
    fn new() -> Self {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = folder();
        let bot = file(folder.path(), "bot.sh", BOT);
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).expect("it can be run");
        let file = file(folder.path(), "d.toml", TABLE);
        Self { folder, file }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    fn asked(&self) -> Vec<String> {
        let text = fs::read_to_string(self.path("asked")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Starts the command, and waits until so many turns have been asked in all.
    fn started(&self, store: &str, args: &[&str], asked: usize) -> Child {
        let mut command = process();
        command.env("QUORATE_STORE", store).args(args).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("it starts");
        let since = Instant::now();
        while self.asked().len() < asked {
            assert!(since.elapsed() < Duration::from_secs(60), "it asks");
            thread::sleep(Duration::from_millis(10));
        }
        child
    }

    fn go(&self) {
        file(self.folder.path(), "go", "");
    }

    /// What is asked when nobody is killed.
    fn uninterrupted() -> Vec<String> {
        let table = Self::new();
        table.go();
        let output = run(&["run", &table.file, "--yes"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        table.asked()
    }
}

fn killed(mut child: Child) {
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
}

fn only_id(store: &str) -> String {
    let rows: Value = serde_json::from_slice(&with(store, &["ls", "--json"]).stdout).expect("a list");
    rows[0]["id"].as_str().expect("an id").to_owned()
}

/// The third turn was in flight and is asked once more; nothing else is.
fn with_one_repeat(mut whole: Vec<String>) -> Vec<String> {
    assert!(whole.len() > 3, "{whole:?}");
    let third = whole[2].clone();
    whole.insert(2, third);
    whole
}

fn fails(output: &Output, told: &str) {
    assert_eq!(output.status.code(), Some(2), "{}", stderr(output));
    assert!(stderr(output).contains(told) && output.stdout.is_empty(), "{}", stderr(output));
}

#[test]
fn a_killed_discussion_goes_on_by_its_id_and_no_answer_is_asked_again() {
    let whole = with_one_repeat(Table::uninterrupted());
    let folder = folder();
    for store in stores(folder.path()) {
        let table = Table::new();
        let first = table.started(&store, &["run", &table.file, "--yes"], 3);
        let id = only_id(&store);
        fails(&with(&store, &["resume", &id]), "is being written by");
        killed(first);
        let second = table.started(&store, &["resume", &id], 4);
        fails(&with(&store, &["resume", &id]), "is being written by");
        killed(second);
        fs::write(table.path("asked"), whole[..3].join("\n") + "\n").expect("the second attempt is not counted");
        table.go();
        let resumed = with(&store, &["resume", &id[..id.len() - 1]]);
        assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
        assert!(stderr(&resumed).contains("2 turns were answered before"), "{}", stderr(&resumed));
        assert!(stdout(&resumed).contains("Tea?"), "{}", stdout(&resumed));
        assert_eq!(table.asked(), whole);
        let verified = with(&store, &["verify", &id]);
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
        fails(&with(&store, &["resume", &id]), &format!("`quorate fork {id} --at 4` goes on in a copy"));
    }
}

#[test]
fn a_killed_discussion_goes_on_in_its_folder_whose_tail_is_torn() {
    let whole = with_one_repeat(Table::uninterrupted());
    let table = Table::new();
    let out = table.path("out");
    let first = table.started(":memory:", &["run", &table.file, "--yes", "--out", &out], 3);
    fails(&run(&["resume", &out, "--yes"]), "is being written by another process");
    killed(first);
    let record = Path::new(&out).join("record.jsonl");
    let mut lines = fs::read(&record).expect("a record");
    lines.extend(b"{\"seq\":99,\"at\":");
    fs::write(&record, lines).expect("it is torn");
    table.go();
    // What the file names runs with the rights of whoever goes on with it.
    fails(&run(&["resume", &out]), "command:./bot.sh Ann, command:./bot.sh Bob; --yes lets it");
    assert_eq!(table.asked().len(), 3);
    let resumed = run(&["resume", &out, "--yes"]);
    assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
    assert_eq!(table.asked(), whole);
    let verified = run(&["verify", &out]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    let minutes = Path::new(&out).join("minutes.md");
    let written = fs::read(&minutes).expect("minutes");
    fails(&run(&["resume", &out]), "has ended for good (decided)");
    // Killed between the last event and the minutes: only they are missing.
    fs::remove_file(&minutes).expect("they were there");
    assert_eq!(run(&["resume", &out]).status.code(), Some(0));
    assert_eq!(fs::read(&minutes).expect("minutes"), written);
}

#[test]
fn what_was_stopped_is_opened_again_with_other_agents_and_all_that_was_said() {
    let table = Table::new();
    let (out, again) = (table.path("out"), table.path("again"));
    let first = table.started(":memory:", &["run", &table.file, "--yes", "--out", &out], 3);
    let stopped = Process::new("kill").args(["-INT", &first.id().to_string()]).status().expect("kill runs");
    assert!(stopped.success());
    assert_eq!(first.wait_with_output().expect("it ends").status.code(), Some(130));
    let instead = ["--agent", "Ann=rehearsal", "--agent", "Bob=rehearsal"];
    let resumed = run(&[&["resume", &out, "--out", &again], &instead[..]].concat());
    assert!(resumed.status.code().is_some_and(|code| code < 2), "{}", stderr(&resumed));
    assert_eq!(table.asked().len(), 3, "others answer");
    for folder in [&out, &again] {
        let verified = run(&["verify", folder]);
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
        let record = fs::read_to_string(Path::new(folder).join("record.jsonl")).expect("a record");
        assert!(record.contains("\"event\":\"reopened\"") && record.contains("Ann takes tea."), "{record}");
    }
    let unknown = run(&["resume", &out, "--agent", "Nobody=rehearsal"]);
    assert_eq!(unknown.status.code(), Some(2), "{}", stderr(&unknown));
}

#[test]
fn a_record_that_is_broken_or_has_not_begun_is_not_gone_on_with() {
    let table = Table::new();
    table.go();
    let out = table.path("out");
    assert_eq!(run(&["run", &table.file, "--yes", "--out", &out]).status.code(), Some(0));
    let record = Path::new(&out).join("record.jsonl");
    let text = fs::read_to_string(&record).expect("a record");
    let lines: Vec<&str> = text.lines().collect();
    let cut = |upto: usize| lines[..upto].join("\n") + "\n";
    let asked = table.asked().len();
    for (content, told) in [
        (String::new(), "it is empty"),
        (cut(2), "broke off before everybody sat"),
        (cut(9).replace("Ann takes tea.", "Ann takes all."), "its hash"),
        (cut(1).replace("\"unit\"", "") + "nonsense\n" + &cut(3), "record.jsonl"),
    ] {
        fs::write(&record, &content).expect("another record");
        fails(&run(&["resume", &out, "--yes"]), told);
    }
    fails(&run(&["resume", &table.path("nothing.jsonl")]), "cannot open");
    fails(&run(&["resume", "no-such-id"]), "quorate ls");
    assert_eq!(table.asked().len(), asked, "nobody was asked");
}

#[test]
fn a_replay_says_that_all_is_the_same_or_what_differs_first() {
    let folder = folder();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let output = run(&["run", "plan-review", "--material", PLAN, "--seed", "5", "--out", &out]);
    assert!(output.status.code().is_some_and(|code| code < 2), "{}", stderr(&output));
    let same = run(&["replay", &out]);
    assert_eq!(same.status.code(), Some(0), "{}", stdout(&same));
    assert!(stdout(&same).starts_with("same: ") && stdout(&same).contains("nobody was asked"), "{}", stdout(&same));
    for (flags, told) in [
        (["--set", "max_rounds=9"], "differs first: event 1: rounds.max was"),
        (["--rule", "stance"], "differs first: event 1: rule"),
        (["--set", "turn_seconds=1"], "differs first: event 1: limits.turn_ms was 120000 and would be 1000"),
    ] {
        let differs = run(&[&["replay", &*out], &flags[..]].concat());
        assert_eq!(differs.status.code(), Some(1), "{flags:?}: {}{}", stdout(&differs), stderr(&differs));
        assert!(stdout(&differs).starts_with(told), "{flags:?}: {}", stdout(&differs));
    }
    for (lang, told) in [("zh", "相同："), ("ja", "同じ：")] {
        assert!(stdout(&run(&["replay", &out, "--lang", lang])).starts_with(told), "{lang}");
    }
    fails(&run(&["replay", &out, "--set", "nonsense=1"]), "unknown key");
}
