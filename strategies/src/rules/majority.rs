//! The `majority` rule: one option is put first by more than half.

use super::ballots::{KNOBS, Share, Terms};
use crate::{
    catalog::KnobError,
    rule::{DecisionRule, Input, Pending, Tally, Verdict},
    strategy::{Knob, Knobs},
};

const NAME: &str = "majority";

/// Decided when more than half of the divisor puts one option first: `2 · votes > of`.
///
/// Exactly half is not a majority. Levels, counts and what makes a first choice: see [`Terms`].
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Majority};
///
/// let vote = |option| Voice { ballot: Some(Ballot::Choice(option)), ..Voice::present() };
/// let options: Vec<_> = ["now", "later"].map(Into::into).into();
/// let mut tally = Tally { voices: vec![vote(0), vote(1)], options: options.into(), ..Tally::default() };
/// let verdict = Majority::default().judge(&tally);
/// assert_eq!((verdict.level, verdict.tie, verdict.winner), (Level::None, true, None));
///
/// tally.voices.push(vote(1));
/// assert_eq!(Majority::default().judge(&tally).winner.as_deref(), Some("later"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Majority {
    terms: Terms,
}

impl Majority {
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
    2 * share.votes > share.of
}

impl DecisionRule for Majority {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when more than half puts one option first"
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
