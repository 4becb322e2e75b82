//! `quorate run meeting`: what it leaves on disk, also when it fails, is killed, or is told not to.

use std::process::Stdio;

use serde_json::Value;

use super::{kept::with, people::soon, *};

/// The folders that runs left below this one.
fn left(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder.join("meetings")) else { return Vec::new() };
    entries.map(|entry| entry.expect("it can be read").path()).collect()
}

fn meets(folder: &Path, args: &[&str]) -> Output {
    let mut all = vec!["run", "meeting", "--topic", "Ship on Friday?", "--seed", "3"];
    all.extend(args);
    quorate().current_dir(folder).env("QUORATE_STORE", "store/").args(all).output().expect("the command runs")
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

#[test]
fn minutes_are_left_in_a_folder_of_each_run_and_its_path_is_told() {
    for (lang, heading) in [("en", "# Minutes: "), ("zh", "# 会议纪要"), ("ja", "# 議事録")] {
        let folder = folder();
        let output = meets(folder.path(), &["--lang", lang]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
        let runs = left(folder.path());
        let [run] = &*runs else { panic!("{runs:?}") };
        let minutes = read(run, "minutes.md");
        assert!(minutes.starts_with(heading), "{minutes}");
        assert!(stdout(&output).trim_end() == minutes.trim_end(), "they are printed too");
        let id = run.file_name().expect("it has a name").to_string_lossy().into_owned();
        assert!(stderr(&output).contains(&format!("meetings/{id}/minutes.md")), "{}", stderr(&output));
        let result: Value = serde_json::from_str(&read(run, "result.json")).expect("one document");
        assert_eq!(
            (&result["id"], &result["record"]["events"]),
            (&id.into(), &read(run, "record.jsonl").lines().count().into())
        );
        assert!(run.join("report.html").is_file());
        let hash = result["record"]["hash"].as_str().expect("a hash");
        assert!(minutes.contains(hash), "{minutes}");
        let verified = quorate().args(["verify", &run.to_string_lossy()]).output().expect("the command runs");
        assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    }
}

#[test]
fn a_meeting_in_which_nobody_answers_leaves_its_minutes_too() {
    let folder = folder();
    let output = meets(folder.path(), &["--model", "command:false", "--yes"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let runs = left(folder.path());
    let minutes = read(&runs[0], "minutes.md");
    assert!(minutes.starts_with("# Minutes of a failed discussion") || minutes.contains("Failed"), "{minutes}");
    for seat in ["First", "Second", "Third"] {
        assert!(minutes.contains(seat), "{minutes}");
    }
}

#[test]
fn nothing_is_left_where_nothing_is_wanted_and_a_flag_names_another_folder() {
    let folder = folder();
    assert!(matches!(meets(folder.path(), &["--set", "minutes=none"]).status.code(), Some(0 | 1)));
    assert!(left(folder.path()).is_empty());
    let out = folder.path().join("here");
    assert!(matches!(meets(folder.path(), &["--out", &out.to_string_lossy()]).status.code(), Some(0 | 1)));
    assert!(left(folder.path()).is_empty() && out.join("minutes.md").is_file());
    assert!(matches!(meets(folder.path(), &["--set", "minutes=notes"]).status.code(), Some(0 | 1)));
    assert!(folder.path().join("notes").is_dir());
}

#[test]
fn a_file_chooses_no_place_outside_its_own_folder() {
    let folder = folder();
    for place in ["/tmp", "../up", "a/../../b"] {
        let path = folder.path().join("m.toml");
        fs::write(&path, format!("base = \"meeting\"\ntopic = \"Ship?\"\nminutes = {place:?}\n"))
            .expect("it is written");
        let output = quorate().args(["check", &path.to_string_lossy()]).output().expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{place}");
        assert!(
            stderr(&output).contains("m.toml:3") && stderr(&output).contains("below that of the file"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn a_meeting_that_was_killed_goes_on_and_its_folder_has_the_minutes_of_the_whole() {
    let folder = folder();
    let slow = folder.path().join("slow.sh");
    // The second round takes for ever, until it is tried again.
    let script = "[ -e \"$0.again\" ] || ! grep -q 'Round 2' || sleep 60\necho 'No. [STANCE: DISAGREE]'\n";
    fs::write(&slow, script).expect("it is written");
    let model = format!("command:sh {}", slow.display());
    let args = ["run", "meeting", "--topic", "Ship?", "--model", &model, "--yes", "--set", "max_rounds=3"];
    let mut child = process()
        .current_dir(folder.path())
        .env("QUORATE_STORE", "store/")
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command runs");
    let round_two = || {
        left(folder.path()).first().is_some_and(|run| {
            fs::read_to_string(run.join("record.jsonl")).is_ok_and(|record| record.contains("\"summarised\""))
        })
    };
    soon("a round is summed up", round_two);
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    fs::write(folder.path().join("slow.sh.again"), "").expect("it is written");
    let run = left(folder.path()).remove(0);
    assert!(!run.join("minutes.md").exists());
    let id = run.file_name().expect("it has a name").to_string_lossy().into_owned();
    let store = folder.path().join("store/").to_string_lossy().into_owned();
    let resumed = with(&store, &["resume", &id, "--yes"]);
    assert_eq!(resumed.status.code(), Some(1), "{}", stderr(&resumed));
    let minutes = read(&run, "minutes.md");
    assert!(minutes.contains("NO_CONSENSUS") && minutes.contains("### Round 3"), "{minutes}");
    let lines = read(&run, "record.jsonl");
    assert_eq!(lines.lines().filter(|line| line.contains("\"summarised\"")).count(), 2, "{lines}");
    let verified = quorate().args(["verify", &run.to_string_lossy()]).output().expect("the command runs");
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
}
