//! Claude Code and Codex from their packages, at one table with an agent of the gateway and alone.

use std::{
    fs,
    time::{Duration, Instant},
};

use serde_json::json;

use super::{
    gateway::Gateway,
    meetings::{CREW, PATIENT},
    provider::{End, Play, Provider},
    scene::{Scene, stands, words},
    wires::Wire,
};

const PAIR: [&str; 2] = ["claudia=claude:mock-claude", "cody=codex:mock-codex"];

/// Three programs over three protocols.
pub(super) fn together(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the bridge release?";
    provider.plays(topic, |asked| match asked.round {
        1 => stands(asked, "NEUTRAL"),
        _ => stands(asked, "AGREE"),
    });
    let seats = [&CREW[..1], &PAIR].concat();
    let met = Scene::new(provider).with(gateway).meet(topic, &seats, &PATIENT);
    assert_eq!((met.code, met.level()), (Some(0), "full"), "{}", met.told);
    let calls = provider.calls(topic);
    for (persona, wire) in [("alice", Wire::Chat), ("mock-claude", Wire::Messages), ("mock-codex", Wire::Responses)] {
        let own: Vec<_> = calls.iter().filter(|call| call.asked.persona == persona).collect();
        let rounds: Vec<_> = own.iter().map(|call| (call.asked.wire, call.asked.round)).collect();
        assert_eq!(rounds, [(wire, 1), (wire, 2)], "{persona}");
        for other in ["alice", "mock-claude", "mock-codex"].iter().filter(|other| **other != persona) {
            assert!(own[1].asked.last.contains(&words(other, 1)), "{persona}: {}", own[1].asked.last);
        }
        println!("  {persona}: {} tools, {} tokens", own[1].asked.tools, own[1].tokens);
        // The one that Codex offers asks a person, in a mode that it is not in.
        assert_eq!(own[1].asked.tools, usize::from(persona == "mock-codex"), "{persona}");
    }
    for seat in ["claude:mock-claude", "codex:mock-codex", "openclaw@"] {
        assert!(met.minutes.contains(seat), "{seat}\n{}", met.minutes);
    }
}

#[test]
#[ignore = "needs the packages of .ci/real-agents"]
fn agent_programs_agree_in_two_rounds_and_remember_where_they_are_to() {
    let provider = Provider::start();
    let topic = "Shall we ship the pier release?";
    provider.plays(topic, |asked| match asked.round {
        1 => stands(asked, "NEUTRAL"),
        _ => stands(asked, "AGREE"),
    });
    let met = Scene::new(&provider).meet(topic, &PAIR, &["--set", "session=discussion"]);
    assert_eq!((met.code, met.level()), (Some(0), "full"), "{}", met.told);
    println!("two rounds of two programs: {:.1} s", met.took.as_secs_f64());
    let calls = provider.calls(topic);
    for persona in ["mock-claude", "mock-codex"] {
        let own: Vec<_> = calls.iter().filter(|call| call.asked.persona == persona).collect();
        let rounds: Vec<_> = own.iter().map(|call| (call.asked.round, call.asked.answers)).collect();
        assert_eq!(rounds, [(1, 0), (2, 1)], "{persona}");
    }
    for event in met.events("answered") {
        assert!(event["receipt"]["input_tokens"].as_u64() > Some(100), "{event}");
        assert!(event["receipt"]["output_tokens"].as_u64() > Some(0), "{event}");
    }
}

#[test]
#[ignore = "needs the packages of .ci/real-agents"]
fn a_file_that_a_text_names_reaches_no_model() {
    let provider = Provider::start();
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.txt");
    fs::write(&secret, "the word is heliotrope\n").unwrap();
    let topic = format!("Shall we ship what @{} says?", secret.display());
    // Another seat names it too: what it says comes back in the summary.
    let named = format!("See @{} first.\n[STANCE: NEUTRAL]", secret.display());
    provider.plays("Shall we ship what", move |_| Play::Say(named.clone()));
    let met = Scene::new(&provider).meet(&topic, &PAIR, &["--set", "max_rounds=2"]);
    assert_eq!(met.code, Some(1), "{}", met.told);
    let calls = provider.calls("Shall we ship what");
    assert_eq!(calls.len(), 4, "{calls:#?}");
    for call in calls {
        let shown = [call.asked.before, call.asked.last].concat();
        assert!(shown.contains("secret.txt") && !shown.contains("heliotrope"), "{}: {shown}", call.asked.persona);
    }
}

#[test]
#[ignore = "needs the packages of .ci/real-agents"]
fn agent_programs_that_are_refused_say_why() {
    let provider = Provider::start();
    for (topic, status, said) in
        [("Shall we ship the locked release?", 401, "401"), ("Shall we ship the missing release?", 404, "model")]
    {
        provider.plays(topic, move |_| Play::Refuse(status));
        let met = Scene::new(&provider).meet(topic, &PAIR, &[]);
        assert_eq!(met.code, Some(3), "{}", met.told);
        println!("{status}: {}", met.told);
        for seat in ["claudia", "cody"] {
            let cause = met.seat(seat)["cause"].as_str().unwrap_or_default().to_owned();
            assert!(cause.contains(said), "{seat}: {cause}");
        }
    }
}

#[test]
#[ignore = "needs the packages of .ci/real-agents"]
fn agent_programs_that_hang_are_ended_with_all_they_started() {
    let provider = Provider::start();
    let topic = "Shall we ship the stranded release?";
    provider.plays(topic, |_| Play::Hang);
    let scene = Scene::new(&provider);
    let met = scene.meet(topic, &PAIR, &["--set", "turn_seconds=8", "--set", "max_rounds=1"]);
    assert!(met.took < Duration::from_secs(25), "{:?}", met.took);
    for seat in ["claudia", "cody"] {
        assert_eq!(met.seat(seat)["timed_out"], json!(1), "{}", met.told);
    }
    provider.until(topic, "the end of both calls", |calls| {
        calls.len() >= 2 && calls.iter().all(|call| call.end == End::Aborted)
    });
    // Whatever was started has this scene's folder in its environment.
    let marked = scene.folder.path().display().to_string();
    let until = Instant::now() + Duration::from_secs(5);
    while let left @ [_, ..] = &*with_environment(&marked) {
        assert!(Instant::now() < until, "still there: {left:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
    // And nothing of what they were given is left behind.
    let left: Vec<_> =
        fs::read_dir(scene.folder.path().join("tmp")).unwrap().flatten().map(|entry| entry.path()).collect();
    let own = |path: &&std::path::PathBuf| path.to_string_lossy().contains("quorate-");
    assert_eq!(left.iter().filter(own).count(), 0, "{left:?}");
}

#[test]
#[ignore = "needs the packages of .ci/real-agents"]
fn doctor_tells_that_agent_programs_run_and_answer_in_form() {
    let provider = Provider::start();
    provider.plays("", |asked| stands(asked, "AGREE"));
    let scene = Scene::new(&provider);
    let mut arguments = vec!["doctor", "meeting", "--topic", "?", "--json"];
    arguments.extend(PAIR.iter().flat_map(|seat| ["--agent", seat]));
    for (more, state) in [(None, "runs"), (Some("--ask"), "in-form")] {
        let output = scene.command(&arguments).args(more).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{told}"));
        assert_eq!(document["backends"].as_array().map(Vec::len), Some(2), "{document}");
        for found in document["backends"].as_array().unwrap() {
            assert_eq!(found["state"], state, "{document}\n{told}");
        }
        if state == "runs" {
            for (found, version) in document["backends"].as_array().unwrap().iter().zip(["2.1.197", "0.171.0"]) {
                assert!(found["version"].as_str().is_some_and(|text| text.contains(version)), "{document}");
            }
        }
    }
}

/// Processes whose environment holds this text.
fn with_environment(text: &str) -> Vec<String> {
    let holds = |entry: &fs::DirEntry| {
        fs::read(entry.path().join("environ")).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(text))
    };
    let name = |entry: fs::DirEntry| fs::read_to_string(entry.path().join("comm")).ok();
    fs::read_dir("/proc").into_iter().flatten().flatten().filter(holds).filter_map(name).collect()
}
