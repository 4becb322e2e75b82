//! Why there is no answer, in words that name the cause and the next step.

use std::{fmt, io};

use agent_client_protocol::v1::schema::StopReason;
use thiserror::Error;

use super::{clock::Clock, driver::Ended};
use crate::agent::{AgentError, Trouble};

/// What an agent was asked when it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Initialize,
    Session,
    Mode,
    Prompt,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Initialize => "initialize",
            Self::Session => "session/new",
            Self::Mode => "session/set_mode",
            Self::Prompt => "session/prompt",
        })
    }
}

/// Why there is no answer. `said` is what the agent printed, ready to stand behind the cause: empty, or `; stderr: …`.
#[derive(Debug, Error)]
pub(super) enum Fault {
    #[error("cannot be run: {0}")]
    NotRun(io::Error),
    #[error("was still answering somebody else when the time was up; give each seat an agent of its own")]
    Busy,
    #[error("has no empty folder to work in: {0}; is there room, and may one write in the folder for temporary files?")]
    NoFolder(io::Error),
    #[error("{ended} and gave no answer to `{step}`{said}{}", hint(*.step))]
    Ended { step: Step, ended: Ended, said: String },
    #[error("{0} and was ended")]
    TooMuch(TooMuch),
    #[error("did not answer `{step}` within {clock}{said}{}{}", patience(*.step), hint(*.step))]
    Slow { step: Step, clock: Clock, said: String },
    #[error(
        "speaks version {0} of the Agent Client Protocol, and this program version 1; use a release of it that does too"
    )]
    Version(u16),
    #[error(
        "wants a login first: {message}{methods}; log in with the program itself, or set its key in the environment, and \
         try again"
    )]
    Login { message: String, methods: String },
    #[error("answered `{step}` with an error: {message}{said}{}", hint(*.step))]
    Error { step: Step, message: String, said: String },
    #[error("refused to answer{said}")]
    Refused { said: String },
    #[error("cancelled its turn, which nobody had asked it to")]
    Cancelled,
    #[error("ended its turn ({}) and said nothing{}{}", reason(*.stop), thinking(*.thought), refusals(*.refused))]
    Silent { stop: StopReason, thought: bool, refused: u32 },
}

/// What was more than is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(super) enum TooMuch {
    #[error("answered with more than {0} bytes")]
    Answer(usize),
    #[error("sent more than {0} bytes in one turn")]
    Turn(usize),
    #[error("sent a line of more than {0} bytes")]
    Line(usize),
}

impl Fault {
    /// The same for readers. An agent may have done something before it failed, so it is never asked again unasked.
    pub(super) fn told(&self, name: &str) -> AgentError {
        AgentError::lasting(self.trouble(), format!("{name} {self}"))
    }

    /// Whether the agent may be spoken with in the same session: it ended its turn, if not with an answer.
    pub(super) const fn leaves_session(&self) -> bool {
        matches!(self, Self::Slow { .. } | Self::Refused { .. } | Self::Cancelled | Self::Silent { .. })
    }

    const fn trouble(&self) -> Trouble {
        match self {
            Self::NotRun(_) => Trouble::NotFound,
            Self::Busy => Trouble::Busy,
            Self::Slow { .. } => Trouble::Slow,
            Self::Version(_) => Trouble::NotAnAnswer,
            Self::Login { .. } => Trouble::Denied,
            Self::Refused { .. } => Trouble::Refused,
            Self::Silent { .. } => Trouble::Empty,
            Self::NoFolder(_) | Self::Ended { .. } | Self::TooMuch(_) | Self::Error { .. } | Self::Cancelled => {
                Trouble::Broken
            }
        }
    }
}

/// What may be amiss with an agent that does not even begin.
const fn hint(step: Step) -> &'static str {
    match step {
        Step::Initialize => {
            "; does it speak the Agent Client Protocol as it is called? Many programs want an argument for that, as in \
             `acp:gemini --acp` and `acp:opencode acp`"
        }
        Step::Session | Step::Mode | Step::Prompt => "",
    }
}

/// What helps an agent that is slow to begin, as the first turn pays for its start.
const fn patience(step: Step) -> &'static str {
    match step {
        Step::Initialize | Step::Session | Step::Mode => "; a higher `turn_seconds` gives it more time to start",
        Step::Prompt => "",
    }
}

const fn reason(stop: StopReason) -> &'static str {
    match stop {
        StopReason::EndTurn => "end_turn",
        StopReason::MaxTokens => "max_tokens: its own limit of tokens was used up first",
        StopReason::MaxTurnRequests => "max_turn_requests: its own limit of requests was used up first",
        StopReason::Refusal => "refusal",
        StopReason::Cancelled => "cancelled",
        _ => "for a reason that is not known here",
    }
}

const fn thinking(thought: bool) -> &'static str {
    if thought { "; only reasoning came" } else { "" }
}

fn refusals(refused: u32) -> String {
    match refused {
        0 => String::new(),
        1 => "; it asked for a permission, which it is not given here".to_owned(),
        n => format!("; it asked {n} times for a permission, which it is not given here"),
    }
}
