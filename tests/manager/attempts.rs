//! Within one turn: retries that wait as they are told, one repair of the form, and what is kept when it fails.

use std::time::Duration;

use quorate::{
    agent::{AgentError, Reply, Request, Retry, Trouble},
    strategies::{
        prelude::*,
        rules::Stances,
        turn::{Turn, Wholeness},
    },
};

use super::table::{Act, Asked, Log, checked, minutes, table};

/// A table where Ann does one thing after the other and Bob answers.
fn ann(does: impl Fn(usize, &Request<'_>) -> Act + Send + Sync + 'static) -> (quorate::Discussion, Log) {
    let calls = std::sync::atomic::AtomicUsize::new(0);
    table(&["Ann", "Bob"], move |request| match &*request.seat.name {
        "Ann" => does(calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1, request),
        _ => "Fine. [STANCE: AGREE]".into(),
    })
}

fn busy(hint: Option<Duration>) -> Act {
    Act::Fail(AgentError {
        trouble: Trouble::Busy,
        message: "429: too many requests".into(),
        retry: Retry::After(hint),
    })
}

fn again(asked: &[Asked]) -> Vec<Option<&'static str>> {
    asked.iter().map(|one| one.again).collect()
}

fn cause(turn: &Turn) -> &str {
    turn.end.as_ref().unwrap().cause.as_deref().unwrap_or_default()
}

// V-09
#[tokio::test(start_paused = true)]
async fn a_hint_is_waited_for_at_least_and_with_spread() {
    let (discussion, log) = ann(|call, _| match call {
        1 => busy(Some(Duration::from_secs(2))),
        _ => "Yes. [STANCE: AGREE]".into(),
    });
    let done = checked(discussion.max_rounds(1).run().await.unwrap());
    let asked = log.of("Ann");
    let waited = asked[1].at - asked[0].at;
    assert!(waited >= Duration::from_secs(2) && waited < Duration::from_secs(3), "{waited:?}");
    assert_eq!(again(&asked), [None, Some("failed")]);
    assert!(done.state.turns()[0].is_answered());
    assert!(asked[1].time_left <= Duration::from_secs(118), "the wait is the turn's own time");
}

// V-09
#[tokio::test(start_paused = true)]
async fn a_hint_beyond_the_time_that_is_left_gives_up_at_once_and_names_it() {
    let (discussion, log) = ann(|_, _| busy(Some(Duration::from_secs(3_600))));
    let start = tokio::time::Instant::now();
    let done = checked(discussion.turn_ms(40_000).max_rounds(1).run().await.unwrap());
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    let turn = &done.state.turns()[0];
    assert_eq!((turn.ending(), log.of("Ann").len()), (Some(Ending::Failed), 1));
    let why = cause(turn);
    assert!(why.contains("429: too many requests") && why.contains("3600 s") && why.contains("40 s"), "{why}");
    assert!(minutes(&done).contains("3600 s"));
}

// V-09
#[tokio::test(start_paused = true)]
async fn attempts_are_capped_counted_and_spaced() {
    let (discussion, log) = ann(|_, _| busy(None));
    let done = checked(discussion.max_rounds(1).run().await.unwrap());
    let asked = log.of("Ann");
    assert_eq!(asked.len(), 4);
    assert!(asked.windows(2).all(|pair| pair[1].at - pair[0].at >= Duration::from_millis(200)));
    assert!(cause(&done.state.turns()[0]).ends_with("(after 4 attempts)"), "{}", cause(&done.state.turns()[0]));

    let (discussion, log) = ann(|call, _| if call < 4 { busy(None) } else { "Yes.".into() });
    let done = checked(discussion.max_rounds(1).run().await.unwrap());
    assert_eq!(log.of("Ann").len(), 4);
    let attempts = done.entries.iter().find_map(|entry| match &entry.event {
        quorate::strategies::event::Event::Answered { receipt, .. } => Some(receipt.attempts),
        _ => None,
    });
    assert_eq!(attempts, Some(4), "the record says how many it took");
}

// V-09
#[tokio::test(start_paused = true)]
async fn trouble_that_asking_again_does_not_mend_is_asked_once() {
    for trouble in [Trouble::Denied, Trouble::NotFound, Trouble::BadRequest, Trouble::Refused] {
        let (discussion, log) = ann(move |_, _| Act::Fail(AgentError::lasting(trouble, "no")));
        let done = checked(discussion.max_rounds(1).run().await.unwrap());
        assert_eq!((log.of("Ann").len(), done.outcome.participation[0].failed), (1, 1), "{trouble:?}");
    }
}

// V-03
#[tokio::test(start_paused = true)]
async fn a_blank_reply_is_asked_for_once_more_then_fails_and_leaves_no_blank_message() {
    for blank in ["", "\n", "  \u{200b} \n", "<think>Should I? [STANCE: AGREE]</think>", "<think>I never close"] {
        let (discussion, log) = ann(move |_, _| blank.into());
        let done = checked(discussion.max_rounds(2).run().await.unwrap());
        let turn = &done.state.turns()[0];
        assert_eq!((turn.ending(), turn.message()), (Some(Ending::Failed), None), "{blank:?}");
        assert_eq!(again(&log.of("Ann"))[..2], [None, Some("cut")], "{blank:?}");
        assert_eq!(log.of("Ann").len(), 4, "two for each of two turns: {blank:?}");
        for asked in log.of("Bob") {
            assert!(!asked.heard.contains(&1) && !asked.user.contains("<msg") || asked.round == 2, "{}", asked.user);
            assert!(!asked.user.contains("#1 Ann") && !asked.user.trim().is_empty());
        }
        assert!(done.state.changes().iter().all(|change| change.seat.0 == 1), "nothing is taken from reasoning");
    }
}

// V-08
#[tokio::test(start_paused = true)]
async fn a_cut_reply_is_asked_for_once_with_more_room_then_taken_as_it_is() {
    let cut = || Act::Reply(Reply { whole: Wholeness::Cut, ..Reply::text("I think that the plan is") });
    let (discussion, log) = ann(move |_, _| cut());
    let done = checked(discussion.rule(Stances::default()).max_rounds(1).run().await.unwrap());
    assert_eq!(again(&log.of("Ann")), [None, Some("cut")]);
    let message = done.state.turns()[0].message().unwrap();
    assert_eq!((message.whole, message.reading.stance.value), (Wholeness::Cut, Stance::Unknown));
    assert!(minutes(&done).contains("stance is unknown because the reply was cut off"));

    let (discussion, log) = ann(move |call, _| if call == 1 { cut() } else { "All of it. [STANCE: AGREE]".into() });
    let done = checked(discussion.rule(Stances::default()).max_rounds(1).run().await.unwrap());
    assert_eq!(log.of("Ann").len(), 2);
    assert_eq!(done.state.turns()[0].message().unwrap().text(), "All of it. [STANCE: AGREE]");
}

#[tokio::test(start_paused = true)]
async fn a_missing_form_is_asked_for_exactly_once() {
    let (discussion, log) = ann(|call, _| if call == 1 { "I am for it.".into() } else { "[STANCE: AGREE]".into() });
    let done = checked(discussion.rule(Stances::default()).max_rounds(1).run().await.unwrap());
    let asked = log.of("Ann");
    assert_eq!(again(&asked), [None, Some("repair")]);
    assert!(asked[1].wrong.as_deref().unwrap().contains("no stance"));
    assert_eq!(done.outcome.level(), Level::Full);
}

#[tokio::test(start_paused = true)]
async fn the_first_reply_stands_when_the_repair_fails_in_whatever_way() {
    let repairs: [fn() -> Act; 5] = [
        || "Still no marker.".into(),
        || Act::fail("500"),
        || Act::Hang,
        || "".into(),
        || busy(Some(Duration::from_secs(3_600))),
    ];
    for (at, repair) in repairs.into_iter().enumerate() {
        let (discussion, log) = ann(move |call, _| if call == 1 { "I am for it.".into() } else { repair() });
        let done = checked(discussion.rule(Stances::default()).max_rounds(1).turn_ms(9_000).run().await.unwrap());
        let message = done.state.turns()[0].message().expect("the first reply is kept");
        assert_eq!((message.text(), message.reading.stance.value), ("I am for it.", Stance::Unknown), "repair {at}");
        assert_eq!(again(&log.of("Ann")).iter().filter(|one| **one == Some("repair")).count(), 1, "repair {at}");
    }
}

//
#[tokio::test(start_paused = true)]
async fn a_prompt_that_is_too_long_is_sent_once_more_in_half_the_room() {
    let long =
        || AgentError { trouble: Trouble::TooLong, message: "400: context length".into(), retry: Retry::Shorter };
    for mends in [true, false] {
        let (discussion, log) = table(&["Bob", "Ann"], move |request| match (&*request.seat.name, request.again) {
            ("Bob", _) => "many words ".repeat(3_000).into(),
            ("Ann", Some(_)) if mends => "Short enough. [STANCE: AGREE]".into(),
            _ => Act::Fail(long()),
        });
        let done = checked(discussion.max_rounds(1).run().await.unwrap());
        let asked = log.of("Ann");
        assert_eq!(again(&asked), [None, Some("shorter")]);
        let size = |one: &Asked| one.system.len() + one.user.len();
        assert!(size(&asked[1]) < size(&asked[0]) * 2 / 3, "{} then {}", size(&asked[0]), size(&asked[1]));
        assert!(asked[1].user.contains("# Your task") && asked[1].system == asked[0].system);
        let ending = done.state.turns()[1].ending();
        assert_eq!(ending, Some(if mends { Ending::Answered } else { Ending::Failed }));
        assert_eq!(done.outcome.stop, StopReason::MaxRounds, "a failed turn is no failed run");
    }
}
