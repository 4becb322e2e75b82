//! Agent programs on the path. They are found by name, and never started.

use std::path::Path;

use super::{Environment, FoundProgram};

/// Whether programs can answer for a seat in this build.
pub const SEATS_PROGRAMS: bool = cfg!(all(unix, feature = "programs"));

/// Programs by name, each with the backend that asks it; one that only takes a prompt on its standard input as its maker
/// documents that.
const KNOWN: [(&str, Option<&str>); 6] = [
    ("claude", Some("claude")),
    ("codex", Some("codex")),
    ("gemini", Some("gemini-cli")),
    ("llm", Some("command:llm")),
    // Its agents answer through its gateway.
    ("openclaw", None),
    ("opencode", Some("opencode")),
];

pub(super) fn programs(environment: &Environment<'_>) -> Vec<FoundProgram> {
    let Some(path) = environment("PATH").filter(|_| SEATS_PROGRAMS) else { return Vec::new() };
    let folders: Vec<_> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    let find = |name: &str| {
        let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
        folders.iter().map(|folder| folder.join(&file)).find(|file| can_be_run(file))
    };
    KNOWN.iter().filter_map(|(name, spec)| Some(FoundProgram { name, path: find(name)?, spec: *spec })).collect()
}

#[cfg(unix)]
fn can_be_run(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn can_be_run(file: &Path) -> bool {
    file.is_file()
}
