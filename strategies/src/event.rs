//! What can be recorded. Events are only ever added to; old ones keep their names and fields.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    outcome::{Decision, Synthesis},
    rule::Verdict,
    seat::{Seat, SeatId},
    step::{Step, StopReason},
    turn::{Ending, Message, Receipt, TurnId},
};

mod charter;
mod fitted;
mod limit;
mod rates;
mod spend;
mod summary;

pub use charter::{Charter, Chosen, Gated, Limits, Origin, Peers, Watch};
pub use fitted::{AnswerForm, Fitted};
pub use limit::Limit;
pub use rates::{Rate, Rates, Unknown};
pub use spend::{Budget, Spend};
pub use summary::Summary;

/// What the principal says at a gate.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "says", content = "text")]
pub enum GateAnswer {
    /// Go on.
    Approve,
    /// Go on with this.
    Amend(Arc<str>),
    /// Do not go on, for this reason.
    Reject(Arc<str>),
    /// Nobody answered in time.
    Silent,
}

/// One entry of the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// The discussion exists.
    Created(Arc<Charter>),
    /// Somebody sits down, at the table or on the bench.
    Seated {
        /// The place.
        seat: SeatId,
        /// Who.
        who: Arc<Seat>,
    },
    /// A round begins.
    RoundOpened {
        /// Its number, from 1.
        round: u32,
    },
    /// The strategy decided.
    Stepped {
        /// What it wants.
        step: Step,
        /// The last event it was decided on.
        upto: u64,
    },
    /// A seat is asked.
    Asked {
        /// The turn.
        turn: TurnId,
        /// Which of the step's asks it is, from 0.
        ask: u16,
        /// Who.
        seat: SeatId,
        /// SHA-256, in hexadecimal, of the hash of the stable part of the prompt it was shown and the part that changes.
        context: Arc<str>,
        /// For what backend the prompt was made, so that it can be made again; none in records before it was kept.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fitted: Option<Fitted>,
    },
    /// A seat answered.
    Answered {
        /// The turn.
        turn: TurnId,
        /// What it said.
        message: Arc<Message>,
        /// What it took.
        receipt: Box<Receipt>,
    },
    /// A turn ended without an answer.
    Ended {
        /// The turn.
        turn: TurnId,
        /// How.
        how: Ending,
        /// The cause, for readers; free of secrets.
        why: Arc<str>,
    },
    /// An answer came after its turn had ended: kept, never counted.
    Late {
        /// The turn.
        turn: TurnId,
        /// What it would have said.
        text: Arc<str>,
    },
    /// Somebody outside the table added a message; it is no vote.
    Interjected {
        /// Who.
        author: Arc<str>,
        /// What.
        text: Arc<str>,
    },
    /// A bound was reached.
    LimitReached {
        /// Which.
        limit: Limit,
    },
    /// Room was taken from the budget before a request is sent: the most that it can take.
    Reserved {
        /// The turn; turn 0 is the writing of the result.
        turn: TurnId,
        /// How much.
        spend: Spend,
    },
    /// What the requests of a turn took, in place of what was reserved for it.
    Spent {
        /// The turn; turn 0 is the writing of the result.
        turn: TurnId,
        /// How much; what a provider did not tell is counted as it was reserved.
        spend: Spend,
    },
    /// Nothing that the open step still waits for can change the verdict of this rule: the rest is called off.
    Settled {
        /// The rule with its version: `ratio/1`.
        rule: Arc<str>,
    },
    /// Somebody holds the discussion: open turns are heard out, nothing new begins.
    Paused {
        /// Who.
        by: Arc<str>,
    },
    /// It goes on: after a pause, or in another process.
    Resumed {
        /// Who or what.
        by: Arc<str>,
    },
    /// A discussion that was stopped before its end goes on, as somebody asked for it.
    Reopened {
        /// Who.
        by: Arc<str>,
        /// The round in which it was stopped and which goes on: turns that were called off in it are asked once more. None
        /// in records of versions that began the next round instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        round: Option<u32>,
    },
    /// The principal is asked.
    GateOpened {
        /// What.
        question: Arc<str>,
    },
    /// The principal answered, or the time for it is up.
    GateAnswered {
        /// Who; none when nobody did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Arc<str>>,
        /// What.
        answer: GateAnswer,
    },
    /// The principal accepts the outcome before the time for a veto is up.
    Approved {
        /// Who.
        by: Arc<str>,
    },
    /// The principal does not accept the outcome; a successor goes on from what is touched.
    Vetoed {
        /// Who.
        by: Arc<str>,
        /// Why, or the fact that was missing.
        why: Arc<str>,
        /// The first message that it touches; the conclusion when none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        touches: Option<TurnId>,
    },
    /// Somebody stopped the discussion.
    Cancelled {
        /// Who or what.
        by: Arc<str>,
    },
    /// A seat was asked out of sight, for the strategy alone.
    Consulted {
        /// Who.
        to: SeatId,
        /// What was asked.
        question: Arc<str>,
        /// What was answered; none without an answer.
        answer: Option<Arc<str>>,
    },
    /// What the strategy wanted was not granted.
    Refused {
        /// What it wanted.
        request: Step,
        /// Why not.
        why: Arc<str>,
    },
    /// A seat was invited from the bench; it joins when the next round opens.
    Invited {
        /// The place.
        seat: SeatId,
        /// Who, as it will sit at the table.
        who: Arc<Seat>,
    },
    /// The decision rule was asked.
    Judged {
        /// The rule with its version: `ratio/1`.
        rule: Arc<str>,
        /// What it said.
        verdict: Arc<Verdict>,
    },
    /// These options are put to the vote instead of those before; ballots given over others count no more.
    PutToVote {
        /// What can be voted for.
        options: Arc<[Arc<str>]>,
    },
    /// What was said up to the end of a round was put into a few words, for those who hear nothing else of it.
    Summarised {
        /// The round.
        round: u32,
        /// What came of it.
        summary: Arc<Summary>,
    },
    /// A round is over.
    RoundClosed {
        /// Its number.
        round: u32,
    },
    /// The strategy is asked for its closing turns.
    Closing {
        /// Why.
        why: StopReason,
    },
    /// The discussion is over.
    Concluded {
        /// Why.
        why: StopReason,
        /// What was decided, if anything was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Decision>,
        /// What went wrong, if anything did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<Arc<str>>,
    },
    /// What came of it was written down.
    Result(Arc<Synthesis>),
}

impl Event {
    /// Whether the engine decided this event; such a one can be recomputed from those before it.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        matches!(
            self,
            Self::RoundOpened { .. }
                | Self::Stepped { .. }
                | Self::Settled { .. }
                | Self::Invited { .. }
                | Self::Judged { .. }
                | Self::PutToVote { .. }
                | Self::GateOpened { .. }
                | Self::RoundClosed { .. }
                | Self::Closing { .. }
                | Self::Concluded { .. }
                | Self::LimitReached { limit: Limit::Turns }
        )
    }
}
