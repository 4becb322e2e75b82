//! Damaged records: cut to the last whole line, or an error that names the place; never an event that nobody recorded.

use std::fs;

use quorate::store::{Folder, Store};

use super::{kept, sound};

/// Positions and bits in a fixed order without a pattern.
pub(super) fn anywhere(count: u64, below: usize) -> impl Iterator<Item = (usize, u8)> {
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    (0..count).map(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let at = usize::try_from(state >> 8).unwrap_or(0) % below;
        (at, 1 << (state % 8))
    })
}

#[tokio::test]
async fn a_record_that_is_cut_anywhere_in_its_last_lines_goes_on_after_the_last_whole_one() {
    let folder = tempfile::tempdir().unwrap();
    let store = Folder::open(folder.path()).unwrap();
    let entries = kept(&store, "tea").await.unwrap().entries;
    let path = folder.path().join("tea.jsonl");
    let whole = fs::read(&path).unwrap();
    let ends: Vec<usize> = (1..=whole.len()).filter(|at| whole[at - 1] == b'\n').collect();
    for cut in ends[ends.len() - 4]..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let lines = ends.iter().filter(|end| **end <= cut).count();
        assert_eq!(sound(&store.read("tea").unwrap()), entries[..lines], "cut at {cut}");
        let mut kept = store.resume("tea").unwrap();
        assert_eq!(kept.lines, whole[..ends[lines - 1]], "cut at {cut}");
        kept.journal.append(&whole[kept.lines.len()..]).unwrap();
        kept.journal.flush().await.unwrap();
        drop(kept);
        assert_eq!(fs::read(&path).unwrap(), whole, "what follows follows a whole line");
    }
}

#[tokio::test]
async fn a_bit_that_flips_anywhere_in_a_file_invents_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = Folder::open(folder.path()).unwrap();
    let entries = kept(&store, "tea").await.unwrap().entries;
    let path = folder.path().join("tea.jsonl");
    let whole = fs::read(&path).unwrap();
    for (at, bit) in anywhere(1000, whole.len()) {
        let mut changed = whole.clone();
        changed[at] ^= bit;
        fs::write(&path, &changed).unwrap();
        let read = sound(&store.resume("tea").unwrap().lines);
        let line = whole[..at].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(read, entries[..line], "bit {bit} of byte {at}");
    }
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn a_bit_that_flips_anywhere_in_a_database_invents_nothing() {
    use quorate::store::Sqlite;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole.db");
    let entries = kept(&Sqlite::open(&path).unwrap(), "tea").await.unwrap().entries;
    let whole = fs::read(&path).unwrap();
    let (mut refused, mut read) = (0, 0);
    for (number, (at, bit)) in anywhere(1_000, whole.len()).enumerate() {
        let mut changed = whole.clone();
        changed[at] ^= bit;
        let path = folder.path().join(format!("{number}.db"));
        fs::write(&path, &changed).unwrap();
        match Sqlite::open(&path).and_then(|store| store.resume("tea")) {
            Ok(kept) => {
                let found = sound(&kept.lines);
                assert_eq!(found, entries[..found.len()], "bit {bit} of byte {at}");
                read += 1;
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                refused += 1;
            }
        }
        fs::remove_file(&path).unwrap();
    }
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}
