//! The invariants of the tree: who may import whom, what the deciding half may depend on, how files begin and how long
//! they are.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Which modules of the acting half each of them may name.
const MAY_IMPORT: [(&str, &[&str]); 16] = [
    ("reading", &[]),
    ("checklist", &[]),
    ("store", &[]),
    // The contract of agents is vocabulary for contexts: what a seat hears is lent to its backend.
    ("context", &["agent"]),
    // A report tells of the argument, which is made from what a report is made from.
    ("argument", &["reading", "report"]),
    ("report", &["agent", "argument", "checklist", "context", "reading"]),
    ("agent", &["checklist", "context", "reading", "report", "store"]),
    ("manager", &["agent", "context", "reading", "report", "store"]),
    ("guide", &["manager"]),
    ("pipeline", &["agent", "checklist", "context", "manager", "preset", "reading", "report", "store"]),
    ("preset", &["agent", "checklist", "context", "manager", "reading", "report", "store"]),
    ("doctor", &["agent", "context", "manager"]),
    ("rehearse", &["agent", "context", "manager", "reading", "report", "store"]),
    (
        "command",
        &[
            "agent",
            "argument",
            "checklist",
            "context",
            "doctor",
            "guide",
            "manager",
            "pipeline",
            "preset",
            "reading",
            "rehearse",
            "report",
            "store",
        ],
    ),
    ("architecture", &["agent", "context", "strategies", "manager", "reading", "report", "store"]),
    ("lib", &["agent", "guide", "manager", "rehearse"]),
];

/// What the deciding half may depend on: nothing that waits, reads or writes.
const PURE: [&str; 5] = ["rand", "serde", "serde_json", "sha2", "thiserror"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file below these folders, with its path from the root.
fn sources(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(root()).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

fn is_test(path: &Path) -> bool {
    path.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs" | "fuzz")))
}

/// The first names after `crate::`, also within braces.
fn imported(text: &str) -> BTreeSet<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            names.insert(word(rest));
            continue;
        };
        let mut depth = 0;
        let mut start = true;
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                c if depth == 0 && start && c.is_alphabetic() => {
                    names.insert(word(&group[at..]));
                    start = false;
                }
                _ => {}
            }
        }
    }
    names
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn imports_run_one_way() {
    let modules: Vec<&str> = MAY_IMPORT.iter().map(|(module, _)| *module).collect();
    for (path, text) in sources(&["src"]).into_iter().filter(|(path, _)| !is_test(path)) {
        let of = path.components().nth(1).unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(module, _)| *module == of) else {
            assert_eq!(of, "main", "{} belongs to no module of the table", path.display());
            continue;
        };
        for name in imported(&text).iter().filter(|name| modules.contains(&name.as_str()) && **name != of) {
            assert!(allowed.contains(&name.as_str()), "{} may not import {name}", path.display());
        }
    }
}

#[test]
fn only_what_acts_names_the_runtime() {
    let waits = ["agent", "doctor", "manager", "command", "pipeline", "preset", "rehearse", "store"];
    for (path, text) in sources(&["src"]).into_iter().filter(|(path, _)| !is_test(path)) {
        let of = path.components().nth(1).unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<String>();
        assert!(waits.contains(&of.as_str()) || !code.contains("tokio::"), "{} names tokio", path.display());
    }
}

#[test]
fn the_deciding_half_depends_on_nothing_that_waits() {
    let manifest: toml::Table = fs::read_to_string(root().join("strategies/Cargo.toml")).unwrap().parse().unwrap();
    let names: Vec<&str> = manifest["dependencies"].as_table().unwrap().keys().map(String::as_str).collect();
    assert_eq!(names, PURE);
    for (path, text) in sources(&["strategies/src"]) {
        for forbidden in ["std::fs", "std::net", "std::thread", "std::env", "std::process", "SystemTime", "Instant::"] {
            assert!(!text.contains(forbidden), "{} names {forbidden}", path.display());
        }
    }
}

#[test]
fn built_in_strategies_use_what_everybody_can() {
    for (path, text) in sources(&["strategies/src/strategies"]) {
        let names = imported(&text);
        let allowed = names.iter().all(|name| matches!(name.as_str(), "prelude" | "catalog"));
        assert!(allowed, "{} imports {names:?}", path.display());
    }
}

#[test]
fn every_file_says_what_it_is_for_and_stays_short() {
    for (path, text) in sources(&["src", "strategies", "examples", "tests"]) {
        assert!(text.starts_with("//! "), "{} does not open with one `//!` sentence", path.display());
        let lines = text.lines().count();
        // The bench is seven workloads that are read beside each other.
        let most = if path.ends_with("examples/bench.rs") { 400 } else { 300 };
        assert!(is_test(&path) || lines <= most, "{}: {lines} lines", path.display());
    }
}

#[test]
fn every_row_of_the_catalogue_is_there_and_every_strategy_has_one() {
    let readme = fs::read_to_string(root().join("strategies/README.md")).unwrap();
    let catalog = quorate::strategies::catalog::Catalog::builtin();
    for name in catalog.strategies() {
        assert!(readme.contains(&format!("| `{name}` |")), "{name} has no row in strategies/README.md");
    }
}
