//! What becomes of objections and questions: who answered, who gave up, and what nobody came back to.

use std::collections::HashMap;

use quorate_strategies::{
    reading::{Kind, Provenance},
    seat::SeatId,
    state::State,
    turn::{Turn, TurnId},
};

use super::{Argument, Fate, Raised, build::spoken};
use crate::report::{Dissent, Ground, Objection, could_hear};

/// Notes on the way through the messages of which later ones come back to what.
#[derive(Debug, Default)]
pub(super) struct Fates {
    /// The messages that mention a seat, or a message of it by number beside its name, and do not back it; in order.
    mentioned: HashMap<SeatId, Vec<TurnId>>,
    /// Questions that each seat was asked and has not spoken since, with the weakest of what was read.
    awaited: HashMap<SeatId, Vec<(TurnId, Provenance)>>,
    /// Questions to everybody that nobody else has spoken since, by who asked.
    to_all: HashMap<SeatId, Vec<TurnId>>,
    /// Every question that counts, in order, and the first message of somebody who was asked.
    questions: Vec<(TurnId, SeatId)>,
    answered: HashMap<TurnId, TurnId>,
}

impl Fates {
    /// Takes in a message as what later ones may answer.
    pub(super) fn ask(&mut self, turn: &Turn) {
        let Some(reading) = spoken(turn) else { return };
        let from = reading.kind.from;
        if reading.kind.value != Kind::Question || from == Provenance::None {
            return;
        }
        for mention in &reading.mentions {
            self.awaited.entry(mention.value).or_default().push((turn.id, mention.from.max(from)));
        }
        if from.counts() {
            self.questions.push((turn.id, turn.seat));
            if reading.mentions.is_empty() {
                self.to_all.entry(turn.seat).or_default().push(turn.id);
            }
        }
    }

    /// Takes in whom a message refers to.
    pub(super) fn refer(&mut self, turn: &Turn) {
        let Some(reading) = spoken(turn).filter(|reading| reading.kind.counted() != Some(&Kind::Support)) else {
            return;
        };
        for mention in reading.mentions.iter().filter(|mention| mention.from.counts()) {
            self.mentioned.entry(mention.value).or_default().push(turn.id);
        }
    }

    /// The questions that a message answers because its speaker was asked, each with where that was read.
    pub(super) fn answers(&mut self, ground: &Ground<'_>, turn: &Turn) -> Vec<(TurnId, Provenance)> {
        let hears = |question: TurnId| {
            let other = ground.state.turn(question);
            other.is_some_and(|other| could_hear(ground.state, &ground.batches, turn, other))
        };
        for (_, questions) in self.to_all.iter_mut().filter(|(seat, _)| **seat != turn.seat) {
            for question in questions.extract_if(.., |question| hears(*question)) {
                self.answered.entry(question).or_insert(turn.id);
            }
        }
        let Some(awaited) = self.awaited.get_mut(&turn.seat) else { return Vec::new() };
        let answers: Vec<(TurnId, Provenance)> = awaited.extract_if(.., |(question, _)| hears(*question)).collect();
        for (question, _) in answers.iter().filter(|(_, from)| from.counts()) {
            self.answered.entry(*question).or_insert(turn.id);
        }
        answers
    }

    /// Every objection and every question with what became of it.
    pub(super) fn told(&self, ground: &Ground<'_>, argument: &Argument) -> (Vec<Raised>, Vec<Raised>) {
        let objects = |one: &&Dissent| matches!(one.objection, Objection::Disagrees | Objection::Opposes);
        let objections = ground.dissent.iter().filter(objects).map(|one| {
            let answer =
                || self.came_back(ground, one).into_iter().chain(referred(ground.state, argument, one.turn)).min();
            let fate = one.withdrawn.map(Fate::Withdrawn).or_else(|| answer().map(Fate::Answered));
            Raised { message: one.turn, seat: one.seat, fate: fate.unwrap_or(Fate::Unanswered) }
        });
        let questions = self.questions.iter().map(|(message, seat)| {
            let asked = self.answered.get(message).copied();
            let answer = asked.into_iter().chain(referred(ground.state, argument, *message)).min();
            Raised { message: *message, seat: *seat, fate: answer.map_or(Fate::Unanswered, Fate::Answered) }
        });
        (objections.collect(), questions.collect())
    }

    /// The first message that mentions who objected, after it could hear the objection.
    fn came_back(&self, ground: &Ground<'_>, one: &Dissent) -> Option<TurnId> {
        let mentioned = self.mentioned.get(&one.seat)?;
        let objection = ground.state.turn(one.turn)?;
        let later = mentioned.get(mentioned.partition_point(|id| *id <= one.turn)..)?;
        let hears = |id: &&TurnId| {
            let turn = ground.state.turn(**id);
            turn.is_some_and(|turn| could_hear(ground.state, &ground.batches, turn, objection))
        };
        later.iter().find(hears).copied()
    }
}

/// The first message that refers to a message and is no support for it.
fn referred(state: &State, argument: &Argument, message: TurnId) -> Option<TurnId> {
    let supports = |id: TurnId| {
        let reading = state.turn(id).and_then(spoken);
        reading.is_some_and(|reading| reading.kind.counted() == Some(&Kind::Support))
    };
    let about = argument.about(message).into_iter();
    about.filter(|edge| edge.reference.counts() && !supports(edge.from)).map(|edge| edge.from).next()
}
