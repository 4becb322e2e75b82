//! State is a fold over the record: nothing is known that no event said.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    event::{Charter, Limit},
    outcome::{Decision, Synthesis},
    reading::{Ballot, Position, Score, Stance},
    rule::{Tally, Verdict, Voice},
    seat::{Roster, Seat, SeatId},
    step::{Step, StopReason},
    turn::{Turn, TurnId},
};

mod fold;

pub use fold::FoldError;

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
    /// A new member was seated.
    Invited(SeatId),
    /// The step was refused, for this reason.
    Refused(Step, Arc<str>),
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

/// Everything that follows from the events so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct State {
    created: bool,
    charter: Arc<Charter>,
    roster: Roster,
    turns: Vec<Turn>,
    standings: Vec<Standing>,
    changes: Vec<Change>,
    interjections: Vec<Interjection>,
    consults: Vec<Consultation>,
    requests: Vec<Request>,
    round: u32,
    pub(crate) round_open: bool,
    round_start: usize,
    closed_rounds: u32,
    pub(crate) round_empty: bool,
    pub(crate) round_requests: u32,
    pub(crate) open: Option<OpenStep>,
    pub(crate) ended_turns: usize,
    pub(crate) judged_turns: Option<usize>,
    verdict: Option<Arc<Verdict>>,
    /// What was put to the vote instead of the options of the brief.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    put_to_vote: Option<Arc<[Arc<str>]>>,
    closing: Option<StopReason>,
    pub(crate) closing_steps: u32,
    pub(crate) limit: Option<Limit>,
    pub(crate) cancelled: bool,
    concluded: Option<Conclusion>,
    result: Option<Arc<Synthesis>>,
    last_seq: u64,
}

impl State {
    /// What was settled before the first turn.
    #[must_use]
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// Everybody at the table.
    #[must_use]
    pub const fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Every turn so far, in the order of asking.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The turn with this number.
    #[must_use]
    pub fn turn(&self, id: TurnId) -> Option<&Turn> {
        self.turns.get(id.index()).filter(|turn| turn.id == id)
    }

    /// The turns of the round that is open or was open last, closing turns included.
    #[must_use]
    pub fn round_turns(&self) -> &[Turn] {
        self.turns.get(self.round_start..).unwrap_or_default()
    }

    /// Where every seat stands, in seat order.
    #[must_use]
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Every change of a position, in order.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Messages from outside the table, in order.
    #[must_use]
    pub fn interjections(&self) -> &[Interjection] {
        &self.interjections
    }

    /// Consultations, in order.
    #[must_use]
    pub fn consults(&self) -> &[Consultation] {
        &self.consults
    }

    /// What was wanted beyond asking, and what came of it.
    #[must_use]
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// The round that is open or was open last; 0 before the first.
    #[must_use]
    pub const fn round(&self) -> u32 {
        self.round
    }

    /// How many rounds are over.
    #[must_use]
    pub const fn closed_rounds(&self) -> u32 {
        self.closed_rounds
    }

    /// The last verdict, if the rule was asked.
    #[must_use]
    pub fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_deref()
    }

    /// What can be voted for: what was put to the vote, else the options of the brief.
    #[must_use]
    pub fn options(&self) -> &[Arc<str>] {
        self.put_to_vote.as_deref().unwrap_or(&self.charter.brief.options)
    }

    /// Why the strategy is asked for closing turns, if it is.
    #[must_use]
    pub const fn closing(&self) -> Option<StopReason> {
        self.closing
    }

    /// How it ended, once it has.
    #[must_use]
    pub const fn concluded(&self) -> Option<&Conclusion> {
        self.concluded.as_ref()
    }

    /// What came of it, once that is written down.
    #[must_use]
    pub fn result(&self) -> Option<&Synthesis> {
        self.result.as_deref()
    }

    /// The number of the last event; 0 before the first, which has number 1.
    #[must_use]
    pub const fn last_seq(&self) -> u64 {
        self.last_seq
    }

    /// The step that was decided and is not done yet.
    #[must_use]
    pub const fn open_step(&self) -> Option<&OpenStep> {
        self.open.as_ref()
    }

    /// Whether a limit was reached or somebody stopped it.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.cancelled || self.limit.is_some()
    }

    /// What the decision rule is shown: everybody with a vote, the missing included.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let sides: Arc<[Arc<str>]> = self.roster.sides().into();
        let side_of = |seat: &Seat| {
            let side = seat.side.as_ref()?;
            sides.iter().position(|one| one == side).and_then(|at| u16::try_from(at).ok())
        };
        let voices = self
            .roster
            .iter()
            .zip(&self.standings)
            .filter(|((_, seat), _)| seat.vote)
            .map(|((_, seat), standing)| Voice {
                weight: seat.weight,
                position: standing.position,
                stance: if standing.stance_round == self.round { standing.stance } else { Stance::Unknown },
                ballot: standing.ballot.clone(),
                scores: standing.scores.clone(),
                side: side_of(seat),
                conceded: standing.conceded,
                answered: standing.answered_last,
            })
            .collect();
        Tally { voices, options: self.options().into(), sides: sides.clone() }
    }
}
