//! A store whose n-th operation fails, to see what becomes of those who rely on it.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use async_trait::async_trait;

use super::{Journal, Kept, Listed, Note, Store, StoreError};

/// How long a fault lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lasts {
    Once,
    ForGood,
}

/// A store that fails as a full disk does, at the n-th line or flush of all its journals together.
///
/// Run the same thing with n = 1, 2, 3… until nothing fails any more, and look at what is left each time.
///
/// ```
/// use quorate::store::{Faulty, Journal as _, Shelf, Store as _, StoreError};
///
/// let store = Faulty::once(Shelf::default(), 2);
/// let mut journal = store.create("tea")?;
/// journal.append(b"{}\n")?;
/// assert!(journal.append(b"{}\n").is_err());
/// assert_eq!(store.read("tea")?, b"{}\n");
/// # Ok::<(), StoreError>(())
/// ```
#[derive(Debug)]
pub struct Faulty<S> {
    store: S,
    fault: Fault,
}

#[derive(Debug, Clone)]
struct Fault {
    nth: u64,
    lasts: Lasts,
    done: Arc<AtomicU64>,
}

impl Fault {
    fn next(&self, action: &'static str) -> Result<(), StoreError> {
        let number = self.done.fetch_add(1, Ordering::SeqCst) + 1;
        let fails = match self.lasts {
            Lasts::Once => number == self.nth,
            Lasts::ForGood => number >= self.nth,
        };
        match fails {
            true => {
                let source = io::Error::new(io::ErrorKind::StorageFull, "no space left, as was asked for");
                Err(StoreError::File { action, path: "a faulty store".into(), source })
            }
            false => Ok(()),
        }
    }
}

impl<S: Store> Faulty<S> {
    /// The n-th operation fails, from 1; those after it do not.
    pub fn once(store: S, nth: u64) -> Self {
        Self { store, fault: Fault { nth, lasts: Lasts::Once, done: Arc::default() } }
    }

    /// The n-th operation fails, from 1, and all after it.
    pub fn from(store: S, nth: u64) -> Self {
        Self { store, fault: Fault { nth, lasts: Lasts::ForGood, done: Arc::default() } }
    }

    /// How many lines and flushes there were, those that failed included.
    pub fn operations(&self) -> u64 {
        self.fault.done.load(Ordering::SeqCst)
    }

    /// The store behind it.
    pub const fn store(&self) -> &S {
        &self.store
    }

    fn wrap(&self, journal: Box<dyn Journal>) -> Box<dyn Journal> {
        Box::new(FaultyJournal { journal, fault: self.fault.clone() })
    }
}

impl<S: Store> Store for Faulty<S> {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        Ok(self.wrap(self.store.create(id)?))
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        let kept = self.store.resume(id)?;
        Ok(Kept { journal: self.wrap(kept.journal), ..kept })
    }

    fn read(&self, id: &str) -> Result<Vec<u8>, StoreError> {
        self.store.read(id)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        self.store.list()
    }

    fn post(&self, id: &str, note: &Note) -> Result<(), StoreError> {
        self.store.post(id, note)
    }
}

#[derive(Debug)]
struct FaultyJournal {
    journal: Box<dyn Journal>,
    fault: Fault,
}

#[async_trait]
impl Journal for FaultyJournal {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.fault.next("write to")?;
        self.journal.append(line)
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        self.fault.next("flush")?;
        self.journal.flush().await
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        self.journal.notes()
    }
}
