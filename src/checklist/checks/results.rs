//! Checks that compare several results with each other.

use std::collections::HashMap;

use crate::checklist::blocks::{Block, Kind};
use crate::checklist::document::Document;
use crate::checklist::measures::{self, Said};
use crate::checklist::phrasing;
use crate::checklist::review::Report;
use crate::checklist::values::Value;
use crate::checklist::wide_measures::same_advice;
use crate::checklist::word_lists::{Set, set};
use crate::checklist::words::Words;

/// Which result each section belongs to; none for text before the first or outside all.
pub(super) fn results(document: &Document) -> (Vec<Option<usize>>, usize) {
    let sections = &document.all.sections;
    let count = |level: u8| sections.iter().skip(1).filter(|s| s.level == level).count();
    let level = (0..=7).find(|level| count(*level) >= 2);
    let mut of = vec![None; sections.len()];
    let mut all = 0;
    for (index, section) in sections.iter().enumerate().skip(1) {
        of[index] = match level {
            Some(level) if section.level == level => {
                all += 1;
                Some(all - 1)
            }
            _ => of[section.parent],
        };
    }
    (of, all)
}

/// The same thing with two values in two results.
pub(super) fn contradictions(document: &Document) -> Vec<Report> {
    let (of, _) = results(document);
    let mut known: HashMap<String, Vec<(Option<usize>, Said)>> = HashMap::new();
    let mut advice: Vec<(Option<usize>, Said)> = Vec::new();
    let mut head: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for block in document.blocks() {
        if matches!(block.kind, Kind::Row { head: true, .. }) {
            head = block.cells().iter().map(|c| (*c).to_owned()).collect();
        }
        let result = of.get(block.section).copied().flatten();
        for said in measures::said(block, Some(&head)) {
            let odd = |(other, first): &&(Option<usize>, Said)| *other != result && first.value.contradicts(said.value);
            let advised = matches!(said.value, Value::Advice(_));
            let against =
                advice.iter().filter(|_| advised).find(|one| odd(one) && same_advice(&one.1.name, &said.name));
            let earlier = known.entry(said.name.clone()).or_default();
            if let Some((_, first)) = earlier.iter().find(odd).or(against) {
                found.push(contradiction(&said, first));
            }
            if advised && advice.len() < 64 {
                advice.push((result, said.clone()));
            }
            if earlier.len() < 8 {
                earlier.push((result, said));
            }
        }
    }
    found
}

fn contradiction(said: &Said, first: &Said) -> Report {
    let report = Report::at(said.line).with("name", said.name.clone()).with("value", said.text.clone());
    report.with("other", first.text.clone()).with("line", phrasing::Value::Line(first.line))
}

/// Results that say that they failed.
pub(super) fn failed(document: &Document) -> Vec<Report> {
    let bad = |value: &Words| (0..2).any(|at| set(Set::FailureValues).at(value, at).is_some());
    let says = |block: &&Block| {
        let text = crate::checklist::facts::bounded(&block.text);
        let labelled = text.split_once(':').filter(|(name, _)| set(Set::FailureNames).is(name));
        let cells = block.cells();
        let row = cells.len() == 2 && set(Set::FailureNames).is(cells[0]) && bad(&Words::new(cells[1]));
        let begins = block.kind == Kind::Paragraph && set(Set::FailureStarts).at(&block.words, 0).is_some();
        row || begins || labelled.is_some_and(|(_, value)| bad(&Words::new(value)))
    };
    let quote = |block: &Block| block.text.lines().next().unwrap_or("").chars().take(80).collect::<String>();
    document.blocks().iter().filter(says).map(|b| Report::at(b.line()).with("value", quote(b))).collect()
}

/// Fewer than two results.
pub(super) fn few(document: &Document) -> Vec<Report> {
    let some = document.blocks().iter().any(|b| b.words.len() > 0);
    match results(document).1 < 2 && some {
        true => vec![Report::absence()],
        false => Vec::new(),
    }
}

/// Results with the same words.
pub(super) fn duplicates(document: &Document) -> Vec<Report> {
    let (of, count) = results(document);
    let mut texts: Vec<String> = vec![String::new(); count];
    let mut lines: Vec<Option<(u32, String)>> = vec![None; count];
    for block in document.blocks() {
        let Some(result) = of.get(block.section).copied().flatten() else {
            continue;
        };
        let section = &document.all.sections[block.section];
        lines[result].get_or_insert_with(|| (section.line, section.title.clone()));
        if block.kind != Kind::Heading {
            let words: Vec<&str> = (0..block.words.len()).map(|w| block.words.word(w)).collect();
            texts[result].push_str(&words.join(" "));
            texts[result].push(' ');
        }
    }
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let mut found = Vec::new();
    for (text, place) in texts.iter().zip(&lines) {
        let Some((line, title)) = place.as_ref().filter(|_| text.split(' ').count() > 6) else {
            continue;
        };
        match seen.get(text.as_str()) {
            Some(first) => {
                found.push(Report::at(*line).with("value", title.clone()).with("line", phrasing::Value::Line(*first)))
            }
            None => {
                seen.insert(text, *line);
            }
        }
    }
    found
}
