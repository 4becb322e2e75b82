//! Late joiners: who waits on the bench counts for nothing, is invited by name, role or capability, and joins one round later.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    conformance,
    engine::{Engine, Next},
    event::{Charter, Event},
    outcome::Outcome,
    prelude::*,
    reading::Read,
    rules::{Concession, Ratio},
    state::{FoldError, Request, State},
    strategies::RoundRobin,
    verify::{Difference, replay},
};

/// Round robin that invites these in round 1, after the first turn.
#[derive(Debug)]
struct Inviting {
    usual: RoundRobin,
    card: Card,
    wanted: Vec<&'static str>,
}

impl Inviting {
    fn of(wanted: &[&'static str]) -> Arc<dyn Strategy> {
        let usual = RoundRobin::new();
        let card = Card { name: "inviting".into(), ..usual.card().clone() };
        Arc::new(Self { usual, card, wanted: wanted.to_vec() })
    }
}

impl Strategy for Inviting {
    fn card(&self) -> &Card {
        &self.card
    }

    fn invites(&self) -> bool {
        true
    }

    fn next(&self, view: &View<'_>) -> Step {
        match self.wanted.get(view.requests().len()) {
            Some(wanted) if view.closing().is_none() && !view.turns().is_empty() => {
                Step::Invite { wanted: (*wanted).into() }
            }
            _ => self.usual.next(view),
        }
    }
}

/// What was recorded of a discussion where everybody says the same, and how it stands at its end.
fn played(strategy: &Arc<dyn Strategy>, rounds: Rounds, seats: &[Seat], stance: Stance) -> (Vec<Event>, State) {
    let rule: Arc<dyn DecisionRule> = Arc::new(Ratio::new(100).unwrap());
    let mut engine = Engine::new(Arc::clone(strategy), Some(rule), State::default());
    let mut events = Vec::new();
    let mut record = |engine: &mut Engine, event: Event| {
        events.push(event.clone());
        engine.apply(events.len() as u64, &event).unwrap();
    };
    record(&mut engine, Event::Created(Charter { rounds, ..Charter::default() }.into()));
    for (at, seat) in seats.iter().enumerate() {
        record(&mut engine, Event::Seated { seat: place(at), who: seat.clone().into() });
    }
    loop {
        let turn = TurnId(u32::try_from(engine.state().turns().len()).unwrap() + 1);
        match (engine.next(), engine.state().open_step().map(|open| open.step.clone())) {
            (Next::Record(event), _) => record(&mut engine, event),
            (Next::Perform, Some(Step::Ask { asks })) => {
                let seat = asks[0].seat;
                record(&mut engine, Event::Asked { turn, ask: 0, seat, context: "".into(), fitted: None });
                let reading = Reading { stance: Read::new(stance, Provenance::Marker), ..Reading::default() };
                let message = Message { reading, ..Message::default() }.into();
                record(&mut engine, Event::Answered { turn, message, receipt: Box::default() });
            }
            (Next::Perform, Some(request)) => record(&mut engine, Event::Refused { request, why: "nobody".into() }),
            _ => return (events, engine.into_state()),
        }
    }
}

fn place(at: usize) -> SeatId {
    SeatId(u16::try_from(at).unwrap())
}

/// Who was asked in each round, by place.
fn asked(state: &State) -> Vec<Vec<u16>> {
    let of = |round| state.turns().iter().filter(|turn| turn.round == round).map(|turn| turn.seat.0).collect();
    (1..=state.round()).map(of).collect()
}

/// Of how much weight each verdict was.
fn divisors(events: &[Event]) -> Vec<(u64, u64)> {
    let verdicts = events.iter().filter_map(|event| match event {
        Event::Judged { verdict, .. } => Some((verdict.count("for"), verdict.count("of"))),
        _ => None,
    });
    verdicts.collect()
}

fn requests(state: &State) -> Vec<String> {
    let shown = |request: &Request| match request {
        Request::Invited(seat) => state.roster().name(*seat).to_owned(),
        Request::Refused(_, why) => format!("refused: {why}"),
    };
    state.requests().iter().map(shown).collect()
}

#[test]
fn a_late_joiner_is_asked_and_counted_from_its_first_round_on() {
    let seats = [Seat::new("Ann"), Seat::new("Bob").benched(), Seat::new("Cy").weight(3).benched()];
    let (events, state) = played(&Inviting::of(&["Cy"]), Rounds::new(1, 3), &seats, Stance::Neutral);
    assert_eq!(asked(&state), [vec![0], vec![0, 2], vec![0, 2]], "Bob waits to the end");
    // Round 1 has one vote although Cy was invited in it; from the first step of round 2 on there are four.
    assert_eq!(divisors(&events), [(0, 1), (0, 4), (0, 4), (0, 4), (0, 4)]);
    assert_eq!(requests(&state), ["Cy"]);
    let joined: Vec<_> = Outcome::of(&state).unwrap().participation.iter().map(|one| one.joined).collect();
    assert_eq!(joined, [None, None, Some(2)]);
    assert_eq!(state.tally().voices.len(), 2);
}

#[test]
fn the_whole_table_of_one_round_is_not_undone_by_an_invitation_of_that_round() {
    let seats = [Seat::new("Ann"), Seat::new("Bob").benched()];
    let (events, state) = played(&Inviting::of(&["Bob"]), Rounds::new(1, 3), &seats, Stance::Agree);
    assert_eq!(divisors(&events), [(1, 1)]);
    assert_eq!((state.concluded().unwrap().why, asked(&state)), (StopReason::Decided, vec![vec![0]]));
    let outcome = Outcome::of(&state).unwrap();
    assert_eq!((outcome.participation.len(), outcome.participation[1].joined), (2, None), "it is named all the same");
}

#[test]
fn who_is_wanted_is_found_by_name_before_role_or_capability_the_first_in_seat_order() {
    let mut able = Seat::new("Dee").benched();
    able.persona.capabilities = vec!["law".into()];
    let seats = [Seat::new("Ann"), Seat::new("Bob").role("critic").benched(), Seat::new("Critic").benched(), able];
    for (wanted, found) in [("CRITIC ", "Critic"), ("law", "Dee"), ("ｂｏｂ", "Bob"), ("participant", "Critic")] {
        let (_, state) = played(&Inviting::of(&[wanted]), Rounds::new(1, 1), &seats, Stance::Neutral);
        assert_eq!(requests(&state), [found], "{wanted}");
    }
    let (_, state) = played(&Inviting::of(&["critic", "critic"]), Rounds::new(1, 1), &seats, Stance::Neutral);
    assert_eq!(requests(&state), ["Critic", "Bob"], "whoever is invited already is not found again");
}

#[test]
fn a_stranger_and_somebody_at_the_table_are_refused_and_it_goes_on() {
    let seats = [Seat::new("Ann"), Seat::new("Bob").benched()];
    let (_, state) = played(&Inviting::of(&["Eve", "Ann", "Bob", "Bob"]), Rounds::new(1, 2), &seats, Stance::Neutral);
    assert_eq!(requests(&state), ["refused: nobody", "refused: nobody", "Bob", "refused: nobody"]);
    assert_eq!((state.concluded().unwrap().why, asked(&state)), (StopReason::MaxRounds, vec![vec![0], vec![0, 1]]));
}

#[test]
fn one_round_holds_so_many_invitations_and_no_more() {
    let seats = [Seat::new("Ann")];
    let (events, state) = played(&Inviting::of(&["Eve"; 40]), Rounds::new(1, 2), &seats, Stance::Neutral);
    let refused = events.iter().filter(|event| matches!(event, Event::Refused { .. })).count();
    assert_eq!((refused, state.concluded().unwrap().why), (32, StopReason::Aborted));
    assert!(state.concluded().unwrap().note.as_deref().unwrap().contains("more than 32 requests"));
}

#[test]
fn whoever_waits_is_not_asked_argues_for_no_side_and_is_no_table() {
    #[derive(Debug)]
    struct Hasty(Card);
    impl Strategy for Hasty {
        fn card(&self) -> &Card {
            &self.0
        }
        fn next(&self, _: &View<'_>) -> Step {
            Step::ask(Ask::new(SeatId(1), "respond"))
        }
    }
    let hasty: Arc<dyn Strategy> = Arc::new(Hasty(RoundRobin::new().card().clone()));
    let seats = [Seat::new("Ann").side("yes"), Seat::new("Bob").side("no").benched()];
    let (_, state) = played(&hasty, Rounds::new(1, 2), &seats, Stance::Neutral);
    assert_eq!((state.turns().len(), state.concluded().unwrap().why), (0, StopReason::Aborted));
    assert_eq!((state.roster().sides().len(), Concession.judge(&state.tally()).count("of")), (1, 1));

    let mut roster = Roster::default();
    roster.add(Seat::new("Ann").benched()).unwrap();
    assert!(RoundRobin::new().seating(&roster).is_err());
}

#[test]
fn an_invitation_that_does_not_follow_is_found() {
    let strategy = Inviting::of(&["Bob"]);
    let seats = [Seat::new("Ann"), Seat::new("Bob").benched(), Seat::new("Cy").benched()];
    let (events, _) = played(&strategy, Rounds::new(1, 2), &seats, Stance::Neutral);
    let empty = || Engine::new(Arc::clone(&strategy), Some(Arc::new(Ratio::new(100).unwrap())), State::default());
    assert!(replay(empty(), (1..).zip(&events)).is_ok());
    let at = events.iter().position(|event| matches!(event, Event::Invited { .. })).unwrap();
    let forged = [
        Event::Invited { seat: SeatId(2), who: Seat::new("Cy").benched().joined().into() },
        Event::Invited { seat: SeatId(1), who: Seat::new("Bob").weight(9).into() },
    ];
    for other in forged {
        let mut events = events.clone();
        events[at] = other;
        let found = replay(empty(), (1..).zip(&events)).unwrap_err();
        assert!(matches!(found, Difference::Decided { seq, .. } if seq == at as u64 + 1), "{found}");
    }
    let mut state = State::default();
    events.iter().zip(1..).try_for_each(|(event, seq)| state.apply(seq, event)).unwrap();
    let mut again = State::default();
    for (event, seq) in events.iter().zip(1..).take(at + 1) {
        again.apply(seq, event).unwrap();
    }
    // Neither a seat at the table nor one that is invited already can be invited.
    for seat in [SeatId(0), SeatId(1), SeatId(9)] {
        let who = Seat::new("Eve").into();
        assert_eq!(again.apply(99, &Event::Invited { seat, who }), Err(FoldError::Seat { seat: seat.0 }));
    }
    // A newcomer whom nobody waited for joins one round later too.
    again.apply(99, &Event::Invited { seat: SeatId(3), who: Seat::new("Eve").into() }).unwrap();
    assert_eq!(again.tally().voices.len(), 1);
    again.apply(100, &Event::RoundOpened { round: 2 }).unwrap();
    assert_eq!(again.tally().voices.len(), 3, "Ann, Bob and Eve; Cy waits");
}

#[test]
fn a_seat_on_the_bench_is_read_back_as_it_was_written_and_the_others_are_written_as_ever() {
    let eve = Seat::new("Eve").benched().voice_only();
    let text = serde_json::to_string(&eve).unwrap();
    assert!(text.contains(r#""voice":false,"vote":false,"bench":{"voice":true,"vote":false}"#), "{text}");
    assert_eq!(serde_json::from_str::<Seat>(&text).unwrap(), eve);
    assert_eq!((eve.joined().voice, eve.joined().vote, eve.joined().as_seated()), (true, false, eve));
    assert!(!serde_json::to_string(&Seat::new("Ann")).unwrap().contains("bench"));
}

#[test]
fn a_strategy_that_invites_keeps_the_laws() {
    let catalog = Catalog::builtin();
    let rules: Vec<_> = ["ratio", "stance"].map(|rule| catalog.rule(rule, &Default::default()).unwrap()).into();
    for wanted in [&["Seat 2", "Seat 4"][..], &["participant", "participant"], &["nobody"]] {
        let passed = conformance::check(&Inviting::of(wanted), &rules, 24).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(passed.steps > 1_000, "{passed:?}");
    }
}
