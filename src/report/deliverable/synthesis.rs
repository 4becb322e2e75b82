//! One deliverable from many results, and what is still open in it: it is read against a checklist as its sources were.

use std::{collections::BTreeSet, sync::Arc};

use quorate_strategies::{
    brief::Material,
    outcome::{Author, Draft, Unwritten},
    reading::{Finding, Severity},
    state::State,
};

use super::{
    blocks::{Line, Lines},
    merge::{Merging, Open, inert, list, merged},
    proposal::place,
    words::Words,
};
use crate::{
    checklist::{Checklist, review},
    report::{
        findings::{Raisers, findings},
        markdown::{inline, inline_within},
        words::fill,
    },
};

/// Open points of one kind that are told one by one.
const MOST: usize = 20;

/// One text made of many results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// Who wrote it: a synthesiser, or the rule that puts sections in order.
    pub author: Author,
    /// The synthesiser that was asked and could not.
    pub unwritten: Option<Unwritten>,
    /// The whole text, its open points included.
    pub text: String,
    /// Every result that it was to be made of, in order, and whether it was used.
    pub sources: Vec<(Arc<str>, Used)>,
    /// What is still open, the gravest first.
    pub open: Vec<Open>,
}

/// Whether a source is in the deliverable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Used {
    /// It is.
    Yes,
    /// Nothing in the deliverable names it.
    No,
}

impl Merged {
    /// Whether nothing that is open blocks.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.open.iter().all(|one| one.finding.severity != Severity::Blocking)
    }

    /// The deliverable, once a result was written down.
    pub(super) fn of(state: &State) -> Self {
        let draft = state.result().and_then(|result| result.drafts.first());
        let unwritten = match draft {
            Some(Draft::Written { backend, text, .. }) => return written(state, backend, text),
            Some(Draft::Unwritten(why)) => Some(why.clone()),
            None => None,
        };
        let merging = merged(state);
        let material = &state.charter().brief.material;
        let sources = material.iter().map(|one| (Arc::clone(&one.name), Used::Yes)).collect();
        let open = open_of(state, &merging);
        let words = Words::of(state.charter().brief.language);
        let head = fill(words.by_rule, &counts(material.len(), &open).each_ref().map(|(hole, n)| (*hole, n.as_str())));
        let title = inline_within(&state.charter().brief.topic, 160);
        let body = merging.lines.join("\n");
        let text = format!("# {title}\n\n> {head}\n\n{body}\n\n{}", list(state, &open));
        Self { author: Author::Extractive, unwritten, text, sources, open }
    }
}

/// Lines of the head, which stands before what was merged.
const HEAD: u32 = 4;

fn counts(sources: usize, open: &[Open]) -> [(&'static str, String); 3] {
    let blocking = open.iter().filter(|one| one.finding.severity == Severity::Blocking).count();
    [("n", sources.to_string()), ("open", open.len().to_string()), ("blocking", blocking.to_string())]
}

/// What the checklist finds in a text.
fn check(state: &State, text: &str) -> Vec<Finding> {
    let Some(checklist) = Checklist::shipped("result-synthesis") else { return Vec::new() };
    let found = review(&checklist, text, state.charter().brief.language);
    let finding = |found: crate::checklist::Finding| Finding {
        rule: found.rule.into(),
        severity: found.severity,
        line: found.line,
        message: found.message.into(),
        suggestion: found.suggestion.map(Into::into),
    };
    found.into_iter().map(finding).collect()
}

/// What the discussion found and what the reading of the merged text finds beside it.
fn open_of(state: &State, merging: &Merging) -> Vec<Open> {
    let material = &state.charter().brief.material;
    let mut known = BTreeSet::new();
    let mut open = raised(state, |at| {
        let at = merging.from.iter().position(|from| *from == Some(at))?;
        Some(u32::try_from(at + 1).unwrap_or(u32::MAX) + HEAD)
    });
    for found in findings(state, Raisers::Everybody) {
        let (file, _) = place(state, found.finding, 0);
        known.insert((Arc::clone(&found.finding.rule), found.finding.line.map(|line| (file, line))));
    }
    for finding in check(state, &merging.bare()) {
        let from = finding.line.and_then(|line| *merging.from.get(line as usize - 1)?);
        // Headings that were put before others are ours, and no result is missing because of them.
        if known.contains(&(Arc::clone(&finding.rule), from)) || finding.line.is_some() && from.is_none() {
            continue;
        }
        let source = from.and_then(|(file, _)| material.get(file)).map(|one| Arc::clone(&one.name));
        open.push(Open { line: finding.line.map(|line| line + HEAD), source, messages: Vec::new(), finding });
    }
    open.sort_by_key(|one| std::cmp::Reverse(one.finding.severity));
    open
}

/// What the discussion found, with its line in the deliverable as far as that is told.
fn raised(state: &State, line_of: impl Fn((usize, u32)) -> Option<u32>) -> Vec<Open> {
    let material = &state.charter().brief.material;
    let one = |found: crate::report::Found<'_>| {
        let (file, message) = place(state, found.finding, 0);
        let source = found.finding.line.and(material.get(file)).map(|one| Arc::clone(&one.name));
        let line = found.finding.line.and_then(|line| line_of((file, line)));
        let finding = Finding { message: message.into(), ..found.finding.clone() };
        Open { finding, line, source, messages: found.messages }
    };
    findings(state, Raisers::Everybody).into_iter().map(one).collect()
}

/// What a synthesiser wrote, with the list of its sources and of what is open.
fn written(state: &State, backend: &Arc<str>, text: &str) -> Merged {
    let material = &state.charter().brief.material;
    let words = Words::of(state.charter().brief.language);
    let text = inert(text);
    let cited = cited(&text, material.len());
    let sources: Vec<(Arc<str>, Used)> = material
        .iter()
        .enumerate()
        .map(|(at, one)| (Arc::clone(&one.name), if cited.contains(&at) { Used::Yes } else { Used::No }))
        .collect();
    let mut open = raised(state, |_| None);
    for finding in check(state, &text).into_iter().chain(unsupported(state, &text, &sources)) {
        let known = |one: &Open| one.finding.rule == finding.rule && one.finding.message == finding.message;
        if !open.iter().any(known) {
            open.push(Open { line: finding.line, source: None, messages: Vec::new(), finding });
        }
    }
    open.sort_by_key(|one| std::cmp::Reverse(one.finding.severity));
    let mut values = counts(material.len(), &open).to_vec();
    values.push(("backend", inline_within(backend, 120)));
    let values: Vec<(&str, &str)> = values.iter().map(|(hole, value)| (*hole, value.as_str())).collect();
    let named = sources.iter().enumerate().map(|(at, (name, used))| {
        let unused = if *used == Used::No { format!(" ({})", words.unused) } else { String::new() };
        format!("- \\[S{}\\] {}{unused}\n", at + 1, inline_within(name, 120))
    });
    let text = format!(
        "{}\n\n## {}\n\n{}\n{}\n> {}\n",
        text.trim_end(),
        words.sources,
        named.collect::<String>(),
        list(state, &open),
        fill(words.by_model, &values),
    );
    Merged { author: Author::Synthesizer { backend: Arc::clone(backend) }, unwritten: None, text, sources, open }
}

/// The sources that a text names as `[S1]` or `[S1, S3]`, from 0; those that there are not are left out.
pub(super) fn cited(text: &str, sources: usize) -> BTreeSet<usize> {
    marks(text).into_iter().filter(|number| (1..=sources).contains(number)).map(|number| number - 1).collect()
}

/// Every number that a text names as a source.
pub(super) fn marks(text: &str) -> Vec<usize> {
    let bracketed = text.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    let number = |one: &str| one.trim().strip_prefix(['S', 's'])?.parse().ok();
    bracketed.flat_map(|inside| inside.split([',', '，', '、', ';'])).filter_map(number).collect()
}

/// What a synthesiser's text says without a source: paragraphs, numbers; and the sources it leaves out.
fn unsupported(state: &State, text: &str, sources: &[(Arc<str>, Used)]) -> Vec<Finding> {
    let words = Words::of(state.charter().brief.language);
    let finding = |rule: &str, line: Option<u32>, message: String, suggestion: &str| Finding {
        rule: rule.into(),
        severity: Severity::Warning,
        line,
        message: message.into(),
        suggestion: Some(suggestion.into()),
    };
    let unused = sources.iter().enumerate().filter(|(_, (_, used))| *used == Used::No).map(|(at, (name, _))| {
        let value = format!("[S{}] {name}", at + 1);
        finding("unused-source", None, fill(words.unused_source, &[("value", &value)]), words.use_it)
    });
    let lines = Lines::of(text);
    let uncited = paragraphs(&lines)
        .filter(|(_, text)| marks(text).is_empty())
        .map(|(line, _)| finding("uncited-paragraph", Some(line), words.uncited.to_owned(), words.cite));
    let known: BTreeSet<String> = state.charter().brief.material.iter().flat_map(|one| figures(&one.text)).collect();
    let unknown = lines.all.iter().zip(1_u32..).flat_map(|((line, _), number)| {
        let own = figures(&without_marks(line)).into_iter().filter(|figure| !known.contains(figure));
        own.map(move |figure| (number, figure))
    });
    let unknown = unknown.map(|(line, figure)| {
        let message = fill(words.unknown_number, &[("value", &inline(&figure))]);
        finding("number-not-in-sources", Some(line), message, words.check_number)
    });
    unused.chain(uncited.take(MOST)).chain(unknown.take(MOST)).collect()
}

/// Each paragraph, item and table of a text with its first line, from 1.
fn paragraphs<'a>(lines: &'a Lines<'_>) -> impl Iterator<Item = (u32, String)> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let kind = lines.kind(at)?;
            let end = lines.behind(at).max(at + 1);
            let whole: String = lines.all.get(at..end)?.iter().map(|(line, _)| *line).collect();
            let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
            at = end;
            if matches!(kind, Line::Words | Line::Item | Line::Table) {
                return Some((number, whole));
            }
        }
    })
}

/// A line without what names its sources.
fn without_marks(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        match after.split_once(']') {
            Some((inside, behind)) if !marks(&format!("[{inside}]")).is_empty() => rest = behind,
            _ => rest = after,
        }
    }
    out + rest
}

/// The numbers of a text with more than one digit, without what only groups them.
fn figures(text: &str) -> Vec<String> {
    let mut figures = Vec::new();
    let mut own = String::new();
    for c in text.chars().chain([' ']) {
        match c {
            '0'..='9' => own.push(c),
            ',' | '\u{202f}' if !own.is_empty() => {}
            '.' if !own.is_empty() && !own.contains('.') => own.push(c),
            _ => {
                let figure = own.trim_end_matches('.');
                if figure.len() > 1 {
                    figures.push(figure.to_owned());
                }
                own.clear();
            }
        }
    }
    figures
}

/// The names of the sources as a synthesiser is told them.
pub(super) fn name(at: usize, material: &Material) -> String {
    format!("S{}: {}", at + 1, crate::report::text::line(&material.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_and_numbers_are_read_from_a_text() {
        assert_eq!(marks("so [S1], and [S2, s12] but not [x] or [1]"), [1, 2, 12]);
        assert_eq!(without_marks("10 ms [S1] of [a] [S2, S3]."), "10 ms  of a] .");
        assert_eq!(figures("1,850 at 0.4 %, 2.10. and 7"), ["1850", "0.4", "2.10"]);
        assert_eq!(cited("[S1] [S4]", 2), BTreeSet::from([0]));
    }
}
