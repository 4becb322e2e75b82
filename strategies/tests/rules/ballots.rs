//! The voting rules on every profile of ballots, against counting by hand on sorted labels.

use std::collections::BTreeMap;

use quorate_strategies::{
    prelude::*,
    rules::{Divisor, Majority, Supermajority, Terms, Ties, Unanimity},
};

use super::{each_profile, knobs, missing, tally_over, votes, weighing};

pub(super) fn rules(terms: Terms) -> [Box<dyn DecisionRule>; 3] {
    [Box::new(Majority::new(terms)), Box::new(Supermajority::new(terms)), Box::new(Unanimity::new(terms))]
}

pub(super) fn every_terms(quorums: &[u32]) -> Vec<Terms> {
    let mut all = Vec::new();
    for of in [Divisor::All, Divisor::Cast] {
        for ties in [Ties::None, Ties::FirstSeen] {
            all.extend(quorums.iter().map(|&quorum| Terms { of, quorum, ties }));
        }
    }
    all
}

/// Three options, abstaining, missing.
const STATES: &str = "ABC-?";

fn voice(state: char) -> Voice {
    match state {
        '-' => Voice { ballot: Some(Ballot::Abstain), ..Voice::present() },
        '?' => missing(),
        option => votes(option as u16 - 'A' as u16),
    }
}

/// The second way: sort the votes, cut them into runs, and hold the longest against all the rest.
fn expected(rule: &str, terms: Terms, states: &str) -> (Level, bool, Option<String>, bool) {
    let mut cast: Vec<char> = states.chars().filter(char::is_ascii_uppercase).collect();
    cast.sort_unstable();
    let mut runs: Vec<&[char]> = cast.chunk_by(char::eq).collect();
    runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
    let Some(leading) = runs.first() else {
        return (Level::None, false, None, false);
    };
    let tie = runs.get(1).is_some_and(|second| second.len() == leading.len());
    let present = states.chars().filter(|state| *state != '?').count();
    if present < terms.quorum as usize || (tie && terms.ties == Ties::None) {
        return (Level::None, false, None, tie);
    }
    let of = if terms.of == Divisor::Cast { cast.len() } else { states.len() };
    let (lead, rest) = (leading.len(), of - leading.len());
    let level = match rest {
        0 => Level::Full,
        _ if lead > rest => Level::Majority,
        _ => Level::Partial,
    };
    let reached = match rule {
        "majority" => lead > rest,
        "supermajority" => lead >= 2 * rest,
        _ => rest == 0,
    };
    (level, reached, reached.then(|| leading[0].to_string()), tie)
}

#[test]
fn every_profile_up_to_five_seats_agrees_with_the_second_way() {
    for terms in every_terms(&[0, 2]) {
        for rule in rules(terms) {
            for seats in 0..=5 {
                each_profile(STATES.len(), seats, |profile| {
                    let states: String = profile.iter().filter_map(|state| STATES.chars().nth(*state)).collect();
                    let verdict = rule.judge(&tally_over(3, states.chars().map(voice).collect::<Vec<_>>()));
                    let winner = verdict.winner.as_deref().map(str::to_owned);
                    let got = (verdict.level, verdict.reached, winner, verdict.tie);
                    assert_eq!(got, expected(rule.name(), terms, &states), "{} on {states}: {terms:?}", rule.name());
                });
            }
        }
    }
}

fn counts(verdict: &Verdict) -> BTreeMap<&str, u64> {
    verdict.counts.iter().map(|(name, weight)| (name.as_ref(), *weight)).collect()
}

#[test]
fn counts_name_every_option_and_everybody_without_a_first_choice() {
    let held = Voice { answered: false, ..weighing(votes(1), 3) };
    let said_nothing = Voice::present();
    let abstained_before = Voice { ballot: Some(Ballot::Abstain), ..missing() };
    let voices = [weighing(votes(0), 2), held, said_nothing, abstained_before, missing()];
    let verdict = Majority::default().judge(&tally_over(3, voices));
    let wanted = [("A", 2), ("B", 3), ("C", 0), ("abstained", 2), ("missing", 1), ("of", 8)];
    assert_eq!(counts(&verdict), wanted.into());
    let cast = Majority::new(Terms { of: Divisor::Cast, ..Terms::default() });
    let verdict = cast.judge(&tally_over(2, [votes(0), votes(0), votes(1), missing()]));
    assert_eq!(counts(&verdict), [("A", 2), ("B", 1), ("abstained", 0), ("missing", 1), ("of", 3)].into());
}

#[test]
fn an_option_called_like_a_count_has_a_count_of_its_own() {
    let options = ["of", "=of", "missing", "of course", "=x"].map(Into::into).into();
    let voices = super::crowd([(1, votes(0)), (2, votes(1)), (3, votes(2)), (4, votes(3)), (5, votes(4))]);
    let verdict = Majority::default().judge(&Tally { voices, options, ..Tally::default() });
    let wanted = [("=of", 1), ("==of", 2), ("=missing", 3), ("of course", 4), ("=x", 5)];
    for (name, weight) in wanted {
        assert_eq!(verdict.count(name), weight, "{name}");
    }
    assert_eq!((verdict.count("of"), verdict.count("missing"), verdict.counts.len()), (15, 0, 8));
}

#[test]
fn the_first_choice_counts_whatever_the_form_of_the_ballot() {
    let first = |ballot| {
        let voice = Voice { ballot: Some(ballot), ..Voice::present() };
        Unanimity::default().judge(&tally_over(2, [voice])).winner.as_deref().map(str::to_owned)
    };
    assert_eq!(first(Ballot::Choice(1)).as_deref(), Some("B"));
    assert_eq!(first(Ballot::Ranking(vec![1, 0])).as_deref(), Some("B"));
    assert_eq!(first(Ballot::Approval(vec![1])).as_deref(), Some("B"));
    assert_eq!(first(Ballot::Approval(vec![0, 1])), None);
    assert_eq!(first(Ballot::Approval(vec![])), None);
    assert_eq!(first(Ballot::Points(vec![(0, 10)])), None);
    assert_eq!(first(Ballot::Choice(2)), None, "an option that is not there is no vote");
}

#[test]
fn the_levels_describe_the_count_and_reached_is_the_rules_own_word() {
    let sixty = tally_over(2, super::crowd([(3, votes(0)), (2, votes(1))]));
    let [majority, supermajority, unanimity] = rules(Terms::default()).map(|rule| rule.judge(&sixty));
    assert_eq!((majority.level, majority.reached), (Level::Majority, true));
    assert_eq!((supermajority.level, supermajority.reached), (Level::Majority, false));
    assert_eq!((unanimity.level, unanimity.reached, unanimity.winner), (Level::Majority, false, None));
}

#[test]
fn a_tie_is_a_tie_even_when_the_first_seen_leads() {
    let even = tally_over(2, [votes(1), votes(0)]);
    let set = knobs([("tie", "first-seen"), ("of", "cast"), ("quorum", "2")]);
    let verdict = Majority::from_knobs(&set).unwrap().judge(&even);
    assert_eq!((verdict.level, verdict.reached, verdict.winner, verdict.tie), (Level::Partial, false, None, true));
}
