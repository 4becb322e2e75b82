//! Who may write to which discussion: one at a time, and nobody who is dead.

use std::{
    collections::HashSet,
    path::PathBuf,
    process,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rusqlite::{ErrorCode, OptionalExtension as _, Transaction, TransactionBehavior, params};

use super::{
    Base,
    alive::{Token, lives},
};
use crate::store::{StoreError, now_ms};

/// The holder's name in a database that no other process sees.
const ALONE: &str = "0";

/// The claims of this store.
#[derive(Debug)]
pub(super) struct Claims {
    /// Where writers keep the files that show that they live; none for a database in memory.
    writers: Option<PathBuf>,
    /// Made with the first claim: who only reads leaves no trace.
    token: Mutex<Option<Token>>,
    /// Discussions that journals of this store write to.
    live: Mutex<HashSet<i64>>,
}

impl Claims {
    pub(super) fn new(writers: Option<PathBuf>) -> Self {
        Self { writers, token: Mutex::default(), live: Mutex::default() }
    }

    /// Who a holder is, in words, if it lives.
    pub(super) fn alive(&self, holder: &str) -> Option<String> {
        let lives = self.is_me(holder) || self.writers.as_ref().is_some_and(|folder| lives(folder, holder));
        let pid = holder.split('-').next().unwrap_or_default();
        lives.then(|| match self.writers {
            Some(_) => format!("process {pid}"),
            None => format!("process {}", process::id()),
        })
    }

    /// The name under which this store claims.
    fn me(&self) -> Result<String, StoreError> {
        let Some(folder) = &self.writers else { return Ok(ALONE.to_owned()) };
        let mut token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(token) = token.as_ref() {
            return Ok(token.name().to_owned());
        }
        let made = Token::new(folder).map_err(|source| StoreError::File {
            action: "make a lock in",
            path: folder.clone(),
            source,
        })?;
        Ok(token.insert(made).name().to_owned())
    }

    fn is_me(&self, holder: &str) -> bool {
        match &self.writers {
            Some(_) => {
                let token = self.token.lock().unwrap_or_else(PoisonError::into_inner);
                token.as_ref().is_some_and(|token| token.name() == holder)
            }
            None => holder == ALONE,
        }
    }

    fn live(&self) -> MutexGuard<'_, HashSet<i64>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The journal is gone.
    pub(super) fn left(&self, key: i64) {
        self.live().remove(&key);
    }
}

impl Base {
    /// Makes a discussion and claims it.
    pub(super) fn create(&self, id: &str) -> Result<i64, StoreError> {
        let (me, now) = (self.claims.me()?, i64::try_from(now_ms()).unwrap_or(i64::MAX));
        let make = |transaction: &Transaction<'_>| -> rusqlite::Result<i64> {
            let new = "INSERT INTO discussions (id, begun_ms, changed_ms) VALUES (?1, ?2, ?2)";
            transaction.execute(new, params![id, now])?;
            let key = transaction.last_insert_rowid();
            transaction.execute("INSERT INTO writers (discussion, holder) VALUES (?1, ?2)", params![key, me])?;
            Ok(key)
        };
        let made = self.transaction(make).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => StoreError::Exists { id: id.to_owned(), store: self.name.clone() },
            _ => self.failed("write to")(error),
        })?;
        self.claims.live().insert(made);
        Ok(made)
    }

    /// Claims a discussion that is there.
    pub(super) fn claim(&self, id: &str, key: i64) -> Result<(), StoreError> {
        let me = self.claims.me()?;
        let busy = |holder: String| StoreError::Busy { id: id.to_owned(), holder };
        // In this process first: the row says only which store it is.
        if !self.claims.live().insert(key) {
            return Err(busy(format!("process {}", process::id())));
        }
        // Lines of a journal that was dropped may still be on their way.
        self.writer.catch_up();
        let claim = |transaction: &Transaction<'_>| -> rusqlite::Result<Option<String>> {
            let holder = "SELECT holder FROM writers WHERE discussion = ?1";
            let holder: Option<String> = transaction.query_row(holder, [key], |row| row.get(0)).optional()?;
            let other = holder.filter(|holder| *holder != me).and_then(|holder| self.claims.alive(&holder));
            if other.is_none() {
                let take = "INSERT OR REPLACE INTO writers (discussion, holder) VALUES (?1, ?2)";
                transaction.execute(take, params![key, me])?;
            }
            Ok(other)
        };
        let claimed = self.transaction(claim).map_err(self.failed("write to"));
        let refused = claimed.map(|other| other.map(busy));
        match refused {
            Ok(None) => Ok(()),
            Ok(Some(error)) | Err(error) => {
                self.claims.left(key);
                Err(error)
            }
        }
    }

    fn transaction<T>(&self, act: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        let mut desk = self.desk();
        let transaction = desk.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = act(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}
