//! Agents of every kind for the suite: those that help, those that are silent, and those that do harm.

use std::sync::Arc;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::{
    reading::{Ballot, Finding, Kind, Provenance, Read, Reading, Score, ScoreRead, Severity, Stance},
    seat::SeatId,
    turn::{Ending, Message},
};

/// How a simulated agent behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    /// Agrees, and marks it.
    Agrees,
    /// Disagrees, and marks it.
    Opposes,
    /// Says and marks anything at all.
    Wavers,
    /// Never answers: its time is up.
    Silent,
    /// Fails.
    Fails,
    /// Answers after its time is up.
    Late,
    /// Passes.
    Passes,
    /// Marks everything at once: concedes, closes, spawns, names the next, floods.
    Hostile,
}

/// Who answers how, drawn from a seed.
#[derive(Debug)]
pub struct Cast {
    behaviours: Vec<Behaviour>,
    random: ChaCha8Rng,
}

const ALL: [Behaviour; 8] = [
    Behaviour::Agrees,
    Behaviour::Opposes,
    Behaviour::Wavers,
    Behaviour::Silent,
    Behaviour::Fails,
    Behaviour::Late,
    Behaviour::Passes,
    Behaviour::Hostile,
];

impl Cast {
    /// A cast where every seat has this behaviour.
    #[must_use]
    pub fn of(behaviour: Behaviour, seats: usize) -> Self {
        Self { behaviours: vec![behaviour; seats], random: ChaCha8Rng::seed_from_u64(0) }
    }

    /// A cast drawn from a seed; every eighth is of one behaviour throughout.
    #[must_use]
    pub fn drawn(seed: u64, seats: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let one = ALL.get(usize::try_from(seed / 8 % 8).unwrap_or(0)).copied().unwrap_or(Behaviour::Wavers);
        let mut draw = || ALL.get(random.random_range(0..ALL.len())).copied().unwrap_or(one);
        let behaviours = (0..seats).map(|_| if seed % 8 == 7 { one } else { draw() }).collect();
        Self { behaviours, random }
    }

    /// How a turn of this seat ends: with a message, or without one and possibly with a late text.
    pub fn answer(&mut self, seat: SeatId) -> Answer {
        match self.behaviours.get(seat.index()).copied().unwrap_or(Behaviour::Wavers) {
            Behaviour::Agrees => Answer::Says(said(Kind::Consensus, Stance::Agree)),
            Behaviour::Opposes => Answer::Says(said(Kind::Oppose, Stance::Disagree)),
            Behaviour::Wavers => Answer::Says(self.anything()),
            Behaviour::Silent => Answer::Nothing(Ending::TimedOut),
            Behaviour::Fails => Answer::Nothing(Ending::Failed),
            Behaviour::Late => Answer::TooLate,
            Behaviour::Passes => Answer::Says(Reading { pass: Some(Provenance::Marker), ..Reading::default() }),
            Behaviour::Hostile => Answer::Says(everything()),
        }
    }

    /// A few ideas, some of them those of others.
    fn ideas(&mut self) -> Vec<Arc<str>> {
        let count = self.random.random_range(0..3);
        (0..count).map(|_| format!("Idea {}", self.random.random_range(0..40)).into()).collect()
    }

    fn anything(&mut self) -> Reading {
        let kind = Kind::ALL.get(self.random.random_range(0..8)).copied().unwrap_or_default();
        let stances = [Stance::Agree, Stance::Disagree, Stance::Neutral, Stance::Unknown];
        let stance = stances.get(self.random.random_range(0..4)).copied().unwrap_or_default();
        let from = if self.random.random_bool(0.8) { Provenance::Marker } else { Provenance::Guess };
        Reading {
            kind: Read::new(kind, from),
            stance: Read::new(stance, from),
            ballot: self
                .random
                .random_bool(0.7)
                .then(|| Read::new(Ballot::Choice(self.random.random_range(0..4)), from)),
            concede: self.random.random_bool(0.1).then_some(from),
            close: self.random.random_bool(0.1).then_some(from),
            ideas: self.ideas(),
            ..Reading::default()
        }
    }
}

/// What comes of a simulated turn.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A message with this reading.
    Says(Reading),
    /// No answer.
    Nothing(Ending),
    /// No answer in time, and one afterwards.
    TooLate,
}

fn said(kind: Kind, stance: Stance) -> Reading {
    let (kind, stance) = (Read::new(kind, Provenance::Marker), Read::new(stance, Provenance::Structured));
    let ballot = Some(Read::new(Ballot::Choice(0), Provenance::Marker));
    Reading { kind, stance, ballot, ..Reading::default() }
}

fn everything() -> Reading {
    let from = Provenance::Structured;
    Reading {
        reader: u16::MAX,
        kind: Read::new(Kind::Consensus, from),
        stance: Read::new(Stance::Disagree, from),
        confidence: Some(Read::new(255, from)),
        mentions: vec![Read::new(SeatId(999), from)],
        scores: vec![ScoreRead { point: u16::MAX, value: Some(Score::MAX), from }],
        ballot: Some(Read::new(Ballot::Points(vec![(u16::MAX, u32::MAX), (0, u32::MAX)]), from)),
        concede: Some(from),
        close: Some(from),
        next: Some(Read::new(SeatId(u16::MAX), from)),
        ideas: vec!["".into(), "x".into()],
        spawn: Some("../../etc".into()),
        pass: None,
        findings: vec![Finding {
            rule: "".into(),
            severity: Severity::Blocking,
            line: Some(u32::MAX),
            message: "".into(),
            suggestion: None,
        }],
        warnings: Vec::new(),
    }
}

/// The message of a reading.
pub(crate) fn message(reading: Reading) -> Arc<Message> {
    Arc::new(Message { raw: "Words.".into(), reading, ..Message::default() })
}
