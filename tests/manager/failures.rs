//! When backends fail: causes are named for each seat, nothing partial is dressed as whole, nothing more is spent.

use quorate::{
    agent::{AgentError, Trouble},
    report::result_json,
    strategies::{
        outcome::{Author, Completeness},
        prelude::*,
    },
};

use super::table::{Act, Log, Player, about, checked, minutes, table};

const CAUSES: [(&str, Trouble, &str); 3] = [
    ("Ann", Trouble::Denied, "402: no credit is left; add some"),
    ("Bob", Trouble::Denied, "401: the key is not valid; check API_KEY"),
    ("Cy", Trouble::NotFound, "404: there is no model old-4"),
];

// U-02
#[tokio::test(start_paused = true)]
async fn when_all_fail_in_round_one_nothing_more_is_asked_and_each_cause_is_named() {
    let log = Log::default();
    let player = Player::new(&log, |request| match CAUSES.iter().find(|(name, ..)| *name == &*request.seat.name) {
        Some((_, trouble, why)) => Act::Fail(AgentError::lasting(*trouble, *why)),
        None => "{}".into(),
    });
    let discussion = CAUSES.iter().fold(about("Ship?"), |one, (name, ..)| one.seat(Seat::new(*name), player.clone()));
    let done = checked(discussion.synthesizer(player).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.completeness), (StopReason::NoAnswers, Completeness::Failed));
    assert_eq!((log.calls(), done.outcome.rounds), (3, 1), "no second round and no synthesis");
    assert!(done.result().is_none() && done.outcome.decision.is_none());
    let minutes = minutes(&done);
    assert!(minutes.starts_with("# Failed discussion"), "{minutes}");
    for (name, _, why) in CAUSES {
        assert!(minutes.contains(&format!("{name} (failed: {why})")), "{name} in {minutes}");
    }
}

// U-02
#[tokio::test(start_paused = true)]
async fn a_later_round_of_silence_ends_it_as_well_and_keeps_what_was_said() {
    let (discussion, log) = table(&["Ann", "Bob"], |request| match request.round {
        1 => "First thoughts.".into(),
        _ => Act::fail("the server went away"),
    });
    let done = checked(discussion.max_rounds(6).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.completeness), (StopReason::NoAnswers, Completeness::Partial));
    assert_eq!((log.calls(), done.outcome.rounds), (4, 2));
    assert!(minutes(&done).contains("First thoughts."));
}

// U-01
#[tokio::test(start_paused = true)]
async fn half_a_table_and_no_synthesiser_is_called_partial_before_anything_else() {
    let log = Log::default();
    let player = Player::new(&log, |request| match &*request.seat.name {
        "Ann" | "Bob" => format!("{} would wait a week. [KIND: PROPOSAL]", request.seat.name).into(),
        "Synthesiser" => Act::fail("500: broken"),
        _ => Act::Hang,
    });
    let names = ["Ann", "Bob", "Cy", "Dan"];
    let discussion = names.into_iter().fold(about("Ship?"), |one, name| one.seat(Seat::new(name), player.clone()));
    let done = checked(discussion.turn_ms(2_000).max_rounds(2).synthesizer(player).run().await.unwrap());
    assert_eq!(done.outcome.completeness, Completeness::Partial);
    assert_eq!(done.result().unwrap().author, Author::Extractive);
    let minutes = minutes(&done);
    assert!(minutes.starts_with("# Partial minutes"), "{minutes}");
    let head = minutes.split("## Result").next().unwrap();
    assert!(
        head.contains("Ann, Bob (2 of 4)") && head.contains("Cy (timed out") && head.contains("Dan (timed out"),
        "{head}"
    );
    let result = minutes.split("## Result").nth(1).unwrap();
    assert!(
        result.trim_start().starts_with("*scripted was to write this and could not (asked: 1): 500: broken."),
        "{result}"
    );
    assert!(result.contains("Extractive instead"), "{result}");
    assert!(!minutes.to_lowercase().contains("synthesis"), "nothing is called a synthesis without one");
    let json = result_json(&done.source());
    assert_eq!(json["status"], "partial", "{json:#}");
    assert_eq!(json["unwritten"]["why"], "500: broken", "{json:#}");
}

#[tokio::test(start_paused = true)]
async fn a_missing_expert_opening_lets_the_others_go_on_and_a_missing_sum_up_is_extractive() {
    let log = Log::default();
    let player = Player::new(&log, |request| match request.task {
        "supplement" => format!("{} flags the date. [KIND: OPPOSE]", request.seat.name).into(),
        _ => Act::fail("the expert is out"),
    });
    let discussion = about("Ship?").strategy(quorate::strategies::strategies::Expert::default()).max_rounds(2);
    let seats = [("Exp", "expert"), ("Ann", "critic"), ("Bob", "critic")];
    let discussion =
        seats.into_iter().fold(discussion, |one, (name, role)| one.seat(Seat::new(name).role(role), player.clone()));
    let done = checked(discussion.run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.rounds), (StopReason::MaxRounds, 2));
    assert!(done.outcome.decision.is_none(), "nobody else concludes for the expert");
    let result = done.result().unwrap();
    assert_eq!(result.author, Author::Extractive);
    assert!(result.conclusion.text.contains("flags the date"));
}

#[tokio::test]
async fn a_backend_that_panics_fails_its_own_turn_and_nobody_elses() {
    let panics = quorate::agent::Scripted::new(|_| panic!("a fault of this backend"));
    let answers = quorate::agent::Scripted::lines(["Yes. [STANCE: AGREE]"]);
    let discussion = about("Ship?").seat(Seat::new("Ann"), panics).seat(Seat::new("Bob"), answers).max_rounds(1);
    let done = checked(discussion.run().await.unwrap());
    let [ann, bob] = done.outcome.participation.as_slice() else { panic!("two seats") };
    assert_eq!((ann.failed, bob.answered), (1, 1));
    assert!(ann.cause.as_deref().unwrap().contains("panicked"), "{ann:?}");
}

#[tokio::test]
async fn a_synthesiser_that_panics_leaves_the_result_to_the_rule() {
    let panics = quorate::agent::Scripted::new(|_| panic!("a fault of this backend"));
    let answers = quorate::agent::Scripted::lines(["Yes, on Friday. [STANCE: AGREE]"]);
    let discussion = about("Ship?").seat(Seat::new("Ann"), answers).max_rounds(1).synthesizer(panics);
    let done = checked(discussion.run().await.unwrap());
    assert_eq!(done.result().unwrap().author, Author::Extractive);
    assert!(minutes(&done).contains("panicked"), "{}", minutes(&done));
}
