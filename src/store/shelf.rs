//! Records in memory, by id, for tests and for programs that keep them elsewhere.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;

use super::{Journal, Kept, Listed, Note, Store, StoreError, now_ms};

/// A store in memory. Clones share it.
///
/// ```
/// use quorate::store::{Journal as _, Shelf, Store as _, StoreError};
///
/// let shelf = Shelf::default();
/// shelf.create("tea")?.append(b"{}\n")?;
/// assert_eq!(shelf.read("tea")?, b"{}\n");
/// # Ok::<(), StoreError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Shelf {
    books: Arc<Mutex<BTreeMap<String, Book>>>,
}

/// One record.
#[derive(Debug, Default)]
struct Book {
    lines: Vec<u8>,
    count: u64,
    begun_ms: u64,
    changed_ms: u64,
    notes: Vec<Note>,
    writer: Option<Writer>,
}

/// That somebody writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Writer;

impl Shelf {
    fn books(&self) -> MutexGuard<'_, BTreeMap<String, Book>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, id: &str, act: impl FnOnce(&mut Book) -> Result<T, StoreError>) -> Result<T, StoreError> {
        match self.books().get_mut(id) {
            Some(book) => act(book),
            None => Err(StoreError::Unknown { id: id.to_owned(), store: "memory".to_owned() }),
        }
    }

    fn journal(&self, id: &str) -> Box<dyn Journal> {
        Box::new(ShelfJournal { shelf: self.clone(), id: id.to_owned(), given: 0 })
    }
}

impl Store for Shelf {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        let mut books = self.books();
        if books.contains_key(id) {
            return Err(StoreError::Exists { id: id.to_owned(), store: "memory".to_owned() });
        }
        let now = now_ms();
        let book = Book { begun_ms: now, changed_ms: now, writer: Some(Writer), ..Book::default() };
        books.insert(id.to_owned(), book);
        Ok(self.journal(id))
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        let lines = self.with(id, |book| match book.writer.replace(Writer) {
            Some(Writer) => Err(StoreError::Busy { id: id.to_owned(), holder: "this process".to_owned() }),
            None => Ok(book.lines.clone()),
        })?;
        Ok(Kept { lines, journal: self.journal(id) })
    }

    fn read(&self, id: &str) -> Result<Vec<u8>, StoreError> {
        self.with(id, |book| Ok(book.lines.clone()))
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let listed = |(id, book): (&String, &Book)| Listed {
            id: id.clone(),
            begun_ms: book.begun_ms,
            changed_ms: book.changed_ms,
            lines: book.count,
            writer: book.writer.map(|Writer| "this process".to_owned()),
        };
        let mut all: Vec<Listed> = self.books().iter().map(listed).collect();
        all.sort_by(|a, b| b.begun_ms.cmp(&a.begun_ms).then_with(|| b.id.cmp(&a.id)));
        Ok(all)
    }

    fn post(&self, id: &str, note: &Note) -> Result<(), StoreError> {
        self.with(id, |book| {
            book.notes.push(note.clone());
            Ok(())
        })
    }
}

#[derive(Debug)]
struct ShelfJournal {
    shelf: Shelf,
    id: String,
    /// Notes that were given and stay until the next flush.
    given: usize,
}

#[async_trait]
impl Journal for ShelfJournal {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.shelf.with(&self.id, |book| {
            book.lines.extend_from_slice(line);
            book.count += 1;
            book.changed_ms = now_ms();
            Ok(())
        })
    }

    async fn flush(&mut self) -> Result<(), StoreError> {
        let given = std::mem::take(&mut self.given);
        self.shelf.with(&self.id, |book| {
            book.notes.drain(..given.min(book.notes.len()));
            Ok(())
        })
    }

    fn notes(&mut self) -> Result<Vec<Note>, StoreError> {
        let given = self.given;
        let notes = self.shelf.with(&self.id, |book| Ok(book.notes.get(given..).unwrap_or_default().to_vec()))?;
        self.given += notes.len();
        Ok(notes)
    }
}

impl Drop for ShelfJournal {
    fn drop(&mut self) {
        if let Some(book) = self.shelf.books().get_mut(&self.id) {
            book.writer = None;
        }
    }
}
