//! A folder of its own for what a program does.

use std::{
    env,
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

/// A folder that nobody but this user can look into. It is removed, with everything in it, when this is dropped.
#[derive(Debug)]
pub(in crate::agent) struct Folder(PathBuf);

static COUNT: AtomicU64 = AtomicU64::new(0);

impl Folder {
    /// A new, empty one in the system's folder for temporary files.
    pub(in crate::agent) fn new() -> io::Result<Self> {
        // What another user put there is never taken over, so that a name that can be guessed does no harm.
        const TRIES: u32 = 64;
        let base = std::path::absolute(env::temp_dir())?;
        let mut tries = 0;
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().subsec_nanos();
            let path = base.join(format!("quorate-{}-{count}-{now:x}", process::id()));
            tries += 1;
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tries < TRIES => {}
                Err(error) => return Err(io::Error::new(error.kind(), format!("{}: {error}", path.display()))),
            }
        }
    }

    pub(in crate::agent) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file in it, and gives its path.
    pub(in crate::agent) fn write(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        let path = self.0.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&path)?;
        file.write_all(text.as_bytes())?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind lies in a folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_folder_is_ours_alone_and_goes_with_what_is_in_it() {
        let folder = Folder::new().unwrap();
        let file = folder.write("a/b.md", "text").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "text");
        assert_eq!(folder.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_ne!(folder.path(), Folder::new().unwrap().path());
        drop(folder);
        assert!(!file.exists());
    }
}
