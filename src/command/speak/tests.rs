//! What is said from another terminal is left for whoever runs the discussion, or refused with the reason.

use std::sync::{Arc, Mutex};

use quorate_strategies::{
    brief::Brief,
    event::{Charter, Event, GateAnswer, Limit},
    record::Chain,
    step::StopReason,
};

use super::*;
use crate::store::{Journal, Kept, Listed, StoreError};

/// A record, who writes to it, and the notes that were left. The process takes up a note at once, or never.
#[derive(Debug)]
struct Desk {
    record: Mutex<(Chain, Vec<u8>)>,
    writer: Option<String>,
    notes: Mutex<Vec<Note>>,
    /// What the process records when a note was left.
    records: Vec<Event>,
}

impl Desk {
    fn record(&self, event: &Event) {
        let (chain, lines) = &mut *self.record.lock().unwrap();
        chain.seal(1, None, event, lines).unwrap();
    }
}

impl Store for Desk {
    fn create(&self, id: &str) -> Result<Box<dyn Journal>, StoreError> {
        Err(StoreError::Exists { id: id.to_owned(), store: "the desk".to_owned() })
    }

    fn resume(&self, id: &str) -> Result<Kept, StoreError> {
        Err(StoreError::Busy { id: id.to_owned(), holder: "process 7".to_owned() })
    }

    fn read(&self, _: &str) -> Result<Vec<u8>, StoreError> {
        Ok(self.record.lock().unwrap().1.clone())
    }

    fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let writer = self.writer.clone();
        Ok(vec![Listed { id: "d1".to_owned(), begun_ms: 1, changed_ms: 1, lines: 1, writer }])
    }

    fn post(&self, _: &str, note: &Note) -> Result<(), StoreError> {
        self.notes.lock().unwrap().push(note.clone());
        self.records.iter().for_each(|event| self.record(event));
        Ok(())
    }
}

/// A discussion that some process runs, after these events; what it is told, it records like this.
fn desk_that(records: &[Event], events: &[Event]) -> Arc<Desk> {
    let charter = Charter { id: "d1".into(), brief: Brief::new("Tea?"), ..Charter::default() };
    let desk = Desk {
        record: Mutex::default(),
        writer: Some("process 7".to_owned()),
        notes: Mutex::default(),
        records: records.to_vec(),
    };
    [Event::Created(charter.into())].iter().chain(events).for_each(|event| desk.record(event));
    Arc::new(desk)
}

fn desk(events: &[Event]) -> Arc<Desk> {
    desk_that(&[], events)
}

fn speaker(desk: &Arc<Desk>) -> Speaker {
    let speaker = Speaker::new(Arc::clone(desk) as Arc<_>, "d1", "Pat".to_owned()).unwrap();
    Speaker { patience: Duration::ZERO, flag: " --store x.db".to_owned(), ..speaker }
}

fn left(desk: &Desk) -> usize {
    desk.notes.lock().unwrap().len()
}

fn told(text: &str) -> Event {
    Event::Interjected { author: "Pat".into(), text: text.into() }
}

fn answered(by: Option<&str>, answer: GateAnswer) -> Event {
    Event::GateAnswered { by: by.map(Into::into), answer }
}

fn asked() -> Event {
    Event::GateOpened { question: "Ship?".into() }
}

/// The end has begun, and the principal is asked about it.
fn concluding() -> Vec<Event> {
    vec![Event::Closing { why: StopReason::MaxRounds }, asked()]
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
fn what_a_running_discussion_takes_up_counts() {
    let by: Arc<str> = "Pat".into();
    for (says, before, record) in [
        (Says::Message("A fact.".to_owned()), vec![], told("A fact.")),
        (Says::Pause, vec![], Event::Paused { by: Arc::clone(&by) }),
        (Says::Resume, vec![Event::Paused { by: "Eve".into() }], Event::Resumed { by: Arc::clone(&by) }),
        (Says::Cancel, vec![], Event::Cancelled { by }),
        (Says::Approve, vec![asked()], answered(Some("Pat"), GateAnswer::Approve)),
        (Says::Amend("Tea.".to_owned()), concluding(), answered(Some("Pat"), GateAnswer::Amend("Tea.".into()))),
    ] {
        let desk = desk_that(&[record], &before);
        assert_eq!(speaker(&desk).says(says.clone()).unwrap(), Exit::Done, "{says:?}");
        assert_eq!(*desk.notes.lock().unwrap(), [Note { by: "Pat".to_owned(), says }]);
    }
}

// H-01
#[test]
fn what_comes_too_late_does_not_count_and_says_why() {
    let text = || "A fact.".to_owned();
    let eve = || answered(Some("Eve"), GateAnswer::Approve);
    let silent = || answered(None, GateAnswer::Silent);
    let by = |seq| Why::Answered { by: "Eve".to_owned(), seq };
    for (case, says, before, records, why, kept) in [
        ("after another answer", Says::Approve, vec![asked()], vec![eve()], by(3), None),
        ("and its words are kept", Says::Reject(text()), vec![asked()], vec![eve(), told("A fact.")], by(3), Some(4)),
        ("after the window", Says::Approve, vec![asked()], vec![silent()], Why::TimeUp { seq: 3 }, None),
        ("at the end", Says::Message(text()), vec![], vec![ended(), told("A fact.")], Why::Ended { seq: 2 }, Some(3)),
        ("and unheard", Says::Message(text()), vec![], vec![ended()], Why::Ended { seq: 2 }, None),
        ("a stop at the end", Says::Cancel, vec![], vec![ended()], Why::Ended { seq: 2 }, None),
        ("a hold at the end", Says::Pause, vec![], vec![ended()], Why::Ended { seq: 2 }, None),
        ("held meanwhile", Says::Pause, vec![], vec![Event::Paused { by: "Eve".into() }], Why::Held, None),
    ] {
        let desk = desk_that(&records, &before);
        let speaker = speaker(&desk);
        let note = Note { by: "Pat".to_owned(), says };
        let since = speaker.recorded.state.last_seq();
        assert_eq!(speaker.says(note.says.clone()).unwrap(), Exit::Undecided, "{case}");
        let listening = Listening::to(&desk.read("d1").unwrap(), since, &note);
        match listening.heard {
            Some(heard) => assert_eq!(heard, Heard::Not(why, kept), "{case}"),
            None => assert_eq!((listening.too_late, kept), (Some(why), None), "{case}"),
        }
    }
}

#[test]
fn what_could_not_count_is_not_left_at_all() {
    for (says, before) in [
        // Nobody speaks any more: only an answer changes what is concluded.
        (Says::Message("A fact.".to_owned()), concluding()),
        (Says::Pause, vec![Event::Paused { by: "Eve".into() }]),
        (Says::Resume, vec![]),
    ] {
        let desk = desk(&before);
        assert_eq!(speaker(&desk).says(says.clone()).unwrap(), Exit::Undecided, "{says:?}");
        assert_eq!(left(&desk), 0, "{says:?}");
    }
}

#[test]
fn what_is_said_while_the_principal_is_asked_on_the_way_is_said_to_everybody_and_answers_nothing() {
    let desk = desk_that(&[told("A fact.")], &[asked()]);
    assert_eq!(speaker(&desk).says(Says::Message("A fact.".to_owned())).unwrap(), Exit::Done);
    let gate = Speaker::new(Arc::clone(&desk) as Arc<_>, "d1", String::new()).unwrap().recorded.state.gate().clone();
    assert!(matches!(gate, Gate::Open(_)), "silence is no consent, and neither is a remark");
}

#[test]
fn a_process_that_takes_nothing_up_is_not_taken_for_one_that_does() {
    let desk = desk(&[]);
    assert_eq!(speaker(&desk).says(Says::Message("A fact.".to_owned())).unwrap(), Exit::Undecided);
    assert_eq!(left(&desk), 1);
}

#[test]
fn words_and_answers_are_left_for_the_process_that_goes_on() {
    let says = [Says::Message("A fact.".to_owned()), Says::Approve, Says::Reject("No.".to_owned())];
    let mut desk = desk(&[asked()]);
    Arc::get_mut(&mut desk).unwrap().writer = None;
    for says in says {
        assert_eq!(speaker(&desk).says(says).unwrap(), Exit::Done);
    }
    assert_eq!(left(&desk), 3);
}

// H-01
#[test]
fn after_the_end_it_is_refused() {
    let said = refused(&desk(&[ended()]), Says::Message("A fact.".to_owned()));
    assert!(said.contains("\"d1\" has ended") && said.contains("`quorate show d1 --store x.db`"), "{said}");
}

#[test]
fn where_no_process_runs_it_nobody_would_hear() {
    let mut desk = desk(&[Event::LimitReached { limit: Limit::Time }]);
    Arc::get_mut(&mut desk).unwrap().writer = None;
    let said = refused(&desk, Says::Pause);
    assert!(said.contains("no process runs") && said.contains("`quorate resume d1 --store x.db`"), "{said}");
}

#[test]
fn an_answer_is_taken_while_a_gate_is_open_and_at_no_other_time() {
    let said = refused(&desk(&[]), Says::Approve);
    assert!(said.contains("does not ask for an approval"), "{said}");
    let desk = desk_that(&[answered(Some("Pat"), GateAnswer::Reject("No.".into()))], &[asked()]);
    speaker(&desk).says(Says::Reject("No.".to_owned())).unwrap();
    assert_eq!(left(&desk), 1);
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
