//! Who changed its mind, when, with which message, and what it had heard last before that.

use std::{collections::HashMap, sync::Arc};

use quorate_strategies::{
    event::Event,
    reading::{Ballot, Reading, Stance},
    record::Entry,
    rule::Input,
    seat::{Seat, SeatId},
    state::{Standing, State},
    step::Scope,
    turn::{Turn, TurnId},
};

/// One seat's change in what the decision rule counts: its position, stance, ballot or concession.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Who.
    pub seat: SeatId,
    /// With which message.
    pub turn: TurnId,
    /// In which round.
    pub round: u32,
    /// Which of its changes this is, from 1; the first is how it came to stand anywhere, but where sides concede.
    pub nth: u32,
    /// From what.
    pub from: String,
    /// To what.
    pub to: String,
    /// The last message of somebody else that it could have heard before; it need not be the cause.
    pub after: Option<TurnId>,
}

/// The step in which each turn was asked; turns of one step are asked together.
#[derive(Debug, Clone, Default)]
pub(crate) struct Batches {
    step: HashMap<TurnId, u64>,
    size: HashMap<u64, usize>,
}

impl Batches {
    pub(super) fn of(entries: &[Entry]) -> Self {
        let mut batches = Self::default();
        let mut step = 0;
        for entry in entries {
            match &entry.event {
                Event::Stepped { .. } => step = entry.seq,
                Event::Asked { turn, .. } => {
                    batches.step.insert(*turn, step);
                    *batches.size.entry(step).or_default() += 1;
                }
                _ => {}
            }
        }
        batches
    }

    /// The step of a turn, if the entries tell.
    pub(crate) fn step(&self, turn: TurnId) -> Option<u64> {
        self.step.get(&turn).copied()
    }

    /// How many were asked together with this turn, itself included.
    pub(super) fn size(&self, turn: TurnId) -> usize {
        self.step(turn).and_then(|step| self.size.get(&step)).copied().unwrap_or(1)
    }

    fn together(&self, one: TurnId, other: TurnId) -> bool {
        self.step(one).is_some_and(|step| self.step(other) == Some(step))
    }
}

/// Whether a turn was shown nobody else's message.
pub(crate) fn hears_nobody(state: &State, turn: &Turn) -> bool {
    let sees = if turn.sees == Scope::Usual { state.charter().context } else { turn.sees };
    matches!(sees, Scope::Blind | Scope::Own)
}

/// Whether the seat of a turn could have heard the message of another seat when it was asked.
pub(crate) fn could_hear(state: &State, batches: &Batches, turn: &Turn, other: &Turn) -> bool {
    other.id < turn.id
        && other.seat != turn.seat
        && other.message().is_some()
        && !hears_nobody(state, turn)
        && !batches.together(other.id, turn.id)
        && other.heard_by.admits(other.seat, turn.seat)
}

/// Every change in what a rule with this input counts, in order.
pub(super) fn moves(state: &State, input: Option<Input>, batches: &Batches) -> Vec<Moved> {
    let mut counts: HashMap<SeatId, u32> = HashMap::new();
    let changes: Vec<(TurnId, String, String)> = match input {
        Some(Input::Positions | Input::Items) | None => {
            let named = state.changes().iter();
            named.map(|change| (change.turn, change.from.name().to_owned(), change.to.name().to_owned())).collect()
        }
        Some(input) => said_changes(state, input),
    };
    let moved = changes.into_iter().filter_map(|(id, from, to)| {
        let Turn { seat, round, .. } = *state.turn(id)?;
        let nth = counts.entry(seat).or_default();
        *nth += 1;
        Some(Moved { seat, turn: id, round, nth: *nth, from, to, after: heard_before(state, batches, id) })
    });
    moved.collect()
}

/// The messages that say something else of the thing that is counted than the seat's last one did.
fn said_changes(state: &State, input: Input) -> Vec<(TurnId, String, String)> {
    let options = state.options();
    let mut last: HashMap<SeatId, String> = HashMap::new();
    let mut out = Vec::new();
    for turn in state.turns() {
        let Some(reading) = turn.reading().filter(|reading| reading.pass.is_none()) else { continue };
        let Some(to) = said(turn, reading, input, options) else { continue };
        let from = last.insert(turn.seat, to.clone()).unwrap_or_else(|| nothing_yet(input).to_owned());
        if from != to {
            out.push((turn.id, from, to));
        }
    }
    out
}

/// What a message says of the thing that is counted.
fn said(turn: &Turn, reading: &Reading, input: Input, options: &[Arc<str>]) -> Option<String> {
    match input {
        Input::Stances => reading.stance.counted().map(|stance| stance.name().to_owned()),
        Input::Sides => reading.concedes().then(|| "conceded".to_owned()),
        Input::Options if is_vote(turn, options) => {
            let ballot = reading.ballot.as_ref()?.counted()?;
            Some(ballot_words(ballot, options))
        }
        Input::Options | Input::Positions | Input::Items => None,
    }
}

/// Whether a turn asked for a vote over these options.
pub(super) fn is_vote(turn: &Turn, options: &[Arc<str>]) -> bool {
    turn.form.options().is_some_and(|asked| **asked == *options)
}

const fn nothing_yet(input: Input) -> &'static str {
    match input {
        Input::Stances => Stance::Unknown.name(),
        Input::Sides => "standing",
        _ => "none",
    }
}

/// Where a seat stands in the eyes of a rule with this input.
pub(crate) fn standing_word(
    seat: &Seat,
    standing: &Standing,
    round: u32,
    input: Option<Input>,
    options: &[Arc<str>],
) -> String {
    match input {
        Some(Input::Stances) if standing.stance_round == round => standing.stance.name().to_owned(),
        Some(Input::Stances) => Stance::Unknown.name().to_owned(),
        // A judge has no side that could stand.
        Some(Input::Sides) if seat.side.is_none() => "none".to_owned(),
        Some(Input::Sides) => (if standing.conceded { "conceded" } else { "standing" }).to_owned(),
        Some(Input::Options) => {
            standing.ballot.as_ref().map_or_else(|| "none".to_owned(), |ballot| ballot_words(ballot, options))
        }
        Some(Input::Positions | Input::Items) | None => standing.position.name().to_owned(),
    }
}

/// A ballot by the names of its options.
pub(super) fn ballot_words(ballot: &Ballot, options: &[Arc<str>]) -> String {
    let name = |option: &u16| options.get(usize::from(*option)).map_or("?", |name| &**name);
    let list = |options: &[u16], between: &str| options.iter().map(name).collect::<Vec<_>>().join(between);
    match ballot {
        Ballot::Choice(option) => name(option).to_owned(),
        Ballot::Ranking(options) => list(options, " > "),
        Ballot::Approval(options) => list(options, " + "),
        Ballot::Points(points) => {
            points.iter().map(|(option, points)| format!("{} {points}", name(option))).collect::<Vec<_>>().join(" + ")
        }
        Ballot::Abstain => "abstains".to_owned(),
    }
}

/// The last message of somebody else that the seat of this turn could have heard when it was asked.
fn heard_before(state: &State, batches: &Batches, id: TurnId) -> Option<TurnId> {
    let turn = state.turn(id)?;
    let earlier = state.turns().get(..id.index())?;
    earlier.iter().rev().find(|other| could_hear(state, batches, turn, other)).map(|other| other.id)
}
