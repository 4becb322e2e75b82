//! Meetings of agents of the real gateway. They share one, as its start takes long, and are held one after the other.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::{
    gateway::{AGENTS, Gateway},
    programs,
    provider::{End, Play, Provider},
    restarts,
    scene::{Scene, packages, stands, words},
    wires::Wire,
};

/// All agents of the gateway, over its WebSocket.
pub(super) const CREW: [&str; 3] = ["alice=openclaw:alice", "bob=openclaw:bob", "carol=openclaw:carol"];
/// The first turn of an agent in a session takes long on a busy machine.
pub(super) const PATIENT: [&str; 4] = ["--set", "turn_seconds=150", "--set", "total_seconds=600"];

type Part = (&'static str, fn(&mut Gateway, &Provider));

const PARTS: [Part; 12] = [
    ("a plain question reaches an agent and its provider", plain),
    ("a full consensus after two rounds", full),
    ("a majority, in Chinese, with one that never shows a stance", majority),
    ("no consensus, in Japanese", none),
    ("one that hangs, one that crashes and one without a marker", faults),
    ("a meeting over HTTP, where one hangs in the end", over_http),
    ("what cannot be asked is told", refused),
    ("doctor", doctor),
    ("claude, codex and an agent of the gateway at one table", programs::together),
    ("a restart between two turns", restarts::between),
    ("a restart in the middle of a turn", restarts::within),
    // At the end, as the gateway does not use a refused key of an agent for about a minute.
    ("a provider that refuses the key of one agent", locked),
];

/// `QUORATE_REAL_ONLY=doctor` holds only the parts with that in their names.
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
    assert_eq!(answer["choices"][0]["message"]["content"], format!("{}\n[STANCE: AGREE]", words("alice", 1)));
}

fn full(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the harbour release?";
    provider.plays(topic, |asked| match (asked.round, &*asked.persona) {
        (1, "bob") => stands(asked, "DISAGREE"),
        (1, "carol") => stands(asked, "NEUTRAL"),
        _ => stands(asked, "AGREE"),
    });
    let met = Scene::new(provider).with(gateway).meet(topic, &CREW, &PATIENT);
    assert_eq!((met.code, met.level()), (Some(0), "full"), "{}", met.told);

    // Everybody was asked once a round, in a session of their own, without tools, and knows the others by the summary.
    let calls = provider.calls(topic);
    assert_eq!(calls.len(), 6, "{calls:#?}");
    for agent in AGENTS {
        let own: Vec<_> = calls.iter().filter(|call| call.asked.persona == agent).collect();
        let rounds: Vec<_> = own.iter().map(|call| (call.asked.round, call.asked.answers)).collect();
        assert_eq!(rounds, [(1, 0), (2, 1)], "{agent}");
        for call in &own {
            assert_eq!((call.asked.wire, call.asked.tools, call.end), (Wire::Chat, 0, End::Answered));
        }
        for other in AGENTS.iter().filter(|other| **other != agent) {
            assert!(!own[0].asked.last.contains(&words(other, 1)), "{}", own[0].asked.last);
            assert!(own[1].asked.last.contains(&words(other, 1)), "{}", own[1].asked.last);
        }
    }

    // The record holds who answered and what it took.
    let answered = met.events("answered");
    assert_eq!(answered.len(), 6);
    for event in answered {
        assert_eq!(event["receipt"]["model"], "mock/mock-1", "{event}");
        assert!(event["receipt"]["input_tokens"].as_u64() > Some(500), "{event}");
        assert_eq!(event["message"]["reading"]["stance"]["from"], "marker", "{event}");
    }
    written_down(&met.minutes, &met.result, gateway, topic);
}

/// Minutes as the protocol has them.
fn written_down(minutes: &str, result: &Value, gateway: &Gateway, topic: &str) {
    let mut parts = vec![topic.to_owned(), "### Round 1".into(), "### Round 2".into(), "mock/mock-1".into()];
    for agent in AGENTS {
        parts.push(format!("openclaw@{}:{agent}", gateway.url()));
        parts.extend([words(agent, 1), words(agent, 2)]);
    }
    parts.extend(
        ["FULL_CONSENSUS", "Disagree (marker)", "Neutral (marker)", "Agree (marker)", "ummary", "- Time: 20"]
            .map(str::to_owned),
    );
    let hash = result["record"]["hash"].as_str().or(result["record"].as_str()).unwrap_or_default();
    assert!(hash.len() >= 64, "{}", result["record"]);
    parts.push(hash.to_owned());
    for part in parts {
        assert!(minutes.contains(&part), "{part:?} is not in the minutes:\n{minutes}");
    }
    for time in ["started", "ended"] {
        assert!(!result[time].is_null(), "{time}");
    }
}

fn majority(gateway: &mut Gateway, provider: &Provider) {
    let topic = "我们周五发布港口版本吗？";
    provider.plays(topic, |asked| match (asked.round, &*asked.persona) {
        (_, "carol") => Play::Say("我没有立场。".into()),
        (1, "alice") => stands(asked, "DISAGREE"),
        _ => stands(asked, "AGREE"),
    });
    let met = Scene::new(provider).with(gateway).meet(topic, &CREW, &[&PATIENT[..], &["--lang", "zh"]].concat());
    assert_eq!((met.code, met.level()), (Some(0), "majority"), "{}", met.told);
    let counts = &met.result["verdict"]["counts"];
    assert_eq!((&counts["agree"], &counts["unknown"], &counts["disagree"]), (&json!(2), &json!(1), &json!(0)));
    for part in [topic, "MAJORITY_CONSENSUS", "我没有立场。"] {
        assert!(met.minutes.contains(part), "{part}\n{}", met.minutes);
    }
    assert!(provider.calls(topic).iter().any(|call| call.asked.last.contains("第 2 轮")));
}

fn none(gateway: &mut Gateway, provider: &Provider) {
    let topic = "金曜日に港の版を公開しますか。";
    provider.plays(topic, |asked| match &*asked.persona {
        "alice" => stands(asked, "AGREE"),
        "bob" => stands(asked, "DISAGREE"),
        _ => stands(asked, "NEUTRAL"),
    });
    let more = [&PATIENT[..], &["--lang", "ja", "--set", "max_rounds=2"]].concat();
    let met = Scene::new(provider).with(gateway).meet(topic, &CREW, &more);
    assert_eq!((met.code, met.level()), (Some(1), "none"), "{}", met.told);
    assert_eq!(met.result["stop"], "max-rounds");
    for part in [topic, "### 第2ラウンド", "NO_CONSENSUS", &words("bob", 1)] {
        assert!(met.minutes.contains(part), "{part}\n{}", met.minutes);
    }
}

fn faults(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the lighthouse release?";
    provider.plays(topic, |asked| match &*asked.persona {
        "alice" => stands(asked, "AGREE"),
        "bob" => Play::Say("I leave that to the others.".into()),
        _ => Play::Hang,
    });
    let seats = [&CREW[..], &["dan=command:sh -c 'exit 3'"]].concat();
    let more = ["--set", "turn_seconds=45", "--set", "max_rounds=1"];
    let met = Scene::new(provider).with(gateway).meet(topic, &seats, &more);
    assert_eq!((met.code, met.level()), (Some(1), "none"), "{}", met.told);
    assert!(met.took < Duration::from_secs(70), "{:?}", met.took);
    assert_eq!((&met.seat("alice")["answered"], &met.seat("bob")["answered"]), (&json!(1), &json!(1)));
    assert_eq!((&met.seat("carol")["timed_out"], &met.seat("dan")["failed"]), (&json!(1), &json!(1)));
    let counts = &met.result["verdict"]["counts"];
    assert_eq!((&counts["agree"], &counts["disagree"], &counts["of"]), (&json!(1), &json!(0), &json!(4)), "{counts}");
    for part in ["carol (timed out", "dan (failed", "I leave that to the others."] {
        assert!(met.minutes.contains(part), "{part}\n{}", met.minutes);
    }
    // The gateway was told to stop, and stopped.
    provider.until(topic, "the end of the call that hangs", |calls| {
        calls.iter().filter(|call| call.asked.persona == "carol").all(|call| call.end == End::Aborted)
    });
}

fn over_http(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the tunnel release?";
    provider.plays(topic, |asked| match (asked.round, &*asked.persona) {
        (1, _) => stands(asked, "NEUTRAL"),
        (_, "carol") => Play::Hang,
        _ => stands(asked, "AGREE"),
    });
    // One of them over the other way in.
    let seats = ["alice=openclaw-http:alice", "bob=openclaw:bob", "carol=openclaw-http:carol"];
    let more = ["--set", "turn_seconds=60", "--set", "max_rounds=2"];
    let met = Scene::new(provider).with(gateway).meet(topic, &seats, &more);
    assert_eq!((met.code, met.level()), (Some(0), "majority"), "{}", met.told);
    assert_eq!((&met.seat("carol")["answered"], &met.seat("carol")["timed_out"]), (&json!(1), &json!(1)));
    for agent in AGENTS {
        let calls = provider.calls(topic);
        let own = calls.iter().filter(|call| call.asked.persona == agent);
        let rounds: Vec<_> = own.map(|call| (call.asked.round, call.asked.answers)).collect();
        assert_eq!(rounds, [(1, 0), (2, 1)], "{agent} is asked once a round, and remembers");
    }
    provider.until(topic, "the end of the call that hangs", |calls| {
        calls.iter().all(|call| {
            call.end
                == if call.asked.persona == "carol" && call.asked.round == 2 { End::Aborted } else { End::Answered }
        })
    });
}

fn refused(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the ghost release?";
    provider.plays(topic, |asked| stands(asked, "AGREE"));
    for kind in ["openclaw", "openclaw-http"] {
        let scene = Scene::new(provider).with(gateway);
        let met = scene.meet(topic, &[&format!("zed={kind}:zed")], &PATIENT);
        assert_eq!(met.code, Some(3), "{}", met.told);
        assert!(met.told.contains("`openclaw agents list` tells"), "{}", met.told);
        let met = scene.set("OPENCLAW_GATEWAY_TOKEN", "another-token").meet(
            topic,
            &[&format!("alice={kind}:alice")],
            &PATIENT,
        );
        assert_eq!(met.code, Some(3), "{}", met.told);
        assert!(met.told.contains("check the token in OPENCLAW_GATEWAY_TOKEN"), "{}", met.told);
        assert!(!met.told.contains("another-token"), "{}", met.told);
    }
    assert!(provider.calls(topic).is_empty());
}

fn locked(gateway: &mut Gateway, provider: &Provider) {
    let topic = "Shall we ship the sealed release?";
    provider.plays(topic, |asked| match &*asked.persona {
        "carol" => Play::Refuse(401),
        _ => stands(asked, "AGREE"),
    });
    let met =
        Scene::new(provider).with(gateway).meet(topic, &CREW, &[&PATIENT[..], &["--set", "max_rounds=1"]].concat());
    assert_eq!((met.code, met.level()), (Some(0), "majority"), "{}", met.told);
    let carol = met.seat("carol");
    assert_eq!((&carol["answered"], &carol["failed"]), (&json!(0), &json!(1)), "{carol}");
    // It is the provider that refused, not the gateway: the token is not blamed.
    let cause = carol["cause"].as_str().unwrap_or_default();
    assert!(cause.contains("the gateway's provider refused its key"), "{cause}");
    assert!(!cause.contains("OPENCLAW_GATEWAY_TOKEN"), "{cause}");
}

fn doctor(gateway: &mut Gateway, provider: &Provider) {
    let scene = Scene::new(provider).with(gateway);
    let look = |scene: &Scene, more: &[&str]| {
        let output =
            scene.command(&[&["doctor", "meeting", "--topic", "?", "--json"], more].concat()).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let document: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{told}"));
        (output.status.code(), document["backends"].clone(), told)
    };
    let (code, found, told) = look(&scene, &["--agent", CREW[0], "--agent", "zed=openclaw:zed"]);
    assert_eq!((code, &found[0]["state"]), (Some(1), &json!("listed")), "{found} {told}");
    assert_eq!((&found[1]["state"], &found[1]["known"]), (&json!("unlisted"), &json!(AGENTS)), "{found}");
    let (code, found, told) =
        look(&scene, &["--agent", "alice=openclaw-http:alice", "--agent", "zed=openclaw-http:zed"]);
    assert_eq!(
        (code, &found[0]["state"], &found[1]["state"]),
        (Some(1), &json!("listed"), &json!("unlisted")),
        "{told}"
    );
    // With a trial question, to one that answers in the form that is needed.
    provider.plays("", |asked| stands(asked, "AGREE"));
    let (code, found, told) = look(&scene, &["--agent", CREW[0], "--ask", "--set", "turn_seconds=90"]);
    assert_eq!((code, &found[0]["state"], &found[0]["from"]), (Some(0), &json!("in-form"), &json!("marker")), "{told}");
    let wrong = scene.set("OPENCLAW_GATEWAY_TOKEN", "another-token");
    let (code, found, told) = look(&wrong, &["--agent", CREW[0]]);
    assert_eq!(code, Some(1), "{found} {told}");
    assert!(found[0]["cause"].as_str().is_some_and(|cause| cause.contains("token")), "{found}");
}
