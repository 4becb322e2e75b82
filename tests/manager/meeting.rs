//! Meetings as seeds 000 and 001 have them: full, majority and no consensus, who hangs, breaks or says nothing that can be
//! read, and the minutes that come of it, in three languages.

use std::time::Duration;

use quorate::{
    Discussion, Finished,
    agent::Request,
    strategies::{brief::Language, event::Event, prelude::*, rule::Level, strategies::Meeting, turn::Ending},
};
use tokio::time::Instant;

use super::{
    golden::golden,
    table::{Act, Log, Player, about_brief, checked, minutes},
};

const LANGUAGES: [Language; 3] = [Language::En, Language::Zh, Language::Ja];

/// A meeting with the limits of the preset: a minute for a seat, ten for all.
fn meeting(
    language: Language,
    names: &[&str],
    act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static,
) -> (Discussion, Log) {
    let log = Log::default();
    let player = Player::new(&log, act);
    let topic = match language {
        Language::En => "Do we ship on Friday?",
        Language::Zh => "我们周五发布吗？",
        Language::Ja => "金曜日にリリースしますか。",
    };
    let brief = Brief { language, ..Brief::new(topic) };
    let discussion = about_brief(brief).strategy(Meeting::new()).turn_ms(60_000).total_ms(600_000).max_rounds(3);
    (names.iter().fold(discussion, |all, name| all.seat(Seat::new(*name), player.clone())), log)
}

/// What somebody says of a stance, in the language.
fn says(language: Language, stance: &str, round: u32) -> String {
    let words = match (language, stance) {
        (Language::En, "AGREE") => "The rollback is rehearsed, so I am for it.",
        (Language::En, "DISAGREE") => "Nobody is on call at the weekend.",
        (Language::En, _) => "I have not seen the figures yet.",
        (Language::Zh, "AGREE") => "回滚已经演练过，我同意。",
        (Language::Zh, "DISAGREE") => "周末无人值班。",
        (Language::Zh, _) => "我还没有看到数据。",
        (Language::Ja, "AGREE") => "ロールバックは予行済みなので賛成です。",
        (Language::Ja, "DISAGREE") => "週末の当番がいません。",
        (Language::Ja, _) => "数字をまだ見ていません。",
    };
    format!("{words} ({round})\n[STANCE: {stance}]")
}

async fn held(
    language: Language,
    names: &[&str],
    act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static,
) -> Finished {
    checked(meeting(language, names, act).0.run().await.unwrap())
}

fn level(done: &Finished) -> Level {
    done.state.verdict().expect("it was judged").level
}

fn named(name: &str, language: Language) -> String {
    match language {
        Language::En => format!("meeting-{name}.md"),
        language => format!("meeting-{name}.{}.md", language.code()),
    }
}

#[tokio::test(start_paused = true)]
async fn all_agree_and_the_meeting_ends_in_that_round() {
    for language in LANGUAGES {
        let done = held(language, &["alice", "bob", "carol"], move |request| {
            let stance = if request.round == 1 && request.id.0 == 1 { "DISAGREE" } else { "AGREE" };
            says(language, stance, request.round).into()
        })
        .await;
        assert_eq!((level(&done), done.state.round(), done.outcome.stop), (Level::Full, 2, StopReason::Decided));
        assert!(minutes(&done).contains("FULL_CONSENSUS"));
        golden(&named("full", language), &done);
    }
}

#[tokio::test(start_paused = true)]
async fn two_of_three_agree_and_nobody_disagrees() {
    for language in LANGUAGES {
        let done = held(language, &["alice", "bob", "carol"], move |request| {
            let stance = if request.id.0 == 2 { "NEUTRAL" } else { "AGREE" };
            says(language, stance, request.round).into()
        })
        .await;
        assert_eq!((level(&done), done.state.round()), (Level::Majority, 1), "early exit");
        assert!(minutes(&done).contains("MAJORITY_CONSENSUS"));
        golden(&named("majority", language), &done);
    }
}

#[tokio::test(start_paused = true)]
async fn one_who_disagrees_to_the_end_leaves_it_without_consensus() {
    for language in LANGUAGES {
        let done = held(language, &["alice", "bob", "carol"], move |request| {
            let stance = if request.id.0 == 2 { "DISAGREE" } else { "AGREE" };
            says(language, stance, request.round).into()
        })
        .await;
        assert_eq!((level(&done), done.state.round(), done.outcome.stop), (Level::None, 3, StopReason::MaxRounds));
        assert!(minutes(&done).contains("NO_CONSENSUS") && done.outcome.decision.is_none());
        golden(&named("none", language), &done);
    }
}

#[tokio::test(start_paused = true)]
async fn who_hangs_who_breaks_and_who_omits_the_marker_are_named_and_the_meeting_ends_in_time() {
    for language in LANGUAGES {
        let start = Instant::now();
        let done = held(language, &["alice", "bob", "carol", "dave", "erin"], move |request| {
            match request.id.0 {
                // It answers in the second minute, when its turn is over.
                1 => Act::from(says(language, "DISAGREE", request.round)).after(70_000),
                2 => Act::fail("connection reset by peer"),
                3 => says(language, "AGREE", request.round).split("\n[").next().unwrap_or_default().into(),
                _ => says(language, "AGREE", request.round).into(),
            }
        })
        .await;
        assert!(start.elapsed() <= Duration::from_secs(600), "{:?}", start.elapsed());
        let endings: Vec<Ending> = done.state.turns()[..5].iter().map(|turn| turn.end.as_ref().unwrap().how).collect();
        assert_eq!(
            endings,
            [Ending::Answered, Ending::TimedOut, Ending::Failed, Ending::Answered, Ending::Answered],
            "{language:?}"
        );
        // A late objection is kept and counts nowhere: it would have been a disagreement.
        let late = done.entries.iter().filter(|entry| matches!(entry.event, Event::Late { .. })).count();
        assert!(late > 0);
        let counts = &done.state.verdict().unwrap().counts;
        assert_eq!((counts["agree"], counts["disagree"], counts["of"]), (2, 0, 5), "{counts:?}");
        assert_eq!(level(&done), Level::None, "two of five agree");
        let told = minutes(&done);
        for name in ["bob", "carol", "dave"] {
            assert!(told.contains(name));
        }
        assert!(told.contains("connection reset by peer"), "{told}");
        golden(&named("faults", language), &done);
    }
}

/// What comes of a meeting of one round in which these stances are taken; `-` is none, `!` a failure, `~` a time-out.
async fn of_stances(stances: &'static str) -> (Level, StopReason) {
    let names = ["a", "b", "c", "d", "e", "f"];
    let act = move |request: &Request<'_>| match stances.as_bytes()[usize::from(request.id.0)] {
        b'A' => "Yes. [STANCE: AGREE]".into(),
        b'D' => "No. [STANCE: DISAGREE]".into(),
        b'N' => "Perhaps. [STANCE: NEUTRAL]".into(),
        b'-' => "Hm, I agree in a way.".into(),
        b'!' => Act::fail("down"),
        _ => Act::Hang,
    };
    let (discussion, _) = meeting(Language::En, &names[..stances.len()], act);
    let done = checked(discussion.max_rounds(1).run().await.unwrap());
    (done.state.verdict().map_or(Level::None, |verdict| verdict.level), done.outcome.stop)
}

#[tokio::test(start_paused = true)]
async fn consensus_is_counted_as_the_protocol_says() {
    let cases = [
        ("A", Level::Full, "one who agrees is all"),
        ("AAA", Level::Full, "all agree"),
        ("AAN", Level::Majority, "exactly two thirds, nobody against"),
        ("AA-", Level::Majority, "unknown counts as neutral"),
        ("AA~", Level::Majority, "so does a time-out"),
        ("AA!", Level::Majority, "and a failure"),
        ("AAAA-~", Level::Majority, "four of six"),
        ("AAAN~-", Level::None, "three of six"),
        ("AAD", Level::None, "one against blocks a majority"),
        ("AAAAAD", Level::None, "however many agree"),
        ("AN", Level::None, "one of two is less than two thirds"),
        ("NNN", Level::None, "neutral is no agreement"),
        ("---", Level::None, "nobody said anything that can be read"),
        ("D", Level::None, "one who disagrees"),
    ];
    for (stances, wanted, why) in cases {
        assert_eq!(of_stances(stances).await.0, wanted, "{stances}: {why}");
    }
    for silent in ["~~~", "!!!", "~!~"] {
        assert_eq!(of_stances(silent).await, (Level::None, StopReason::NoAnswers), "{silent}");
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_hears_anybody_and_a_round_takes_one_message_a_seat() {
    let (discussion, log) = meeting(Language::En, &["alice", "bob", "carol"], |request| {
        Act::from(says(Language::En, "DISAGREE", request.round)).after(10)
    });
    let done = checked(discussion.run().await.unwrap());
    assert_eq!((log.calls(), done.state.turns().len(), log.most_at_once()), (9, 9, 3), "asked together");
    assert!(log.all().iter().all(|asked| asked.heard.is_empty()), "but through the summary");
    assert!(log.all().iter().all(|asked| asked.user.contains("[STANCE:") || asked.system.contains("[STANCE:")));
}

#[tokio::test(start_paused = true)]
async fn the_time_of_the_whole_meeting_ends_it_in_the_middle_of_a_round() {
    let start = Instant::now();
    let (discussion, log) = meeting(Language::En, &["alice", "bob"], |request| match request.id.0 {
        0 => Act::Hang,
        _ => says(Language::En, "DISAGREE", request.round).into(),
    });
    let done = checked(discussion.total_ms(90_000).run().await.unwrap());
    assert_eq!((start.elapsed(), log.running()), (Duration::from_secs(90), 0));
    assert_eq!((done.outcome.stop, done.state.round()), (StopReason::Time, 2));
    assert!(minutes(&done).contains("alice"));
}

#[tokio::test(start_paused = true)]
async fn no_round_is_opened_in_the_last_moments_and_what_was_said_before_is_what_counts() {
    let (discussion, log) = meeting(Language::En, &["alice", "bob"], |request| {
        let stance = if request.id.0 == 0 { "AGREE" } else { "DISAGREE" };
        Act::from(says(Language::En, stance, request.round)).after(2_450)
    });
    let done = checked(discussion.total_ms(5_000).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.state.round(), log.calls()), (StopReason::Time, 2, 4), "100 ms are left");
    let counts = &done.state.verdict().unwrap().counts;
    assert_eq!((counts["agree"], counts["disagree"]), (1, 1), "{counts:?}");
}
