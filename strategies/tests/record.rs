//! The record: whole discussions written, read back, and damaged at every byte.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    conformance::{Cast, Room},
    engine::Engine,
    event::{Charter, Event, GateAnswer, Gated},
    prelude::*,
    record::{Canonical, Chain, Entry, Reader, RecordError},
    state::State,
    strategy::Knobs,
    verify::replay,
};

fn engine() -> Engine {
    let strategy = Catalog::builtin().strategy("round-robin", &Knobs::new()).unwrap();
    Engine::new(strategy, None, State::default())
}

fn played(seed: u64) -> Vec<Event> {
    let mut roster = Roster::default();
    for name in ["Ann", "Bob", "Cem"] {
        roster.add(Seat::new(name)).unwrap();
    }
    let charter = Charter { seed, brief: Brief::new("Tea \"or\"\n coffee 茶?"), ..Charter::default() };
    Room::new(engine(), charter, &roster, Cast::drawn(seed, 3), seed).play().unwrap()
}

fn sealed(events: &[Event]) -> Vec<u8> {
    let mut chain = Chain::default();
    let mut bytes = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let cause = (at > 2).then(|| at as u64 - 1);
        chain.seal(1_790_000_000_000 + at as u64, cause, event, &mut bytes).unwrap();
    }
    bytes
}

#[test]
fn a_record_reads_back_as_it_was_written_and_replays() {
    for seed in 0..50 {
        let events = played(seed);
        let bytes = sealed(&events);
        let entries: Vec<Entry> = Reader::new(&bytes).collect::<Result<_, _>>().unwrap();
        let read: Vec<Event> = entries.iter().map(|entry| entry.event.clone()).collect();
        assert_eq!(read, events);
        let state = replay(engine(), entries.iter().map(|entry| (entry.seq, &entry.event))).unwrap();
        let snapshot: State = serde_json::from_str(&serde_json::to_string(&state).unwrap()).unwrap();
        assert_eq!(snapshot, state);
    }
}

#[test]
fn every_changed_byte_is_found_and_the_first_bad_line_is_named() {
    let events = played(3);
    let bytes = sealed(&events[..8]);
    for at in 0..bytes.len() {
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
        for change in [1_u8, 0x20, 0x80] {
            let mut damaged = bytes.clone();
            damaged[at] ^= change;
            let error = Reader::new(&damaged).find_map(Result::err).unwrap_or_else(|| panic!("byte {at} ^ {change}"));
            let named = match error {
                RecordError::Malformed { line, .. }
                | RecordError::Version { line, .. }
                | RecordError::Hash { line, .. }
                | RecordError::Chain { line, .. }
                | RecordError::Torn { line } => line,
                other => panic!("{other}"),
            };
            assert_eq!(named, line, "byte {at} ^ {change}");
        }
    }
}

#[test]
fn a_torn_tail_keeps_every_whole_line() {
    let events = played(4);
    let bytes = sealed(&events);
    for end in 0..bytes.len() {
        let whole = bytes[..end].iter().filter(|byte| **byte == b'\n').count();
        let (good, bad): (Vec<_>, Vec<_>) = Reader::new(&bytes[..end]).partition(Result::is_ok);
        assert_eq!(good.len(), whole);
        let torn = end > 0 && bytes[end - 1] != b'\n';
        assert_eq!(bad.len(), usize::from(torn));
        assert!(!torn || matches!(bad[0], Err(RecordError::Torn { .. })));
    }
}

#[test]
fn lines_cannot_be_removed_moved_or_taken_from_another_record() {
    let bytes = sealed(&played(5));
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let find = |lines: &[&[u8]]| Reader::new(&lines.concat()).find_map(Result::err);
    let mut without = lines.clone();
    without.remove(4);
    assert!(matches!(find(&without), Some(RecordError::Chain { seq: 6, .. })));
    let mut moved = lines.clone();
    moved.swap(4, 5);
    assert!(matches!(find(&moved), Some(RecordError::Chain { seq: 6, .. })));
    let other = sealed(&played(6));
    let foreign: Vec<&[u8]> = other.split_inclusive(|byte| *byte == b'\n').collect();
    let mut mixed = lines.clone();
    mixed[5] = foreign[5];
    assert!(matches!(find(&mixed), Some(RecordError::Chain { seq: 6, .. })));
}

#[test]
fn the_canonical_form_forgets_the_order_of_arrival_and_the_price() {
    let answer = |turn, took_ms| Event::Answered {
        turn: TurnId(turn),
        message: Arc::new(Message { raw: format!("{turn}").into(), ..Message::default() }),
        receipt: Box::new(quorate_strategies::turn::Receipt { took_ms, ..Default::default() }),
    };
    let (a, b) = ([answer(1, 5), answer(2, 9)], [answer(2, 1), answer(1, 1)]);
    assert_eq!(Canonical::of(&a), Canonical::of(&b));
    assert_ne!(Canonical::of(&a), Canonical::of(&[answer(1, 5), answer(3, 9)]));
}

#[test]
fn a_changed_decision_is_found_by_replay() {
    let mut events = played(9);
    let at = events.iter().rposition(|event| matches!(event, Event::RoundClosed { .. })).unwrap();
    events[at] = Event::RoundClosed { round: 77 };
    let fault = replay(engine(), (1..).zip(&events)).unwrap_err();
    assert!(fault.to_string().starts_with(&format!("event {}", at + 1)), "{fault}");
}

#[test]
fn a_discussion_that_needs_the_principals_agreement_replays_whatever_the_answer() {
    let mut asked = 0;
    for seed in 0..50 {
        let strategy = Catalog::builtin().strategy("round-robin", &Knobs::new()).unwrap();
        let rule = Catalog::builtin().rule("ratio", &Knobs::new()).unwrap();
        let engine = || Engine::new(Arc::clone(&strategy), Some(Arc::clone(&rule)), State::default());
        let mut roster = Roster::default();
        for name in ["Ann", "Bob", "Cem"] {
            roster.add(Seat::new(name)).unwrap();
        }
        let charter = Charter { seed, gate: Gated::Conclude, brief: Brief::new("Tea?"), ..Charter::default() };
        let events = Room::new(engine(), charter, &roster, Cast::drawn(seed, 3), seed).play().unwrap();
        let entries = events.iter().enumerate().map(|(at, event)| (at as u64 + 1, event));
        let state = replay(engine(), entries).unwrap();
        let approved = |event: &Event| {
            matches!(event, Event::GateAnswered { answer: GateAnswer::Approve | GateAnswer::Amend(_), .. })
        };
        let decided = state.concluded().unwrap().decision.is_some();
        assert!(!decided || events.iter().any(approved), "seed {seed}: silence is no consent");
        asked += usize::from(events.iter().any(|event| matches!(event, Event::GateOpened { .. })));
    }
    assert!(asked > 20, "{asked}");
}
