//! What a discussion recommends for a text, each with where it belongs and what it rests on.

use std::{cmp::Reverse, sync::Arc};

use quorate_strategies::{
    reading::{Finding, Severity},
    seat::SeatId,
    state::State,
    turn::TurnId,
};

use crate::report::findings::{Raisers, findings};

/// Proposals for one text, at most; the gravest are kept, and the minutes hold all.
const MOST: usize = 200;

/// What a change rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// What was recommended, or what a synthesiser says that it changed.
    pub what: Arc<str>,
    /// What was found there, and the rule that found it.
    pub finding: Option<(Arc<str>, Arc<str>)>,
    /// The messages it rests on.
    pub messages: Vec<TurnId>,
    /// Who said them.
    pub seats: Vec<SeatId>,
}

/// A recommendation for one of the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proposal {
    /// The line it concerns, from 1; none where it concerns the whole.
    pub(super) line: Option<u32>,
    severity: Severity,
    pub(super) reason: Reason,
}

/// What is recommended for the text of this number, in the order of its lines; what concerns the whole comes last, and
/// belongs to the last text.
pub(super) fn proposals(state: &State, text: usize) -> Vec<Proposal> {
    let last = state.charter().brief.material.len().saturating_sub(1);
    let mut all: Vec<Proposal> = found(state, text, last).collect();
    if text == last {
        let said: Vec<Proposal> = said(state).collect();
        all.extend(said);
    }
    all.sort_by_key(|one| Reverse(one.severity));
    all.truncate(MOST);
    all.sort_by_key(|one| one.line.unwrap_or(u32::MAX));
    all
}

/// The findings about this text that say what would mend it.
fn found(state: &State, text: usize, last: usize) -> impl Iterator<Item = Proposal> {
    findings(state, Raisers::Everybody).into_iter().filter_map(move |found| {
        let (file, message) = place(state, found.finding, last);
        let suggestion = found.finding.suggestion.as_ref().filter(|_| file == text)?;
        Some(Proposal {
            line: found.finding.line,
            severity: found.finding.severity,
            reason: Reason {
                what: Arc::clone(suggestion),
                finding: Some((Arc::clone(&found.finding.rule), message.into())),
                messages: found.messages,
                seats: found.seats,
            },
        })
    })
}

/// The text that a finding is about, and what it says without the name of that text; the last one where it names none.
pub(super) fn place<'f>(state: &State, finding: &'f Finding, last: usize) -> (usize, &'f str) {
    let material = &state.charter().brief.material;
    if material.len() < 2 {
        return (last, &finding.message);
    }
    let behind = |name: &str| Some(finding.message.strip_prefix(name)?.strip_prefix([':', '：'])?.trim_start());
    let mut named = material.iter().enumerate().filter_map(|(at, one)| Some((at, behind(&one.name)?)));
    named.next().unwrap_or((last, &finding.message))
}

/// What the result recommends beyond the suggestions of findings.
fn said(state: &State) -> impl Iterator<Item = Proposal> {
    let known: Vec<String> = findings(state, Raisers::Everybody)
        .into_iter()
        .filter_map(|found| found.finding.suggestion.as_deref().map(letters))
        .collect();
    let statements = state.result().map(|result| result.recommendations.as_slice()).unwrap_or_default();
    statements.iter().filter_map(move |one| {
        let own = letters(&one.text);
        // A long suggestion stands in the result with its end cut off.
        let new = !own.is_empty() && !known.iter().any(|known| known.starts_with(&own));
        new.then(|| Proposal {
            line: None,
            severity: Severity::Warning,
            reason: Reason {
                what: Arc::clone(&one.text),
                finding: None,
                messages: one.messages.clone(),
                seats: speakers(state, &one.messages),
            },
        })
    })
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Who said these messages, each once.
pub(super) fn speakers(state: &State, messages: &[TurnId]) -> Vec<SeatId> {
    let mut seats = Vec::new();
    for seat in messages.iter().filter_map(|id| state.turn(*id)).map(|turn| turn.seat) {
        if !seats.contains(&seat) {
            seats.push(seat);
        }
    }
    seats
}
