//! Several files reviewed as one material, each finding with its line in its own file.

use super::document::Document;
use super::finding::Finding;
use super::language::Language;
use super::list::Checklist;
use super::phrasing::in_file;
use super::review::review_placed;

/// A file of the material.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct File<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// Its text.
    pub text: &'a str,
}

/// Reads several files against a checklist as one material; [`review`](super::review()) of a single one.
///
/// Where there are several, a message begins with the file it speaks of, and names the file of every other line.
pub fn review_files(checklist: &Checklist, files: &[File<'_>], language: Language) -> Vec<Finding> {
    if let [only] = files {
        return super::review(checklist, only.text, language);
    }
    let (text, starts) = joined(files);
    let file =
        |line: u32| starts.iter().rev().find(|(start, _)| *start < line).map(|(start, name)| (line - start, *name));
    let place = |line: u32| file(line).map_or((line, None), |(line, name)| (line, Some(name.to_owned())));
    let found = review_placed(checklist, &Document::parse(&text), language, &place);
    let located = |finding: Finding| match finding.line.and_then(file) {
        Some((line, name)) => {
            Finding { line: Some(line), message: in_file(language, name, &finding.message), ..finding }
        }
        None => finding,
    };
    found.into_iter().map(located).collect()
}

/// The files under their names, with the line before each.
fn joined<'a>(files: &[File<'a>]) -> (String, Vec<(u32, &'a str)>) {
    let mut text = String::new();
    let mut starts = Vec::new();
    let mut line = 0;
    for file in files {
        text.push_str(&format!("--- file: {} ---\n", file.name));
        line += 1;
        starts.push((line, file.name));
        text.push_str(file.text);
        if !file.text.ends_with('\n') {
            text.push('\n');
        }
        line += u32::try_from(file.text.lines().count()).unwrap_or(0);
    }
    (text, starts)
}
