//! The `plurality` rule: more put one option first than any other.

use super::{
    ballots::{Method, first_choice, voting_rule},
    terms::{Terms, any},
};
use crate::{
    rule::{Pending, Tally, Verdict},
    step::Form,
};

const NAME: &str = "plurality";

/// Decided when more weight puts one option first than any other, however little that is.
///
/// So 40 % against 35 % and 25 % is partial and reached. Levels, counts and what makes a first choice: see [`Terms`].
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Plurality};
///
/// let vote = |option| Voice { ballot: Some(Ballot::Choice(option)), ..Voice::present() };
/// let options: Vec<_> = ["now", "later", "never"].map(Into::into).into();
/// let voices = vec![vote(0), vote(0), vote(1), vote(2), Voice::present()];
/// let verdict = Plurality::default().judge(&Tally { voices, options: options.into(), ..Tally::default() });
/// assert_eq!((verdict.level, verdict.winner.as_deref()), (Level::Partial, Some("now")));
/// ```
///
/// # Laws
/// One more first choice for the winner never makes it lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plurality {
    terms: Terms,
}

const fn method(terms: Terms) -> Method<'static> {
    Method { terms, give: &first_choice, enough: any }
}

fn judge(terms: Terms, tally: &Tally) -> Verdict {
    method(terms).judge(tally)
}

fn settled(terms: Terms, tally: &Tally, pending: &Pending) -> bool {
    method(terms).settled(tally, pending, 1)
}

voting_rule!(
    Plurality,
    NAME,
    "decided when one option has more first choices than any other",
    Form::Ballot,
    judge,
    settled
);
