//! What is handed over beside the minutes: where it lies, what each change rests on, what is open, what the cause is.

use super::{Page, inline, inline_within, link};
use crate::report::{
    deliverable::{Change, Deliverable, Diagnosis, FILES, Improvement, Merged, Words},
    markdown::{head, row},
    words::fill,
};

/// Changes, open points and lines of evidence that the minutes show; the files and the result hold all.
const MOST: usize = 40;
/// What is said of a change is shown up to so many characters.
const TEXT: usize = 300;

pub(super) fn write(page: &mut Page<'_>) {
    match Deliverable::of(&page.facts.source) {
        None => {}
        Some(Deliverable::Improvement(one)) => improvement(page, &one),
        Some(Deliverable::Synthesis(one)) => synthesis(page, &one),
        Some(Deliverable::Diagnosis(one)) => diagnosis(page, &one),
    }
}

fn words(page: &Page<'_>) -> &'static Words {
    Words::of(page.facts.source.language())
}

fn improvement(page: &mut Page<'_>, one: &Improvement) {
    let words = words(page);
    page.heading(2, words.improvement);
    let [text, diff, ..] = FILES;
    page.paragraph(&fill(words.improvement_files, &[("text", text), ("diff", diff)]));
    for text in &one.texts {
        if let Some(why) = &text.unwritten {
            let backend = inline_within(&why.backend, super::NAME);
            page.paragraph(&fill(words.not_written, &[("backend", &backend), ("why", &inline(&why.why))]));
        }
    }
    let changes: Vec<(&str, &Change)> =
        one.texts.iter().flat_map(|text| text.changes.iter().map(|change| (&*text.name, change))).collect();
    if changes.is_empty() {
        return page.paragraph(words.no_change);
    }
    let unexplained = changes.iter().filter(|(_, change)| change.is_unexplained()).count();
    let counts = [("n", changes.len().to_string()), ("unexplained", unexplained.to_string())];
    page.paragraph(&fill(words.changes, &counts.each_ref().map(|(hole, n)| (*hole, n.as_str()))));
    page.gap();
    head(&mut page.out, &words.change_columns);
    let several = one.texts.len() > 1;
    for (name, change) in changes.iter().take(MOST) {
        let lines = words.lines(&change.is);
        let place = if several { format!("{} {lines}", inline_within(name, super::NAME)) } else { lines };
        if change.reasons.is_empty() {
            row(&mut page.out, &[&place, words.unexplained, "", ""]);
        }
        for reason in &change.reasons {
            let who = page.names(&reason.seats);
            let messages = page.list(reason.messages.iter().map(|id| link(*id)));
            let cells = [place.clone(), inline_within(&reason.what, TEXT), who, messages];
            row(&mut page.out, &cells);
        }
    }
    for reason in one.texts.iter().flat_map(|text| &text.unfound).take(MOST) {
        page.paragraph(&fill(words.unfound, &[("what", &inline_within(&reason.what, TEXT))]));
    }
}

fn synthesis(page: &mut Page<'_>, one: &Merged) {
    let words = words(page);
    page.heading(2, words.deliverable);
    page.paragraph(&fill(words.deliverable_file, &[("text", FILES[2]), ("n", &one.open.len().to_string())]));
    if let Some(why) = &one.unwritten {
        let backend = inline_within(&why.backend, super::NAME);
        page.paragraph(&fill(words.not_written, &[("backend", &backend), ("why", &inline(&why.why))]));
    }
    page.paragraph(if one.is_ready() { words.ready } else { words.not_ready });
}

fn diagnosis(page: &mut Page<'_>, one: &Diagnosis) {
    let words = words(page);
    page.heading(2, words.diagnosis);
    page.paragraph(&fill(words.diagnosis_file, &[("text", FILES[3])]));
    page.heading(3, words.cause);
    match &one.cause {
        Some(cause) => page.paragraph(&inline(&cause.value)),
        None => page.paragraph(words.no_cause),
    }
    page.heading(3, words.evidence);
    for line in one.evidence.iter().take(MOST) {
        let place = words.lines(&(line.line as usize - 1..line.line as usize));
        let place = page.named(&format!("{} · {place}", inline_within(&line.source, super::NAME)), &inline(&line.text));
        let item = page.cited(&place, &line.messages);
        page.item(&item);
    }
    if one.evidence.is_empty() {
        page.paragraph(words.no_evidence);
    }
    page.heading(3, words.next_checks);
    for check in one.next_checks.iter().take(MOST) {
        let line = check.line.map(|line| words.bracketed(&words.lines(&(line as usize - 1..line as usize))));
        let text = format!("{}{}", inline(&check.text), line.unwrap_or_default());
        let item = page.cited(&text, &check.messages);
        page.item(&item);
    }
    if one.next_checks.is_empty() {
        page.paragraph(words.none);
    }
}
