//! The `unanimity` rule: everybody puts one option first.

use super::ballots::{KNOBS, Share, Terms};
use crate::{
    catalog::KnobError,
    rule::{DecisionRule, Input, Pending, Tally, Verdict},
    strategy::{Knob, Knobs},
};

const NAME: &str = "unanimity";

/// Decided when the whole divisor puts one option first: `votes = of`.
///
/// An abstention or a missing ballot prevents it, unless only the ballots cast count. Levels, counts and what makes a
/// first choice: see [`Terms`].
///
/// ```
/// use quorate_strategies::{prelude::*, rules::{Divisor, Terms, Unanimity}};
///
/// let vote = Voice { ballot: Some(Ballot::Choice(0)), ..Voice::present() };
/// let missing = Voice { answered: false, ..Voice::present() };
/// let options: Vec<_> = vec!["now".into()];
/// let tally = Tally { voices: vec![vote.clone(), vote, missing], options: options.into(), ..Tally::default() };
/// let verdict = Unanimity::default().judge(&tally);
/// assert_eq!((verdict.level, verdict.reached), (Level::Majority, false));
///
/// let of_cast = Unanimity::new(Terms { of: Divisor::Cast, ..Terms::default() });
/// assert_eq!(of_cast.judge(&tally).winner.as_deref(), Some("now"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Unanimity {
    terms: Terms,
}

impl Unanimity {
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
    share.votes == share.of
}

impl DecisionRule for Unanimity {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when everybody puts one option first"
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
