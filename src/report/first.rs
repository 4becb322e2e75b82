//! The first round beside the last: what would have been decided before anybody answered anybody.

use quorate_strategies::{
    catalog::Catalog,
    event::Event,
    rule::{DecisionRule, Input, Verdict},
    state::{Standing, State},
};

use super::source::Source;

/// Where everybody stood at one moment of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moment {
    /// Every seat's standing, in seat order.
    pub(super) standings: Vec<Standing>,
    /// The round that was open or had just closed.
    pub(super) round: u32,
}

/// How things stood when the first round closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstRound {
    /// What the decision rule says of it, also where the discussion did not ask it yet; none when no decision was
    /// sought, or the rule is not known here in the version that was used.
    pub verdict: Option<Verdict>,
    /// Every seat's standing, in seat order.
    pub standings: Vec<Standing>,
}

/// How things stood when the first round closed; none when it did not, or the entries do not fit each other.
///
/// The rule is the one that the source was given, or the one of this name in the catalogue.
#[must_use]
pub fn first_round(source: &Source<'_>) -> Option<FirstRound> {
    let mut state = State::default();
    for entry in source.entries {
        state.apply(entry.seq, &entry.event).ok()?;
        if matches!(entry.event, Event::RoundClosed { .. }) {
            let tally = state.tally();
            let verdict = with_rule(source, |rule| rule.judge(&tally));
            return Some(FirstRound { verdict, standings: state.standings().to_vec() });
        }
    }
    None
}

/// Where everybody stood when the rule was asked last: closing turns come later and move no verdict.
pub(super) fn judged(source: &Source<'_>) -> Moment {
    let now = || Moment { standings: source.state.standings().to_vec(), round: source.state.round() };
    let is_judged = |event: &Event| matches!(event, Event::Judged { .. });
    let Some(last) = source.entries.iter().rposition(|entry| is_judged(&entry.event)) else { return now() };
    let (before, after) = source.entries.split_at(last);
    if !after.iter().any(|entry| matches!(entry.event, Event::Answered { .. } | Event::Ended { .. })) {
        return now();
    }
    let mut state = State::default();
    if before.iter().any(|entry| state.apply(entry.seq, &entry.event).is_err()) {
        return now();
    }
    Moment { standings: state.standings().to_vec(), round: state.round() }
}

/// What the rule of the record counts; none when no decision was sought or the rule is not known here.
pub(super) fn input(source: &Source<'_>) -> Option<Input> {
    with_rule(source, |rule| rule.input())
}

/// The version of the rule: the recorded one, or that of the rule known here.
pub(super) fn version(source: &Source<'_>) -> Option<u16> {
    recorded_version(source).or_else(|| find(source, |rule| rule.version()))
}

/// Asks the rule of the record, if it is known here in the version that the record names.
pub(super) fn with_rule<T>(source: &Source<'_>, ask: impl FnOnce(&dyn DecisionRule) -> T) -> Option<T> {
    let recorded = recorded_version(source);
    find(source, |rule| recorded.is_none_or(|version| version == rule.version()).then(|| ask(rule))).flatten()
}

fn find<T>(source: &Source<'_>, ask: impl FnOnce(&dyn DecisionRule) -> T) -> Option<T> {
    let chosen = source.state.charter().rule.as_ref()?;
    match source.rule {
        Some(rule) => Some(ask(rule)),
        None => Catalog::builtin().rule(&chosen.name, &chosen.knobs).ok().map(|rule| ask(rule.as_ref())),
    }
}

fn recorded_version(source: &Source<'_>) -> Option<u16> {
    source.entries.iter().rev().find_map(|entry| match &entry.event {
        Event::Judged { rule, .. } => rule.rsplit_once('/').and_then(|(_, version)| version.parse().ok()),
        _ => None,
    })
}
