//! What the voting rules share that add up what each ballot gives: the count, its leader, and when it can no longer change.

use super::{
    pending_places,
    terms::{Ballots, Divisor, Enough, Found, Share, Terms, Ties, Turnout, labelled},
};
use crate::{
    reading::Ballot,
    rule::{Level, Pending, Tally, Verdict, Voice},
};

/// Adds what a ballot of this weight gives to the options.
pub(super) type Give<'r> = &'r dyn Fn(&mut Count, &Ballot, u64) -> Ballots;

/// What the options got, in the order of the options.
#[derive(Debug)]
pub(super) struct Count {
    /// What decides who leads.
    scores: Vec<u64>,
    /// The weight that puts each option first, where that is something else than its score.
    firsts: Vec<u64>,
    pub(super) turnout: Turnout,
}

/// The first option with the highest score, and the highest that any other has.
struct Lead {
    option: usize,
    votes: u64,
    next: u64,
}

impl Count {
    pub(super) fn new(tally: &Tally) -> Self {
        Self { scores: vec![0; tally.options.len()], firsts: Vec::new(), turnout: Turnout::default() }
    }

    fn of<'v>(tally: &Tally, voices: impl Iterator<Item = &'v Voice>, give: Give<'_>) -> Self {
        let mut count = Self::new(tally);
        voices.for_each(|voice| count.add(voice, give));
        count
    }

    fn add(&mut self, voice: &Voice, give: Give<'_>) {
        let given = voice.ballot.as_ref().map(|ballot| give(self, ballot, u64::from(voice.weight)));
        self.turnout.add(voice, given.unwrap_or(Ballots::Blank));
    }

    /// How many options there are.
    pub(super) fn options(&self) -> usize {
        self.scores.len()
    }

    /// Adds to an option's score; nothing is added for one that is not there.
    pub(super) fn score(&mut self, option: u16, points: u64) {
        if let Some(score) = self.scores.get_mut(usize::from(option)) {
            // Exact for every table that seats can sit at: this is a bound for tallies made by hand.
            *score = score.saturating_add(points);
        }
    }

    /// Notes which option a ballot puts first, for rules whose scores do not say so.
    pub(super) fn first(&mut self, option: u16, weight: u64) {
        self.firsts.resize(self.scores.len(), 0);
        if let Some(first) = self.firsts.get_mut(usize::from(option)) {
            *first += weight;
        }
    }

    /// The weight that puts an option first.
    fn first_of(&self, option: usize) -> u64 {
        let firsts = if self.firsts.is_empty() { &self.scores } else { &self.firsts };
        firsts.get(option).copied().unwrap_or(0)
    }

    fn lead(&self) -> Lead {
        let mut lead = Lead { option: 0, votes: 0, next: 0 };
        for (option, &votes) in self.scores.iter().enumerate() {
            if votes > lead.votes {
                lead = Lead { option, votes, next: lead.votes };
            } else {
                lead.next = lead.next.max(votes);
            }
        }
        lead
    }
}

/// A rule that adds up what each ballot gives.
pub(super) struct Method<'r> {
    pub(super) terms: Terms,
    pub(super) give: Give<'r>,
    pub(super) enough: Enough,
}

impl Method<'_> {
    pub(super) fn judge(&self, tally: &Tally) -> Verdict {
        let count = Count::of(tally, tally.voices.iter(), self.give);
        let lead = count.lead();
        let tie = lead.votes > 0 && lead.votes == lead.next;
        let led = lead.votes > 0 && !(tie && self.terms.ties == Ties::None);
        let working = if count.firsts.is_empty() { Vec::new() } else { vec![labelled(tally, &count.firsts)] };
        let found = Found {
            leader: led.then_some(lead.option),
            first: count.first_of(lead.option),
            tie,
            scores: count.scores,
            exhausted: None,
            working,
        };
        self.terms.verdict(tally, &count.turnout, found, self.enough)
    }

    /// Whether no end of what is pending changes level, reached or winner, where one ballot of weight 1 gives an option
    /// at most `most`.
    ///
    /// True only when the leader is out of reach; it may say false where no sum of the pending weights would meet a tie.
    pub(super) fn settled(&self, tally: &Tally, pending: &Pending, most: u64) -> bool {
        let (count, spare) = match self.hears(tally, pending) {
            Heard::Nothing => return true,
            Heard::TooFew => return false,
            Heard::Some(count, spare) => (count, spare),
        };
        let lead = count.lead();
        lead.votes > lead.next.saturating_add(spare.saturating_mul(most))
            && self.terms.share_is_sure(&count.turnout, count.first_of(lead.option), spare, self.enough)
    }

    /// The same for a rule by first choices that is reached by a share alone. In all that follows `spare` is the weight
    /// that is pending.
    ///
    /// Exact when pending voices weigh 1. With other weights it may say false where only a tie that no sum of them
    /// meets would change the verdict, since finding that out takes more than one pass.
    pub(super) fn settled_by_share(&self, tally: &Tally, pending: &Pending) -> bool {
        let (count, spare) = match self.hears(tally, pending) {
            Heard::Nothing => return true,
            Heard::TooFew => return false,
            Heard::Some(count, spare) => (count, spare),
        };
        let of = match self.terms.of {
            // Every ballot cast is for the only option, and one is cast already.
            Divisor::Cast if tally.options.len() == 1 => return count.turnout.cast > 0,
            // Abstentions leave the divisor and only help the leader: what bounds its share is that all are cast.
            Divisor::All | Divisor::Cast => self.terms.divisor(&count.turnout) + spare,
        };
        let lead = count.lead();
        let (worst, best) = (Share { votes: lead.votes, of }, Share { votes: lead.votes + spare, of });
        match (worst.level(), best.level()) {
            (Level::Majority, Level::Majority) => (self.enough)(worst) == (self.enough)(best),
            // Nobody can come to more than half; what is left to ask is whether one option surely leads.
            (_, Level::Partial) if self.terms.ties == Ties::FirstSeen || tally.options.len() == 1 => lead.votes > 0,
            (_, Level::Partial) => lead.votes > lead.next + spare,
            _ => false,
        }
    }

    fn hears(&self, tally: &Tally, pending: &Pending) -> Heard<Count> {
        hears(self.terms, tally, pending, |voices| {
            let count = Count::of(tally, voices, self.give);
            let answered = count.turnout.answered;
            (count, answered)
        })
    }
}

/// What is known before those that are pending have answered.
pub(super) enum Heard<T> {
    /// Nothing is pending, or nothing can be decided, by want of answers or of options.
    Nothing,
    /// The quorum is still missing: votes for the leader bring some level, and silence would bring none.
    TooFew,
    /// What is certain, and the weight that is pending.
    Some(T, u64),
}

/// Counts the voices that can no longer change; `count` also says how many of them answered.
pub(super) fn hears<'t, T>(
    terms: Terms,
    tally: &'t Tally,
    pending: &Pending,
    count: impl FnOnce(&mut dyn Iterator<Item = &'t Voice>) -> (T, u32),
) -> Heard<T> {
    let places = pending_places(tally, pending);
    let with = |wanted: bool| {
        let all = tally.voices.iter().zip(&places);
        all.filter(move |(_, may_change)| **may_change == wanted).map(|(voice, _)| voice)
    };
    let (spare, waiting) =
        with(true).fold((0, 0), |(spare, waiting), voice| (spare + u64::from(voice.weight), waiting + 1));
    let (counted, answered) = count(&mut with(false));
    if waiting == 0 || answered + waiting < terms.quorum || tally.options.is_empty() {
        Heard::Nothing
    } else if answered < terms.quorum {
        Heard::TooFew
    } else {
        Heard::Some(counted, spare)
    }
}

/// Gives the first choice of a ballot its weight.
pub(super) fn first_choice(count: &mut Count, ballot: &Ballot, weight: u64) -> Ballots {
    // A void ranking is void as a whole, also where its head could be counted.
    let first = match ballot {
        Ballot::Ranking(_) => ranking(ballot, count.options()).and_then(|order| order.first().copied()),
        _ => ballot.first().filter(|option| usize::from(*option) < count.options()),
    };
    match first {
        Some(option) => {
            count.score(option, weight);
            Ballots::Counts
        }
        None => Ballots::Blank,
    }
}

/// The order of a ballot, best first: a ranking, or one choice that ranks nothing else. None when it ranks nothing,
/// names an option that is not there or names one twice.
pub(super) fn ranking(ballot: &Ballot, options: usize) -> Option<&[u16]> {
    let ranked = match ballot {
        Ballot::Choice(option) => std::slice::from_ref(option),
        Ballot::Ranking(ranked) => ranked,
        Ballot::Approval(approved) if approved.len() == 1 => approved,
        Ballot::Approval(_) | Ballot::Points(_) | Ballot::Abstain => return None,
    };
    (!ranked.is_empty() && each_once(ranked.iter().copied(), options)).then_some(ranked)
}

/// Whether these are options that are there, and each is named once.
pub(super) fn each_once(named: impl Iterator<Item = u16>, options: usize) -> bool {
    let mut named: Vec<u16> = named.collect();
    named.sort_unstable();
    named.last().is_none_or(|last| usize::from(*last) < options) && named.is_sorted_by(|a, b| a < b)
}

/// Writes what a voting rule has beside its arithmetic when it is set by nothing but its terms.
macro_rules! voting_rule {
    ($rule:ident, $name:ident, $purpose:literal, $form:path, $judge:ident, $settled:ident) => {
        impl $rule {
            /// The rule on these terms.
            #[must_use]
            pub const fn new(terms: $crate::rules::Terms) -> Self {
                Self { terms }
            }

            /// The rule as set by `of`, `quorum` and `tie`.
            ///
            /// # Errors
            /// [`KnobError`](crate::catalog::KnobError) for any other knob, and for a value that is not allowed.
            pub fn from_knobs(knobs: &$crate::strategy::Knobs) -> Result<Self, $crate::catalog::KnobError> {
                Ok(Self::new($crate::rules::Terms::from_knobs($name, knobs)?))
            }
        }

        impl $crate::rule::DecisionRule for $rule {
            fn name(&self) -> &str {
                $name
            }

            fn purpose(&self) -> &str {
                $purpose
            }

            fn knobs(&self) -> &'static [$crate::strategy::Knob] {
                &$crate::rules::terms::KNOBS
            }

            fn settings(&self) -> $crate::strategy::Knobs {
                self.terms.settings()
            }

            fn input(&self) -> $crate::rule::Input {
                $crate::rule::Input::Options
            }

            fn ballot(&self, options: std::sync::Arc<[std::sync::Arc<str>]>) -> $crate::step::Form {
                $form(options)
            }

            fn judge(&self, tally: &$crate::rule::Tally) -> $crate::rule::Verdict {
                $judge(self.terms, tally)
            }

            fn settled(&self, tally: &$crate::rule::Tally, pending: &$crate::rule::Pending) -> bool {
                $settled(self.terms, tally, pending)
            }
        }
    };
}

pub(super) use voting_rule;
