//! A reading in the making: what was found so far, by descending provenance.

use std::collections::BTreeMap;

use quorate_strategies::reading::{Ballot, Provenance, Read, Reading, Score, ScoreRead, Stance, WarningCode};

use super::{known::Known, notes::Notes, scan::Tag};

/// A reading in the making.
#[derive(Debug)]
pub(super) struct Draft<'t> {
    pub(super) known: Known<'t>,
    pub(super) reading: Reading,
    pub(super) notes: Notes,
    scores: BTreeMap<u16, (Option<Score>, Provenance)>,
    denied: Vec<Tag>,
}

impl<'t> Draft<'t> {
    pub(super) fn new(known: Known<'t>) -> Self {
        let reading = Reading { reader: super::READER, ..Reading::default() };
        Self { known, reading, notes: Notes::default(), scores: BTreeMap::new(), denied: Vec::new() }
    }

    /// Takes a stance unless a better source gave one; a different one from a worse source is a contradiction.
    pub(super) fn stance(&mut self, value: Stance, from: Provenance) {
        let held = self.reading.stance;
        if held.from == Provenance::None {
            self.reading.stance = Read::new(value, from);
        } else if held.value != value {
            self.notes.add(WarningCode::Contradiction, "stance");
        }
    }

    /// Takes a ballot unless a better source gave one.
    pub(super) fn ballot(&mut self, ballot: Ballot, from: Provenance) {
        match &self.reading.ballot {
            None => self.reading.ballot = Some(Read { value: ballot, from }),
            Some(held) if held.value != ballot => self.notes.add(WarningCode::Contradiction, "vote"),
            Some(_) => {}
        }
    }

    /// Takes a score for a point: the last valid one of the best source counts.
    pub(super) fn score(&mut self, point: u16, value: Option<Score>, from: Provenance) {
        let Some((held, source)) = self.scores.get_mut(&point) else {
            self.scores.insert(point, (value, from));
            return;
        };
        let differs = held.is_some() && value.is_some() && *held != value;
        if *source == from {
            *held = value.or(*held);
            if differs {
                self.notes.add(WarningCode::SeveralScores, &point.to_string());
            }
        } else if held.is_none() && value.is_some() {
            (*held, *source) = (value, from);
        } else if differs {
            self.notes.add(WarningCode::Contradiction, &point.to_string());
        }
    }

    /// Whether something was read for some point, a score or not.
    pub(super) fn has_tried(&self) -> bool {
        !self.scores.is_empty()
    }

    /// Whether any point has a score.
    pub(super) fn has_scores(&self) -> bool {
        self.scores.values().any(|(value, _)| value.is_some())
    }

    /// What was scored so far.
    pub(super) fn score_of(&self, point: u16) -> Option<Score> {
        self.scores.get(&point).and_then(|(value, _)| *value)
    }

    /// Notes that the structured answer says no to a bare marker's question.
    pub(super) fn deny(&mut self, tag: Tag) {
        self.denied.push(tag);
    }

    /// Takes a word that stands alone: a concession, a close, a pass.
    pub(super) fn bare(&mut self, tag: Tag, from: Provenance) {
        if self.denied.contains(&tag) {
            self.notes.add(WarningCode::Contradiction, name_of(tag));
            return;
        }
        let slot = match tag {
            Tag::Concede => &mut self.reading.concede,
            Tag::Close => &mut self.reading.close,
            Tag::Pass => &mut self.reading.pass,
            _ => return,
        };
        slot.get_or_insert(from);
    }

    /// Notes a value that is not allowed, naming datum and value.
    pub(super) fn invalid(&mut self, tag: Tag, value: &str) {
        self.notes.add(WarningCode::InvalidValue, &format!("{}: {}", name_of(tag), value.trim()));
    }

    /// The reading, whole.
    pub(super) fn finish(mut self) -> Reading {
        let scores = std::mem::take(&mut self.scores).into_iter();
        self.reading.scores = scores.map(|(point, (value, from))| ScoreRead { point, value, from }).collect();
        if self.reading.conflicts() {
            self.notes.flag(WarningCode::Conflict);
        }
        self.reading.warnings = self.notes.into_list();
        self.reading
    }
}

/// The word of a marker, in lower case, as warnings name it.
pub(super) fn name_of(tag: Tag) -> &'static str {
    match tag {
        Tag::Stance => "stance",
        Tag::Kind => "kind",
        Tag::Confidence => "confidence",
        Tag::Score => "score",
        Tag::Vote => "vote",
        Tag::Concede => "concede",
        Tag::Close => "close",
        Tag::Next => "next",
        Tag::Idea => "idea",
        Tag::Spawn => "spawn",
        Tag::Pass => "pass",
    }
}
