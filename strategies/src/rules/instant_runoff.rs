//! The `instant-runoff` rule: the weakest option is struck out until one has more than half of what still counts.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    MOST_SHOWN,
    ballots::{Heard, hears, ranking, voting_rule},
    terms::{Ballots, EXHAUSTED, Found, Terms, Ties, Turnout, any, label, reserved},
};
use crate::{
    rule::{Counts, Pending, Tally, Verdict, Voice},
    step::Form,
};

const NAME: &str = "instant-runoff";

/// Decided when one option has more than half of the ballots that still name an option that stands; until then the
/// weakest is struck out and its ballots go to the next option that they rank (W. R. Ware, 1871; the single-winner form
/// of T. Hare's transferable vote).
///
/// A ballot is a ranking; one choice ranks nothing else. Several approvals and points abstain. A ballot that ranks no
/// option that still stands is exhausted: it stays in the divisor and no longer counts towards the half.
///
/// **Several are weakest.** They are struck out together when all their votes together are fewer than those of the next
/// one: in whatever order they went, none of them could overtake it, so nothing is decided by it (the "mathematically
/// impossible to be elected" of the Minneapolis code of ordinances, §167.20). Else the order could decide. Then the tie
/// policy says what happens: `none` ends it there as a tie without a winner, since no order is fairer than another;
/// `first-seen` strikes out the one that stands last in the list. The verdict's `tie` says that it came to that.
///
/// The level describes the last count: how much of the divisor puts the winner first among those that still stand. So a
/// winner with 48 % of all and 52 % of what is not exhausted is partial and reached. Counts are those of that count, the
/// [working](Verdict::working) holds every count in order where there is more than one, of up to 30 options.
///
/// ```
/// use quorate_strategies::{prelude::*, rules::InstantRunoff};
///
/// let rank = |order: &[u16]| Voice { ballot: Some(Ballot::Ranking(order.into())), ..Voice::present() };
/// let options: Vec<_> = ["a", "b", "c"].map(Into::into).into();
/// let voices = vec![rank(&[0]), rank(&[0]), rank(&[1]), rank(&[1, 0]), rank(&[2, 1])];
/// let verdict = InstantRunoff::default().judge(&Tally { voices, options: options.into(), ..Tally::default() });
/// // c goes out first, and its one ballot makes three of five for b.
/// assert_eq!((verdict.winner.as_deref(), verdict.level, verdict.working.len()), (Some("b"), Level::Majority, 2));
/// ```
///
/// # Laws
/// Whoever more than half put first wins. It is **not** monotone: ranking the winner higher can make it lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InstantRunoff {
    terms: Terms,
}

/// The count as it stands: which options are still in, and the ballots each of them holds.
struct Runoff<'t> {
    tally: &'t Tally,
    ballots: Vec<Ranked<'t>>,
    /// The ballots that each option holds.
    held: Vec<Vec<usize>>,
    votes: Vec<u64>,
    /// Whether each option still stands.
    stands: Vec<bool>,
    /// The options that still stand, by their votes.
    standing: BTreeMap<u64, BTreeSet<usize>>,
    exhausted: u64,
    working: Vec<Counts>,
}

/// What is left of a ranking, best first.
struct Ranked<'t> {
    rest: &'t [u16],
    weight: u64,
}

/// How a count went on.
enum Turn {
    Won(usize),
    Tied,
    StruckOut(Vec<usize>, Order),
}

/// Whether the order of striking out was decided by the tie policy.
#[derive(PartialEq, Eq)]
enum Order {
    Clear,
    ByPolicy,
}

impl<'t> Runoff<'t> {
    fn new(tally: &'t Tally, voices: impl Iterator<Item = &'t Voice>) -> (Self, Turnout) {
        let options = tally.options.len();
        let mut turnout = Turnout::default();
        let mut runoff = Self {
            tally,
            ballots: Vec::new(),
            held: vec![Vec::new(); options],
            votes: vec![0; options],
            stands: vec![true; options],
            standing: BTreeMap::new(),
            exhausted: 0,
            working: Vec::new(),
        };
        for voice in voices {
            let rest = voice.ballot.as_ref().and_then(|ballot| ranking(ballot, options));
            turnout.add(voice, rest.map_or(Ballots::Blank, |_| Ballots::Counts));
            runoff.ballots.extend(rest.map(|rest| Ranked { rest, weight: voice.weight.into() }));
        }
        let everybody = 0..runoff.ballots.len();
        let gains = runoff.hand_on(everybody);
        for option in 0..options {
            let votes = gains.get(&option).copied().unwrap_or(0);
            runoff.place(option, votes);
        }
        (runoff, turnout)
    }

    /// Gives ballots to the first option that each still ranks, and says how much each option gains.
    fn hand_on(&mut self, ballots: impl Iterator<Item = usize>) -> BTreeMap<usize, u64> {
        let mut gains = BTreeMap::new();
        for at in ballots {
            let Some(Ranked { rest, weight }) = self.ballots.get_mut(at) else { continue };
            while let Some((option, lower)) = rest.split_first() {
                let option = usize::from(*option);
                if self.stands.get(option) == Some(&true) {
                    self.held.get_mut(option).into_iter().for_each(|held| held.push(at));
                    *gains.entry(option).or_default() += *weight;
                    break;
                }
                *rest = lower;
            }
            self.exhausted += if rest.is_empty() { *weight } else { 0 };
        }
        gains
    }

    fn place(&mut self, option: usize, votes: u64) {
        self.standing.entry(votes).or_default().insert(option);
        if let Some(slot) = self.votes.get_mut(option) {
            *slot = votes;
        }
    }

    /// Takes an option from its place among those that stand, and says how many votes it had.
    fn lift(&mut self, option: usize) -> u64 {
        let votes = self.votes.get(option).copied().unwrap_or(0);
        if let Some(equals) = self.standing.get_mut(&votes) {
            equals.remove(&option);
            if equals.is_empty() {
                self.standing.remove(&votes);
            }
        }
        votes
    }

    /// What the count as it stands comes to.
    fn turn(&self, ties: Ties, continuing: u64) -> Turn {
        let mut from_below = self.standing.iter();
        let (Some((&least, last)), Some((&most, first))) = (from_below.next(), self.standing.last_key_value()) else {
            return Turn::Tied;
        };
        if let (true, Some(winner)) = (2 * most > continuing, first.first()) {
            return Turn::Won(*winner);
        }
        let behind = from_below.next().is_some_and(|(next, _)| least.saturating_mul(last.len() as u64) < *next);
        match (ties, last.last()) {
            _ if last.len() == 1 || behind => Turn::StruckOut(last.iter().copied().collect(), Order::Clear),
            (Ties::FirstSeen, Some(option)) => Turn::StruckOut(vec![*option], Order::ByPolicy),
            _ => Turn::Tied,
        }
    }

    fn strike_out(&mut self, options: &[usize]) {
        let mut freed = Vec::new();
        for option in options {
            self.lift(*option);
            freed.extend(self.held.get_mut(*option).map(std::mem::take).unwrap_or_default());
            self.votes.get_mut(*option).into_iter().for_each(|votes| *votes = 0);
            self.stands.get_mut(*option).into_iter().for_each(|stands| *stands = false);
        }
        for (option, gain) in self.hand_on(freed.into_iter()) {
            let votes = self.lift(option) + gain;
            self.place(option, votes);
        }
    }

    /// Keeps the count as it stands, for the reader.
    fn note(&mut self) {
        if self.tally.options.len() > MOST_SHOWN {
            return;
        }
        let standing =
            self.standing.iter().flat_map(|(votes, options)| options.iter().map(move |option| (option, votes)));
        let named =
            standing.filter_map(|(option, votes)| Some((label(self.tally.options.get(*option)?).into(), *votes)));
        let mut counts: Counts = named.collect();
        counts.extend([reserved((EXHAUSTED, self.exhausted))]);
        self.working.push(counts);
    }

    fn run(mut self, ties: Ties, cast: u64) -> Found {
        let mut tie = false;
        let leader = loop {
            if cast == 0 {
                break None;
            }
            self.note();
            match self.turn(ties, cast - self.exhausted) {
                Turn::Won(option) => break Some(option),
                Turn::Tied => {
                    tie = true;
                    break None;
                }
                Turn::StruckOut(options, order) => {
                    tie |= order == Order::ByPolicy;
                    self.strike_out(&options);
                }
            }
        };
        // One count alone is the verdict's own.
        if self.working.len() == 1 {
            self.working.clear();
        }
        let first = leader.and_then(|option| self.votes.get(option)).copied().unwrap_or(0);
        Found { leader, first, tie, scores: self.votes, exhausted: Some(self.exhausted), working: self.working }
    }
}

fn judge(terms: Terms, tally: &Tally) -> Verdict {
    let (runoff, turnout) = Runoff::new(tally, tally.voices.iter());
    let found = runoff.run(terms.ties, turnout.cast);
    terms.verdict(tally, &turnout, found, any)
}

/// Only what more than half put first is sure to win whatever the others say: else one ballot can turn who is struck out.
fn settled<'t>(terms: Terms, tally: &'t Tally, pending: &Pending) -> bool {
    let certain = |voices: &mut dyn Iterator<Item = &'t Voice>| {
        let (runoff, turnout) = Runoff::new(tally, voices);
        let most = runoff.standing.last_key_value().map_or(0, |(most, _)| *most);
        let answered = turnout.answered;
        ((most, turnout), answered)
    };
    match hears(terms, tally, pending, certain) {
        Heard::Nothing => true,
        Heard::TooFew => false,
        Heard::Some((most, turnout), spare) => {
            2 * most > turnout.cast + spare && terms.share_is_sure(&turnout, most, spare, any)
        }
    }
}

voting_rule!(
    InstantRunoff,
    NAME,
    "decided when one option has more than half, the weakest being struck out until then",
    Form::Ranking,
    judge,
    settled
);
