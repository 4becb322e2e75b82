//! Meetings of agents of the real gateway. They share one, as its start takes long, and are held one after the other.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use super::{
    gateway::{AGENTS, Gateway},
    provider::{Call, End, Play, Provider},
    restarts,
    scene::{Met, Scene, packages, stands, words},
    wires::Wire,
};

/// All agents of the gateway, over its WebSocket.
pub(super) const CREW: [&str; 3] = ["alice=openclaw:alice", "bob=openclaw:bob", "carol=openclaw:carol"];

type Part = (&'static str, fn(&mut Gateway, &Provider));

const PARTS: [Part; 1] = [("a plain question reaches an agent and its provider", plain)];

#[test]
#[ignore = "needs the packages of .ci/real-agents"]
fn agents_of_a_real_gateway_meet() {
    let provider = Provider::start();
    let began = Instant::now();
    let mut gateway = Gateway::start(&packages(), provider.port);
    println!("the gateway is ready after {:.1} s", began.elapsed().as_secs_f64());
    let only = std::env::var("QUORATE_REAL_ONLY").unwrap_or_default();
    let mut failed = Vec::new();
    for (name, part) in PARTS.iter().filter(|(name, _)| name.contains(&only)) {
        let began = Instant::now();
        let ended = catch_unwind(AssertUnwindSafe(|| part(&mut gateway, &provider)));
        println!("{name}: {}, {:.1} s", if ended.is_ok() { "ok" } else { "FAILED" }, began.elapsed().as_secs_f64());
        if ended.is_err() {
            println!("the gateway says:\n{}", gateway.log());
            failed.push(name);
        }
    }
    println!("the gateway has taken {} MB at most", gateway.memory());
    assert!(failed.is_empty(), "{failed:?}");
}

fn plain(gateway: &mut Gateway, provider: &Provider) {
    provider.plays("plain question", |asked| stands(asked, "AGREE"));
    let answer = gateway.complete("alice", "A plain question in Round 1.");
    println!("{answer}");
    let answer = gateway.complete("alice", "The plain question in Round 1.");
    assert_eq!(answer["choices"][0]["message"]["content"], format!("{}\n[STANCE: AGREE]", words("alice", 1)));
}
