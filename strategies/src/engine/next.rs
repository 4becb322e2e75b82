//! What an engine can say has to happen next.

use crate::event::Event;

/// What has to happen next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Record this event and ask again.
    Record(Event),
    /// Do what is left of the open step and record what comes of it.
    Perform,
    /// Put what was said up to here into a few words and record that: the next round opens on it.
    Summarise,
    /// Nothing until somebody outside says so: it is paused, or the principal is asked.
    Wait,
    /// Nothing: the discussion is over.
    Done,
}
