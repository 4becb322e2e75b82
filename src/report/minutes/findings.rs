//! What was found in the material, the gravest first, each finding once with everybody who raised it.

use quorate_strategies::{reading::Severity, seat::Origin};

use super::{Page, inline, inline_within};
use crate::report::{
    findings::{Found, Raisers, findings},
    markdown::{head, row},
    words::fill,
};

/// Nothing where nobody looks for findings: where no seat is a checklist and none raised one.
pub(super) fn write(page: &mut Page<'_>) {
    let state = page.facts.state();
    let found = findings(state, Raisers::Everybody);
    let checklists: Vec<_> =
        page.facts.simulated().into_iter().filter(|(_, origin)| *origin == Origin::Checklist).collect();
    if found.is_empty() && checklists.is_empty() {
        return;
    }
    page.heading(2, page.words.heading.findings);
    let words = &page.words.findings;
    if !checklists.is_empty() {
        let who = page.labelled(checklists.into_iter().map(|(seat, _)| seat));
        page.paragraph(&fill(words.rules, &[("who", &who)]));
    }
    if found.is_empty() {
        return page.paragraph(words.none);
    }
    let of = |severity| found.iter().filter(|one| one.finding.severity == severity).count().to_string();
    let counts = [of(Severity::Blocking), of(Severity::Warning), of(Severity::Info)];
    let [blocking, warning, info] = &counts;
    page.paragraph(&fill(words.counts, &[("blocking", blocking), ("warning", warning), ("info", info)]));
    page.gap();
    // Among several files a line is no place.
    let files = page.facts.state().charter().brief.material.len() > 1;
    let [severity, rest @ ..] = words.columns;
    let columns: Vec<&str> = [severity].into_iter().chain(files.then_some(words.file)).chain(rest).collect();
    head(&mut page.out, &columns);
    for one in &found {
        let (file, message) = if files { file_of(page, &one.finding.message) } else { (None, &*one.finding.message) };
        let [severity, rest @ ..] = cells(page, one, message);
        let file = files.then(|| file.map_or_else(|| "–".to_owned(), |name| inline_within(name, super::NAME)));
        let cells: Vec<String> = [severity].into_iter().chain(file).chain(rest).collect();
        row(&mut page.out, &cells);
    }
}

/// The file that a finding begins with, and the rest of it.
fn file_of<'m>(page: &Page<'_>, message: &'m str) -> (Option<&'m str>, &'m str) {
    let behind = |name: &str| {
        let rest = message.strip_prefix(name)?.strip_prefix([':', '：'])?;
        Some((message.get(..name.len()), rest.trim_start()))
    };
    let mut names = page.facts.state().charter().brief.material.iter().map(|one| &*one.name);
    names.find_map(behind).unwrap_or((None, message))
}

fn cells(page: &Page<'_>, one: &Found<'_>, message: &str) -> [String; 7] {
    let finding = one.finding;
    [
        (page.words.names.severity)(finding.severity).to_owned(),
        finding.line.map_or_else(|| page.words.findings.whole.to_owned(), |line| line.to_string()),
        inline(&finding.rule),
        inline(message),
        inline(finding.suggestion.as_deref().unwrap_or_default()),
        page.names(&one.seats),
        page.links(&one.messages),
    ]
}
