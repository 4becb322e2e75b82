//! The `unanimity` rule: everybody puts one option first.

use super::{
    ballots::{Method, first_choice, voting_rule},
    terms::{Share, Terms},
};
use crate::{
    rule::{Pending, Tally, Verdict},
    step::Form,
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

const fn enough(share: Share) -> bool {
    share.votes == share.of
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

voting_rule!(Unanimity, NAME, "decided when everybody puts one option first", Form::Ballot, judge, settled);
