//! The `concession` rule of debates: decided when all sides but one have given up.

use super::pending_places;
use crate::{
    catalog::{KnobError, KnobReader},
    rule::{DecisionRule, Input, Level, Pending, Tally, Verdict},
    strategy::Knobs,
};

const NAME: &str = "concession";

/// Decided when exactly one side of a debate is left standing (seed 004).
///
/// A side *stands* while a seat of it that answered its last turn has not conceded. It has *conceded* when none of
/// those is left and at least one seat of it has conceded. A side that is neither is *silent*: it neither concedes nor
/// wins. A concession lasts, and seats without a side do not count.
///
/// `reached`: all sides but one have conceded, and that one stands; it is the winner. When all have conceded there is
/// no winner and `tie` is true.
///
/// | level | when |
/// |---|---|
/// | full | reached, and every seat of the other sides has conceded |
/// | majority | reached, while a seat of another side, silent of late, never conceded |
/// | partial | some sides have conceded, but more than one is left, or one that is silent |
/// | none | no side has conceded, or all have |
///
/// Counts are of sides, each counting once: `standing`, `conceded`, `silent` and `of`.
///
/// # Laws
/// [`settled`](DecisionRule::settled) is exact.
///
/// ```
/// use quorate_strategies::{prelude::*, rules::Concession};
///
/// let sides: Vec<_> = ["pro", "contra"].map(Into::into).into();
/// let seat = |side, conceded| Voice { side: Some(side), conceded, ..Voice::present() };
/// let voices = vec![seat(0, false), seat(1, true), seat(1, false)];
/// let mut tally = Tally { voices, sides: sides.into(), ..Tally::default() };
/// assert!(!Concession.judge(&tally).reached);
///
/// // The last of contra that still argued fails to answer: its side has conceded.
/// tally.voices[2].answered = false;
/// let verdict = Concession.judge(&tally);
/// assert_eq!((verdict.level, verdict.winner.as_deref()), (Level::Majority, Some("pro")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Concession;

impl Concession {
    /// The rule; it has no knobs.
    ///
    /// # Errors
    /// [`KnobError::Unknown`] for any knob.
    pub fn from_knobs(knobs: &Knobs) -> Result<Self, KnobError> {
        KnobReader::new(NAME, knobs, &[]).map(|_| Self)
    }
}

/// What is known of the seats of one side.
#[derive(Debug, Clone, Copy, Default)]
struct Side {
    /// A seat that answered has not conceded.
    argues: bool,
    /// A seat has conceded.
    gave_up: bool,
    /// A seat has not conceded, whether it answered or not.
    holds: bool,
    /// A seat that has not conceded may still do so, or argue on.
    waits: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Standing,
    Conceded,
    Silent,
}

impl Side {
    const fn status(self) -> Status {
        if self.argues {
            Status::Standing
        } else if self.gave_up {
            Status::Conceded
        } else {
            Status::Silent
        }
    }

    /// Whether it may still come to stand or to concede.
    const fn is_open(self) -> bool {
        self.waits && !self.argues
    }
}

/// All sides, from the voices that cannot change and, of those that can, what lasts.
fn sides(tally: &Tally, may_change: impl Fn(usize) -> bool) -> Vec<Side> {
    let mut sides = vec![Side::default(); tally.sides.len()];
    for (at, voice) in tally.voices.iter().enumerate() {
        let Some(side) = voice.side.and_then(|side| sides.get_mut(usize::from(side))) else {
            continue;
        };
        if voice.conceded {
            side.gave_up = true;
        } else if may_change(at) {
            side.waits = true;
        } else {
            side.holds = true;
            side.argues |= voice.answered;
        }
    }
    sides
}

fn number(sides: &[Side], status: Status) -> u64 {
    sides.iter().filter(|side| side.status() == status).count() as u64
}

impl DecisionRule for Concession {
    fn name(&self) -> &str {
        NAME
    }

    fn purpose(&self) -> &str {
        "decided when all sides of a debate but one have conceded"
    }

    fn input(&self) -> Input {
        Input::Sides
    }

    fn judge(&self, tally: &Tally) -> Verdict {
        let sides = sides(tally, |_| false);
        let [standing, conceded, silent] =
            [Status::Standing, Status::Conceded, Status::Silent].map(|status| number(&sides, status));
        let of = standing + conceded + silent;
        let reached = standing == 1 && silent == 0 && conceded > 0;
        let beyond_doubt = sides.iter().all(|side| side.argues || !side.holds);
        let level = match (reached, conceded) {
            (true, _) if beyond_doubt => Level::Full,
            (true, _) => Level::Majority,
            (false, some) if some > 0 && some < of => Level::Partial,
            (false, _) => Level::None,
        };
        let winner = sides.iter().position(|side| side.argues).filter(|_| reached);
        Verdict {
            level,
            reached,
            winner: winner.and_then(|side| tally.sides.get(side)).cloned(),
            tie: of > 0 && conceded == of,
            ..Verdict::counted([("standing", standing), ("conceded", conceded), ("silent", silent), ("of", of)])
        }
    }

    fn settled(&self, tally: &Tally, pending: &Pending) -> bool {
        let places = pending_places(tally, pending);
        let mut sides = sides(tally, |at| places.get(at) == Some(&true));
        let of = sides.len();
        sides.retain(|side| !side.is_open());
        if sides.len() == of || of < 2 {
            // Every side is certain; and with nobody to concede to nothing is ever decided.
            return true;
        }
        // An open side may stand or concede, so only "some have conceded, and it is not decided" can be certain: one
        // has conceded already, and of those left either two never will, or one is silent for good.
        let left = number(&sides, Status::Standing);
        let silent = number(&sides, Status::Silent);
        number(&sides, Status::Conceded) > 0 && left + silent > 0 && (left, silent) != (1, 0)
    }
}
