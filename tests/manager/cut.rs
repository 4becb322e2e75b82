//! A record that is cut anywhere, and gone on with by the store that keeps it: the same end as if nobody had cut it.
//!
//! Resumed are every byte of the last lines and the bytes around every border of lines; `QUORATE_CUTS=all` takes every
//! byte of the whole record, which takes half an hour.

use std::{collections::BTreeSet, env, fs};

use quorate::{
    Discussion, Finished,
    manager::Recorded,
    store::{Folder, Store},
};

use super::{
    resume::{SEATS, assert_same, says},
    table::{checked, table},
};

const ROUNDS: u32 = 5;
/// Lines at the end that are cut at every byte.
const LAST: usize = 3;

fn discussion() -> Discussion {
    table(&SEATS, says).0.min_rounds(ROUNDS).max_rounds(ROUNDS)
}

/// Where lines end.
fn borders(lines: &[u8]) -> Vec<usize> {
    (1..=lines.len()).filter(|at| lines[at - 1] == b'\n').collect()
}

fn cuts(lines: &[u8]) -> BTreeSet<usize> {
    if env::var("QUORATE_CUTS").is_ok_and(|which| which == "all") {
        return (0..=lines.len()).collect();
    }
    let borders = borders(lines);
    let tail = borders[borders.len() - 1 - LAST]..=lines.len();
    let around = borders.iter().flat_map(|border| [border - 1, *border, border + 1]);
    around.chain([0, 1]).chain(tail).filter(|at| *at <= lines.len()).collect()
}

async fn gone_on(lines: &[u8], whole: &Finished, cut: usize) {
    let folder = tempfile::tempdir().unwrap();
    let store = Folder::open(folder.path()).unwrap();
    let path = folder.path().join("tea.jsonl");
    fs::write(&path, &lines[..cut]).unwrap();
    let kept = store.resume("tea").unwrap();
    let recorded = Recorded::read(&kept.lines);
    let sound = lines[..cut].iter().filter(|byte| **byte == b'\n').count();
    assert_eq!((recorded.entries.len(), &recorded.broken), (sound, &None), "cut at byte {cut}");
    assert_eq!(recorded.entries, whole.entries[..sound], "cut at byte {cut}");
    let again = discussion().resume(recorded).journal(kept.journal).run().await.unwrap();
    assert_same(&again, whole, &format!("cut at byte {cut}"));
    assert_eq!(fs::read(&path).unwrap(), again.lines().unwrap(), "cut at byte {cut}: the record is whole");
}

#[tokio::test(start_paused = true)]
async fn wherever_the_tail_is_cut_off_the_store_goes_on_to_the_same_record_and_outcome() {
    let whole = checked(discussion().run().await.unwrap());
    let lines = whole.lines().unwrap();
    assert!(whole.entries.len() > 80, "four seats and five rounds: {}", whole.entries.len());
    let cuts = cuts(&lines);
    assert!(cuts.len() > 3 * whole.entries.len());
    for cut in cuts {
        gone_on(&lines, &whole, cut).await;
    }
}
