//! Who watches a running discussion.

use quorate_strategies::{record::Entry, seat::SeatId, turn::TurnId};

/// Is told what happens, as it happens. It cannot change anything.
///
/// The manager calls it from the task that runs the discussion, so an observer returns at once.
pub trait Observer: Send + Sync {
    /// An event was recorded.
    fn recorded(&self, entry: &Entry) {
        let _ = entry;
    }

    /// A seat's backend wrote a piece of its answer; what is reasoning has been left out, and nothing is recorded.
    fn delta(&self, turn: TurnId, seat: SeatId, text: &str) {
        let _ = (turn, seat, text);
    }
}
