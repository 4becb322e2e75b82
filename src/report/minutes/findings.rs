//! What was found in the material, the gravest first, each finding once with everybody who raised it.

use quorate_strategies::{reading::Severity, seat::Origin};

use super::{Page, inline};
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
    head(&mut page.out, &words.columns);
    for one in &found {
        let cells = cells(page, one);
        row(&mut page.out, &cells);
    }
}

fn cells(page: &Page<'_>, one: &Found<'_>) -> [String; 7] {
    let finding = one.finding;
    [
        (page.words.names.severity)(finding.severity).to_owned(),
        finding.line.map_or_else(|| page.words.findings.whole.to_owned(), |line| line.to_string()),
        inline(&finding.rule),
        inline(&finding.message),
        inline(finding.suggestion.as_deref().unwrap_or_default()),
        page.names(&one.seats),
        page.links(&one.messages),
    ]
}
