//! What is promised of the argument, on records of texts that were read as every reply is.

use std::{collections::HashMap, sync::Arc};

use quorate_strategies::{
    event::{Charter, Chosen, Event},
    prelude::*,
    record::Entry,
    state::State,
    turn::TurnId,
};

use super::{Argument, Fate};
use crate::{
    reading::{self, Raw, Table},
    report::Source,
};

mod derived;
mod edges;
mod fates;
mod laws;

/// Who says what: a seat's place and its reply.
type Said = (u16, String);

/// What was read of each reply before.
type Known<'a> = HashMap<(u16, &'a str), Arc<Message>>;

/// A discussion: rounds of batches of what was said together.
struct Room {
    names: Vec<String>,
    rule: Option<&'static str>,
    scope: Scope,
    rounds: Vec<Vec<Vec<Said>>>,
}

/// A record with the state that follows from it.
struct Record {
    state: State,
    entries: Vec<Entry>,
}

impl Record {
    fn source(&self) -> Source<'_> {
        Source::new(&self.state, &self.entries, "")
    }

    fn argument(&self) -> Argument {
        Argument::of(&self.source())
    }
}

/// A room of Ann, Bob and Cem under the rule `ratio`.
fn room() -> Room {
    let names = ["Ann", "Bob", "Cem"].map(str::to_owned).to_vec();
    Room { names, rule: Some("ratio"), scope: Scope::Since, rounds: vec![Vec::new()] }
}

impl Room {
    /// One message, which everybody after it hears.
    fn says(self, seat: u16, text: &str) -> Self {
        self.together(&[(seat, text)])
    }

    /// Messages of seats that were asked together.
    fn together(mut self, said: &[(u16, &str)]) -> Self {
        let batch = said.iter().map(|(seat, text)| (*seat, (*text).to_owned())).collect();
        self.rounds.last_mut().unwrap().push(batch);
        self
    }

    fn rule(mut self, name: &'static str) -> Self {
        self.rule = Some(name);
        self
    }

    fn argument(&self) -> Argument {
        self.record().argument()
    }

    fn record(&self) -> Record {
        let charter = Charter {
            brief: Brief { options: vec!["tea".into(), "coffee".into()], ..Brief::new("Which?") },
            strategy: Chosen { name: "round-robin".into(), ..Chosen::default() },
            rule: self.rule.map(|name| Chosen { name: name.into(), ..Chosen::default() }),
            context: self.scope,
            ..Charter::default()
        };
        let mut events = vec![Event::Created(charter.into())];
        for (at, name) in (0..).zip(&self.names) {
            events.push(Event::Seated { seat: SeatId(at), who: Seat::new(name.as_str()).into() });
        }
        let (mut turn, mut known) = (0, Known::new());
        for (round, batches) in (1..).zip(&self.rounds) {
            events.push(Event::RoundOpened { round });
            for batch in batches {
                self.batch(batch, &mut turn, &mut known, &mut events);
            }
            events.push(Event::RoundClosed { round });
        }
        from_events(events)
    }

    fn batch<'a>(&self, batch: &'a [Said], turn: &mut u32, known: &mut Known<'a>, events: &mut Vec<Event>) {
        let asks = batch.iter().map(|(seat, _)| Ask::new(SeatId(*seat), "respond")).collect();
        events.push(Event::Stepped { step: Step::Ask { asks }, upto: events.len() as u64 });
        let turns: Vec<TurnId> = (1..).take(batch.len()).map(|at| TurnId(*turn + at)).collect();
        *turn += u32::try_from(batch.len()).unwrap();
        for ((ask, (seat, _)), id) in (0..).zip(batch).zip(&turns) {
            events.push(Event::Asked { turn: *id, ask, seat: SeatId(*seat), context: "".into(), fitted: None });
        }
        for ((seat, text), id) in batch.iter().zip(&turns) {
            let message = known.entry((*seat, text)).or_insert_with(|| Arc::new(self.read(*seat, text)));
            let message = Arc::clone(message);
            events.push(Event::Answered { turn: *id, message, receipt: Box::default() });
        }
    }

    fn read(&self, seat: u16, text: &str) -> Message {
        let mut roster = Roster::default();
        for name in &self.names {
            roster.add(Seat::new(name.as_str())).unwrap();
        }
        let (form, language) = (Form::Free, Language::En);
        let table = Table { roster: &roster, speaker: SeatId(seat), form: &form, options: &[], points: &[], language };
        reading::read(Raw::whole(text), &table)
    }
}

fn from_events(events: Vec<Event>) -> Record {
    let (mut state, mut entries) = (State::default(), Vec::new());
    for (seq, event) in (1..).zip(events) {
        state.apply(seq, &event).unwrap();
        entries.push(Entry { seq, at: 0, cause: None, event });
    }
    Record { state, entries }
}

/// The edges as they are drawn: `3 supports 1`, and behind a guess a question mark.
fn drawn(argument: &Argument) -> Vec<String> {
    let edge = |edge: &super::Edge| {
        let guess = if edge.is_guess() { "?" } else { "" };
        format!("{} {} {}{guess}", edge.from.0, edge.relation.name(), edge.to.0)
    };
    argument.edges().iter().map(edge).collect()
}
