//! A record as it is compared between runs.

use std::sync::Arc;

use serde::Serialize;

use crate::event::Event;

/// An entry as it is compared between runs: without time, cause, hashes and what an answer took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Canonical {
    /// The events, each batch in seat order.
    pub events: Vec<Event>,
}

impl Canonical {
    /// The canonical form of a record's events.
    ///
    /// Answers of one step come in any order; here they stand in the order of asking. What was asked, said and decided
    /// stays; when, how long and at what price goes.
    #[must_use]
    pub fn of<'a>(events: impl IntoIterator<Item = &'a Event>) -> Self {
        let mut out: Vec<Event> = Vec::new();
        let mut batch: Vec<(u32, Event)> = Vec::new();
        for event in events {
            match event {
                Event::Answered { turn, message, .. } => {
                    let message = Arc::clone(message);
                    batch.push((turn.0, Event::Answered { turn: *turn, message, receipt: Box::default() }));
                }
                Event::Ended { turn, .. } | Event::Late { turn, .. } => batch.push((turn.0, event.clone())),
                Event::Settled { .. } => batch.push((u32::MAX, event.clone())),
                // That another process went on, and what was spent, changes nothing of what was said and decided.
                Event::Resumed { .. } | Event::Reserved { .. } | Event::Spent { .. } => {}
                other => {
                    flush(&mut batch, &mut out);
                    out.push(plain(other));
                }
            }
        }
        flush(&mut batch, &mut out);
        Self { events: out }
    }
}

fn flush(batch: &mut Vec<(u32, Event)>, out: &mut Vec<Event>) {
    batch.sort_by_key(|(turn, _)| *turn);
    out.extend(batch.drain(..).map(|(_, event)| event));
}

/// The event without ids and places that differ from run to run.
fn plain(event: &Event) -> Event {
    match event {
        Event::Created(charter) => {
            let mut charter = charter.as_ref().clone();
            charter.id = "".into();
            Event::Created(Arc::new(charter))
        }
        Event::Stepped { step, .. } => Event::Stepped { step: step.clone(), upto: 0 },
        Event::Asked { turn, ask, seat, .. } => {
            Event::Asked { turn: *turn, ask: *ask, seat: *seat, context: Arc::from(""), fitted: None }
        }
        other => other.clone(),
    }
}
