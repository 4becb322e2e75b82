//! The tables, and which version of them a database has.

use std::{sync::Arc, thread, time::Duration};

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::PATIENCE;
use crate::store::StoreError;

/// The version of the tables that this one writes.
const VERSION: i64 = 1;

/// Marks the databases of ours: `QUOR`.
const APPLICATION: i64 = 0x5155_4f52;

/// How often the switch to a write-ahead log is tried while others hold the database, and the time between.
const SWITCHES: u32 = 200;
const PAUSE: Duration = Duration::from_millis(10);

const TABLES: &str = "
CREATE TABLE discussions (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    begun_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE lines (
    discussion INTEGER NOT NULL REFERENCES discussions (key),
    seq INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (discussion, seq)
) STRICT;
CREATE TABLE notes (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    discussion INTEGER NOT NULL REFERENCES discussions (key),
    note TEXT NOT NULL
) STRICT;
CREATE INDEX notes_of ON notes (discussion, key);
CREATE TABLE writers (
    discussion INTEGER PRIMARY KEY REFERENCES discussions (key),
    holder TEXT NOT NULL
) STRICT;
";

/// Id, begun, changed, number of lines and holder of each discussion, the newest first.
pub(super) const LIST: &str = "
SELECT id, begun_ms, changed_ms, (SELECT count(*) FROM lines WHERE discussion = key), holder
FROM discussions LEFT JOIN writers ON writers.discussion = discussions.key
ORDER BY begun_ms DESC, key DESC";

/// Makes a connection ready: waits for others, has the tables, and syncs what it commits.
pub(super) fn prepare(connection: &mut Connection, store: &str) -> Result<(), StoreError> {
    let failed = |source: rusqlite::Error| StoreError::Database {
        action: "open",
        store: store.to_owned(),
        source: Arc::new(source),
    };
    connection.busy_timeout(PATIENCE).map_err(failed)?;
    if Found::read(connection).map_err(failed)? == Found::Nothing {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        // Another process may have been faster.
        if Found::read(&transaction).map_err(failed)? == Found::Nothing {
            make(&transaction).map_err(failed)?;
        }
        transaction.commit().map_err(failed)?;
    }
    match Found::read(connection).map_err(failed)? {
        Found::Ours(VERSION) => {}
        Found::Ours(found) => return Err(StoreError::Newer { store: store.to_owned(), found, known: VERSION }),
        Found::Nothing | Found::Other => return Err(StoreError::Foreign { store: store.to_owned() }),
    }
    log_ahead(connection).map_err(failed)?;
    connection.pragma_update(None, "synchronous", "FULL").map_err(failed)
}

/// What a database holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Found {
    Nothing,
    /// Our tables, of this version.
    Ours(i64),
    Other,
}

impl Found {
    fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
        let version = number("PRAGMA user_version")?;
        let application = number("PRAGMA application_id")?;
        let tables = number("SELECT count(*) FROM sqlite_master")?;
        Ok(match (application, version, tables) {
            (0, 0, 0) => Self::Nothing,
            (APPLICATION, version, _) => Self::Ours(version),
            _ => Self::Other,
        })
    }
}

fn make(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(TABLES)?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", VERSION)
}

/// Switches to a write-ahead log, so that readers and the writer never wait for each other.
///
/// SQLite does not wait by itself while another process switches too.
fn log_ahead(connection: &Connection) -> rusqlite::Result<()> {
    let mode = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0));
    for _ in 0..SWITCHES {
        // A database in memory has no log and stays as it is.
        if matches!(mode("PRAGMA journal_mode")?.as_str(), "wal" | "memory") {
            return Ok(());
        }
        match mode("PRAGMA journal_mode = WAL") {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => thread::sleep(PAUSE),
            switched => return switched.map(|_| ()),
        }
    }
    mode("PRAGMA journal_mode = WAL").map(|_| ())
}
