//! The database as others may find or leave it: a newer one, one of something else, and lines that cannot be written.

use quorate::store::{Sqlite, Store, StoreError};
use rusqlite::Connection;

use super::kept;

#[tokio::test]
async fn a_database_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.db");
    kept(&Sqlite::open(&path).unwrap(), "tea").await.unwrap();
    let raw = Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", 2).unwrap();
    let error = Sqlite::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 2, known: 1, .. }), "{error}");
    assert!(error.to_string().contains("use a newer quorate"), "{error}");
}

#[test]
fn a_database_of_something_else_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.db");
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE mine (a)").unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = Sqlite::open(&path).unwrap_err();
    assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
    let text = folder.path().join("text.db");
    std::fs::write(&text, "this is no database, and long enough to be sure of that".repeat(40)).unwrap();
    let error = Sqlite::open(&text).unwrap_err();
    assert!(error.to_string().contains("not a database"), "{error}");
}

/// Both lines are on their way to the same commit; what one of them breaks is no matter of the other's.
#[tokio::test]
async fn a_discussion_whose_line_is_refused_takes_down_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.db");
    let store = Sqlite::open(&path).unwrap();
    let (mut tea, mut coffee) = (store.create("tea").unwrap(), store.create("coffee").unwrap());
    Connection::open(&path)
        .unwrap()
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON lines WHEN NEW.bytes = CAST('bad' AS BLOB)
             BEGIN SELECT RAISE(ABORT, 'no space left'); END",
        )
        .unwrap();
    for line in ["one\n", "bad", "three\n"] {
        tea.append(line.as_bytes()).unwrap();
        coffee.append(line.replace("bad", "two\n").as_bytes()).unwrap();
    }
    let (told, kept) = (tea.flush().await, coffee.flush().await);
    kept.unwrap();
    let error = told.unwrap_err();
    assert!(matches!(&error, StoreError::Database { .. }) && error.to_string().contains("no space left"), "{error}");
    assert!(tea.flush().await.is_err(), "it stays told");
    assert_eq!(store.read("coffee").unwrap(), b"one\ntwo\nthree\n");
    assert_eq!(store.read("tea").unwrap(), b"one\n", "nothing follows a line that is missing");
    drop(tea);
    let mut kept = store.resume("tea").unwrap();
    kept.journal.append(b"two\n").unwrap();
    kept.journal.flush().await.unwrap();
    assert_eq!(store.read("tea").unwrap(), b"one\ntwo\n");
}

/// The last line of defence: whatever goes wrong with claims, no number is given twice.
#[tokio::test]
async fn a_number_that_is_taken_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.db");
    let store = Sqlite::open(&path).unwrap();
    let mut journal = store.create("tea").unwrap();
    journal.append(b"one\n").unwrap();
    journal.flush().await.unwrap();
    let intruder = "INSERT INTO lines (discussion, seq, bytes) VALUES (1, 2, CAST('theirs' AS BLOB))";
    Connection::open(&path).unwrap().execute(intruder, []).unwrap();
    journal.append(b"two\n").unwrap();
    let error = journal.flush().await.unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
    assert_eq!(store.read("tea").unwrap(), b"one\ntheirs");
}

#[tokio::test]
async fn looking_leaves_no_trace_of_a_writer() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("q.db");
    let store = Sqlite::open(&path).unwrap();
    store.list().unwrap();
    assert!(store.read("tea").is_err());
    let writers = folder.path().join("q.db-writers");
    assert!(!writers.exists());
    kept(&store, "tea").await.unwrap();
    assert_eq!(std::fs::read_dir(&writers).unwrap().count(), 1);
    drop(store);
    assert_eq!(std::fs::read_dir(&writers).unwrap().count(), 0);
}
