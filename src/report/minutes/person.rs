//! Why a person is asked to decide: views far apart, everybody against, or nobody who took a stand.

use quorate_strategies::rule::{Counts, Input, Verdict};

use crate::report::naming::{Naming, POINTS};

/// What the counts say where a rule found no agreement at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// More than one view has weight.
    Apart,
    /// All who took a stand are against.
    Against,
    /// Nobody took a stand.
    Nobody,
    /// Some took a stand, all the same one, and they are too few.
    Few,
}

/// The sentence that says it.
pub(in crate::report) fn needed(naming: &Naming<'_>, verdict: &Verdict, rule: &str) -> &'static str {
    let words = &naming.words.outcome;
    let gap = match naming.facts.input {
        Some(Input::Positions) => between(count(verdict, "for"), count(verdict, "against")),
        Some(Input::Stances) => between(count(verdict, "agree"), count(verdict, "disagree")),
        Some(Input::Options) => among(votes(verdict, rule)),
        Some(Input::Sides | Input::Items) | None => Gap::Apart,
    };
    match gap {
        Gap::Apart => words.far_apart,
        Gap::Against => words.all_against,
        Gap::Nobody => words.no_stand,
        Gap::Few => words.few_stands,
    }
}

fn count(verdict: &Verdict, name: &str) -> u64 {
    verdict.counts.get(name).copied().unwrap_or(0)
}

const fn between(on: u64, against: u64) -> Gap {
    match (on, against) {
        (0, 0) => Gap::Nobody,
        (0, _) => Gap::Against,
        (_, 0) => Gap::Few,
        _ => Gap::Apart,
    }
}

/// The options that somebody voted for; where counts are points, those that somebody put first.
fn votes(verdict: &Verdict, rule: &str) -> usize {
    let firsts = verdict.working.first().filter(|_| POINTS.contains(&rule));
    let counts: &Counts = firsts.unwrap_or(&verdict.counts);
    let is_option = |name: &str| !["of", "abstained", "missing", "exhausted"].contains(&name);
    counts.iter().filter(|(name, votes)| is_option(name) && **votes > 0).count()
}

const fn among(options: usize) -> Gap {
    match options {
        0 => Gap::Nobody,
        1 => Gap::Few,
        _ => Gap::Apart,
    }
}
