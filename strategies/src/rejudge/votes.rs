//! The search for the fewest votes that would have to be others.

use std::sync::Arc;

use super::{
    Rejudged,
    sensitivity::{MOST_VERDICTS, same},
};
use crate::{
    reading::{Ballot, Position, Score, Stance},
    rule::{DecisionRule, Input, Tally, Verdict, Voice},
    seat::SeatId,
    step::Form,
};

/// With more options than so many, not every way to vote is tried.
const MOST_OPTIONS: usize = 4;

/// The fewest votes that would have to be others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Votes {
    /// One such set of changes with what it leads to; none where none was found.
    pub found: Option<(Vec<VoteChange>, Verdict)>,
    /// How sure that is.
    pub proof: Proof,
}

/// How sure a minimum is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Every smaller change was tried.
    Exact,
    /// Only some ways to vote were tried, or the search was given up: every change of so many of those ways was tried.
    Tried(u32),
}

/// A vote that would be another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoteChange {
    /// Whose.
    pub seat: SeatId,
    /// The voice as it would be.
    pub to: Voice,
}

/// The search for the fewest votes. Voices that are alike are interchangeable, as the order of voices changes no verdict,
/// so of those only the first are changed.
pub(super) struct Search<'a> {
    rule: &'a dyn DecisionRule,
    judged: &'a Rejudged,
    tally: Tally,
    /// Places of voices, those that are alike beside each other.
    order: Vec<usize>,
    /// For every place of `order`, the ways to vote that are not its own.
    ways: Vec<Vec<Voice>>,
    whole: bool,
    left: usize,
    /// Places of `order` that are changed, with the way.
    path: Vec<(usize, usize)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(rule: &'a dyn DecisionRule, judged: &'a Rejudged) -> Self {
        let tally = judged.tally.clone();
        let mut order: Vec<usize> = Vec::with_capacity(tally.voices.len());
        for (at, voice) in tally.voices.iter().enumerate() {
            let alike = order.iter().rposition(|before| tally.voices.get(*before) == Some(voice));
            order.insert(alike.map_or(order.len(), |place| place + 1), at);
        }
        let (ways, whole) = ways(rule, &tally);
        let ways = order.iter().filter_map(|at| tally.voices.get(*at)).map(|voice| others(voice, &ways)).collect();
        Self { rule, judged, tally, order, ways, whole, left: MOST_VERDICTS, path: Vec::new() }
    }

    pub(super) fn fewest(mut self) -> Votes {
        for votes in 1..=self.order.len() {
            let tried = u32::try_from(votes).unwrap_or(u32::MAX);
            if let Some(verdict) = self.deepen(0, votes) {
                // Fewer than one cannot be.
                let proof = if self.whole || votes == 1 { Proof::Exact } else { Proof::Tried(tried) };
                return Votes { found: Some((self.changes(), verdict)), proof };
            }
            if self.left == 0 {
                return Votes { found: None, proof: Proof::Tried(tried - 1) };
            }
        }
        let all = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        Votes { found: None, proof: if self.whole { Proof::Exact } else { Proof::Tried(all) } }
    }

    /// Changes so many more votes, from this place of the order on; gives the first other outcome.
    fn deepen(&mut self, from: usize, votes: usize) -> Option<Verdict> {
        if votes == 0 {
            self.left = self.left.checked_sub(1)?;
            let verdict = self.rule.judge(&self.tally);
            return (!same(&verdict, &self.judged.verdict)).then_some(verdict);
        }
        for place in from..self.order.len() {
            let alike = self.is_like_the_one_before(place);
            let before = self.path.last().filter(|(last, _)| last + 1 == place).map(|(_, way)| *way);
            // Of voices that are alike the first are changed, in the order of the ways.
            let Some(least) = (if alike { before } else { Some(0) }) else { continue };
            let at = *self.order.get(place)?;
            for way in least..self.ways.get(place).map_or(0, Vec::len) {
                if self.left == 0 {
                    return None;
                }
                let own = self.swap(at, self.ways.get(place)?.get(way)?.clone());
                self.path.push((place, way));
                let found = self.deepen(place + 1, votes - 1);
                self.swap(at, own);
                if found.is_some() {
                    return found;
                }
                self.path.pop();
            }
        }
        None
    }

    fn is_like_the_one_before(&self, place: usize) -> bool {
        let voice = |place: usize| self.judged.tally.voices.get(*self.order.get(place)?);
        place.checked_sub(1).is_some_and(|before| voice(before) == voice(place))
    }

    fn swap(&mut self, at: usize, voice: Voice) -> Voice {
        self.tally.voices.get_mut(at).map_or_else(Voice::default, |own| std::mem::replace(own, voice))
    }

    fn changes(&self) -> Vec<VoteChange> {
        let change = |(place, way): &(usize, usize)| {
            let to = self.ways.get(*place)?.get(*way)?.clone();
            Some(VoteChange { seat: *self.judged.voters.get(*self.order.get(*place)?)?, to })
        };
        let mut changes: Vec<VoteChange> = self.path.iter().filter_map(change).collect();
        changes.sort_by_key(|change| change.seat);
        changes
    }
}

/// A vote, put in the place of another.
type Way = Box<dyn Fn(&Voice) -> Voice>;

fn others(voice: &Voice, ways: &[Way]) -> Vec<Voice> {
    let mut others: Vec<Voice> = Vec::new();
    for other in ways.iter().map(|way| Voice { answered: true, ..way(voice) }) {
        if other != *voice && !others.contains(&other) {
            others.push(other);
        }
    }
    others
}

/// The ways to vote under a rule, and whether these are all.
fn ways(rule: &dyn DecisionRule, tally: &Tally) -> (Vec<Way>, bool) {
    fn each<T: Clone + 'static>(all: &[T], put: fn(&Voice, T) -> Voice) -> Vec<Way> {
        all.iter().cloned().map(|one| Box::new(move |voice: &Voice| put(voice, one.clone())) as Way).collect()
    }
    match rule.input() {
        Input::Positions => {
            let all = [Position::For, Position::Against, Position::Open];
            (each(&all, |voice, position| Voice { position, ..voice.clone() }), true)
        }
        Input::Stances => {
            let all = [Stance::Agree, Stance::Disagree, Stance::Neutral];
            (each(&all, |voice, stance| Voice { stance, ..voice.clone() }), true)
        }
        Input::Sides => {
            let put =
                |voice: &Voice, conceded: bool| Voice { conceded: conceded && voice.side.is_some(), ..voice.clone() };
            (each(&[true, false], put), true)
        }
        Input::Items => {
            let all = [Some(Score::MAX), Score::from_hundredths(0)];
            let put = |voice: &Voice, score| Voice { scores: vec![score; voice.scores.len()], ..voice.clone() };
            (each(&all, put), false)
        }
        Input::Options => {
            let (all, whole) = ballots(&rule.ballot(Arc::clone(&tally.options)), tally.options.len());
            (each(&all, |voice, ballot| Voice { ballot: Some(ballot), ..voice.clone() }), whole)
        }
    }
}

/// The ballots that can be given in this form over so many options, and whether these are all.
fn ballots(form: &Form, options: usize) -> (Vec<Ballot>, bool) {
    let all: Vec<u16> = (0..u16::try_from(options).unwrap_or(u16::MAX)).collect();
    let few = options <= MOST_OPTIONS;
    let (mut ballots, whole): (Vec<Ballot>, bool) = match form {
        Form::Approval(_) if few => (subsets(&all).into_iter().map(Ballot::Approval).collect(), true),
        Form::Approval(_) => (all.iter().map(|one| Ballot::Approval(vec![*one])).collect(), false),
        Form::Ranking(_) if few => (rankings(&all).into_iter().map(Ballot::Ranking).collect(), true),
        Form::Ranking(_) => {
            let first = |one: &u16| {
                let rest = all.iter().filter(|other| *other != one);
                Ballot::Ranking(std::iter::once(one).chain(rest).copied().collect())
            };
            (all.iter().map(first).collect(), false)
        }
        Form::Points { most, .. } => (all.iter().map(|one| Ballot::Points(vec![(*one, *most)])).collect(), false),
        _ => (all.iter().map(|one| Ballot::Choice(*one)).collect(), true),
    };
    ballots.push(Ballot::Abstain);
    (ballots, whole)
}

/// Every choice of at least one.
fn subsets(all: &[u16]) -> Vec<Vec<u16>> {
    let mut sets: Vec<Vec<u16>> = vec![Vec::new()];
    for one in all {
        let with: Vec<Vec<u16>> = sets.iter().map(|set| set.iter().chain([one]).copied().collect()).collect();
        sets.extend(with);
    }
    sets.retain(|set| !set.is_empty());
    sets
}

/// Every order of at least one; the unranked are left out.
fn rankings(all: &[u16]) -> Vec<Vec<u16>> {
    let mut rankings: Vec<Vec<u16>> = Vec::new();
    let mut open: Vec<Vec<u16>> = vec![Vec::new()];
    while let Some(begun) = open.pop() {
        for one in all.iter().filter(|one| !begun.contains(one)) {
            let longer: Vec<u16> = begun.iter().chain([one]).copied().collect();
            rankings.push(longer.clone());
            open.push(longer);
        }
    }
    rankings
}
