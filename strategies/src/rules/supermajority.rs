//! The `supermajority` rule: one option is put first by at least two thirds.

use super::{
    ballots::{Method, first_choice, voting_rule},
    terms::{Share, Terms},
};
use crate::{
    rule::{Pending, Tally, Verdict},
    step::Form,
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

const fn enough(share: Share) -> bool {
    3 * share.votes >= 2 * share.of
}

const fn method(terms: Terms) -> Method<'static> {
    Method { terms, give: &first_choice, enough }
}

fn judge(terms: Terms, tally: &Tally) -> Verdict {
    method(terms).judge(tally)
}

fn settled(terms: Terms, tally: &Tally, pending: &Pending) -> bool {
    method(terms).settled_by_share(tally, pending)
}

voting_rule!(
    Supermajority,
    NAME,
    "decided when at least two thirds put one option first",
    Form::Ballot,
    judge,
    settled
);
