//! What a state holds of seats, messages from outside, requests and the end.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    event::{GateAnswer, Summary},
    outcome::Decision,
    reading::{Ballot, Position, Score, Stance},
    seat::SeatId,
    step::{Step, StopReason},
    turn::TurnId,
};

/// Where one seat stands after everything it said.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Standing {
    /// Its position.
    pub position: Position,
    /// Its last stance in a form that counts.
    pub stance: Stance,
    /// The round in which it took that stance.
    pub stance_round: u32,
    /// Its last valid ballot over what can be voted for.
    pub ballot: Option<Ballot>,
    /// Its last valid score of each point of the brief.
    pub scores: Vec<Option<Score>>,
    /// Whether it has conceded; a concession lasts.
    pub conceded: bool,
    /// How often it was asked.
    pub asked: u32,
    /// Whether it answered when it was last asked; true before it is asked.
    pub answered_last: bool,
    /// Its last turn with a message.
    pub last_message: Option<TurnId>,
    /// The round in which it came to the table from the bench; none for whoever sits there from the start or never came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined: Option<u32>,
}

/// A position that changed, and the message that changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Whose.
    pub seat: SeatId,
    /// With which message.
    pub turn: TurnId,
    /// In which round.
    pub round: u32,
    /// From where.
    pub from: Position,
    /// To where.
    pub to: Position,
}

/// A message from outside the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Interjection {
    /// The event that recorded it.
    pub seq: u64,
    /// Who.
    pub author: Arc<str>,
    /// What.
    pub text: Arc<str>,
    /// How many turns had been asked by then.
    pub after: u32,
}

/// A consultation and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consultation {
    /// Who was asked.
    pub to: SeatId,
    /// What was asked.
    pub question: Arc<str>,
    /// What was answered; none without an answer.
    pub answer: Option<Arc<str>>,
    /// In which round.
    pub round: u32,
}

/// What a strategy wanted beyond asking, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// A seat was invited from the bench; it joins when the next round opens.
    Invited(SeatId),
    /// The step was refused, for this reason.
    Refused(Step, Arc<str>),
}

/// What came of summarising a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summarised {
    /// The round up to whose end it tells.
    pub round: u32,
    /// What came of it.
    pub summary: Arc<Summary>,
}

/// A question to the principal.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gate {
    /// None was asked yet.
    #[default]
    Unasked,
    /// It waits for an answer.
    Open(Arc<str>),
    /// It was answered.
    Answered(GateAnswer),
}

/// What the principal said of the outcome.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ruling {
    /// Nothing.
    #[default]
    Unsaid,
    /// It stands.
    Approved,
    /// It does not, from this message on; from the conclusion on where none is named.
    Vetoed(Option<TurnId>),
}

/// How it ended, as recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conclusion {
    /// Why.
    pub why: StopReason,
    /// What was decided.
    pub decision: Option<Decision>,
    /// What went wrong.
    pub note: Option<Arc<str>>,
}

/// A step that was decided and is not done yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenStep {
    /// The step.
    pub step: Step,
    /// How many of its asks were made.
    pub asked: usize,
    /// How many of those have ended.
    pub ended: usize,
}
