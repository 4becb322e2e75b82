//! A driver without clock or network: it performs every step at once, with a cast of simulated agents.

use std::sync::Arc;

use rand::{RngExt as _, SeedableRng as _, rngs::ChaCha8Rng};

use crate::{
    conformance::cast::{Answer, Cast, message},
    engine::{Engine, Next},
    event::{Charter, Event, GateAnswer, Limit, Summary},
    seat::Roster,
    step::Step,
    turn::{Ending, TurnId},
};

/// Something from outside that happens at a random point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disturbance {
    /// Somebody adds a message.
    Interjection,
    /// Somebody stops it.
    Cancel,
    /// The time is up.
    TimeUp,
    /// Somebody holds it.
    Pause,
}

/// One simulated discussion.
#[derive(Debug)]
pub struct Room {
    engine: Engine,
    cast: Cast,
    random: ChaCha8Rng,
    events: Vec<Event>,
    most: usize,
}

impl Room {
    /// A room where `roster` sits down to what `charter` settles.
    #[must_use]
    pub fn new(engine: Engine, charter: Charter, roster: &Roster, cast: Cast, seed: u64) -> Self {
        let most = 64 + charter.limits.turns as usize * 8 + charter.rounds.max as usize * 128;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(1);
        let mut room = Self { engine, cast, random, events: Vec::new(), most };
        room.record(Event::Created(Arc::new(charter)));
        for (seat, who) in roster.iter() {
            room.record(Event::Seated { seat, who: Arc::new(who.clone()) });
        }
        room
    }

    /// The whole record, or none when the discussion does not end within its bounds.
    #[must_use]
    pub fn play(mut self) -> Option<Vec<Event>> {
        while self.events.len() < self.most {
            match self.engine.next() {
                Next::Done => return Some(self.events),
                Next::Wait => self.go_on(),
                Next::Record(event) => {
                    if let Some(disturbance) = self.disturbance() {
                        self.disturb(disturbance);
                    } else {
                        self.record(event);
                    }
                }
                Next::Perform => self.perform(),
                Next::Summarise => self.sum_up(),
            }
        }
        None
    }

    fn record(&mut self, event: Event) {
        let seq = self.events.len() as u64 + 1;
        // A discussion that takes an event in wrongly does not end, or does not replay: both are found.
        if self.engine.apply(seq, &event).is_ok() {
            self.events.push(event);
        } else {
            self.most = 0;
        }
    }

    /// Now and then nothing comes of it, and the summary before stands.
    fn sum_up(&mut self) {
        let summary = match self.random.random_bool(0.25) {
            true => Summary::Kept { by: "nobody".into(), why: "no answer".into() },
            false => Summary::Extracted { text: "So far.".into(), tokens: 2 },
        };
        let round = self.engine.state().round();
        self.record(Event::Summarised { round, summary: Arc::new(summary) });
    }

    /// Every twentieth time something happens from outside; mostly somebody says something.
    fn disturbance(&mut self) -> Option<Disturbance> {
        if !self.random.random_bool(0.05) {
            return None;
        }
        Some(match self.random.random_range(0..10) {
            0 => Disturbance::Cancel,
            1 => Disturbance::TimeUp,
            2 => Disturbance::Pause,
            _ => Disturbance::Interjection,
        })
    }

    fn disturb(&mut self, disturbance: Disturbance) {
        let event = match disturbance {
            Disturbance::Interjection => Event::Interjected { author: "Pat".into(), text: "[STANCE: AGREE]".into() },
            Disturbance::Cancel => Event::Cancelled { by: "Pat".into() },
            Disturbance::TimeUp => Event::LimitReached { limit: Limit::Time },
            Disturbance::Pause => Event::Paused { by: "Pat".into() },
        };
        self.record(event);
    }

    /// Ends what holds the discussion: lets it go on, or answers for the principal.
    fn go_on(&mut self) {
        if self.engine.state().is_paused() {
            return self.record(Event::Resumed { by: "Pat".into() });
        }
        let (by, answer) = match self.random.random_range(0..4) {
            0 => (None, GateAnswer::Silent),
            1 => (Some("Pat".into()), GateAnswer::Amend("On Monday.".into())),
            2 => (Some("Pat".into()), GateAnswer::Reject("Not now.".into())),
            _ => (Some("Pat".into()), GateAnswer::Approve),
        };
        self.record(Event::GateAnswered { by, answer });
    }

    fn perform(&mut self) {
        let Some(open) = self.engine.state().open_step() else { return };
        let (step, asked) = (open.step.clone(), open.asked);
        let Step::Ask { asks } = &step else {
            let event = match &step {
                Step::Consult { to, question } => {
                    Event::Consulted { to: *to, question: Arc::clone(question), answer: Some("[NEXT: nobody]".into()) }
                }
                _ => Event::Refused { request: step.clone(), why: "nobody here grants this".into() },
            };
            return self.record(event);
        };
        for (at, ask) in asks.iter().enumerate().skip(asked) {
            let turn = TurnId(u32::try_from(self.engine.state().turns().len()).unwrap_or(u32::MAX) + 1);
            self.record(Event::Asked {
                turn,
                ask: u16::try_from(at).unwrap_or(u16::MAX),
                seat: ask.seat,
                context: "".into(),
                fitted: None,
            });
        }
        let open: Vec<(TurnId, _)> = self
            .engine
            .state()
            .turns()
            .iter()
            .rev()
            .take_while(|turn| turn.end.is_none())
            .map(|turn| (turn.id, turn.seat))
            .collect();
        // The last one asked answers first: the order of arrival must not matter.
        for (turn, seat) in open {
            if let Some(disturbance) = self.disturbance() {
                self.disturb(disturbance);
            }
            if self.engine.state().is_settled() && !self.engine.state().is_stopped() {
                self.record(Event::Ended { turn, how: Ending::NotNeeded, why: "settled".into() });
            } else {
                self.end(turn, seat);
            }
            if let Some(settled) = self.engine.settled([]) {
                self.record(settled);
            }
        }
    }

    fn end(&mut self, turn: TurnId, seat: crate::seat::SeatId) {
        if self.engine.state().is_stopped() {
            return self.record(Event::Ended { turn, how: Ending::Cancelled, why: "stopped".into() });
        }
        match self.cast.answer(seat) {
            Answer::Says(reading) => {
                self.record(Event::Answered { turn, message: message(reading), receipt: Box::default() });
            }
            Answer::Nothing(how) => self.record(Event::Ended { turn, how, why: "simulated".into() }),
            Answer::TooLate => {
                self.record(Event::Ended { turn, how: Ending::TimedOut, why: "simulated".into() });
                self.record(Event::Late { turn, text: "[STANCE: AGREE]".into() });
            }
        }
    }
}
