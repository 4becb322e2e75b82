//! A recorded reply is read again as it was, or told apart from it.

use std::sync::Arc;

use quorate_strategies::{
    brief::{Brief, Point},
    engine::{Engine, Next},
    event::{Charter, Event},
    reading::{Read, Warning, WarningCode},
    state::State,
    step::Step,
    strategies::RoundRobin,
    turn::{Message, TurnId},
};

use super::*;
use crate::reading::reread;

/// A discussion of one turn, in which this was said and recorded after it was changed.
fn recorded(text: &str, change: impl FnOnce(&mut Message)) -> State {
    let brief = Brief { points: vec![Point { name: "Cost".into(), weight: 10_000 }], ..Brief::new("Ship?") };
    let mut engine = Engine::new(Arc::new(RoundRobin::new()), None, State::default());
    let mut events = vec![Event::Created(Charter { brief, ..Charter::default() }.into())];
    for (at, name) in [(0, "Scientist"), (1, "Critic")] {
        events.push(Event::Seated { seat: SeatId(at), who: Seat::new(name).into() });
    }
    let mut seq = 0;
    let mut record = |engine: &mut Engine, event: Event| {
        seq += 1;
        engine.apply(seq, &event).unwrap();
    };
    events.into_iter().for_each(|event| record(&mut engine, event));
    while let Next::Record(event) = engine.next() {
        record(&mut engine, event);
    }
    let Some(Step::Ask { asks }) = engine.state().open_step().map(|open| open.step.clone()) else { panic!() };
    let turn = TurnId(1);
    record(&mut engine, Event::Asked { turn, ask: 0, seat: asks[0].seat, context: "".into(), fitted: None });
    let room = Room::seating(&["Scientist", "Critic"]).points(&["Cost"]);
    let mut message = room.message(text);
    change(&mut message);
    record(&mut engine, Event::Answered { turn, message: message.into(), receipt: Box::default() });
    engine.into_state()
}

fn again(state: &State) -> Option<bool> {
    let turn = state.turns().first().unwrap();
    reread(state, turn, turn.message().unwrap())
}

const SAID: &str = "I looked at it. [STANCE: AGREE]\nCost: 85";

#[test]
fn what_was_recorded_is_read_again() {
    let state = recorded(SAID, |_| ());
    assert_eq!(again(&state), Some(true));
    let reading = &state.turns()[0].message().unwrap().reading;
    assert_eq!(scores(reading), [(1, Some(8_500))], "the points of the brief are known");
}

#[test]
fn another_version_of_the_reader_is_not_compared() {
    assert_eq!(again(&recorded(SAID, |message| message.reading.reader = 1)), None);
}

#[test]
fn another_reading_and_other_words_are_told() {
    let other = Read::new(Stance::Disagree, Provenance::Marker);
    assert_eq!(again(&recorded(SAID, |message| message.reading.stance = other)), Some(false));
    assert_eq!(again(&recorded(SAID, |message| message.said = Some("I did not.".into()))), Some(false));
    assert_eq!(again(&recorded(SAID, |message| message.raw = "[STANCE: AGREE]".into())), Some(false));
}

#[test]
fn what_the_backend_told_is_not_in_the_text_and_does_not_differ() {
    let note = |code| move |message: &mut Message| message.reading.warnings.push(Warning { code, about: None });
    assert_eq!(again(&recorded(SAID, note(WarningCode::WindowFull))), Some(true));
    assert_eq!(again(&recorded(SAID, note(WarningCode::InvalidValue))), Some(false));
}
