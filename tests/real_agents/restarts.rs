//! A gateway that is restarted in the middle of a meeting.

use std::{
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use rustix::process::Signal;
use serde_json::json;

use super::{
    gateway::{AGENTS, Gateway},
    meetings::{CREW, PATIENT},
    provider::{End, Play, Provider},
    scene::{Scene, stands},
};

/// The connections are lost while nobody of the gateway is asked: the next round finds the same sessions.
pub(super) fn between(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the ferry release?";
    provider.plays(topic, |asked| match asked.round {
        1 => stands(asked, "NEUTRAL"),
        _ => stands(asked, "AGREE"),
    });
    let scene = Scene::new(provider).with(gateway);
    // One seat keeps the first round open until the gateway has been restarted.
    let back = scene.folder.path().join("back");
    let waits =
        format!("dan=command:sh -c 'while [ ! -e {} ]; do sleep 0.1; done; echo \"[STANCE: AGREE]\"'", back.display());
    let seats = [&CREW[..], &[&*waits]].concat();
    let running = scene.begin(topic, &seats, &PATIENT);
    provider.until(topic, "the first round", |calls| {
        calls.iter().filter(|call| call.end == End::Answered).count() == AGENTS.len()
    });
    // What was answered has to arrive.
    thread::sleep(Duration::from_secs(3));
    gateway.stop(Signal::TERM);
    gateway.begin();
    gateway.ready();
    fs::write(&back, "").unwrap();
    let met = running.end();
    assert_eq!((met.code, met.level()), (Some(0), "full"), "{}\n{}", met.told, met.minutes);
    let calls = provider.calls(topic);
    let mut asked: Vec<_> =
        calls.iter().map(|call| (call.asked.persona.as_str(), call.asked.round, call.asked.answers)).collect();
    asked.sort_unstable();
    let wanted: Vec<_> = AGENTS.iter().flat_map(|agent| [(*agent, 1, 0), (*agent, 2, 1)]).collect();
    assert_eq!(asked, wanted, "each is asked once a round, and remembers the first");
}

/// The connections are lost while everybody is asked: the turn goes on with another attempt, and nobody is missing.
pub(super) fn within(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the anchor release?";
    let restarted = Arc::new(AtomicBool::new(false));
    let is_back = Arc::clone(&restarted);
    provider.plays(topic, move |asked| match is_back.load(Ordering::SeqCst) {
        false => Play::Hang,
        true => stands(asked, "AGREE"),
    });
    let scene = Scene::new(provider).with(gateway);
    let running = scene.begin(topic, &CREW, &["--set", "turn_seconds=240"]);
    provider.until(topic, "a question to everybody", |calls| calls.len() == AGENTS.len());
    restarted.store(true, Ordering::SeqCst);
    gateway.stop(Signal::TERM);
    gateway.begin();
    gateway.ready();
    let met = running.end();
    assert_eq!((met.code, met.level()), (Some(0), "full"), "{}\n{}", met.told, met.minutes);
    for agent in AGENTS {
        let seat = met.seat(agent);
        assert_eq!(
            (&seat["answered"], &seat["failed"], &seat["timed_out"]),
            (&json!(1), &json!(0), &json!(0)),
            "{seat}"
        );
    }
    let attempts: Vec<_> = met.events("answered").iter().map(|event| event["receipt"]["attempts"].clone()).collect();
    println!("  attempts: {attempts:?}");
    assert_eq!(provider.calls(topic).iter().filter(|call| call.end == End::Answered).count(), AGENTS.len());
}
