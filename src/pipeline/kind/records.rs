//! Where the discussions of stages are kept: in the folder of the stage, and in a store beside it, line for line the same.

use std::{fmt, fs, path::Path, sync::Arc};

use super::KindError;
use crate::{
    manager::Observer,
    pipeline::{error::WorkError, work::Task},
    store::{Journal, Kept, Lines, Memory, Store, StoreError, Tee},
};

/// The record of a stage.
pub(super) const RECORD: &str = "record.jsonl";

/// Makes an observer for a discussion of this id.
type Watcher = Arc<dyn Fn(&str) -> Arc<dyn Observer> + Send + Sync>;

/// Where the discussions of a pipeline are kept beside the folders of its stages, so that other processes can speak to
/// them, and who watches them.
///
/// The discussion of the stage `review` has the id `PIPELINE.review`, that of its second item `PIPELINE.review.2`.
#[derive(Clone)]
pub struct Records {
    pipeline: Arc<str>,
    store: Option<Arc<dyn Store>>,
    watcher: Option<Watcher>,
}

impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("pipeline", &self.pipeline).field("store", &self.store).finish_non_exhaustive()
    }
}

impl Records {
    /// For a run of this id.
    #[must_use]
    pub fn of(pipeline: impl Into<Arc<str>>) -> Self {
        Self { pipeline: pipeline.into(), store: None, watcher: None }
    }

    /// Also kept in this store.
    #[must_use]
    pub fn kept_in(mut self, store: Arc<dyn Store>) -> Self {
        self.store = Some(store);
        self
    }

    /// Watched by what this makes for each discussion, by its id.
    #[must_use]
    pub fn watched(mut self, watcher: impl Fn(&str) -> Arc<dyn Observer> + Send + Sync + 'static) -> Self {
        self.watcher = Some(Arc::new(watcher));
        self
    }

    /// The same, watched by nobody.
    pub(super) fn unwatched(self) -> Self {
        Self { watcher: None, ..self }
    }

    pub(super) fn observer(&self, id: &str) -> Option<Arc<dyn Observer>> {
        self.watcher.as_ref().map(|watcher| watcher(id))
    }

    /// The id of a discussion that is held after so many others of the same stage and item.
    pub(super) fn id(&self, task: &Task<'_>, others: usize) -> String {
        let mut id = format!("{}.{}", self.pipeline, task.stage);
        if let Some(item) = task.item {
            id.push_str(&format!(".{}", item.index));
        }
        if others > 0 {
            id.push_str(&format!("-{}", others + 1));
        }
        id
    }

    /// Opens the record of a stage, in both places, as far as it goes.
    pub(super) fn open(&self, folder: Option<&Path>, id: &str) -> Result<Kept, WorkError> {
        let file = folder.map(file).transpose()?;
        let stored = self.store.as_ref().map(|store| stored(store.as_ref(), id)).transpose();
        let stored = stored.map_err(WorkError::lasting)?;
        match (file, stored) {
            (Some(file), Some(stored)) => level(stored, file).map_err(WorkError::lasting),
            (Some(one), None) | (None, Some(one)) => Ok(one),
            (None, None) => Ok(Kept { lines: Vec::new(), journal: Box::new(Memory) }),
        }
    }
}

/// How many records of earlier attempts were set aside in a folder.
pub(super) fn set_aside(folder: &Path) -> usize {
    (1..).take_while(|n| folder.join(aside(*n)).symlink_metadata().is_ok()).count()
}

/// Gives the record of an earlier attempt another name, so that nothing that was said is lost.
pub(super) fn put_aside(folder: &Path) -> Result<(), WorkError> {
    let (from, to) = (folder.join(RECORD), folder.join(aside(set_aside(folder) + 1)));
    fs::rename(&from, &to)
        .map_err(|source| WorkError::lasting(KindError::File { action: "rename", path: from, source }))
}

fn aside(n: usize) -> String {
    format!("record-{n}.jsonl")
}

fn file(folder: &Path) -> Result<Kept, WorkError> {
    let failed = |action, source| WorkError::lasting(KindError::File { action, path: folder.to_owned(), source });
    fs::create_dir_all(folder).map_err(|source| failed("make", source))?;
    let path = folder.join(RECORD);
    let opened = match path.symlink_metadata() {
        Ok(_) => Lines::resume(&path),
        Err(_) => Lines::create(&path).map(|journal| Kept { lines: Vec::new(), journal: Box::new(journal) }),
    };
    opened.map_err(WorkError::lasting)
}

fn stored(store: &dyn Store, id: &str) -> Result<Kept, StoreError> {
    match store.resume(id) {
        Err(StoreError::Unknown { .. }) => Ok(Kept { lines: Vec::new(), journal: store.create(id)? }),
        opened => opened,
    }
}

/// A process that is killed may have written to one place what it did not come to write to the other: that is made good.
/// Where the two tell of different things the folder is what counts.
fn level(mut stored: Kept, mut file: Kept) -> Result<Kept, StoreError> {
    if let Some(more) = file.lines.strip_prefix(stored.lines.as_slice()) {
        add(&mut stored.journal, more)?;
    } else if let Some(more) = stored.lines.strip_prefix(file.lines.as_slice()) {
        add(&mut file.journal, more)?;
        file.lines.clone_from(&stored.lines);
    } else {
        return Ok(file);
    }
    Ok(Kept { lines: file.lines, journal: Box::new(Tee::new(stored.journal, file.journal)) })
}

fn add(journal: &mut Box<dyn Journal>, lines: &[u8]) -> Result<(), StoreError> {
    lines.split_inclusive(|byte| *byte == b'\n').try_for_each(|line| journal.append(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Shelf;

    fn both(stored: &str, file: &str) -> (String, String, String) {
        let (shelf, folder) = (Shelf::default(), tempfile::tempdir().unwrap());
        shelf.create("p.s").unwrap().append(stored.as_bytes()).unwrap();
        fs::write(folder.path().join(RECORD), file).unwrap();
        let mut kept = Records::of("p").kept_in(Arc::new(shelf.clone())).open(Some(folder.path()), "p.s").unwrap();
        kept.journal.append(b"new\n").unwrap();
        drop(kept.journal);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let in_file = fs::read(folder.path().join(RECORD)).unwrap();
        (text(kept.lines), text(shelf.read("p.s").unwrap()), text(in_file))
    }

    #[test]
    fn what_one_place_lacks_is_made_good_from_the_other() {
        let whole = "a\nb\nnew\n".to_owned();
        for (stored, file) in [("a\nb\n", "a\n"), ("a\n", "a\nb\n"), ("a\nb\n", "a\nb\n"), ("", "a\nb\n")] {
            let (lines, in_store, in_file) = both(stored, file);
            assert_eq!((lines.as_str(), &in_store, &in_file), ("a\nb\n", &whole, &whole), "{stored:?} {file:?}");
        }
    }

    #[test]
    fn the_folder_counts_where_the_store_tells_of_something_else() {
        let (lines, in_store, in_file) = both("x\n", "a\n");
        assert_eq!([lines, in_store, in_file], ["a\n", "x\n", "a\nnew\n"]);
    }
}
