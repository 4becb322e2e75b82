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

/// The command at a home of its own, with what the environment says of the store.
fn at_home(home: &Path, named: Option<&str>, args: &[&str]) -> Output {
    let mut command = quorate();
    command.env_remove("QUORATE_STORE").env("HOME", home).env("XDG_DATA_HOME", home.join("data"));
    if let Some(named) = named {
        command.env("QUORATE_STORE", named);
    }
    command.args(args).output().expect("it runs")
}

#[test]
fn a_store_that_is_named_by_nothing_is_the_usual_one() {
    let home = folder();
    let output = at_home(home.path(), Some(""), &["run", "ideation", "--topic", "Tea?"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("kept as ") && !stderr(&output).contains("--store"), "{}", stderr(&output));
    for args in [&["ls"][..], &["ls", "--store", ""]] {
        let listed = at_home(home.path(), Some(""), args);
        assert_eq!((listed.status.code(), stdout(&listed).lines().count()), (Some(0), 2), "{}", stderr(&listed));
    }
    assert_eq!(stdout(&at_home(home.path(), None, &["ls"])).lines().count(), 2);
}

#[test]
fn where_nothing_is_kept_everybody_is_told_how_something_comes_to_be() {
    let home = folder();
    let empty = at_home(home.path(), None, &["ls"]);
    assert_eq!(stdout(&empty), "nothing is kept here\n");
    assert!(stderr(&empty).contains("`quorate run` keeps what it discusses here"), "{}", stderr(&empty));
    for (lang, told) in [("zh", "会把讨论保存在这里"), ("ja", "の議論はここに保存されます")] {
        let empty = at_home(home.path(), None, &["ls", "--lang", lang]);
        assert!(stderr(&empty).contains(told), "{}", stderr(&empty));
    }
    for args in [
        &["show", "1a2b"][..],
        &["verify", "1a2b"],
        &["resume", "1a2b"],
        &["export", "1a2b", "--out", "-"],
        &["rejudge", "1a2b"],
        &["replay", "1a2b"],
        &["fork", "1a2b", "--at", "0"],
        &["say", "1a2b", "Hello."],
        &["approve", "1a2b"],
        &["veto", "1a2b", "--why", "Hm."],
    ] {
        let output = at_home(home.path(), None, args);
        let told = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(
            told.contains("1a2b") && told.contains("nothing is kept there yet: `quorate run` keeps"),
            "{args:?}: {told}"
        );
    }
    assert_eq!(fs::read_dir(home.path()).expect("a folder").count(), 0, "looking makes nothing");
    let nowhere = run(&["show", "1a2b"]);
    assert!(stderr(&nowhere).contains(":memory: keeps nothing; name another --store"), "{}", stderr(&nowhere));
}

#[test]
fn an_id_that_is_none_is_answered_with_the_nearest_or_the_newest() {
    let folder = folder();
    let store = stores(folder.path()).remove(0);
    let rows = two(&store);
    let (new, old) = (id(&rows[0]), id(&rows[1]));
    // One letter too few in the middle, and one that is not like any.
    let typed = format!("{}{}", &new[..new.len() - 4], &new[new.len() - 3..]);
    for verb in [&["show"][..], &["verify"], &["resume"], &["replay"], &["rejudge"]] {
        let near = run(&[verb, &[&typed, "--store", &store]].concat());
        let told = stderr(&near);
        assert_eq!(near.status.code(), Some(2), "{told}");
        let meant = told.contains(&format!("did you mean {new}?")) || told.contains(&format!("did you mean {old}?"));
        assert!(meant && told.contains(&format!("`quorate ls --store {store}` lists them")), "{verb:?}: {told}");
    }
    let far = stderr(&with(&store, &["say", "nothing-like-it", "Hello."]));
    assert!(far.contains(&format!("the newest there: {new}, {old}; `quorate ls` lists them")), "{far}");
}

/// Removes the store while a seat is being asked.
#[cfg(all(unix, feature = "programs"))]
#[test]
fn nothing_is_said_to_be_kept_that_cannot_be_read_again() {
    for store in ["store.db", "store/"] {
        let folder = folder();
        let store = format!("{}/{store}", folder.path().display());
        let bot = format!("cat > /dev/null; rm -rf '{store}'; echo 'Tea. [STANCE: AGREE]'");
        let text =
            format!("topic = \"Tea?\"\nmax_rounds = 1\n[[seat]]\nname = \"Ann\"\nagent = [\"sh\", \"-c\", {bot:?}]\n");
        let path = file(folder.path(), "d.toml", text);
        let out = folder.path().join("out").to_string_lossy().into_owned();
        let output = run(&["run", &path, "--yes", "--store", &store, "--out", &out]);
        let told = stderr(&output);
        assert!(told.contains("not kept: ") && !told.contains("kept as"), "{store}: {told}");
        if output.status.code() != Some(3) {
            assert_eq!(run(&["verify", &out]).status.code(), Some(0), "the folder is whole");
        }
    }
}

#[test]
fn what_is_not_kept_is_said_at_the_end_as_well_and_the_folder_is_as_ever() {
    let folder = folder();
    let no_folder = file(folder.path(), "data", "");
    let out = folder.path().join("out").to_string_lossy().into_owned();
    for (lang, told) in [("en", "not kept: "), ("zh", "未保存："), ("ja", "保存されていません：")] {
        let _ = fs::remove_dir_all(&out);
        let args = ["run", "ideation", "--topic", "Tea?", "--lang", lang, "--out", &out];
        let output = at_home(Path::new(&no_folder), None, &args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let last = stderr(&output);
        assert!(last.lines().any(|line| line.starts_with(told)), "{last}");
        assert_eq!(run(&["verify", &out]).status.code(), Some(0));
        let result: Value =
            serde_json::from_slice(&fs::read(Path::new(&out).join("result.json")).expect("a result")).expect("JSON");
        assert_eq!(result["topic"], "Tea?");
    }
}

/// A file that may not grow any more is an error like any other, and no silent death.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_grow_is_an_error_with_its_cause() {
    let folder = folder();
    let out = folder.path().join("out");
    let script = "ulimit -f 8; exec \"$0\" run ideation --topic 'Tea?' --set max_rounds=3 --out \"$1\"";
    let output = Process::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_quorate")])
        .arg(&out)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("QUORATE_STORE", ":memory:")
        .output()
        .expect("a shell");
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("record.jsonl") && told.contains("File too large"), "{told}");
    let shown = run(&["show", &out.to_string_lossy()]);
    assert!(stdout(&shown).contains("Tea?"), "what was written stays: {}", stderr(&shown));
}
