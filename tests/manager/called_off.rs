//! Calls that could change nothing any more are not waited for, and the outcome says how many they were.

use std::time::Duration;

use quorate::{
    report::result_json,
    strategies::{
        event::Event,
        outcome::{Completeness, called_off},
        prelude::*,
        rules::Majority,
        strategies::Poll,
    },
};
use tokio::time::Instant;

use super::golden::golden;
use super::table::{Act, Log, Player, about_brief, checked, minutes};

/// Five seats of weight 1, 3, 3, 1 and 1; in round 2 the last two answer after ten seconds only.
fn poll(language: Language) -> (quorate::Discussion, Log) {
    let mut brief = Brief::new("When?");
    brief.options = vec!["Friday".into(), "Monday".into()];
    brief.language = language;
    let log = Log::default();
    let player = Player::new(&log, |request| {
        let vote = |option: &str| Act::from(format!("So I think. [VOTE: {option}]"));
        match (request.round, &*request.seat.name) {
            (1, "Ann") => vote("Friday"),
            (1, "Bob") => vote("Monday"),
            (1, _) => "[PASS]".into(),
            (_, "Ann") => vote("Monday").after(100),
            (_, "Bob") => vote("Friday").after(200),
            (_, "Cy") => vote("Friday").after(300),
            _ => vote("Monday").after(10_000),
        }
    });
    let discussion = about_brief(brief).strategy(Poll::new()).rule(Majority::default()).min_rounds(2).max_rounds(2);
    let seats = [("Ann", 1), ("Bob", 3), ("Cy", 3), ("Dan", 1), ("Eve", 1)];
    let seat = |name: &str, weight| Seat::new(name).weight(weight);
    let discussion =
        seats.into_iter().fold(discussion, |one, (name, weight)| one.seat(seat(name, weight), player.clone()));
    (discussion, log)
}

// T-02
#[tokio::test(start_paused = true)]
async fn the_third_of_five_decides_and_nobody_waits_for_the_slow_two() {
    let (discussion, log) = poll(Language::En);
    let start = Instant::now();
    let done = checked(discussion.run().await.unwrap());
    assert_eq!(start.elapsed(), Duration::from_millis(300));
    assert_eq!((done.outcome.stop, done.outcome.completeness), (StopReason::Decided, Completeness::Complete));
    assert_eq!((log.calls(), log.running()), (10, 0));
    assert_eq!(called_off(&done.outcome.participation), 2);
    let events: Vec<&Event> = done.entries.iter().map(|entry| &entry.event).collect();
    let at = events.iter().position(|event| matches!(event, Event::Settled { .. })).unwrap();
    assert!(matches!(events[at - 1], Event::Answered { turn: TurnId(8), .. }));
    for event in &events[at + 1..at + 3] {
        assert!(matches!(event, Event::Ended { how: Ending::NotNeeded, .. }), "{event:?}");
    }
    golden("poll-called-off.md", &done);
}

#[tokio::test(start_paused = true)]
async fn minutes_and_result_say_what_was_saved() {
    for (language, words) in [
        (Language::En, "2 calls were called off: nothing they could bring would have changed the verdict."),
        (Language::Zh, "省去 2 次调用：无论如何作答都不会改变结论。"),
        (Language::Ja, "2件の呼び出しを取りやめた。どう答えても結論は変わらなかった。"),
    ] {
        let done = checked(poll(language).0.run().await.unwrap());
        assert!(minutes(&done).contains(words), "{}", minutes(&done));
        let result = result_json(&done.source());
        assert_eq!(result["called_off"], 2);
        assert_eq!(result["missing"].as_array().map(Vec::len), result.get("missing").map(|_| 0), "nobody is missing");
    }
}

// T-02
#[tokio::test(start_paused = true)]
async fn after_what_was_called_off_the_result_is_asked_for_and_nothing_else() {
    let (discussion, log) = poll(Language::En);
    let done = checked(discussion.synthesizer(Player::new(&log, |_| Act::fail("down"))).run().await.unwrap());
    let tasks: Vec<String> = log.all().into_iter().map(|asked| asked.task).collect();
    assert_eq!(tasks, [["vote"; 5].as_slice(), &["revise"; 5], &["synthesis"]].concat());
    assert_eq!((done.outcome.stop, log.running()), (StopReason::Decided, 0));
}

#[tokio::test(start_paused = true)]
async fn a_result_without_any_says_nothing_of_it() {
    let done = checked(poll(Language::En).0.max_rounds(1).min_rounds(1).run().await.unwrap());
    assert_eq!(result_json(&done.source()).get("called_off"), None);
    assert!(!minutes(&done).contains("called off"));
}
