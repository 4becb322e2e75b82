//! The laws of decision rules, on random tallies.

use std::sync::Arc;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng, seq::SliceRandom as _};
use thiserror::Error;

use crate::{
    reading::{Ballot, Position, Score, Stance},
    rule::{DecisionRule, Pending, Tally, Verdict, Voice},
};

/// How a rule broke a law.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleViolation {
    /// The order of voices mattered.
    #[error("{rule}: another order of voices gives another verdict (seed {seed})")]
    Order {
        /// The rule.
        rule: String,
        /// The seed that shows it.
        seed: u64,
    },
    /// There is a winner although the rule was not reached.
    #[error("{rule}: a winner without being reached (seed {seed})")]
    Winner {
        /// The rule.
        rule: String,
        /// The seed that shows it.
        seed: u64,
    },
    /// It called a tally settled that could still change.
    #[error("{rule}: called settled, but what was pending changed the verdict (seed {seed})")]
    Settled {
        /// The rule.
        rule: String,
        /// The seed that shows it.
        seed: u64,
    },
    /// The same tally gave two verdicts.
    #[error("{rule}: two verdicts on one tally (seed {seed})")]
    Unstable {
        /// The rule.
        rule: String,
        /// The seed that shows it.
        seed: u64,
    },
}

/// Holds a rule to the laws of [`DecisionRule`], on one random tally for each seed.
///
/// # Errors
/// The first [`RuleViolation`], with the seed that shows it.
pub fn check_rule(rule: &dyn DecisionRule, seeds: u64) -> Result<(), RuleViolation> {
    let name = || rule.name().to_owned();
    for seed in 0..seeds {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let tally = drawn(&mut random);
        let verdict = rule.judge(&tally);
        if rule.judge(&tally) != verdict {
            return Err(RuleViolation::Unstable { rule: name(), seed });
        }
        if verdict.winner.is_some() && !verdict.reached {
            return Err(RuleViolation::Winner { rule: name(), seed });
        }
        let mut shuffled = tally.clone();
        shuffled.voices.shuffle(&mut random);
        if rule.judge(&shuffled) != verdict {
            return Err(RuleViolation::Order { rule: name(), seed });
        }
        if !settled_is_true(rule, &tally, &mut random) {
            return Err(RuleViolation::Settled { rule: name(), seed });
        }
    }
    Ok(())
}

/// Whether a tally that is called settled keeps its verdict in 32 random completions.
fn settled_is_true(rule: &dyn DecisionRule, tally: &Tally, random: &mut ChaCha8Rng) -> bool {
    let voices = (0..tally.voices.len()).filter(|_| random.random_bool(0.3)).collect();
    let pending = Pending { voices };
    if !rule.settled(tally, &pending) {
        return true;
    }
    let said = |verdict: &Verdict| (verdict.level, verdict.reached, verdict.winner.clone());
    let complete = |random: &mut ChaCha8Rng| {
        let mut done = tally.clone();
        for at in &pending.voices {
            if let Some(voice) = done.voices.get_mut(*at) {
                let conceded = voice.conceded;
                *voice = Voice { weight: voice.weight, side: voice.side, ..voice_drawn(random) };
                voice.conceded |= conceded;
            }
        }
        said(&rule.judge(&done))
    };
    let first = complete(random);
    (0..32).all(|_| complete(random) == first)
}

fn drawn(random: &mut ChaCha8Rng) -> Tally {
    let seats = random.random_range(0..7);
    let voices = (0..seats).map(|_| voice_drawn(random)).collect();
    let options: [Arc<str>; 3] = ["a".into(), "b".into(), "c".into()];
    let sides: [Arc<str>; 2] = ["pro".into(), "con".into()];
    Tally { voices, options: options.into(), sides: sides.into() }
}

fn voice_drawn(random: &mut ChaCha8Rng) -> Voice {
    let position = [Position::For, Position::Against, Position::Open][random.random_range(0..3)];
    let stance = [Stance::Agree, Stance::Disagree, Stance::Neutral, Stance::Unknown][random.random_range(0..4)];
    let ballot = match random.random_range(0..6) {
        0 => None,
        1 => Some(Ballot::Abstain),
        2 => Some(Ballot::Approval(vec![0, 2])),
        3 => Some(Ballot::Ranking(vec![random.random_range(0..3), 0])),
        4 => Some(Ballot::Points(vec![(0, 3), (1, random.random_range(0..9))])),
        _ => Some(Ballot::Choice(random.random_range(0..3))),
    };
    Voice {
        weight: random.random_range(1..4),
        position,
        stance,
        ballot,
        scores: vec![Score::from_hundredths(random.random_range(0..=10_000))],
        side: Some(random.random_range(0..2)),
        conceded: random.random_bool(0.3),
        answered: random.random_bool(0.8),
    }
}
