//! Records as plain files in a folder: one JSON Lines file each, which every tool can read.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::UNIX_EPOCH,
};

use super::{
    Journal, Kept, Listed, Note, Store, StoreError,
    files::{read_text, read_whole},
    lock::Locked,
    names::{file_name, is_plain},
    now_ms,
};

mod journal;

use journal::FolderJournal;

/// The largest record that is read: 1 GiB.
pub(super) const MOST_RECORD_BYTES: u64 = 1 << 30;

/// The largest file beside a record that is read: 1 MiB.
const MOST_NOTE_BYTES: u64 = 1 << 20;

/// A folder of records: `ID.jsonl` for each, `ID.lock` that its writer holds, and `ID.notes/` for what others say to it.
///
/// An id that is no safe file name gets another one, and its own text stands in a file beside it. Links in the folder are
/// not followed.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A folder, which is made where it is missing.
    ///
    /// # Errors
    /// [`StoreError::File`] when it cannot be made.
    pub fn open(path: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let path = path.into();
        fs::create_dir_all(&path).map_err(at("make", &path))?;
        Ok(Self { path })
    }

    fn file(&self, id: &str, ending: &str) -> PathBuf {
        self.path.join(format!("{}.{ending}", file_name(id)))
    }

    /// The file of a record that is there.
    fn record(&self, id: &str) -> Result<PathBuf, StoreError> {
        let path = self.file(id, "jsonl");
        match kind(&path)? {
            Some(Kind::File) => Ok(path),
            Some(Kind::Other) => Err(at("open", &path)(not_a_file())),
            None => Err(StoreError::Unknown { id: id.to_owned(), store: self.path.display().to_string() }),
        }
    }

    /// Becomes the one writer. The system gives the lock back when the process ends, however it does.
    fn lock(&self, id: &str) -> Result<Locked, StoreError> {
        let path = self.file(id, "lock");
        if kind(&path)? == Some(Kind::Other) {
            return Err(at("lock", &path)(not_a_file()));
        }
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let Some(lock) = Locked::alone(open.map_err(at("lock", &path))?).map_err(at("lock", &path))? else {
            return Err(StoreError::Busy { id: id.to_owned(), holder: holder(&path) });
        };
        let mut file = lock.file();
        // Who it is helps whoever is refused; the lock holds without it.
        let _ = file.set_len(0).and_then(|()| write!(file, "process {}", std::process::id()));
        Ok(lock)
    }

    fn listed(&self, path: &Path) -> Result<Option<Listed>, StoreError> {
        let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { return Ok(None) };
        if kind(path)? != Some(Kind::File) {
            return Ok(None);
        }
        let id = read_text(&self.path.join(format!("{stem}.id")), MOST_NOTE_BYTES).unwrap_or_else(|_| stem.to_owned());
        let about = fs::metadata(path).map_err(at("read", path))?;
        let changed = about.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        let changed_ms = u64::try_from(changed.as_millis()).unwrap_or(u64::MAX);
        let lines = read_whole(path, MOST_RECORD_BYTES).map_err(at("read", path))?;
        let count = lines.iter().filter(|byte| **byte == b'\n').count();
        Ok(Some(Listed {
            writer: self.writer(&id),
            id,
            begun_ms: begun(&lines).unwrap_or(changed_ms),
            changed_ms,
            lines: u64::try_from(count).unwrap_or(u64::MAX),
        }))
    }

    /// Who writes, if anybody does. Looking does not keep anybody from writing.
    fn writer(&self, id: &str) -> Option<String> {
        let path = self.file(id, "lock");
        let file = File::open(&path).ok()?;
        Locked::is_taken(file).is_ok_and(|taken| taken).then(|| holder(&path))
    }
}

impl Store for Folder {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        let exists = || StoreError::Exists { id: id.to_owned(), store: self.path.display().to_string() };
        let path = self.file(id, "jsonl");
        if kind(&path)?.is_some() {
            return Err(exists());
        }
        let lock = self.lock(id)?;
        let file =
            OpenOptions::new().append(true).create_new(true).open(&path).map_err(|source| match source.kind() {
                io::ErrorKind::AlreadyExists => exists(),
                _ => at("create", &path)(source),
            })?;
        if !is_plain(id) {
            let named = self.file(id, "id");
            fs::write(&named, id).map_err(at("write to", &named))?;
        }
        // That the file is there has to last too; not every system can say so of a folder.
        let _ = File::open(&self.path).and_then(|folder| folder.sync_all());
        Ok(Box::new(FolderJournal::new(file, path, 0, lock, self.file(id, "notes"))))
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        let path = self.record(id)?;
        let lock = self.lock(id)?;
        let file = OpenOptions::new().read(true).append(true).open(&path).map_err(at("open", &path))?;
        let mut lines = Vec::new();
        (&file).take(MOST_RECORD_BYTES).read_to_end(&mut lines).map_err(at("read", &path))?;
        cut_torn_tail(&mut lines);
        let whole = u64::try_from(lines.len()).unwrap_or(u64::MAX);
        file.set_len(whole).and_then(|()| file.sync_all()).map_err(at("repair", &path))?;
        let journal = Box::new(FolderJournal::new(file, path, whole, lock, self.file(id, "notes")));
        Ok(Kept { lines, journal })
    }

    fn read(&self, id: &str) -> Result<Vec<u8>, StoreError> {
        let path = self.record(id)?;
        let mut lines = read_whole(&path, MOST_RECORD_BYTES).map_err(at("read", &path))?;
        cut_torn_tail(&mut lines);
        Ok(lines)
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let mut all = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(at("read", &self.path))? {
            let path = entry.map_err(at("read", &self.path))?.path();
            if path.extension().is_some_and(|ending| ending == "jsonl") {
                all.extend(self.listed(&path)?);
            }
        }
        all.sort_by(|a, b| b.begun_ms.cmp(&a.begun_ms).then_with(|| b.id.cmp(&a.id)));
        Ok(all)
    }

    fn post(&self, id: &str, note: &Note) -> Result<(), StoreError> {
        self.record(id)?;
        let folder = self.file(id, "notes");
        if kind(&folder)? == Some(Kind::File) || folder.is_symlink() {
            return Err(at("write to", &folder)(io::ErrorKind::NotADirectory.into()));
        }
        fs::create_dir_all(&folder).map_err(at("make", &folder))?;
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // Names are in the order of time, and no two posters share one.
        let name = format!("{:016x}-{count:08x}-{:x}", now_ms(), std::process::id());
        let (path, draft) = (folder.join(format!("{name}.json")), folder.join(format!("{name}.draft")));
        let written = serde_json::to_vec(note).map_err(io::Error::from).and_then(|text| {
            let mut file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
            file.write_all(&text)?;
            file.sync_all()?;
            fs::rename(&draft, &path)
        });
        written.map_err(at("write to", &path))
    }
}

/// What stands under a path; links are not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Other,
}

fn kind(path: &Path) -> Result<Option<Kind>, StoreError> {
    match path.symlink_metadata() {
        Ok(about) if about.is_file() => Ok(Some(Kind::File)),
        Ok(_) => Ok(Some(Kind::Other)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(at("open", path)(source)),
    }
}

pub(super) fn at(action: &'static str, path: &Path) -> impl Fn(io::Error) -> StoreError + use<> {
    let path = path.to_owned();
    move |source| StoreError::File { action, path: path.clone(), source }
}

fn not_a_file() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")
}

fn holder(lock: &Path) -> String {
    let said = read_text(lock, MOST_NOTE_BYTES).ok().filter(|text| text.starts_with("process "));
    said.unwrap_or_else(|| "another process".to_owned())
}

/// What stands behind the last newline was never whole.
pub(super) fn cut_torn_tail(lines: &mut Vec<u8>) {
    let whole = lines.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    lines.truncate(whole);
}

/// The time of the first line.
fn begun(lines: &[u8]) -> Option<u64> {
    #[derive(serde::Deserialize)]
    struct Head {
        at: u64,
    }
    let first = lines.split(|byte| *byte == b'\n').next()?;
    serde_json::from_slice::<Head>(first).ok().map(|head| head.at)
}
