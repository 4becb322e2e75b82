//! Limits hold exactly: one below, at, and one above.

use std::{fs, num::NonZeroU32};

use quorate::{
    Discussion,
    agent::{
        Scripted,
        pool::{Lane, Limits},
        spec::AgentFactory,
    },
    preset::{Overrides, Preset},
    strategies::{catalog::Catalog, prelude::*, seat::Roster, strategies::Poll, strategy::Rounds},
};

use super::table::{Act, Log, Player, about};

fn of_seats(count: usize) -> Discussion {
    let seats = (0..count).map(|n| Seat::new(format!("Seat number {n}")));
    seats.fold(about("Ship?"), |discussion, seat| discussion.seat(seat, Scripted::lines(["Yes."])))
}

#[test]
fn seats_and_rounds() {
    for (count, fits) in [(Roster::MOST - 1, true), (Roster::MOST, true), (Roster::MOST + 1, false)] {
        assert_eq!(of_seats(count).check().is_ok(), fits, "{count} seats");
    }
    for (rounds, fits) in
        [(0, false), (1, true), (Rounds::MOST - 1, true), (Rounds::MOST, true), (Rounds::MOST + 1, false)]
    {
        assert_eq!(of_seats(2).max_rounds(rounds).check().is_ok(), fits, "{rounds} rounds");
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
        assert_eq!(built.is_ok(), fits, "{most}: {:?}", built.err().map(|error| error.to_string()));
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
