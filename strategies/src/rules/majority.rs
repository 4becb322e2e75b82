//! The `majority` rule: one option is put first by more than half.

use super::{
    ballots::{Method, first_choice, voting_rule},
    terms::{Share, Terms},
};
use crate::{
    rule::{Pending, Tally, Verdict},
    step::Form,
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

const fn enough(share: Share) -> bool {
    2 * share.votes > share.of
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

voting_rule!(Majority, NAME, "decided when more than half puts one option first", Form::Ballot, judge, settled);
