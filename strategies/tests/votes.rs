//! How the strategies that end in a vote find out what to vote for, and what becomes of the ballots.

use std::sync::Arc;

use quorate_strategies::{
    catalog::Catalog,
    conformance,
    engine::{Engine, Next},
    event::{Charter, Event},
    outcome::Outcome,
    prelude::*,
    reading::Read,
    state::State,
    verify::replay,
};

fn knobs<const N: usize>(settings: [(&str, &str); N]) -> Knobs {
    settings.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
}

/// A table with a strategy and a rule, and what each turn says.
struct Table<'a> {
    strategy: (&'a str, Knobs),
    rule: Option<&'a str>,
    options: &'a [&'a str],
    rounds: Rounds,
    seats: Vec<Seat>,
}

impl Table<'_> {
    fn engine(&self) -> Engine {
        let catalog = Catalog::builtin();
        let strategy = catalog.strategy(self.strategy.0, &self.strategy.1).unwrap();
        let rule = self.rule.map(|rule| catalog.rule(rule, &Knobs::new()).unwrap());
        Engine::new(strategy, rule, State::default())
    }

    /// Plays it, replays the record, and gives all its events with the final state.
    fn play(&self, says: impl Fn(&Turn) -> Message) -> (Vec<Event>, State) {
        let mut engine = self.engine();
        let mut events: Vec<Event> = Vec::new();
        let mut record = |engine: &mut Engine, event: Event| {
            engine.apply(events.len() as u64 + 1, &event).unwrap();
            events.push(event);
        };
        let brief =
            Brief { options: self.options.iter().map(|option| (*option).into()).collect(), ..Brief::new("Which?") };
        record(&mut engine, Event::Created(Charter { rounds: self.rounds, brief, ..Charter::default() }.into()));
        for (seat, who) in (0..).map(SeatId).zip(&self.seats) {
            record(&mut engine, Event::Seated { seat, who: who.clone().into() });
        }
        loop {
            match engine.next() {
                Next::Summarise | Next::Wait | Next::Done => break,
                Next::Record(event) => record(&mut engine, event),
                Next::Perform => {
                    let Some(Step::Ask { asks }) = engine.state().open_step().map(|open| open.step.clone()) else {
                        panic!()
                    };
                    for (at, ask) in (0..).zip(&asks) {
                        let turn = TurnId(u32::try_from(engine.state().turns().len() + 1).unwrap());
                        record(
                            &mut engine,
                            Event::Asked { turn, ask: at, seat: ask.seat, context: "".into(), fitted: None },
                        );
                    }
                    let open: Vec<Turn> =
                        engine.state().turns().iter().filter(|turn| turn.end.is_none()).cloned().collect();
                    for turn in open {
                        let (message, receipt) = (says(&turn).into(), Box::default());
                        record(&mut engine, Event::Answered { turn: turn.id, message, receipt });
                    }
                }
            }
        }
        let state = replay(self.engine(), (1..).zip(&events)).expect("the record replays");
        assert_eq!(&state, engine.state());
        (events, state)
    }
}

fn seats(count: usize) -> Vec<Seat> {
    ('A'..='Z').take(count).map(|letter| Seat::new(letter.to_string())).collect()
}

fn poll<'a>(options: &'a [&'a str], rounds: Rounds, count: usize) -> Table<'a> {
    Table { strategy: ("poll", Knobs::new()), rule: Some("plurality"), options, rounds, seats: seats(count) }
}

fn says(text: &str, reading: Reading) -> Message {
    Message { raw: text.into(), reading, ..Message::default() }
}

fn votes(option: u16) -> Message {
    says("…", Reading { ballot: Some(Read::new(Ballot::Choice(option), Provenance::Marker)), ..Reading::default() })
}

fn idea(text: &str) -> Message {
    says("…", Reading { ideas: vec![text.into()], ..Reading::default() })
}

/// Who was asked for what in which round, one step a line.
fn flow(events: &[Event], state: &State) -> Vec<String> {
    let steps = events.iter().filter_map(|event| match event {
        Event::Stepped { step: Step::Ask { asks }, .. } => Some(asks),
        _ => None,
    });
    let name = |ask: &Ask| format!("{} {}", state.roster().name(ask.seat), ask.task);
    steps.map(|asks| asks.iter().map(name).collect::<Vec<_>>().join(", ")).collect()
}

fn put_to_vote(events: &[Event]) -> Vec<Vec<String>> {
    let put = events.iter().filter_map(|event| match event {
        Event::PutToVote { options } => Some(options.iter().map(|option| option.to_string()).collect()),
        _ => None,
    });
    put.collect()
}

#[test]
fn a_poll_with_options_is_one_blind_vote_when_that_decides() {
    let (events, state) = poll(&["tea", "coffee"], Rounds::new(1, 2), 3).play(|turn| votes(u16::from(turn.seat.0 > 0)));
    assert_eq!(flow(&events, &state), ["A vote, B vote, C vote"]);
    assert!(put_to_vote(&events).is_empty(), "the brief's options stand");
    assert!(state.turns().iter().all(|turn| turn.sees == Scope::Blind));
    let outcome = Outcome::of(&state).unwrap();
    assert_eq!((outcome.stop, outcome.level()), (StopReason::Decided, Level::Majority));
    assert_eq!(outcome.decision.unwrap().value.as_ref(), "coffee");
}

#[test]
fn a_tie_means_another_round_with_what_the_others_said() {
    let changes = |turn: &Turn| votes(u16::from(turn.seat.0 == 1 || turn.task == "revise"));
    let (events, state) = poll(&["tea", "coffee"], Rounds::new(1, 2), 2).play(changes);
    assert_eq!(flow(&events, &state), ["A vote, B vote", "A revise, B revise"]);
    let revised: Vec<Scope> = state.turns().iter().filter(|turn| turn.round == 2).map(|turn| turn.sees).collect();
    assert_eq!(revised, [Scope::Last(2), Scope::Last(2)], "both votes of round 1, whoever was asked first");
    assert_eq!(Outcome::of(&state).unwrap().decision.unwrap().value.as_ref(), "coffee");
}

#[test]
fn one_round_leaves_a_tie_a_tie_and_two_always_revise() {
    let (_, state) = poll(&["tea", "coffee"], Rounds::new(1, 1), 2).play(|turn| votes(turn.seat.0));
    let outcome = Outcome::of(&state).unwrap();
    assert_eq!((outcome.stop, outcome.decision, outcome.verdict.unwrap().tie), (StopReason::MaxRounds, None, true));
    let (events, state) = poll(&["tea", "coffee"], Rounds::new(2, 2), 2).play(|_| votes(0));
    assert_eq!(flow(&events, &state), ["A vote, B vote", "A revise, B revise"]);
}

#[test]
fn without_options_the_answers_are_put_to_the_vote() {
    let answers = |turn: &Turn| match (&*turn.task, turn.seat.0) {
        ("answer", 0) => idea("Tea"),
        // No marked idea: the first line that is no marker stands for the answer.
        ("answer", 1) => says("[KIND: PROPOSAL]\n\n  Coffee, black.\nIt keeps us awake.", Reading::default()),
        ("answer", _) => idea(" Tea "),
        _ => votes(1),
    };
    let (events, state) = poll(&[], Rounds::new(1, 2), 3).play(answers);
    assert_eq!(flow(&events, &state), ["A answer, B answer, C answer", "A choose, B choose, C choose"]);
    assert_eq!(put_to_vote(&events), [["Tea", "Coffee, black."]]);
    assert_eq!(state.options().len(), 2);
    assert!(state.turns().iter().all(|turn| matches!(turn.sees, Scope::Blind | Scope::Own)), "nobody hears anybody");
    assert_eq!(Outcome::of(&state).unwrap().decision.unwrap().value.as_ref(), "Coffee, black.");
}

#[test]
fn hostile_answers_make_a_list_that_can_be_voted_over() {
    let long = "x".repeat(10_000);
    let answers = |turn: &Turn| match (&*turn.task, turn.seat.0) {
        ("answer", 0) => idea(&long),
        ("answer", 1) => idea(&format!("{long}y")),
        ("answer", 2) => says(" \n\n", Reading::default()),
        ("answer", 3) => Message { raw: "[IDEA: ]".into(), ..idea("  ") },
        ("answer", seat) => idea(&format!("idea {seat}\nwith a second line")),
        // An option that is not there, in a form that plurality does not read, and a real one.
        (_, 0) => votes(9_999),
        (_, 1) => says(
            "…",
            Reading {
                ballot: Some(Read::new(Ballot::Points(vec![(0, u32::MAX)]), Provenance::Marker)),
                ..Reading::default()
            },
        ),
        _ => votes(1),
    };
    let (events, state) = poll(&[], Rounds::new(1, 1), 26).play(answers);
    let put = put_to_vote(&events).remove(0);
    assert_eq!((put.len(), put[0].chars().count(), put[1].as_str()), (23, 201, "idea 4"));
    let verdict = state.verdict().unwrap();
    assert_eq!((verdict.count("idea 4"), verdict.count("abstained")), (24, 2));

    let many = |turn: &Turn| match &*turn.task {
        "ideas" => says(
            "…",
            Reading { ideas: (0..50).map(|at| format!("{} {at}", turn.seat.0).into()).collect(), ..Reading::default() },
        ),
        _ => votes(29),
    };
    let (events, state) = converging("approval", 2).play(many);
    assert_eq!(put_to_vote(&events)[0].len(), 30);
    assert!(state.verdict().unwrap().reached);
}

#[test]
fn a_guessed_vote_counts_no_more_here_than_elsewhere() {
    let guess = |_: &Turn| {
        says("tea", Reading { ballot: Some(Read::new(Ballot::Choice(0), Provenance::Guess)), ..Reading::default() })
    };
    let (_, state) = poll(&["tea", "coffee"], Rounds::new(1, 1), 2).play(guess);
    assert_eq!((state.verdict().unwrap().count("abstained"), state.verdict().unwrap().reached), (2, false));
}

#[test]
fn who_has_no_vote_answers_and_is_not_asked_to_vote() {
    let mut table = poll(&[], Rounds::new(1, 1), 2);
    table.seats.push(Seat::new("Witness").voice_only());
    let (events, state) =
        table.play(|turn| if turn.task == "answer" { idea(&turn.seat.0.to_string()) } else { votes(2) });
    assert_eq!(flow(&events, &state), ["A answer, B answer, Witness answer", "A choose, B choose"]);
    assert_eq!(Outcome::of(&state).unwrap().decision.unwrap().value.as_ref(), "2", "its answer may win all the same");
}

#[test]
fn the_form_of_the_vote_is_what_the_rule_needs() {
    for (rule, wanted) in
        [("plurality", "Ballot"), ("approval", "Approval"), ("borda", "Ranking"), ("cumulative", "Points")]
    {
        let mut table = poll(&["tea", "coffee"], Rounds::new(1, 1), 1);
        table.rule = Some(rule);
        let (_, state) = table.play(|_| votes(0));
        let form = format!("{:?}", state.turns()[0].form);
        assert!(form.starts_with(wanted), "{rule}: {form}");
    }
}

fn converging(rule: &str, count: usize) -> Table<'_> {
    let strategy = ("brainstorm", knobs([("converge", "vote")]));
    Table { strategy, rule: Some(rule), options: &[], rounds: Rounds::new(1, 1), seats: seats(count) }
}

#[test]
fn a_brainstorm_that_converges_votes_once_over_its_ideas_in_the_end() {
    let plays = |turn: &Turn| match (&*turn.task, turn.seat.0) {
        ("ideas", 0) => {
            says("…", Reading { ideas: vec!["lend tools".into(), "open all night".into()], ..Reading::default() })
        }
        ("ideas", _) => {
            says("…", Reading { ideas: vec!["open all night".into(), "a quiet room".into()], ..Reading::default() })
        }
        _ => says(
            "…",
            Reading { ballot: Some(Read::new(Ballot::Approval(vec![0, 1]), Provenance::Marker)), ..Reading::default() },
        ),
    };
    let (events, state) = converging("approval", 2)
        .play(|turn| if turn.task == "converge" && turn.seat.0 == 1 { votes(1) } else { plays(turn) });
    let ideas: Vec<String> = put_to_vote(&events).remove(0);
    assert_eq!(ideas.len(), 3, "{ideas:?}");
    let closing = events.iter().position(|event| matches!(event, Event::Closing { .. })).unwrap();
    let judged: Vec<usize> = (0..events.len()).filter(|at| matches!(events[*at], Event::Judged { .. })).collect();
    assert_eq!(judged.len(), 1, "the rule is asked once");
    assert!(judged[0] > closing, "after the closing vote, which is what it is asked about");
    let outcome = Outcome::of(&state).unwrap();
    assert_eq!((outcome.stop, outcome.decision.unwrap().value.to_string()), (StopReason::Decided, ideas[1].clone()));
}

#[test]
fn a_brainstorm_without_ideas_or_without_converging_asks_nothing_more() {
    let (events, state) = converging("approval", 2).play(|_| says("I have none.", Reading::default()));
    assert!(put_to_vote(&events).is_empty());
    let outcome = Outcome::of(&state).unwrap();
    assert_eq!((outcome.stop, outcome.decision), (StopReason::MaxRounds, None));
    let mut table = converging("approval", 2);
    (table.strategy.1, table.rule) = (Knobs::new(), None);
    let (events, state) = table.play(|_| idea("one"));
    assert!(put_to_vote(&events).is_empty());
    assert_eq!((Outcome::of(&state).unwrap().stop, state.verdict()), (StopReason::Finished, None));
}

/// A judge's vote over sides is no vote of the group: it puts nothing to the vote.
#[test]
fn only_what_a_strategy_collects_is_put_to_the_vote() {
    let mut table = poll(&[], Rounds::new(1, 1), 0);
    (table.strategy, table.rule) = (("debate", Knobs::new()), Some("concession"));
    table.seats =
        vec![Seat::new("Pro").side("pro"), Seat::new("Con").side("con"), Seat::new("Judge").role("judge").voice_only()];
    let (events, state) = table.play(|_| votes(0));
    assert!(put_to_vote(&events).is_empty() && state.standings().iter().all(|standing| standing.ballot.is_none()));
}

#[test]
fn converging_keeps_the_laws_under_every_rule() {
    let catalog = Catalog::builtin();
    let rules: Vec<Arc<dyn DecisionRule>> =
        catalog.rules().map(|name| catalog.rule(name, &Knobs::new()).unwrap()).collect();
    let strategy = catalog.strategy("brainstorm", &knobs([("converge", "vote")])).unwrap();
    let passed = conformance::check(&strategy, &rules, 24).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(passed.steps > 1000, "{passed:?}");
    assert_eq!(strategy.settings(), knobs([("converge", "vote")]));
}
