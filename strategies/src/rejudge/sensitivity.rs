//! How little would have to change for another outcome: votes, weights, the threshold, a seat.

use super::{
    MOST_WEIGHT, Rejudged,
    votes::{Search, Votes},
};
use crate::{
    catalog::Catalog,
    event::Chosen,
    rule::{DecisionRule, Tally, Verdict},
    seat::SeatId,
};

/// So many verdicts are given at most in search of the fewest votes, and again in search of weights.
pub(super) const MOST_VERDICTS: usize = 50_000;
/// The highest percentage.
const MOST_PERCENT: u32 = 100;

/// The smallest changes that give another outcome: reached where it was not or the other way round, or another winner.
///
/// Each kind of change is looked at alone. Everything is counted in integers and found by giving verdicts, so it holds
/// for any rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensitivity {
    /// The fewest votes that would have to be others.
    pub votes: Votes,
    /// Seats without whose vote the outcome is another.
    pub pivotal: Vec<Swing>,
    /// For each seat where there is one, the weight nearest to its own with which the outcome is another.
    pub weights: Vec<Reweighted>,
    /// How far from its own each weight was changed in search of that.
    pub weights_within: u32,
    /// The thresholds nearest to the rule's own with which the outcome is another, the lower one first; empty for a rule
    /// without a threshold, and where none of 1 to 100 changes anything.
    pub thresholds: Vec<(u32, Verdict)>,
}

/// A seat whose vote makes the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swing {
    /// Who.
    pub seat: SeatId,
    /// What is said without it.
    pub verdict: Verdict,
}

/// A weight that would make the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reweighted {
    /// Whose.
    pub seat: SeatId,
    /// What it is.
    pub from: u32,
    /// What it would be.
    pub to: u32,
    /// What is said then.
    pub verdict: Verdict,
}

/// The smallest changes that give another outcome than `judged`, which the rule `chosen` of the catalogue gave.
///
/// The fewest votes are exact for up to a dozen seats under rules that count positions, stances or one choice; where the
/// ways to vote are too many, [`Votes::proof`] says how far they were tried. A seat that did not answer counts as one
/// that could have voted.
#[must_use]
pub fn sensitivity(judged: &Rejudged, rule: &dyn DecisionRule, chosen: &Chosen, catalog: &Catalog) -> Sensitivity {
    let base = &judged.verdict;
    let (weights, weights_within) = weights(judged, rule);
    Sensitivity {
        votes: Search::new(rule, judged).fewest(),
        pivotal: pivotal(judged, rule),
        weights,
        weights_within,
        thresholds: thresholds(&judged.tally, base, rule, chosen, catalog),
    }
}

/// Whether two verdicts say the same of the outcome.
pub(super) fn same(a: &Verdict, b: &Verdict) -> bool {
    a.reached == b.reached && a.winner == b.winner
}

fn pivotal(judged: &Rejudged, rule: &dyn DecisionRule) -> Vec<Swing> {
    let mut swings = Vec::new();
    for (at, seat) in judged.voters.iter().enumerate().filter(|_| judged.voters.len() > 1) {
        let mut tally = judged.tally.clone();
        tally.voices.remove(at);
        let verdict = rule.judge(&tally);
        if !same(&verdict, &judged.verdict) {
            swings.push(Swing { seat: *seat, verdict });
        }
    }
    swings
}

fn weights(judged: &Rejudged, rule: &dyn DecisionRule) -> (Vec<Reweighted>, u32) {
    let seats = judged.voters.len().max(1);
    let within = u32::try_from((MOST_VERDICTS / seats / 2).clamp(1, 1000)).unwrap_or(1);
    let mut tally = judged.tally.clone();
    let mut found = Vec::new();
    for (at, seat) in judged.voters.iter().enumerate() {
        let own = judged.tally.voices.get(at).map_or(1, |voice| voice.weight);
        let near = (1..=within).flat_map(|off| [own.checked_sub(off), own.checked_add(off)]).flatten();
        for to in near.filter(|to| (1..=MOST_WEIGHT).contains(to)) {
            set_weight(&mut tally, at, to);
            let verdict = rule.judge(&tally);
            if !same(&verdict, &judged.verdict) {
                found.push(Reweighted { seat: *seat, from: own, to, verdict });
                break;
            }
        }
        set_weight(&mut tally, at, own);
    }
    (found, within)
}

fn set_weight(tally: &mut Tally, at: usize, weight: u32) {
    if let Some(voice) = tally.voices.get_mut(at) {
        voice.weight = weight;
    }
}

fn thresholds(
    tally: &Tally,
    base: &Verdict,
    rule: &dyn DecisionRule,
    chosen: &Chosen,
    catalog: &Catalog,
) -> Vec<(u32, Verdict)> {
    let Some(knob) = rule.knobs().iter().find(|knob| knob.name == "threshold") else { return Vec::new() };
    let own = chosen.knobs.get(knob.name).map_or(knob.default, String::as_str);
    let Ok(own) = own.trim().parse::<u32>() else { return Vec::new() };
    let other = |percent: u32| {
        let mut knobs = chosen.knobs.clone();
        knobs.insert(knob.name.to_owned(), percent.to_string());
        let verdict = catalog.rule(&chosen.name, &knobs).ok()?.judge(tally);
        (!same(&verdict, base)).then_some((percent, verdict))
    };
    let below = (1..own).rev().find_map(other);
    let above = (own.saturating_add(1)..=MOST_PERCENT).find_map(other);
    below.into_iter().chain(above).collect()
}
