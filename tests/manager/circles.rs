//! Discussions in circles end, or ask, only where that is turned on.

use std::time::Duration;

use quorate::strategies::{
    event::{Event, GateAnswer, Watch},
    prelude::*,
};
use tokio::time::Instant;

use super::table::{checked, flow, minutes, table};

fn polite() -> (quorate::Discussion, super::table::Log) {
    table(&["Ann", "Bob"], |request| match &*request.seat.name {
        "Ann" => "Thanks, @Bob!".into(),
        _ => "You're welcome, @Ann!".into(),
    })
}

// T-04
#[tokio::test(start_paused = true)]
async fn two_rounds_of_politeness_end_it_where_it_is_watched() {
    let (discussion, log) = polite();
    let done = checked(discussion.max_rounds(40).watch(Watch::End).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::NoProgress, 6));
    assert_eq!(flow(&done), ["Round 1: Ann → Bob", "Round 2: Ann → Bob", "Round 3: Ann → Bob"]);
    assert!(minutes(&done).contains("nothing new was said"));
}

// T-04
#[tokio::test(start_paused = true)]
async fn rounds_and_turns_bound_it_where_it_is_not() {
    let (discussion, log) = polite();
    let done = checked(discussion.max_rounds(4).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::MaxRounds, 8));
    let (discussion, log) = polite();
    let done = checked(discussion.max_rounds(40).max_turns(5).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::MaxTurns, 5));
}

#[tokio::test(start_paused = true)]
async fn positions_that_nobody_leaves_are_a_stalemate() {
    let (discussion, log) = table(&["Ann", "Bob"], |request| match &*request.seat.name {
        "Ann" => format!("Reason {} speaks for it, and it is a good one. [STANCE: AGREE]", request.round).into(),
        _ => format!("Cause {} speaks against it, and it weighs more. [STANCE: DISAGREE]", request.round).into(),
    });
    let done = checked(discussion.max_rounds(40).watch(Watch::End).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Stalemate, 6));
    assert!(done.outcome.decision.is_none());
    assert!(minutes(&done).contains("positions were stable without agreement"));
}

#[tokio::test(start_paused = true)]
async fn the_principal_is_asked_and_silence_for_the_time_of_a_turn_ends_it() {
    let (discussion, log) = polite();
    let mut discussion = discussion.max_rounds(40).watch(Watch::Ask).turn_ms(5_000);
    // What somebody says meanwhile is no answer.
    let _ = discussion.control().say("Pat", "Hm.");
    let start = Instant::now();
    let done = checked(discussion.run().await.unwrap());
    assert_eq!(start.elapsed(), Duration::from_secs(5));
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::NoProgress, 6));
    let answers: Vec<&GateAnswer> = done
        .entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::GateAnswered { answer, .. } => Some(answer),
            _ => None,
        })
        .collect();
    assert_eq!(answers, [&GateAnswer::Silent]);
}
