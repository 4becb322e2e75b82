//! What a strategy can want next, and why a discussion ends.

use std::{borrow::Cow, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{brief::Text, seat::SeatId};

mod form;

pub use form::Form;

/// Why a discussion ended; where several hold, the first in this order is the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The decision rule was reached.
    Decided,
    /// A side gave up.
    Conceded,
    /// The expert closed it.
    ExpertClosed,
    /// The moderator closed it.
    ModeratorClosed,
    /// No decision was sought and everything was said.
    Finished,
    /// The last round is over.
    MaxRounds,
    /// The last turn that was allowed is over.
    MaxTurns,
    /// The time is up.
    Time,
    /// The budget is spent.
    Budget,
    /// The record is as long as it may be.
    MaxRecord,
    /// Nothing new was said.
    NoProgress,
    /// Positions are stable without agreement.
    Stalemate,
    /// Nobody answered in a round.
    NoAnswers,
    /// Somebody stopped it.
    Cancelled,
    /// The strategy could not go on.
    Aborted,
}

impl StopReason {
    /// Whether a bound from outside the discussion ended it.
    #[must_use]
    pub const fn is_limit(self) -> bool {
        matches!(self, Self::MaxTurns | Self::Time | Self::Budget | Self::MaxRecord)
    }

    /// Whether it was stopped before its own end by something that may be otherwise now, so that it can go on. A spent
    /// budget, the last turn that is allowed and a full record stay what they are.
    #[must_use]
    pub const fn is_early(self) -> bool {
        matches!(self, Self::Time | Self::Cancelled | Self::NoAnswers)
    }

    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Decided => "decided",
            Self::Conceded => "conceded",
            Self::ExpertClosed => "expert-closed",
            Self::ModeratorClosed => "moderator-closed",
            Self::Finished => "finished",
            Self::MaxRounds => "max-rounds",
            Self::MaxTurns => "max-turns",
            Self::Time => "time",
            Self::Budget => "budget",
            Self::MaxRecord => "max-record",
            Self::NoProgress => "no-progress",
            Self::Stalemate => "stalemate",
            Self::NoAnswers => "no-answers",
            Self::Cancelled => "cancelled",
            Self::Aborted => "aborted",
        }
    }
}

/// A task as a strategy's card carries it: its name and what it asks for, in every language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The name that steps use: `open`, `sum-up`.
    pub name: Cow<'static, str>,
    /// What the seat is asked to do.
    pub text: Text,
}

impl Task {
    /// A task with its text.
    #[must_use]
    pub const fn new(name: &'static str, text: Text) -> Self {
        Self { name: Cow::Borrowed(name), text }
    }
}

/// What a turn may see. Enforced where contexts are built, never a request in a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Whatever the discussion is set to.
    #[default]
    Usual,
    /// Everything from the seat's own last message on, and one line per seat with its position.
    Since,
    /// Everything.
    Full,
    /// The last so many messages.
    Last(u32),
    /// A rolling summary of about so many tokens, and the current round.
    Summary(u32),
    /// Nobody's message.
    Blind,
    /// The seat's own messages only.
    Own,
}

/// Who may hear a message.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Everybody at the table.
    #[default]
    Everyone,
    /// These seats and the speaker.
    Only(Arc<[SeatId]>),
}

impl Audience {
    /// Whether `listener` may hear what `speaker` said to this audience.
    #[must_use]
    pub fn admits(&self, speaker: SeatId, listener: SeatId) -> bool {
        match self {
            Self::Everyone => true,
            Self::Only(seats) => speaker == listener || seats.contains(&listener),
        }
    }

    /// Whether this is everybody.
    #[must_use]
    pub const fn is_everyone(&self) -> bool {
        matches!(self, Self::Everyone)
    }
}

/// One seat asked once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// Who is asked; it must have a voice.
    pub seat: SeatId,
    /// What for: the name of a task on the strategy's card.
    pub task: Cow<'static, str>,
    /// The form in which the answer is needed.
    #[serde(default, skip_serializing_if = "Form::is_free")]
    pub form: Form,
    /// What the seat may see.
    #[serde(default)]
    pub sees: Scope,
    /// Who may hear the answer.
    #[serde(default, skip_serializing_if = "Audience::is_everyone")]
    pub heard_by: Audience,
    /// One line more, in the words of this very turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
}

impl Ask {
    /// A seat asked for a task, in free form, seeing the usual, heard by everyone.
    #[must_use]
    pub const fn new(seat: SeatId, task: &'static str) -> Self {
        Self {
            seat,
            task: Cow::Borrowed(task),
            form: Form::Free,
            sees: Scope::Usual,
            heard_by: Audience::Everyone,
            note: None,
        }
    }

    /// The same, answered in this form.
    #[must_use]
    pub fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// The same, seeing no more than this.
    #[must_use]
    pub const fn sees(mut self, scope: Scope) -> Self {
        self.sees = scope;
        self
    }

    /// The same, heard only by these seats.
    #[must_use]
    pub fn heard_by(mut self, audience: Audience) -> Self {
        self.heard_by = audience;
        self
    }

    /// The same, with one line more.
    #[must_use]
    pub fn note(mut self, note: impl Into<Arc<str>>) -> Self {
        self.note = Some(note.into());
        self
    }
}

/// What a strategy wants to happen next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Step {
    /// Ask these seats, together; the batch is one step and is judged when whole.
    Ask {
        /// At least one ask, and no seat twice.
        asks: Vec<Ask>,
    },
    /// Ask a seat out of sight: the answer is in the record and in the view, and in no context.
    Consult {
        /// Who is asked.
        to: SeatId,
        /// What is asked.
        question: Arc<str>,
    },
    /// Ask for somebody who waits on the bench: who is there joins when the next round opens, else it is refused.
    Invite {
        /// A name, a role or a capability.
        wanted: Arc<str>,
    },
    /// Open a discussion of its own on another topic.
    Spawn {
        /// The topic.
        topic: Arc<str>,
    },
    /// Ask the principal.
    Gate {
        /// What the principal is to approve or amend.
        question: Arc<str>,
    },
    /// Wait for a child or a gate that is still open.
    Await,
    /// Close the round.
    CloseRound,
    /// End the discussion.
    Conclude {
        /// Why.
        why: StopReason,
    },
}

impl Step {
    /// One seat asked alone.
    #[must_use]
    pub fn ask(ask: Ask) -> Self {
        Self::Ask { asks: vec![ask] }
    }
}
