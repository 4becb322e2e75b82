//! Findings that are at the table: one's own, read from the material, and those that others raised.

use std::sync::Arc;

use quorate_strategies::{
    brief::{Brief, Material},
    reading::{Finding, Severity},
};
use serde_json::Value;

use crate::{
    agent::{Request, checklist::ChecklistSeat},
    checklist,
};

/// Findings, each once, in the order of the material.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Known(Vec<Finding>);

impl Known {
    /// What the seat's own domains find in the material.
    pub(super) fn own(seat: &ChecklistSeat, brief: &Brief) -> Self {
        let wanted = |finding: &checklist::Finding| seat.domains.is_empty() || seat.domains.contains(&finding.domain);
        let (text, places) = joined(brief);
        let found = checklist::review(&seat.checklist, &text, brief.language);
        Self(found.into_iter().filter(wanted).map(|finding| places.locate(finding)).collect())
    }

    /// What was raised in the messages that the seat can see, its own last one included.
    pub(super) fn heard(request: &Request<'_>, whose: Whose) -> Self {
        let mut known = Self::default();
        for heard in request.heard {
            let own = heard.speaker == request.id;
            if own == (whose == Whose::Own) {
                known.add(heard.message.reading.findings.iter().cloned());
            }
        }
        known
    }

    pub(super) fn add(&mut self, more: impl IntoIterator<Item = Finding>) {
        for finding in more {
            if !self.has(&finding) {
                self.0.push(finding);
            }
        }
    }

    pub(super) fn and(mut self, more: Self) -> Self {
        self.add(more.0);
        self
    }

    pub(super) fn has(&self, finding: &Finding) -> bool {
        let same =
            |one: &Finding| one.rule == finding.rule && one.line == finding.line && one.message == finding.message;
        self.0.iter().any(same)
    }

    /// Whether all of `other` is known here.
    pub(super) fn covers(&self, other: &Self) -> bool {
        other.0.iter().all(|finding| self.has(finding))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn count(&self, severity: Severity) -> usize {
        self.0.iter().filter(|finding| finding.severity == severity).count()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.0.iter()
    }

    /// Gravest first, then in the order of the material.
    pub(super) fn by_severity(&self) -> Vec<&Finding> {
        let mut sorted: Vec<&Finding> = self.0.iter().collect();
        sorted.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), finding.line.unwrap_or(u32::MAX)));
        sorted
    }

    pub(super) fn to_json(&self) -> Value {
        serde_json::to_value(&self.0).unwrap_or_default()
    }
}

/// Whether two briefs lend the same material; texts are shared, so their addresses tell.
pub(super) fn same(a: &Brief, b: &Brief) -> bool {
    let shared = |(a, b): (&Material, &Material)| Arc::ptr_eq(&a.text, &b.text) && a.name == b.name;
    a.language == b.language && a.material.len() == b.material.len() && a.material.iter().zip(&b.material).all(shared)
}

/// Whose messages are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// The seat's own.
    Own,
    /// Everybody else's.
    Others,
}

/// Where the files of a brief stand in the one text that is reviewed.
#[derive(Debug, Default)]
struct Places(Vec<(u32, Arc<str>)>);

impl Places {
    /// The finding with its line in its own file, which its message then names.
    fn locate(&self, found: checklist::Finding) -> Finding {
        let message = self.relocate(&found.message);
        let (line, message) = match found.line.and_then(|line| self.file(line)) {
            Some((name, line)) => (Some(line), format!("{name}: {message}")),
            None => (found.line, message),
        };
        Finding {
            rule: found.rule.into(),
            severity: found.severity,
            line,
            message: message.into(),
            suggestion: found.suggestion.map(|text| self.relocate(&text).into()),
        }
    }

    /// The file that a line of the joined text belongs to, and its line there.
    fn file(&self, line: u32) -> Option<(&Arc<str>, u32)> {
        self.0.iter().rev().find(|(start, _)| *start < line).map(|(start, name)| (name, line - start))
    }

    /// A message whose "line 9" and "lines 3, 9" name lines of the joined text, with the files they belong to.
    fn relocate(&self, message: &str) -> String {
        let marks = ['(', ')', ',', '.', ';', ':'];
        let mut in_lines = false;
        let words = message.split(' ').map(|word| {
            let bare = word.trim_matches(marks);
            let found = bare.parse().ok().filter(|_| in_lines).and_then(|line| self.file(line));
            in_lines = matches!(bare, "line" | "lines") || (in_lines && (found.is_some() || bare == "and"));
            match found {
                Some((name, line)) => word.replacen(bare, &format!("{line} of {name}"), 1),
                None => word.to_owned(),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The whole material as one text. A single file stays as it is; several are joined under their names.
fn joined(brief: &Brief) -> (String, Places) {
    if let [only] = brief.material.as_slice() {
        return (only.text.to_string(), Places::default());
    }
    let mut text = String::new();
    let mut places = Places::default();
    let mut line = 0;
    for one in &brief.material {
        text.push_str(&format!("--- file: {} ---\n", one.name));
        line += 1;
        places.0.push((line, Arc::clone(&one.name)));
        text.push_str(&one.text);
        if !one.text.ends_with('\n') {
            text.push('\n');
        }
        line += u32::try_from(one.text.lines().count()).unwrap_or(0);
    }
    (text, places)
}
