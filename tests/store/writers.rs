//! For one record there is one writer, also among processes, and one that is killed keeps nobody out.

use std::{
    env,
    io::{BufRead as _, BufReader, Read as _, Write as _, stdin},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use quorate::store::{Folder, Store, StoreError};

/// Names the store that a process of ours is to open.
const STORE: &str = "QUORATE_TEST_STORE";

/// How many discussions are fought over.
const DISCUSSIONS: usize = 100;

pub(super) fn open(path: &Path) -> Box<dyn Store> {
    #[cfg(feature = "sqlite")]
    if path.extension().is_some_and(|ending| ending == "db") {
        return Box::new(quorate::store::Sqlite::open(path).expect("a store"));
    }
    Box::new(Folder::open(path).expect("a store"))
}

pub(super) fn places(root: &Path) -> Vec<std::path::PathBuf> {
    let mut places = vec![root.join("files")];
    if cfg!(feature = "sqlite") {
        places.push(root.join("base.db"));
    }
    places
}

/// What the tests below start as another process: it takes all that it can get and holds it until it is let go.
#[test]
fn another_process() {
    let Some(path) = env::var_os(STORE) else { return };
    let store = open(Path::new(&path));
    println!("\nhere");
    let mut start = [0];
    stdin().read_exact(&mut start).expect("a start");
    let mut held = Vec::new();
    for id in 0..DISCUSSIONS {
        match store.resume(&id.to_string()) {
            Ok(kept) => {
                held.push(kept);
                println!("\n{id} won");
            }
            Err(StoreError::Busy { .. }) => println!("\n{id} busy"),
            Err(other) => println!("\n{id} {other}"),
        }
    }
    println!("\nready");
    let _ = stdin().read_to_end(&mut Vec::new());
}

/// A process of ours that says what it does, a line each.
pub(super) struct Other {
    child: Child,
    says: BufReader<ChildStdout>,
    hears: Option<ChildStdin>,
}

impl Other {
    fn new(store: &Path) -> Self {
        Self::doing("store::writers::another_process", STORE, store)
    }

    /// One that does what this test does when it is told of the store by this name.
    pub(super) fn doing(test: &str, name: &str, store: &Path) -> Self {
        let mut command = Command::new(env::current_exe().expect("this test"));
        command.args(["--exact", test, "--nocapture"]).env(name, store);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a process");
        let (says, hears) = (BufReader::new(child.stdout.take().expect("output")), child.stdin.take());
        let mut other = Self { child, says, hears };
        other.until("here");
        other
    }

    fn start(&mut self) {
        self.hear("");
    }

    pub(super) fn hear(&mut self, line: &str) {
        self.hears.as_mut().expect("input").write_all(format!("{line}\n").as_bytes()).expect("it listens");
    }

    /// The next line that it says in words; a test that runs says some of its own.
    pub(super) fn next(&mut self, words: &[&str]) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.says.read_line(&mut line).expect("output"), 0, "it ended before any of {words:?}");
            if words.iter().any(|word| line.starts_with(word)) {
                return line.trim().to_owned();
            }
        }
    }

    /// What it says until it says this.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.says.read_line(&mut line).expect("output"), 0, "it ended before {word}: {said:?}");
            match line.trim() {
                line if line == word => return said,
                line => said.push(line.to_owned()),
            }
        }
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        self.hears = None;
        let _ = self.child.wait();
    }
}

fn begun(store: &dyn Store) {
    for id in 0..DISCUSSIONS {
        let mut journal = store.create(&id.to_string()).expect("it is new");
        journal.append(b"{}\n").expect("it is kept");
    }
}

#[test]
fn of_two_processes_that_go_on_with_a_discussion_one_wins_and_one_is_told() {
    let root = tempfile::tempdir().unwrap();
    for place in places(root.path()) {
        begun(open(&place).as_ref());
        let (mut one, mut two) = (Other::new(&place), Other::new(&place));
        one.start();
        two.start();
        let (first, second) = (one.until("ready"), two.until("ready"));
        for id in 0..DISCUSSIONS {
            let (won, busy) = (format!("{id} won"), format!("{id} busy"));
            let count = |word: &String| first.iter().chain(&second).filter(|said| *said == word).count();
            assert_eq!((count(&won), count(&busy)), (1, 1), "{}: {id}: {first:?} {second:?}", place.display());
        }
    }
}

#[test]
fn a_process_that_is_killed_keeps_nobody_out() {
    let root = tempfile::tempdir().unwrap();
    for place in places(root.path()) {
        begun(open(&place).as_ref());
        let store = open(&place);
        let mut other = Other::new(&place);
        other.start();
        other.until("ready");
        let pid = other.child.id().to_string();
        match store.resume("7").map(|_| ()) {
            Err(StoreError::Busy { id, holder }) => assert!(id == "7" && holder.contains(&pid), "{holder}"),
            other => panic!("{}: {other:?}", place.display()),
        }
        let writers = |store: &dyn Store| store.list().unwrap().iter().filter(|one| one.writer.is_some()).count();
        assert_eq!(writers(store.as_ref()), DISCUSSIONS);
        other.child.kill().unwrap();
        other.child.wait().unwrap();
        assert_eq!(writers(store.as_ref()), 0);
        assert_eq!(store.resume("7").unwrap().lines, b"{}\n", "{}", place.display());
    }
}
