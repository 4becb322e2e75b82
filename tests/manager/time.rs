//! Limits of time, on a virtual clock: for a turn, for the whole, and what is left when they are reached.

use std::time::Duration;

use quorate::strategies::{
    outcome::Completeness,
    prelude::*,
    strategies::{Expert, Opening, Others},
};
use tokio::time::Instant;

use super::table::{Act, Log, Player, about, checked, minutes, table};

const GRACE: Duration = Duration::from_millis(5);

// O-03
#[tokio::test(start_paused = true)]
async fn three_that_hang_for_eight_seconds_each_end_at_ten_in_all() {
    let (discussion, log) = table(&["Ann", "Bob", "Cy"], |_| Act::Hang);
    let start = Instant::now();
    let done = checked(discussion.turn_ms(8_000).total_ms(10_000).run().await.unwrap());
    assert!(start.elapsed() <= Duration::from_secs(10) + GRACE, "{:?}", start.elapsed());
    let left: Vec<u64> = log.all().iter().map(|asked| asked.time_left.as_secs()).collect();
    assert_eq!(left, [8, 2], "each call gets the less of its own limit and of what is left");
    assert_eq!((done.outcome.stop, done.outcome.completeness), (StopReason::Time, Completeness::Failed));
    assert_eq!(done.outcome.participation.iter().map(|one| one.timed_out).collect::<Vec<_>>(), [1, 1, 0]);
    let minutes = minutes(&done);
    for said in ["Ann (timed out: no answer within 8 s)", "Bob (timed out:", "**Never asked:** Cy"] {
        assert!(minutes.contains(said), "{said} in {minutes}");
    }
    assert_eq!(log.running(), 0);
}

// O-03
#[tokio::test(start_paused = true)]
async fn one_that_hangs_leaves_the_next_its_own_time_and_a_result_is_still_written() {
    let (discussion, log) = table(&["Ann", "Bob"], |request| match &*request.seat.name {
        "Ann" => Act::Hang,
        _ => Act::from("Bob has the figures. [KIND: PROPOSAL]").after(1_000),
    });
    let start = Instant::now();
    let discussion = discussion.turn_ms(8_000).total_ms(10_000).synthesizer(Player::new(&log, |_| Act::Hang));
    let done = checked(discussion.run().await.unwrap());
    assert!(start.elapsed() <= Duration::from_secs(10) + GRACE, "{:?}", start.elapsed());
    assert_eq!(log.of("Bob")[0].time_left, Duration::from_secs(2), "all that is left");
    assert_eq!(done.outcome.stop, StopReason::Time);
    let result = done.result().unwrap();
    assert!(result.conclusion.text.contains("Bob has the figures"));
    assert!(minutes(&done).contains("Bob has the figures"));
    assert!(log.of("Synthesiser").is_empty(), "no time is left to ask for it");
}

// O-03
#[tokio::test(start_paused = true)]
async fn in_a_batch_a_slow_seat_takes_nothing_of_anothers_time() {
    let log = Log::default();
    let player = Player::new(&log, |request| match &*request.seat.name {
        "Slow" => Act::Hang,
        _ => Act::from("Here.").after(700),
    });
    let names = [("Exp", "expert"), ("Slow", "critic"), ("Ann", "critic"), ("Bob", "critic")];
    let discussion = about("Ship?").strategy(Expert::new(Others::Together, Opening::EveryRound)).max_rounds(1);
    let discussion =
        names.into_iter().fold(discussion, |one, (name, role)| one.seat(Seat::new(name).role(role), player.clone()));
    let start = Instant::now();
    let done = checked(discussion.turn_ms(1_000).run().await.unwrap());
    // The opening and the conclusion take 700 ms each, the batch as long as its slowest may.
    assert!(start.elapsed() <= Duration::from_millis(2_400) + GRACE, "{:?}", start.elapsed());
    let by_name = |name: &str| &done.outcome.participation[done.state.roster().find(name).unwrap().index()];
    assert_eq!((by_name("Slow").timed_out, by_name("Ann").answered, by_name("Bob").answered), (1, 1, 1));
    assert_eq!(log.running(), 0, "what was given up is dropped");
}

#[tokio::test(start_paused = true)]
async fn an_answer_at_the_very_end_of_its_time_counts_and_one_after_it_does_not() {
    for (takes, answered) in [(999, true), (1_001, false)] {
        let (discussion, _) = table(&["Ann", "Bob"], move |request| match &*request.seat.name {
            "Ann" => Act::from("Yes. [STANCE: AGREE]").after(takes),
            _ => "Yes. [STANCE: AGREE]".into(),
        });
        let done = checked(discussion.turn_ms(1_000).max_rounds(1).run().await.unwrap());
        assert_eq!(done.state.turns()[0].is_answered(), answered, "after {takes} ms");
        let verdict = done.outcome.verdict.as_ref().unwrap();
        assert_eq!(verdict.count("for"), if answered { 2 } else { 1 });
    }
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_whole_time_ends_a_batch_that_waits() {
    let log = Log::default();
    let player = Player::new(&log, |request| match request.task {
        "open" => "Go on.".into(),
        _ if &*request.seat.name == "Ann" => "Quick.".into(),
        _ => Act::Hang,
    });
    let names = [("Exp", "expert"), ("Ann", "critic"), ("Bob", "critic"), ("Cy", "critic")];
    let discussion = about("Ship?").strategy(Expert::new(Others::Together, Opening::EveryRound));
    let discussion =
        names.into_iter().fold(discussion, |one, (name, role)| one.seat(Seat::new(name).role(role), player.clone()));
    let done = checked(discussion.turn_ms(60_000).total_ms(3_000).run().await.unwrap());
    let endings: Vec<_> = done.state.turns().iter().map(|turn| turn.ending().unwrap()).collect();
    assert_eq!(endings, [Ending::Answered, Ending::Answered, Ending::TimedOut, Ending::TimedOut]);
    assert_eq!((done.outcome.stop, log.running()), (StopReason::Time, 0));
    // There are no closing turns on a limit: the last word of the expert stands.
    assert!(log.all().iter().all(|asked| asked.task != "conclude"));
}

#[tokio::test(start_paused = true)]
async fn a_limit_of_zero_is_refused_before_anything_is_asked() {
    let (discussion, log) = table(&["Ann"], |_| "Yes.".into());
    let error = discussion.turn_ms(0).run().await.unwrap_err().to_string();
    assert!(error.contains("turn_seconds is 0"), "{error}");
    let (discussion, _) = table(&["Ann"], |_| "Yes.".into());
    let error = discussion.total_ms(0).run().await.unwrap_err().to_string();
    assert!(error.contains("total_seconds is 0"), "{error}");
    assert_eq!(log.calls(), 0);
}
