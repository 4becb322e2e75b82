//! The `supermajority` rule: one option is put first by at least two thirds.

use super::ballots::{KNOBS, Share, Terms};
use crate::{
    catalog::KnobError,
    rule::{DecisionRule, Input, Pending, Tally, Verdict},
    strategy::{Knob, Knobs},
};

const NAME: &str = "supermajority";

/// Decided when at least two thirds of the divisor put one option first: `3 · votes ≥ 2 · of`.
///
/// The level describes the count alone, so 60 % is a majority that has not reached it. Levels, counts and what makes a
/// first choice: see [`Terms`].
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Supermajority};
///
/// let vote = |option| Voice { ballot: Some(Ballot::Choice(option)), ..Voice::present() };
/// let options: Vec<_> = ["now", "later"].map(Into::into).into();
/// let voices = vec![vote(0), vote(0), vote(0), vote(1), vote(1)];
/// let mut tally = Tally { voices, options: options.into(), ..Tally::default() };
/// let verdict = Supermajority::default().judge(&tally);
/// assert_eq!((verdict.level, verdict.reached), (Level::Majority, false));
///
/// tally.voices.push(vote(0));
/// assert_eq!(Supermajority::default().judge(&tally).winner.as_deref(), Some("now"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Supermajority {
    terms: Terms,
}

impl Supermajority {
    /// The rule on these terms.
    #[must_use]
    pub const fn new(terms: Terms) -> Self {
        Self { terms }
    }

    /// The rule as set by `of`, `quorum` and `tie`.
    ///
    /// # Errors
    /// [`KnobError`] for any other knob, and for a value that is not allowed.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        Ok(Self::new(Terms::from_knobs(NAME, knobs)?))
    }
}

const fn enough(share: Share) -> bool {
    3 * share.votes >= 2 * share.of
}

impl DecisionRule for Supermajority {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when at least two thirds put one option first"
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn settings(&self) -> Knobs {
        self.terms.settings()
    }

    fn input(&self) -> Input {
        Input::Options
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        self.terms.judge(tally, enough)
    }

    fn settled(&self, tally: &Tally, pending: &Pending) -> bool {
        self.terms.settled(tally, pending, enough)
    }
}
