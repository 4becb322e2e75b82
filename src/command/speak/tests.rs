//! What is said from another terminal is left for whoever runs the discussion, or refused with the reason.

use std::sync::{Arc, Mutex};

use quorate_strategies::{
    brief::Brief,
    event::{Charter, Event, Limit},
    record::Chain,
    step::StopReason,
};

use super::*;
use crate::store::{Journal, Kept, Listed};

/// A record, who writes to it, and the notes that were left.
#[derive(Debug)]
struct Desk {
    lines: Vec<u8>,
    writer: Option<String>,
    notes: Mutex<Vec<Note>>,
}

impl Store for Desk {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        Err(StoreError::Exists { id: id.to_owned(), store: "the desk".to_owned() })
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        Err(StoreError::Busy { id: id.to_owned(), holder: "process 7".to_owned() })
    }

    fn read(&self, _: &str) -> Result<Vec<u8>, StoreError> {
        Ok(self.lines.clone())
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let writer = self.writer.clone();
        Ok(vec![Listed { id: "d1".to_owned(), begun_ms: 1, changed_ms: 1, lines: 1, writer }])
    }

    fn post(&self, _: &str, note: &Note) -> Result<(), StoreError> {
        self.notes.lock().unwrap().push(note.clone());
        Ok(())
    }
}

/// A discussion that some process runs, after these events.
fn desk(events: &[Event]) -> Arc<Desk> {
    let (mut chain, mut lines) = (Chain::default(), Vec::new());
    let charter = Charter { id: "d1".into(), brief: Brief::new("Tea?"), ..Charter::default() };
    for event in [Event::Created(charter.into())].iter().chain(events) {
        chain.seal(1, None, event, &mut lines).unwrap();
    }
    Arc::new(Desk { lines, writer: Some("process 7".to_owned()), notes: Mutex::default() })
}

fn speaker(desk: &Arc<Desk>) -> Speaker {
    Speaker::new(Arc::clone(desk) as Arc<_>, "d1", "Pat".to_owned()).unwrap()
}

fn refused(desk: &Arc<Desk>, says: Says) -> String {
    let error = speaker(desk).says(says).unwrap_err();
    assert_eq!(error.exit(), Exit::Usage);
    assert!(desk.notes.lock().unwrap().is_empty(), "nothing was left");
    error.to_string()
}

fn ended() -> Event {
    Event::Concluded { why: StopReason::MaxRounds, decision: None, note: None }
}

#[test]
fn what_is_said_to_a_running_discussion_is_left_for_its_process() {
    let desk = desk(&[]);
    let all = [Says::Message("A fact.".to_owned()), Says::Pause, Says::Resume, Says::Cancel];
    for says in all.clone() {
        assert_eq!(speaker(&desk).says(says).unwrap(), Exit::Done);
    }
    let notes = desk.notes.lock().unwrap().clone();
    assert_eq!(notes, all.map(|says| Note { by: "Pat".to_owned(), says }));
}

// H-01
#[test]
fn after_the_end_it_is_refused() {
    let said = refused(&desk(&[ended()]), Says::Message("A fact.".to_owned()));
    assert!(said.contains("\"d1\" has ended") && said.contains("quorate show d1"), "{said}");
}

#[test]
fn where_no_process_runs_it_nobody_would_hear() {
    let mut desk = desk(&[Event::LimitReached { limit: Limit::Time }]);
    Arc::get_mut(&mut desk).unwrap().writer = None;
    let said = refused(&desk, Says::Pause);
    assert!(said.contains("no process runs") && said.contains("quorate resume d1"), "{said}");
}

#[test]
fn an_answer_is_taken_while_a_gate_is_open_and_at_no_other_time() {
    let said = refused(&desk(&[]), Says::Approve);
    assert!(said.contains("does not ask for an approval"), "{said}");
    let desk = desk(&[Event::GateOpened { question: "Ship?".into() }]);
    speaker(&desk).says(Says::Reject("No.".to_owned())).unwrap();
    assert_eq!(desk.notes.lock().unwrap().len(), 1);
}

#[test]
fn a_veto_waits_for_the_process_that_still_writes() {
    let veto = Ruled::Vetoed { why: "A fact.".into(), touches: None };
    let error = speaker(&desk(&[ended()])).rules(veto).unwrap_err();
    assert!(error.to_string().contains("process 7"), "{error}");
}

#[test]
fn blank_and_endless_words_are_not_said() {
    assert!(said("  \n").is_err() && said(&"x".repeat(MOST_BYTES + 1)).is_err());
    assert_eq!(said(" A fact. ").unwrap(), "A fact.");
}
