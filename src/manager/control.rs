//! Speaking into a running discussion from outside, holding it, answering its questions, or stopping it.

use std::{sync::Arc, time::Duration};

use quorate_strategies::event::GateAnswer;
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

use super::Status;
use crate::store::{Note, Says};

/// How often the journal is asked what other processes said, while the discussion waits.
const LOOK: Duration = Duration::from_millis(250);

/// Something from outside.
#[derive(Debug)]
pub(crate) enum Command {
    /// A message that is no vote.
    Say { author: Arc<str>, text: Arc<str> },
    /// Nothing new begins.
    Pause { by: Arc<str> },
    /// It goes on.
    Resume { by: Arc<str> },
    /// What the principal says at a gate.
    Answer { by: Arc<str>, answer: GateAnswer },
    /// The end.
    Cancel { by: Arc<str> },
}

impl From<Note> for Command {
    fn from(note: Note) -> Self {
        let by: Arc<str> = note.by.into();
        let answer = |by, answer| Self::Answer { by, answer };
        match note.says {
            Says::Message(text) => Self::Say { author: by, text: text.into() },
            Says::Pause => Self::Pause { by },
            Says::Resume => Self::Resume { by },
            Says::Cancel => Self::Cancel { by },
            Says::Approve => answer(by, GateAnswer::Approve),
            Says::Amend(text) => answer(by, GateAnswer::Amend(text.into())),
            Says::Reject(why) => answer(by, GateAnswer::Reject(why.into())),
        }
    }
}

/// What the driver hears while it waits.
#[derive(Debug)]
pub(crate) enum Heard {
    /// From this process.
    Command(Command),
    /// Time to look for what other processes said.
    Look,
}

/// Where commands come from, and where the driver says how it stands.
#[derive(Debug)]
pub(crate) struct Commands {
    receiver: mpsc::UnboundedReceiver<Command>,
    status: watch::Sender<Status>,
    look: Option<Instant>,
}

impl Commands {
    /// Waits for the next; nothing is lost when it is dropped before.
    pub(crate) async fn next(&mut self) -> Heard {
        let look = *self.look.get_or_insert_with(|| Instant::now() + LOOK);
        tokio::select! {
            biased;
            Some(command) = self.receiver.recv() => Heard::Command(command),
            () = sleep_until(look) => {
                self.look = None;
                Heard::Look
            }
        }
    }

    /// What has come already.
    pub(crate) fn waiting(&mut self) -> Option<Command> {
        self.receiver.try_recv().ok()
    }

    /// Takes nothing more.
    pub(crate) fn close(&mut self) {
        self.receiver.close();
    }

    /// Says how the discussion stands, for whoever asks.
    pub(crate) fn stands(&self, status: Status) {
        self.status.send_if_modified(|now| std::mem::replace(now, status) != status);
    }
}

/// Reaches a discussion while it runs; cloned freely. After its end nothing is taken any more.
#[derive(Debug, Clone)]
pub struct Control {
    sender: mpsc::UnboundedSender<Command>,
    status: watch::Receiver<Status>,
}

/// Whether something was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// It is recorded before the next step; at the very end it is kept in the record and no longer counts.
    Yes,
    /// The principal was not asked anything, so there is nothing to answer.
    NotAsked,
    /// The discussion is over.
    TooLate,
}

impl Control {
    /// Adds a message from outside the table: every seat is shown it, and it is no vote.
    pub fn say(&self, author: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Taken {
        self.send(Command::Say { author: author.into(), text: text.into() })
    }

    /// Holds the discussion: open turns are heard out and nothing new begins. Its time in all goes on.
    pub fn pause(&self, by: impl Into<Arc<str>>) -> Taken {
        self.send(Command::Pause { by: by.into() })
    }

    /// Lets a discussion that is held go on; nothing happens to one that is not.
    pub fn resume(&self, by: impl Into<Arc<str>>) -> Taken {
        self.send(Command::Resume { by: by.into() })
    }

    /// Answers what the principal was asked.
    pub fn answer(&self, by: impl Into<Arc<str>>, answer: GateAnswer) -> Taken {
        if !self.sender.is_closed() && self.status() != Status::Waiting {
            return Taken::NotAsked;
        }
        self.send(Command::Answer { by: by.into(), answer })
    }

    /// Stops the discussion: open turns are dropped, and the record and minutes say who stopped it.
    pub fn cancel(&self, by: impl Into<Arc<str>>) -> Taken {
        self.send(Command::Cancel { by: by.into() })
    }

    /// How the discussion stands while it runs: running, paused, or waiting for the principal.
    #[must_use]
    pub fn status(&self) -> Status {
        *self.status.borrow()
    }

    /// Waits until the discussion stands otherwise than it did; none when it is over.
    pub async fn changed(&mut self) -> Option<Status> {
        self.status.changed().await.ok()?;
        Some(*self.status.borrow_and_update())
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
    let (status, standing) = watch::channel(Status::Running);
    (Control { sender, status: standing }, Commands { receiver, status, look: None })
}
