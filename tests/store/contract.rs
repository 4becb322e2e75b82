//! All stores that ship pass the public suite, and the suite finds stores that break the contract.

use std::cell::Cell;

use async_trait::async_trait;
use quorate::store::{
    Faulty, Folder, Journal, Kept, Listed, Note, Shelf, Store, StoreError,
    conformance::{Breach, check},
};

#[tokio::test]
async fn the_shelf_passes() {
    check(Shelf::default).await.unwrap();
}

#[tokio::test]
async fn the_folder_passes() {
    let (root, count) = (tempfile::tempdir().unwrap(), Cell::new(0));
    let make = || {
        count.set(count.get() + 1);
        Folder::open(root.path().join(count.get().to_string())).unwrap()
    };
    check(make).await.unwrap();
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn the_database_passes_in_a_file_and_in_memory() {
    use quorate::store::Sqlite;
    let (root, count) = (tempfile::tempdir().unwrap(), Cell::new(0));
    let make = || {
        count.set(count.get() + 1);
        Sqlite::open(root.path().join(format!("{}.db", count.get()))).unwrap()
    };
    check(make).await.unwrap();
    check(|| Sqlite::memory().unwrap()).await.unwrap();
}

#[tokio::test]
async fn a_store_that_fails_is_found() {
    for nth in 1..20 {
        let breach = check(|| Faulty::once(Shelf::default(), nth)).await.unwrap_err();
        assert!(matches!(breach, Breach::Refused { .. }), "{breach}");
    }
}

/// How a store may break the contract.
#[derive(Debug, Clone, Copy)]
enum Flaw {
    /// A second writer is let in.
    Open,
    /// The last line is not given back.
    Forgets,
    /// Every note is given each time.
    Repeats,
    /// The list is empty.
    Hides,
}

#[derive(Debug)]
struct Flawed(Shelf, Flaw);

#[derive(Debug)]
struct Loose(Vec<u8>);

#[async_trait]
impl Journal for Loose {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.0.extend_from_slice(line);
        Ok(())
    }
}

#[derive(Debug)]
struct Repeating(Box<dyn Journal>, Vec<Note>);

#[async_trait]
impl Journal for Repeating {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.0.append(line)
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        self.1.extend(self.0.notes()?);
        Ok(self.1.clone())
    }
}

impl Store for Flawed {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        let journal = self.0.create(id)?;
        Ok(match self.1 {
            Flaw::Repeats => Box::new(Repeating(journal, Vec::new())),
            _ => journal,
        })
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        match self.1 {
            Flaw::Open => Ok(Kept { lines: self.0.read(id)?, journal: Box::new(Loose(Vec::new())) }),
            _ => self.0.resume(id),
        }
    }

    fn read(&self, id: &str) -> Result<Vec<u8>, StoreError> {
        let mut lines = self.0.read(id)?;
        if matches!(self.1, Flaw::Forgets) {
            lines.pop();
        }
        Ok(lines)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        match self.1 {
            Flaw::Hides => Ok(Vec::new()),
            _ => self.0.list(),
        }
    }

    fn post(&self, id: &str, note: &Note) -> Result<(), StoreError> {
        self.0.post(id, note)
    }
}

#[tokio::test]
async fn a_store_that_breaks_the_contract_is_found() {
    for flaw in [Flaw::Open, Flaw::Forgets, Flaw::Repeats, Flaw::Hides] {
        let breach = check(|| Flawed(Shelf::default(), flaw)).await.unwrap_err();
        assert!(matches!(breach, Breach::Differs { .. }), "{flaw:?}: {breach}");
    }
}
