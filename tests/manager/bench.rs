//! Seats that wait on the bench: asked from the round after their invitation on, named in every report, resumed as they were.

use std::sync::Arc;

use quorate::{
    Discussion, Finished,
    manager::Recorded,
    report::{result_json, schema},
    strategies::{catalog::Catalog, event::Event, prelude::*, rules::Ratio, strategies::RoundRobin},
};

use super::{
    resume::assert_same,
    table::{Act, Log, Player, about, checked_with, flow, minutes},
};

/// Round robin that asks for a lawyer once somebody has spoken, and for a cook, who is not there.
#[derive(Debug)]
struct Inviting(RoundRobin, Card);

impl Inviting {
    fn new() -> Self {
        let usual = RoundRobin::new();
        let card = Card { name: "inviting".into(), ..usual.card().clone() };
        Self(usual, card)
    }
}

impl Strategy for Inviting {
    fn card(&self) -> &Card {
        &self.1
    }

    fn invites(&self) -> bool {
        true
    }

    fn next(&self, view: &View<'_>) -> Step {
        match ["lawyer", "cook"].get(view.requests().len()) {
            Some(wanted) if view.closing().is_none() && !view.turns().is_empty() => {
                Step::Invite { wanted: (*wanted).into() }
            }
            _ => self.0.next(view),
        }
    }
}

fn seats() -> [Seat; 3] {
    [Seat::new("Ann"), Seat::new("Lea").role("lawyer").weight(2).benched(), Seat::new("Bob").benched()]
}

fn room() -> (Discussion, Log) {
    let log = Log::default();
    let says = |request: &quorate::agent::Request<'_>| -> Act {
        format!("Point {}. [STANCE: DISAGREE]", request.turn.0).into()
    };
    let empty = about("Ship on Friday?").strategy(Inviting::new()).max_rounds(3);
    let player = Player::new(&log, says);
    (seats().into_iter().fold(empty, |discussion, seat| discussion.seat(seat, player.clone())), log)
}

fn sound(finished: Finished) -> Finished {
    checked_with(finished, Arc::new(Inviting::new()), Some(Arc::new(Ratio::default())))
}

#[tokio::test(start_paused = true)]
async fn who_is_invited_speaks_and_counts_from_the_next_round_on_and_every_report_says_since_when() {
    let (discussion, log) = room();
    let done = sound(discussion.run().await.unwrap());
    assert_eq!(flow(&done), ["Round 1: Ann", "Round 2: Ann → Lea", "Round 3: Ann → Lea"]);
    assert_eq!(log.of("Bob").len(), 0);
    assert!(!log.all()[0].user.contains("Lea") && log.all()[1].user.contains("Lea"), "{:#?}", log.all());
    let of = done.entries.iter().filter_map(|entry| match &entry.event {
        Event::Judged { verdict, .. } => Some(verdict.count("of")),
        _ => None,
    });
    assert_eq!(of.collect::<Vec<_>>(), [3, 3, 3], "asked when the minimum of two rounds is over, and after each step");
    let refused = done.entries.iter().find(|entry| matches!(entry.event, Event::Refused { .. }));
    assert!(refused.is_some(), "there is no cook");

    let told = minutes(&done);
    assert!(told.contains("| Lea | lawyer | – | weight 2, from round 2 |"), "{told}");
    assert!(told.contains("| Bob | participant | – | waited on the bench |"), "{told}");
    let document = result_json(&done.source());
    let schema: serde_json::Value = serde_json::from_str(schema()).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&document), "{document:#}");
    let joins: Vec<_> = (0..3).map(|at| document["participants"][at].get("joins").cloned()).collect();
    assert_eq!(joins, [None, Some("when-invited".into()), Some("when-invited".into())]);
    let joined: Vec<_> = (0..3).map(|at| document["participation"][at].get("joined").cloned()).collect();
    assert_eq!(joined, [None, Some(2.into()), Some(serde_json::Value::Null)]);
}

#[tokio::test(start_paused = true)]
async fn after_any_line_it_goes_on_with_the_bench_as_it_was_from_the_record_alone() {
    let whole = sound(room().0.run().await.unwrap());
    let lines = whole.lines().unwrap();
    let mut catalog = Catalog::builtin();
    catalog.add_strategy("inviting", |_| Ok(Arc::new(Inviting::new())));
    let ends = lines.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    // Before that not everybody sits down yet.
    for (at, end) in ends.enumerate().skip(3) {
        let recorded = Recorded::read(&lines[..end]);
        let (_, log) = room();
        let player = Player::new(&log, |request| format!("Point {}. [STANCE: DISAGREE]", request.turn.0).into());
        let again = recorded.discussion(&catalog, |_| Arc::new(player.clone())).unwrap();
        let again = sound(again.resume(recorded).run().await.unwrap());
        assert_same(&again, &whole, &format!("after line {}", at + 1));
    }
}
