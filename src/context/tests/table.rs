//! A table for tests: a state folded from events, as a driver would record them.

use std::{borrow::Cow, sync::Arc};

use quorate_strategies::{
    brief::Language,
    event::{Charter, Event},
    reading::{Kind, Provenance, Read, Stance},
    rule::Input,
    strategy::{Check, Cut},
    turn::Receipt,
};

pub(super) use quorate_strategies::prelude::*;
pub(super) use quorate_strategies::state::State;

use crate::context::{Budget, Prompter, Prompts, Rendered, Style, gather};

/// What a seat does when it is asked.
pub(super) enum Does {
    Say(Box<Message>),
    Fail,
}

pub(super) fn says(text: &str) -> Does {
    Does::Say(Box::new(Message { raw: text.into(), ..Message::default() }))
}

pub(super) fn takes(text: &str, stance: Stance) -> Does {
    let stance = Read::new(stance, Provenance::Marker);
    Does::Say(Box::new(Message {
        raw: text.into(),
        reading: Reading { stance, ..Reading::default() },
        ..Message::default()
    }))
}

pub(super) fn marks(text: &str, kind: Kind) -> Does {
    let kind = Read::new(kind, Provenance::Marker);
    Does::Say(Box::new(Message {
        raw: text.into(),
        reading: Reading { kind, ..Reading::default() },
        ..Message::default()
    }))
}

pub(super) fn passes() -> Does {
    let reading = Reading { pass: Some(Provenance::Marker), ..Reading::default() };
    Does::Say(Box::new(Message { raw: "[PASS]".into(), reading, ..Message::default() }))
}

pub(super) struct Table {
    pub state: State,
    pub seq: u64,
}

impl Table {
    pub(super) fn new(charter: Charter, seats: impl IntoIterator<Item = Seat>) -> Self {
        let mut table = Self { state: State::default(), seq: 0 };
        table.record(Event::Created(Arc::new(charter)));
        for (at, who) in seats.into_iter().enumerate() {
            table.record(Event::Seated { seat: SeatId(at as u16), who: Arc::new(who) });
        }
        table.record(Event::RoundOpened { round: 1 });
        table
    }

    pub(super) fn of(names: &[&str]) -> Self {
        Self::new(charter("Adopt the plan?"), names.iter().map(|name| Seat::new(*name)))
    }

    pub(super) fn record(&mut self, event: Event) {
        self.seq += 1;
        self.state.apply(self.seq, &event).expect("the event fits");
    }

    pub(super) fn next_round(&mut self) {
        let round = self.state.round();
        self.record(Event::RoundClosed { round });
        self.record(Event::RoundOpened { round: round + 1 });
    }

    /// Asks these together and records what they do, one after the other.
    pub(super) fn step(&mut self, asks: Vec<(Ask, Does)>) {
        let first = self.begin(asks.iter().map(|(ask, _)| ask.clone()).collect());
        for (at, (_, does)) in asks.into_iter().enumerate() {
            self.end(TurnId(first + at as u32), does);
        }
    }

    /// Records a step with its asks; gives the first turn's number.
    pub(super) fn begin(&mut self, asks: Vec<Ask>) -> u32 {
        self.record(Event::Stepped { step: Step::Ask { asks: asks.clone() }, upto: self.seq });
        let first = self.state.turns().len() as u32 + 1;
        for (at, ask) in asks.iter().enumerate() {
            let (turn, seat) = (TurnId(first + at as u32), ask.seat);
            self.record(Event::Asked { turn, ask: at as u16, seat, context: "".into(), fitted: None });
        }
        first
    }

    pub(super) fn end(&mut self, turn: TurnId, does: Does) {
        match does {
            Does::Say(message) => {
                let receipt = Box::new(Receipt::default());
                self.record(Event::Answered { turn, message: Arc::new(*message), receipt });
            }
            Does::Fail => self.record(Event::Ended { turn, how: Ending::Failed, why: "down".into() }),
        }
    }

    pub(super) fn turn(&mut self, seat: u16, does: Does) {
        self.step(vec![(ask(seat), does)]);
    }

    pub(super) fn interject(&mut self, text: &str) {
        self.record(Event::Interjected { author: "Dana".into(), text: text.into() });
    }

    /// The numbers of the messages that a seat would see.
    pub(super) fn heard(&self, seat: u16, sees: Scope) -> Vec<u32> {
        gather(&self.state, SeatId(seat), sees).heard.iter().map(|one| one.turn.0).collect()
    }

    pub(super) fn system(&self, seat: u16, budget: Budget) -> String {
        let mut prompter = Prompter::new(Prompts::builtin(), &self.state);
        prompter.system(&self.state, SeatId(seat), budget).expect("it renders").text.to_string()
    }

    pub(super) fn rendered(&self, ask: &Ask, budget: Budget) -> Rendered {
        let context = gather(&self.state, ask.seat, ask.sees);
        let mut prompter = Prompter::new(Prompts::builtin(), &self.state);
        prompter.user(&self.state, (&card(), ask, Style::Markers), &context, budget).expect("it renders")
    }

    pub(super) fn user(&self, seat: u16, sees: Scope) -> String {
        self.rendered(&ask(seat).sees(sees), Budget::of(None)).text
    }
}

pub(super) fn charter(topic: &str) -> Charter {
    let rule = Some(quorate_strategies::event::Chosen { name: "ratio".into(), ..Default::default() });
    Charter { brief: Brief::new(topic), id: "test".into(), rule, ..Charter::default() }
}

/// A charter in another language.
pub(super) fn charter_in(language: Language, topic: &str) -> Charter {
    let brief = Brief { language, ..Brief::new(topic) };
    Charter { brief, ..charter(topic) }
}

pub(super) fn ask(seat: u16) -> Ask {
    Ask::new(SeatId(seat), "speak")
}

pub(super) fn card() -> Card {
    Card {
        name: "test".into(),
        purpose: Text::default(),
        use_when: Text::default(),
        avoid_when: Text::default(),
        seats: Text::default(),
        rounds: Rounds::new(1, 3),
        fits: Cow::Borrowed(&[Input::Positions]),
        check: Check::RoundClose,
        cut: Cut::Never,
        tasks: vec![Task::new(
            "speak",
            Text::all(
                "Say what you think of the plan and of what the others said.",
                "请说明你对方案以及他人发言的看法。",
                "計画とほかの人の発言についての考えを述べてください。",
            ),
        )]
        .into(),
        knobs: &[],
    }
}
