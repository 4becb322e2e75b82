//! Looks for a program before anything is spent.

use std::{
    env, fs,
    os::unix::fs::PermissionsExt as _,
    path::{self, Path, PathBuf},
};

use quorate_strategies::catalog::nearest;

use super::ProgramError;

/// A folder as an absolute path; the working directory for an empty one.
pub(super) fn absolute(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

/// The file of a program: from the folder on where its name has a slash, else in `PATH`.
pub(super) fn program(name: &str, folder: &Path) -> Result<PathBuf, ProgramError> {
    if name.contains('/') {
        return in_folder(folder.join(name));
    }
    let folders: Vec<PathBuf> = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    // An empty or relative folder in PATH would make the program depend on the working directory.
    let folders = || folders.iter().filter(|folder| folder.is_absolute());
    if let Some(found) = folders().map(|folder| folder.join(name)).find(|path| is_executable(path)) {
        return Ok(found);
    }
    let known: Vec<String> = folders().flat_map(|folder| files(folder)).collect();
    Err(ProgramError::NotInPath { name: name.to_owned(), nearest: nearest(name, known.iter().map(String::as_str)) })
}

fn in_folder(path: PathBuf) -> Result<PathBuf, ProgramError> {
    if is_executable(&path) {
        return Ok(path);
    }
    if path.exists() {
        return Err(ProgramError::NotExecutable { path });
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let known = path.parent().map(files).unwrap_or_default();
    Err(ProgramError::NoFile { nearest: nearest(&name, known.iter().map(String::as_str)), path })
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

/// The names in a folder; none where it cannot be read.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}
