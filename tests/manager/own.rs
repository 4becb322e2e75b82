//! Strategies, rules and backends of a user's own: those of the examples keep the laws and play as built-in ones do.

use std::sync::Arc;

use quorate::{
    RunError, SetupError,
    agent::{Scripted, conformance::check},
    report::{Minutes, Report as _},
    strategies::{catalog::Catalog, conformance, prelude::*, strategies::Brainstorm},
};

use super::table::{about, checked_with, flow, table};

#[allow(dead_code, unreachable_pub, reason = "its main is run as an example")]
#[path = "../../examples/custom_agent.rs"]
mod custom_agent;
#[allow(dead_code, unreachable_pub, reason = "its main is run as an example")]
#[path = "../../examples/custom_rule.rs"]
mod custom_rule;
#[allow(dead_code, unreachable_pub, reason = "its main is run as an example")]
#[path = "../../examples/custom_strategy.rs"]
mod custom_strategy;

use custom_agent::Treasurer;
use custom_rule::Consent;
use custom_strategy::HotSeat;

#[test]
fn the_strategy_of_the_example_keeps_the_laws() {
    let passed = custom_strategy::check().unwrap();
    assert!(passed.discussions > 300, "{passed:?}");
}

#[test]
fn the_rule_of_the_example_keeps_the_laws() {
    conformance::check_rule(&Consent, 2_000).unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_backend_of_the_example_keeps_the_contract() {
    check(&Treasurer { budget: 100 }).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_strategy_of_ones_own_is_played_and_recorded_as_a_built_in_one_is() {
    let (discussion, log) = table(&["Ann", "Bob", "Cleo"], |_| "Yes.".into());
    let done = discussion.strategy(HotSeat::new()).max_rounds(2).run().await.unwrap();
    let done =
        checked_with(done, Arc::new(HotSeat::new()), Some(Catalog::builtin().rule("ratio", &Knobs::new()).unwrap()));
    assert_eq!(flow(&done), ["Round 1: Ann → Bob → Cleo → Ann", "Round 2: Bob → Ann → Cleo → Bob"]);
    let ann = log.of("Ann");
    assert!(ann[0].user.contains("You are on the hot seat"), "its own words are the task: {}", ann[0].user);
    assert_eq!(ann[1].heard, [1, 2, 3], "its answer hears the questions");
}

#[tokio::test(start_paused = true)]
async fn a_strategy_of_ones_own_is_found_by_name_in_a_catalogue_and_hosted() {
    let mut catalog = Catalog::builtin();
    catalog.add_strategy("hot-seat", |_| Ok(Arc::new(HotSeat::new())));
    catalog.add_rule("consent", |_| Ok(Arc::new(Consent)));
    let manager = quorate::Manager::new().with_catalog(catalog);
    let discussion = about("Tabs?").strategy_named(manager.catalog(), "hot-seat", Knobs::new()).unwrap();
    let discussion = discussion.rule_named(manager.catalog(), "consent", Knobs::new()).unwrap();
    let id = manager.create(discussion).unwrap();
    manager.add_agent(&id, "Ann", "critic", ["style"]).unwrap();
    manager.add_agent(&id, "Bob", "critic", ["style"]).unwrap();
    let done = manager.run(&id).await.unwrap();
    checked_with((*done).clone(), Arc::new(HotSeat::new()), Some(Arc::new(Consent)));
}

#[tokio::test(start_paused = true)]
async fn a_rule_of_ones_own_decides_and_the_minutes_name_it() {
    let lines = |lines: [&'static str; 2]| Scripted::lines(lines);
    let done = about("Open all night?")
        .rule(Consent)
        .seat(Seat::new("Ann"), lines(["For a month. [KIND: PROPOSAL]", "[STANCE: AGREE] Yes."]))
        .seat(Seat::new("Bob"), lines(["Who cleans? [STANCE: DISAGREE]", "Fine. [STANCE: AGREE]"]))
        .seat(Seat::new("Cleo"), lines(["I do.", "No objection."]))
        .run()
        .await
        .unwrap();
    let strategy = Arc::clone(&done.strategy);
    let done = checked_with(done, strategy, Some(Arc::new(Consent)));
    assert_eq!((done.outcome.stop, done.outcome.level()), (StopReason::Decided, Level::Majority));
    let mut out = Vec::new();
    Minutes.render(&done.source(), &mut out).unwrap();
    let minutes = String::from_utf8(out).unwrap();
    assert!(minutes.contains("the rule `consent` was reached"), "{minutes}");
}

#[tokio::test(start_paused = true)]
async fn a_rule_that_does_not_fit_and_a_table_that_cannot_be_played_are_refused_with_what_to_do() {
    let (discussion, log) = table(&["Ann"], |_| "Yes.".into());
    let error = discussion.strategy(HotSeat::new()).run().await.unwrap_err().to_string();
    assert!(error.contains("hot-seat needs at least 2 seats that speak and has 1; add a seat"), "{error}");
    let (discussion, _) = table(&["Ann"], |_| "Yes.".into());
    let error = discussion.strategy(Brainstorm::new()).rule(Consent).run().await.unwrap_err();
    assert!(matches!(&error, RunError::Setup(SetupError::RuleDoesNotFit { .. })), "{error}");
    assert!(error.to_string().contains("it seeks no decision: leave the rule out"), "{error}");
    assert_eq!(log.calls(), 0);
}

/// A strategy that never ends by itself and asks for what it may not have.
#[derive(Debug)]
struct Unruly(Card, Step);

impl Strategy for Unruly {
    fn card(&self) -> &Card {
        &self.0
    }

    fn next(&self, _view: &View<'_>) -> Step {
        self.1.clone()
    }
}

#[tokio::test(start_paused = true)]
async fn a_strategy_that_breaks_its_laws_ends_with_a_reason() {
    let card = || HotSeat::new().card().clone();
    let nobody = SeatId(9);
    for (step, stop) in [
        (Step::Ask { asks: Vec::new() }, StopReason::Aborted),
        (Step::ask(Ask::new(nobody, "present")), StopReason::Aborted),
        (Step::ask(Ask::new(SeatId(0), "dance")), StopReason::Aborted),
        (Step::Await, StopReason::Aborted),
        (Step::Spawn { topic: "More?".into() }, StopReason::Aborted),
        (Step::Consult { to: SeatId(0), question: "Who is next?".into() }, StopReason::Aborted),
        (Step::CloseRound, StopReason::NoAnswers),
        (Step::ask(Ask::new(SeatId(0), "present")), StopReason::MaxTurns),
    ] {
        let (discussion, log) = table(&["Ann", "Bob"], |_| "Yes.".into());
        let done = discussion.strategy(Unruly(card(), step.clone())).max_turns(30).run().await.unwrap();
        assert_eq!(done.outcome.stop, stop, "{step:?}");
        assert_eq!(done.outcome.note.is_some(), stop == StopReason::Aborted, "{step:?} names what went wrong");
        assert!(log.calls() <= 33, "{step:?}");
        checked_with(
            done,
            Arc::new(Unruly(card(), step)),
            Some(Catalog::builtin().rule("ratio", &Knobs::new()).unwrap()),
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_consultation_is_recorded_and_in_nobodys_context() {
    /// Asks Bob out of sight whether to go on, then lets Ann speak.
    #[derive(Debug)]
    struct Whisper(Card);
    impl Strategy for Whisper {
        fn card(&self) -> &Card {
            &self.0
        }
        fn next(&self, view: &View<'_>) -> Step {
            match (view.closing(), view.consults().len() as u32, view.round_turns().len()) {
                (Some(why), ..) => Step::Conclude { why },
                (None, asked, 0) if asked < view.round() => {
                    Step::Consult { to: SeatId(1), question: "Shall Ann speak?".into() }
                }
                (None, _, 0) => Step::ask(Ask::new(SeatId(0), "present").sees(Scope::Full)),
                _ => Step::CloseRound,
            }
        }
    }
    let (discussion, log) = table(&["Ann", "Bob"], |request| match request.task {
        "consult" => "A secret yes. [STANCE: AGREE]".into(),
        _ => "So I speak.".into(),
    });
    let card = HotSeat::new().card().clone();
    let done = discussion.strategy(Whisper(card.clone())).max_rounds(2).run().await.unwrap();
    let done =
        checked_with(done, Arc::new(Whisper(card)), Some(Catalog::builtin().rule("ratio", &Knobs::new()).unwrap()));
    assert_eq!(done.state.consults().len(), 2);
    assert!(done.state.consults()[0].answer.as_deref().unwrap().contains("A secret yes"));
    assert!(log.of("Ann").iter().all(|asked| !asked.user.contains("secret") && !asked.user.contains("Shall Ann")));
    assert!(log.of("Bob").iter().all(|asked| asked.user.contains("Shall Ann speak?")));
    assert!(done.state.changes().is_empty(), "it is no vote");
}
