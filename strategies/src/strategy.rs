//! The contract of strategies: an immutable value that says what happens next.

use std::{borrow::Cow, collections::BTreeMap, fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    brief::Text,
    event::Peers,
    outcome::Decision,
    rule::Input,
    seat::Roster,
    step::{Scope, Step, Task},
    view::View,
};

/// When the engine asks the decision rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Check {
    /// After every step of the rounds that follow the minimum, and when a round closes.
    EachStep,
    /// When a round closes.
    RoundClose,
    /// At the end only.
    Never,
}

/// Whether a round that is decided may end before everybody asked in it has answered.
///
/// Where the rule is reached and nothing pending can change that, a driver calls the rest off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// It may, from round 2 on.
    Allowed,
    /// Everybody is heard.
    Never,
}

/// How many rounds: at least and at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rounds {
    /// Rounds before an agreement may end the discussion, at least 1.
    pub min: u32,
    /// The last round, at most 10,000.
    pub max: u32,
}

impl Rounds {
    /// The largest number of rounds that can be set.
    pub const MOST: u32 = 10_000;

    /// From `min` to `max` rounds.
    #[must_use]
    pub const fn new(min: u32, max: u32) -> Self {
        Self { min, max }
    }

    /// These rounds with an explicit maximum: one below the minimum lowers the minimum.
    #[must_use]
    pub fn with_max(self, max: u32) -> Self {
        Self { min: self.min.min(max), max }
    }
}

/// Where the options of a vote come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Options {
    /// From the brief: a vote over anything else is not the group's, as when a judge votes for a side.
    #[default]
    Brief,
    /// From what was said, where the strategy asks for a vote over it. The first ask over other options than those before
    /// is recorded as [`put to the vote`](crate::event::Event::PutToVote).
    Said,
}

/// Something about a strategy or rule that can be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Knob {
    /// Its name in presets and on the command line.
    pub name: &'static str,
    /// What it may be set to, in words.
    pub values: &'static str,
    /// What it is set to when nothing is said.
    pub default: &'static str,
    /// What it changes.
    pub purpose: &'static str,
}

/// The settings of knobs, by name, as text.
pub type Knobs = BTreeMap<String, String>;

/// What a strategy declares of itself; catalogue, help, checks and docs derive from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The name it is chosen by: `round-robin`.
    pub name: Cow<'static, str>,
    /// One sentence on what it is.
    pub purpose: Text,
    /// When to use it.
    pub use_when: Text,
    /// When to use another.
    pub avoid_when: Text,
    /// The seats it needs, in words.
    pub seats: Text,
    /// Rounds when nothing is said.
    pub rounds: Rounds,
    /// Which rules fit, the default first; empty when no decision is sought.
    pub fits: Cow<'static, [Input]>,
    /// When the rule is asked.
    pub check: Check,
    /// Whether a decided round may be cut short.
    pub cut: Cut,
    /// The tasks that its steps name.
    pub tasks: Cow<'static, [Task]>,
    /// What can be set.
    pub knobs: &'static [Knob],
}

impl Card {
    /// The task of this name.
    #[must_use]
    pub fn task(&self, name: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.name == name)
    }
}

/// Why a roster cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SeatingError {
    /// There are too few seats that speak.
    #[error("{strategy} needs at least {least} seats that speak and has {seated}; add a seat")]
    TooFew {
        /// The strategy's name.
        strategy: String,
        /// The smallest number of seats.
        least: usize,
        /// How many there are.
        seated: usize,
    },
    /// A role is missing or held by too many.
    #[error("{strategy} needs exactly {wanted} {role} and has {seated}; give one seat `role = \"{role}\"`")]
    Role {
        /// The strategy's name.
        strategy: String,
        /// The role.
        role: String,
        /// How many there must be.
        wanted: usize,
        /// How many there are.
        seated: usize,
    },
    /// There are not enough sides.
    #[error("{strategy} needs at least two sides with a seat each and has {sides}; give seats a `side`")]
    Sides {
        /// The strategy's name.
        strategy: String,
        /// How many there are.
        sides: usize,
    },
    /// A seat must argue for a side and has none.
    #[error("{strategy} needs a side for seat {seat:?}; give it a `side`, or `role = \"judge\"`")]
    Sideless {
        /// The strategy's name.
        strategy: String,
        /// The seat's name.
        seat: String,
    },
    /// What a strategy of a user's own has to say.
    #[error("{strategy} cannot seat this table: {why}")]
    Other {
        /// The strategy's name.
        strategy: String,
        /// The reason and the next step.
        why: String,
    },
}

/// A strategy decides who speaks next. It never waits, reads a clock, draws hidden randomness or keeps state.
///
/// The engine calls [`next`](Self::next) whenever nothing is outstanding. What it returns is recorded, performed, and
/// visible in the next view. The engine, not the strategy, evaluates the decision rule; on a verdict, or when the
/// maximum is reached, it calls `next` with [`View::closing`] set, until the strategy concludes.
///
/// # Laws
/// * **Replay.** `next` depends on the view alone: on every prefix of a record it gives the step that was taken.
/// * **Progress.** The same step is not returned twice without an event in between.
/// * It names only seated seats that have a voice, and tasks of its own card.
/// * With any agents, silent ones included, it concludes within the rounds it is given.
///
/// [`conformance::check`](crate::conformance::check) holds a strategy to these laws.
///
/// ```
/// use quorate_strategies::prelude::*;
///
/// #[derive(Debug)]
/// struct OneRound(Card);
/// impl Strategy for OneRound {
///     fn card(&self) -> &Card { &self.0 }
///     fn next(&self, view: &View<'_>) -> Step {
///         let asked = view.round_turns().len();
///         match (view.closing(), view.roster().voices().nth(asked)) {
///             (Some(why), _) => Step::Conclude { why },
///             (None, Some(seat)) => Step::ask(Ask::new(seat, "speak")),
///             (None, None) => Step::CloseRound,
///         }
///     }
/// }
/// ```
pub trait Strategy: Send + Sync + fmt::Debug {
    /// What it declares of itself.
    fn card(&self) -> &Card;

    /// Those knobs of its card that are not at their default, as text; recorded, so that the strategy can be made again.
    fn settings(&self) -> Knobs {
        Knobs::new()
    }

    /// What happens next, as a function of the view alone.
    fn next(&self, view: &View<'_>) -> Step;

    /// Whether this roster can be played; asked before anything is spent.
    ///
    /// # Errors
    /// [`SeatingError`] that names what is missing and what to do.
    fn seating(&self, roster: &Roster) -> Result<(), SeatingError> {
        at_least(&self.card().name, roster, 1)
    }

    /// Where the options of a vote come from.
    fn options(&self) -> Options {
        Options::Brief
    }

    /// Whether it ever invites somebody from the bench.
    fn invites(&self) -> bool {
        false
    }

    /// How peers are named in contexts unless the discussion says otherwise.
    fn peers(&self) -> Peers {
        Peers::Named
    }

    /// What a turn may see unless the ask or the discussion says otherwise. Under [`Scope::Summary`] a rolling summary is
    /// made after every round.
    fn context(&self) -> Scope {
        Scope::Usual
    }

    /// A decision that somebody at the table made by this strategy's rules: an expert's conclusion, a judge's vote.
    ///
    /// Asked once, at the end.
    fn decision(&self, view: &View<'_>) -> Option<Decision> {
        let _ = view;
        None
    }
}

/// So many options a vote is held over at most, where they are collected from what was said.
pub const MOST_OPTIONS: usize = 30;
/// So many letters of what was said stand as an option.
const OPTION_LETTERS: usize = 200;

/// What was said, as options of a vote: the first line of each, in order, without blanks and exact duplicates, cut at 200
/// letters, the first 30.
///
/// ```
/// use quorate_strategies::strategy::options_of;
///
/// assert_eq!(*options_of([" Tea\n(green)", "Coffee", "Tea", ""]), ["Tea".into(), "Coffee".into()]);
/// ```
pub fn options_of<'a>(said: impl IntoIterator<Item = &'a str>) -> Arc<[Arc<str>]> {
    let mut options: Vec<Arc<str>> = Vec::new();
    for said in said {
        let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        let option: Arc<str> = match line.char_indices().nth(OPTION_LETTERS) {
            Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()).into(),
            None => line.into(),
        };
        if options.len() < MOST_OPTIONS && !option.is_empty() && !options.contains(&option) {
            options.push(option);
        }
    }
    options.into()
}

/// Refuses a roster with fewer than `least` seats that speak.
///
/// # Errors
/// [`SeatingError::TooFew`].
pub fn at_least(strategy: &str, roster: &Roster, least: usize) -> Result<(), SeatingError> {
    match roster.voices().count() {
        seated if seated >= least => Ok(()),
        seated => Err(SeatingError::TooFew { strategy: strategy.to_owned(), least, seated }),
    }
}
