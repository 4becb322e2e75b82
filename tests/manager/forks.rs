//! Forks: what was said is served without a call, and what follows from other settings is what was computed.

use std::sync::Arc;

use quorate::{
    Discussion, Finished,
    agent::Request,
    manager::{FixedClock, Fork, ForkError},
    strategies::{
        catalog::Catalog,
        event::{Charter, Event},
        prelude::*,
        record::Canonical,
        rejudge::{Revision, rejudge},
        strategies::{Expert, RoundRobin},
    },
};

use super::table::{Act, Log, Player, about, checked, minutes, table};

const NAMES: [&str; 4] = ["Ann", "Bob", "Cy", "Di"];

/// Three come round in round 2; Cy has trouble first, and never agrees.
fn act(request: &Request<'_>) -> Act {
    match (&*request.seat.name, request.round) {
        ("Ann", 1) => "Ship on Friday. [KIND: PROPOSAL]".into(),
        ("Cy", 1) => Act::fail("the line was down"),
        ("Cy", _) => "No. [STANCE: DISAGREE]".into(),
        ("Di", 1) => "[PASS]".into(),
        (_, 1) => "Why Friday? [KIND: QUESTION]".into(),
        (_, round) => format!("Friday it is, round {round}. [KIND: CONSENSUS] [STANCE: AGREE]").into(),
    }
}

/// The four seats, of whom this one is the expert.
fn seated(discussion: Discussion, player: &Player, expert: &str) -> Discussion {
    NAMES.into_iter().fold(discussion, |discussion, name| {
        let seat = Seat::new(name);
        discussion.seat(if name == expert { seat.role(Role::Expert) } else { seat }, player.clone())
    })
}

async fn played(strategy: impl Strategy + 'static) -> Finished {
    let discussion = seated(about("Ship on Friday?"), &Player::new(&Log::default(), act), "Ann");
    checked(discussion.strategy(strategy).max_rounds(4).run().await.unwrap())
}

/// A table like that of the record, whose seats note what they are asked.
fn settled(charter: &Charter, id: &str) -> (Discussion, Log) {
    let log = Log::default();
    let player = Player::new(&log, act);
    let discussion = Discussion::settled(charter, &Catalog::builtin()).unwrap().id(id).clock(FixedClock(0));
    (seated(discussion, &player, "Ann"), log)
}

/// The record as it is compared, but for where it began.
fn canonical(finished: &Finished) -> Canonical {
    let mut canonical = Canonical::of(finished.entries.iter().map(|entry| &entry.event));
    for event in &mut canonical.events {
        if let Event::Created(charter) = event {
            *event = Event::Created(Arc::new(Charter { origin: None, ..charter.as_ref().clone() }));
        }
    }
    canonical
}

async fn comes_to_the_same_from_every_turn(done: &Finished, first: u32) {
    let turns = u32::try_from(done.state.turns().len()).unwrap();
    for at in first..=turns {
        let fork = Fork::of(&done.entries).unwrap().at(TurnId(at));
        let (discussion, log) = settled(fork.charter(), "fork");
        let (discussion, serving) = fork.begin(discussion).unwrap();
        let forked = checked(discussion.run().await.unwrap());
        assert!(canonical(&forked) == canonical(done), "from turn {at}: {:#?}", forked.outcome);
        assert_eq!(log.calls(), (turns - at) as usize, "what is served is not asked");
        assert_eq!(serving.so_far().served, (1..=at).map(TurnId).collect::<Vec<_>>());
        assert_eq!(serving.so_far().diverged, None);
        let origin = forked.state.charter().origin.clone().unwrap();
        let named = done.entries.iter().find(|entry| entry.seq == origin.seq).unwrap();
        assert!(
            matches!(&named.event, Event::Answered { turn, .. } | Event::Ended { turn, .. } if turn.0 == at) || at == 0
        );
        assert!(minutes(&forked).contains(&format!("Goes on from event {} of the record", origin.seq)));
    }
}

#[tokio::test(start_paused = true)]
async fn a_fork_without_changes_comes_to_the_same_from_every_turn() {
    for done in [played(RoundRobin::new()).await, played(Expert::default()).await] {
        comes_to_the_same_from_every_turn(&done, 0).await;
    }
}

#[tokio::test(start_paused = true)]
async fn the_hash_of_the_origin_is_that_of_the_line_in_the_record() {
    let done = played(RoundRobin::new()).await;
    let fork = Fork::of(&done.entries).unwrap().at(TurnId(3));
    let (discussion, _) = fork.begin(settled(fork.charter(), "fork").0).unwrap();
    let origin = discussion.check().unwrap().charter.origin.unwrap();
    let lines = String::from_utf8(done.lines().unwrap()).unwrap();
    let line = lines.lines().nth(usize::try_from(origin.seq).unwrap() - 1).unwrap();
    assert!(line.ends_with(&format!("\"hash\":\"{}\"}}", origin.hash)), "{line}");
    assert_eq!(&*origin.id, "test");
}

#[tokio::test(start_paused = true)]
async fn what_is_said_where_it_goes_on_is_heard_there_and_in_forks_of_the_fork() {
    let done = played(RoundRobin::new()).await;
    let fork = Fork::of(&done.entries).unwrap().at(TurnId(2)).says("Pat", "Saturday is covered.");
    let (discussion, log) = settled(fork.charter(), "fork");
    let forked = checked(fork.begin(discussion).unwrap().0.run().await.unwrap());
    let said = &forked.state.interjections()[0];
    assert_eq!((&*said.author, &*said.text, said.after), ("Pat", "Saturday is covered.", 2));
    let next = &log.all()[0];
    assert!(next.who == "Cy" && next.user.contains("Saturday is covered."), "{}", next.user);
    // From before it was said it is not heard.
    comes_to_the_same_from_every_turn(&forked, 3).await;
}

#[tokio::test(start_paused = true)]
async fn another_threshold_differs_as_computed() {
    let done = played(RoundRobin::new()).await;
    assert_eq!((done.outcome.stop, done.state.round()), (StopReason::Decided, 2));
    let mut charter = done.state.charter().clone();
    charter.rule.as_mut().unwrap().knobs.insert("threshold".into(), "80".into());
    let chosen = charter.rule.clone().unwrap();
    let rule = Catalog::builtin().rule(&chosen.name, &chosen.knobs).unwrap();
    let events = done.entries.iter().map(|entry| (entry.seq, &entry.event));
    let computed = rejudge(events, rule.as_ref(), &Revision::default(), Check::EachStep).unwrap();
    assert!(computed.first.is_none() && !computed.verdict.reached);
    let fork = Fork::of(&done.entries).unwrap();
    let (discussion, log) = settled(&charter, "fork");
    let (discussion, serving) = fork.begin(discussion).unwrap();
    let forked = checked(discussion.run().await.unwrap());
    assert_eq!((forked.outcome.stop, forked.state.round()), (StopReason::MaxRounds, 4));
    assert_eq!(serving.so_far().served.len(), done.state.turns().len());
    assert_eq!(log.calls(), forked.state.turns().len() - done.state.turns().len());
    let after_round_2 =
        forked.entries.iter().take_while(|entry| !matches!(entry.event, Event::RoundOpened { round: 3 }));
    let verdict = after_round_2.filter_map(|entry| match &entry.event {
        Event::Judged { verdict, .. } => Some(verdict.as_ref().clone()),
        _ => None,
    });
    assert_eq!(verdict.last().as_ref(), Some(&computed.verdict));
}

#[tokio::test(start_paused = true)]
async fn the_recorded_rule_gives_the_recorded_verdict_again_without_a_call() {
    for done in [played(RoundRobin::new()).await, played(Expert::default()).await] {
        let rule = done.rule.clone().unwrap();
        let events = done.entries.iter().map(|entry| (entry.seq, &entry.event));
        let check = done.strategy.card().check;
        let again = rejudge(events, rule.as_ref(), &Revision::default(), check).unwrap();
        assert_eq!(Some(&again.verdict), done.state.verdict());
        assert_eq!(again.first.map(|first| first.round), again.verdict.reached.then_some(done.state.round()));
        assert_eq!(again.rounds.len(), done.state.closed_rounds() as usize);
    }
}

#[tokio::test(start_paused = true)]
async fn asks_that_differ_from_the_record_are_told_from_where_on() {
    let done = played(RoundRobin::new()).await;
    let fork = Fork::of(&done.entries).unwrap();
    let mut charter = fork.charter().clone();
    charter.strategy.name = "expert".into();
    let discussion = Discussion::settled(&charter, &Catalog::builtin()).unwrap().id("fork");
    let discussion = seated(discussion, &Player::new(&Log::default(), act), "Bob");
    let (discussion, serving) = fork.begin(discussion).unwrap();
    checked(discussion.run().await.unwrap());
    assert_eq!(serving.so_far().diverged, Some(TurnId(1)), "the expert opens where Ann did");
}

#[tokio::test(start_paused = true)]
async fn places_that_a_record_does_not_have_are_refused_before_anything_is_asked() {
    let done = played(RoundRobin::new()).await;
    let turns = done.state.turns().len();
    let fork = Fork::of(&done.entries).unwrap();
    let refused = fork.clone().at(TurnId(99)).last().unwrap_err();
    assert_eq!(
        refused.to_string(),
        format!("there is no turn #99 in this record; it has {turns}, and 0 goes on from before the first")
    );
    assert!(matches!(fork.clone().after_round(9), Err(ForkError::Round { round: 9, rounds: 2 })));
    assert_eq!(fork.clone().after_round(1).unwrap().last().unwrap(), TurnId(4));
    let open =
        done.entries.iter().position(|entry| matches!(entry.event, Event::Asked { turn: TurnId(3), .. })).unwrap();
    let cut = Fork::of(&done.entries[..=open]).unwrap();
    assert_eq!(cut.last().unwrap(), TurnId(2), "an open turn is asked anew");
    assert!(matches!(cut.at(TurnId(3)).last(), Err(ForkError::Open { turn: TurnId(3) })));
    assert!(matches!(Fork::of(&[]), Err(ForkError::Empty)));
    let (discussion, _) = table(&["Ann", "Eve"], act);
    assert!(matches!(fork.begin(discussion), Err(ForkError::Seat { name }) if name == "Bob"));
}

#[tokio::test(start_paused = true)]
async fn a_rule_over_what_nobody_gave_is_refused() {
    let done = played(RoundRobin::new()).await;
    let rule = Catalog::builtin().rule("majority", &Knobs::new()).unwrap();
    let events = done.entries.iter().map(|entry| (entry.seq, &entry.event));
    let refused = rejudge(events, rule.as_ref(), &Revision::default(), Check::Never).unwrap_err();
    assert!(refused.to_string().contains("ballots over options, and nobody was asked for any"), "{refused}");
}
