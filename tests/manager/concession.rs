//! Who gives up in a debate, and who only speaks of it.

use quorate::strategies::{prelude::*, strategies::Debate};

use super::table::{Act, Log, Player, about, checked, flow};

/// A debate of one seat a side, in which the second says this in round 1.
async fn debate(says: &'static str) -> (quorate::Finished, Log) {
    let log = Log::default();
    let player = Player::new(&log, move |request| match (&*request.seat.name, request.round) {
        ("Bob", 1) => says.into(),
        _ => "The cost data stands.".into(),
    });
    let discussion = about("Tabs?")
        .strategy(Debate::new())
        .max_rounds(2)
        .seat(Seat::new("Ann").side("tabs"), player.clone())
        .seat(Seat::new("Bob").side("spaces"), player);
    (checked(discussion.run().await.unwrap()), log)
}

// T-05
#[tokio::test(start_paused = true)]
async fn speaking_of_concession_concedes_nothing() {
    for says in [
        "I do NOT concede.",
        "我不认输",
        "If the data held I would concede; it does not.",
        "> I concede\n\nThat is what they want me to say.",
        "> [CONCEDE]\n\nNo.",
        "`[CONCEDE]` is a marker that I do not use.",
        "They wrote \"[CONCEDE]\". I do not.",
        "CONCEDE? Never.",
        "Ann: [CONCEDE]",
    ] {
        let (done, log) = debate(says).await;
        assert_eq!((done.outcome.stop, log.calls()), (StopReason::MaxRounds, 4), "{says}");
        assert!(done.outcome.decision.is_none(), "{says}");
    }
}

// T-05
#[tokio::test(start_paused = true)]
async fn a_concession_in_a_form_that_counts_ends_the_debate_there() {
    for says in ["CONCEDE. Your cost data settles it.", "You are right.\n\n[CONCEDE]", "**[Concede]**", "CONCEDE"] {
        let (done, log) = debate(says).await;
        assert_eq!((done.outcome.stop, log.calls()), (StopReason::Conceded, 2), "{says}");
        let decision = done.outcome.decision.as_ref().unwrap();
        assert_eq!((&*decision.value, decision.maker), ("tabs", Maker::Concession), "{says}");
        let result = done.result().unwrap();
        let agreed: Vec<&str> = result.consensus.iter().map(|one| &*one.text).collect();
        assert!(result.divergences.iter().all(|one| !agreed.contains(&&*one.text)), "{says}: agreed and open at once");
    }
}

#[tokio::test(start_paused = true)]
async fn a_side_of_two_gives_up_when_both_have_and_silence_is_no_concession() {
    let play = |quiet: Act| {
        let log = Log::default();
        let player = Player::new(&log, move |request| match (&*request.seat.name, request.round) {
            ("Bob", 1) => "[CONCEDE]".into(),
            ("Bo", 1) => "We still hold.".into(),
            ("Bo", 2) => quiet.clone(),
            _ => "It stands.".into(),
        });
        let seats = [("Ann", "tabs"), ("Bob", "spaces"), ("Bo", "spaces")];
        let discussion = about("Tabs?").strategy(Debate::new()).max_rounds(3).turn_ms(500);
        seats.into_iter().fold(discussion, |one, (name, side)| one.seat(Seat::new(name).side(side), player.clone()))
    };
    let done = checked(play("[CONCEDE]".into()).run().await.unwrap());
    assert_eq!(done.outcome.stop, StopReason::Conceded);
    assert_eq!(flow(&done), ["Round 1: Ann → Bob → Bo", "Round 2: Bob → Ann → Bo"]);
    // Of those who answered in their last turn all have conceded.
    let done = checked(play(Act::Hang).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.rounds), (StopReason::Conceded, 2));
    let done = checked(play("We hold to the end.".into()).run().await.unwrap());
    assert_eq!((done.outcome.stop, done.outcome.rounds), (StopReason::MaxRounds, 3));
}

#[tokio::test(start_paused = true)]
async fn when_both_sides_give_up_nobody_wins() {
    let log = Log::default();
    let player = Player::new(&log, |_| "[CONCEDE]".into());
    let seats = [("Ann", "tabs"), ("Bob", "spaces")];
    let discussion = about("Tabs?").strategy(Debate::new());
    let discussion =
        seats.into_iter().fold(discussion, |one, (name, side)| one.seat(Seat::new(name).side(side), player.clone()));
    let done = checked(discussion.run().await.unwrap());
    // The first concession ends it: the other side is not asked to give up as well.
    assert_eq!((done.outcome.stop, log.calls()), (StopReason::Conceded, 1));
    assert_eq!(&*done.outcome.decision.as_ref().unwrap().value, "spaces");
}
