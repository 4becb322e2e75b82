//! How a discussion ended: verdict, decision, stop reason, completeness and who took part.

use std::sync::Arc;

use crate::{
    rule::{Level, Verdict},
    seat::SeatId,
    state::State,
    step::StopReason,
    turn::{Ending, TurnId},
};
use serde::{Deserialize, Serialize};

mod draft;

pub use draft::{Delivers, Draft, Edit};

/// Who made a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Maker {
    /// The decision rule.
    Rule,
    /// A side that gave up.
    Concession,
    /// A judge at the table.
    Judge,
    /// The expert.
    Expert,
    /// The moderator.
    Moderator,
    /// The human who owns the topic.
    Principal,
}

/// What was decided, by whom, and on which message it rests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The option, the side or the words that were agreed.
    pub value: Arc<str>,
    /// Who made it.
    pub maker: Maker,
    /// The message it rests on, where it is one message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<TurnId>,
}

/// Whether everybody who was asked is in the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Completeness {
    /// Everybody answered when last asked, and nothing cut the discussion short.
    Complete,
    /// Somebody is missing, or a limit or a person ended it early.
    Partial,
    /// There is no result.
    Failed,
}

/// What one seat did in the whole discussion; nobody is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Participation {
    /// Who.
    pub seat: SeatId,
    /// How often it was asked.
    pub asked: u32,
    /// How often it answered with a message.
    pub answered: u32,
    /// How often it passed.
    pub passed: u32,
    /// How often its backend failed.
    pub failed: u32,
    /// How often its time was up.
    pub timed_out: u32,
    /// How often it was stopped.
    pub cancelled: u32,
    /// How often it was called off.
    pub not_needed: u32,
    /// The round in which it came to the table from the bench, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joined: Option<u32>,
    /// The cause of its last turn without an answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Arc<str>>,
}

/// How many calls were called off, as nothing they could bring would have changed the verdict.
#[must_use]
pub fn called_off(participation: &[Participation]) -> u32 {
    participation.iter().map(|one| one.not_needed).sum()
}

/// How a discussion ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The verdict of the decision rule; none when no rule was asked.
    pub verdict: Option<Verdict>,
    /// What was decided, if anything was.
    pub decision: Option<Decision>,
    /// The one reason why it ended.
    pub stop: StopReason,
    /// What went wrong, when it was aborted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Arc<str>>,
    /// Whether everybody is in it.
    pub completeness: Completeness,
    /// What every seat did, in seat order.
    pub participation: Vec<Participation>,
    /// How many rounds were begun.
    pub rounds: u32,
}

impl Outcome {
    /// The outcome of a discussion that has concluded; none while it runs.
    #[must_use]
    pub fn of(state: &State) -> Option<Self> {
        let conclusion = state.concluded()?;
        let participation = participation(state);
        Some(Self {
            verdict: state.verdict().cloned(),
            decision: conclusion.decision.clone(),
            stop: conclusion.why,
            note: conclusion.note.clone(),
            completeness: completeness(state, conclusion.why),
            participation,
            rounds: state.round(),
        })
    }

    /// The level of the verdict; none without a rule.
    #[must_use]
    pub fn level(&self) -> Level {
        self.verdict.as_ref().map_or(Level::None, |verdict| verdict.level)
    }
}

/// Nothing came of it when it was aborted or nobody ever answered.
fn completeness(state: &State, stop: StopReason) -> Completeness {
    let anybody = state.turns().iter().any(|turn| turn.is_answered());
    let early = state.is_stopped() || state.was_reopened() || stop == StopReason::NoAnswers;
    let missing = state.standings().iter().any(|standing| standing.asked > 0 && !standing.answered_last);
    match stop {
        StopReason::Aborted => Completeness::Failed,
        _ if !anybody => Completeness::Failed,
        _ if early || missing => Completeness::Partial,
        _ => Completeness::Complete,
    }
}

fn participation(state: &State) -> Vec<Participation> {
    let mut all: Vec<Participation> =
        state.roster().iter().map(|(seat, _)| Participation { seat, ..Participation::default() }).collect();
    for (one, standing) in all.iter_mut().zip(state.standings()) {
        one.joined = standing.joined;
    }
    for turn in state.turns() {
        let Some(one) = all.get_mut(turn.seat.index()) else {
            continue;
        };
        one.asked += 1;
        let Some(end) = &turn.end else { continue };
        match end.how {
            Ending::Answered => one.answered += 1,
            Ending::Passed => one.passed += 1,
            Ending::Failed => one.failed += 1,
            Ending::TimedOut => one.timed_out += 1,
            Ending::Cancelled => one.cancelled += 1,
            Ending::NotNeeded => one.not_needed += 1,
        }
        if !end.how.is_answer() {
            one.cause = end.cause.clone();
        }
    }
    all
}

/// One statement of a result, with the messages it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// What is stated.
    pub text: Arc<str>,
    /// The messages it rests on.
    pub messages: Vec<TurnId>,
}

/// Who wrote a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum Author {
    /// A synthesiser: the backend's name.
    Synthesizer {
        /// The backend that wrote it.
        backend: Arc<str>,
    },
    /// Sentences taken from the messages by rule; no model was asked.
    Extractive,
}

/// A synthesiser that was to write the result and could not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unwritten {
    /// The name of its backend.
    pub backend: Arc<str>,
    /// How often it was asked.
    pub asked: u32,
    /// Why the last answer was none that could be taken.
    pub why: Arc<str>,
}

/// What came of it, as seed 004 lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Synthesis {
    /// Who wrote it.
    pub author: Author,
    /// What was agreed; none when nothing was.
    pub consensus: Option<Statement>,
    /// The main points.
    pub key_points: Vec<Statement>,
    /// What it comes to.
    pub conclusion: Statement,
    /// What to do.
    pub recommendations: Vec<Statement>,
    /// Where views differ.
    pub divergences: Vec<Statement>,
    /// The synthesiser that failed before the rule took over, if one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unwritten: Option<Unwritten>,
    /// The texts that a synthesiser was asked to write besides: of an improvement one for each text under review.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drafts: Vec<Draft>,
}
