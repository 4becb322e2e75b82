//! Files appear whole inside the chosen folder, and nothing that is there is ever written over.

use super::*;

const FILES: [&str; 4] = ["minutes.md", "record.jsonl", "report.html", "result.json"];

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn ideas(out: &Path) -> Output {
    run(&["run", "ideation", "--topic", "../../x", "--out", &out.to_string_lossy()])
}

#[test]
fn the_folder_is_made_and_holds_four_files() {
    let folder = folder();
    let out = folder.path().join("a/b/c");
    let output = ideas(&out);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(output.stdout.is_empty(), "{}", stdout(&output));
    assert_eq!(names(&out), FILES);
    assert_eq!(names(folder.path()), ["a"]);
    let verified = run(&["verify", &out.to_string_lossy()]);
    assert!(stdout(&verified).starts_with("ok: "), "{}", stderr(&verified));
    let result: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("result.json")).expect("a result")).expect("one document");
    assert_eq!(result["topic"], "../../x");
}

#[test]
fn json_and_a_folder_go_together() {
    let folder = folder();
    let out = folder.path().to_string_lossy().into_owned();
    let output = run(&["run", "ideation", "--topic", "T", "--out", &out, "--json"]);
    assert_eq!(fs::read(folder.path().join("result.json")).expect("a result"), output.stdout);
}

#[test]
fn what_is_there_is_never_written_over() {
    for name in FILES {
        let folder = folder();
        file(folder.path(), name, "mine");
        let output = ideas(folder.path());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains(name) && stderr(&output).contains("never overwritten"), "{}", stderr(&output));
        assert_eq!(names(folder.path()), [name]);
        assert_eq!(fs::read_to_string(folder.path().join(name)).expect("mine"), "mine");
    }
}

#[cfg(unix)]
#[test]
fn links_that_are_planted_are_not_followed() {
    for name in FILES {
        let (folder, elsewhere) = (folder(), folder());
        let target = elsewhere.path().join("target");
        std::os::unix::fs::symlink(&target, folder.path().join(name)).expect("a link");
        let output = ideas(folder.path());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(!target.exists());
    }
}

#[test]
fn a_file_is_no_folder() {
    let folder = folder();
    let path = file(folder.path(), "file", "");
    for out in [path.clone(), format!("{path}/below")] {
        let output = run(&["run", "ideation", "--topic", "T", "--out", &out]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("--out takes a folder"), "{}", stderr(&output));
    }
}

#[test]
fn nothing_is_made_when_the_input_is_bad() {
    let folder = folder();
    let out = folder.path().join("out");
    let output = run(&["run", "plan-review", "--material", "nowhere.md", "--out", &out.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!out.exists());
}
