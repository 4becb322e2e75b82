//! Speaking into a running discussion from outside, or stopping it.

use std::sync::Arc;

use tokio::sync::mpsc;

/// Something from outside.
#[derive(Debug)]
pub(crate) enum Command {
    /// A message that is no vote.
    Say { author: Arc<str>, text: Arc<str> },
    /// The end.
    Cancel { by: Arc<str> },
}

/// Where commands come from.
pub(crate) type Commands = mpsc::UnboundedReceiver<Command>;

/// Reaches a discussion while it runs; cloned freely. After its end nothing is taken any more.
#[derive(Debug, Clone)]
pub struct Control {
    sender: mpsc::UnboundedSender<Command>,
}

/// Whether something was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It is recorded before the next step; at the very end it is kept in the record and no longer counts.
    Yes,
    /// The discussion is over.
    TooLate,
}

impl Control {
    /// Adds a message from outside the table: every seat is shown it, and it is no vote.
    pub fn say(&self, author: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Taken {
        self.send(Command::Say { author: author.into(), text: text.into() })
    }

    /// Stops the discussion: open turns are dropped, and the record and minutes say who stopped it.
    pub fn cancel(&self, by: impl Into<Arc<str>>) -> Taken {
        self.send(Command::Cancel { by: by.into() })
    }

    fn send(&self, command: Command) -> Taken {
        match self.sender.send(command) {
            Ok(()) => Taken::Yes,
            Err(_) => Taken::TooLate,
        }
    }
}

/// A control and the end that the driver listens on.
pub(crate) fn controls() -> (Control, Commands) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Control { sender }, receiver)
}
