//! Whole discussions over a gateway, and the public suite for backends.

use std::time::{Duration, Instant};

use quorate::{
    Discussion, Finished,
    agent::conformance::{Demands, check_with},
    strategies::{event::Event, prelude::*, rules::Stances, strategies::Meeting, turn::Receipt},
};
use serde_json::json;

use super::{
    gateway::{AGENTS, Gateway, Play, TOKEN},
    scene::claw,
};

#[tokio::test]
async fn the_backend_passes_the_public_suite() {
    let gateway = Gateway::start().await;
    let demands = Demands { limit: Duration::from_secs(5), secrets: &[TOKEN] };
    let passed = check_with(&claw(&gateway, "alice"), &demands).await.unwrap();
    assert_eq!(passed.refusals, 0);
    gateway.until(|gateway| gateway.running() == 0).await;
    assert_eq!(gateway.overlaps(), 0);
}

/// What each agent says of where it stands, round by round. The last one takes a little longer, so that it is the last: a
/// call whose answer could change nothing any more is dropped.
fn stand(gateway: &Gateway, rounds: &[[&str; 3]]) {
    for stances in rounds {
        for (agent, stance) in AGENTS.iter().zip(stances) {
            let says = format!("So I see it. [STANCE: {stance}]");
            let time = if *agent == "carol" { Duration::from_millis(150) } else { Duration::ZERO };
            gateway.plays(agent, [Play::Thinks(time, says)]);
        }
    }
}

/// A meeting of all agents of the gateway.
fn meeting(gateway: &Gateway) -> Discussion {
    let discussion = Discussion::new("Shall we ship on Friday?").id("m-1").strategy(Meeting::new());
    let seats = AGENTS.iter().fold(discussion, |one, agent| one.seat(Seat::new(*agent), claw(gateway, agent)));
    seats.rule(Stances::default()).turn_ms(2_000)
}

/// What every answer took.
fn receipts(done: &Finished) -> Vec<Receipt> {
    let events = done.entries.iter().map(|entry| &entry.event);
    events
        .filter_map(|event| if let Event::Answered { receipt, .. } = event { Some((**receipt).clone()) } else { None })
        .collect()
}

fn level(done: &Finished) -> Level {
    done.outcome.verdict.as_ref().unwrap().level
}

#[tokio::test]
async fn three_agents_come_to_agree_over_two_rounds() {
    let gateway = Gateway::start().await;
    stand(&gateway, &[["AGREE", "NEUTRAL", "NEUTRAL"], ["AGREE", "AGREE", "AGREE"]]);
    let done = meeting(&gateway).max_rounds(5).run().await.unwrap();
    assert_eq!((level(&done), done.state.round(), gateway.begun().len()), (Level::Full, 2, 6));
    let receipts = receipts(&done);
    assert_eq!(receipts.len(), 6);
    for receipt in receipts {
        assert_eq!(receipt.model.as_deref(), Some("mock/mock-1"));
        assert_eq!((receipt.input_tokens, receipt.output_tokens, receipt.attempts), (Some(1948), Some(16), 1));
    }
    // Each in a session and on a connection of its own.
    let mut sessions: Vec<String> = gateway.begun().into_iter().map(|begun| begun.session).collect();
    sessions.sort();
    sessions.dedup();
    assert_eq!((sessions.len(), gateway.seen("connect").len(), gateway.overlaps()), (3, 3, 0), "{sessions:?}");
    assert!(!String::from_utf8(done.lines().unwrap()).unwrap().contains(TOKEN));
}

#[tokio::test]
async fn a_meeting_ends_in_a_majority_or_in_none() {
    for (stances, wanted) in
        [(["AGREE", "AGREE", "NEUTRAL"], Level::Majority), (["AGREE", "DISAGREE", "DISAGREE"], Level::None)]
    {
        let gateway = Gateway::start().await;
        stand(&gateway, &[stances; 2]);
        let done = meeting(&gateway).max_rounds(2).run().await.unwrap();
        assert_eq!(level(&done), wanted);
    }
}

#[tokio::test]
async fn one_that_hangs_and_one_that_is_not_there_are_named_and_the_meeting_ends_in_time() {
    let gateway = Gateway::start().await;
    gateway.plays("alice", [Play::Hangs]);
    gateway.plays("bob", [Play::Refuses(json!({ "code": "INVALID_REQUEST", "message": "unknown agent id \"bob\"" }))]);
    let begun = Instant::now();
    let done = meeting(&gateway).max_rounds(1).turn_ms(500).run().await.unwrap();
    assert!(begun.elapsed() < Duration::from_secs(2));
    let [alice, bob, carol] = &done.outcome.participation[..] else { panic!("three were asked") };
    assert_eq!((alice.timed_out, bob.failed, carol.answered), (1, 1, 1));
    gateway.until(|gateway| gateway.running() == 0).await;
}

#[tokio::test]
async fn a_gateway_that_is_restarted_in_the_middle_costs_an_attempt_and_no_seat() {
    let gateway = Gateway::start().await;
    stand(&gateway, &[["AGREE", "NEUTRAL", "NEUTRAL"]]);
    gateway.plays("alice", [Play::Restarts]);
    for agent in ["bob", "carol"] {
        gateway.plays(agent, [Play::Hangs]);
    }
    let done = meeting(&gateway).max_rounds(3).run().await.unwrap();
    assert_eq!((level(&done), done.state.round()), (Level::Full, 2));
    let attempts: Vec<u32> = receipts(&done).iter().map(|receipt| receipt.attempts).collect();
    assert_eq!(attempts, [1, 1, 1, 2, 2, 2]);
    let mut runs: Vec<String> = gateway.begun().into_iter().map(|begun| begun.run).collect();
    let begun = runs.len();
    runs.sort();
    runs.dedup();
    assert_eq!((runs.len(), gateway.overlaps()), (begun, 0), "no run is begun twice");
}

#[cfg(feature = "command")]
#[tokio::test(flavor = "multi_thread")]
async fn the_command_holds_a_meeting_of_agents_and_shows_no_token() {
    let gateway = Gateway::start().await;
    stand(&gateway, &[["AGREE", "NEUTRAL", "NEUTRAL"], ["AGREE", "AGREE", "AGREE"]]);
    let folder = tempfile::tempdir().unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quorate"));
    command.current_dir(folder.path()).env("QUORATE_STORE", ":memory:");
    command.env("OPENCLAW_GATEWAY_URL", gateway.url()).env("OPENCLAW_GATEWAY_TOKEN", TOKEN);
    command.args(["run", "meeting", "--topic", "Shall we ship on Friday?", "--out", "out"]);
    for (seat, agent) in ["First", "Second", "Third"].iter().zip(AGENTS) {
        command.arg("--agent").arg(format!("{seat}=openclaw:{agent}"));
    }
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(!told.contains(TOKEN), "{told}");
    let mut read = String::new();
    for entry in std::fs::read_dir(folder.path().join("out")).unwrap() {
        read.push_str(&std::fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    for seen in ["openclaw@ws://127.0.0.1:", "mock/mock-1", "So I see it."] {
        assert!(read.contains(seen), "{seen}");
    }
    assert!(!read.contains(TOKEN));
    assert_eq!((gateway.begun().len(), gateway.seen("sessions.abort").len()), (6, 0));
}
