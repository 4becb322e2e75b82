//! Discussions are kept by default and found again by their ids.

use serde_json::Value;

use super::*;

/// Runs the command with a store.
pub(super) fn with(store: &str, args: &[&str]) -> Output {
    quorate().env("QUORATE_STORE", store).args(args).output().expect("the command runs")
}

/// Two discussions in a store, the first of them in Japanese; gives the list of them.
fn two(store: &str) -> Vec<Value> {
    for (topic, lang) in [("お茶は\n何時？", "ja"), ("Tea or coffee?", "en")] {
        let output = with(store, &["run", "ideation", "--topic", topic, "--lang", lang, "--seed", "5", "--json"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
        let result: Value = serde_json::from_slice(&output.stdout).expect("stdout is one document");
        assert_eq!(result["topic"], topic);
        let id = result["id"].as_str().expect("an id");
        assert!(stderr(&output).contains(&format!("quorate show {id}")), "{}", stderr(&output));
    }
    let listed = with(store, &["ls", "--json"]);
    assert_eq!(listed.status.code(), Some(0), "{}", stderr(&listed));
    serde_json::from_slice(&listed.stdout).expect("one document")
}

fn id(row: &Value) -> &str {
    row["id"].as_str().expect("an id")
}

pub(super) fn stores(folder: &Path) -> Vec<String> {
    let mut stores = vec![format!("{}/files/", folder.display())];
    if cfg!(feature = "sqlite") {
        stores.push(folder.join("q.db").to_string_lossy().into_owned());
    }
    stores
}

#[test]
fn what_was_run_is_listed_shown_verified_and_exported() {
    let folder = folder();
    for store in stores(folder.path()) {
        let rows = two(&store);
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["topic"], "Tea or coffee?", "the newest is first");
        for row in &rows {
            assert_eq!(
                (&row["status"], &row["preset"], &row["writer"]),
                (&"final".into(), &"ideation".into(), &Value::Null)
            );
        }
        let table = stdout(&with(&store, &["ls"]));
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines.len() == 3 && lines[0].starts_with("id"), "{table}");
        assert!(lines[1].ends_with("Tea or coffee?") && lines[2].ends_with("お茶は 何時？"), "{table}");
        let newest = stdout(&with(&store, &["ls", "--last", "1"]));
        assert!(newest.ends_with("the newest 1 of 2; --last lists more\n"), "{newest}");
        for row in &rows {
            let out = folder.path().join(format!("out-{}", id(row)));
            let exported = with(&store, &["export", id(row), "--out", &out.to_string_lossy()]);
            assert_eq!(exported.status.code(), Some(0), "{}", stderr(&exported));
            assert_eq!(run(&["verify", &out.to_string_lossy()]).status.code(), Some(0));
            let shown = with(&store, &["show", id(row)]);
            assert_eq!(shown.stdout, fs::read(out.join("minutes.md")).expect("minutes"));
            let printed = with(&store, &["export", id(row), "--out", "-"]);
            assert_eq!(printed.stdout, fs::read(out.join("record.jsonl")).expect("a record"));
            let verified = with(&store, &["verify", id(row)]);
            assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
            let again = with(&store, &["export", id(row), "--out", &out.to_string_lossy()]);
            assert_eq!(again.status.code(), Some(2), "nothing is written over");
            fs::remove_dir_all(&out).expect("it was ours");
        }
    }
}

#[test]
fn the_beginning_of_an_id_is_enough_where_it_is_the_only_one() {
    let folder = folder();
    let store = stores(folder.path()).remove(0);
    let rows = two(&store);
    let (new, old) = (id(&rows[0]), id(&rows[1]));
    let alike = new.bytes().zip(old.bytes()).take_while(|(a, b)| a == b).count();
    let shown = with(&store, &["show", &new[..=alike]]);
    assert!(stdout(&shown).contains("Tea or coffee?"), "{}", stderr(&shown));
    let both = with(&store, &["show", &new[..1]]);
    assert_eq!(both.status.code(), Some(2));
    assert!(stderr(&both).contains(new) && stderr(&both).contains(old), "{}", stderr(&both));
    let none = with(&store, &["verify", "zzz"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(stderr(&none).contains("cannot read zzz") && stderr(&none).contains("quorate ls"), "{}", stderr(&none));
}

#[test]
fn a_file_comes_before_an_id() {
    let folder = folder();
    let store = stores(folder.path()).remove(0);
    let rows = two(&store);
    file(folder.path(), id(&rows[0]), "mine\n");
    let shown = quorate()
        .current_dir(folder.path())
        .env("QUORATE_STORE", &store)
        .args(["show", id(&rows[0])])
        .output()
        .expect("it runs");
    assert!(stderr(&shown).contains("not an event of a record"), "{}", stderr(&shown));
}

#[test]
fn a_folder_and_a_store_hold_the_same_record() {
    let folder = folder();
    let store = stores(folder.path()).remove(0);
    let out = folder.path().join("out").to_string_lossy().into_owned();
    let output = with(&store, &["run", "ideation", "--topic", "Tea?", "--out", &out]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let listed: Vec<Value> = serde_json::from_slice(&with(&store, &["ls", "--json"]).stdout).expect("a list");
    let kept = with(&store, &["export", id(&listed[0]), "--out", "-"]);
    assert_eq!(kept.stdout, fs::read(Path::new(&out).join("record.jsonl")).expect("a record"));
}

#[test]
fn the_usual_place_is_made_with_the_first_discussion_and_not_by_looking() {
    let home = folder();
    let at_home = |args: &[&str]| {
        let mut command = quorate();
        command.env_remove("QUORATE_STORE").env("HOME", home.path()).env("XDG_DATA_HOME", home.path().join("data"));
        command.args(args).output().expect("it runs")
    };
    let empty = at_home(&["ls"]);
    assert_eq!((empty.status.code(), stdout(&empty).as_str()), (Some(0), "nothing is kept here\n"));
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0);
    let output = at_home(&["run", "ideation", "--topic", "Tea?"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&at_home(&["ls"])).lines().count(), 2);
}

#[test]
fn a_usual_place_that_cannot_be_opened_is_told_and_a_named_one_is_an_error() {
    let folder = folder();
    let no_folder = file(folder.path(), "data", "");
    let mut command = quorate();
    command.env_remove("QUORATE_STORE").env("HOME", &no_folder).env("XDG_DATA_HOME", &no_folder);
    let output = command.args(["run", "ideation", "--topic", "Tea?"]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output).matches("this discussion is not kept").count(), 1, "{}", stderr(&output));
    assert!(stdout(&output).contains("Tea?"));
    for (verb, store) in
        [("run", format!("{no_folder}/q.db")), ("ls", format!("{no_folder}/q.db")), ("ls", "nowhere.db".into())]
    {
        let args: &[&str] = if verb == "run" {
            &["run", "ideation", "--topic", "Tea?", "--store", &store]
        } else {
            &["ls", "--store", &store]
        };
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{verb}: {}", stderr(&output));
        assert!(stderr(&output).contains(&store) && output.stdout.is_empty(), "{verb}: {}", stderr(&output));
    }
    assert!(!Path::new("nowhere.db").exists());
}

/// Records that earlier versions wrote stay readable, and every decision in them follows.
#[test]
fn records_of_earlier_versions_are_read_and_verified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/records/format-1");
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("fixtures") {
        let path = entry.expect("a file").path().to_string_lossy().into_owned();
        let before = fs::read(&path).expect("a record");
        let verified = run(&["verify", &path]);
        assert_eq!(verified.status.code(), Some(0), "{path}: {}", stderr(&verified));
        assert_eq!(run(&["show", &path, "--json"]).status.code(), Some(0), "{path}");
        // Its seats are programs, and there is none to be found.
        let replayed = quorate().env("PATH", "").args(["replay", &path]).output().expect("it runs");
        assert_eq!(replayed.status.code(), Some(0), "{path}: {}", stdout(&replayed));
        assert_eq!(fs::read(&path).expect("a record"), before);
        seen += 1;
    }
    assert!(seen >= 12, "{seen} records");
}
