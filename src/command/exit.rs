//! How the process ends, as a code that scripts can rely on.

use std::process::ExitCode;

use quorate_strategies::{outcome::Outcome, state::State, step::StopReason};

/// How the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// Decided, or finished where nothing was to be decided; or the verb did what it is for.
    Done,
    /// Ended without a decision, or a bad event was found.
    Undecided,
    /// Usage, configuration, or a file that cannot be read.
    Usage,
    /// Nobody answered, or it was aborted.
    NoAnswers,
    /// Somebody stopped it.
    Interrupted,
}

impl Exit {
    /// How the process ends after a discussion that ended like this.
    pub(super) fn of(outcome: &Outcome, state: &State) -> Self {
        match outcome.stop {
            StopReason::Cancelled => Self::Interrupted,
            StopReason::NoAnswers | StopReason::Aborted => Self::NoAnswers,
            _ if outcome.decision.is_some() => Self::Done,
            StopReason::Finished if state.charter().rule.is_none() => Self::Done,
            _ => Self::Undecided,
        }
    }

    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Undecided => 1,
            Self::Usage => 2,
            Self::NoAnswers => 3,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
