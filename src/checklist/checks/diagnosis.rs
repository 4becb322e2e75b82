//! Checks of a description of something that went wrong.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::checklist::blocks::{Block, Kind};
use crate::checklist::date_reading::Habits;
use crate::checklist::dates::{Scale, When};
use crate::checklist::document::Document;
use crate::checklist::pattern::Pattern;
use crate::checklist::phrasing::Value;
use crate::checklist::review::Report;

static LEVEL: LazyLock<Pattern> = LazyLock::new(|| {
    Pattern::new(
        r"\b(?:ERROR|FATAL|CRITICAL|PANIC|SEVERE|EMERG|ALERT)\b|(?i)\[(?:error|fatal|crit|critical|panic)\]|level=(?:error|fatal|critical)|\bpanic(?:ked)?\b[: ]|Traceback \(|\b[A-Za-z.]*(?:Exception|Error)\b: |OutOfMemory|\bOOM|segfault|segmentation fault|\bkilled process\b",
    )
});
static STAMPED: LazyLock<Pattern> =
    LazyLock::new(|| Pattern::new(r"^[\[(|]?[ ]?(?:[0-9]{4}-[0-9]{2}-[0-9]{2}[T ])?[0-9]{2}:[0-9]{2}"));

/// The lines of a block with their numbers.
fn lines(block: &Block) -> impl Iterator<Item = (u32, &str)> {
    let mut offset = 0;
    block.text.split('\n').map(move |text| {
        let line = block.line_at(offset);
        offset += text.len() + 1;
        (line, text)
    })
}

/// Errors in logs, each kind once with its count.
pub(super) fn log_errors(document: &Document) -> Vec<Report> {
    let mut kinds: HashMap<String, usize> = HashMap::new();
    let mut found: Vec<(u32, String, usize)> = Vec::new();
    for block in document.blocks() {
        for (line, text) in lines(block) {
            let log = block.kind == Kind::Code || STAMPED.is_match(text);
            if !log || !LEVEL.is_match(text) {
                continue;
            }
            let kind: String = text.chars().filter(|c| !c.is_ascii_digit()).collect();
            match kinds.get(&kind) {
                Some(&at) => found[at].2 += 1,
                None => {
                    kinds.insert(kind, found.len());
                    found.push((line, text.trim().trim_end_matches(['.', ';', ',']).chars().take(120).collect(), 1));
                }
            }
        }
    }
    let report = |(line, text, count): (u32, String, usize)| {
        Report::at(line).with("value", format!("\"{text}\"")).with("times", Value::Times(count))
    };
    found.into_iter().map(report).collect()
}

/// The time a line begins with.
fn stamp(habits: Habits, text: &str) -> Option<When> {
    let head: String = text.chars().take(48).collect();
    let first = habits.dates(&head).into_iter().next()?;
    let lead = head.get(..first.bytes.start)?;
    let timed = first.minutes.is_some() || matches!(first.scale, Scale::Clock);
    (timed && lead.chars().all(|c| !c.is_alphanumeric())).then_some(first)
}

/// A time as a reader knows it: with the hour, also where the date alone was written as one word.
fn shown(when: &When) -> String {
    match when.minutes {
        Some(minutes) if !when.text.contains(':') => format!("{} {:02}:{:02}", when.text, minutes / 60, minutes % 60),
        _ => when.text.clone(),
    }
}

/// Times that run backwards within one log or one list.
pub(super) fn time_order(document: &Document) -> Vec<Report> {
    let habits = Habits::learn(document.blocks().iter().map(|b| b.text.as_str()));
    let mut last: Option<(usize, bool, When, u32)> = None;
    let mut found = Vec::new();
    for block in document.blocks() {
        let code = block.kind == Kind::Code;
        for (line, text) in lines(block) {
            let Some(when) = stamp(habits, text) else {
                continue;
            };
            if let Some((section, was_code, before, at)) = &last {
                let same = *section == block.section && *was_code == code;
                if same && when.order(before) == Some(Ordering::Less) {
                    let report = Report::at(line).with("value", shown(&when));
                    found.push(report.with("other", shown(before)).with("line", Value::Line(*at)));
                }
            }
            last = Some((block.section, code, when, line));
        }
    }
    found
}

/// A diagnosis without any possible cause.
pub(super) fn no_hypotheses(document: &Document) -> Vec<Report> {
    match document.hypotheses().is_empty() {
        true => vec![Report::absence()],
        false => Vec::new(),
    }
}

/// Causes for and against which nothing is said.
pub(super) fn without_evidence(document: &Document) -> Vec<Report> {
    let bare = document.hypotheses().into_iter().filter(|h| !h.evidence);
    bare.map(|h| Report::at(h.line).with("value", h.text)).collect()
}

/// One cause only.
pub(super) fn single(document: &Document) -> Vec<Report> {
    match document.hypotheses().as_slice() {
        [one] => vec![Report::at(one.line).with("value", one.text.clone())],
        _ => Vec::new(),
    }
}
