//! One process for all turns, and sessions that last for a turn or for the discussion.

use std::path::Path;

use quorate::agent::{
    Acp, Again, Agent as _, Presence, Trouble,
    spec::{AgentFactory, ModelSettings, Session, Wanted},
};

use super::{Fake, SCRIPT};
use crate::seats::scene::{Scene, assert_ends};

#[tokio::test]
async fn each_turn_has_a_session_of_its_own_in_the_same_process() {
    let fake = Fake::new(&["closes"]);
    for _ in 0..3 {
        fake.ask().await.unwrap();
    }
    assert_eq!((fake.pids().len(), fake.asked("initialize").len()), (1, 1));
    let ids = |method| fake.asked(method).iter().map(|asked| asked["params"]["sessionId"].clone()).collect::<Vec<_>>();
    assert_eq!(ids("session/prompt"), ["s1", "s2", "s3"]);
    assert_eq!(ids("session/close")[..2], ["s1", "s2"], "an agent that knows their end is told of it");
    assert!(fake.asked("session/prompt").iter().all(|asked| asked["params"]["prompt"].as_array().unwrap().len() == 2));
}

#[tokio::test]
async fn a_session_that_lasts_is_told_the_stable_part_once() {
    let Fake { folder, agent } = Fake::new(&["closes"]);
    let fake = Fake { folder, agent: agent.lasting(Session::Discussion) };
    for _ in 0..3 {
        fake.ask().await.unwrap();
    }
    assert_eq!((fake.asked("session/new").len(), fake.asked("session/close").len()), (1, 0));
    let blocks: Vec<_> = fake.asked("session/prompt").iter().map(|asked| asked["params"]["prompt"].clone()).collect();
    assert_eq!(blocks.iter().map(|blocks| blocks.as_array().unwrap().len()).collect::<Vec<_>>(), [2, 1, 1]);
    assert_eq!(blocks[2][0]["text"], "Say what you think.\n");
    Scene::new().turn(0).ask(&fake.agent).await.unwrap();
    assert_eq!(fake.asked("session/new").len(), 2, "whoever writes a summary has nothing to remember");
    assert_eq!(fake.asked("session/prompt")[3]["params"]["sessionId"], "s2");
    let again = Again::Repair { previous: "Yes.", wrong: "Your reply has no stance." };
    Scene::new().ask_again(&fake.agent, again).await.unwrap();
    assert_eq!(fake.asked("session/prompt")[4]["params"]["prompt"][0]["text"], "Your reply has no stance.");
    Scene::new().user("/quit, they say.").ask(&fake.agent).await.unwrap();
    let text = fake.asked("session/prompt")[5]["params"]["prompt"][0]["text"].clone();
    assert_eq!(text, "---\n/quit, they say.\n", "no command of the agent's own");
}

#[tokio::test]
async fn a_session_that_lasts_outlives_a_turn_without_an_answer_and_is_told_the_stable_part_again() {
    for modes in [&["silent"][..], &["refusal"], &["cancelled"]] {
        let Fake { folder, agent } = Fake::new(modes);
        let fake = Fake { folder, agent: agent.lasting(Session::Discussion) };
        for _ in 0..2 {
            fake.ask().await.unwrap_err();
        }
        assert_eq!(fake.asked("session/new").len(), 1);
        let second = fake.asked("session/prompt")[1]["params"]["prompt"].clone();
        assert_eq!(second.as_array().unwrap().len(), 2, "{second}");
    }
    let Fake { folder, agent } = Fake::new(&["error"]);
    let fake = Fake { folder, agent: agent.lasting(Session::Discussion) };
    for _ in 0..2 {
        fake.ask().await.unwrap_err();
    }
    assert_eq!(fake.asked("session/new").len(), 2, "one that answers with errors may be gone");
}

#[tokio::test]
async fn one_that_died_between_two_turns_is_started_again() {
    let fake = Fake::new(&["dies"]);
    for turn in 0..3 {
        fake.ask().await.unwrap();
        assert_ends(fake.pids()[turn]).await;
    }
    assert_eq!(fake.pids().len(), 3);
}

#[tokio::test]
async fn several_who_ask_at_once_are_answered_one_after_the_other() {
    let fake = Fake::new(&[]);
    let (one, two, three) = tokio::join!(fake.ask(), fake.ask(), fake.ask());
    assert!(one.is_ok() && two.is_ok() && three.is_ok());
    assert_eq!(fake.pids().len(), 1);
}

#[tokio::test]
async fn it_is_looked_at_without_a_prompt_and_stays_for_the_first_turn() {
    let fake = Fake::new(&["model"]);
    let Presence::Met { who, .. } = fake.agent.presence().await else { panic!("it is there") };
    assert_eq!(who, "fake 1.2 (small-1), ACP 1");
    assert!(fake.asked("session/prompt").is_empty());
    fake.ask().await.unwrap();
    assert_eq!(fake.pids().len(), 1);
    for (mode, trouble) in
        [("login", Trouble::Denied), ("version-2", Trouble::NotAnAnswer), ("not-acp", Trouble::Broken)]
    {
        let Presence::Missing(error) = Fake::new(&[mode]).agent.presence().await else { panic!("{mode}") };
        assert_eq!(error.trouble, trouble, "{error}");
    }
}

#[tokio::test]
async fn the_text_of_a_spec_makes_it_and_a_record_makes_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let spec = format!("acp:sh '{SCRIPT}' '{}'", folder.path().display());
    let settings = ModelSettings {
        session: Some(Session::Discussion),
        base_url: Some("https://host/v1?key=abc".into()),
        ..ModelSettings::default()
    };
    let wanted = Wanted { spec: &spec, settings: &settings, folder: Path::new("/") };
    let agents = AgentFactory::builtin();
    let kept = wanted.kept().unwrap();
    assert_eq!(kept.settings.keys().collect::<Vec<_>>(), ["folder", "session"], "{kept:?}");
    for agent in [agents.agent(&wanted).unwrap(), agents.again(&kept).unwrap()] {
        assert!(agent.backend().name.starts_with("acp:sh "), "{}", agent.backend().name);
        assert!(format!("{agent:?}").contains("Discussion"), "{agent:?}");
        Scene::new().ask(&agent).await.unwrap();
    }
}

#[test]
fn what_cannot_be_run_is_refused_before_anything_is_asked() {
    for (spec, words) in [
        ("acp", "is not how this agent is written: acp:PROGRAM ARGUMENTS"),
        ("acp:", "is not how this agent is written: acp:PROGRAM ARGUMENTS"),
        ("acp:no-such-agent --acp", "there is no program \"no-such-agent\" in PATH"),
        ("acp:'sh", "is not closed"),
    ] {
        let error = AgentFactory::builtin().named(spec).unwrap_err().to_string();
        assert!(error.contains(words), "{words} in {error}");
    }
    let secret = Acp::new(["sh", "bot.sh", "--api-key", "abc"], ".").unwrap();
    assert_eq!(&*secret.backend().name, "acp:sh bot.sh --api-key ***");
    assert!(!format!("{secret:?}").contains("abc"));
}
