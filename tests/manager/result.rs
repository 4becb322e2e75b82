//! Who writes the result, on what it may rest, and what is said when nobody could write it.

use std::time::Duration;

use quorate::{
    Finished,
    agent::{AgentError, Request, Retry, Trouble},
    strategies::{outcome::Author, prelude::*},
};
use serde_json::json;
use tokio::time::Instant;

use super::table::{Act, Asked, Log, Player, checked, minutes, table};

/// Two seats that agree or not, and a synthesiser that does one thing after the other.
async fn written(
    stance: &'static str,
    writes: impl Fn(usize, &Request<'_>) -> Act + Send + Sync + 'static,
) -> (Finished, Vec<Asked>) {
    let (discussion, log) = table(&["Ann", "Bob"], move |request| {
        format!("{} would ship on Friday behind a flag. [STANCE: {stance}]", request.seat.name).into()
    });
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let writer =
        Player::new(&log, move |request| writes(calls.fetch_add(1, std::sync::atomic::Ordering::SeqCst) + 1, request));
    let done = checked(discussion.max_rounds(2).synthesizer(writer).run().await.unwrap());
    (done, log.of("Synthesiser"))
}

fn document(consensus: Option<&str>, messages: &[u32]) -> String {
    json!({
        "consensus": consensus.map(|text| json!({ "text": text, "messages": messages })),
        "key_points": [{ "text": "A flag makes it safe.", "messages": messages }],
        "conclusion": { "text": "Ship on Friday.", "messages": messages },
        "recommendations": [],
        "divergences": [],
    })
    .to_string()
}

#[tokio::test(start_paused = true)]
async fn a_result_that_rests_on_messages_is_taken_with_its_author() {
    let (done, asked) = written("AGREE", |_, _| document(Some("Friday."), &[1, 2]).into()).await;
    let result = done.result().unwrap();
    assert_eq!(result.author, Author::Synthesizer { backend: "scripted".into() });
    assert_eq!((&*result.conclusion.text, result.conclusion.messages.len()), ("Ship on Friday.", 2));
    let [only] = asked.as_slice() else { panic!("asked {} times", asked.len()) };
    assert!(only.user.contains("Ann would ship on Friday") && only.user.contains("Bob would ship on Friday"));
    assert!(minutes(&done).contains("A flag makes it safe."));
}

#[tokio::test(start_paused = true)]
async fn messages_that_do_not_exist_are_told_once_and_then_the_rule_writes_and_says_so() {
    let (done, asked) = written("AGREE", |_, _| document(None, &[77, 99]).into()).await;
    assert_eq!(asked.iter().map(|one| one.again).collect::<Vec<_>>(), [None, Some("repair")]);
    assert!(asked[1].wrong.as_deref().unwrap().contains("names no message"));
    assert_eq!(done.result().unwrap().author, Author::Extractive);
    let told = minutes(&done);
    assert!(
        told.contains("*scripted was to write this and could not (asked: 2): ") && told.contains("names no message")
    );
    assert!(told.contains("Extractive instead: sentences taken word for word"));

    let mended = |call, _: &Request<'_>| document(None, if call == 1 { &[77] } else { &[1] }).into();
    let (done, _) = written("AGREE", mended).await;
    assert_ne!(done.result().unwrap().author, Author::Extractive);
}

#[tokio::test(start_paused = true)]
async fn a_consensus_that_was_not_counted_is_refused() {
    let (done, asked) = written("NEUTRAL", |_, _| document(Some("All agree."), &[1, 2]).into()).await;
    assert_eq!(asked.len(), 2);
    assert!(asked[1].wrong.as_deref().unwrap().contains("`consensus` must be null"));
    let result = done.result().unwrap();
    assert_eq!((&result.author, &result.consensus), (&Author::Extractive, &None));
    assert!(!minutes(&done).contains("All agree."));
}

#[tokio::test(start_paused = true)]
async fn a_synthesiser_that_is_busy_is_waited_for_and_one_that_fails_is_not_asked_for_ever() {
    let busy = |hint| {
        Act::Fail(AgentError {
            trouble: Trouble::Busy,
            message: "429".into(),
            retry: Retry::After(Some(Duration::from_secs(hint))),
        })
    };
    let (done, asked) =
        written("AGREE", move |call, _| if call == 1 { busy(3) } else { document(None, &[1]).into() }).await;
    assert!(asked[1].at - asked[0].at >= Duration::from_secs(3));
    assert_ne!(done.result().unwrap().author, Author::Extractive);
    for act in [busy(1), busy(100_000), Act::fail("500"), Act::Hang, "".into(), "No JSON at all.".into()] {
        let (done, asked) = written("AGREE", move |_, _| act.clone()).await;
        assert!(asked.len() <= 2, "{}", asked.len());
        assert_eq!(done.result().unwrap().author, Author::Extractive);
    }
}

#[tokio::test(start_paused = true)]
async fn every_part_of_an_extractive_result_is_word_for_word_from_the_messages_it_names() {
    let (discussion, _) = table(&["Ann", "Bob"], |request| match (&*request.seat.name, request.round) {
        ("Ann", 1) => "I propose to wait a week.\n\n- Test on Windows first.\n\n[KIND: PROPOSAL]".into(),
        ("Bob", 1) => "A week costs the launch. [STANCE: DISAGREE]".into(),
        _ => "A week it is. [STANCE: AGREE]".into(),
    });
    let done = checked(discussion.max_rounds(2).run().await.unwrap());
    let result = done.result().unwrap();
    let all = result.consensus.iter().chain(&result.key_points).chain([&result.conclusion]);
    for one in all.chain(&result.recommendations).chain(&result.divergences) {
        assert!(!one.messages.is_empty());
        let texts: Vec<&str> = one
            .messages
            .iter()
            .filter_map(|id| done.state.turn(*id)?.message())
            .map(|message| message.text())
            .collect();
        for line in one.text.lines() {
            assert!(texts.iter().any(|text| text.contains(line)), "{line:?} in {texts:?}");
        }
    }
    assert!(result.divergences.iter().any(|one| one.text.contains("A week costs the launch")));
}

#[tokio::test(start_paused = true)]
async fn a_result_is_not_asked_for_when_somebody_stopped_it() {
    let log = Log::default();
    let (mut discussion, _) = table(&["Ann", "Bob"], |_| Act::from("Hm.").after(100));
    let control = discussion.control();
    let discussion = discussion.synthesizer(Player::new(&log, |_| "{}".into()));
    let stop = async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        control.cancel("Pat")
    };
    let (done, _) = tokio::join!(discussion.run(), stop);
    let done = checked(done.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Cancelled, 0));
    assert_eq!(done.result().unwrap().author, Author::Extractive);
}

#[tokio::test(start_paused = true)]
async fn a_synthesiser_that_fails_late_keeps_nobody_beyond_the_end() {
    let (discussion, log) = table(&["Ann"], |_| "We should wait.".into());
    let broken = AgentError::passing(Trouble::Broken, "broken");
    let writer = Player::new(&log, move |_| Act::Fail(broken.clone()).after(1_900));
    let start = Instant::now();
    let discussion = discussion.max_rounds(1).total_ms(2_000).synthesizer(writer);
    let done = checked(discussion.run().await.unwrap());
    assert!(start.elapsed() <= Duration::from_secs(2), "{:?}", start.elapsed());
    assert_eq!(done.result().unwrap().unwritten.as_ref().map(|one| one.asked), Some(1));
}
