//! What comes from outside, at every place where it may come: pauses, limits, cancels, rulings, and going on after them.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    engine::{Engine, Next},
    event::{Charter, Event, GateAnswer, Gated, Limit, Limits, Spend, Watch},
    outcome::{Author, Maker, Statement, Synthesis},
    prelude::*,
    reading::Read,
    state::{FoldError, Gate, State},
    strategy::Knobs,
    verify::replay,
};

/// A discussion that is driven by hand.
struct Talk {
    engine: Engine,
    empty: Engine,
    events: Vec<Event>,
}

impl Talk {
    fn new(strategy: &str, rule: Option<&str>, charter: Charter, seats: &[&str]) -> Self {
        let catalog = Catalog::builtin();
        let strategy = catalog.strategy(strategy, &Knobs::new()).unwrap();
        let rule = rule.map(|rule| catalog.rule(rule, &Knobs::new()).unwrap());
        let engine = Engine::new(strategy, rule, State::default());
        let mut talk = Self { empty: engine.clone(), engine, events: Vec::new() };
        talk.put(Event::Created(charter.into()));
        for (at, name) in seats.iter().enumerate() {
            talk.put(Event::Seated { seat: SeatId(u16::try_from(at).unwrap()), who: Seat::new(*name).into() });
        }
        talk
    }

    /// Two seats in turn, judged by the ratio.
    fn pair(min: u32, max: u32) -> Self {
        Self::new("round-robin", Some("ratio"), rounds(min, max), &["Ann", "Bob"])
    }

    fn put(&mut self, event: Event) {
        self.tries(event).unwrap();
    }

    fn tries(&mut self, event: Event) -> Result<(), FoldError> {
        self.engine.apply(self.events.len() as u64 + 1, &event)?;
        self.events.push(event);
        Ok(())
    }

    /// Goes on until something has to be done outside.
    fn on(&mut self) -> Next {
        loop {
            match self.engine.next() {
                Next::Record(event) => self.put(event),
                other => return other,
            }
        }
    }

    fn asks(&self) -> Vec<Ask> {
        match self.engine.state().open_step().map(|open| &open.step) {
            Some(Step::Ask { asks }) => asks.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    /// Asks the n-th of the open batch.
    fn ask(&mut self, n: u16) -> TurnId {
        let turn = TurnId(u32::try_from(self.engine.state().turns().len() + 1).unwrap());
        let seat = self.asks()[usize::from(n)].seat;
        self.put(Event::Asked { turn, ask: n, seat, context: "".into(), fitted: None });
        turn
    }

    fn answer(&mut self, turn: TurnId, reading: Reading) {
        let message = Message { raw: "…".into(), reading, ..Message::default() };
        self.put(Event::Answered { turn, message: message.into(), receipt: Box::default() });
    }

    /// One whole turn of a step that asks one seat.
    fn turn(&mut self, reading: Reading) {
        assert!(matches!(self.on(), Next::Perform));
        let turn = self.ask(0);
        self.answer(turn, reading);
    }

    fn names(&self) -> Vec<&'static str> {
        self.events.iter().map(name).collect()
    }

    fn end(self) -> (StopReason, State) {
        let state = replay(self.empty, (1..).zip(&self.events)).unwrap();
        assert_eq!(&state, self.engine.state());
        (state.concluded().unwrap().why, self.engine.into_state())
    }
}

fn name(event: &Event) -> &'static str {
    match event {
        Event::RoundOpened { .. } => "open",
        Event::Stepped { .. } => "step",
        Event::Judged { .. } => "judged",
        Event::RoundClosed { .. } => "close",
        Event::LimitReached { .. } => "limit",
        Event::Closing { .. } => "closing",
        Event::Concluded { .. } => "end",
        _ => "-",
    }
}

fn rounds(min: u32, max: u32) -> Charter {
    Charter { rounds: Rounds::new(min, max), brief: Brief::new("Ship?"), ..Charter::default() }
}

fn plain() -> Reading {
    Reading::default()
}

fn agrees() -> Reading {
    let kind = Read::new(Kind::Consensus, Provenance::Marker);
    Reading { kind, stance: Read::new(Stance::Agree, Provenance::Marker), ..Reading::default() }
}

fn pause() -> Event {
    Event::Paused { by: "Pat".into() }
}

fn resume() -> Event {
    Event::Resumed { by: "Pat".into() }
}

fn cancel() -> Event {
    Event::Cancelled { by: "Pat".into() }
}

#[test]
fn an_engine_tells_its_strategy_and_its_rule() {
    let talk = Talk::pair(1, 2);
    assert_eq!(talk.engine.rule().unwrap().name(), "ratio");
    assert_eq!(talk.engine.strategy().card().name, "round-robin");
    assert!(Talk::new("round-robin", None, rounds(1, 1), &["Ann"]).engine.rule().is_none());
}

#[test]
fn a_pause_holds_what_has_not_begun() {
    let mut talk = Talk::pair(1, 2);
    talk.put(pause());
    assert!(matches!(talk.on(), Next::Wait));
    assert_eq!(talk.events.len(), 4, "nothing was recorded");
    talk.put(resume());
    talk.turn(plain());
    talk.put(pause());
    assert!(matches!(talk.on(), Next::Wait));
    talk.put(resume());
    talk.turn(plain());
    talk.turn(plain());
}

#[test]
fn a_pause_hears_out_who_was_asked_and_asks_nobody_else() {
    let brief = Brief { options: vec!["yes".into(), "no".into()], ..Brief::new("Ship?") };
    let mut talk = Talk::new("poll", Some("plurality"), Charter { brief, ..rounds(1, 1) }, &["Ann", "Bob"]);
    assert!(matches!(talk.on(), Next::Perform));
    assert_eq!(talk.asks().len(), 2, "a poll asks all at once");
    let first = talk.ask(0);
    talk.put(pause());
    assert!(matches!(talk.engine.next(), Next::Perform), "the open turn is heard out");
    talk.answer(first, plain());
    assert!(matches!(talk.engine.next(), Next::Wait), "the other one is not asked");
    talk.put(resume());
    assert!(matches!(talk.engine.next(), Next::Perform));
    let second = talk.ask(1);
    talk.answer(second, plain());
    assert!(matches!(talk.on(), Next::Done));
}

#[test]
fn a_cancel_ends_a_pause_and_an_open_batch_once_it_is_heard_out() {
    let mut talk = Talk::pair(1, 2);
    talk.put(pause());
    talk.put(cancel());
    assert!(matches!(talk.on(), Next::Done));
    assert_eq!(talk.end().0, StopReason::Cancelled);

    let mut talk = Talk::pair(1, 2);
    assert!(matches!(talk.on(), Next::Perform));
    let turn = talk.ask(0);
    talk.put(pause());
    talk.put(cancel());
    assert!(matches!(talk.engine.next(), Next::Perform));
    talk.put(Event::Ended { turn, how: Ending::Cancelled, why: "stopped".into() });
    assert!(matches!(talk.on(), Next::Done));
    assert_eq!(talk.end().0, StopReason::Cancelled);
}

#[test]
fn stances_are_counted_when_the_round_is_whole_and_positions_after_every_step() {
    let play = |rule: &str| {
        let mut talk = Talk::new("round-robin", Some(rule), rounds(1, 2), &["Ann", "Bob"]);
        for _ in 0..4 {
            talk.turn(plain());
        }
        talk.on();
        talk.names().into_iter().filter(|name| *name != "-").collect::<Vec<_>>().join(" ")
    };
    assert_eq!(play("stance"), "open step step step close judged open step step step close judged closing step end");
    assert_eq!(
        play("ratio"),
        "open step step step close judged open step judged step judged step close closing step end"
    );
}

#[test]
fn a_limit_before_the_first_turn_leaves_nothing_to_judge() {
    let mut talk = Talk::pair(1, 2);
    talk.put(Event::LimitReached { limit: Limit::Time });
    assert!(matches!(talk.on(), Next::Done));
    assert!(!talk.names().contains(&"judged"));
    assert_eq!(talk.end().0, StopReason::Time);
}

#[test]
fn the_first_limit_is_the_one_that_ends_it() {
    let mut talk = Talk::pair(1, 2);
    talk.turn(plain());
    talk.put(Event::LimitReached { limit: Limit::Time });
    talk.put(Event::LimitReached { limit: Limit::Budget });
    assert!(matches!(talk.on(), Next::Done));
    assert_eq!(talk.end().0, StopReason::Time);
}

#[test]
fn the_last_turn_that_may_be_asked_is_asked() {
    for most in 1..=4 {
        let charter = Charter { limits: Limits { turns: most, ..Limits::default() }, ..rounds(1, 2) };
        let mut talk = Talk::new("round-robin", Some("ratio"), charter, &["Ann", "Bob"]);
        for _ in 0..most {
            talk.turn(plain());
        }
        assert!(matches!(talk.on(), Next::Done));
        let cut = talk.names().contains(&"limit");
        assert_eq!(cut, most < 4, "{most}");
        assert_eq!(talk.names().iter().filter(|name| **name == "open").count(), if most < 3 { 1 } else { 2 });
        assert_eq!(talk.end().0, if cut { StopReason::MaxTurns } else { StopReason::MaxRounds });
    }
}

#[test]
fn what_was_stopped_goes_on_where_it_stood_and_what_has_ended_does_not() {
    let mut talk = Talk::pair(1, 2);
    talk.turn(agrees());
    talk.put(pause());
    talk.put(cancel());
    assert!(matches!(talk.on(), Next::Done));
    talk.put(Event::Reopened { by: "Pat".into(), round: None });
    let state = talk.engine.state();
    assert!(!state.is_paused() && state.concluded().is_none() && state.was_reopened());
    assert_eq!(state.turns().len(), 1);
    while matches!(talk.on(), Next::Perform) {
        talk.turn(agrees());
    }
    assert_eq!(talk.tries(Event::Reopened { by: "Pat".into(), round: None }), Err(FoldError::AfterEnd));
    assert_eq!(talk.end().0, StopReason::Decided);
}

#[test]
fn after_the_end_only_what_belongs_there_is_taken() {
    let mut talk = Talk::pair(1, 1);
    let spend = Spend { calls: 1, ..Spend::default() };
    talk.turn(plain());
    talk.turn(plain());
    assert!(matches!(talk.on(), Next::Done));
    for refused in [pause(), cancel(), Event::RoundOpened { round: 2 }, Event::LimitReached { limit: Limit::Time }] {
        assert_eq!(talk.tries(refused), Err(FoldError::AfterEnd));
    }
    for taken in [
        Event::Late { turn: TurnId(1), text: "…".into() },
        Event::Interjected { author: "Pat".into(), text: "…".into() },
        Event::Reserved { turn: TurnId(0), spend },
        Event::Spent { turn: TurnId(0), spend },
        resume(),
        Event::Vetoed { by: "Pat".into(), why: "…".into(), touches: None },
    ] {
        talk.put(taken);
    }
    let again = Event::Approved { by: "Pat".into() };
    assert_eq!(talk.tries(again), Err(FoldError::AfterEnd), "a ruling is given once");
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let mut talk = Talk::pair(1, 1);
    let before = talk.engine.state().clone();
    let message = || Message::default().into();
    let seat = Event::Seated { seat: SeatId(3), who: Seat::new("Cay").into() };
    assert_eq!(talk.tries(seat), Err(FoldError::Seat { seat: 3 }));
    assert_eq!(talk.tries(Event::Created(rounds(1, 1).into())), Err(FoldError::Creation));
    assert_eq!(talk.tries(Event::Settled { rule: "ratio/1".into() }), Err(FoldError::Step));
    let (turn, receipt) = (TurnId(1), Box::default());
    assert_eq!(talk.tries(Event::Answered { turn, message: message(), receipt }), Err(FoldError::Turn { turn }));
    assert_eq!(talk.engine.state(), &before);

    assert!(matches!(talk.on(), Next::Perform));
    let turn = talk.ask(0);
    talk.put(Event::Settled { rule: "ratio/1".into() });
    assert_eq!(talk.tries(Event::Settled { rule: "ratio/1".into() }), Err(FoldError::Step), "once a batch");
    talk.answer(turn, plain());
    let (message, receipt) = (message(), Box::default());
    assert_eq!(talk.tries(Event::Answered { turn, message, receipt }), Err(FoldError::Turn { turn }), "once a turn");
}

#[test]
fn what_is_spent_takes_the_place_of_what_was_reserved_for_its_turn() {
    let mut talk = Talk::pair(1, 1);
    let spend = |tokens| Spend { calls: 1, tokens, nanos: 0 };
    talk.put(Event::Reserved { turn: TurnId(1), spend: spend(100) });
    talk.put(Event::Reserved { turn: TurnId(2), spend: spend(200) });
    let one = |turn, tokens| (TurnId(turn), spend(tokens));
    assert_eq!(talk.engine.state().outstanding(), [one(1, 100), one(2, 200)]);
    assert_eq!(talk.engine.state().spent(), Spend { calls: 2, tokens: 300, nanos: 0 }, "it may all be billed");
    talk.put(Event::Spent { turn: TurnId(1), spend: spend(40) });
    assert_eq!(talk.engine.state().outstanding(), [one(2, 200)]);
    assert_eq!(talk.engine.state().spent(), Spend { calls: 2, tokens: 240, nanos: 0 });
    talk.put(Event::Reserved { turn: TurnId(2), spend: spend(3) });
    assert_eq!(talk.engine.state().outstanding(), [(TurnId(2), Spend { calls: 2, tokens: 203, nanos: 0 })]);
    talk.put(Event::Spent { turn: TurnId(2), spend: spend(2) });
    assert!(talk.engine.state().outstanding().is_empty());
    assert_eq!(talk.engine.state().spent(), Spend { calls: 2, tokens: 42, nanos: 0 });
}

#[test]
fn a_state_tells_what_was_recorded() {
    let mut talk = Talk::pair(1, 1);
    assert_eq!(talk.engine.state().limit(), None);
    talk.turn(plain());
    talk.put(Event::Interjected { author: "Pat".into(), text: "Mind the cost".into() });
    talk.put(Event::LimitReached { limit: Limit::Time });
    let state = talk.engine.state();
    assert_eq!(state.last_seq(), talk.events.len() as u64);
    assert_eq!(state.limit(), Some(Limit::Time));
    let said = &state.interjections()[0];
    assert_eq!((&*said.author, &*said.text, said.after, said.seq + 1), ("Pat", "Mind the cost", 1, state.last_seq()));
    assert!(state.result().is_none() && !state.was_reopened());
    assert!(matches!(talk.on(), Next::Done));
    let result = Arc::new(Synthesis {
        author: Author::Extractive,
        consensus: None,
        key_points: Vec::new(),
        conclusion: Statement { text: "Ship.".into(), messages: Vec::new() },
        recommendations: Vec::new(),
        divergences: Vec::new(),
        unwritten: None,
        drafts: Vec::new(),
    });
    talk.put(Event::Result(Arc::clone(&result)));
    assert_eq!(talk.engine.state().result(), Some(&*result));
}

fn gated() -> Talk {
    let charter = Charter { gate: Gated::Conclude, ..rounds(1, 1) };
    Talk::new("round-robin", Some("ratio"), charter, &["Ann", "Bob"])
}

fn answered(answer: GateAnswer) -> Event {
    Event::GateAnswered { by: Some("Pat".into()), answer }
}

fn question(talk: &Talk) -> &str {
    match talk.engine.state().gate() {
        Gate::Open(question) => question,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_principal_is_asked_before_the_end_and_has_the_last_word() {
    let asked = |reading: fn() -> Reading| {
        let mut talk = gated();
        talk.turn(reading());
        talk.turn(reading());
        assert!(matches!(talk.on(), Next::Wait));
        talk
    };
    for (reading, says) in [
        (agrees as fn() -> Reading, "The discussion is about to conclude with this decision: Ship?"),
        (plain, "The discussion is about to conclude without a decision."),
    ] {
        assert_eq!(question(&asked(reading)), says);
    }
    let ended = |reading: fn() -> Reading, answer: GateAnswer| {
        let mut talk = asked(reading);
        talk.put(answered(answer));
        assert!(matches!(talk.on(), Next::Done));
        let decision = talk.end().1.concluded().unwrap().decision.clone();
        decision.map(|decision| (decision.maker, decision.value.to_string()))
    };
    assert_eq!(ended(agrees, GateAnswer::Approve), Some((Maker::Rule, "Ship?".to_owned())));
    assert_eq!(ended(plain, GateAnswer::Approve), None);
    assert_eq!(ended(agrees, GateAnswer::Amend("Wait".into())), Some((Maker::Principal, "Wait".to_owned())));
    assert_eq!(ended(plain, GateAnswer::Amend("Wait".into())), Some((Maker::Principal, "Wait".to_owned())));
    assert_eq!(ended(agrees, GateAnswer::Reject("No.".into())), None);
    assert_eq!(ended(agrees, GateAnswer::Silent), None);
}

#[test]
fn nobody_is_asked_about_the_end_of_what_was_stopped() {
    let mut talk = gated();
    talk.turn(agrees());
    talk.put(cancel());
    assert!(matches!(talk.on(), Next::Done));
    let mut talk = gated();
    talk.turn(agrees());
    talk.turn(agrees());
    talk.put(Event::LimitReached { limit: Limit::Time });
    assert!(matches!(talk.on(), Next::Done));
    let (why, state) = talk.end();
    assert_eq!((why, state.concluded().unwrap().decision.is_some()), (StopReason::Decided, false));
}

#[test]
fn a_cancel_at_the_gate_ends_it() {
    let mut talk = gated();
    talk.turn(agrees());
    talk.turn(agrees());
    assert!(matches!(talk.on(), Next::Wait));
    talk.put(cancel());
    assert!(matches!(talk.on(), Next::Done));
    assert_eq!(talk.end().0, StopReason::Cancelled);
}

#[test]
fn a_long_decision_is_shown_by_its_beginning() {
    for (length, cut) in [(1_000, ""), (1_001, "…")] {
        let charter = Charter { brief: Brief::new("字".repeat(length)), gate: Gated::Conclude, ..rounds(1, 1) };
        let mut talk = Talk::new("round-robin", Some("ratio"), charter, &["Ann"]);
        talk.turn(agrees());
        assert!(matches!(talk.on(), Next::Wait));
        assert!(question(&talk).ends_with(&format!(": {}{cut}", "字".repeat(1_000))));
    }
}

#[test]
fn circles_are_looked_for_from_the_minimum_on() {
    for (min, rounds) in [(1, 3), (3, 3), (5, 5)] {
        let charter = Charter { rounds: Rounds::new(min, 8), watch: Watch::End, ..self::rounds(1, 1) };
        let mut talk = Talk::new("round-robin", Some("ratio"), charter, &["Ann", "Bob"]);
        while matches!(talk.on(), Next::Perform) {
            talk.turn(plain());
        }
        assert_eq!(talk.engine.state().round(), rounds, "{min}");
        assert_eq!(talk.end().0, StopReason::NoProgress);
    }
}

#[test]
fn the_principal_is_told_which_circle_it_is() {
    let asked = |reading: fn(u32) -> (String, Reading)| {
        let charter = Charter { rounds: Rounds::new(1, 8), watch: Watch::Ask, ..rounds(1, 1) };
        let mut talk = Talk::new("round-robin", Some("ratio"), charter, &["Ann", "Bob"]);
        while matches!(talk.on(), Next::Perform) {
            let turn = talk.ask(0);
            let (text, reading) = reading(turn.0);
            let message = Message { raw: text.into(), reading, ..Message::default() };
            talk.put(Event::Answered { turn, message: message.into(), receipt: Box::default() });
        }
        question(&talk).split('.').next().unwrap().to_owned()
    };
    assert_eq!(asked(|_| ("Thanks!".to_owned(), plain())), "Nothing new was said for two rounds");
    let stands = |turn: u32| {
        let stance = if turn.is_multiple_of(2) { Stance::Agree } else { Stance::Disagree };
        let words = ["apples", "rivers", "engines", "letters", "mountains", "numbers", "birds", "windows"];
        let words = words[turn as usize % 8].repeat(1 + turn as usize / 8);
        (words, Reading { stance: Read::new(stance, Provenance::Marker), ..plain() })
    };
    assert_eq!(asked(stands), "Nobody has moved for two rounds and there is no agreement");
}
