//! Plays a discussion with prepared answers and keeps its record, with a clock that ticks a second an event.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    engine::{Engine, Next},
    event::{Charter, Chosen, Event, Summary},
    outcome::{Author, Statement, Synthesis},
    prelude::*,
    reading::Read,
    record::{Chain, Entry},
    seat::{Backend, Origin},
    state::State,
    turn::{Receipt, Wholeness},
};

use crate::report::{Report, Source, extract};

/// A record with what follows from it.
pub(super) struct Record {
    pub(super) state: State,
    pub(super) entries: Vec<Entry>,
    pub(super) hash: String,
    pub(super) card: Card,
}

impl Record {
    pub(super) fn source(&self) -> Source<'_> {
        Source::new(&self.state, &self.entries, &self.hash)
    }

    pub(super) fn render(&self, report: &dyn Report) -> String {
        let mut out = Vec::new();
        report.render(&self.source(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// The record cut off after the first entries that `keep` accepts.
    pub(super) fn cut_after(&self, last: impl Fn(&Event) -> bool) -> Self {
        let end = self.entries.iter().position(|entry| last(&entry.event)).unwrap();
        from_events(self.entries[..=end].iter().map(|entry| entry.event.clone()), self.card.clone())
    }

    /// The same record with one more event.
    pub(super) fn and(&self, event: Event) -> Self {
        let events = self.entries.iter().map(|entry| entry.event.clone()).chain([event]);
        from_events(events, self.card.clone())
    }

    /// With the extractive result, as the manager writes it.
    pub(super) fn with_result(self) -> Self {
        let result = extract(&self.state, &self.card);
        self.and(Event::Result(Arc::new(result)))
    }
}

pub(super) fn from_events(events: impl IntoIterator<Item = Event>, card: Card) -> Record {
    let (mut state, mut chain, mut entries) = (State::default(), Chain::default(), Vec::new());
    for event in events {
        let at = 1_785_585_600_000 + 1000 * entries.len() as u64;
        let seq = chain.seal(at, None, &event, &mut Vec::new()).unwrap();
        state.apply(seq, &event).unwrap();
        entries.push(Entry { seq, at, cause: None, event });
    }
    Record { state, entries, hash: chain.hash().to_owned(), card }
}

/// How a turn ends.
pub(super) enum Say {
    Message(Message),
    /// With a message, and with these tokens read and written.
    Spent(Message, u64, u64),
    Ends(Ending, &'static str),
    /// Too late, with this text.
    Late(&'static str),
    /// Something happens first.
    After(Event, Box<Say>),
}

/// A discussion to be played.
pub(super) struct Table {
    pub(super) charter: Charter,
    pub(super) seats: Vec<Seat>,
}

impl Table {
    pub(super) fn new(strategy: &str, rule: Option<&str>, rounds: Rounds, topic: &str) -> Self {
        let charter = Charter {
            id: "d-1".into(),
            brief: Brief::new(topic),
            strategy: Chosen { name: strategy.into(), ..Chosen::default() },
            rule: rule.map(|name| Chosen { name: name.into(), ..Chosen::default() }),
            rounds,
            seed: 7,
            ..Charter::default()
        };
        Self { charter, seats: Vec::new() }
    }

    pub(super) fn seat(mut self, seat: Seat, origin: Origin, backend: &str) -> Self {
        self.seats.push(Seat { backend: Backend { name: backend.into(), origin }, ..seat });
        self
    }

    pub(super) fn models(mut self, names: &[&str]) -> Self {
        for name in names {
            self = self.seat(Seat::new(*name), Origin::Model, "openai:small");
        }
        self
    }

    pub(super) fn play(self, says: impl Fn(&Turn) -> Say) -> Record {
        let catalog = Catalog::builtin();
        let strategy = catalog.strategy(&self.charter.strategy.name, &self.charter.strategy.knobs).unwrap();
        let rule = self.charter.rule.as_ref().map(|rule| catalog.rule(&rule.name, &rule.knobs).unwrap());
        let card = strategy.card().clone();
        let mut room = Room { engine: Engine::new(strategy, rule, State::default()), events: Vec::new() };
        room.record(Event::Created(self.charter.into()));
        for (at, seat) in self.seats.into_iter().enumerate() {
            room.record(Event::Seated { seat: SeatId(u16::try_from(at).unwrap()), who: seat.into() });
        }
        loop {
            match room.engine.next() {
                Next::Wait | Next::Done => break,
                Next::Record(event) => room.record(event),
                Next::Perform => room.perform(&says),
                Next::Summarise => room.sum_up(),
            }
        }
        from_events(room.events, card)
    }
}

struct Room {
    engine: Engine,
    events: Vec<Event>,
}

impl Room {
    fn record(&mut self, event: Event) {
        self.engine.apply(self.events.len() as u64 + 1, &event).unwrap();
        self.events.push(event);
    }

    fn sum_up(&mut self) {
        let (state, text) = (self.engine.state(), Arc::from("What was said so far."));
        let summary = Arc::new(Summary::Extracted { text, tokens: 6 });
        self.record(Event::Summarised { round: state.round(), summary });
    }

    fn perform(&mut self, says: &impl Fn(&Turn) -> Say) {
        let Some(Step::Ask { asks }) = self.engine.state().open_step().map(|open| open.step.clone()) else { panic!() };
        let first = self.engine.state().turns().len();
        for (at, ask) in asks.iter().enumerate() {
            let turn = TurnId(u32::try_from(first + at + 1).unwrap());
            let ask_no = u16::try_from(at).unwrap();
            self.record(Event::Asked { turn, ask: ask_no, seat: ask.seat, context: "".into(), fitted: None });
        }
        for turn in self.engine.state().turns().to_vec().into_iter().skip(first) {
            self.end(turn.id, says(&turn));
        }
    }

    fn end(&mut self, turn: TurnId, say: Say) {
        match say {
            Say::Message(message) => {
                self.record(Event::Answered { turn, message: message.into(), receipt: Box::default() });
            }
            Say::Spent(message, input, output) => {
                let receipt = Receipt { input_tokens: Some(input), output_tokens: Some(output), ..Receipt::default() };
                self.record(Event::Answered { turn, message: message.into(), receipt: receipt.into() });
            }
            Say::Ends(how, why) => self.record(Event::Ended { turn, how, why: why.into() }),
            Say::Late(text) => {
                self.record(Event::Ended { turn, how: Ending::TimedOut, why: "no answer within 120 s".into() });
                self.record(Event::Late { turn, text: text.into() });
            }
            Say::After(event, say) => {
                self.record(event);
                self.end(turn, *say);
            }
        }
    }
}

/// A message with nothing read from it.
pub(super) fn plain(text: &str) -> Message {
    Message { raw: text.into(), ..Message::default() }
}

/// A message whose kind and stance are marked.
pub(super) fn marked(kind: Kind, stance: Stance, text: &str) -> Message {
    let reading = Reading {
        reader: 1,
        kind: Read::new(kind, Provenance::Marker),
        stance: Read::new(stance, Provenance::Marker),
        ..Reading::default()
    };
    Message { raw: text.into(), reading, ..Message::default() }
}

/// The same with another reading.
pub(super) fn reading(mut message: Message, change: impl FnOnce(&mut Reading)) -> Message {
    change(&mut message.reading);
    message
}

/// The same, cut off.
pub(super) fn cut(message: Message) -> Message {
    Message { whole: Wholeness::Cut, ..message }
}

/// A result by a synthesiser where every part holds this text.
pub(super) fn written(text: &str) -> Synthesis {
    let statement = Statement { text: text.into(), messages: vec![TurnId(1)] };
    Synthesis {
        author: Author::Synthesizer { backend: text.into() },
        consensus: Some(statement.clone()),
        key_points: vec![statement.clone(); 2],
        conclusion: statement.clone(),
        recommendations: vec![statement.clone()],
        divergences: vec![statement],
        unwritten: None,
        drafts: Vec::new(),
    }
}
