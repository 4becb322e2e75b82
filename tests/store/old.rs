//! What earlier versions wrote: every kind of event, records that broke off, and a database of the first schema.
//!
//! The files stay as they are. Who changes a prompt, a reading or a decision adds a record of before that change, and
//! says here what becomes of the old one.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use quorate::{
    Discussion, Finished,
    agent::Agent,
    manager::Recorded,
    store::Journal,
    strategies::{catalog::Catalog, event::Event, prelude::*},
};

use crate::manager::table::{Act, Log, Player, checked};

fn fixtures(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/records").join(kind)
}

/// All records of the first format, by name.
fn records() -> Vec<(String, Recorded)> {
    let mut all: Vec<(String, Recorded)> = fs::read_dir(fixtures("format-1"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, Recorded::read(&fs::read(path).unwrap()))
        })
        .collect();
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}

/// The discussion of a record, and what its seats are asked: each answers the same.
fn table(recorded: &Recorded) -> (Discussion, Log) {
    let log = Log::default();
    let player: Arc<dyn Agent> = Arc::new(Player::new(&log, |_| Act::from("Tea, then. [STANCE: AGREE]")));
    (recorded.discussion(&Catalog::builtin(), |_| Arc::clone(&player)).unwrap(), log)
}

fn name(event: &Event) -> String {
    serde_json::to_value(event).unwrap()["event"].as_str().unwrap().to_owned()
}

#[test]
fn records_of_every_kind_of_event_are_read_and_replayed_without_a_call() {
    let mut seen = BTreeSet::new();
    for (of, recorded) in records() {
        assert_eq!(recorded.broken, None, "{of}");
        seen.extend(recorded.entries.iter().map(|entry| name(&entry.event)));
        let (discussion, log) = table(&recorded);
        let replayed = recorded.replay(&discussion).unwrap_or_else(|error| panic!("{of}: {error}"));
        assert_eq!((replayed.events, replayed.readings_skipped, log.calls()), (recorded.entries.len(), 0, 0), "{of}");
        assert!(replayed.readings > 0, "{of}");
    }
    let kinds = [
        "created",
        "seated",
        "round_opened",
        "stepped",
        "asked",
        "answered",
        "ended",
        "late",
        "interjected",
        "limit_reached",
        "reserved",
        "spent",
        "settled",
        "paused",
        "resumed",
        "reopened",
        "gate_opened",
        "gate_answered",
        "vetoed",
        "cancelled",
        "judged",
        "put_to_vote",
        "round_closed",
        "closing",
        "concluded",
        "result",
    ];
    let missing: Vec<&str> = kinds.into_iter().filter(|kind| !seen.contains(*kind)).collect();
    assert!(missing.is_empty(), "no record holds {missing:?}");
}

/// Ends it, and gives how often somebody was asked.
async fn ended(recorded: Recorded, journal: Option<Box<dyn Journal>>) -> (Finished, usize) {
    let (discussion, log) = table(&recorded);
    let discussion = match journal {
        Some(journal) => discussion.journal(journal),
        None => discussion,
    };
    (checked(discussion.resume(recorded).run().await.unwrap()), log.calls())
}

#[tokio::test(start_paused = true)]
async fn records_that_broke_off_or_were_stopped_go_on() {
    let mut gone_on = 0;
    for (of, recorded) in records().into_iter().filter(|(_, recorded)| recorded.ended().is_none()) {
        // A turn that was called off is asked once more where the discussion goes on in its round.
        let ended_before = |turn: &&Turn| turn.end.as_ref().is_some_and(|end| end.how != Ending::Cancelled);
        let asked_before = recorded.state.turns().iter().filter(ended_before).count();
        let stopped = recorded.state.concluded().is_some();
        let (done, calls) = ended(recorded, None).await;
        assert!(done.result().is_some(), "{of}");
        assert_ne!(done.outcome.stop, StopReason::Cancelled, "{of}");
        assert_eq!(calls, done.state.turns().len() - asked_before, "{of}");
        assert_eq!(done.entries.iter().any(|one| matches!(one.event, Event::Reopened { .. })), stopped, "{of}");
        gone_on += 1;
    }
    assert_eq!(gone_on, 2, "one was killed and one was cancelled");
}

#[cfg(feature = "sqlite")]
#[tokio::test(start_paused = true)]
async fn a_database_of_the_first_schema_is_listed_read_and_written_to() {
    use quorate::store::{Sqlite, Store as _};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.db");
    fs::copy(fixtures("schema-1").join("kept.db"), &path).unwrap();
    let store = Sqlite::open(&path).unwrap();
    let listed = store.list().unwrap();
    assert_eq!(listed.len(), 2);
    for one in &listed {
        assert_eq!(one.writer, None, "who was killed writes no more");
        let recorded = Recorded::read(&store.read(&one.id).unwrap());
        assert_eq!((recorded.broken.clone(), recorded.entries.len() as u64), (None, one.lines));
        let (discussion, log) = table(&recorded);
        recorded.replay(&discussion).unwrap();
        assert_eq!(log.calls(), 0);
    }
    // The newer one was killed in its last turn.
    let [killed, final_] = [&listed[0].id, &listed[1].id];
    assert!(Recorded::read(&store.read(final_).unwrap()).ended().is_some());
    let kept = store.resume(killed).unwrap();
    let (done, calls) = ended(Recorded::read(&kept.lines), Some(kept.journal)).await;
    assert_eq!(calls, 1);
    assert_eq!(store.read(killed).unwrap(), done.lines().unwrap());
    drop(store);
    assert_eq!(Sqlite::open(&path).unwrap().read(killed).unwrap(), done.lines().unwrap());
}
