//! What the `quorate` command promises.

#![allow(clippy::expect_used, reason = "a helper that fails fails the test")]

mod again;
mod bad_input;
mod bulk;
mod checks;
#[cfg(feature = "pipeline")]
mod deliverables;
#[cfg(feature = "http")]
mod doctor;
mod exits;
mod folder;
mod init;
#[cfg(all(unix, feature = "http"))]
mod interrupt;
mod kept;
mod languages;
mod lists;
mod meeting;
#[cfg(all(unix, feature = "http", feature = "programs"))]
mod money;
#[cfg(feature = "html")]
mod page;
#[cfg(all(unix, feature = "programs"))]
mod people;
#[cfg(all(unix, feature = "pipeline", feature = "programs"))]
mod pipeline;
mod presets;
mod principal;
mod records;
#[cfg(feature = "rehearse")]
mod rehearse;
#[cfg(all(unix, feature = "programs"))]
mod resume;
#[cfg(feature = "http")]
mod server;
mod speech;
mod veto;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command as Process, Output},
};

use assert_cmd::Command;

/// A plan with gaps, which ships as an example.
const PLAN: &str = "examples/plans/checkout-migration.md";

/// The command, in the folder of the package and without anybody's keys.
fn quorate() -> Command {
    Command::from_std(process())
}

fn process() -> Process {
    let mut process = Process::new(env!("CARGO_BIN_EXE_quorate"));
    // What is tried out here is nobody's discussion.
    process.current_dir(env!("CARGO_MANIFEST_DIR")).env("QUORATE_STORE", ":memory:");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().ends_with("_KEY")) {
        process.env_remove(name);
    }
    process
}

fn run(args: &[&str]) -> Output {
    quorate().args(args).output().expect("the command runs")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("results are text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("messages are text")
}

/// A file of this name in a folder, and its path as text.
fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path: PathBuf = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.to_string_lossy().into_owned()
}

/// A folder that goes away with the test.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Two seats that rehearse, for runs whose content does not matter.
const TWO: &str = "topic = \"Tea?\"\nseed = 1\n[[seat]]\nname = \"Ann\"\n[[seat]]\nname = \"Bob\"\n";
