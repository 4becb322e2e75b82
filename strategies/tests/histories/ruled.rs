//! Every rule a second time, as its definition is written: nothing is kept up to date, every count starts from nothing.

use std::collections::BTreeMap;

use quorate_strategies::prelude::*;
use rand::{RngExt as _, rngs::ChaCha8Rng};

use super::counted::Book;

pub(super) const RULES: [&str; 12] = [
    "ratio",
    "stance",
    "concession",
    "majority",
    "supermajority",
    "unanimity",
    "plurality",
    "approval",
    "borda",
    "instant-runoff",
    "condorcet",
    "cumulative",
];

/// A rule and what it is set to.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) rule: &'static str,
    threshold: u64,
    partial: u64,
    pub(super) points: u64,
    pub(super) quorum: u64,
    pub(super) of_cast: bool,
    pub(super) first_seen: bool,
}

/// What both have to find.
#[derive(Debug, PartialEq)]
pub(super) struct Found {
    pub(super) level: Level,
    pub(super) reached: bool,
    pub(super) winner: Option<String>,
    pub(super) tie: bool,
    pub(super) counts: BTreeMap<String, u64>,
}

impl From<&Verdict> for Found {
    fn from(verdict: &Verdict) -> Self {
        Self {
            level: verdict.level,
            reached: verdict.reached,
            winner: verdict.winner.as_deref().map(str::to_owned),
            tie: verdict.tie,
            counts: verdict.counts.iter().map(|(name, weight)| (name.to_string(), *weight)).collect(),
        }
    }
}

fn found<const N: usize>(level: Level, reached: bool, counts: [(&str, u64); N]) -> Found {
    let counts = counts.map(|(name, weight)| (name.to_owned(), weight)).into();
    Found { level, reached, winner: None, tie: false, counts }
}

pub(super) fn weigh<'v>(voices: impl IntoIterator<Item = &'v Voice>, wanted: impl Fn(&Voice) -> bool) -> u64 {
    voices.into_iter().filter(|voice| wanted(voice)).map(|voice| u64::from(voice.weight)).sum()
}

impl Terms {
    pub(super) fn drawn(number: u64, random: &mut ChaCha8Rng) -> Self {
        let thresholds = [1, 34, 50, 51, 66, 67, 70, 75, 90, 100];
        Self {
            rule: RULES[(number % RULES.len() as u64) as usize],
            threshold: thresholds[random.random_range(0..thresholds.len())],
            partial: [0, 50, 80, 100][random.random_range(0..4)],
            points: [1, 3, 10, 100][random.random_range(0..4)],
            quorum: [0, 0, 0, 1, 2, 4, 9][random.random_range(0..7)],
            of_cast: random.random_bool(0.4),
            first_seen: random.random_bool(0.4),
        }
    }

    pub(super) fn knobs(&self) -> Knobs {
        let of = if self.of_cast { "cast" } else { "all" };
        let tie = if self.first_seen { "first-seen" } else { "none" };
        let all = [
            ("threshold", self.threshold.to_string()),
            ("partial", self.partial.to_string()),
            ("points", self.points.to_string()),
            ("quorum", self.quorum.to_string()),
            ("of", of.to_owned()),
            ("tie", tie.to_owned()),
        ];
        let takes: &[&str] = match self.rule {
            "ratio" => &["threshold", "partial"],
            "stance" => &["quorum"],
            "concession" => &[],
            "condorcet" => &["of", "quorum"],
            "cumulative" => &["points", "of", "quorum", "tie"],
            _ => &["of", "quorum", "tie"],
        };
        all.into_iter().filter(|(name, _)| takes.contains(name)).map(|(name, set)| (name.to_owned(), set)).collect()
    }

    pub(super) fn judge(&self, book: &Book, voices: &[Voice]) -> Found {
        match self.rule {
            "ratio" => self.ratio(voices),
            "stance" => self.stance(voices),
            "concession" => concession(book, voices),
            _ => self.vote(book, voices),
        }
    }

    fn ratio(&self, voices: &[Voice]) -> Found {
        let [agreed, against, open] =
            [Position::For, Position::Against, Position::Open].map(|side| weigh(voices, |one| one.position == side));
        let of = weigh(voices, |_| true);
        let meets = |percent: u64| of > 0 && agreed * 100 >= percent * of;
        let everybody = of > 0 && voices.iter().all(|one| one.answered && one.position == Position::For);
        let level = match (everybody, meets(self.threshold), meets(self.partial)) {
            (true, ..) => Level::Full,
            (_, true, _) => Level::Majority,
            (_, _, true) => Level::Partial,
            _ => Level::None,
        };
        let counts = [("for", agreed), ("against", against), ("open", open), ("of", of)];
        found(level, meets(self.threshold), counts)
    }

    fn stance(&self, voices: &[Voice]) -> Found {
        let of_stance =
            |stance: Stance| weigh(voices, |one| stance == if one.answered { one.stance } else { Stance::Unknown });
        let [agree, disagree, neutral, unknown] =
            [Stance::Agree, Stance::Disagree, Stance::Neutral, Stance::Unknown].map(of_stance);
        let (of, here) = (weigh(voices, |_| true), voices.iter().filter(|one| one.answered).count() as u64);
        let level = if of == 0 || here < self.quorum {
            Level::None
        } else if agree == of {
            Level::Full
        } else if disagree == 0 && 3 * agree >= 2 * of {
            Level::Majority
        } else {
            Level::None
        };
        let counts = [("agree", agree), ("disagree", disagree), ("neutral", neutral), ("unknown", unknown), ("of", of)];
        found(level, level != Level::None, counts)
    }
}

/// Seed 004: all sides but one have given up.
fn concession(book: &Book, voices: &[Voice]) -> Found {
    let sides = book.sides();
    let of_side = |at: usize| voices.iter().filter(move |one| one.side == Some(at as u16));
    let stands = |at: &usize| of_side(*at).any(|one| one.answered && !one.conceded);
    let gave_up = |at: &usize| !stands(at) && of_side(*at).any(|one| one.conceded);
    let standing: Vec<usize> = (0..sides.len()).filter(stands).collect();
    let conceded = (0..sides.len()).filter(gave_up).count();
    let silent = sides.len() - standing.len() - conceded;
    let reached = standing.len() == 1 && silent == 0 && conceded > 0;
    let others = (0..sides.len()).filter(|at| !standing.contains(at));
    let wholly = others.into_iter().all(|at| of_side(at).all(|one| one.conceded));
    let level = match (reached, wholly) {
        (true, true) => Level::Full,
        (true, false) => Level::Majority,
        (false, _) if conceded > 0 && conceded < sides.len() => Level::Partial,
        (false, _) => Level::None,
    };
    let counts = [("standing", standing.len()), ("conceded", conceded), ("silent", silent), ("of", sides.len())];
    let counts = counts.map(|(name, number)| (name.to_owned(), number as u64)).into();
    let winner = standing.first().filter(|_| reached).map(|at| sides[*at].to_string());
    Found { level, reached, winner, tie: !sides.is_empty() && conceded == sides.len(), counts }
}
