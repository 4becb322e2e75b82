//! Limits hold exactly: one below, at, and one above.

use std::{fs, num::NonZeroU32};

use quorate::{
    Discussion, Finished, SetupError,
    agent::{
        Scripted,
        pool::{Lane, Limits},
        spec::AgentFactory,
    },
    manager::Recorded,
    preset::{Overrides, Preset},
    strategies::{
        catalog::Catalog,
        event::{Event, Limit},
        prelude::*,
        rules::Unanimity,
        seat::{Roster, RosterError},
        strategies::Poll,
        strategy::Rounds,
    },
};

use super::{
    budget::{calls, seated, took},
    resume::sealed,
    table::{Act, Log, Player, about, checked, minutes, table},
};

fn of_seats(count: usize) -> Discussion {
    let seats = (0..count).map(|n| Seat::new(format!("Seat number {n}")));
    seats.fold(about("Ship?"), |discussion, seat| discussion.seat(seat, Scripted::lines(["Yes."])))
}

#[test]
fn seats_and_rounds() {
    for (count, fits) in [(Roster::MOST - 1, true), (Roster::MOST, true), (Roster::MOST + 1, false)] {
        match of_seats(count).check() {
            Ok(plan) => assert!(fits && plan.roster.len() == count, "{count} seats"),
            Err(error) => {
                let SetupError::Roster(RosterError::TooMany { most: Roster::MOST }) = error else { panic!("{error}") };
                assert!(!fits, "{count} seats");
            }
        }
    }
    for (rounds, fits) in
        [(0, false), (1, true), (Rounds::MOST - 1, true), (Rounds::MOST, true), (Rounds::MOST + 1, false)]
    {
        match of_seats(2).max_rounds(rounds).check() {
            Ok(plan) => assert!(fits && plan.charter.rounds.max == rounds, "{rounds} rounds"),
            Err(error) => {
                assert!(matches!(error, SetupError::Rounds { max, .. } if max == rounds), "{error}");
                assert!(!fits, "{rounds} rounds");
            }
        }
    }
}

#[test]
fn bytes_of_material() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("plan.md"), "x".repeat(1_000)).unwrap();
    for (most, fits) in [(999, false), (1_000, true), (1_001, true)] {
        let text = format!(
            "topic = \"Ship?\"\nmaterial = [\"plan.md\"]\nmax_material = {most}\n[[seat]]\nname = \"Ann\"\n[[seat]]\nname = \"Bob\"\n"
        );
        let preset = Preset::parse("a.toml", &text, folder.path()).unwrap();
        let built = preset.discussion(&Overrides::default(), &Catalog::builtin(), &AgentFactory::builtin());
        match built {
            Ok(_) => assert!(fits, "{most}"),
            Err(error) => assert!(!fits && error.to_string().contains("above 999 bytes"), "{most}: {error}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn calls_at_once() {
    for seats in [3, 4, 5] {
        let log = Log::default();
        let mut player = Player::new(&log, |_| Act::from("Wait. [VOTE: no]").after(50));
        let limits = Limits { at_once: NonZeroU32::new(4).unwrap(), a_minute: None };
        player.lane = Some((Lane::new("a server", None), limits));
        let names = (0..seats).map(|n| Seat::new(format!("Seat number {n}")));
        let discussion = names.fold(about("Ship?"), |discussion, seat| discussion.seat(seat, player.clone()));
        discussion.strategy(Poll::new()).max_rounds(1).run().await.unwrap();
        assert_eq!(log.most_at_once(), seats.min(4), "{seats} seats");
    }
}

/// Why a discussion of two seats and three rounds ended, and how many turns it had.
fn end(done: &Finished) -> (StopReason, usize) {
    (done.outcome.stop, done.state.turns().len())
}

#[tokio::test(start_paused = true)]
async fn turns() {
    for (most, expected) in
        [(5, (StopReason::MaxTurns, 5)), (6, (StopReason::MaxRounds, 6)), (7, (StopReason::MaxRounds, 6))]
    {
        let (discussion, log) = table(&["Ann", "Bob"], |_| "Hm.".into());
        let done = checked(discussion.max_rounds(3).max_turns(most).run().await.unwrap());
        assert_eq!((end(&done), log.calls()), (expected, expected.1), "{most} turns");
    }
}

#[tokio::test(start_paused = true)]
async fn requests() {
    for (most, expected) in
        [(5, (StopReason::Budget, 5)), (6, (StopReason::MaxRounds, 6)), (7, (StopReason::MaxRounds, 6))]
    {
        let (discussion, log) = seated(&["Ann", "Bob"], |_| took("Hm.", 5, 5));
        let done = checked(discussion.max_rounds(3).budget(calls(most)).run().await.unwrap());
        assert_eq!((end(&done), log.calls()), (expected, expected.1), "{most} requests");
    }
}

/// The length of the record when the last turn is asked for.
fn before_the_last_turn(done: &Finished) -> u64 {
    let asked = done.entries.iter().rposition(|one| matches!(one.event, Event::Asked { .. })).unwrap();
    sealed(&done.entries[..asked]).len() as u64
}

#[tokio::test(start_paused = true)]
async fn bytes_of_the_record() {
    let run = async |most| {
        let (discussion, log) = table(&["Ann", "Bob"], |_| "Hm. ".repeat(200).into());
        let done = checked(discussion.max_rounds(3).max_record_bytes(most).run().await.unwrap());
        (done, log.calls())
    };
    // The limit is in the record itself: those that are compared have as many digits.
    let (whole, calls) = run(99_999).await;
    assert_eq!((whole.outcome.stop, calls), (StopReason::MaxRounds, 6));
    let length = before_the_last_turn(&whole);
    assert!((10_000..99_999).contains(&length), "{length}");
    for (most, calls) in [(length - 1, 5), (length, 6), (length + 1, 6)] {
        let (done, asked) = run(most).await;
        assert_eq!((done.outcome.stop, asked), (StopReason::MaxRecord, calls), "{most} of {length} bytes");
        let limits = done.entries.iter().filter(|one| one.event == Event::LimitReached { limit: Limit::Record });
        assert_eq!(limits.count(), 1);
        assert!(done.result().is_some(), "what was said is summed up");
    }
    let (discussion, log) = table(&["Ann", "Bob"], |_| "Hm. ".repeat(200).into());
    let done = checked(discussion.max_rounds(3).max_record_bytes(length / 2).run().await.unwrap());
    assert!(done.outcome.stop == StopReason::MaxRecord && (1..6).contains(&log.calls()), "{}", log.calls());
    assert!(minutes(&done).contains("the record was as long as it may be"));
    // What was written before a kill counts.
    let told = done.entries.iter().position(|one| matches!(one.event, Event::LimitReached { .. })).unwrap();
    let (discussion, log) = table(&["Ann", "Bob"], |_| "Hm. ".repeat(200).into());
    let recorded = Recorded::read(&sealed(&done.entries[..told]));
    let discussion = discussion.max_rounds(3).max_record_bytes(length / 2).resume(recorded);
    let again = checked(discussion.run().await.unwrap());
    assert_eq!((again.outcome.stop, log.calls()), (StopReason::MaxRecord, 0));
    // To go on with it is of no use: it is full.
    let recorded = Recorded::read(&done.lines().unwrap());
    assert_eq!(recorded.ended(), Some(StopReason::MaxRecord));
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_fills_the_record_calls_the_rest_of_its_batch_off() {
    let make = || {
        let log = Log::default();
        let player = Player::new(&log, |request| match &*request.seat.name {
            "Ann" => Act::from(format!("{} [VOTE: Friday]", "words ".repeat(20_000))).after(10),
            _ => Act::from("[VOTE: Monday]").after(50),
        });
        let mut brief = Brief::new("When?");
        brief.options = vec!["Friday".into(), "Monday".into()];
        let seats = ["Ann", "Bob", "Cy"].into_iter();
        let discussion = super::table::about_brief(brief).strategy(Poll::new()).rule(Unanimity::default());
        let discussion = discussion.max_record_bytes(100_000);
        (seats.fold(discussion, |one, name| one.seat(Seat::new(name), player.clone())), log)
    };
    let (discussion, log) = make();
    let done = checked(discussion.run().await.unwrap());
    assert_eq!((end(&done), log.running()), ((StopReason::MaxRecord, 3), 0));
    for turn in &done.state.turns()[1..] {
        assert_eq!(turn.ending(), Some(Ending::Cancelled));
    }
    let told = &done.outcome.participation[2];
    assert_eq!(told.cause.as_deref(), Some("the record is as long as it may be"));
    let lines = done.lines().unwrap();
    assert!(lines.len() < 100_000 + 140_000, "no more than one reply goes over it: {}", lines.len());
    // Killed right after it was told: whoever goes on ends it in the same way and asks nobody.
    let told = done.entries.iter().position(|one| matches!(one.event, Event::LimitReached { .. })).unwrap();
    let (discussion, log) = make();
    let again = discussion.resume(Recorded::read(&sealed(&done.entries[..=told]))).run().await.unwrap();
    super::resume::assert_same(&checked(again), &done, "after the limit");
    assert_eq!(log.calls(), 0);
}

#[test]
fn bytes_of_the_record_in_a_file() {
    for (most, fits) in [("0", false), ("1", true), ("536870912", true), ("536870913", false)] {
        let text =
            format!("topic = \"Ship?\"\nmax_record = {most}\n[[seat]]\nname = \"Ann\"\n[[seat]]\nname = \"Bob\"\n");
        match Preset::parse("a.toml", &text, ".") {
            Ok(preset) => {
                let built = preset.discussion(&Overrides::default(), &Catalog::builtin(), &AgentFactory::builtin());
                let settled = built.unwrap().check().unwrap().charter.limits.record_bytes;
                assert!(fits && settled.to_string() == most, "{most}: {settled}");
            }
            Err(error) => assert!(!fits && error.to_string().contains("a.toml:2"), "{most}: {error}"),
        }
    }
}
