//! The `cumulative` rule: every seat spreads its points as it likes, and the most points win.

use std::sync::Arc;

use super::{
    ballots::{Count, Method, each_once},
    terms::{Ballots, OF, QUORUM, TIE, Terms, any},
};
use crate::{
    catalog::{KnobError, KnobReader},
    reading::Ballot,
    rule::{DecisionRule, Input, Pending, Tally, Verdict},
    step::Form,
    strategy::{Knob, Knobs},
};

const NAME: &str = "cumulative";
const POINTS: u32 = 100;
/// Small enough that the points of every table fit 64 bits, weights and all.
const MOST: u32 = 10_000;

static KNOBS: [Knob; 4] = [
    Knob {
        name: "points",
        values: "1 to 10000",
        default: "100",
        purpose: "how many points a seat may spread over the options",
    },
    OF,
    QUORUM,
    TIE,
];

/// Decided when one option has more points than any other, every seat spreading the same number over the options as it
/// likes: all on one, or some on each.
///
/// So the Illinois House was elected from 1870 to 1980 (Constitution of 1870, article IV, section 7: a voter may cast as
/// many votes for one candidate as there are seats, "or may distribute the same, or equal parts thereof, among the
/// candidates, as he shall see fit"); there the number was 3, here it is the knob `points`.
///
/// Points that are not spread are lost: they are not made up, so nobody's ballot is scaled. A ballot that spreads more
/// than the number is void and abstains, as an over-voted one does at the polls, and so does one that gives no point. A
/// single choice, ranked or approved, puts all points on it. A ranking or an approval of several does not say how many
/// points go where, so it abstains. A seat of weight k gives its points k times.
///
/// A ballot puts first the option that it gives more points than any other; the [working](Verdict::working) holds that
/// weight, which the level describes: see [`Terms`].
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Cumulative};
///
/// let spread = |points: &[(u16, u32)]| Voice { ballot: Some(Ballot::Points(points.into())), ..Voice::present() };
/// let options: Vec<_> = ["a", "b", "c"].map(Into::into).into();
/// let voices = vec![spread(&[(0, 60), (1, 40)]), spread(&[(1, 70), (2, 30)]), spread(&[(2, 101)])];
/// let verdict = Cumulative::default().judge(&Tally { voices, options: options.into(), ..Tally::default() });
/// assert_eq!((verdict.count("a"), verdict.count("b"), verdict.count("abstained")), (60, 110, 1));
/// assert_eq!(verdict.winner.as_deref(), Some("b"));
/// ```
///
/// # Laws
/// More points for the winner never make it lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cumulative {
    terms: Terms,
    points: u32,
}

impl Default for Cumulative {
    /// 100 points for every seat.
    fn default() -> Self {
        Self { terms: Terms::default(), points: POINTS }
    }
}

impl Cumulative {
    /// The rule on these terms, with 100 points for every seat.
    #[must_use]
    pub const fn new(terms: Terms) -> Self {
        Self { terms, points: POINTS }
    }

    /// The rule as set by `points`, `of`, `quorum` and `tie`.
    ///
    /// # Errors
    /// [`KnobError`] for any other knob, and for a value that is not allowed.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        let reader = KnobReader::new(NAME, knobs, &KNOBS)?;
        Ok(Self { terms: Terms::read(&reader)?, points: reader.number("points", 1, MOST, POINTS)? })
    }

    fn give(&self, count: &mut Count, ballot: &Ballot, weight: u64) -> Ballots {
        let all = |option: u16| vec![(option, self.points)];
        let given = match (ballot.first(), ballot) {
            (_, Ballot::Points(given)) => given.clone(),
            (_, Ballot::Ranking(ranked)) if ranked.len() > 1 => return Ballots::Blank,
            (Some(option), _) => all(option),
            (None, _) => return Ballots::Blank,
        };
        let spent: u64 = given.iter().map(|(_, points)| u64::from(*points)).sum();
        let fits = (1..=u64::from(self.points)).contains(&spent);
        if !fits || !each_once(given.iter().map(|(option, _)| *option), count.options()) {
            return Ballots::Blank;
        }
        let most = given.iter().map(|(_, points)| *points).max().unwrap_or(0);
        for &(option, points) in &given {
            count.score(option, weight.saturating_mul(points.into()));
        }
        // Of a ballot that gives two options the most, neither is first; the count of firsts is kept all the same.
        match given.iter().filter(|(_, points)| *points == most).collect::<Vec<_>>().as_slice() {
            [(option, _)] => count.first(*option, weight),
            _ => count.first(0, 0),
        }
        Ballots::Counts
    }

    fn with<T>(&self, work: impl FnOnce(Method<'_>) -> T) -> T {
        let give = |count: &mut Count, ballot: &Ballot, weight| self.give(count, ballot, weight);
        work(Method { terms: self.terms, give: &give, enough: any })
    }
}

impl DecisionRule for Cumulative {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when one option has the most points, of which every seat spreads the same number"
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn settings(&self) -> Knobs {
        let mut settings = self.terms.settings();
        if self.points != POINTS {
            settings.insert("points".to_owned(), self.points.to_string());
        }
        settings
    }

    fn input(&self) -> Input {
        Input::Options
    }

    fn ballot(&self, options: Arc<[Arc<str>]>) -> Form {
        Form::Points { options, most: self.points }
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        self.with(|method| method.judge(tally))
    }

    fn settled(&self, tally: &Tally, pending: &Pending) -> bool {
        self.with(|method| method.settled(tally, pending, self.points.into()))
    }
}
