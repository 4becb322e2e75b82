//! Discussions in circles: when they end as no progress or as a stalemate, and what the principal may do about them.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    engine::{Engine, Next},
    event::{Charter, Event, GateAnswer, Watch},
    outcome::Outcome,
    prelude::*,
    reading::Read,
    state::State,
    strategy::Knobs,
    verify::replay,
};

/// Plays a round robin of two in which every turn says what `says` gives, and answers gates by `answers`, in turn.
fn play(
    watch: Watch,
    max: u32,
    says: impl Fn(&Turn) -> (String, Reading),
    answers: &[GateAnswer],
) -> (State, Vec<Event>) {
    let catalog = Catalog::builtin();
    let empty = || {
        let strategy = catalog.strategy("round-robin", &Knobs::new()).unwrap();
        Engine::new(strategy, Some(catalog.rule("ratio", &Knobs::new()).unwrap()), State::default())
    };
    let brief = Brief::new("Ship on Friday?");
    let charter = Charter { rounds: Rounds::new(2, max), watch, brief, ..Charter::default() };
    let mut engine = empty();
    let mut events: Vec<Event> = vec![Event::Created(charter.into())];
    for (at, name) in ["Ann", "Bob"].into_iter().enumerate() {
        events.push(Event::Seated { seat: SeatId(u16::try_from(at).unwrap()), who: Seat::new(name).into() });
    }
    (1..).zip(&events).for_each(|(seq, event)| engine.apply(seq, event).unwrap());
    let mut answers = answers.iter();
    loop {
        let state = engine.state();
        let event = match engine.next() {
            Next::Record(event) => event,
            Next::Summarise => panic!("nothing is summarised here"),
            Next::Wait => Event::GateAnswered { by: Some("Pat".into()), answer: answers.next().unwrap().clone() },
            Next::Done => break,
            Next::Perform => match state.turns().last().filter(|turn| turn.end.is_none()) {
                Some(turn) => {
                    let (text, reading) = says(turn);
                    let message = Message { raw: text.into(), reading, ..Message::default() };
                    Event::Answered { turn: turn.id, message: Arc::new(message), receipt: Box::default() }
                }
                None => {
                    let Some(Step::Ask { asks }) = state.open_step().map(|open| &open.step) else { panic!() };
                    let turn = TurnId(u32::try_from(state.turns().len() + 1).unwrap());
                    Event::Asked { turn, ask: 0, seat: asks[0].seat, context: "".into(), fitted: None }
                }
            },
        };
        events.push(event);
        engine.apply(events.len() as u64, events.last().unwrap()).unwrap();
    }
    let state = replay(empty(), (1..).zip(&events)).unwrap();
    assert_eq!(&state, engine.state());
    (state, events)
}

fn end(state: &State) -> (StopReason, u32) {
    let outcome = Outcome::of(state).unwrap();
    (outcome.stop, outcome.rounds)
}

fn thanks(turn: &Turn) -> (String, Reading) {
    (if turn.seat.0 == 0 { "Thanks!" } else { "You're welcome!" }.to_owned(), Reading::default())
}

fn stands(stance: Stance) -> Reading {
    Reading { stance: Read::new(stance, Provenance::Marker), ..Reading::default() }
}

/// Other words in every turn, and the same two positions.
fn dug_in(turn: &Turn) -> (String, Reading) {
    let stance = if turn.seat.0 == 0 { Stance::Agree } else { Stance::Disagree };
    (format!("Reason number {} is another one than those before.", turn.id.0), stands(stance))
}

// T-04
#[test]
fn politeness_ends_as_no_progress_after_two_rounds_of_it() {
    assert_eq!(end(&play(Watch::End, 50, thanks, &[]).0), (StopReason::NoProgress, 3));
}

// T-04
#[test]
fn without_a_watch_the_rounds_bound_it() {
    assert_eq!(end(&play(Watch::Off, 5, thanks, &[]).0), (StopReason::MaxRounds, 5));
    assert_eq!(end(&play(Watch::Off, 5, dug_in, &[]).0), (StopReason::MaxRounds, 5));
}

#[test]
fn positions_that_nobody_leaves_end_as_a_stalemate() {
    let (state, _) = play(Watch::End, 50, dug_in, &[]);
    assert_eq!(end(&state), (StopReason::Stalemate, 3));
    assert_eq!((state.progress().quiet, state.progress().still), (0, 2));
}

#[test]
fn new_words_without_any_position_are_neither() {
    let says = |turn: &Turn| (format!("Thought number {} comes to mind.", turn.id.0), Reading::default());
    assert_eq!(end(&play(Watch::End, 6, says, &[]).0), (StopReason::MaxRounds, 6));
}

#[test]
fn whoever_moves_begins_the_count_anew() {
    let says = |turn: &Turn| match (turn.round, turn.seat.0) {
        (3, 0) => ("Thanks!".to_owned(), stands(Stance::Disagree)),
        _ => thanks(turn),
    };
    assert_eq!(end(&play(Watch::End, 50, says, &[]).0), (StopReason::NoProgress, 5));
}

#[test]
fn an_idea_that_the_seat_did_not_have_before_is_something_new() {
    let says = |turn: &Turn| {
        let ideas = if turn.round == 3 { vec!["a ferry".into()] } else { Vec::new() };
        (thanks(turn).0, Reading { ideas, ..Reading::default() })
    };
    assert_eq!(end(&play(Watch::End, 50, says, &[]).0), (StopReason::NoProgress, 5));
}

#[test]
fn the_last_round_and_a_decision_come_before_it() {
    assert_eq!(end(&play(Watch::End, 3, thanks, &[]).0), (StopReason::MaxRounds, 3));
    let agree =
        |turn: &Turn| (thanks(turn).0, if turn.round == 3 { stands(Stance::Agree) } else { Reading::default() });
    assert_eq!(end(&play(Watch::End, 50, agree, &[]).0).0, StopReason::Decided);
}

#[test]
fn guidance_reaches_the_seats_and_the_count_begins_anew() {
    let amend = GateAnswer::Amend("Look at the costs.".into());
    let (state, events) = play(Watch::Ask, 50, thanks, &[amend, GateAnswer::Silent]);
    assert_eq!(end(&state), (StopReason::NoProgress, 5));
    let said: Vec<(&str, &str)> = state.interjections().iter().map(|one| (&*one.author, &*one.text)).collect();
    assert_eq!(said, [("Pat", "Look at the costs.")]);
    let asked = events.iter().filter(|event| matches!(event, Event::GateOpened { .. })).count();
    assert_eq!(asked, 2);
}

#[test]
fn leave_to_go_on_is_taken_and_a_refusal_ends_it() {
    let answers = [GateAnswer::Approve, GateAnswer::Approve, GateAnswer::Reject("Enough.".into())];
    let (state, _) = play(Watch::Ask, 50, dug_in, &answers);
    assert_eq!(end(&state), (StopReason::Stalemate, 7));
    assert!(state.interjections().is_empty());
}

#[test]
fn a_question_that_the_engine_would_not_have_asked_is_found() {
    let (_, events) = play(Watch::Off, 3, thanks, &[]);
    let at = events.iter().position(|event| matches!(event, Event::RoundClosed { .. })).unwrap();
    let mut forged = events;
    forged.insert(at + 1, Event::GateOpened { question: "Enough?".into() });
    let catalog = Catalog::builtin();
    let strategy = catalog.strategy("round-robin", &Knobs::new()).unwrap();
    let engine = Engine::new(strategy, Some(catalog.rule("ratio", &Knobs::new()).unwrap()), State::default());
    let found = replay(engine, (1..).zip(&forged)).unwrap_err();
    assert!(found.to_string().starts_with(&format!("event {}:", at + 2)), "{found}");
}
