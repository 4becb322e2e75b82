//! Going on with a record: what was said is not asked again, and it ends as it would have ended.

use std::{sync::Arc, time::Duration};

use quorate::{
    Discussion, Finished, RunError,
    agent::{Agent, Request},
    manager::{Changed, Recorded},
    strategies::{
        catalog::Catalog,
        event::{Charter, Event},
        outcome::Completeness,
        prelude::*,
        record::{Canonical, Chain, Entry},
        state::{Ruling, State},
    },
};

use super::table::{Act, Log, Player, about, checked, table};

pub(crate) const SEATS: [&str; 4] = ["Ann", "Bob", "Cy", "Dee"];

/// What a seat says: a function of seat and turn alone.
pub(crate) fn says(request: &Request<'_>) -> Act {
    let (seat, turn) = (request.id.0, request.turn.0);
    match (turn + u32::from(seat)) % 5 {
        0 => Act::fail("503: broken"),
        1 => format!("Point {turn} stands against it. [STANCE: DISAGREE]").into(),
        2 => format!("I propose step {turn}. [KIND: PROPOSAL]").into(),
        _ => format!("Yes, for reason {turn}. [STANCE: AGREE]").into(),
    }
}

/// Four seats, at most so many rounds, all at once each round or one after the other.
pub(crate) fn room(strategy: &str, rounds: u32) -> (Discussion, Log) {
    room_of(strategy, rounds, says)
}

fn room_of(
    strategy: &str,
    rounds: u32,
    act: impl Fn(&Request<'_>) -> Act + Send + Sync + 'static,
) -> (Discussion, Log) {
    let log = Log::default();
    let player = Player::new(&log, act);
    // One expert leads, and the others answer all at once.
    let (lead, knobs) = match strategy {
        "expert" => ("expert", Knobs::from([("others".to_owned(), "together".to_owned())])),
        _ => ("participant", Knobs::new()),
    };
    let mut discussion = about("Ship on Friday?").strategy_named(&Catalog::builtin(), strategy, knobs).unwrap();
    for (at, name) in SEATS.iter().enumerate() {
        let seat = Seat::new(*name).role(if at == 0 { lead } else { "participant" });
        discussion = discussion.seat(seat, player.clone());
    }
    (discussion.max_rounds(rounds), log)
}

pub(crate) fn canonical(entries: &[Entry]) -> Canonical {
    Canonical::of(entries.iter().map(|entry| &entry.event))
}

/// The record of these entries, as lines.
pub(super) fn sealed<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<u8> {
    let (mut chain, mut lines) = (Chain::default(), Vec::new());
    for entry in entries {
        chain.seal(entry.at, entry.cause, &entry.event, &mut lines).unwrap();
    }
    lines
}

fn turns_asked(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| matches!(entry.event, Event::Asked { .. })).count()
}

fn turns_ended(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| matches!(entry.event, Event::Answered { .. } | Event::Ended { .. })).count()
}

/// Both ended in the same way, with the same said and decided on the way.
pub(crate) fn assert_same(again: &Finished, whole: &Finished, case: &str) {
    assert_eq!(canonical(&again.entries), canonical(&whole.entries), "{case}");
    assert_eq!((&again.outcome, again.result()), (&whole.outcome, whole.result()), "{case}");
}

#[tokio::test(start_paused = true)]
async fn after_any_line_it_goes_on_to_the_same_end_and_asks_nobody_twice() {
    for strategy in ["round-robin", "expert"] {
        let (discussion, _) = room(strategy, 3);
        let whole = checked(discussion.run().await.unwrap());
        let lines = whole.lines().unwrap();
        let ends = lines.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        for (at, end) in ends.enumerate() {
            let recorded = Recorded::read(&lines[..end]);
            assert_eq!(recorded.broken, None);
            let done = turns_ended(&recorded.entries);
            let (discussion, log) = room(strategy, 3);
            let again = checked(discussion.resume(recorded).run().await.unwrap());
            let case = format!("{strategy}, after line {}", at + 1);
            assert_same(&again, &whole, &case);
            assert_eq!(log.calls(), turns_asked(&whole.entries) - done, "{case}");
            assert_eq!(log.running(), 0, "{case}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn every_byte_at_which_a_record_is_cut_leaves_whole_lines_that_go_on_to_the_same_end() {
    let make = || table(&["Ann", "Bob"], says);
    let whole = checked(make().0.max_rounds(1).run().await.unwrap());
    let lines = whole.lines().unwrap();
    let mut gone_on = 0;
    for cut in 0..lines.len() {
        let recorded = Recorded::read(&lines[..cut]);
        let kept = lines[..cut].iter().filter(|byte| **byte == b'\n').count();
        assert_eq!(recorded.entries, whole.entries[..kept], "cut at byte {cut}");
        let torn = lines[..cut].last().is_some_and(|byte| *byte != b'\n');
        assert_eq!(recorded.broken.is_some(), torn, "cut at byte {cut}");
        if cut % 97 == 0 {
            let again = checked(make().0.max_rounds(1).resume(recorded).run().await.unwrap());
            assert_same(&again, &whole, &format!("cut at byte {cut}"));
            gone_on += 1;
        }
    }
    assert!(gone_on > 50, "{gone_on}");
}

#[tokio::test(start_paused = true)]
async fn after_the_end_nobody_is_asked_and_nothing_is_recorded() {
    let (discussion, _) = room("round-robin", 2);
    let whole = checked(discussion.run().await.unwrap());
    let recorded = Recorded::read(&whole.lines().unwrap());
    assert_eq!(recorded.ended(), Some(whole.outcome.stop));
    let (discussion, log) = room("round-robin", 2);
    let again = discussion.resume(recorded).run().await.unwrap();
    assert_eq!((&again.entries, &again.hash, log.calls()), (&whole.entries, &whole.hash, 0));
}

#[tokio::test(start_paused = true)]
async fn between_the_conclusion_and_the_result_only_the_synthesiser_is_asked() {
    let make = || {
        let (discussion, log) = room("round-robin", 2);
        let writer = Log::default();
        let synthesizer = Player::new(&writer, |_| Act::fail("no writer today"));
        (discussion.synthesizer(synthesizer), log, writer)
    };
    let (discussion, ..) = make();
    let whole = checked(discussion.run().await.unwrap());
    let before = sealed(&whole.entries[..whole.entries.len() - 1]);
    let (discussion, log, writer) = make();
    let again = checked(discussion.resume(Recorded::read(&before)).run().await.unwrap());
    assert_same(&again, &whole, "without its result");
    assert_eq!((log.calls(), writer.calls()), (0, 1));
}

/// Runs a discussion whose seats take 10 ms each, and stops it after so long; gives what was recorded.
async fn stopped_after(ms: u64, mut discussion: Discussion) -> Recorded {
    let control = discussion.control();
    let stop = async {
        tokio::time::sleep(Duration::from_millis(ms)).await;
        control.cancel("Pat")
    };
    let (done, _) = tokio::join!(discussion.run(), stop);
    Recorded::read(&checked(done.unwrap()).lines().unwrap())
}

fn is_cancelled(recorded: &Recorded) -> bool {
    recorded.state.concluded().is_some_and(|end| end.why == StopReason::Cancelled)
}

/// Ended as if nobody had stopped it: with everything said once, and the same outcome.
fn assert_as_if_never_stopped(again: &Finished, whole: &Finished, case: &str) {
    assert!(again.entries.iter().any(|entry| matches!(entry.event, Event::Reopened { round: Some(_), .. })), "{case}");
    assert_eq!((&again.outcome, again.result()), (&whole.outcome, whole.result()), "{case}");
    assert_eq!(again.state.turns(), whole.state.turns(), "{case}");
    assert_eq!(again.state.closed_rounds(), whole.state.closed_rounds(), "{case}");
}

fn slowly(request: &Request<'_>) -> Act {
    says(request).after(10)
}

#[tokio::test(start_paused = true)]
async fn what_somebody_stopped_goes_on_in_the_round_in_which_it_was_as_if_it_had_never_been_stopped() {
    for strategy in ["round-robin", "expert"] {
        let whole = checked(room(strategy, 3).0.run().await.unwrap());
        let mut stops = 0;
        for ms in (5..).step_by(10) {
            let stopped = stopped_after(ms, room_of(strategy, 3, slowly).0).await;
            if !is_cancelled(&stopped) {
                break;
            }
            stops += 1;
            let answered = stopped.state.turns().iter().filter(|turn| turn.ending() != Some(Ending::Cancelled)).count();
            let (discussion, log) = room(strategy, 3);
            let again = checked(discussion.resume(stopped).run().await.unwrap());
            let case = format!("{strategy}, stopped after {ms} ms");
            assert_as_if_never_stopped(&again, &whole, &case);
            assert_eq!(log.calls(), whole.state.turns().len() - answered, "{case}");
        }
        assert!(stops > 5, "{strategy}: {stops}");
    }
}

#[tokio::test(start_paused = true)]
async fn however_often_it_is_stopped_it_comes_to_the_same_end() {
    for strategy in ["round-robin", "expert"] {
        let whole = checked(room(strategy, 3).0.run().await.unwrap());
        let mut recorded = stopped_after(15, room_of(strategy, 3, slowly).0).await;
        let mut stops = 1;
        while is_cancelled(&recorded) {
            recorded = stopped_after(15, room_of(strategy, 3, slowly).0.resume(recorded)).await;
            stops += 1;
        }
        let again = room(strategy, 3).0.resume(recorded).run().await.unwrap();
        assert_as_if_never_stopped(&again, &whole, strategy);
        assert!(stops > 3, "{strategy}: {stops}");
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_time_limit_stopped_goes_on_in_its_round_too() {
    let whole = checked(room("expert", 3).0.run().await.unwrap());
    for ms in [5, 15, 25, 35] {
        let late = checked(room_of("expert", 3, slowly).0.total_ms(ms).run().await.unwrap());
        assert_eq!(late.outcome.stop, StopReason::Time);
        assert_eq!(late.outcome.completeness, if ms == 5 { Completeness::Failed } else { Completeness::Partial });
        let recorded = Recorded::read(&late.lines().unwrap());
        let again = checked(room("expert", 3).0.total_ms(ms).resume(recorded).run().await.unwrap());
        let reopened = |entry: &&Entry| matches!(entry.event, Event::Reopened { .. });
        let reopened = again.entries.iter().find(reopened).map(|entry| entry.event.clone());
        let round = Some(late.state.round());
        assert_eq!(reopened, Some(Event::Reopened { by: "quorate".into(), round }), "{ms} ms");
        // A time-out that is recorded stays; whoever was not asked yet in that round is asked in it.
        assert_eq!(again.state.turns()[..late.state.turns().len()], *late.state.turns());
        let asked = |done: &Finished| done.state.turns().iter().map(|turn| (turn.seat, turn.round)).collect::<Vec<_>>();
        assert_eq!((asked(&again), again.outcome.stop), (asked(&whole), whole.outcome.stop), "{ms} ms");
    }
}

/// In records of versions that began the next round instead, that is what happens.
#[test]
fn a_record_that_left_a_round_behind_is_read_as_it_was_written() {
    let old: Event = serde_json::from_str(r#"{"event":"reopened","by":"quorate"}"#).unwrap();
    assert_eq!(old, Event::Reopened { by: "quorate".into(), round: None });
    let mut state = State::default();
    let events = [
        Event::Created(Charter::default().into()),
        Event::RoundOpened { round: 1 },
        Event::Cancelled { by: "Pat".into() },
        Event::RoundClosed { round: 1 },
        Event::Concluded { why: StopReason::Cancelled, decision: None, note: None },
        old,
    ];
    for (seq, event) in (1..).zip(&events) {
        state.apply(seq, event).unwrap();
    }
    assert_eq!((state.closed_rounds(), state.was_reopened()), (1, true));
}

#[tokio::test(start_paused = true)]
async fn what_the_principal_said_of_an_outcome_is_not_said_of_the_next_one() {
    let (discussion, _) = table(&SEATS, |request| says(request).after(10));
    let mut discussion = discussion.max_rounds(3);
    let _ = discussion.control().cancel("Pat");
    let stopped = Recorded::read(&discussion.run().await.unwrap().lines().unwrap());
    let (mut state, seq) = (stopped.state.clone(), stopped.state.last_seq());
    state.apply(seq + 1, &Event::Approved { by: "Pat".into() }).unwrap();
    assert_eq!(*state.ruling(), Ruling::Approved);
    state.apply(seq + 2, &Event::Reopened { by: "Pat".into(), round: Some(0) }).unwrap();
    assert_eq!(*state.ruling(), Ruling::Unsaid);
}

#[tokio::test(start_paused = true)]
async fn a_limit_that_stands_in_the_charter_is_an_end_for_good() {
    let (discussion, _) = room("round-robin", 3);
    let done = checked(discussion.max_turns(2).run().await.unwrap());
    let recorded = Recorded::read(&done.lines().unwrap());
    assert_eq!(recorded.ended(), Some(StopReason::MaxTurns));
    let (discussion, log) = room("round-robin", 3);
    let again = discussion.max_turns(2).resume(recorded).run().await.unwrap();
    assert_eq!((again.entries.len(), log.calls()), (done.entries.len(), 0));
}

/// The first event of a record that a discussion does not lead to.
fn first_change(whole: &Finished, change: impl FnOnce(Discussion) -> Discussion) -> Changed {
    let recorded = Recorded::read(&whole.lines().unwrap());
    let agent: Arc<dyn Agent> = Arc::new(Player::new(&Log::default(), |_| Act::fail("replay asks nobody")));
    let discussion = recorded.discussion(&Catalog::builtin(), |_| Arc::clone(&agent)).unwrap();
    match recorded.replay(&change(discussion)) {
        Err(RunError::Changed(changed)) => *changed,
        other => panic!("the change was not found: {other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_replay_asks_nobody_and_finds_every_step_prompt_and_reading_the_same() {
    for strategy in ["round-robin", "expert"] {
        let (discussion, _) = room(strategy, 3);
        let whole = checked(discussion.run().await.unwrap());
        let recorded = Recorded::read(&whole.lines().unwrap());
        let (discussion, log) = room(strategy, 3);
        let replayed = recorded.replay(&discussion).unwrap();
        let asked = turns_asked(&whole.entries);
        assert_eq!((replayed.events, replayed.prompts, replayed.prompts_skipped), (whole.entries.len(), asked, 0));
        assert!(replayed.readings > 0 && replayed.readings_skipped == 0);
        assert_eq!(log.calls(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_replay_names_the_first_event_that_a_changed_setting_would_make_another() {
    let (discussion, _) = room("round-robin", 3);
    let whole = checked(discussion.run().await.unwrap());
    let knob = |name: &str, value: &str| Knobs::from([(name.to_owned(), value.to_owned())]);
    type Change = Box<dyn FnOnce(Discussion) -> Discussion>;
    let rule = |name: &'static str, knobs: Knobs| -> Change {
        Box::new(move |discussion| discussion.rule_named(&Catalog::builtin(), name, knobs).unwrap())
    };
    let changes: Vec<(&str, Change)> = vec![
        (
            "strategy.name",
            Box::new(|one| one.strategy_named(&Catalog::builtin(), "brainstorm", Knobs::new()).unwrap().without_rule()),
        ),
        ("rule.name", rule("stance", Knobs::new())),
        ("rule.knobs", rule("ratio", knob("threshold", "60"))),
        ("rule.knobs", rule("ratio", knob("partial", "33"))),
        ("rounds.max", Box::new(|one| one.max_rounds(4))),
        ("rounds.min", Box::new(|one| one.min_rounds(1))),
        ("limits.turns", Box::new(|one| one.max_turns(7))),
        ("limits.turn_ms", Box::new(|one| one.turn_ms(7))),
        ("context", Box::new(|one| one.context(Scope::Full))),
        ("peers", Box::new(|one| one.peers(quorate::strategies::event::Peers::Anonymous))),
        ("seed", Box::new(|one| one.seed(8))),
        ("brief.language", Box::new(|one| one.language(quorate::strategies::brief::Language::Ja))),
        ("brief.material", Box::new(|one| one.material("more.md", "More."))),
    ];
    for (setting, change) in changes {
        let Changed::Setting { seq, key, was, would } = first_change(&whole, change) else { panic!("{setting}") };
        assert!(seq == 1 && key.starts_with(setting) && was != would, "{setting}: {key} {was} {would}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_replay_names_seats_prompts_readings_and_steps_that_would_be_others() {
    let (discussion, _) = room("round-robin", 3);
    let whole = checked(discussion.run().await.unwrap());
    let recorded = Recorded::read(&whole.lines().unwrap());

    let (swapped, _) = table(&["Bob", "Ann", "Cy", "Dee"], says);
    let swapped = swapped.max_rounds(3);
    let Err(RunError::Changed(changed)) = recorded.replay(&swapped) else { panic!("the order of seats") };
    let Changed::Setting { seq: 2, key, .. } = *changed else { panic!("{changed:?}") };
    assert_eq!(key, "seat 0.name");

    let reread = |entries: Vec<Entry>| {
        let recorded = Recorded::read(&sealed(&entries));
        match recorded.replay(&room("round-robin", 3).0) {
            Err(RunError::Changed(changed)) => *changed,
            other => panic!("the change was not found: {other:?}"),
        }
    };
    // As if the prompts, the reader or the strategy had been others when it ran.
    let mut entries = whole.entries.clone();
    let at = entries.iter().position(|entry| matches!(entry.event, Event::Asked { .. })).unwrap();
    if let Event::Asked { context, .. } = &mut entries[at].event {
        *context = "0".repeat(64).into();
    }
    let Changed::Prompt { seq, turn: TurnId(1), .. } = reread(entries) else { panic!("a prompt") };
    assert_eq!(seq, at as u64 + 1);

    let mut entries = whole.entries.clone();
    let at = entries.iter().position(|entry| matches!(entry.event, Event::Answered { .. })).unwrap();
    if let Event::Answered { message, .. } = &mut entries[at].event {
        let mut other = message.as_ref().clone();
        other.said = Some("Something else.".into());
        *message = Arc::new(other);
    }
    let Changed::Reading { seq, .. } = reread(entries) else { panic!("a reading") };
    assert_eq!(seq, at as u64 + 1);

    let mut entries = whole.entries.clone();
    let at = entries.iter().rposition(|entry| matches!(entry.event, Event::Stepped { .. })).unwrap();
    if let Event::Stepped { step, .. } = &mut entries[at].event {
        *step = Step::CloseRound;
    }
    let changed = Recorded::read(&sealed(&entries[..=at]));
    let Err(RunError::Changed(changed)) = changed.replay(&room("round-robin", 3).0) else { panic!("a step") };
    assert_eq!((changed.seq(), matches!(*changed, Changed::Decided(_))), (at as u64 + 1, true));
}

#[tokio::test(start_paused = true)]
async fn a_record_of_another_strategy_or_rule_is_not_gone_on_with_and_nobody_is_asked() {
    let (discussion, _) = room("round-robin", 3);
    let whole = checked(discussion.run().await.unwrap());
    let half = sealed(&whole.entries[..whole.entries.len() / 2]);
    let (discussion, log) = room("expert", 3);
    let error = discussion.resume(Recorded::read(&half)).run().await.unwrap_err();
    assert!(matches!(&error, RunError::Changed(changed) if changed.seq() == 1), "{error}");
    assert!(error.to_string().contains("strategy.name"), "{error}");
    assert_eq!(log.calls(), 0);
}

#[tokio::test(start_paused = true)]
async fn two_hundred_discussions_that_are_stopped_at_any_moment_all_go_on_to_a_result() {
    for seed in 0..200_u64 {
        let strategy = if seed % 2 == 0 { "round-robin" } else { "expert" };
        let make = || room_of(strategy, 3, |request| says(request).after(10 + u64::from(request.turn.0 * 7 % 11)));
        let (mut discussion, log) = make();
        let control = discussion.control();
        let stop = async {
            tokio::time::sleep(std::time::Duration::from_millis(seed * 37 % 190)).await;
            control.cancel("Pat")
        };
        let (done, _) = tokio::join!(discussion.run(), stop);
        let done = checked(done.unwrap());
        assert_eq!(log.running(), 0, "seed {seed}");
        let (discussion, log) = make();
        let again = discussion.resume(Recorded::read(&done.lines().unwrap())).run().await.unwrap();
        let again = checked(again);
        assert_ne!(again.outcome.stop, StopReason::Cancelled, "seed {seed}");
        assert!(again.result().is_some(), "seed {seed}");
        assert_eq!(log.running(), 0, "seed {seed}");
    }
}
