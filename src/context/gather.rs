//! Picks what one seat may see, newest first, and lends it: scope and audience are enforced here and nowhere else.

use quorate_strategies::{
    reading::Position,
    seat::SeatId,
    state::{Interjection, OpenStep, State, Summarised},
    step::{Audience, Scope, Step},
    turn::Turn,
};

use crate::agent::Heard;

/// Interjections that stay in sight as one line each; older ones are counted.
const PINNED: usize = 10;
/// The seat's own messages that `own` shows; older ones are counted, so that a turn costs no more as it goes on.
const OWN: usize = 8;

/// What one seat is shown for one turn, lent from the state.
///
/// It never holds a consultation, a moderator's choice, a turn without an answer, a late answer, or anything that was
/// said or moved in the step that the turn belongs to: seats asked together see the same.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Context<'a> {
    /// Who is shown it.
    pub seat: SeatId,
    /// How much it shows; never [`Scope::Usual`].
    pub scope: Scope,
    /// What stands for everything that was said up to its round; only where the scope is a summary and one was made.
    pub summary: Option<&'a Summarised>,
    /// The messages, oldest first. One whose reading has a pass moves nothing and is shown as one line.
    pub heard: Vec<Heard<'a>>,
    /// How many messages the scope left out that the seat might have heard; `since` counts none, as the seat was shown
    /// them before it spoke.
    pub left_out: usize,
    /// Where every seat with a voice or a vote stands, as far as this seat could hear; empty for `blind` and `own`.
    pub positions: Vec<(SeatId, Position)>,
    /// Messages from outside the table that the seat has not been shown yet.
    pub fresh: &'a [Interjection],
    /// The last ones that it has been shown.
    pub pinned: &'a [Interjection],
    /// How many were shown before those.
    pub pinned_out: usize,
}

/// What `seat` may see in a turn of scope `sees`; [`Scope::Usual`] is what the charter says.
///
/// [`Scope::Summary`] shows the summary that stands and every message of the rounds that it does not tell of; in a
/// discussion that makes none it shows what [`Scope::Since`] does. Counting what `last` and
/// `own` leave out takes a pass over all turns here, and none in [`Prompter::gather`](super::Prompter::gather).
#[must_use]
pub fn gather(state: &State, seat: SeatId, sees: Scope) -> Context<'_> {
    gather_counted(state, seat, sees, &mut Counts::default())
}

/// The same, with counts that are kept from turn to turn.
pub(super) fn gather_counted<'a>(state: &'a State, seat: SeatId, sees: Scope, counts: &mut Counts) -> Context<'a> {
    let scope = match (sees, state.charter().context) {
        (Scope::Usual, Scope::Usual) => Scope::Since,
        (Scope::Usual, usual) => usual,
        (sees, _) => sees,
    };
    let before = before_open_step(state);
    let ear = Ear { turns: state.turns().get(..before).unwrap_or_default(), seat };
    let summary = state.summary().filter(|_| matches!(scope, Scope::Summary(_)));
    let (heard, left_out) = match scope {
        Scope::Summary(_) if state.charter().summary.is_some() => {
            (ear.after(summary.map_or(0, |summary| summary.round)), 0)
        }
        _ => ear.hear(scope, counts),
    };
    let positions = match scope {
        Scope::Blind | Scope::Own => Vec::new(),
        _ => ear.positions(state),
    };
    let (fresh, pinned, pinned_out) = ear.interjections(state.interjections());
    Context { seat, scope, summary, heard, left_out, positions, fresh, pinned, pinned_out }
}

/// How many turns were asked before the step that is open now.
fn before_open_step(state: &State) -> usize {
    let asked = match state.open_step() {
        Some(OpenStep { step: Step::Ask { .. }, asked, .. }) => *asked,
        _ => 0,
    };
    state.turns().len().saturating_sub(asked)
}

/// One seat in front of the turns that it may know of.
struct Ear<'a> {
    turns: &'a [Turn],
    seat: SeatId,
}

impl<'a> Ear<'a> {
    /// The message of a turn, if there is one and the seat may hear it.
    fn message(&self, turn: &'a Turn) -> Option<Heard<'a>> {
        let message = turn.message().filter(|_| turn.heard_by.admits(turn.seat, self.seat))?;
        Some(Heard { turn: turn.id, speaker: turn.seat, round: turn.round, message })
    }

    fn newest_first(&self) -> impl Iterator<Item = Heard<'a>> {
        self.turns.iter().rev().filter_map(|turn| self.message(turn))
    }

    fn hear(&self, scope: Scope, counts: &mut Counts) -> (Vec<Heard<'a>>, usize) {
        let own = |one: &Heard<'_>| one.speaker == self.seat;
        let (mut heard, left_out) = match scope {
            Scope::Blind => (Vec::new(), 0),
            Scope::Full => (self.newest_first().collect(), 0),
            Scope::Last(most) => {
                let (heard, taken) = take(self.newest_first(), most as usize);
                (heard, counts.upto(self.turns).audible(self.seat).saturating_sub(taken))
            }
            Scope::Own => {
                let (heard, taken) = take(self.newest_first().filter(own), OWN);
                (heard, counts.upto(self.turns).own(self.seat).saturating_sub(taken))
            }
            Scope::Usual | Scope::Since | Scope::Summary(_) => (self.since(), 0),
        };
        heard.reverse();
        (heard, left_out)
    }

    /// Back to the seat's own last message, which is the first one shown.
    fn since(&self) -> Vec<Heard<'a>> {
        let mut heard = Vec::with_capacity(8);
        for one in self.newest_first() {
            heard.push(one);
            if one.speaker == self.seat {
                break;
            }
        }
        heard
    }

    /// The messages of the rounds after this one, oldest first.
    fn after(&self, round: u32) -> Vec<Heard<'a>> {
        let first = self.turns.partition_point(|turn| turn.round <= round);
        self.turns.iter().skip(first).filter_map(|turn| self.message(turn)).collect()
    }

    /// Where the others stand by what this seat could hear: a position that a whisper to others moved is not told.
    fn positions(&self, state: &State) -> Vec<(SeatId, Position)> {
        let mut positions: Vec<_> = state.roster().iter().map(|(id, _)| (id, None)).collect();
        let mut missing = positions.len();
        for change in state.changes().iter().rev() {
            if missing == 0 {
                break;
            }
            let Some((_, slot @ None)) = positions.get_mut(change.seat.index()) else {
                continue;
            };
            let turn = self.turns.get(change.turn.index());
            if turn.is_some_and(|turn| turn.heard_by.admits(turn.seat, self.seat)) {
                *slot = Some(change.to);
                missing -= 1;
            }
        }
        let at_table = |id: SeatId| state.roster().get(id).is_some_and(|seat| seat.voice || seat.vote);
        let known = positions.into_iter().filter(|(id, _)| at_table(*id));
        known.map(|(id, position)| (id, position.unwrap_or_default())).collect()
    }

    /// What the seat has not been shown, the last of what it has, and how many came before those.
    fn interjections(&self, all: &'a [Interjection]) -> (&'a [Interjection], &'a [Interjection], usize) {
        if all.is_empty() {
            return (&[], &[], 0);
        }
        let asked = self.turns.iter().rev().find(|turn| turn.seat == self.seat).map_or(0, |turn| turn.id.0);
        // They are in order, so each part is a slice.
        let by_now = all.partition_point(|one| one.after as usize <= self.turns.len());
        let shown = all.partition_point(|one| one.after < asked).min(by_now);
        let out = shown.saturating_sub(PINNED);
        let part = |from, to| all.get(from..to).unwrap_or_default();
        (part(shown, by_now), part(out, shown), out)
    }
}

/// The first `most` messages, passes between them included but not counted, and how many were counted.
fn take<'a>(messages: impl Iterator<Item = Heard<'a>>, most: usize) -> (Vec<Heard<'a>>, usize) {
    let mut heard = Vec::new();
    let mut taken = 0;
    for one in messages {
        if taken == most {
            break;
        }
        taken += usize::from(one.message.reading.pass.is_none());
        heard.push(one);
    }
    (heard, taken)
}

/// How many messages each seat may hear and has said, passes left out; kept up by looking at each turn once, as a turn
/// before the open step does not change any more.
#[derive(Debug, Default)]
pub(super) struct Counts {
    upto: usize,
    to_everyone: usize,
    /// For each seat what it heard of messages to some only, and what it said.
    seats: Vec<(usize, usize)>,
}

impl Counts {
    fn upto(&mut self, turns: &[Turn]) -> &Self {
        if turns.len() < self.upto {
            *self = Self::default();
        }
        for turn in turns.get(self.upto..).unwrap_or_default() {
            if turn.reading().is_some_and(|reading| reading.pass.is_none()) {
                self.count(turn);
            }
        }
        self.upto = turns.len();
        self
    }

    fn count(&mut self, turn: &Turn) {
        self.seat(turn.seat).1 += 1;
        match &turn.heard_by {
            Audience::Everyone => self.to_everyone += 1,
            Audience::Only(seats) => {
                self.seat(turn.seat).0 += 1;
                for (at, seat) in seats.iter().enumerate() {
                    let again = seats.iter().take(at).any(|one| one == seat);
                    if *seat != turn.seat && !again {
                        self.seat(*seat).0 += 1;
                    }
                }
            }
        }
    }

    fn seat(&mut self, seat: SeatId) -> &mut (usize, usize) {
        let at = seat.index();
        if self.seats.len() <= at {
            self.seats.resize(at + 1, (0, 0));
        }
        &mut self.seats[at]
    }

    fn audible(&self, seat: SeatId) -> usize {
        self.to_everyone + self.seats.get(seat.index()).map_or(0, |(heard, _)| *heard)
    }

    fn own(&self, seat: SeatId) -> usize {
        self.seats.get(seat.index()).map_or(0, |(_, said)| *said)
    }
}
