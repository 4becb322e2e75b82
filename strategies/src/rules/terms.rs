//! What all voting rules are set by: what a share is taken of, the quorum, and what a shared lead means.

use std::{borrow::Cow, sync::Arc};

use crate::{
    catalog::{KnobError, KnobReader},
    rule::{Counts, Level, Tally, Verdict, Voice},
    strategy::{Knob, Knobs},
};

/// The largest quorum that can be asked for; far beyond any number of seats.
const MOST: u32 = 1_000_000;

/// The knob that demands a least number of answers.
pub(super) const QUORUM: Knob = Knob {
    name: "quorum",
    values: "0 to 1000000",
    default: "0",
    purpose: "the least number of seats that must really have answered; 0 turns it off",
};

/// The knob that says what a share is taken of.
pub(super) const OF: Knob = Knob {
    name: "of",
    values: "all, cast",
    default: "all",
    purpose: "what a share is taken of: all voting weight, or only the ballots that count",
};

/// The knob that says what a shared lead means.
pub(super) const TIE: Knob = Knob {
    name: "tie",
    values: "none, first-seen",
    default: "none",
    purpose: "what a shared lead means: nothing, or that the option that stands first in the list leads",
};

/// The knobs of a rule that is set by nothing but terms.
pub(super) static KNOBS: [Knob; 3] = [OF, QUORUM, TIE];

/// The names that counts use beside the options.
const RESERVED: [&str; 4] = ["of", "abstained", "missing", EXHAUSTED];
/// Ballots that no longer name an option that stands.
pub(super) const EXHAUSTED: &str = "exhausted";

/// Reads the knob `quorum`.
pub(super) fn quorum(reader: &KnobReader<'_>) -> Result<u32, KnobError> {
    reader.number(QUORUM.name, 0, MOST, 0)
}

/// What a share of the votes is taken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Divisor {
    /// All voting weight, abstentions and missing ballots included.
    #[default]
    All,
    /// The weight of the ballots that count.
    Cast,
}

/// What a shared lead means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ties {
    /// Nobody leads; whether to vote again is the strategy's to say.
    #[default]
    None,
    /// The option that stands first in the list leads, whatever the order of the ballots.
    FirstSeen,
}

/// How a voting rule counts ballots.
///
/// Every rule says which forms of a ballot it can read. A ballot in another form, one that names an option that is not
/// in the list and one that names an option twice counts as an abstention: it is never guessed what it might have
/// meant. A seat that did not answer its last turn keeps the ballot it gave before; without one it is missing.
///
/// | level | when |
/// |---|---|
/// | full | the whole divisor puts the leader first |
/// | majority | more than half of it does |
/// | partial | one option leads with less |
/// | none | nobody leads (a tie, no ballot that counts), or too few answered for the quorum |
///
/// `majority`, `supermajority`, `unanimity` and `plurality` go by first choices: a choice, the head of a ranking, or
/// the only option approved of. Points and several approvals name none.
///
/// Counts hold what each option got under its own label, beside `abstained`, `missing` and `of`, the divisor, all three
/// in voting weight. An option that is itself called so is listed as `=of`, one called `=of` as `==of`: no two labels
/// ever share a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// What shares are taken of.
    pub of: Divisor,
    /// The least number of seats that must really have answered, whatever they said; 0 turns it off.
    pub quorum: u32,
    /// What a shared lead means.
    pub ties: Ties,
}

impl Terms {
    pub(super) fn from_knobs(owner: &str, knobs: &Knobs) -> Result<Self, KnobError> {
        Self::read(&KnobReader::new(owner, knobs, &KNOBS)?)
    }

    /// The terms among the knobs of a rule that has others too, or not all of them.
    pub(super) fn read(reader: &KnobReader<'_>) -> Result<Self, KnobError> {
        Ok(Self {
            of: reader.word(OF.name, &[("all", Divisor::All), ("cast", Divisor::Cast)])?,
            quorum: quorum(reader)?,
            ties: reader.word(TIE.name, &[("none", Ties::None), ("first-seen", Ties::FirstSeen)])?,
        })
    }

    /// The knobs that are not at their default.
    pub(super) fn settings(self) -> Knobs {
        let of = (self.of == Divisor::Cast).then(|| (OF.name.to_owned(), "cast".to_owned()));
        let quorum = (self.quorum > 0).then(|| (QUORUM.name.to_owned(), self.quorum.to_string()));
        let tie = (self.ties == Ties::FirstSeen).then(|| (TIE.name.to_owned(), "first-seen".to_owned()));
        of.into_iter().chain(quorum).chain(tie).collect()
    }

    /// What shares are taken of, given who turned out.
    pub(super) fn divisor(self, turnout: &Turnout) -> u64 {
        match self.of {
            Divisor::All => turnout.cast + turnout.abstained + turnout.missing,
            Divisor::Cast => turnout.cast,
        }
    }

    /// The verdict on what a rule found; it is reached when there is a leader and `enough` puts it first.
    pub(super) fn verdict(self, tally: &Tally, turnout: &Turnout, found: Found, enough: Enough) -> Verdict {
        let of = self.divisor(turnout);
        let mut counts = labelled(tally, &found.scores);
        counts.extend([("of", of), ("abstained", turnout.abstained), ("missing", turnout.missing)].map(reserved));
        counts.extend(found.exhausted.map(|weight| reserved((EXHAUSTED, weight))));
        let mut verdict = Verdict { counts, working: found.working, tie: found.tie, ..Verdict::default() };
        if let Some(leader) = found.leader
            && turnout.answered >= self.quorum
        {
            let share = Share { votes: found.first, of };
            verdict.level = share.level();
            verdict.reached = enough(share);
            verdict.winner = tally.options.get(leader).filter(|_| verdict.reached).cloned();
        }
        verdict
    }

    /// Whether the share of a leader who is sure to lead keeps its level and stays enough or not enough, whatever the
    /// `spare` weight that is pending does.
    pub(super) fn share_is_sure(self, turnout: &Turnout, first: u64, spare: u64, enough: Enough) -> bool {
        // Of the ballots cast the share is lowest when all that is pending is cast for others; it rises with each cast
        // for the leader, and ends at the whole only where it can be the whole.
        let of = self.divisor(turnout) + spare;
        let (worst, best) = (Share { votes: first, of }, Share { votes: first + spare, of });
        worst.level() == best.level() && enough(worst) == enough(best)
    }
}

/// Whether a share is enough for a rule; more votes of the same divisor are never less.
pub(super) type Enough = fn(Share) -> bool;

/// Of a rule whose leader always wins.
pub(super) const fn any(_: Share) -> bool {
    true
}

/// So many votes of so many, the divisor not being 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    pub(super) votes: u64,
    pub(super) of: u64,
}

impl Share {
    pub(super) const fn level(self) -> Level {
        if self.votes == self.of {
            Level::Full
        } else if 2 * self.votes > self.of {
            Level::Majority
        } else {
            Level::Partial
        }
    }
}

/// What a rule found in the ballots.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The option that leads, ties settled; none when nobody does.
    pub(super) leader: Option<usize>,
    /// The weight that puts it first.
    pub(super) first: u64,
    /// Whether others share the lead.
    pub(super) tie: bool,
    /// What each option got.
    pub(super) scores: Vec<u64>,
    /// Ballots without an option that still stands, for rules that strike options out.
    pub(super) exhausted: Option<u64>,
    /// The counts on the way.
    pub(super) working: Vec<Counts>,
}

/// The weight of those who cast a ballot that counts, who did not, and who are missing.
#[derive(Debug, Default)]
pub(super) struct Turnout {
    pub(super) cast: u64,
    pub(super) abstained: u64,
    pub(super) missing: u64,
    /// Seats that answered, whatever they weigh.
    pub(super) answered: u32,
}

/// Whether a ballot can be read by a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ballots {
    Counts,
    Blank,
}

impl Turnout {
    /// Takes in one voice, whose ballot counts or does not.
    pub(super) fn add(&mut self, voice: &Voice, ballot: Ballots) {
        let weight = u64::from(voice.weight);
        self.answered += u32::from(voice.answered);
        if ballot == Ballots::Counts {
            self.cast += weight;
        } else if voice.answered || voice.ballot.is_some() {
            self.abstained += weight;
        } else {
            self.missing += weight;
        }
    }
}

/// What each option got, under its label.
pub(super) fn labelled(tally: &Tally, scores: &[u64]) -> Counts {
    let mut counts = Counts::new();
    for (option, score) in tally.options.iter().zip(scores) {
        *counts.entry(Cow::Owned(label(option))).or_default() += score;
    }
    counts
}

pub(super) fn reserved((name, weight): (&'static str, u64)) -> (Cow<'static, str>, u64) {
    (Cow::Borrowed(name), weight)
}

/// The name that an option is counted under: its own, unless that could be taken for one of the reserved.
pub(super) fn label(option: &Arc<str>) -> String {
    let clashes = RESERVED.contains(&option.trim_start_matches('='));
    if clashes { format!("={option}") } else { option.to_string() }
}
