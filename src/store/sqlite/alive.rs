//! A file that is locked as long as the one who made it lives; the system gives the lock back, however that ends.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

use crate::store::{lock::Locked, now_ms};

/// Ours. It goes away with us.
#[derive(Debug)]
pub(super) struct Token {
    name: String,
    path: PathBuf,
    _lock: Locked,
}

impl Token {
    /// A file that nobody had before, locked before anybody can read its name anywhere.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        fs::create_dir_all(folder)?;
        let name = format!("{}-{:x}-{:x}", process::id(), now_ms(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = folder.join(&name);
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        let lock = Locked::alone(file)?.ok_or(io::ErrorKind::WouldBlock)?;
        Ok(Self { name, path, _lock: lock })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        // One that stays is found dead and removed by whoever looks.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether the maker of a file of this name lives. When that cannot be told, it does: two writers are worse than none.
pub(super) fn lives(folder: &Path, name: &str) -> bool {
    let ours = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-');
    if name.is_empty() || !name.bytes().all(ours) {
        return false;
    }
    let path = folder.join(name);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) => return error.kind() != io::ErrorKind::NotFound,
    };
    // Shared, so that two who look at once do not take each other for the maker.
    let taken = Locked::is_taken(file).unwrap_or(true);
    if !taken {
        let _ = fs::remove_file(&path);
    }
    taken
}
