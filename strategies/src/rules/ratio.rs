//! The `ratio` rule of seed 004: the share of all voting weight that is for it.

use super::pending_places;
use crate::{
    catalog::{KnobError, KnobReader},
    reading::Position,
    rule::{DecisionRule, Input, Level, Pending, Tally, Verdict, Voice},
    strategy::{Knob, Knobs},
};

const NAME: &str = "ratio";
const THRESHOLD: u32 = 70;
const PARTIAL: u32 = 50;

static KNOBS: [Knob; 2] = [
    Knob {
        name: "threshold",
        values: "1 to 100",
        default: "70",
        purpose: "the percentage of all voting weight that has to be for it",
    },
    Knob {
        name: "partial",
        values: "0 to 100",
        default: "50",
        purpose: "the percentage from which a count below the threshold is called partial",
    },
];

/// Decided when enough of all voting weight is *for* it (seed 004: agents that express consensus / all agents).
///
/// With `for`, `against` and `open` the weights of the positions and `of` all voting weight, present or not:
///
/// | level | when |
/// |---|---|
/// | full | everybody is for it and answered when last asked |
/// | majority | `for · 100 ≥ threshold · of` |
/// | partial | `for · 100 ≥ partial · of`, below the threshold |
/// | none | anything else, and when there is no voting weight at all |
///
/// `reached` means that the threshold is met. A seat without an answer in its last asked turn keeps its position, but
/// the level is then at most majority. There is no winner: what is agreed to is the proposal on the table.
///
/// # Laws
/// One more voice for it never lowers the verdict. [`settled`](DecisionRule::settled) is exact: the verdict only rises
/// with more weight for it and with more answers, so the best and the worst end of what is pending bound all others.
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Ratio};
///
/// // Four seats: two are for it, one talks on, one failed (which leaves it open and unanswered).
/// let agrees = Voice { position: Position::For, ..Voice::present() };
/// let failed = Voice { answered: false, ..Voice::present() };
/// let voices = vec![agrees.clone(), agrees, Voice::present(), failed];
/// let verdict = Ratio::default().judge(&Tally { voices, ..Tally::default() });
///
/// assert_eq!((verdict.count("for"), verdict.count("of")), (2, 4));
/// assert_eq!((verdict.level, verdict.reached), (Level::Partial, false));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ratio {
    threshold: u32,
    partial: u32,
}

impl Default for Ratio {
    /// A threshold of 70 % (seed 004), partial from half.
    fn default() -> Self {
        Self { threshold: THRESHOLD, partial: PARTIAL }
    }
}

impl Ratio {
    /// The rule with a threshold of 1 to 100 percent, partial from half.
    ///
    /// # Errors
    /// [`KnobError::Value`] for any other threshold.
    pub fn new(threshold: u32) -> Result<Self, KnobError> {
        Self::from_knobs(&[("threshold".to_owned(), threshold.to_string())].into())
    }

    /// The rule as set by `threshold` and `partial`.
    ///
    /// # Errors
    /// [`KnobError`] for any other knob, and for a value that is not allowed.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        let reader = KnobReader::new(NAME, knobs, &KNOBS)?;
        let threshold = reader.number("threshold", 1, 100, THRESHOLD)?;
        let partial = reader.number("partial", 0, 100, PARTIAL)?;
        Ok(Self { threshold, partial })
    }

    const fn level(self, agreed: u64, of: u64, attendance: Attendance) -> Level {
        if of == 0 {
            Level::None
        } else if agreed == of && matches!(attendance, Attendance::Complete) {
            Level::Full
        } else if agreed * 100 >= self.threshold as u64 * of {
            Level::Majority
        } else if agreed * 100 >= self.partial as u64 * of {
            Level::Partial
        } else {
            Level::None
        }
    }
}

/// Whether every seat answered when it was last asked.
#[derive(Debug, Clone, Copy)]
enum Attendance {
    Complete,
    Gaps,
}

impl Attendance {
    const fn of(complete: bool) -> Self {
        if complete { Self::Complete } else { Self::Gaps }
    }
}

impl DecisionRule for Ratio {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when the share of all voting weight that is for it meets the threshold"
    }

    fn knobs(&self) -> &'static [Knob] {
        &KNOBS
    }

    fn settings(&self) -> Knobs {
        let set = [("threshold", self.threshold, THRESHOLD), ("partial", self.partial, PARTIAL)];
        let set = set.into_iter().filter(|(_, value, default)| value != default);
        set.map(|(name, value, _)| (name.to_owned(), value.to_string())).collect()
    }

    fn input(&self) -> Input {
        Input::Positions
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let (mut agreed, mut against, mut open) = (0, 0, 0);
        for voice in &tally.voices {
            let side = match voice.position {
                Position::For => &mut agreed,
                Position::Against => &mut against,
                Position::Open => &mut open,
            };
            *side += u64::from(voice.weight);
        }
        let of = agreed + against + open;
        let level = self.level(agreed, of, Attendance::of(tally.is_complete()));
        let counts = [("for", agreed), ("against", against), ("open", open), ("of", of)];
        Verdict { level, reached: level >= Level::Majority, ..Verdict::counted(counts) }
    }

    fn settled(&self, tally: &Tally, pending: &Pending) -> bool {
        let places = pending_places(tally, pending);
        let (mut worst, mut best, mut of, mut gaps) = (0, 0, 0, false);
        for (&Voice { weight, position, answered, .. }, may_change) in tally.voices.iter().zip(places) {
            let agrees = position == Position::For;
            of += u64::from(weight);
            worst += if agrees && !may_change { u64::from(weight) } else { 0 };
            best += if agrees || may_change { u64::from(weight) } else { 0 };
            gaps |= !answered && !may_change;
        }
        let attendance = Attendance::of(!gaps);
        self.level(worst, of, attendance) == self.level(best, of, attendance)
    }
}
