//! What is counted: those who failed, the borders of rules, names, ties, and dissent that no outcome loses.

use quorate::{
    Finished, RunError, SetupError,
    report::result_json,
    strategies::{
        outcome::Completeness,
        prelude::*,
        rules::{Majority, Ratio, Stances},
        seat::RosterError,
    },
};
use serde_json::Value;

use super::table::{Act, Log, Player, about, checked, minutes, table};

fn json(finished: &Finished) -> Value {
    result_json(&finished.source())
}

// C-02 (a)
#[tokio::test(start_paused = true)]
async fn two_of_four_with_one_that_failed_do_not_reach_seventy_percent() {
    let (discussion, _) = table(&["Ann", "Bob", "Cy", "Dan"], |request| match &*request.seat.name {
        "Ann" | "Bob" => "[KIND: CONSENSUS] Ship it.".into(),
        "Cy" => "I still think about it. [KIND: OPINION]".into(),
        _ => Act::fail("503: the model is overloaded"),
    });
    let done = checked(discussion.max_rounds(2).run().await.unwrap());
    let verdict = done.outcome.verdict.as_ref().unwrap();
    assert_eq!((verdict.level, verdict.reached), (Level::Partial, false));
    assert_eq!((verdict.count("for"), verdict.count("of")), (2, 4), "who failed stays in the divisor");
    assert_eq!((done.outcome.stop, done.outcome.completeness), (StopReason::MaxRounds, Completeness::Partial));
    assert_eq!(done.outcome.participation[3].cause.as_deref(), Some("503: the model is overloaded"));
    assert!(minutes(&done).contains("Dan (failed: 503: the model is overloaded)"));
}

// C-02 (b)
#[tokio::test(start_paused = true)]
async fn two_that_agree_and_one_time_out_are_a_majority_and_not_full() {
    let (discussion, _) = table(&["Ann", "Bob", "Cy"], |request| match &*request.seat.name {
        "Cy" => Act::Hang,
        _ => "Yes. [STANCE: AGREE]".into(),
    });
    let done = checked(discussion.rule(Stances::default()).min_rounds(1).turn_ms(1_000).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.level()), (StopReason::Decided, Level::Majority));
    let verdict = done.outcome.verdict.as_ref().unwrap();
    assert_eq!(["agree", "disagree", "unknown", "of"].map(|name| verdict.count(name)), [2, 0, 1, 3]);
    assert_eq!((done.outcome.participation[2].timed_out, done.outcome.completeness), (1, Completeness::Partial));
    assert!(minutes(&done).contains("Cy (timed out: no answer within 1 s)"));
}

/// One round in which so many of so many agree and the rest is neutral.
async fn agreeing(agree: usize, of: usize, rule: impl DecisionRule + 'static) -> Finished {
    let names: Vec<String> = (0..of).map(|at| format!("S{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let (discussion, _) = table(&names, move |request| match request.id.index() {
        at if at < agree => "[STANCE: AGREE] Yes.".into(),
        _ => "[STANCE: NEUTRAL] Hm.".into(),
    });
    checked(discussion.rule(rule).max_rounds(1).run().await.unwrap())
}

// C-04
#[tokio::test(start_paused = true)]
async fn two_thirds_and_the_threshold_are_reached_exactly_at_their_borders() {
    for (agree, of, level) in [
        (2, 3, Level::Majority),
        (4, 6, Level::Majority),
        (20, 30, Level::Majority),
        (3, 5, Level::None),
        (19, 29, Level::None),
        (3, 3, Level::Full),
    ] {
        let done = agreeing(agree, of, Stances::default()).await;
        assert_eq!(done.outcome.level(), level, "{agree} of {of}");
        let stop = if level == Level::None { StopReason::MaxRounds } else { StopReason::Decided };
        assert_eq!(done.outcome.stop, stop, "{agree} of {of}");
    }
    for (agree, of, threshold, reached) in [
        (7, 10, 70, true),
        (6, 10, 70, false),
        (69, 100, 70, false),
        (2, 3, 66, true),
        (2, 3, 67, false),
        (3, 3, 100, true),
    ] {
        let done = agreeing(agree, of, Ratio::new(threshold).unwrap()).await;
        let verdict = done.outcome.verdict.as_ref().unwrap();
        assert_eq!(verdict.reached, reached, "{agree} of {of} at {threshold} %");
    }
}

// C-05
#[tokio::test(start_paused = true)]
async fn a_second_member_of_one_name_is_refused_before_anything_is_asked() {
    for twin in ["Ann", "ann", "Ann ", " ANN", "Ａｎｎ"] {
        let (discussion, log) = table(&["Ann", "Bob", twin], |_| "Yes.".into());
        let error = discussion.run().await.unwrap_err();
        let RunError::Setup(SetupError::Roster(RosterError::DuplicateName { name })) = &error else {
            panic!("{twin:?}: {error}")
        };
        assert_eq!((name.as_str(), log.calls()), (twin.trim(), 0));
    }
}

// C-05
#[tokio::test(start_paused = true)]
async fn two_members_on_one_backend_have_two_votes() {
    let log = Log::default();
    let model = std::sync::Arc::new(Player::new(&log, |_| "Yes. [STANCE: AGREE]".into()));
    let discussion = about("Tabs?").seat(Seat::new("Ann"), model.clone()).seat(Seat::new("Anna"), model).max_rounds(1);
    let done = checked(discussion.run().await.unwrap());
    assert_eq!(done.outcome.verdict.as_ref().unwrap().count("for"), 2);
    assert_eq!((log.of("Ann").len(), log.of("Anna").len()), (1, 1));
}

// C-07
#[tokio::test(start_paused = true)]
async fn a_tie_is_no_decision_and_both_sides_stay_in_minutes_and_result() {
    let mut brief = Brief::new("When?");
    brief.options = vec!["Friday".into(), "Monday".into()];
    let log = Log::default();
    let player = Player::new(&log, |request| match request.id.index() {
        at if at < 2 => format!("The week is short, says {}. [VOTE: Friday]", request.seat.name).into(),
        _ => format!("Nobody is on call, says {}. [VOTE: Monday]", request.seat.name).into(),
    });
    let discussion = quorate::Discussion::about(brief).rule(Majority::default()).max_rounds(1);
    let names = ["Ann", "Bob", "Cy", "Dan"];
    let discussion = names.into_iter().fold(discussion, |one, name| one.seat(Seat::new(name), player.clone()));
    let done = checked(discussion.run().await.unwrap());
    let verdict = done.outcome.verdict.as_ref().unwrap();
    assert_eq!(
        (verdict.tie, verdict.reached, &verdict.winner, done.outcome.stop),
        (true, false, &None, StopReason::MaxRounds)
    );
    assert!(done.outcome.decision.is_none(), "not the first option");
    let (minutes, json) = (minutes(&done), json(&done));
    let dissent = json["dissent"].as_array().unwrap();
    assert_eq!(dissent.len(), 4);
    for (name, one) in names.into_iter().zip(dissent) {
        assert_eq!((one["seat"].as_str(), one["round"].as_u64()), (Some(name), Some(1)));
        let reason = format!("says {name}");
        assert!(one["reason"].as_str().unwrap().contains(&reason) && minutes.contains(&reason), "{name}");
    }
}

// C-07
#[tokio::test(start_paused = true)]
async fn one_that_disagreed_in_an_earlier_round_stays_in_the_minutes_of_a_win() {
    let (discussion, _) = table(&["Ann", "Bob", "Cy", "Dan"], |request| match (&*request.seat.name, request.round) {
        ("Dan", 1) => "The tests are red on Windows. [STANCE: DISAGREE]".into(),
        _ => "Yes. [STANCE: AGREE]".into(),
    });
    let done = checked(discussion.max_rounds(3).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.level()), (StopReason::Decided, Level::Full));
    let json = json(&done);
    let [one] = json["dissent"].as_array().unwrap().as_slice() else { panic!("{json:#}") };
    assert_eq!((one["seat"].as_str(), one["round"].as_u64()), (Some("Dan"), Some(1)));
    let minutes = minutes(&done);
    let part = minutes.split("## Dissent").nth(1).unwrap().split("## Transcript").next().unwrap();
    assert!(part.contains("**Dan**, round 1") && part.contains("The tests are red on Windows."), "{part}");
}

#[tokio::test(start_paused = true)]
async fn a_guess_from_prose_never_moves_a_decision() {
    let (discussion, _) = table(&["Ann", "Bob"], |_| "I fully agree, we have consensus, I support it.".into());
    let done = checked(discussion.max_rounds(2).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.level()), (StopReason::MaxRounds, Level::None));
    assert!(done.state.changes().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_voice_without_a_vote_is_heard_and_not_counted() {
    let log = Log::default();
    let player = Player::new(&log, |request| match &*request.seat.name {
        "Guest" => "Never! [STANCE: DISAGREE]".into(),
        _ => "Yes. [STANCE: AGREE]".into(),
    });
    let discussion = about("Tabs?")
        .seat(Seat::new("Guest").voice_only(), player.clone())
        .seat(Seat::new("Ann").weight(3), player.clone())
        .seat(Seat::new("Bob"), player)
        .max_rounds(1);
    let done = checked(discussion.run().await.unwrap());
    let verdict = done.outcome.verdict.as_ref().unwrap();
    assert_eq!((done.outcome.level(), verdict.count("for"), verdict.count("of")), (Level::Full, 4, 4));
    assert_eq!(log.of("Bob")[0].heard, [1, 2]);
}
