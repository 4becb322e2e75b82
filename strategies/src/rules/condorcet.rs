//! The `condorcet` rule: one option beats every other in a contest of the two.

use std::sync::Arc;

use super::{
    MOST_SHOWN,
    ballots::{Heard, hears, ranking},
    terms::{Ballots, Found, OF, QUORUM, Terms, Turnout, any, label},
};
use crate::{
    catalog::{KnobError, KnobReader},
    rule::{Counts, DecisionRule, Input, Pending, Tally, Verdict, Voice},
    step::Form,
    strategy::{Knob, Knobs},
};

const NAME: &str = "condorcet";

static KNOBS: [Knob; 2] = [OF, QUORUM];

/// Decided when one option is ranked above each other one by more weight than below it (the marquis de Condorcet: *Essai
/// sur l'application de l'analyse…*, 1785). Without such an option nobody wins, also when the others go round in a cycle.
///
/// A ballot is a ranking; what it does not rank stands below all that it ranks, and two options that it does not rank are
/// equal and get nothing from it. One choice ranks nothing else. Several approvals and points abstain.
///
/// Counts hold the first choices, which the level describes: see [`Terms`]. The [working](Verdict::working) holds
/// contests of two: those of the winner against each other option, or, where nobody wins, one that every option did not
/// win, which shows that nobody could; of up to 30 options. Having no winner is always a tie: there is no policy for it.
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Condorcet};
///
/// let rank = |order: &[u16]| Voice { ballot: Some(Ballot::Ranking(order.into())), ..Voice::present() };
/// let options: Arc<[Arc<str>]> = ["a", "b", "c"].map(Into::into).into();
/// // b is nobody's but one's first choice, and beats a as well as c by three to two.
/// let voices = vec![rank(&[0, 1, 2]), rank(&[0, 1, 2]), rank(&[1, 0, 2]), rank(&[2, 1, 0]), rank(&[2, 1, 0])];
/// let tally = Tally { voices, options, ..Tally::default() };
/// assert_eq!(Condorcet::default().judge(&tally).winner.as_deref(), Some("b"));
///
/// let voices = vec![rank(&[0, 1, 2]), rank(&[1, 2, 0]), rank(&[2, 0, 1])];
/// let cycle = Condorcet::default().judge(&Tally { voices, ..tally });
/// assert_eq!((cycle.level, cycle.winner, cycle.tie), (Level::None, None, true));
/// # use std::sync::Arc;
/// ```
///
/// # Laws
/// Whoever more than half put first wins, ranking the winner higher never makes it lose, and no option that loses every
/// contest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Condorcet {
    terms: Terms,
}

impl Condorcet {
    /// The rule on these terms, of which ties do not matter here.
    #[must_use]
    pub const fn new(terms: Terms) -> Self {
        Self { terms }
    }

    /// The rule as set by `of` and `quorum`.
    ///
    /// # Errors
    /// [`KnobError`] for any other knob, and for a value that is not allowed.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        Ok(Self::new(Terms::read(&KnobReader::new(NAME, knobs, &KNOBS)?)?))
    }
}

/// A place below every rank.
const UNRANKED: usize = usize::MAX;

/// The ballots by option, so that a contest costs no more than the ballots that rank the challenger.
struct Field {
    weights: Vec<u64>,
    /// For each option the ballots that rank it, with its place there.
    ranks: Vec<Vec<(usize, usize)>>,
    /// The weight of the ballots that rank each option, and that put it first.
    ranked: Vec<u64>,
    firsts: Vec<u64>,
    champion: usize,
    /// The champion's place on every ballot.
    places: Vec<usize>,
}

/// How much weight ranks the champion above the challenger, and the other way round.
#[derive(Clone, Copy)]
struct Contest {
    champion: usize,
    challenger: usize,
    above: u64,
    below: u64,
}

impl Field {
    fn new<'v>(options: usize, voices: impl Iterator<Item = &'v Voice>) -> (Self, Turnout) {
        let mut turnout = Turnout::default();
        let mut field = Self {
            weights: Vec::new(),
            ranks: vec![Vec::new(); options],
            ranked: vec![0; options],
            firsts: vec![0; options],
            champion: 0,
            places: Vec::new(),
        };
        for voice in voices {
            let order = voice.ballot.as_ref().and_then(|ballot| ranking(ballot, options));
            turnout.add(voice, order.map_or(Ballots::Blank, |_| Ballots::Counts));
            if let Some(order) = order {
                field.add(order, voice.weight.into());
            }
        }
        field.places = vec![UNRANKED; field.weights.len()];
        field.seat(0);
        (field, turnout)
    }

    fn add(&mut self, order: &[u16], weight: u64) {
        let ballot = self.weights.len();
        self.weights.push(weight);
        for (place, option) in order.iter().map(|option| usize::from(*option)).enumerate() {
            self.ranks.get_mut(option).into_iter().for_each(|ranks| ranks.push((ballot, place)));
            self.ranked.get_mut(option).into_iter().for_each(|ranked| *ranked += weight);
        }
        let first = order.first().and_then(|first| self.firsts.get_mut(usize::from(*first)));
        first.into_iter().for_each(|first| *first += weight);
    }

    fn ranks(&self, option: usize) -> &[(usize, usize)] {
        self.ranks.get(option).map_or(&[], Vec::as_slice)
    }

    /// Makes an option the champion.
    fn seat(&mut self, champion: usize) {
        let ranks = |field: &Self, option: usize| field.ranks.get(option).cloned().unwrap_or_default();
        for (ballot, _) in ranks(self, self.champion) {
            self.places.get_mut(ballot).into_iter().for_each(|place| *place = UNRANKED);
        }
        for (ballot, at) in ranks(self, champion) {
            self.places.get_mut(ballot).into_iter().for_each(|place| *place = at);
        }
        self.champion = champion;
    }

    fn contest(&self, challenger: usize) -> Contest {
        let (mut below, mut both) = (0, 0);
        for &(ballot, at) in self.ranks(challenger) {
            let place = self.places.get(ballot).copied().unwrap_or(UNRANKED);
            if at < place {
                let weight = self.weights.get(ballot).copied().unwrap_or(0);
                below += weight;
                both += if place == UNRANKED { 0 } else { weight };
            }
        }
        // Whoever ranks the champion ranks it above the challenger, but for those who rank both the other way.
        let above = self.ranked.get(self.champion).copied().unwrap_or(0) - both;
        Contest { champion: self.champion, challenger, above, below }
    }

    fn others(&self) -> impl Iterator<Item = usize> {
        let champion = self.champion;
        (0..self.ranks.len()).filter(move |option| *option != champion)
    }

    /// Finds the only option that could beat every other: each challenger in turn, the winner stays. Gives the contests
    /// in which all the others did not win.
    fn knock_out(&mut self) -> Vec<Contest> {
        let mut contests = Vec::new();
        for challenger in 1..self.ranks.len() {
            let contest = self.contest(challenger);
            contests.push(contest);
            if contest.below > contest.above {
                self.seat(challenger);
            }
        }
        contests
    }

    fn first(&self) -> u64 {
        self.firsts.get(self.champion).copied().unwrap_or(0)
    }
}

fn shown(tally: &Tally, contests: &[Contest]) -> Vec<Counts> {
    let name = |option: usize| tally.options.get(option).map_or_else(String::new, label);
    let shown = |contest: &Contest| {
        Counts::from([(name(contest.champion).into(), contest.above), (name(contest.challenger).into(), contest.below)])
    };
    if tally.options.len() > MOST_SHOWN { Vec::new() } else { contests.iter().map(shown).collect() }
}

impl DecisionRule for Condorcet {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when one option beats every other head to head"
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn settings(&self) -> Knobs {
        Terms { ties: super::Ties::None, ..self.terms }.settings()
    }

    fn input(&self) -> Input {
        Input::Options
    }

    fn ballot(&self, options: Arc<[Arc<str>]>) -> Form {
        Form::Ranking(options)
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let (mut field, turnout) = Field::new(tally.options.len(), tally.voices.iter());
        let lost = field.knock_out();
        let contests: Vec<Contest> = field.others().map(|challenger| field.contest(challenger)).collect();
        let open = contests.iter().find(|contest| contest.above <= contest.below);
        let cast = turnout.cast > 0;
        let found = Found {
            leader: (cast && open.is_none()).then_some(field.champion),
            first: field.first(),
            tie: cast && open.is_some(),
            working: match open {
                _ if !cast => Vec::new(),
                None => shown(tally, &contests),
                Some(open) => shown(tally, &[lost, vec![*open]].concat()),
            },
            scores: field.firsts,
            exhausted: None,
        };
        self.terms.verdict(tally, &turnout, found, any)
    }

    fn settled(&self, tally: &Tally, pending: &Pending) -> bool {
        let certain = |voices: &mut dyn Iterator<Item = &Voice>| {
            let (mut field, turnout) = Field::new(tally.options.len(), voices);
            field.knock_out();
            let answered = turnout.answered;
            ((field, turnout), answered)
        };
        match hears(self.terms, tally, pending, certain) {
            Heard::Nothing => true,
            Heard::TooFew => false,
            Heard::Some((field, turnout), spare) => {
                let sure = |contest: Contest| contest.above > contest.below + spare;
                turnout.cast > 0
                    && field.others().all(|challenger| sure(field.contest(challenger)))
                    && self.terms.share_is_sure(&turnout, field.first(), spare, any)
            }
        }
    }
}
