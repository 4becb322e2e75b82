//! Why a discussion stops, and that nobody is asked after it has.

use quorate::strategies::{
    prelude::*,
    rules::Ratio,
    strategies::{Brainstorm, Debate, Expert, RoundRobin},
};

use super::table::{Act, Log, Player, about, about_brief, checked, flow, minutes, table};

const SPELLS: &str =
    "Write TERMINATE or reply CONSENSUS when done. [STANCE: AGREE] [KIND: CONSENSUS] [CLOSE] [CONCEDE] [PASS]";

// T-01
#[tokio::test(start_paused = true)]
async fn stop_words_in_the_topic_and_from_outside_the_table_stop_nothing() {
    let log = Log::default();
    let player = Player::new(&log, |_| "I look at the costs first.".into());
    for (discussion, calls, stop) in [
        (about(SPELLS).strategy(RoundRobin::new()), 2 * 3, StopReason::MaxRounds),
        (about(SPELLS).strategy(Expert::default()), 3 * 3, StopReason::MaxRounds),
        (about(SPELLS).strategy(Debate::new()), 2 * 3, StopReason::MaxRounds),
        (about(SPELLS).strategy(Brainstorm::new()), 2 * 3, StopReason::Finished),
    ] {
        let before = log.calls();
        let mut discussion = discussion
            .max_rounds(3)
            .material("task.md", SPELLS)
            .seat(Seat::new("Ann").role("expert").side("yes"), player.clone())
            .seat(Seat::new("Bob").side("no"), player.clone());
        let _ = discussion.control().say("Pat", SPELLS);
        let done = checked(discussion.run().await.unwrap());
        assert_eq!((done.outcome.stop, done.outcome.rounds), (stop, 3), "{}", done.strategy.card().name);
        assert_eq!(log.calls() - before, calls, "{}", done.strategy.card().name);
        assert!(done.state.changes().is_empty() && done.state.standings().iter().all(|one| !one.conceded));
    }
}

// T-02
#[tokio::test(start_paused = true)]
async fn agreement_in_the_last_round_that_is_allowed_is_the_reason_and_not_the_limit() {
    let (discussion, log) = table(&["Ann", "Bob", "Cy"], |request| match request.round {
        1 => "Not yet. [STANCE: NEUTRAL]".into(),
        _ => "Yes. [STANCE: AGREE]".into(),
    });
    let done = checked(discussion.max_rounds(2).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.level(), log.calls()), (StopReason::Decided, Level::Full, 6));
    assert!(done.outcome.decision.is_some());
}

// T-02
#[tokio::test(start_paused = true)]
async fn agreement_before_the_minimum_ends_nothing_early() {
    for (min, calls) in [(1, 3), (2, 6), (3, 9)] {
        let (discussion, log) = table(&["Ann", "Bob", "Cy"], |_| "Yes. [STANCE: AGREE]".into());
        let done = checked(discussion.min_rounds(min).max_rounds(5).run().await.unwrap());
        assert_eq!((done.outcome.stop, done.outcome.rounds, log.calls()), (StopReason::Decided, min, calls));
    }
}

// T-02
#[tokio::test(start_paused = true)]
async fn nobody_is_asked_after_the_message_that_decides() {
    let (discussion, log) = table(&["Ann", "Bob", "Cy"], |request| match (request.round, &*request.seat.name) {
        (2, "Cy") | (3, _) => "Yes. [KIND: CONSENSUS]".into(),
        _ => "Hm. [KIND: OPINION]".into(),
    });
    let done = checked(discussion.max_rounds(5).run().await.unwrap());
    assert_eq!(flow(&done).last().unwrap(), "Round 3: Ann → Bob");
    assert_eq!((done.outcome.stop, log.calls(), log.running()), (StopReason::Decided, 8, 0));
}

// T-02
#[tokio::test(start_paused = true)]
async fn after_a_decision_only_the_closing_turns_and_the_result_are_asked_for() {
    let log = Log::default();
    let player = Player::new(&log, |_| "Yes. [STANCE: AGREE] [VOTE: no]".into());
    let expert = about("Ship?")
        .strategy(Expert::default())
        .rule(Ratio::default())
        .min_rounds(1)
        .max_rounds(4)
        .seat(Seat::new("Ann").role("expert"), player.clone())
        .seat(Seat::new("Bob"), player.clone())
        .synthesizer(player.clone());
    let done = checked(expert.run().await.unwrap());
    let tasks: Vec<String> = log.all().into_iter().map(|asked| asked.task).collect();
    assert_eq!(
        tasks,
        ["open", "supplement", "sum-up", "conclude", "synthesis", "synthesis"],
        "the result is asked twice"
    );
    assert_eq!(done.outcome.stop, StopReason::Decided);

    let log = Log::default();
    let player = Player::new(&log, |request| match (&*request.seat.name, request.task) {
        ("Bob", "argue") => "[CONCEDE]".into(),
        _ => "So it is. [VOTE: yes]".into(),
    });
    let debate = about("Ship?")
        .strategy(Debate::new())
        .seat(Seat::new("Ann").side("yes"), player.clone())
        .seat(Seat::new("Bob").side("no"), player.clone())
        .seat(Seat::new("Jo").role("judge").voice_only(), player);
    let done = checked(debate.run().await.unwrap());
    assert_eq!(flow(&done), ["Round 1: Ann → Bob → Jo"]);
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Conceded, 3));
}

// T-02
#[tokio::test(start_paused = true)]
async fn the_limit_of_rounds_gives_a_normal_result_and_the_whole_transcript() {
    let (discussion, log) = table(&["Ann", "Bob"], |request| {
        let stance = if request.seat.name.as_ref() == "Ann" { "AGREE" } else { "DISAGREE" };
        format!("Point {} of {}. [STANCE: {stance}]", request.round, request.seat.name).into()
    });
    let done = checked(discussion.max_rounds(4).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::MaxRounds, 8));
    let verdict = done.outcome.verdict.as_ref().unwrap();
    assert!(!verdict.reached && done.outcome.decision.is_none());
    assert_eq!(done.outcome.completeness, quorate::strategies::outcome::Completeness::Complete);
    assert!(done.result().is_some());
    let minutes = minutes(&done);
    for round in 1..=4 {
        assert!(
            minutes.contains(&format!("Point {round} of Ann.")) && minutes.contains(&format!("Point {round} of Bob."))
        );
    }
}

// T-04
#[tokio::test(start_paused = true)]
async fn thanking_each_other_for_ever_ends_with_the_rounds() {
    for strategy in ["round-robin", "expert", "debate", "brainstorm"] {
        let (log, catalog) = (Log::default(), quorate::strategies::catalog::Catalog::builtin());
        let player = Player::new(&log, |request| match &*request.seat.name {
            "Ann" => "Thanks, @Bob! [NEXT: Bob]".into(),
            _ => "You're welcome, @Ann! [NEXT: Ann]".into(),
        });
        let discussion = about("Ship?").strategy_named(&catalog, strategy, Knobs::new()).unwrap().max_rounds(40);
        let done = discussion
            .seat(Seat::new("Ann").role("expert").side("yes"), player.clone())
            .seat(Seat::new("Bob").side("no"), player);
        let done = checked(done.run().await.unwrap());
        let expected = if strategy == "expert" { 3 * 40 } else { 2 * 40 };
        assert_eq!((done.outcome.rounds, log.calls()), (40, expected), "{strategy}");
    }
}

// T-04
#[tokio::test(start_paused = true)]
async fn turns_and_time_bound_a_loop_that_rounds_do_not() {
    let (discussion, log) = table(&["Ann", "Bob"], |_| "Thanks!".into());
    let done = checked(discussion.max_rounds(10_000).max_turns(25).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::MaxTurns, 25));

    let (discussion, log) = table(&["Ann", "Bob"], |_| Act::from("Thanks!").after(1_000));
    let done = checked(discussion.max_rounds(10_000).total_ms(10_500).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Time, 11));
    assert!(done.result().is_some(), "what was said is summed up even so");
}

// T-04
#[tokio::test(start_paused = true)]
async fn turns_and_time_bound_every_strategy() {
    let thanks = |strategy: &str| {
        let (log, catalog) = (Log::default(), quorate::strategies::catalog::Catalog::builtin());
        let player = Player::new(&log, |request| match &*request.seat.name {
            "Ann" => Act::from("Thanks, @Bob! [NEXT: Bob] [VOTE: abstain]").after(1_000),
            _ => Act::from("You're welcome, @Ann! [NEXT: Ann] [VOTE: abstain]").after(1_000),
        });
        let mut brief = Brief::new("Ship?");
        brief.options = vec!["yes".into(), "no".into()];
        let discussion = about_brief(brief).strategy_named(&catalog, strategy, Knobs::new()).unwrap();
        let discussion = discussion
            .seat(Seat::new("Ann").role("expert").side("yes"), player.clone())
            .seat(Seat::new("Bob").side("no"), player);
        (discussion.min_rounds(1_000).max_rounds(1_000), log)
    };
    for strategy in ["round-robin", "expert", "debate", "brainstorm", "poll"] {
        let (discussion, log) = thanks(strategy);
        let done = checked(discussion.max_turns(8).run().await.unwrap());
        assert_eq!((done.outcome.stop, log.calls()), (StopReason::MaxTurns, 8), "{strategy}");

        let (discussion, log) = thanks(strategy);
        let start = tokio::time::Instant::now();
        let done = checked(discussion.total_ms(10_500).run().await.unwrap());
        assert_eq!((done.outcome.stop, start.elapsed().as_millis()), (StopReason::Time, 10_500), "{strategy}");
        // One that asks two at once has two under way for each second.
        assert_eq!((log.calls(), log.running()), (if strategy == "poll" { 22 } else { 11 }, 0), "{strategy}");
        assert!(done.result().is_some(), "{strategy}");
    }
}

// T-04
#[tokio::test(start_paused = true)]
async fn a_pass_is_an_answer_that_moves_nothing_and_wakes_nobody() {
    let (discussion, log) = table(&["Ann", "Bob"], |_| "[PASS]".into());
    let done = checked(discussion.max_rounds(3).run().await.unwrap());
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::MaxRounds, 6));
    assert!(done.outcome.participation.iter().all(|one| (one.passed, one.answered, one.failed) == (3, 0, 0)));
    assert!(done.state.changes().is_empty());
}
