//! Calling off what is pending: the one look at a batch before it is whole.

use super::Engine;
use crate::{
    event::{Event, Limit},
    rule::{Input, Pending},
    seat::SeatId,
    state::{OpenStep, Standing},
    step::{Ask, Step},
    strategy::{Check, Cut},
    turn::{Turn, TurnId},
};

impl Engine {
    /// The event that calls off the rest of the open batch, when the rule is reached and nothing that is pending can
    /// change level, `reached` or winner.
    ///
    /// `since` are the events of the batch that were recorded and not applied yet. Only a card that allows it has a
    /// round cut short, never in round 1 and never before the minimum. Where the rule is asked when the round closes, a
    /// seat that was not asked in it yet is pending as well.
    #[must_use]
    pub fn settled<'a>(&self, since: impl IntoIterator<Item = &'a Event>) -> Option<Event> {
        let (state, rule, card) = (&self.state, self.rule.as_deref()?, self.strategy.card());
        let may = card.cut == Cut::Allowed && card.check != Check::Never && !state.is_settled() && !state.is_stopped();
        if !may || state.closing().is_some() || state.round() < state.charter().rounds.min.max(2) {
            return None;
        }
        let batch = Batch::of(self, since)?;
        let waits = |seat: SeatId| batch.waits_for(seat);
        let asked = |seat: SeatId| state.round_turns().iter().any(|turn| turn.seat == seat) || batch.asks(seat);
        let each = card.check == Check::EachStep
            && rule.input() != Input::Stances
            && state.closed_rounds() >= state.charter().rounds.min;
        let pending = |seat: SeatId| waits(seat) || !each && !asked(seat);
        let voters = state.roster().iter().filter(|(_, seat)| seat.vote).map(|(seat, _)| seat);
        let voices = voters.enumerate().filter(|(_, seat)| pending(*seat)).map(|(at, _)| at).collect();
        let tally = state.tally_of(&batch.standings);
        // A round in which nobody answers ends it without a decision, and the rest could still be silent.
        let heard = batch.heard || state.round_turns().iter().any(Turn::is_answered);
        let sure = heard && batch.is_open() && rule.judge(&tally).reached && rule.settled(&tally, &Pending { voices });
        sure.then(|| Event::Settled { rule: format!("{}/{}", rule.name(), rule.version()).into() })
    }
}

/// The events without those between a stop of the batch and the event that let it go on: they are taken back.
fn in_force<'e>(since: impl IntoIterator<Item = &'e Event>) -> Vec<&'e Event> {
    let is_stop =
        |event: &&Event| matches!(event, Event::Cancelled { .. } | Event::LimitReached { limit: Limit::Time });
    let mut kept: Vec<&Event> = Vec::new();
    for event in since {
        match event {
            Event::Reopened { round: Some(_), .. } => {
                kept.truncate(kept.iter().position(is_stop).unwrap_or(kept.len()))
            }
            other => kept.push(other),
        }
    }
    kept
}

/// The open batch with what has come in of it.
struct Batch<'a> {
    asks: &'a [Ask],
    ended: Vec<SeatId>,
    standings: Vec<Standing>,
    /// Whether one of the events is an answer.
    heard: bool,
}

impl<'a> Batch<'a> {
    fn of<'e>(engine: &'a Engine, since: impl IntoIterator<Item = &'e Event>) -> Option<Self> {
        let state = &engine.state;
        let Some(OpenStep { step: Step::Ask { asks }, asked, .. }) = state.open_step() else { return None };
        let begun = state.turns().len().saturating_sub(*asked);
        let folded = state.turns().get(begun..).unwrap_or_default();
        let ended = folded.iter().filter(|turn| turn.end.is_some()).map(|turn| turn.seat).collect();
        let mut batch = Self { asks, ended, standings: state.standings().to_vec(), heard: false };
        let ask_of = |turn: &TurnId| asks.get(turn.index().checked_sub(begun)?);
        for event in in_force(since) {
            let (Event::Answered { turn, .. } | Event::Ended { turn, .. }) = event else { continue };
            let Some(ask) = ask_of(turn) else { continue };
            let Some(standing) = batch.standings.get_mut(ask.seat.index()) else { continue };
            match event {
                Event::Answered { message, .. } => {
                    batch.heard = true;
                    standing.answered_last = true;
                    standing.take_in(*turn, state.round(), state.counts_votes(&ask.form), &message.reading);
                }
                Event::Ended { how, .. } => standing.end(*how),
                _ => {}
            }
            batch.ended.push(ask.seat);
        }
        Some(batch)
    }

    fn asks(&self, seat: SeatId) -> bool {
        self.asks.iter().any(|ask| ask.seat == seat)
    }

    fn waits_for(&self, seat: SeatId) -> bool {
        self.asks(seat) && !self.ended.contains(&seat)
    }

    fn is_open(&self) -> bool {
        self.ended.len() < self.asks.len()
    }
}
