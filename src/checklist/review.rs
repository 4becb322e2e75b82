//! Applies the rules of a checklist to a material.

use super::checks;
use super::document::Document;
use super::finding::Finding;
use super::language::Language;
use super::list::{Check, Checklist, Rule};
use super::phrasing::{Phrasing, Place, Value};
use super::presence::Presence;

/// One place where a rule speaks, with the values its message names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Report {
    pub(super) line: Option<u32>,
    pub(super) values: Vec<(&'static str, Value)>,
}

impl Report {
    pub(super) fn at(line: u32) -> Self {
        Self { line: Some(line), values: Vec::new() }
    }

    /// An absence that concerns the whole material.
    pub(super) fn absence() -> Self {
        Self::default()
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((name, value.into()));
        self
    }
}

/// Reads a material against a checklist.
///
/// Findings come sorted by line, absences last. The same input always gives the same findings; no input makes it fail.
pub fn review(checklist: &Checklist, material: &str, language: Language) -> Vec<Finding> {
    review_document(checklist, &Document::parse(material), language)
}

/// [`review`] of a text that is parsed already.
pub fn review_document(checklist: &Checklist, document: &Document, language: Language) -> Vec<Finding> {
    review_placed(checklist, document, language, &|line| (line, None))
}

/// The same where messages call a line by its place.
pub(super) fn review_placed(
    checklist: &Checklist,
    document: &Document,
    language: Language,
    place: &dyn Fn(u32) -> Place,
) -> Vec<Finding> {
    let phrasing = Phrasing { language, place };
    let presence = Presence::new(document);
    let mut findings: Vec<Finding> = Vec::new();
    for rule in &checklist.rules {
        let mut reports = checks::apply(rule, document, &presence);
        reports.sort_by_key(|r| r.line.unwrap_or(u32::MAX));
        reports.truncate(rule.limit);
        findings.extend(reports.into_iter().map(|report| finding(rule, &report, document, &phrasing)));
    }
    drop_repeats(checklist, &mut findings);
    findings.sort_by(|a, b| a.place().cmp(&b.place()));
    findings.dedup();
    findings
}

/// The findings of one domain.
pub fn in_domain<'f>(findings: &'f [Finding], domain: &str) -> impl Iterator<Item = &'f Finding> {
    findings.iter().filter(move |f| f.domain == domain)
}

fn finding(rule: &Rule, report: &Report, document: &Document, phrasing: &Phrasing<'_>) -> Finding {
    let fill = |text: &str| {
        let mut out = text.to_owned();
        for (name, value) in &report.values {
            out = out.replace(&format!("{{{name}}}"), &phrasing.write(value));
        }
        out
    };
    Finding {
        rule: rule.id.clone(),
        severity: rule.severity,
        line: report.line.map(|line| line.clamp(1, document.lines().max(1))),
        message: fill(rule.message(phrasing.language)),
        suggestion: rule.suggestion(phrasing.language).map(fill),
        domain: rule.domain.clone(),
    }
}

/// A placeholder for an owner or a date is named once, as the missing owner or date.
fn drop_repeats(checklist: &Checklist, findings: &mut Vec<Finding>) {
    let of = |check: fn(Check) -> bool| -> Vec<&str> {
        checklist.rules.iter().filter(|r| check(r.check)).map(|r| r.id.as_str()).collect()
    };
    let sharp = of(|c| matches!(c, Check::StepOwner | Check::OpenDate));
    let words = of(|c| c == Check::Forbidden);
    let taken: std::collections::HashSet<Option<u32>> =
        findings.iter().filter(|f| sharp.contains(&f.rule.as_str())).map(|f| f.line).collect();
    findings.retain(|f| !(words.contains(&f.rule.as_str()) && taken.contains(&f.line)));
}
