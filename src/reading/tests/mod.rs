//! Tests of reading: one file for each group of rules.

mod again;
mod asked_again;
mod borders;
mod cost;
mod denied;
mod edges;
mod ending;
mod folds;
mod forged;
mod forms;
mod fuzzed;
mod genuine;
mod impersonation;
mod jsonl;
mod kinds;
mod layouts;
mod markers;
mod mentions;
mod named;
mod places;
mod prose;
mod reasoning;
mod scores;
mod small_models;
mod structured;
mod votes;
mod whose;
mod wide;

use std::sync::Arc;

use quorate_strategies::{
    brief::Language,
    reading::{Kind, Provenance, Reading, Score, Stance, WarningCode},
    seat::{Roster, Seat, SeatId},
    step::Form,
    turn::Message,
};

use super::{Raw, Table, read};

/// A table for tests: Scientist speaks; Critic, Engineer and 批评家 listen.
pub(super) struct Room {
    pub(super) roster: Roster,
    pub(super) form: Form,
    pub(super) options: Vec<Arc<str>>,
    pub(super) points: Vec<Arc<str>>,
    pub(super) language: Language,
}

impl Room {
    pub(super) fn new() -> Self {
        Self::seating(&["Scientist", "Critic", "Engineer", "批评家", "Software_Developer"])
    }

    pub(super) fn seating(names: &[&str]) -> Self {
        let mut roster = Roster::default();
        for name in names {
            roster.add(Seat::new(*name)).unwrap();
        }
        Self { roster, form: Form::Free, options: Vec::new(), points: Vec::new(), language: Language::En }
    }

    pub(super) fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    pub(super) fn options(mut self, options: &[&str]) -> Self {
        self.options = options.iter().map(|&option| option.into()).collect();
        self
    }

    pub(super) fn points(mut self, points: &[&str]) -> Self {
        self.points = points.iter().map(|&point| point.into()).collect();
        self
    }

    pub(super) fn table(&self) -> Table<'_> {
        Table {
            roster: &self.roster,
            speaker: SeatId(0),
            form: &self.form,
            options: &self.options,
            points: &self.points,
            language: self.language,
        }
    }

    pub(super) fn message(&self, text: &str) -> Message {
        read(Raw::whole(text), &self.table())
    }

    pub(super) fn reads(&self, text: &str) -> Reading {
        self.message(text).reading
    }
}

/// What the usual table reads.
pub(super) fn reads(text: &str) -> Reading {
    Room::new().reads(text)
}

/// The stance that counts, if one does.
pub(super) fn stance(text: &str) -> Stance {
    reads(text).stance.counted().copied().unwrap_or_default()
}

pub(super) fn kind(text: &str) -> Kind {
    reads(text).kind.value
}

pub(super) fn warns(reading: &Reading, code: WarningCode) -> bool {
    reading.warnings.iter().any(|warning| warning.code == code)
}

/// Scores as hundredths by point, none where missing.
pub(super) fn scores(reading: &Reading) -> Vec<(u16, Option<u16>)> {
    reading.scores.iter().map(|score| (score.point, score.value.map(Score::hundredths))).collect()
}

/// Whether nothing in a reading can move a decision.
pub(super) fn counts_nothing(reading: &Reading) -> bool {
    reading.stance.from.counts() as u8 == 0
        && !reading.kind.from.counts()
        && reading.ballot.is_none()
        && reading.scores.iter().all(|score| score.value.is_none())
        && !reading.concedes()
        && !reading.closes()
        && reading.next.is_none()
        && reading.pass.is_none()
        && reading.confidence.is_none_or(|confidence| confidence.from == Provenance::Guess)
}
