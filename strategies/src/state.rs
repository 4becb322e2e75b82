//! State is a fold over the record: nothing is known that no event said.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{
    event::{Charter, Limit, Spend},
    outcome::Synthesis,
    reading::Stance,
    rule::{Tally, Verdict, Voice},
    seat::{Roster, Seat, SeatId},
    step::{Form, StopReason},
    turn::{Turn, TurnId},
};

mod bench;
mod cut;
mod error;
mod fold;
mod parts;
mod progress;
mod spent;
mod standing;
mod summed;

pub use error::FoldError;
pub use parts::{
    Change, Conclusion, Consultation, Gate, Interjection, OpenStep, Request, Ruling, Standing, Summarised,
};
pub use progress::Progress;

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
    /// Who joins when the next round opens.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    invited: Vec<(SeatId, Arc<Seat>)>,
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
    #[serde(default)]
    pub(crate) paused: bool,
    #[serde(default)]
    reopened: bool,
    /// What was under way when it was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cut: Option<Box<cut::Cut>>,
    #[serde(default)]
    settled: bool,
    #[serde(default)]
    progress: Progress,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    summaries: Vec<Summarised>,
    /// The last of them that has a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    summed_up: Option<usize>,
    #[serde(default)]
    spent: Spend,
    #[serde(default)]
    reserved: Vec<(TurnId, Spend)>,
    #[serde(default)]
    gate: Gate,
    /// Whether the principal was asked about the conclusion.
    #[serde(default)]
    pub(crate) ratifying: bool,
    #[serde(default)]
    ruling: Ruling,
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

    /// Whether a ballot in this form is over what can be voted for.
    pub(crate) fn counts_votes(&self, form: &Form) -> bool {
        form.options().is_some_and(|options| **options == *self.options())
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

    /// The limit that was reached, if one was.
    #[must_use]
    pub const fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Whether it was stopped on the way and opened again behind the round in which that was, as earlier versions did: that
    /// round is not whole.
    #[must_use]
    pub const fn was_reopened(&self) -> bool {
        self.reopened
    }

    /// Whether somebody holds the discussion.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// Whether nothing that the open step waits for can change the verdict.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.settled
    }

    /// The question to the principal that was asked last.
    #[must_use]
    pub const fn gate(&self) -> &Gate {
        &self.gate
    }

    /// Whether that question was about the conclusion: nothing but its answer can change that any more.
    #[must_use]
    pub const fn is_ratifying(&self) -> bool {
        self.ratifying
    }

    /// What the principal said of the outcome.
    #[must_use]
    pub const fn ruling(&self) -> &Ruling {
        &self.ruling
    }

    /// What the decision rule is shown: everybody with a vote, the missing included.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally_of(&self.standings)
    }

    /// What the rule is shown if the seats stand like this.
    pub(crate) fn tally_of(&self, standings: &[Standing]) -> Tally {
        let sides: Arc<[Arc<str>]> = self.roster.sides().into();
        let side_of = |seat: &Seat| {
            let side = seat.side.as_ref()?;
            sides.iter().position(|one| one == side).and_then(|at| u16::try_from(at).ok())
        };
        let voices = self
            .roster
            .iter()
            .zip(standings)
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
