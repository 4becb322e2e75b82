//! Databases that were cut or changed in their file or in their write-ahead log: whole lines or a typed error.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use quorate::{
    store::{Sqlite, Store, StoreError},
    strategies::record::Entry,
};

use super::{kept, sound, torn::anywhere};

const PAGE: usize = 4096;
/// What stands before a page in the log, and before the first of those.
const FRAME_HEAD: usize = 24;
const LOG_HEAD: usize = 32;

/// The two files of a database.
#[derive(Debug, Clone, Default)]
struct Files {
    base: Vec<u8>,
    log: Vec<u8>,
}

impl Files {
    fn read(path: &Path) -> Self {
        Self { base: fs::read(path).unwrap(), log: fs::read(log_of(path)).unwrap_or_default() }
    }

    fn write(&self, path: &Path) {
        fs::write(path, &self.base).unwrap();
        match self.log.is_empty() {
            true => drop(fs::remove_file(log_of(path))),
            false => fs::write(log_of(path), &self.log).unwrap(),
        }
        // What is mapped of the log of another trial.
        drop(fs::remove_file(beside(path, "-shm")));
    }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn log_of(path: &Path) -> PathBuf {
    beside(path, "-wal")
}

/// A database of two discussions, which said the same: once all of it in its file, once nearly all in its log.
struct Whole {
    file: Files,
    logged: Files,
    entries: [Vec<Entry>; 2],
    folder: tempfile::TempDir,
}

const IDS: [&str; 2] = ["tea", "coffee"];

async fn whole() -> Whole {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.db");
    let store = Sqlite::open(&path).unwrap();
    let mut entries = Vec::new();
    for id in IDS {
        entries.push(kept(&store, id).await.unwrap().entries);
    }
    // As long as it is open its log stays; who closes it last writes the log into the file.
    let logged = Files::read(&path);
    drop(store);
    let file = Files::read(&path);
    assert!(logged.log.len() > 20 * PAGE && file.log.is_empty() && file.base.len() > 8 * PAGE);
    Whole { file, logged, entries: entries.try_into().unwrap(), folder }
}

/// What became of one trial.
#[derive(Debug, Default)]
struct Seen {
    whole: usize,
    part: usize,
    refused: usize,
}

impl Whole {
    /// Opens, lists, reads and resumes: each gives whole lines that somebody wrote, or an error with its words.
    fn trial(&self, files: &Files, case: &str, seen: &mut Seen) -> [usize; 2] {
        let path = self.folder.path().join("trial.db");
        files.write(&path);
        let mut found = [0, 0];
        let store = match Sqlite::open(&path) {
            Ok(store) => store,
            Err(error) => {
                refused(&error, case, seen);
                return found;
            }
        };
        match store.list() {
            Ok(listed) => assert!(listed.len() <= IDS.len(), "{case}: {listed:?}"),
            Err(error) => refused(&error, case, seen),
        }
        for (at, (id, entries)) in IDS.into_iter().zip(&self.entries).enumerate() {
            let read = store.read(id);
            let resumed = store.resume(id).map(|kept| kept.lines);
            for lines in [read, resumed] {
                match lines {
                    Ok(lines) => {
                        let sound = sound(&lines);
                        assert_eq!(sound, entries[..sound.len()], "{case}: {id}");
                        match sound.len() == entries.len() {
                            true => seen.whole += 1,
                            false => seen.part += 1,
                        }
                        found[at] = sound.len();
                    }
                    Err(error) => refused(&error, case, seen),
                }
            }
        }
        found
    }
}

fn refused(error: &StoreError, case: &str, seen: &mut Seen) {
    let typed = matches!(
        error,
        StoreError::Database { .. }
            | StoreError::Foreign { .. }
            | StoreError::Newer { .. }
            | StoreError::Unknown { .. }
    );
    assert!(typed && !error.to_string().is_empty(), "{case}: {error:?}");
    seen.refused += 1;
}

/// Around every border, and 200 places more.
fn cuts(length: usize, borders: impl Iterator<Item = usize>) -> BTreeSet<usize> {
    let around = borders.flat_map(|border| [border.saturating_sub(1), border, border + 1]);
    let more = anywhere(200, length).map(|(at, _)| at);
    around.chain(more).filter(|at| *at < length).collect()
}

#[tokio::test]
async fn a_database_file_that_is_cut_anywhere_gives_whole_lines_or_a_typed_error() {
    let whole = whole().await;
    let length = whole.file.base.len();
    let mut seen = Seen::default();
    for cut in cuts(length, (0..length).step_by(PAGE)) {
        let files = Files { base: whole.file.base[..cut].to_vec(), ..whole.file.clone() };
        whole.trial(&files, &format!("file cut at {cut} of {length}"), &mut seen);
    }
    assert!(seen.refused > 0, "{seen:?}");
    let both = whole.trial(&whole.file, "the whole file", &mut seen);
    assert_eq!(both, whole.entries.each_ref().map(Vec::len));
}

#[tokio::test]
async fn a_log_that_is_cut_anywhere_gives_all_lines_that_were_committed_before() {
    let whole = whole().await;
    let (length, frame) = (whole.logged.log.len(), FRAME_HEAD + PAGE);
    let (mut seen, mut before) = (Seen::default(), [0, 0]);
    for cut in cuts(length, [0, LOG_HEAD].into_iter().chain((LOG_HEAD..length).step_by(frame))) {
        let files = Files { log: whole.logged.log[..cut].to_vec(), ..whole.logged.clone() };
        let found = whole.trial(&files, &format!("log cut at {cut} of {length}"), &mut seen);
        assert!(found[0] >= before[0] && found[1] >= before[1], "log cut at {cut}: {found:?} after {before:?}");
        before = found;
    }
    assert!(seen.part > 100, "{seen:?}");
    let both = whole.trial(&whole.logged, "the whole log", &mut seen);
    assert_eq!(both, whole.entries.each_ref().map(Vec::len));
}

#[tokio::test]
async fn a_bit_that_flips_anywhere_in_a_log_invents_nothing() {
    let whole = whole().await;
    let mut seen = Seen::default();
    for (at, bit) in anywhere(200, whole.logged.log.len()) {
        let mut files = whole.logged.clone();
        files.log[at] ^= bit;
        whole.trial(&files, &format!("bit {bit} of byte {at} of the log"), &mut seen);
    }
    assert!(seen.part > 100, "{seen:?}");
}
