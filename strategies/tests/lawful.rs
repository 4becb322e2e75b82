//! What the engine does with a step that no strategy may take: it ends the discussion there, and says which law was broken.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    engine::{Engine, Next, REQUESTS_PER_ROUND},
    event::{Charter, Event},
    prelude::*,
    state::State,
    strategy::Knobs,
};

/// A strategy that is a function.
#[derive(Debug)]
struct Free(Card, fn(&View<'_>) -> Step);

impl Strategy for Free {
    fn card(&self) -> &Card {
        &self.0
    }
    fn next(&self, view: &View<'_>) -> Step {
        (self.1)(view)
    }
}

/// Plays it with two seats, of which the second has no voice; every wish is refused, every question answered.
fn play(rounds: u32, next: fn(&View<'_>) -> Step) -> State {
    let card = Catalog::builtin().strategy("round-robin", &Knobs::new()).unwrap().card().clone();
    let mut engine = Engine::new(Arc::new(Free(card, next)), None, State::default());
    let charter = Charter { rounds: Rounds::new(1, rounds), brief: Brief::new("Ship?"), ..Charter::default() };
    let silent = Seat { voice: false, ..Seat::new("Bob") };
    let mut seq = 0;
    let mut put = |engine: &mut Engine, event: Event| {
        seq += 1;
        engine.apply(seq, &event).unwrap();
    };
    put(&mut engine, Event::Created(charter.into()));
    put(&mut engine, Event::Seated { seat: SeatId(0), who: Seat::new("Ann").into() });
    put(&mut engine, Event::Seated { seat: SeatId(1), who: silent.into() });
    loop {
        match engine.next() {
            Next::Record(event) => put(&mut engine, event),
            Next::Perform => match engine.state().open_step().map(|open| open.step.clone()) {
                Some(Step::Ask { asks }) => {
                    let turn = TurnId(u32::try_from(engine.state().turns().len() + 1).unwrap());
                    let asked = Event::Asked { turn, ask: 0, seat: asks[0].seat, context: "".into(), fitted: None };
                    put(&mut engine, asked);
                    let (message, receipt) = (Message::default().into(), Box::default());
                    put(&mut engine, Event::Answered { turn, message, receipt });
                }
                Some(Step::Consult { to, question }) => {
                    put(&mut engine, Event::Consulted { to, question, answer: Some("Yes.".into()) });
                }
                Some(request) => put(&mut engine, Event::Refused { request, why: "no".into() }),
                None => panic!("nothing is open"),
            },
            Next::Summarise | Next::Wait => panic!("nothing to wait for"),
            Next::Done => return engine.into_state(),
        }
    }
}

/// The stop reason, and what is noted of it.
fn end(state: &State) -> (StopReason, &str) {
    let end = state.concluded().unwrap();
    (end.why, end.note.as_deref().unwrap_or_default())
}

/// Makes so many wishes in each round, speaks once, then closes it.
fn wishes(view: &View<'_>, most: usize) -> Step {
    let made = view.requests().len() - (view.round() as usize - 1) * most;
    match view.closing() {
        Some(why) => Step::Conclude { why },
        None if made < most => Step::Invite { wanted: "more".into() },
        None if view.turns().len() < view.round() as usize => Step::ask(Ask::new(SeatId(0), "respond")),
        None => Step::CloseRound,
    }
}

#[test]
fn wishes_are_counted_by_round() {
    const MOST: usize = REQUESTS_PER_ROUND as usize;
    assert_eq!(end(&play(2, |view| wishes(view, MOST))), (StopReason::Finished, ""));
    let state = play(2, |view| wishes(view, MOST + 1));
    assert_eq!(end(&state), (StopReason::Aborted, "round-robin made more than 32 requests in one round"));
    assert_eq!(state.requests().len(), MOST);
}

#[test]
fn only_a_seat_that_is_there_is_consulted() {
    let state = play(1, |view| match view.closing() {
        Some(why) => Step::Conclude { why },
        None if view.consults().is_empty() => Step::Consult { to: SeatId(1), question: "Who next?".into() },
        None if view.turns().is_empty() => Step::ask(Ask::new(SeatId(0), "respond")),
        None => Step::CloseRound,
    });
    assert_eq!(end(&state), (StopReason::Finished, ""));
    let state = play(1, |_| Step::Consult { to: SeatId(2), question: "Who next?".into() });
    assert_eq!(end(&state), (StopReason::Aborted, "round-robin consulted seat 2, which nobody holds"));
}

#[test]
fn a_fault_in_the_closing_turns_does_not_lose_the_end() {
    let state = play(1, |view| match (view.closing(), view.turns().is_empty()) {
        (None, true) => Step::ask(Ask::new(SeatId(0), "respond")),
        _ => Step::CloseRound,
    });
    assert_eq!(end(&state), (StopReason::Finished, "round-robin closed a round while it was closing"));
    let state = play(1, |view| match (view.closing(), view.turns().is_empty()) {
        (None, false) => Step::CloseRound,
        _ => Step::ask(Ask::new(SeatId(0), "respond")),
    });
    assert_eq!(end(&state), (StopReason::Finished, "round-robin did not conclude within its closing turns"));
    assert_eq!(state.turns().len(), 1 + 2 + 8 + 1, "a turn for each seat and eight more");
}

#[test]
fn a_seat_is_asked_once_a_step_with_a_voice_and_for_a_task_of_the_card() {
    let refused = |next| end(&play(1, next)).1.to_owned();
    let needs = "it needs a seat with a voice, once, and a task of its card";
    assert!(refused(|_| Step::ask(Ask::new(SeatId(1), "respond"))).ends_with(needs));
    assert!(refused(|_| Step::ask(Ask::new(SeatId(0), "sing"))).ends_with(needs));
    let twice = |_: &View<'_>| Step::Ask { asks: vec![Ask::new(SeatId(0), "respond"), Ask::new(SeatId(0), "respond")] };
    assert!(refused(twice).ends_with(needs));
    assert_eq!(refused(|_| Step::Ask { asks: Vec::new() }), "round-robin asked nobody");
    assert_eq!(refused(|_| Step::Await), "round-robin waited for something that is not open");
}
