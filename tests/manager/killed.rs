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

use quorate::{
    agent::Request,
    manager::Recorded,
    store::{Journal, StoreError},
};

use super::{
    resume::{assert_same, says},
    table::{checked, table},
};

const FOLDER: &str = "QUORATE_TEST_KILLED_FOLDER";
const WRITE: &str = "QUORATE_TEST_KILLED_AT";
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
        Command::new("kill").args(["-9", &std::process::id().to_string()]).status().unwrap();
        loop {
            thread::park();
        }
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
            let status = Command::new(env::current_exe().unwrap())
                .args(["--exact", "manager::killed::the_process_that_is_killed", "--test-threads=1"])
                .env(FOLDER, &folder)
                .env(WRITE, format!("{at}/{part}"))
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .unwrap();
            assert!(!status.success(), "{case}: it was killed");
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
