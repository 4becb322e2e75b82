//! Records in an SQLite database: many discussions in one file, and one commit for the lines of many.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use rusqlite::{Connection, OptionalExtension as _, params};

use super::{Journal, Kept, Listed, Note, Store, StoreError};

mod alive;
mod claim;
mod journal;
mod schema;
mod writer;

use claim::Claims;
use journal::SqliteJournal;
use writer::Writer;

/// How long one process waits while another one commits.
const PATIENCE: Duration = Duration::from_secs(20);

/// A store in one SQLite database.
///
/// Lines are written by one thread, which takes what all discussions have for it and commits that at once, so that a
/// thousand discussions share a write to the disk. A line that was flushed survives a power failure.
///
/// The one writer of a discussion is whoever holds its claim: a row that names a file which the owner keeps locked as long
/// as it lives (`NAME.db-writers/`). The system gives the lock back however the process ends, so nobody is taken for
/// alive by a number that was used again.
#[derive(Clone)]
pub struct Sqlite {
    base: Arc<Base>,
}

/// What a store and its journals share.
struct Base {
    /// The store, in words.
    name: String,
    /// Claims, lists, reads and notes.
    desk: Arc<Mutex<Connection>>,
    /// Before the claims: what is on its way is written while they are ours.
    writer: Writer,
    claims: Claims,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sqlite").field("name", &self.base.name).finish_non_exhaustive()
    }
}

impl Base {
    fn desk(&self) -> MutexGuard<'_, Connection> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, action: &'static str) -> impl Fn(rusqlite::Error) -> StoreError {
        move |source| StoreError::Database { action, store: self.name.clone(), source: Arc::new(source) }
    }
}

impl Sqlite {
    /// A database file, which is made where it is missing.
    ///
    /// # Errors
    /// [`StoreError::Database`] when it cannot be opened, [`StoreError::Newer`] when a later version made it,
    /// [`StoreError::Foreign`] when it holds something else.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let open = || -> Result<Connection, StoreError> {
            let failed =
                |source| StoreError::Database { action: "open", store: name.clone(), source: Arc::new(source) };
            let mut connection = Connection::open(path).map_err(failed)?;
            schema::prepare(&mut connection, &name)?;
            Ok(connection)
        };
        let (desk, writing) = (open()?, open()?);
        // A claim that is lost with the power was a claim of nobody; lines are synced by the connection that writes them.
        let relaxed = desk.pragma_update(None, "synchronous", "NORMAL");
        relaxed.map_err(|source| StoreError::Database {
            action: "open",
            store: name.clone(),
            source: Arc::new(source),
        })?;
        let mut writers = path.as_os_str().to_owned();
        writers.push("-writers");
        Self::new(name, Arc::new(Mutex::new(desk)), Arc::new(Mutex::new(writing)), Some(writers.into()))
    }

    /// A database in memory, which goes away with the last clone and journal.
    ///
    /// # Errors
    /// [`StoreError::Database`] when there is not even memory.
    pub fn memory() -> Result<Self, StoreError> {
        let name = ":memory:".to_owned();
        let failed = |source| StoreError::Database { action: "open", store: name.clone(), source: Arc::new(source) };
        let mut connection = Connection::open_in_memory().map_err(failed)?;
        schema::prepare(&mut connection, &name)?;
        let shared = Arc::new(Mutex::new(connection));
        Self::new(name, Arc::clone(&shared), shared, None)
    }

    /// How many commits this store has made for the lines of its discussions: fewer than lines, as many share one.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.base.writer.commits()
    }

    fn new(
        name: String,
        desk: Arc<Mutex<Connection>>,
        writing: Arc<Mutex<Connection>>,
        writers: Option<PathBuf>,
    ) -> Result<Self, StoreError> {
        let writer = Writer::start(writing).map_err(|source| StoreError::File {
            action: "start a thread that writes to",
            path: name.clone().into(),
            source,
        })?;
        Ok(Self { base: Arc::new(Base { name, desk, claims: Claims::new(writers), writer }) })
    }

    fn unknown(&self, id: &str) -> StoreError {
        StoreError::Unknown { id: id.to_owned(), store: self.base.name.clone() }
    }

    fn key(&self, id: &str) -> Result<i64, StoreError> {
        let found = self.base.desk().query_row("SELECT key FROM discussions WHERE id = ?1", [id], |row| row.get(0));
        found.optional().map_err(self.base.failed("read"))?.ok_or_else(|| self.unknown(id))
    }

    fn lines(&self, key: i64) -> Result<(Vec<u8>, i64), StoreError> {
        let read = || -> rusqlite::Result<(Vec<u8>, i64)> {
            let desk = self.base.desk();
            let mut query = desk.prepare("SELECT seq, bytes FROM lines WHERE discussion = ?1 ORDER BY seq")?;
            let mut rows = query.query([key])?;
            let (mut lines, mut last) = (Vec::new(), 0);
            while let Some(row) = rows.next()? {
                last = row.get(0)?;
                lines.extend_from_slice(row.get_ref(1)?.as_blob()?);
            }
            Ok((lines, last))
        };
        read().map_err(self.base.failed("read"))
    }

    fn journal(&self, id: &str, key: i64, last: i64) -> Box<dyn Journal> {
        Box::new(SqliteJournal::new(Arc::clone(&self.base), id, key, last))
    }
}

impl Store for Sqlite {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        let key = self.base.create(id)?;
        Ok(self.journal(id, key, 0))
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        let key = self.key(id)?;
        self.base.claim(id, key)?;
        // From here on dropping it gives the claim back.
        let unread = SqliteJournal::new(Arc::clone(&self.base), id, key, 0);
        let (lines, last) = self.lines(key)?;
        Ok(Kept { lines, journal: Box::new(unread.after(last)) })
    }

    fn read(&self, id: &str) -> Result<Vec<u8>, StoreError> {
        Ok(self.lines(self.key(id)?)?.0)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let read = || -> rusqlite::Result<Vec<(Listed, Option<String>)>> {
            let desk = self.base.desk();
            let mut query = desk.prepare(schema::LIST)?;
            let rows = query.query_map([], |row| {
                let number =
                    |at: usize| -> rusqlite::Result<u64> { Ok(u64::try_from(row.get::<_, i64>(at)?).unwrap_or(0)) };
                let (begun_ms, changed_ms, lines) = (number(1)?, number(2)?, number(3)?);
                Ok((Listed { id: row.get(0)?, begun_ms, changed_ms, lines, writer: None }, row.get(4)?))
            })?;
            rows.collect()
        };
        let rows = read().map_err(self.base.failed("read"))?;
        Ok(rows
            .into_iter()
            .map(|(listed, holder)| {
                let writer = holder.and_then(|holder| self.base.claims.alive(&holder));
                Listed { writer, ..listed }
            })
            .collect())
    }

    fn post(&self, id: &str, note: &Note) -> Result<(), StoreError> {
        let key = self.key(id)?;
        let text = serde_json::to_string(note).map_err(|source| StoreError::Database {
            action: "write to",
            store: self.base.name.clone(),
            source: Arc::new(source),
        })?;
        let posted =
            self.base.desk().execute("INSERT INTO notes (discussion, note) VALUES (?1, ?2)", params![key, text]);
        posted.map(|_| ()).map_err(self.base.failed("write to"))
    }
}
