//! An outcome is provisional while the principal may veto it; then it is final, unless the principal has spoken.

use serde_json::Value;

use super::*;

/// A discussion that is kept in a store of its own.
struct Kept {
    /// It goes away with the store.
    _folder: tempfile::TempDir,
    store: String,
    id: String,
}

impl Kept {
    fn run(text: &str, args: &[&str], store: &str) -> Self {
        let folder = folder();
        let path = file(folder.path(), "d.toml", text);
        let store = format!("{}/{store}", folder.path().display());
        let output = run(&[&["run", &path, "--json", "--yes", "--store", &store], args].concat());
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", stderr(&output));
        let result: Value = serde_json::from_slice(&output.stdout).expect("a result");
        let id = result["id"].as_str().expect("an id").to_owned();
        Self { _folder: folder, store, id }
    }

    fn does(&self, verb: &str, args: &[&str]) -> Output {
        run(&[&[verb, &self.id], args, &["--store", &self.store]].concat())
    }

    fn refuses(&self, verb: &str, args: &[&str], why: &str) {
        let output = self.does(verb, args);
        assert_eq!(output.status.code(), Some(2), "{verb}: {}", stderr(&output));
        assert!(stderr(&output).contains(why), "{verb}: {}", stderr(&output));
    }

    /// Its row in the list as JSON, and as text.
    fn listed(&self, lang: &str) -> (Value, String) {
        let rows: Vec<Value> =
            serde_json::from_slice(&run(&["ls", "--json", "--store", &self.store]).stdout).expect("a list");
        let table = stdout(&run(&["ls", "--lang", lang, "--store", &self.store]));
        let row = table.lines().find(|line| line.starts_with(&self.id)).expect("a row").to_owned();
        (rows.into_iter().find(|row| row["id"] == self.id.as_str()).expect("a row"), row)
    }

    fn is_whole(&self) {
        let verified = self.does("verify", &[]);
        assert_eq!(verified.status.code(), Some(0), "{}", stdout(&verified));
    }
}

fn window(seconds: &str) -> String {
    format!("veto_seconds = {seconds}\n{TWO}")
}

#[test]
fn within_its_time_an_outcome_is_provisional_and_a_veto_is_kept() {
    for store in ["store.db", "store/"] {
        let kept = Kept::run(&window("3600"), &[], store);
        let until = kept.listed("en").0["provisional_until"].as_str().expect("a time").to_owned();
        assert_eq!(kept.listed("en").0["status"], "provisional");
        let minute = until[..16].replace('T', " ");
        for (lang, told) in [
            ("en", format!("provisional until {minute}")),
            ("zh", format!("{minute} 前为暂定")),
            ("ja", format!("{minute} まで暫定")),
        ] {
            assert!(kept.listed(lang).1.contains(&told), "{}", kept.listed(lang).1);
        }
        kept.refuses("approve", &["--amend", "Coffee."], "starts over");
        let vetoed = kept.does("veto", &["--why", "The shop's closed.", "--by", "Pat"]);
        assert_eq!(vetoed.status.code(), Some(0), "{}", stderr(&vetoed));
        assert!(stderr(&vetoed).contains("--say=\"The shop's closed.\""), "{}", stderr(&vetoed));
        let (row, line) = kept.listed("en");
        assert_eq!((&row["status"], &row["provisional_until"]), (&"vetoed".into(), &Value::Null));
        assert!(line.contains("vetoed"), "{line}");
        let minutes = stdout(&kept.does("show", &[]));
        assert!(minutes.contains("**Vetoed** by Pat, from the conclusion on: The shop's closed."), "{minutes}");
        kept.refuses("veto", &["--why", "Again."], "was vetoed already");
        kept.refuses("approve", &[], "was vetoed already");
        kept.is_whole();
    }
}

#[test]
fn an_approved_outcome_is_final_and_so_is_one_whose_time_is_over_or_never_was() {
    let kept = Kept::run(&window("3600"), &[], "store.db");
    let approved = kept.does("approve", &["--by", "Pat"]);
    assert_eq!(approved.status.code(), Some(0), "{}", stderr(&approved));
    assert_eq!(kept.listed("en").0["status"], "approved");
    kept.refuses("veto", &["--why", "Too late."], "was approved already");
    kept.is_whole();

    let kept = Kept::run(&window("0.001"), &[], "store/");
    assert_eq!(kept.listed("en").0["status"], "final");
    kept.refuses("veto", &["--why", "Too late."], "became final");
    kept.refuses("veto", &["--why", "Too late.", "--message", "99"], "became final");

    let kept = Kept::run(TWO, &[], "store.db");
    kept.refuses("veto", &["--why", "Too late."], "only a discussion with `veto_seconds`");
    kept.is_whole();
}

#[cfg(all(unix, feature = "http"))]
impl Kept {
    /// A folder for what follows.
    fn next(&self) -> PathBuf {
        Path::new(&self.store).with_file_name("next")
    }
}

/// The command that a veto prints for what follows it, run as a shell runs it.
#[cfg(all(unix, feature = "http"))]
fn printed(kept: &Kept, vetoed: &Output) -> (String, Output) {
    let told = stderr(vetoed);
    let line = told.lines().find(|line| line.starts_with("quorate fork ")).unwrap_or_else(|| panic!("{told}"));
    let out = kept.next();
    let script = format!("\"$0\" {} --yes --json --out \"$1\"", line.trim_start_matches("quorate "));
    let output = Process::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_quorate")])
        .arg(&out)
        .env("QUORATE_STORE", ":memory:")
        .output()
        .expect("a shell");
    (line.to_owned(), output)
}

// H-01
#[cfg(all(unix, feature = "http"))]
#[test]
fn what_follows_a_veto_hears_why_and_pays_for_nothing_that_was_not_touched() {
    use super::server::{Does, Server};
    for (touched, behind) in [(&[][..], 2), (&["--message", "4"], 3)] {
        let server = Server::that(Does::Say("Tea it is. [STANCE: AGREE]"));
        let text = format!("min_rounds = 2\nmax_rounds = 2\n{}", window("3600"));
        let kept = Kept::run(&text, &["--model", &server.spec()], "my store.db");
        let paid = server.requests();
        // Four turns, and the writer of the result is asked twice, as this is no result.
        assert_eq!(paid, 6);
        let why = ["--why", "It costs $5, \"they\" say; `it's` so!"];
        let vetoed = kept.does("veto", &[&why, touched].concat());
        assert_eq!(vetoed.status.code(), Some(0), "{}", stderr(&vetoed));
        let (line, output) = printed(&kept, &vetoed);
        assert!(output.status.code().is_some_and(|code| code < 2), "{line}: {}", stderr(&output));
        assert!(line.contains(&format!(" --at {behind} ")), "{line}");
        assert_eq!(server.requests() - paid, 4 - behind + 2, "only the turns behind it are asked for: {line}");
        let both: Value = serde_json::from_slice(&output.stdout).expect("both results");
        assert_eq!(both["origin"]["id"], kept.id.as_str());
        assert_eq!(both["recorded"]["ruling"]["says"], "vetoed");
        let record = fs::read_to_string(kept.next().join("record.jsonl")).expect("a record");
        let created: Value = serde_json::from_str(record.lines().next().expect("a line")).expect("JSON");
        assert_eq!(created["origin"]["id"], kept.id.as_str());
        let said = serde_json::to_string(why[1]).expect("a text");
        assert!(record.contains(&said), "the reason is told: {record}");
    }
}
