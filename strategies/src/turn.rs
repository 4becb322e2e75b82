//! A turn is one seat asked once; a message is what it said.

use std::{borrow::Cow, fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    reading::Reading,
    seat::SeatId,
    step::{Audience, Form, Scope},
};

/// A turn's number in its discussion, from 1, in the order of asking; also the id of the message that answers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TurnId(pub u32);

impl TurnId {
    /// The turn's place in the list of all turns, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 as usize).saturating_sub(1)
    }
}

impl fmt::Display for TurnId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// Whether a text came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wholeness {
    /// It is whole.
    #[default]
    Whole,
    /// The backend's length limit cut it off.
    Cut,
}

impl Wholeness {
    /// Whether nothing is missing.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        matches!(self, Self::Whole)
    }
}

/// What a seat said, as received and as read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Message {
    /// The reply as it was received, without what the provider marked as reasoning.
    pub raw: Arc<str>,
    /// What was said, where that is not the whole of `raw`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<Arc<str>>,
    /// Reasoning that was kept apart; it enters no context, vote or minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Arc<str>>,
    /// What was read from it.
    pub reading: Reading,
    /// Whether it came to its end.
    #[serde(default, skip_serializing_if = "Wholeness::is_whole")]
    pub whole: Wholeness,
}

impl Message {
    /// What was said.
    #[must_use]
    pub fn text(&self) -> &str {
        self.said.as_ref().unwrap_or(&self.raw)
    }

    /// What was said without the lines and ends that hold its markers; empty where nothing is left.
    #[must_use]
    pub fn words(&self) -> String {
        let marked = |line: &str| line.rfind('[').filter(|at| line.trim_end().ends_with(']') && is_tag(line, *at));
        let mut lines: Vec<&str> = Vec::new();
        for line in self.text().lines() {
            let mut line = line;
            while let Some(at) = marked(line) {
                line = line.get(..at).unwrap_or_default().trim_end();
            }
            lines.push(line);
        }
        lines.join("\n").trim().to_owned()
    }
}

/// Whether a bracket opens a marker: a word in capitals follows.
fn is_tag(line: &str, at: usize) -> bool {
    let tag = line.get(at + 1..).unwrap_or_default();
    let letters = tag.bytes().take_while(u8::is_ascii_uppercase).count();
    letters > 2 && matches!(tag.as_bytes().get(letters), Some(b':' | b']' | b' '))
}

/// How a turn ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// With a message.
    Answered,
    /// With a message that moves nothing.
    Passed,
    /// Without an answer: the backend failed.
    Failed,
    /// Without an answer: the time was up.
    TimedOut,
    /// Without an answer: the discussion was stopped.
    Cancelled,
    /// Called off, as nothing could change any more.
    NotNeeded,
}

impl Ending {
    /// Whether the seat gave an answer; a pass is one.
    #[must_use]
    pub const fn is_answer(self) -> bool {
        matches!(self, Self::Answered | Self::Passed)
    }

    /// The name as written in files and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::TimedOut => "timed-out",
            Self::Cancelled => "cancelled",
            Self::NotNeeded => "not-needed",
        }
    }
}

/// What an answer took; none of it decides anything.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Receipt {
    /// Tokens read by the model, where the provider told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    /// Tokens written by the model, where the provider told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    /// Requests made for this turn, format repairs included; at least 1.
    pub attempts: u32,
    /// From the first request to the answer, in milliseconds.
    pub took_ms: u64,
    /// The model that answered, where the provider told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Arc<str>>,
}

/// How a turn ended, and with what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// How.
    pub how: Ending,
    /// The message, when it was an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Arc<Message>>,
    /// The cause, when it was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Arc<str>>,
}

/// One seat asked once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Its number.
    pub id: TurnId,
    /// Who was asked.
    pub seat: SeatId,
    /// In which round, from 1; closing turns belong to the last one.
    pub round: u32,
    /// For which task of the strategy's card.
    pub task: Cow<'static, str>,
    /// In which form.
    pub form: Form,
    /// What it could see.
    pub sees: Scope,
    /// Who may hear the answer.
    pub heard_by: Audience,
    /// One line more that it was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    /// How it ended; none while it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

impl Turn {
    /// The message, if the seat gave one.
    #[must_use]
    pub fn message(&self) -> Option<&Message> {
        self.end.as_ref().and_then(|end| end.message.as_deref())
    }

    /// What was read from the message, if there is one.
    #[must_use]
    pub fn reading(&self) -> Option<&Reading> {
        self.message().map(|message| &message.reading)
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.end.as_ref().map(|end| end.how)
    }

    /// Whether the seat gave an answer.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.ending().is_some_and(Ending::is_answer)
    }
}
