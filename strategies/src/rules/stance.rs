//! The `stance` rule of seeds 000 and 001: this round's stances, where one DISAGREE blocks.

use super::{
    pending_places,
    terms::{QUORUM, quorum},
};
use crate::{
    catalog::{KnobError, KnobReader},
    reading::Stance,
    rule::{DecisionRule, Input, Level, Pending, Tally, Verdict, Voice},
    strategy::{Knob, Knobs},
};

const NAME: &str = "stance";

static KNOBS: [Knob; 1] = [QUORUM];

/// Decided when enough seats agree in this round and none disagrees (seeds 000 and 001).
///
/// With `agree`, `disagree`, `neutral` and `unknown` the weights of the stances and `of` all voting weight:
///
/// | level | when |
/// |---|---|
/// | full | all agree |
/// | majority | `3 · agree ≥ 2 · of` and nobody disagrees |
/// | none | anything else, too few answers for the quorum, and no voting weight at all |
///
/// Full and majority are reached. A stance that is missing or cannot be read, and that of a seat without an answer, is
/// unknown and counts as neutral, so it stays in the divisor. The seeds count agents; a seat's weight is 1 unless it
/// is set. There is no partial level, and no winner: what is agreed to is the proposal on the table.
///
/// The quorum is the least number of seats that must really have answered; 0, the default, is the seeds' rule.
///
/// # Laws
/// [`settled`](DecisionRule::settled) is exact: one pending voice could always disagree, so the verdict is certain
/// only when not even the agreement of all that is pending would reach it.
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Stances};
///
/// // Two agree and one timed out: a majority, not full.
/// let agrees = Voice { stance: Stance::Agree, ..Voice::present() };
/// let timed_out = Voice { answered: false, ..Voice::present() };
/// let mut tally = Tally { voices: vec![agrees.clone(), agrees, timed_out], ..Tally::default() };
/// let verdict = Stances::default().judge(&tally);
/// assert_eq!((verdict.level, verdict.reached), (Level::Majority, true));
///
/// // With a quorum of three that answered, it is not decided.
/// assert_eq!(Stances::with_quorum(3).judge(&tally).level, Level::None);
///
/// // One voice against blocks any number for it.
/// tally.voices.push(Voice { stance: Stance::Disagree, ..Voice::present() });
/// assert!(!Stances::default().judge(&tally).reached);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stances {
    quorum: u32,
}

impl Stances {
    /// The rule with a least number of seats that must really have answered; 0 turns it off.
    #[must_use]
    pub const fn with_quorum(quorum: u32) -> Self {
        Self { quorum }
    }

    /// The rule as set by `quorum`.
    ///
    /// # Errors
    /// [`KnobError`] for any other knob, and for a value that is not allowed.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        let reader = KnobReader::new(NAME, knobs, &KNOBS)?;
        Ok(Self { quorum: quorum(&reader)? })
    }

    fn level(self, count: &Count) -> Level {
        let Count { agree, disagree, answered, .. } = *count;
        let of = count.of();
        if of == 0 || answered < self.quorum {
            Level::None
        } else if agree == of {
            Level::Full
        } else if 3 * agree >= 2 * of && disagree == 0 {
            Level::Majority
        } else {
            Level::None
        }
    }
}

/// The weights of the stances, and the number of seats that answered.
#[derive(Debug, Default)]
struct Count {
    agree: u64,
    disagree: u64,
    neutral: u64,
    unknown: u64,
    answered: u32,
}

impl Count {
    const fn of(&self) -> u64 {
        self.agree + self.disagree + self.neutral + self.unknown
    }

    fn add(&mut self, weight: u32, stance: Option<Stance>) {
        self.answered += u32::from(stance.is_some());
        let counted = match stance.unwrap_or_default() {
            Stance::Agree => &mut self.agree,
            Stance::Disagree => &mut self.disagree,
            Stance::Neutral => &mut self.neutral,
            Stance::Unknown => &mut self.unknown,
        };
        *counted += u64::from(weight);
    }
}

/// The stance that counts: none from a seat whose last turn brought no answer.
fn given(voice: &Voice) -> Option<Stance> {
    voice.answered.then_some(voice.stance)
}

impl DecisionRule for Stances {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when at least two thirds of all voting weight agree in this round and nobody disagrees"
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn settings(&self) -> Knobs {
        let quorum = (self.quorum > 0).then(|| (QUORUM.name.to_owned(), self.quorum.to_string()));
        quorum.into_iter().collect()
    }

    fn input(&self) -> Input {
        Input::Stances
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let mut count = Count::default();
        for voice in &tally.voices {
            count.add(voice.weight, given(voice));
        }
        let level = self.level(&count);
        let Count { agree, disagree, neutral, unknown, .. } = count;
        let counts =
            [("agree", agree), ("disagree", disagree), ("neutral", neutral), ("unknown", unknown), ("of", count.of())];
        Verdict { level, reached: level != Level::None, ..Verdict::counted(counts) }
    }

    fn settled(&self, tally: &Tally, pending: &Pending) -> bool {
        let places = pending_places(tally, pending);
        let mut best = Count::default();
        for (voice, &may_change) in tally.voices.iter().zip(&places) {
            best.add(voice.weight, if may_change { Some(Stance::Agree) } else { given(voice) });
        }
        !places.contains(&true) || self.level(&best) == Level::None
    }
}
