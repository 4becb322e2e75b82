//! What several reports need, worked out once from a record.

use std::collections::HashMap;

use quorate_strategies::{
    event::{Event, Summary},
    outcome::{Completeness, Outcome, Participation},
    reading::{Ballot, Position, Stance},
    record::Entry,
    rule::{Input, Verdict},
    seat::{Origin, Seat, SeatId},
    state::{Standing, State},
    step::StopReason,
    turn::{Ending, Turn, TurnId},
};

use super::{
    changes::{Batches, Moved},
    dissent::Dissent,
    first::{FirstRound, Moment, first_round, judged, version},
    ground::Ground,
    models::models,
    source::Source,
    spending::Spending,
};
use crate::argument::Argument;

/// How far a discussion came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// It ended, for this reason.
    Ended(StopReason),
    /// The record ends before the discussion did.
    Open,
}

/// Tokens of turns and summaries, as far as they were told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tokens {
    pub(super) input: u64,
    pub(super) output: u64,
    /// Turns whose tokens were told.
    pub(super) known: u32,
    /// Turns of models and programs whose tokens were not told.
    pub(super) unknown: u32,
}

/// A seat without an answer when it was last asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Missing<'a> {
    pub(super) seat: SeatId,
    pub(super) how: Option<Ending>,
    pub(super) cause: &'a str,
}

/// A record, worked out.
#[derive(Debug)]
pub(super) struct Facts<'a> {
    pub(super) source: Source<'a>,
    pub(super) progress: Progress,
    pub(super) completeness: Completeness,
    pub(super) participation: Vec<Participation>,
    pub(super) input: Option<Input>,
    pub(super) rule_version: Option<u16>,
    pub(super) first: Option<FirstRound>,
    pub(super) judged: Moment,
    pub(super) moved: Vec<Moved>,
    pub(super) dissent: Vec<Dissent>,
    pub(super) argument: Argument,
    /// How many of the votes that count in a reached verdict are rehearsed, of how many; none where none are.
    pub(super) rehearsed: Option<(usize, usize)>,
    pub(super) tokens: Tokens,
    /// The models behind each seat's backend, in seat order.
    pub(super) models: Vec<Vec<&'a str>>,
    /// What was spent; none where nothing was counted.
    pub(super) spending: Option<Spending<'a>>,
    pub(super) batches: Batches,
    /// Turns whose answer came after they had ended, in order.
    pub(super) late: Vec<TurnId>,
}

impl<'a> Facts<'a> {
    pub(super) fn of(source: &Source<'a>) -> Self {
        let state = source.state;
        let (progress, completeness, participation) = end(state);
        let ground = Ground::of(source);
        let argument = Argument::on(&ground);
        let Ground { input, batches, moved, dissent, .. } = ground;
        let judged = judged(source);
        Self {
            source: *source,
            progress,
            completeness,
            participation,
            input,
            rule_version: version(source),
            first: first_round(source),
            rehearsed: rehearsed(state, input, &judged),
            judged,
            moved,
            dissent,
            argument,
            tokens: tokens(source),
            models: models(source),
            spending: Spending::of(source),
            batches,
            late: late(source),
        }
    }

    /// The models that answered for a seat, as far as its backend does not name them.
    pub(super) fn models(&self, seat: SeatId) -> &[&'a str] {
        self.models.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    pub(super) const fn state(&self) -> &'a State {
        self.source.state
    }

    pub(super) fn verdict(&self) -> Option<&'a Verdict> {
        self.state().verdict()
    }

    pub(super) fn name(&self, seat: SeatId) -> &'a str {
        self.state().roster().name(seat)
    }

    /// Seats that answered when they were last asked.
    pub(super) fn present(&self) -> Vec<SeatId> {
        let standings = self.state().standings().iter();
        let present = standings.zip(&self.participation).filter(|(standing, _)| standing.asked > 0);
        present.filter(|(standing, _)| standing.answered_last).map(|(_, one)| one.seat).collect()
    }

    /// How many seats were asked at all.
    pub(super) fn asked(&self) -> usize {
        self.participation.iter().filter(|one| one.asked > 0).count()
    }

    /// Seats that gave no answer when they were last asked, with the cause.
    pub(super) fn missing(&self) -> Vec<Missing<'_>> {
        let turns = self.state().turns();
        let missing = self.participation.iter().zip(self.state().standings());
        let missing = missing.filter(|(_, standing)| standing.asked > 0 && !standing.answered_last);
        missing
            .map(|(one, _)| {
                let how = turns.iter().rev().find(|turn| turn.seat == one.seat).and_then(|turn| turn.ending());
                Missing { seat: one.seat, how, cause: one.cause.as_deref().unwrap_or_default() }
            })
            .collect()
    }

    /// Seats with a voice that were never asked.
    pub(super) fn unasked(&self) -> Vec<SeatId> {
        let never = self.participation.iter().filter(|one| one.asked == 0);
        never
            .map(|one| one.seat)
            .filter(|seat| self.state().roster().get(*seat).is_some_and(|seat| seat.voice))
            .collect()
    }

    /// Seats for which no model was asked, with how their answers come about.
    pub(super) fn simulated(&self) -> Vec<(SeatId, Origin)> {
        let seats = self.state().roster().iter().map(|(id, seat)| (id, seat.backend.origin));
        seats.filter(|(_, origin)| is_simulated(*origin)).collect()
    }

    /// Whether a rule that counts votes had any to count by the end: whether somebody was asked to vote.
    pub(super) fn asked_to_vote(&self) -> bool {
        self.asks_for_votes(self.source.entries)
    }

    /// The same by the close of the first round.
    pub(super) fn asked_to_vote_first(&self) -> bool {
        let closes = |entry: &Entry| matches!(entry.event, Event::RoundClosed { .. });
        self.source.entries.split(closes).next().is_some_and(|first| self.asks_for_votes(first))
    }

    fn asks_for_votes(&self, entries: &[Entry]) -> bool {
        let has_options = |turn: &Turn| turn.form.options().is_some_and(|options| !options.is_empty());
        let asks = |entry: &Entry| match entry.event {
            Event::Asked { turn, .. } => self.state().turn(turn).is_some_and(has_options),
            _ => false,
        };
        self.input != Some(Input::Options) || entries.iter().any(asks)
    }

    /// When the record begins and ends, in milliseconds since 1970.
    pub(super) fn span(&self) -> Option<(u64, u64)> {
        Some((self.source.entries.first()?.at, self.source.entries.last()?.at))
    }
}

/// Whether neither a model nor a person nor another program answers.
pub(super) const fn is_simulated(origin: Origin) -> bool {
    matches!(origin, Origin::Checklist | Origin::Script | Origin::Rehearsal)
}

/// How many of the votes that count in a reached verdict come from rehearsals, of how many.
fn rehearsed(state: &State, input: Option<Input>, judged: &Moment) -> Option<(usize, usize)> {
    state.verdict().filter(|verdict| verdict.reached)?;
    let seats = state.roster().iter().zip(&judged.standings);
    let counted = seats.filter(|((_, seat), one)| seat.vote && has_said(seat, one, judged.round, input));
    let origins: Vec<Origin> = counted.map(|((_, seat), _)| seat.backend.origin).collect();
    let rehearsed = origins.iter().filter(|origin| **origin == Origin::Rehearsal).count();
    (rehearsed > 0).then_some((rehearsed, origins.len()))
}

/// Whether a seat said anything that a rule with this input counts.
fn has_said(seat: &Seat, standing: &Standing, round: u32, input: Option<Input>) -> bool {
    let said = match input {
        Some(Input::Stances) => standing.stance_round == round && standing.stance != Stance::Unknown,
        Some(Input::Options) => standing.ballot.as_ref().is_some_and(|ballot| *ballot != Ballot::Abstain),
        Some(Input::Items) => standing.scores.iter().any(Option::is_some),
        Some(Input::Sides) => seat.side.is_some(),
        Some(Input::Positions) | None => standing.position != Position::Open,
    };
    said && standing.asked > 0 && standing.answered_last
}

/// How it ended; a record without its end is taken as if it had been stopped there.
fn end(state: &State) -> (Progress, Completeness, Vec<Participation>) {
    if let Some(outcome) = Outcome::of(state) {
        return (Progress::Ended(outcome.stop), outcome.completeness, outcome.participation);
    }
    let mut stopped = state.clone();
    let stop = Event::Concluded { why: StopReason::Cancelled, decision: None, note: None };
    // It fails only on a record without a beginning, which then has nobody in it.
    let _ = stopped.apply(state.last_seq() + 1, &stop);
    let outcome = Outcome::of(&stopped);
    let (completeness, participation) =
        outcome.map_or((Completeness::Failed, Vec::new()), |outcome| (outcome.completeness, outcome.participation));
    (Progress::Open, completeness, participation)
}

fn tokens(source: &Source<'_>) -> Tokens {
    let state = source.state;
    let receipts: HashMap<TurnId, (Option<u64>, Option<u64>)> = source
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Answered { turn, receipt, .. } => Some((*turn, (receipt.input_tokens, receipt.output_tokens))),
            _ => None,
        })
        .collect();
    let mut tokens = Tokens::default();
    for one in state.summaries() {
        if let Summary::Written { receipt, .. } = &*one.summary {
            tokens.input = tokens.input.saturating_add(receipt.input_tokens.unwrap_or(0));
            tokens.output = tokens.output.saturating_add(receipt.output_tokens.unwrap_or(0));
        }
    }
    for turn in state.turns() {
        let told = receipts.get(&turn.id).copied().unwrap_or_default();
        let spends = |seat: &Seat| matches!(seat.backend.origin, Origin::Model | Origin::Program);
        match told {
            (Some(input), Some(output)) => {
                tokens.input = tokens.input.saturating_add(input);
                tokens.output = tokens.output.saturating_add(output);
                tokens.known += 1;
            }
            (input, output)
                if input.is_some() || output.is_some() || state.roster().get(turn.seat).is_some_and(spends) =>
            {
                tokens.input = tokens.input.saturating_add(input.unwrap_or(0));
                tokens.output = tokens.output.saturating_add(output.unwrap_or(0));
                tokens.unknown += 1;
            }
            _ => {}
        }
    }
    tokens
}

fn late(source: &Source<'_>) -> Vec<TurnId> {
    let late = source.entries.iter().filter_map(|entry| match &entry.event {
        Event::Late { turn, .. } => Some(*turn),
        _ => None,
    });
    let mut late: Vec<TurnId> = late.collect();
    late.sort_unstable();
    late
}
