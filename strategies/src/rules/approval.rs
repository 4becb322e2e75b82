//! The `approval` rule: more approve of one option than of any other.

use super::{
    ballots::{Count, Method, each_once, voting_rule},
    terms::{Ballots, Terms, any},
};
use crate::{
    reading::Ballot,
    rule::{Pending, Tally, Verdict},
    step::Form,
};

const NAME: &str = "approval";

/// Decided when more weight approves of one option than of any other (S. J. Brams, P. C. Fishburn: *Approval Voting*,
/// 1978).
///
/// A ballot approves of any number of options and gives each its whole weight. One choice approves of that option alone.
/// A ranking says an order and not where approval ends, so one of several options abstains, and so do points and a list
/// that approves of nothing. Everybody who approves of an option puts it first; the rest of the level: see [`Terms`].
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Approval};
///
/// let approve = |options: &[u16]| Voice { ballot: Some(Ballot::Approval(options.into())), ..Voice::present() };
/// let options: Vec<_> = ["Mon", "Tue", "Wed"].map(Into::into).into();
/// let voices = vec![approve(&[0, 1]), approve(&[1]), approve(&[1, 2])];
/// let verdict = Approval::default().judge(&Tally { voices, options: options.into(), ..Tally::default() });
/// assert_eq!((verdict.count("Tue"), verdict.level, verdict.winner.as_deref()), (3, Level::Full, Some("Tue")));
/// ```
///
/// # Laws
/// One more approval for the winner never makes it lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Approval {
    terms: Terms,
}

fn give(count: &mut Count, ballot: &Ballot, weight: u64) -> Ballots {
    let approved = match ballot {
        Ballot::Choice(option) => std::slice::from_ref(option),
        Ballot::Approval(approved) => approved,
        Ballot::Ranking(ranked) if ranked.len() == 1 => ranked,
        Ballot::Ranking(_) | Ballot::Points(_) | Ballot::Abstain => return Ballots::Blank,
    };
    if approved.is_empty() || !each_once(approved.iter().copied(), count.options()) {
        return Ballots::Blank;
    }
    approved.iter().for_each(|option| count.score(*option, weight));
    Ballots::Counts
}

const fn method(terms: Terms) -> Method<'static> {
    Method { terms, give: &give, enough: any }
}

fn judge(terms: Terms, tally: &Tally) -> Verdict {
    method(terms).judge(tally)
}

fn settled(terms: Terms, tally: &Tally, pending: &Pending) -> bool {
    method(terms).settled(tally, pending, 1)
}

voting_rule!(
    Approval,
    NAME,
    "decided when more approve of one option than of any other",
    Form::Approval,
    judge,
    settled
);
