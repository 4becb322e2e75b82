//! Why an event is not taken in.

use thiserror::Error;

use crate::turn::TurnId;

/// Why an event does not fit the ones before it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FoldError {
    /// The first event does not create the discussion, or a later one does.
    #[error("a record begins with one `created` event and has no other")]
    Creation,
    /// A seat's place is not the next free one.
    #[error("seat {seat} is out of order; seats are numbered from 0 without gaps")]
    Seat {
        /// The place.
        seat: u16,
    },
    /// The event names a turn that is not open, or not the next one.
    #[error("turn {turn} is not open here")]
    Turn {
        /// The turn.
        turn: TurnId,
    },
    /// A step was recorded while another is open, or an event ends a step that is not open.
    #[error("no such step is open here")]
    Step,
    /// A summary tells of a round that is not the one to be summarised now.
    #[error("round {round} is not to be summarised here")]
    Summary {
        /// The round.
        round: u32,
    },
    /// Something follows the end.
    #[error("nothing but a result, a late answer or an interjection may follow the conclusion")]
    AfterEnd,
}
