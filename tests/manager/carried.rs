//! What is carried over to the process that goes on: time-outs, the time that was used, and what was spent.

use std::time::Duration;

use quorate::{
    Discussion, Finished,
    manager::{Clock, Recorded},
    strategies::{
        event::{Event, Limit, Spend},
        prelude::*,
    },
};
use tokio::time::Instant;

use super::{
    budget::{calls, seated, took},
    resume::{canonical, sealed},
    table::{Act, Log, checked, table},
};

const NAMES: [&str; 3] = ["Ann", "Bob", "Cy"];

fn resumed(done: &Finished, lines: usize) -> Recorded {
    Recorded::read(&sealed(&done.entries[..lines]))
}

/// Turns that have ended, by round and seat.
fn ended(recorded: &Recorded) -> Vec<(u32, &str)> {
    let turns = recorded.state.turns().iter().filter(|turn| turn.end.is_some());
    turns.map(|turn| (turn.round, recorded.state.roster().name(turn.seat))).collect()
}

#[tokio::test(start_paused = true)]
async fn a_time_out_that_was_recorded_is_not_asked_and_not_waited_for_again() {
    let make = || {
        let (discussion, log) = table(&NAMES, |request| match &*request.seat.name {
            "Bob" => Act::Hang,
            _ => "Yes. [STANCE: AGREE]".into(),
        });
        (discussion.min_rounds(2).max_rounds(2).turn_ms(1_000), log)
    };
    let whole = checked(make().0.run().await.unwrap());
    let timed_out = |recorded: &Recorded| {
        recorded.state.turns().iter().filter(|turn| turn.ending() == Some(Ending::TimedOut)).count() as u64
    };
    let mut waited_less = 0;
    for lines in 1..whole.entries.len() {
        let recorded = resumed(&whole, lines);
        let over: Vec<(u32, String)> =
            ended(&recorded).into_iter().map(|(round, who)| (round, who.to_owned())).collect();
        let slow = timed_out(&recorded);
        let (discussion, log) = make();
        let start = Instant::now();
        let again = checked(discussion.resume(recorded).run().await.unwrap());
        assert_eq!(canonical(&again.entries), canonical(&whole.entries), "after line {lines}");
        assert_eq!(start.elapsed(), Duration::from_secs(2 - slow), "after line {lines}: {slow} time-outs are over");
        for asked in log.all() {
            assert!(!over.contains(&(asked.round, asked.who.clone())), "after line {lines}: {} again", asked.who);
        }
        waited_less += u32::from(slow > 0);
    }
    assert!(waited_less > 10, "{waited_less}");
}

/// A clock that goes with the time of the test, from a time of day on.
#[derive(Debug)]
struct Going(u64, Instant);

impl Going {
    fn from(ms: u64) -> Self {
        Self(ms, Instant::now())
    }
}

impl Clock for Going {
    fn now_ms(&self) -> u64 {
        self.0 + u64::try_from(self.1.elapsed().as_millis()).unwrap()
    }
}

const BEGIN: u64 = 1_767_261_600_000;
const HOUR: u64 = 3_600_000;

/// Each answer takes 3 s, and there are 10 s for all of them.
fn slow() -> (Discussion, Log) {
    let (discussion, log) = table(&NAMES, |_| Act::from("Hm. [STANCE: NEUTRAL]").after(3_000));
    (discussion.min_rounds(4).max_rounds(4).total_ms(10_000), log)
}

fn answered(done: &Finished) -> usize {
    done.state.turns().iter().filter(|turn| turn.is_answered()).count()
}

/// The number of lines up to the n-th answer.
fn upto(done: &Finished, answers: usize) -> usize {
    let answers_at = done.entries.iter().enumerate().filter(|(_, one)| matches!(one.event, Event::Answered { .. }));
    answers_at.map(|(at, _)| at + 1).nth(answers - 1).unwrap()
}

#[tokio::test(start_paused = true)]
async fn time_that_was_used_before_a_kill_counts_and_the_time_in_which_nobody_ran_does_not() {
    let whole = checked(slow().0.clock(Going::from(BEGIN)).run().await.unwrap());
    assert_eq!((whole.outcome.stop, answered(&whole)), (StopReason::Time, 3));
    // Killed after 6 s, gone on with an hour later: 4 s are left, which is one answer.
    let (discussion, log) = slow();
    let start = Instant::now();
    let again =
        discussion.clock(Going::from(BEGIN + HOUR)).resume(resumed(&whole, upto(&whole, 2))).run().await.unwrap();
    let again = checked(again);
    assert_eq!(start.elapsed(), Duration::from_secs(4));
    assert_eq!((again.outcome.stop, answered(&again), log.calls()), (StopReason::Time, 3, 2));
    assert_eq!(canonical(&again.entries), canonical(&whole.entries));

    // Killed twice: both parts count.
    let once = checked({
        let (discussion, _) = slow();
        let first = resumed(&whole, upto(&whole, 1));
        discussion.clock(Going::from(BEGIN + HOUR)).resume(first).run().await.unwrap()
    });
    let (discussion, _) = slow();
    let start = Instant::now();
    let twice = discussion.clock(Going::from(BEGIN + 2 * HOUR)).resume(resumed(&once, upto(&once, 2))).run().await;
    let twice = checked(twice.unwrap());
    assert_eq!(start.elapsed(), Duration::from_secs(4));
    assert_eq!(canonical(&twice.entries), canonical(&whole.entries));
}

const MOST: u64 = 5;

#[tokio::test(start_paused = true)]
async fn what_was_spent_before_a_kill_is_spent_and_what_does_not_fit_after_it_is_not_asked() {
    let make = || {
        let (discussion, log) = seated(&["Ann", "Bob"], |_| took("Wait for the audit. [STANCE: NEUTRAL]", 50, 10));
        (discussion.budget(calls(MOST)).min_rounds(9).max_rounds(9), log)
    };
    let whole = checked(make().0.run().await.unwrap());
    assert_eq!((whole.outcome.stop, whole.state.spent().calls), (StopReason::Budget, MOST));
    for lines in 1..whole.entries.len() {
        let recorded = resumed(&whole, lines);
        let sent = recorded.entries.iter().filter(|one| matches!(one.event, Event::Reserved { .. })).count();
        let lost = recorded.state.outstanding().len();
        let (discussion, log) = make();
        let again = checked(discussion.resume(recorded).run().await.unwrap());
        let case = format!("after line {lines}, {sent} sent of which {lost} never came back");
        assert_eq!(again.outcome.stop, StopReason::Budget, "{case}");
        // What was under way may have been paid for: it counts, and leaves so much less.
        assert_eq!(log.calls() + sent, MOST as usize, "{case}");
        assert_eq!(again.state.spent().calls, MOST, "{case}");
        let limits = again.entries.iter().filter(|one| one.event == Event::LimitReached { limit: Limit::Budget });
        assert_eq!(limits.count(), 1, "{case}");
        if lost == 0 {
            assert_eq!(again.state.spent(), whole.state.spent(), "{case}");
            assert_eq!(canonical(&again.entries), canonical(&whole.entries), "{case}");
        } else {
            assert!(again.state.spent().tokens > whole.state.spent().tokens, "{case}: {:?}", again.state.spent());
        }
    }
    assert_ne!(whole.state.spent(), Spend::default());
}
