//! Tests of the checklist engine.

mod claims;
mod diagnosis;
mod examples;
mod files;
mod languages;
mod properties;
mod results;
mod snippets;
mod style_forms;
mod style_forms_ja;
mod style_forms_zh;
mod styles;
mod wide_forms;

use super::{Checklist, Finding, Language, Severity, review};

/// What a shipped checklist finds in a text.
fn findings(list: &str, text: &str) -> Vec<Finding> {
    review(&Checklist::shipped(list).unwrap(), text, Language::En)
}

/// The findings of severity warning and above as `rule line`, `-` for absences.
fn gaps(list: &str, text: &str) -> Vec<String> {
    let serious = findings(list, text).into_iter().filter(|f| f.severity >= Severity::Warning);
    serious.map(|f| format!("{} {}", f.rule, f.line.map_or("-".to_owned(), |l| l.to_string()))).collect()
}

/// A file of the repository.
fn file(path: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
