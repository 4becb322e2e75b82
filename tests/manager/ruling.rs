//! What the principal says of an outcome: provisional for a while, then vetoed, approved, or final by itself.

use std::sync::{Arc, Mutex};

use quorate::{
    Discussion, Finished, Manager,
    manager::{FixedClock, Ruled, RulingError, Status, rule_on},
    store::{Journal, Kept, Listed, Note, Store, StoreError},
    strategies::{
        event::Event,
        prelude::*,
        record::Reader,
        state::{Ruling, State},
    },
};

use super::table::{checked, table};

/// One record in memory.
#[derive(Debug, Clone, Default)]
struct Shelf(Arc<Mutex<Vec<u8>>>);

impl Journal for Shelf {
    fn append(&mut self, line: &[u8]) -> Result<(), StoreError> {
        self.0.lock().unwrap().extend_from_slice(line);
        Ok(())
    }
}

impl Store for Shelf {
    fn create(&self, _: &str) -> Result<Box<dyn Journal>, StoreError> {
        Ok(Box::new(self.clone()))
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        Ok(Kept { lines: self.read(id)?, journal: Box::new(self.clone()) })
    }

    fn read(&self, _: &str) -> Result<Vec<u8>, StoreError> {
        Ok(self.0.lock().unwrap().clone())
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        Ok(Vec::new())
    }

    fn post(&self, _: &str, _: &Note) -> Result<(), StoreError> {
        Ok(())
    }
}

/// When every discussion here ends.
const END: u64 = 1_767_261_600_000;
const WINDOW: u64 = 60_000;

fn discussion() -> Discussion {
    table(&["Ann", "Bob"], |_| "[STANCE: AGREE] Yes.".into()).0.veto_ms(WINDOW)
}

async fn kept() -> (Shelf, Finished) {
    let shelf = Shelf::default();
    let done = checked(discussion().journal(shelf.clone()).run().await.unwrap());
    (shelf, done)
}

fn veto(touches: Option<u32>) -> Ruled {
    Ruled::Vetoed { why: "The auditors come on Friday.".into(), touches: touches.map(TurnId) }
}

async fn rule(shelf: &Shelf, says: Ruled, after_ms: u64) -> Result<u64, RulingError> {
    rule_on(shelf, "test", "Pat", says, &FixedClock(END + after_ms)).await
}

fn state(shelf: &Shelf) -> State {
    let bytes = shelf.read("test").unwrap();
    let mut state = State::default();
    for entry in Reader::new(&bytes) {
        let entry = entry.unwrap();
        state.apply(entry.seq, &entry.event).unwrap();
    }
    state
}

#[tokio::test(start_paused = true)]
async fn a_veto_within_its_time_goes_on_the_chain_and_names_what_is_untouched() {
    let (shelf, done) = kept().await;
    assert_eq!(done.provisional_until(), Some(END + WINDOW));
    let untouched = rule(&shelf, veto(None), WINDOW - 1).await.unwrap();
    assert!(matches!(done.entries[untouched as usize].event, Event::Concluded { .. }), "the conclusion is touched");
    assert_eq!(*state(&shelf).ruling(), Ruling::Vetoed(None));
    let bytes = shelf.read("test").unwrap();
    assert!(bytes.starts_with(&done.lines().unwrap()), "nothing that was there is changed");

    let (shelf, done) = kept().await;
    let untouched = rule(&shelf, veto(Some(2)), 0).await.unwrap();
    assert!(matches!(done.entries[untouched as usize].event, Event::Stepped { .. }), "what asked for it is touched");
    assert!(
        done.entries[..untouched as usize]
            .iter()
            .any(|entry| matches!(&entry.event, Event::Answered { turn, .. } if turn.0 == 1))
    );
    assert!(
        !done.entries[..untouched as usize]
            .iter()
            .any(|entry| matches!(&entry.event, Event::Asked { turn, .. } if turn.0 == 2))
    );
}

#[tokio::test(start_paused = true)]
async fn after_its_time_after_an_approval_and_without_a_window_a_veto_is_refused_and_nothing_is_written() {
    let (shelf, done) = kept().await;
    let error = rule(&shelf, veto(None), WINDOW + 5_000).await.unwrap_err();
    assert!(error.to_string().contains("became final 5 s ago"), "{error}");
    assert!(matches!(rule(&shelf, Ruled::Approved, WINDOW).await.unwrap_err(), RulingError::TooLate { .. }));
    let error = rule(&shelf, veto(Some(99)), 0).await.unwrap_err();
    assert!(error.to_string().contains("has no message 99"), "{error}");
    assert_eq!(shelf.read("test").unwrap(), done.lines().unwrap());

    rule(&shelf, Ruled::Approved, 10).await.unwrap();
    let error = rule(&shelf, veto(None), 20).await.unwrap_err();
    assert!(error.to_string().contains("was approved already"), "{error}");

    let shelf = Shelf::default();
    let done = checked(discussion().veto_ms(0).journal(shelf.clone()).run().await.unwrap());
    assert_eq!(done.provisional_until(), None);
    let error = rule(&shelf, veto(None), 0).await.unwrap_err();
    assert!(error.to_string().contains("veto_seconds"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_discussion_that_has_not_ended_has_no_outcome_to_rule_on() {
    let (shelf, done) = kept().await;
    let lines = done.lines().unwrap();
    let end = lines.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    *shelf.0.lock().unwrap() = lines[..end].to_vec();
    assert!(matches!(rule(&shelf, veto(None), 0).await.unwrap_err(), RulingError::Open { .. }));
    *shelf.0.lock().unwrap() = lines[..end - 3].to_vec();
    assert!(matches!(rule(&shelf, veto(None), 0).await.unwrap_err(), RulingError::Record { .. }));
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_for_a_veto_and_until_its_time_is_over_the_status_says_provisional() {
    let manager = Manager::new();
    let id = manager.create(discussion()).unwrap();
    let start = tokio::time::Instant::now();
    manager.run(&id).await.unwrap();
    assert!(start.elapsed().as_millis() < 10);
    assert_eq!(manager.status(&id), Some(Status::Provisional), "the clock of the discussion stands still");
}
