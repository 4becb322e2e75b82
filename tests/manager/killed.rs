//! Real processes that are killed before, in the middle of and after each write, and gone on with by another.

use std::{
    collections::BTreeMap,
    env, fs,
    fs::{File, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use async_trait::async_trait;
use quorate::{
    agent::Request,
    manager::Recorded,
    store::{Folder, Journal, Note, Store, StoreError},
};

use super::{
    resume::{assert_same, says},
    table::{checked, table},
};

const FOLDER: &str = "QUORATE_TEST_KILLED_FOLDER";
const WRITE: &str = "QUORATE_TEST_KILLED_AT";
const KIND: &str = "QUORATE_TEST_KILLED_STORE";
const ROUNDS: u32 = 5;

/// Kills its own process at one write: before it, when half of the line is written, or after it.
#[derive(Debug)]
struct Deadly {
    file: File,
    write: u32,
    at: u32,
    part: u32,
}

impl Journal for Deadly {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.write += 1;
        if self.write != self.at {
            self.file.write_all(line).unwrap();
            return Ok(());
        }
        let part = line.len() * self.part as usize / 2;
        self.file.write_all(&line[..part]).unwrap();
        die()
    }
}

fn die() -> ! {
    Command::new("kill").args(["-9", &std::process::id().to_string()]).status().unwrap();
    loop {
        thread::park();
    }
}

/// When the process of a real store is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    BeforeTheLine,
    WhenItIsKept,
}

/// Kills its own process around one line that a real store keeps.
#[derive(Debug)]
struct Mortal {
    inner: Box<dyn Journal>,
    line: u32,
    at: u32,
    moment: Moment,
}

#[async_trait]
impl Journal for Mortal {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.line += 1;
        if self.line == self.at && self.moment == Moment::BeforeTheLine {
            die();
        }
        self.inner.append(line)
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        let kept = self.inner.flush().await;
        if self.line >= self.at && self.moment == Moment::WhenItIsKept {
            die();
        }
        kept
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        self.inner.notes()
    }
}

/// A folder of files, or a database where there are any.
fn store(folder: &Path, kind: &str) -> Box<dyn Store> {
    match kind {
        #[cfg(feature = "sqlite")]
        "database" => Box::new(quorate::store::Sqlite::open(folder.join("kept.db")).unwrap()),
        _ => Box::new(Folder::open(folder.join("kept")).unwrap()),
    }
}

/// Keeps the lines that another process goes on to write.
#[derive(Debug)]
struct Appended(File);

impl Journal for Appended {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.0.write_all(line).unwrap();
        Ok(())
    }
}

/// A discussion whose calls are noted in a file, a line each.
fn discussion(calls: PathBuf) -> quorate::Discussion {
    let noted = move |request: &Request<'_>| {
        let mut file = OpenOptions::new().append(true).create(true).open(&calls).unwrap();
        file.write_all(format!("{}\n", request.turn.0).as_bytes()).unwrap();
        says(request)
    };
    table(&super::resume::SEATS, noted).0.min_rounds(ROUNDS).max_rounds(ROUNDS)
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// What the killed process does; in the test run itself it does nothing.
#[test]
fn the_process_that_is_killed() {
    let (Ok(folder), Ok(at)) = (env::var(FOLDER), env::var(WRITE)) else { return };
    let (at, part) = at.split_once('/').unwrap();
    if let Ok(kind) = env::var(KIND) {
        let moment = if part == "0" { Moment::BeforeTheLine } else { Moment::WhenItIsKept };
        let inner = store(Path::new(&folder), &kind).create("tea").unwrap();
        let journal = Mortal { inner, line: 0, at: at.parse().unwrap(), moment };
        run(discussion(Path::new(&folder).join("calls")).journal(journal).run()).unwrap();
        return;
    }
    let file = File::create_new(Path::new(&folder).join("record.jsonl")).unwrap();
    let journal = Deadly { file, write: 0, at: at.parse().unwrap(), part: part.parse().unwrap() };
    run(discussion(Path::new(&folder).join("calls")).journal(journal).run()).unwrap();
}

#[test]
fn a_process_killed_at_any_write_is_followed_by_one_that_ends_it_in_the_same_way() {
    let temporary = tempfile::tempdir().unwrap();
    let whole = checked(run(discussion(temporary.path().join("calls")).run()).unwrap());
    let writes = u32::try_from(whole.entries.len()).unwrap();
    assert!(writes > 80, "four seats and five rounds: {writes}");
    for at in 1..=writes {
        for part in 0..=2 {
            let case = format!("write {at}, part {part}");
            let folder = temporary.path().join(format!("{at}-{part}"));
            fs::create_dir(&folder).unwrap();
            killed(&folder, &format!("{at}/{part}"), None);
            let path = folder.join("record.jsonl");
            let recorded = Recorded::read(&fs::read(&path).unwrap());
            let kept: usize = (at as usize - 1) + usize::from(part == 2);
            assert_eq!(recorded.entries.len(), kept, "{case}");
            assert_eq!(recorded.broken.is_some(), part == 1, "{case}: half a line is found");
            // The torn tail is cut off before anything follows it.
            let whole_lines = recorded.entries.len();
            let lines: Vec<u8> = fs::read(&path)
                .unwrap()
                .split_inclusive(|byte| *byte == b'\n')
                .take(whole_lines)
                .flatten()
                .copied()
                .collect();
            fs::write(&path, &lines).unwrap();
            let journal = Appended(OpenOptions::new().append(true).open(&path).unwrap());
            let again = run(discussion(folder.join("calls")).resume(recorded).journal(journal).run()).unwrap();
            let again = checked(again);
            assert_same(&again, &whole, &case);
            assert_eq!(fs::read(&path).unwrap(), again.lines().unwrap(), "{case}: the record is whole");
            assert_calls(&folder.join("calls"), &again, &case);
        }
    }
}

/// Runs the process that is killed.
fn killed(folder: &Path, at: &str, kind: Option<&str>) {
    let mut process = Command::new(env::current_exe().unwrap());
    process
        .args(["--exact", "manager::killed::the_process_that_is_killed", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(WRITE, at)
        .envs(kind.map(|kind| (KIND, kind)))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    assert!(!process.status().unwrap().success(), "{at}: it was killed");
}

/// The same with the stores that ship: what is not kept yet when the process dies is asked again, and nothing else.
#[test]
fn whatever_the_store_a_killed_process_is_followed_by_one_that_ends_it_in_the_same_way() {
    let temporary = tempfile::tempdir().unwrap();
    let whole = checked(run(discussion(temporary.path().join("calls")).run()).unwrap());
    let kinds: &[&str] = if cfg!(feature = "sqlite") { &["database", "folder"] } else { &["folder"] };
    for kind in kinds {
        for at in 1..=whole.entries.len() {
            for moment in 0..=1 {
                let case = format!("{kind}, line {at}, moment {moment}");
                let folder = temporary.path().join(format!("{kind}-{at}-{moment}"));
                fs::create_dir(&folder).unwrap();
                killed(&folder, &format!("{at}/{moment}"), Some(kind));
                let store = store(&folder, kind);
                let kept = store.resume("tea").unwrap();
                let recorded = Recorded::read(&kept.lines);
                assert!(recorded.broken.is_none(), "{case}: {:?}", recorded.broken);
                assert!(moment == 0 || recorded.entries.len() >= at, "{case}: what was flushed is kept");
                let again = discussion(folder.join("calls")).resume(recorded).journal(kept.journal);
                let again = checked(run(again.run()).unwrap());
                assert_same(&again, &whole, &case);
                assert_eq!(store.read("tea").unwrap(), again.lines().unwrap(), "{case}: the record is whole");
                assert_calls(&folder.join("calls"), &again, &case);
            }
        }
    }
}

/// Every turn was asked once; only the one in flight may have been asked twice.
fn assert_calls(calls: &Path, done: &quorate::Finished, case: &str) {
    let mut counts = BTreeMap::<u32, u32>::new();
    for turn in fs::read_to_string(calls).unwrap().lines() {
        *counts.entry(turn.parse().unwrap()).or_default() += 1;
    }
    assert_eq!(counts.len(), done.state.turns().len(), "{case}");
    let twice: Vec<_> = counts.values().filter(|count| **count > 1).collect();
    assert!(twice.len() <= 1 && twice.iter().all(|count| **count == 2), "{case}: {counts:?}");
}
