//! What the voting rules share: their knobs, the count of first choices, and when a count can no longer change.

use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

use super::pending_places;
use crate::{
    catalog::{KnobError, KnobReader},
    reading::Ballot,
    rule::{Level, Pending, Tally, Verdict, Voice},
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

pub(super) static KNOBS: [Knob; 3] = [
    Knob {
        name: "of",
        values: "all, cast",
        default: "all",
        purpose: "what a share is taken of: all voting weight, or only the ballots that name a first choice",
    },
    QUORUM,
    Knob {
        name: "tie",
        values: "none, first-seen",
        default: "none",
        purpose: "what a shared lead means: nothing, or that the option that stands first in the list leads",
    },
];

/// The names that counts use beside the options.
const RESERVED: [&str; 3] = ["of", "abstained", "missing"];

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
    /// The weight of the ballots that name a first choice.
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
/// A ballot's first choice counts: a choice, the head of a ranking, or the only option approved of. Points, several
/// approvals and an option that is not in the list name no first choice and count as abstentions. A seat that did not
/// answer its last turn keeps the ballot it gave before; without one it is missing.
///
/// | level | when |
/// |---|---|
/// | full | the whole divisor puts the leader first |
/// | majority | more than half of it does |
/// | partial | one option leads with less |
/// | none | a tie, no ballot that counts, or too few answers for the quorum |
///
/// Counts hold the weight under every option's own label, beside `abstained`, `missing` and `of`, the divisor. An
/// option that is itself called so is listed as `=of`, one called `=of` as `==of`: no two labels ever share a count.
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
        let reader = KnobReader::new(owner, knobs, &KNOBS)?;
        Ok(Self {
            of: reader.word("of", &[("all", Divisor::All), ("cast", Divisor::Cast)])?,
            quorum: quorum(&reader)?,
            ties: reader.word("tie", &[("none", Ties::None), ("first-seen", Ties::FirstSeen)])?,
        })
    }

    /// The knobs that are not at their default.
    pub(super) fn settings(self) -> Knobs {
        let of = (self.of == Divisor::Cast).then(|| ("of".to_owned(), "cast".to_owned()));
        let quorum = (self.quorum > 0).then(|| (QUORUM.name.to_owned(), self.quorum.to_string()));
        let tie = (self.ties == Ties::FirstSeen).then(|| ("tie".to_owned(), "first-seen".to_owned()));
        of.into_iter().chain(quorum).chain(tie).collect()
    }

    /// The verdict of a rule that is reached when `enough` of the divisor puts the leader first.
    pub(super) fn judge(self, tally: &Tally, enough: Enough) -> Verdict {
        let mut count = Count::new(tally);
        for voice in &tally.voices {
            count.add(voice);
        }
        let of = match self.of {
            Divisor::All => tally.weight(),
            Divisor::Cast => count.cast(),
        };
        let mut verdict = Verdict { counts: count.named(&tally.options, of), ..Verdict::default() };
        let lead = count.lead();
        verdict.tie = lead.votes > 0 && lead.votes == lead.next;
        let led = lead.votes > 0 && !(verdict.tie && self.ties == Ties::None);
        if led && count.answered >= self.quorum {
            let share = Share { votes: lead.votes, of };
            verdict.level = share.level();
            verdict.reached = enough(share);
            verdict.winner = tally.options.get(lead.option).filter(|_| verdict.reached).cloned();
        }
        verdict
    }

    /// Whether no end of what is pending changes level, reached or winner, for a rule whose `enough` only grows with
    /// the leader's votes. In all that follows `spare` is the weight that is pending.
    ///
    /// Exact when pending voices weigh 1. With other weights it may say false where only a tie that no sum of them
    /// meets would change the verdict, since finding that out takes more than one pass.
    pub(super) fn settled(self, tally: &Tally, pending: &Pending, enough: Enough) -> bool {
        let (mut count, mut spare, mut waiting) = (Count::new(tally), 0, 0);
        for (voice, may_change) in tally.voices.iter().zip(pending_places(tally, pending)) {
            if may_change {
                spare += u64::from(voice.weight);
                waiting += 1;
            } else {
                count.add(voice);
            }
        }
        // Nothing can be decided, by want of answers or of options.
        if waiting == 0 || count.answered + waiting < self.quorum || tally.options.is_empty() {
            return true;
        }
        // From here on votes for the leader bring some level, and silence would bring none.
        if count.answered < self.quorum {
            return false;
        }
        let of = match self.of {
            Divisor::All => tally.weight(),
            // Every ballot cast is for the only option, and one is cast already.
            Divisor::Cast if tally.options.len() == 1 => return count.cast() > 0,
            // Abstentions leave the divisor and only help the leader: what bounds its share is that all are cast.
            Divisor::Cast => count.cast() + spare,
        };
        let lead = count.lead();
        let (worst, best) = (Share { votes: lead.votes, of }, Share { votes: lead.votes + spare, of });
        match (worst.level(), best.level()) {
            (Level::Majority, Level::Majority) => enough(worst) == enough(best),
            // Nobody can come to more than half; what is left to ask is whether one option surely leads.
            (_, Level::Partial) if self.ties == Ties::FirstSeen || tally.options.len() == 1 => lead.votes > 0,
            (_, Level::Partial) => lead.votes > lead.next + spare,
            _ => false,
        }
    }
}

/// Whether a share is enough for a rule; more votes of the same divisor are never less.
pub(super) type Enough = fn(Share) -> bool;

/// So many votes of so many, the divisor not being 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    pub(super) votes: u64,
    pub(super) of: u64,
}

impl Share {
    const fn level(self) -> Level {
        if self.votes == self.of {
            Level::Full
        } else if 2 * self.votes > self.of {
            Level::Majority
        } else {
            Level::Partial
        }
    }
}

/// The weights of first choices, in the order of the options.
#[derive(Debug)]
struct Count {
    options: Vec<u64>,
    abstained: u64,
    missing: u64,
    answered: u32,
}

/// The first option with the most votes, and the most that any other has.
struct Lead {
    option: usize,
    votes: u64,
    next: u64,
}

impl Count {
    fn new(tally: &Tally) -> Self {
        Self { options: vec![0; tally.options.len()], abstained: 0, missing: 0, answered: 0 }
    }

    fn add(&mut self, voice: &Voice) {
        let weight = u64::from(voice.weight);
        self.answered += u32::from(voice.answered);
        let first = voice.ballot.as_ref().and_then(Ballot::first);
        if let Some(votes) = first.and_then(|option| self.options.get_mut(usize::from(option))) {
            *votes += weight;
        } else if voice.answered || voice.ballot.is_some() {
            self.abstained += weight;
        } else {
            self.missing += weight;
        }
    }

    fn cast(&self) -> u64 {
        self.options.iter().sum()
    }

    fn lead(&self) -> Lead {
        let mut lead = Lead { option: 0, votes: 0, next: 0 };
        for (option, &votes) in self.options.iter().enumerate() {
            if votes > lead.votes {
                lead = Lead { option, votes, next: lead.votes };
            } else {
                lead.next = lead.next.max(votes);
            }
        }
        lead
    }

    fn named(&self, options: &[Arc<str>], of: u64) -> BTreeMap<Cow<'static, str>, u64> {
        let [divisor, abstained, missing] = RESERVED.map(Cow::Borrowed);
        let mut counts = BTreeMap::from([(divisor, of), (abstained, self.abstained), (missing, self.missing)]);
        for (option, votes) in options.iter().zip(&self.options) {
            *counts.entry(Cow::Owned(label(option))).or_default() += votes;
        }
        counts
    }
}

/// The name that an option is counted under: its own, unless that could be taken for one of the reserved.
fn label(option: &str) -> String {
    let clashes = RESERVED.contains(&option.trim_start_matches('='));
    if clashes { format!("={option}") } else { option.to_owned() }
}
