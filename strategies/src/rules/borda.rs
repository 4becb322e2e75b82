//! The `borda` rule: ranks are worth points, and the most points win.

use super::{
    ballots::{Count, Method, ranking, voting_rule},
    terms::{Ballots, Terms, any},
};
use crate::{
    reading::Ballot,
    rule::{Pending, Tally, Verdict},
    step::Form,
};

const NAME: &str = "borda";

/// Decided when one option has more points than any other, a ranking giving `n − position` points to the option at each
/// position from 1, where n is the number of options (J.-C. de Borda: *Mémoire sur les élections au scrutin*, 1781).
///
/// The best of four gets 3, the last of four 0; whatever is not ranked gets 0, so ranking less gains nobody anything but
/// what is ranked. A single choice ranks one option. Several approvals and points have no order, so they abstain.
///
/// Counts hold the points under each option, the [working](Verdict::working) the first choices that the level describes:
/// see [`Terms`].
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Borda};
///
/// let rank = |order: [u16; 3]| Voice { ballot: Some(Ballot::Ranking(order.into())), ..Voice::present() };
/// let options: Vec<_> = ["a", "b", "c"].map(Into::into).into();
/// // Three of five put a first, and b still wins: everybody can live with it.
/// let voices = vec![rank([0, 1, 2]), rank([0, 1, 2]), rank([0, 1, 2]), rank([1, 2, 0]), rank([1, 2, 0])];
/// let verdict = Borda::default().judge(&Tally { voices, options: options.into(), ..Tally::default() });
/// assert_eq!((verdict.count("a"), verdict.count("b"), verdict.winner.as_deref()), (6, 7, Some("b")));
/// assert_eq!((verdict.level, verdict.working[0]["a"]), (Level::Partial, 3));
/// ```
///
/// # Laws
/// Ranking the winner higher never makes it lose. A majority that puts an option first does not make it win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Borda {
    terms: Terms,
}

fn give(count: &mut Count, ballot: &Ballot, weight: u64) -> Ballots {
    let Some(ranked) = ranking(ballot, count.options()) else { return Ballots::Blank };
    let below = (0..count.options() as u64).rev();
    for (option, points) in ranked.iter().zip(below) {
        count.score(*option, weight.saturating_mul(points));
    }
    ranked.iter().take(1).for_each(|best| count.first(*best, weight));
    Ballots::Counts
}

const fn method(terms: Terms) -> Method<'static> {
    Method { terms, give: &give, enough: any }
}

fn judge(terms: Terms, tally: &Tally) -> Verdict {
    method(terms).judge(tally)
}

fn settled(terms: Terms, tally: &Tally, pending: &Pending) -> bool {
    method(terms).settled(tally, pending, (tally.options.len() as u64).saturating_sub(1))
}

voting_rule!(Borda, NAME, "decided when one option has the most points for its ranks", Form::Ranking, judge, settled);
