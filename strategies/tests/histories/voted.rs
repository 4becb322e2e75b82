//! The rules over options a second time: every count starts from the ballots.

use std::collections::{BTreeMap, BTreeSet};

use quorate_strategies::prelude::*;

use super::{
    counted::Book,
    ruled::{Found, Terms, weigh},
};

impl Terms {
    /// A rule over options: who leads, what puts it first, and whether that is enough.
    pub(super) fn vote(&self, book: &Book, voices: &[Voice]) -> Found {
        let options = book.options.len();
        let cast: Vec<(Cast, u64)> = voices
            .iter()
            .filter_map(|one| Some((self.usable(one.ballot.as_ref()?, options)?, u64::from(one.weight))))
            .collect();
        let (all, used) = (weigh(voices, |_| true), cast.iter().map(|(_, weight)| weight).sum::<u64>());
        let missing = weigh(voices, |one| one.ballot.is_none() && !one.answered);
        let here = voices.iter().filter(|one| one.answered).count() as u64;
        let of = if self.of_cast { used } else { all };
        let Count { scores, firsts, leader, tie, exhausted } = match self.rule {
            "instant-runoff" => runoff(&cast, options, self.first_seen),
            "condorcet" => contests(&cast, options),
            _ => self.sums(&cast, options),
        };
        let mut counts: BTreeMap<String, u64> =
            book.options.iter().zip(scores).map(|(name, score)| (name.to_string(), score)).collect();
        counts.extend([("of", of), ("abstained", all - used - missing), ("missing", missing)].map(owned));
        counts.extend(exhausted.map(|weight| owned(("exhausted", weight))));
        let mut found = Found { level: Level::None, reached: false, winner: None, tie, counts };
        if let Some(leader) = leader.filter(|_| here >= self.quorum) {
            let first = firsts[leader];
            found.level = match () {
                () if first == of => Level::Full,
                () if first * 2 > of => Level::Majority,
                () => Level::Partial,
            };
            found.reached = match self.rule {
                "majority" => first * 2 > of,
                "supermajority" => first * 3 >= of * 2,
                "unanimity" => first == of,
                _ => true,
            };
            found.winner = Some(book.options[leader].to_string()).filter(|_| found.reached);
        }
        found
    }

    /// What a rule reads in a ballot; none of one that is void for it.
    fn usable(&self, ballot: &Ballot, options: usize) -> Option<Cast> {
        let named: Vec<usize> = match ballot {
            Ballot::Choice(one) => vec![usize::from(*one)],
            Ballot::Approval(all) | Ballot::Ranking(all) => all.iter().map(|one| usize::from(*one)).collect(),
            Ballot::Points(all) => all.iter().map(|(one, _)| usize::from(*one)).collect(),
            Ballot::Abstain => return None,
        };
        let once: BTreeSet<usize> = named.iter().copied().collect();
        if named.is_empty() || once.len() < named.len() || once.iter().any(|one| *one >= options) {
            return None;
        }
        let single = named.len() == 1 && !matches!(ballot, Ballot::Points(_));
        match (self.rule, ballot) {
            ("cumulative", Ballot::Points(all)) => {
                let sum: u64 = all.iter().map(|(_, points)| u64::from(*points)).sum();
                let given = all.iter().map(|(one, points)| (usize::from(*one), u64::from(*points))).collect();
                (1..=self.points).contains(&sum).then_some(Cast::Points(given))
            }
            ("cumulative", _) => single.then(|| Cast::Points(vec![(named[0], self.points)])),
            ("approval", Ballot::Approval(_)) => Some(Cast::Approval(named)),
            ("approval", _) => single.then_some(Cast::Approval(named)),
            (_, Ballot::Ranking(_)) => Some(Cast::Ranking(named)),
            _ => single.then_some(Cast::Ranking(named)),
        }
    }

    /// Rules that add up what each ballot gives.
    fn sums(&self, cast: &[(Cast, u64)], options: usize) -> Count {
        let (mut scores, mut firsts) = (vec![0; options], vec![0; options]);
        for (ballot, weight) in cast {
            match ballot {
                Cast::Ranking(order) => {
                    firsts[order[0]] += weight;
                    let worth = |at: usize| if self.rule == "borda" { options - 1 - at } else { usize::from(at == 0) };
                    order.iter().enumerate().for_each(|(at, one)| scores[*one] += weight * worth(at) as u64);
                }
                Cast::Approval(all) => all.iter().for_each(|one| {
                    scores[*one] += weight;
                    firsts[*one] += weight;
                }),
                Cast::Points(all) => {
                    let most = all.iter().map(|(_, points)| *points).max().unwrap();
                    let best: Vec<usize> = all.iter().filter(|(_, points)| *points == most).map(|one| one.0).collect();
                    all.iter().for_each(|(one, points)| scores[*one] += weight * points);
                    firsts[best[0]] += if best.len() == 1 { *weight } else { 0 };
                }
            }
        }
        let most = scores.iter().copied().max().unwrap_or(0);
        let best: Vec<usize> = (0..options).filter(|one| most > 0 && scores[*one] == most).collect();
        let leader = best.first().copied().filter(|_| best.len() == 1 || self.first_seen);
        Count { scores, firsts, leader, tie: best.len() > 1, exhausted: None }
    }
}

fn owned((name, weight): (&str, u64)) -> (String, u64) {
    (name.to_owned(), weight)
}

/// A ballot that counts.
enum Cast {
    Ranking(Vec<usize>),
    Approval(Vec<usize>),
    Points(Vec<(usize, u64)>),
}

/// What a count came to.
struct Count {
    scores: Vec<u64>,
    firsts: Vec<u64>,
    leader: Option<usize>,
    tie: bool,
    exhausted: Option<u64>,
}

/// Counts from the top again after every strike.
fn runoff(cast: &[(Cast, u64)], options: usize, first_seen: bool) -> Count {
    let mut standing: BTreeSet<usize> = (0..options).collect();
    let mut tie = false;
    loop {
        let (mut votes, mut exhausted) = (vec![0; options], 0);
        for (ballot, weight) in cast {
            let Cast::Ranking(order) = ballot else { continue };
            match order.iter().find(|one| standing.contains(one)) {
                Some(one) => votes[*one] += weight,
                None => exhausted += weight,
            }
        }
        let all: u64 = cast.iter().map(|(_, weight)| weight).sum();
        let end = |leader, tie| Count {
            scores: votes.clone(),
            firsts: votes.clone(),
            leader,
            tie,
            exhausted: Some(exhausted),
        };
        if all == 0 {
            return end(None, false);
        }
        if let Some(winner) = standing.iter().find(|one| votes[**one] * 2 > all - exhausted) {
            return end(Some(*winner), tie);
        }
        let Some(least) = standing.iter().map(|one| votes[*one]).min() else { return end(None, true) };
        let weakest: Vec<usize> = standing.iter().copied().filter(|one| votes[*one] == least).collect();
        let next = standing.iter().map(|one| votes[*one]).filter(|votes| *votes > least).min();
        if weakest.len() == 1 || next.is_some_and(|next| least * (weakest.len() as u64) < next) {
            standing.retain(|one| !weakest.contains(one));
        } else if first_seen {
            tie = true;
            standing.remove(weakest.last().unwrap());
        } else {
            return end(None, true);
        }
    }
}

/// Every pair, head to head.
fn contests(cast: &[(Cast, u64)], options: usize) -> Count {
    let mut firsts = vec![0; options];
    let mut above = vec![vec![0; options]; options];
    for (ballot, weight) in cast {
        let Cast::Ranking(order) = ballot else { continue };
        firsts[order[0]] += weight;
        for (at, better) in order.iter().enumerate() {
            (0..options)
                .filter(|other| !order[..=at].contains(other))
                .for_each(|other| above[*better][other] += weight);
        }
    }
    let beats_all = |one: &usize| (0..options).all(|other| other == *one || above[*one][other] > above[other][*one]);
    let leader = (0..options).find(beats_all).filter(|_| !cast.is_empty());
    let tie = !cast.is_empty() && leader.is_none();
    Count { scores: firsts.clone(), firsts, leader, tie, exhausted: None }
}
