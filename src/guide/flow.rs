//! What a strategy does, found out by playing it at a small table where everybody says something and nobody agrees.

use std::{fmt::Write as _, sync::Arc};

use quorate_strategies::{
    brief::{Brief, Language},
    engine::{Engine, Next},
    event::{Charter, Event},
    reading::{Ballot, Provenance, Read, Reading},
    rule::Input,
    seat::{Roster, Seat},
    state::State,
    step::{Form, Step},
    strategy::{Rounds, Strategy},
    turn::{Message, TurnId},
};

use super::words::WORDS;
use crate::manager::default_rule;

/// More events than two rounds of any table here can have; a strategy that goes on is cut.
const MOST_EVENTS: u64 = 400;

/// A strategy at work.
#[derive(Debug)]
pub(super) struct Flow {
    /// The table it was played at.
    pub(super) roster: Roster,
    /// Rounds, and who spoke on which task.
    pub(super) text: String,
}

impl Flow {
    pub(super) fn of(strategy: &Arc<dyn Strategy>, language: Language) -> Self {
        let roster = table(strategy.as_ref());
        let text = Play::new(strategy, &roster, language).played();
        Self { roster, text }
    }
}

/// The first of a few small tables that the strategy accepts.
fn table(strategy: &dyn Strategy) -> Roster {
    let plain = || ["Ann", "Bob", "Cleo"].map(Seat::new);
    let with_expert = || {
        let [ann, bob, cleo] = plain();
        [ann.role("expert"), bob, cleo]
    };
    let with_sides = || {
        let [ann, bob, cleo] = plain();
        [ann.side("yes"), bob.side("no"), cleo.role("judge")]
    };
    let tables = [plain(), with_expert(), with_sides()].map(|seats| {
        let mut roster = Roster::default();
        for seat in seats {
            // Three names that differ.
            let _ = roster.add(seat);
        }
        roster
    });
    let [first, ..] = &tables;
    tables.iter().find(|roster| strategy.seating(roster).is_ok()).unwrap_or(first).clone()
}

/// One discussion that is being played.
struct Play {
    engine: Engine,
    language: Language,
    events: u64,
    text: String,
}

impl Play {
    fn new(strategy: &Arc<dyn Strategy>, roster: &Roster, language: Language) -> Self {
        let rule = strategy.card().fits.first().map(|input| default_rule(*input));
        let engine = Engine::new(Arc::clone(strategy), rule, State::default());
        let mut play = Self { engine, language, events: 0, text: String::new() };
        let options = match strategy.card().fits.first() {
            Some(Input::Options) => ["A", "B", "C"].map(Arc::from).into(),
            _ => Vec::new(),
        };
        let brief = Brief { options, ..Brief::new(WORDS.topic.get(language)) };
        play.record(Event::Created(Charter { brief, rounds: Rounds::new(2, 2), ..Charter::default() }.into()));
        for (seat, who) in roster.iter() {
            play.record(Event::Seated { seat, who: who.clone().into() });
        }
        play
    }

    fn played(mut self) -> String {
        while self.events < MOST_EVENTS {
            match self.engine.next() {
                Next::Summarise | Next::Wait | Next::Done => break,
                Next::Record(event) => {
                    self.tell(&event);
                    self.record(event);
                }
                Next::Perform => self.perform(),
            }
        }
        self.text
    }

    fn record(&mut self, event: Event) {
        self.events += 1;
        // What the engine wants recorded fits its state; a strategy that breaks that runs into the cap.
        let _ = self.engine.apply(self.events, &event);
    }

    fn tell(&mut self, event: &Event) {
        let line = match event {
            Event::RoundOpened { round } => WORDS.round.get(self.language).replace("{round}", &round.to_string()),
            Event::Closing { .. } => WORDS.closing.get(self.language).to_owned(),
            Event::Concluded { why, .. } => WORDS.end.get(self.language).replace("{why}", why.name()),
            _ => return,
        };
        let _ = writeln!(self.text, "{line}");
    }

    fn perform(&mut self) {
        let Some(step) = self.engine.state().open_step().map(|open| open.step.clone()) else { return };
        let Step::Ask { asks } = &step else {
            return self.record(Event::Refused { request: step, why: "nobody here grants this".into() });
        };
        let speakers: Vec<String> =
            asks.iter().map(|ask| format!("{} ({})", self.engine.state().roster().name(ask.seat), ask.task)).collect();
        let _ = writeln!(self.text, "  {}", speakers.join(" + "));
        let first = self.engine.state().turns().len();
        let turn = |at: usize| TurnId(u32::try_from(first + at + 1).unwrap_or(u32::MAX));
        for (at, ask) in asks.iter().enumerate() {
            let ask_no = u16::try_from(at).unwrap_or(u16::MAX);
            self.record(Event::Asked { turn: turn(at), ask: ask_no, seat: ask.seat, context: "".into(), fitted: None });
        }
        for (at, ask) in asks.iter().enumerate() {
            let message = Message { raw: "…".into(), reading: says(&ask.form, ask.seat.0), ..Message::default() };
            self.record(Event::Answered { turn: turn(at), message: message.into(), receipt: Box::default() });
        }
    }
}

/// Words without a stance, with a new idea, and with a vote for another option than the neighbour's where one is asked.
fn says(form: &Form, seat: u16) -> Reading {
    let ballot = form.options().and_then(|options| u16::try_from(options.len()).ok()).filter(|count| *count > 0);
    Reading {
        ballot: ballot.map(|count| Read::new(Ballot::Choice(seat % count), Provenance::Marker)),
        ideas: vec![format!("idea {seat}").into()],
        ..Reading::default()
    }
}
