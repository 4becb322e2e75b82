//! Judging a record again: by another rule, without some seats or with other weights. Nobody is asked.

use thiserror::Error;

use crate::{
    event::Event,
    reading::Ballot,
    rule::{DecisionRule, Input, Tally, Verdict, Voice},
    seat::SeatId,
    state::{FoldError, State},
    step::Form,
    strategy::Check,
};

mod sensitivity;
mod votes;

pub use sensitivity::{Reweighted, Sensitivity, Swing, sensitivity};
pub use votes::{Proof, VoteChange, Votes};

/// The most that a vote may weigh when it is judged again.
pub const MOST_WEIGHT: u32 = 1_000_000;

/// Whose vote counts otherwise than in the record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Revision {
    /// Seats whose vote is left out.
    pub without: Vec<SeatId>,
    /// Seats whose vote weighs something else, 1 to [`MOST_WEIGHT`]; of two entries for one seat the last holds.
    pub weights: Vec<(SeatId, u32)>,
}

impl Revision {
    /// Whether every vote counts as it did.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.without.is_empty() && self.weights.is_empty()
    }

    /// Checks it against a table.
    fn check(&self, state: &State) -> Result<(), RejudgeError> {
        let named = self.without.iter().chain(self.weights.iter().map(|(seat, _)| seat));
        for seat in named {
            let voter = state.roster().get(*seat).filter(|seat| seat.vote);
            if voter.is_none() {
                return Err(RejudgeError::NoVote { name: state.roster().name(*seat).to_owned() });
            }
        }
        match self.weights.iter().find(|(_, weight)| !(1..=MOST_WEIGHT).contains(weight)) {
            None => Ok(()),
            Some((seat, weight)) => {
                Err(RejudgeError::Weight { name: state.roster().name(*seat).to_owned(), weight: *weight })
            }
        }
    }

    /// The tally of a state under this revision, and whose voices stand in it.
    fn tally(&self, state: &State) -> (Vec<SeatId>, Tally) {
        let tally = state.tally();
        let voters = state.roster().iter().filter(|(_, seat)| seat.vote).map(|(id, _)| id);
        let (mut seats, mut voices) = (Vec::new(), Vec::new());
        for (seat, voice) in voters.zip(tally.voices).filter(|(seat, _)| !self.without.contains(seat)) {
            let weight = self.weights.iter().rev().find(|(one, _)| *one == seat).map_or(voice.weight, |(_, to)| *to);
            seats.push(seat);
            voices.push(Voice { weight, ..voice });
        }
        (seats, Tally { voices, options: tally.options, sides: tally.sides })
    }
}

/// Why a record cannot be judged by a rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RejudgeError {
    /// An event does not fit those before it.
    #[error("event {seq}: {why}")]
    Fold {
        /// The event.
        seq: u64,
        /// Why.
        why: FoldError,
    },
    /// A seat that the revision names has no vote.
    #[error("{name} has no vote here, so there is nothing to leave out or to weigh")]
    NoVote {
        /// The seat's name.
        name: String,
    },
    /// A weight is out of range.
    #[error(
        "a weight of {weight} for {name} cannot be; it has to be 1 to {MOST_WEIGHT}, and leaving {name} out is another change"
    )]
    Weight {
        /// The seat's name.
        name: String,
        /// As given.
        weight: u32,
    },
    /// No vote is left.
    #[error("no vote is left to count; leave fewer seats out")]
    Nobody,
    /// The rule counts what nobody was asked for.
    #[error("the rule {rule} counts {}, and nobody was asked for any in this discussion; its record holds {}", input_words(*.needs), held_words(.held))]
    NotAsked {
        /// The rule.
        rule: String,
        /// What it counts.
        needs: Input,
        /// What the record holds.
        held: Vec<Input>,
    },
    /// The ballots of the record are in a form that the rule can make nothing of.
    #[error("the rule {rule} takes ballots in another form than those of this record, and can use none of them")]
    OtherForm {
        /// The rule.
        rule: String,
    },
}

const fn input_words(input: Input) -> &'static str {
    match input {
        Input::Positions => "positions",
        Input::Stances => "stances",
        Input::Items => "scores of decision points",
        Input::Options => "ballots over options",
        Input::Sides => "sides and their concessions",
    }
}

fn held_words(held: &[Input]) -> String {
    let words: Vec<&str> = held.iter().map(|input| input_words(*input)).collect();
    if words.is_empty() { "nothing that can be counted".to_owned() } else { words.join(", ") }
}

/// The verdict after a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundVerdict {
    /// The round, from 1.
    pub round: u32,
    /// What the rule says of it.
    pub verdict: Verdict,
}

/// Where a rule was first reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstReached {
    /// In which round, from 1.
    pub round: u32,
    /// How many turns had been asked by then.
    pub turns: u32,
}

/// What a rule says of a record.
///
/// A discussion that would have ended earlier would have said nothing more, and one that ended early lacks the rounds
/// that might have followed: both are known only by running them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejudged {
    /// On what the recorded verdict was given on; on everything where none was given.
    pub verdict: Verdict,
    /// After every closed round.
    pub rounds: Vec<RoundVerdict>,
    /// Where it was first reached at a time when the strategy has the rule asked; none when it never was.
    pub first: Option<FirstReached>,
    /// The votes that the verdict counts.
    pub tally: Tally,
    /// Whose they are, in the order of the tally.
    pub voters: Vec<SeatId>,
}

/// Judges a record by a rule, with the votes as the revision has them; the events are folded once.
///
/// `check` says when the strategy has the rule asked; [`Card::check`](crate::strategy::Card) of the recorded strategy.
///
/// # Errors
/// [`RejudgeError`] when the record does not fold, a seat or weight cannot be, or the rule counts what nobody was asked.
pub fn rejudge<'a>(
    events: impl IntoIterator<Item = (u64, &'a Event)>,
    rule: &dyn DecisionRule,
    revision: &Revision,
    check: Check,
) -> Result<Rejudged, RejudgeError> {
    let mut state = State::default();
    let (mut rounds, mut first, mut judged) = (Vec::new(), None, None);
    for (seq, event) in events {
        let open = state.open_step().is_some();
        state.apply(seq, event).map_err(|why| RejudgeError::Fold { seq, why })?;
        match event {
            Event::Judged { .. } => judged = Some(revision.tally(&state)),
            Event::RoundClosed { round } => {
                let verdict = rule.judge(&revision.tally(&state).1);
                let due = check != Check::Never && state.closed_rounds() >= state.charter().rounds.min;
                note_first(&mut first, due && verdict.reached, &state);
                rounds.push(RoundVerdict { round: *round, verdict });
            }
            Event::Answered { .. } | Event::Ended { .. } if open && state.open_step().is_none() => {
                let steps = check == Check::EachStep && rule.input() != Input::Stances && state.closing().is_none();
                let due = steps && state.closed_rounds() >= state.charter().rounds.min && first.is_none();
                note_first(&mut first, due && rule.judge(&revision.tally(&state).1).reached, &state);
            }
            _ => {}
        }
    }
    revision.check(&state)?;
    let (voters, tally) = judged.unwrap_or_else(|| revision.tally(&state));
    if voters.is_empty() {
        return Err(RejudgeError::Nobody);
    }
    let verdict = rule.judge(&tally);
    countable(&state, rule, &tally, &verdict)?;
    note_first(&mut first, verdict.reached, &state);
    Ok(Rejudged { verdict, rounds, first, tally, voters })
}

fn note_first(first: &mut Option<FirstReached>, reached: bool, state: &State) {
    if reached && first.is_none() {
        let turns = u32::try_from(state.turns().len()).unwrap_or(u32::MAX);
        *first = Some(FirstReached { round: state.round(), turns });
    }
}

/// Whether the record holds what the rule counts: an answer that nobody was asked for is no vote of none.
fn countable(state: &State, rule: &dyn DecisionRule, tally: &Tally, verdict: &Verdict) -> Result<(), RejudgeError> {
    let held = held(state);
    if !held.contains(&rule.input()) {
        return Err(RejudgeError::NotAsked { rule: rule.name().to_owned(), needs: rule.input(), held });
    }
    let says = |voice: &&Voice| voice.ballot.as_ref().is_some_and(|ballot| *ballot != Ballot::Abstain);
    let cast: u64 = tally.voices.iter().filter(says).map(|voice| u64::from(voice.weight)).sum();
    let unused = verdict.count("abstained") + verdict.count("missing") == tally.weight();
    match rule.input() == Input::Options && cast > 0 && unused {
        true => Err(RejudgeError::OtherForm { rule: rule.name().to_owned() }),
        false => Ok(()),
    }
}

/// What somebody was asked for, or gave unasked.
fn held(state: &State) -> Vec<Input> {
    let asked = |wanted: fn(&Form) -> bool| state.turns().iter().any(|turn| wanted(&turn.form));
    let gave = |wanted: fn(&crate::state::Standing) -> bool| state.standings().iter().any(wanted);
    let mut held = Vec::new();
    if asked(|form| matches!(form, Form::Free | Form::Stance)) || !state.changes().is_empty() {
        held.push(Input::Positions);
    }
    if asked(|form| *form == Form::Stance) || gave(|standing| standing.stance_round > 0) {
        held.push(Input::Stances);
    }
    if asked(|form| matches!(form, Form::Scores(_))) || gave(|one| one.scores.iter().any(Option::is_some)) {
        held.push(Input::Items);
    }
    if asked(|form| form.options().is_some()) || gave(|standing| standing.ballot.is_some()) {
        held.push(Input::Options);
    }
    if state.roster().iter().any(|(_, seat)| seat.side.is_some()) {
        held.push(Input::Sides);
    }
    held
}
