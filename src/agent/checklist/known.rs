//! Findings that are at the table: one's own, read from the material, and those that others raised.

use std::sync::Arc;

use quorate_strategies::{
    brief::{Brief, Material},
    reading::{Finding, Severity},
};
use serde_json::Value;

use crate::{
    agent::{Request, checklist::ChecklistSeat},
    checklist::{self, File},
};

/// Findings, each once, in the order of the material.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Known(Vec<Finding>);

impl Known {
    /// What the seat's own domains find in the material.
    pub(super) fn own(seat: &ChecklistSeat, brief: &Brief) -> Self {
        let wanted = |finding: &checklist::Finding| seat.domains.is_empty() || seat.domains.contains(&finding.domain);
        let files: Vec<File<'_>> = brief.material.iter().map(|one| File { name: &one.name, text: &one.text }).collect();
        let found = checklist::review_files(&seat.checklist, &files, brief.language);
        Self(found.into_iter().filter(wanted).map(recorded).collect())
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

/// A finding as the record keeps it.
fn recorded(found: checklist::Finding) -> Finding {
    Finding {
        rule: found.rule.into(),
        severity: found.severity,
        line: found.line,
        message: found.message.into(),
        suggestion: found.suggestion.map(Into::into),
    }
}
