//! What can be recorded. Events are only ever added to; old ones keep their names and fields.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    brief::Brief,
    outcome::{Decision, Synthesis},
    rule::Verdict,
    seat::{Seat, SeatId},
    step::{Scope, Step, StopReason},
    strategy::{Knobs, Rounds},
    turn::{Ending, Message, Receipt, TurnId},
};

/// A strategy or rule by name, with its settings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Chosen {
    /// The name in the catalogue.
    pub name: Arc<str>,
    /// What was set; everything else is at its default.
    #[serde(default, skip_serializing_if = "Knobs::is_empty")]
    pub knobs: Knobs,
}

/// What bounds a discussion. Deciding never looks at a clock: the manager does, and records that a limit was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time for one turn with all its attempts, in milliseconds.
    pub turn_ms: u64,
    /// Time for the whole discussion, in milliseconds.
    pub total_ms: u64,
    /// Turns in the whole discussion, closing ones included.
    pub turns: u32,
}

impl Default for Limits {
    /// Two minutes a turn, one hour in all, 100,000 turns.
    fn default() -> Self {
        Self { turn_ms: 120_000, total_ms: 3_600_000, turns: 100_000 }
    }
}

/// How peers are named in contexts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Peers {
    /// By their names.
    #[default]
    Named,
    /// As `Seat A`, `Seat B`; readers still see the names.
    Anonymous,
}

/// All that is settled before the first turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charter {
    /// The discussion's id.
    pub id: Arc<str>,
    /// The version of the software that wrote the record.
    pub software: Arc<str>,
    /// The preset it came from, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<Arc<str>>,
    /// What everybody is given.
    pub brief: Brief,
    /// Who speaks next is decided by this strategy.
    pub strategy: Chosen,
    /// Whether the group has decided is said by this rule; none when no decision is sought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Chosen>,
    /// How many rounds.
    pub rounds: Rounds,
    /// What bounds it.
    pub limits: Limits,
    /// What a turn sees where the strategy leaves it open.
    pub context: Scope,
    /// How peers are named in contexts.
    #[serde(default)]
    pub peers: Peers,
    /// Where all randomness comes from.
    pub seed: u64,
}

impl Default for Charter {
    fn default() -> Self {
        Self {
            id: "discussion".into(),
            software: env!("CARGO_PKG_VERSION").into(),
            preset: None,
            brief: Brief::default(),
            strategy: Chosen::default(),
            rule: None,
            rounds: Rounds::new(2, 6),
            limits: Limits::default(),
            context: Scope::Since,
            peers: Peers::Named,
            seed: 0,
        }
    }
}

/// A bound that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The time of the whole discussion.
    Time,
    /// The number of turns.
    Turns,
    /// Tokens or money.
    Budget,
}

impl Limit {
    /// Why a discussion ends that reached it.
    #[must_use]
    pub const fn reason(self) -> StopReason {
        match self {
            Self::Time => StopReason::Time,
            Self::Turns => StopReason::MaxTurns,
            Self::Budget => StopReason::Budget,
        }
    }
}

/// One entry of the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// The discussion exists.
    Created(Arc<Charter>),
    /// Somebody sits down.
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
    /// One more member was granted.
    Invited {
        /// The place.
        seat: SeatId,
        /// Who.
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
                | Self::Judged { .. }
                | Self::PutToVote { .. }
                | Self::RoundClosed { .. }
                | Self::Closing { .. }
                | Self::Concluded { .. }
                | Self::LimitReached { limit: Limit::Turns }
        )
    }
}
