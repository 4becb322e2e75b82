//! A thousand live discussions in one process, all of them kept in one file.

use quorate::{
    store::{Sqlite, Store},
    strategies::record::Reader,
};

use super::talk;

const MANY: usize = 1000;

#[tokio::test]
async fn a_thousand_discussions_are_kept_in_one_file_while_they_run_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path().join("q.db")).unwrap();
    let mut running = tokio::task::JoinSet::new();
    for number in 0..MANY {
        let id = number.to_string();
        let discussion = talk(&id).journal(store.create(&id).unwrap());
        running.spawn(async move { (id, discussion.run().await.unwrap()) });
    }
    assert_eq!(store.list().unwrap().iter().filter(|one| one.writer.is_some()).count(), MANY);
    let ended = running.join_all().await;
    assert_eq!(ended.len(), MANY);
    let lines: usize = ended.iter().map(|(_, finished)| finished.entries.len()).sum();
    // Each waits for its lines several times; they wait together.
    assert!(store.commits() * 4 < lines as u64, "{} commits for {lines} lines", store.commits());
    for (id, finished) in ended {
        let lines = store.read(&id).unwrap();
        let read: Result<Vec<_>, _> = Reader::new(&lines).collect();
        assert_eq!(read.unwrap(), finished.entries, "{id}");
    }
    // Claims are given back by the thread that writes, so the next owner may come at once.
    assert!(store.resume("999").is_ok());
}
