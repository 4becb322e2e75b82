//! The contract of decision rules: a pure function from tally to verdict, in integers.

use std::{borrow::Cow, collections::BTreeMap, fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    reading::{Ballot, Position, Score, Stance},
    step::Form,
    strategy::{Knob, Knobs},
};

/// What a rule counts; a strategy's card lists those that fit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// Positions that seats hold until they move.
    Positions,
    /// Stances of the round that just closed.
    Stances,
    /// Scores of decision points.
    Items,
    /// Ballots over options.
    Options,
    /// Sides and their concessions.
    Sides,
}

/// What a rule knows of one seat that has a vote.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Voice {
    /// How much the vote weighs, at least 1.
    pub weight: u32,
    /// Where the seat stands until it moves.
    pub position: Position,
    /// Its stance in the round under judgement; unknown when it gave none or no answer.
    pub stance: Stance,
    /// Its last valid ballot.
    pub ballot: Option<Ballot>,
    /// Its last valid score of each point, in the order of the points.
    pub scores: Vec<Option<Score>>,
    /// The number of its side in [`Tally::sides`], if it argues for one.
    pub side: Option<u16>,
    /// Whether it has conceded; a concession lasts.
    pub conceded: bool,
    /// Whether it answered when it was last asked; a pass is an answer.
    pub answered: bool,
}

impl Voice {
    /// A voice of weight 1 that answered and said nothing that counts.
    #[must_use]
    pub fn present() -> Self {
        Self { weight: 1, answered: true, ..Self::default() }
    }
}

/// Everything a rule may look at: the seats that have a vote, and what they can vote on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    /// One voice for every seat with a vote, in seat order. The missing are here too.
    pub voices: Vec<Voice>,
    /// The options that ballots name, in order.
    pub options: Arc<[Arc<str>]>,
    /// The sides that are argued for, in order.
    pub sides: Arc<[Arc<str>]>,
}

impl Tally {
    /// All voting weight, present or not.
    #[must_use]
    pub fn weight(&self) -> u64 {
        self.voices.iter().map(|voice| u64::from(voice.weight)).sum()
    }

    /// The weight of the voices that `wanted` accepts.
    pub fn weight_of(&self, wanted: impl Fn(&Voice) -> bool) -> u64 {
        self.voices.iter().filter(|voice| wanted(voice)).map(|voice| u64::from(voice.weight)).sum()
    }

    /// Whether every seat with a vote answered when it was last asked.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.voices.iter().all(|voice| voice.answered)
    }
}

/// The voices that may still change, by their place in [`Tally::voices`].
///
/// What is pending may end in any way: any position, stance, ballot or concession, or no answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pending {
    /// Places in [`Tally::voices`], each once.
    pub voices: Vec<usize>,
}

impl Pending {
    /// Whether the voice at this place may still change.
    #[must_use]
    pub fn contains(&self, voice: usize) -> bool {
        self.voices.contains(&voice)
    }
}

/// How far the count goes; it describes the numbers, not whether the rule decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// No agreement to speak of: a person is needed.
    #[default]
    None,
    /// A noticeable share, below what the rule asks for.
    Partial,
    /// As many as the rule calls a majority.
    Majority,
    /// All of them.
    Full,
}

impl Level {
    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Partial => "partial",
            Self::Majority => "majority",
            Self::Full => "full",
        }
    }
}

/// The verdict on one decision point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemVerdict {
    /// The point's number, from 1.
    pub point: u16,
    /// Whether it passed.
    pub passed: bool,
}

/// Weights by what was counted.
pub type Counts = BTreeMap<Cow<'static, str>, u64>;

/// What a rule says of a tally.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Verdict {
    /// How far the count goes.
    pub level: Level,
    /// Whether the rule decided.
    pub reached: bool,
    /// Weights by what was counted; `of` is the divisor.
    pub counts: Counts,
    /// The counts on the way, for rules that count more than once, so that a reader can check the verdict: the rounds of
    /// an instant run-off in their order, contests of two options, the first choices where points decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub working: Vec<Counts>,
    /// The option or side that won; none unless reached, and none for rules without alternatives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Arc<str>>,
    /// The verdict on each decision point, for rules that judge points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ItemVerdict>,
    /// Whether alternatives share the lead.
    #[serde(default)]
    pub tie: bool,
}

impl Verdict {
    /// A verdict with these counts, none of them reached.
    #[must_use]
    pub fn counted<const N: usize>(counts: [(&'static str, u64); N]) -> Self {
        Self { counts: counts.map(|(name, weight)| (Cow::Borrowed(name), weight)).into(), ..Self::default() }
    }

    /// The weight counted under a name, 0 when there is none.
    #[must_use]
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }
}

/// A rule that says whether the group has decided.
///
/// The engine calls it; a strategy never does. It sees nothing but the tally, counts in integers, and a change of its
/// arithmetic is a change of its [`version`](Self::version).
///
/// # Laws
/// * The order of voices does not change the verdict.
/// * `winner` is none unless `reached`.
/// * When [`settled`](Self::settled) is true, no way in which the pending voices may end changes `level`, `reached`
///   or `winner`.
pub trait DecisionRule: Send + Sync + fmt::Debug {
    /// The name it is chosen by: `ratio`.
    fn name(&self) -> &str;

    /// The version of its arithmetic; recorded with every verdict.
    fn version(&self) -> u16 {
        1
    }

    /// One sentence on what it decides by, for catalogues and minutes.
    fn purpose(&self) -> &str;

    /// The knobs it can be set by.
    fn knobs(&self) -> &'static [Knob] {
        &[]
    }

    /// Those knobs that are not at their default, as text; recorded, so that the rule can be made again.
    fn settings(&self) -> Knobs {
        Knobs::new()
    }

    /// What it counts.
    fn input(&self) -> Input;

    /// The form in which it needs a vote over these options; it matters for rules that count options.
    fn ballot(&self, options: Arc<[Arc<str>]>) -> Form {
        Form::Ballot(options)
    }

    /// The verdict on a tally.
    fn judge(&self, tally: &Tally) -> Verdict;

    /// Whether nothing that is pending can change level, reached or winner.
    ///
    /// Saying false is always right; saying true must be.
    fn settled(&self, tally: &Tally, pending: &Pending) -> bool;
}
