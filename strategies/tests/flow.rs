//! Who speaks when: whole discussions as text, to be read beside the flows of seed 004.

use std::fmt::Write as _;

use quorate_strategies::{
    catalog::Catalog,
    conformance::{Behaviour, Cast},
    engine::{Engine, Next},
    event::{Charter, Event},
    prelude::*,
    reading::Read,
    state::State,
    strategy::Knobs,
};

/// Plays a discussion where each turn's reading comes from `reads`, and writes its flow.
fn flow(
    name: &str,
    rule: Option<&str>,
    charter: Charter,
    seats: Vec<Seat>,
    reads: impl Fn(&Turn) -> Reading,
) -> String {
    let catalog = Catalog::builtin();
    let strategy = catalog.strategy(name, &charter.strategy.knobs).unwrap();
    let rule = rule.map(|rule| catalog.rule(rule, &Knobs::new()).unwrap());
    let mut engine = Engine::new(strategy, rule, State::default());
    let mut seq = 0;
    let mut text = String::new();
    let mut record = |engine: &mut Engine, event: Event| {
        seq += 1;
        engine.apply(seq, &event).unwrap();
    };
    record(&mut engine, Event::Created(charter.into()));
    for (at, seat) in seats.into_iter().enumerate() {
        record(&mut engine, Event::Seated { seat: SeatId(u16::try_from(at).unwrap()), who: seat.into() });
    }
    loop {
        match engine.next() {
            Next::Summarise | Next::Wait | Next::Done => return text,
            Next::Record(event) => {
                write_event(&mut text, &event);
                record(&mut engine, event);
            }
            Next::Perform => {
                let Some(Step::Ask { asks }) = engine.state().open_step().map(|open| open.step.clone()) else {
                    panic!()
                };
                let first = engine.state().turns().len();
                for (at, ask) in asks.iter().enumerate() {
                    let turn = TurnId(u32::try_from(first + at + 1).unwrap());
                    let ask_no = u16::try_from(at).unwrap();
                    record(
                        &mut engine,
                        Event::Asked { turn, ask: ask_no, seat: ask.seat, context: "".into(), fitted: None },
                    );
                }
                let names: Vec<String> = asks
                    .iter()
                    .map(|ask| format!("{} ({})", engine.state().roster().name(ask.seat), ask.task))
                    .collect();
                writeln!(text, "  {}", names.join(" + ")).unwrap();
                for turn in engine.state().turns().iter().skip(first).cloned().collect::<Vec<_>>() {
                    let message = Message { raw: "…".into(), reading: reads(&turn), ..Message::default() };
                    record(
                        &mut engine,
                        Event::Answered { turn: turn.id, message: message.into(), receipt: Box::default() },
                    );
                }
            }
        }
    }
}

fn write_event(text: &mut String, event: &Event) {
    match event {
        Event::RoundOpened { round } => writeln!(text, "Round {round}").unwrap(),
        Event::Closing { why } => writeln!(text, "Closing: {}", why.name()).unwrap(),
        Event::Concluded { why, decision, .. } => {
            let by = decision.as_ref().map_or("nobody".to_owned(), |made| format!("{:?}: {}", made.maker, made.value));
            writeln!(text, "End: {}; decided by {by}", why.name()).unwrap();
        }
        _ => {}
    }
}

fn charter(min: u32, max: u32) -> Charter {
    let rounds = Rounds::new(min, max);
    Charter { rounds, brief: Brief::new("Ship on Friday?"), ..Charter::default() }
}

fn says(kind: Kind, stance: Stance) -> Reading {
    let kind = Read::new(kind, Provenance::Marker);
    Reading { kind, stance: Read::new(stance, Provenance::Marker), ..Reading::default() }
}

fn plain(_: &Turn) -> Reading {
    Reading::default()
}

#[test]
fn round_robin_ends_where_it_stands_once_agreement_is_reached_after_the_minimum() {
    let seats = vec![Seat::new("A"), Seat::new("B"), Seat::new("C").weight(2)];
    let agree_late = |turn: &Turn| match (turn.round, turn.seat.0) {
        (1, 2) => says(Kind::Consensus, Stance::Agree),
        (3, 0) => says(Kind::Consensus, Stance::Agree),
        _ => Reading::default(),
    };
    assert_eq!(
        flow("round-robin", Some("ratio"), charter(2, 6), seats, agree_late),
        "\
Round 1
  A (respond)
  B (respond)
  C (respond)
Round 2
  A (respond)
  B (respond)
  C (respond)
Round 3
  A (respond)
Closing: decided
End: decided; decided by Rule: Ship on Friday?
"
    );
}

#[test]
fn agreement_before_the_minimum_does_not_end_it() {
    let all = |_: &Turn| says(Kind::Consensus, Stance::Agree);
    let text = flow("round-robin", Some("ratio"), charter(2, 6), vec![Seat::new("A"), Seat::new("B")], all);
    assert_eq!(text.matches("Round").count(), 2);
    assert_eq!(text.matches("(respond)").count(), 4);
    assert!(text.ends_with("End: decided; decided by Rule: Ship on Friday?\n"));
}

#[test]
fn the_expert_opens_hears_the_others_sums_up_and_concludes() {
    let seats = vec![Seat::new("Risk"), Seat::new("Plan").role("expert"), Seat::new("Speed")];
    assert_eq!(
        flow("expert", Some("ratio"), charter(1, 2), seats, plain),
        "\
Round 1
  Plan (open)
  Risk (supplement)
  Speed (supplement)
  Plan (sum-up)
Round 2
  Plan (open)
  Risk (supplement)
  Speed (supplement)
  Plan (conclude)
Closing: max-rounds
End: max-rounds; decided by Expert: …
"
    );
}

#[test]
fn the_expert_closes_from_the_minimum_on_and_may_hear_the_others_together() {
    let seats = vec![Seat::new("Plan").role("expert"), Seat::new("Risk"), Seat::new("Speed")];
    let close = |_: &Turn| Reading { close: Some(Provenance::Marker), ..Reading::default() };
    let mut charter = charter(2, 6);
    charter.strategy.knobs.insert("others".into(), "together".into());
    charter.strategy.knobs.insert("opening".into(), "first-round".into());
    assert_eq!(
        flow("expert", Some("ratio"), charter, seats, close),
        "\
Round 1
  Plan (open)
  Risk (supplement) + Speed (supplement)
  Plan (sum-up)
Round 2
  Risk (supplement) + Speed (supplement)
  Plan (sum-up)
End: expert-closed; decided by Expert: …
"
    );
}

#[test]
fn when_the_rule_ends_it_the_expert_still_concludes() {
    let seats = vec![Seat::new("Plan").role("expert"), Seat::new("Risk")];
    let agree = |_: &Turn| says(Kind::Consensus, Stance::Agree);
    let text = flow("expert", Some("ratio"), charter(1, 6), seats, agree);
    assert!(text.ends_with("Closing: decided\n  Plan (conclude)\nEnd: decided; decided by Rule: …\n"), "{text}");
}

#[test]
fn a_debate_changes_its_opening_side_every_round_until_a_side_concedes() {
    let seats = vec![Seat::new("Pro").side("pro"), Seat::new("Con").side("con")];
    let concede = |turn: &Turn| Reading {
        concede: (turn.round == 3 && turn.seat == SeatId(0)).then_some(Provenance::Marker),
        ..Reading::default()
    };
    assert_eq!(
        flow("debate", Some("concession"), charter(1, 6), seats, concede),
        "\
Round 1
  Pro (argue)
  Con (argue)
Round 2
  Con (argue)
  Pro (argue)
Round 3
  Pro (argue)
End: conceded; decided by Concession: con
"
    );
}

#[test]
fn the_judge_of_a_debate_speaks_last_and_once_and_decides() {
    let seats = vec![
        Seat::new("P1").side("pro"),
        Seat::new("C1").side("con"),
        Seat::new("P2").side("pro"),
        Seat::new("Judge").role("judge"),
    ];
    let vote = |turn: &Turn| Reading {
        ballot: (turn.task == "judge").then_some(Read::new(Ballot::Choice(1), Provenance::Marker)),
        ..Reading::default()
    };
    assert_eq!(
        flow("debate", Some("concession"), charter(1, 2), seats, vote),
        "\
Round 1
  P1 (argue)
  C1 (argue)
  P2 (argue)
Round 2
  C1 (argue)
  P1 (argue)
  P2 (argue)
Closing: max-rounds
  Judge (judge)
End: max-rounds; decided by Judge: con
"
    );
}

#[test]
fn with_three_sides_it_goes_on_until_one_is_left_and_who_conceded_is_silent() {
    let seats = vec![Seat::new("A").side("a"), Seat::new("B").side("b"), Seat::new("C").side("c")];
    let concede = |turn: &Turn| Reading {
        concede: matches!((turn.round, turn.seat.0), (1, 1) | (3, 0)).then_some(Provenance::Marker),
        ..Reading::default()
    };
    assert_eq!(
        flow("debate", Some("concession"), charter(1, 6), seats, concede),
        "\
Round 1
  A (argue)
  B (argue)
  C (argue)
Round 2
  C (argue)
  A (argue)
Round 3
  C (argue)
  A (argue)
End: conceded; decided by Concession: c
"
    );
}

#[test]
fn a_side_gives_up_only_when_all_its_seats_do() {
    let seats = vec![Seat::new("P1").side("pro"), Seat::new("P2").side("pro"), Seat::new("C").side("con")];
    // One of a side of two is not the side; the other side gives up in the same round.
    let concede =
        |turn: &Turn| Reading { concede: (turn.seat != SeatId(1)).then_some(Provenance::Marker), ..Reading::default() };
    let text = flow("debate", Some("concession"), charter(1, 6), seats, concede);
    assert!(text.ends_with("  P1 (argue)\n  C (argue)\nEnd: conceded; decided by Concession: pro\n"), "{text}");
}

#[test]
fn a_brainstorm_draws_a_fresh_order_every_round_and_draws_it_again_from_its_seed() {
    let seats = || (0..5).map(|at| Seat::new(format!("S{at}"))).collect::<Vec<_>>();
    let order = |seed| flow("brainstorm", None, Charter { seed, ..charter(1, 3) }, seats(), plain);
    let text = order(7);
    assert_eq!(text, order(7));
    assert_ne!(text, order(8));
    let rounds: Vec<&str> = text.split("Round").skip(1).map(|round| &round[3..round.len().min(70)]).collect();
    assert!(rounds[0] != rounds[1] || rounds[1] != rounds[2], "{text}");
    assert!(text.ends_with("Closing: finished\nEnd: finished; decided by nobody\n"), "{text}");
}

#[test]
fn a_round_in_which_nobody_answers_ends_it() {
    let catalog = Catalog::builtin();
    let strategy = catalog.strategy("round-robin", &Knobs::new()).unwrap();
    let roster = [Seat::new("A"), Seat::new("B")].into_iter().fold(Roster::default(), |mut roster, seat| {
        roster.add(seat).unwrap();
        roster
    });
    let engine = Engine::new(strategy, None, State::default());
    let room =
        quorate_strategies::conformance::Room::new(engine, charter(2, 6), &roster, Cast::of(Behaviour::Fails, 2), 3);
    let events = room.play().unwrap();
    assert!(events.iter().any(|event| matches!(event, Event::Concluded { why: StopReason::NoAnswers, .. })));
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Asked { .. })).count(), 2);
}

#[test]
fn a_limit_before_the_minimum_is_the_reason_whatever_was_agreed() {
    let seats = vec![Seat::new("A"), Seat::new("B"), Seat::new("C")];
    let mut charter = charter(2, 6);
    charter.limits.turns = 3;
    let agree = |_: &Turn| says(Kind::Consensus, Stance::Agree);
    let text = flow("round-robin", Some("ratio"), charter, seats, agree);
    assert!(text.ends_with("  C (respond)\nEnd: max-turns; decided by nobody\n"), "{text}");
    assert_eq!(text.matches("Round").count(), 1, "{text}");
}

#[test]
fn a_proposal_that_nobody_came_round_to_is_not_what_was_decided() {
    let seats = || vec![Seat::new("A"), Seat::new("B"), Seat::new("C"), Seat::new("D")];
    let reads = |first: bool| {
        move |turn: &Turn| match (turn.round, turn.seat.0) {
            (1, 1) if first => says(Kind::Proposal, Stance::Neutral),
            (2, 1) => says(Kind::Proposal, Stance::Neutral),
            (_, 1) => Reading::default(),
            _ => says(Kind::Consensus, Stance::Agree),
        }
    };
    let text = flow("round-robin", Some("ratio"), charter(2, 6), seats(), reads(false));
    assert!(text.ends_with("decided by Rule: Ship on Friday?\n"), "{text}");
    let text = flow("round-robin", Some("ratio"), charter(2, 6), seats(), reads(true));
    assert!(text.ends_with("decided by Rule: …\n"), "{text}");
}

#[test]
fn a_judge_does_not_undo_a_concession() {
    let seats = vec![Seat::new("P").side("pro"), Seat::new("C").side("con"), Seat::new("Judge").role("judge")];
    let reads = |turn: &Turn| Reading {
        concede: (turn.task == "argue" && turn.seat == SeatId(1)).then_some(Provenance::Marker),
        ballot: (turn.task == "judge").then_some(Read::new(Ballot::Choice(1), Provenance::Marker)),
        ..Reading::default()
    };
    let text = flow("debate", Some("concession"), charter(1, 6), seats, reads);
    assert!(text.ends_with("  Judge (judge)\nEnd: conceded; decided by Concession: pro\n"), "{text}");
}
