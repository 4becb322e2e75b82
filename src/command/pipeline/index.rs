//! The index of a run in Markdown: how each stage ended, what came of it, and where everything lies.

use super::{Results, RunFolder};
use crate::report::inline;

pub(super) const NAME: &str = "index.md";

/// The page. What came from agents and programs stays text.
pub(super) fn of(results: &Results<'_>, folder: &RunFolder) -> String {
    let words = results.words();
    let mut out = format!("# {}\n\n", inline(results.file.name()));
    if !results.summary().is_empty() {
        out.push_str(&format!("{}\n\n", inline(results.summary())));
    }
    out.push_str(&format!("{}\n\n{}\n", inline(&results.told()), inline(&results.spent())));
    let deliverables: Vec<&str> = results.deliverables().map(|(name, _)| name).collect();
    if !deliverables.is_empty() {
        out.push_str(&format!("\n## {}\n\n", words.deliverables));
        for name in deliverables {
            out.push_str(&format!("- [{0}]({0})\n", name));
        }
    }
    out.push_str(&format!("\n## {}\n\n| {} |\n|---|---|---|---|---|\n", words.stages, words.columns.join(" | ")));
    for row in results.rows(folder) {
        let links: Vec<String> = row.files.iter().map(|path| format!("[{}]({path})", label(path))).collect();
        let cells = [inline(&row.name), row.kind.to_owned(), inline(&row.how), inline(&row.came), links.join(", ")];
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    out.push_str(&format!("\n{}\n", results.log()));
    out
}

/// What a file is called in a list: without the folder of its stage, which stands beside it already.
pub(super) fn label(path: &str) -> &str {
    path.split_once('/').map_or(path, |(_, rest)| rest)
}
