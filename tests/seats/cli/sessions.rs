//! A conversation of a tool that a seat goes on with: by its name, one call at a time, begun anew where it is lost.

use quorate::agent::{
    cli::{Cli, Tool},
    spec::Session,
};

use super::{
    super::scene::Scene,
    stub::{Stub, answer, claude, codex},
};

fn lasting(stub: &Stub) -> Cli {
    stub.agent().lasting(Session::Discussion)
}

#[tokio::test]
async fn the_second_turn_goes_on_with_the_conversation_of_the_first_in_its_folder() {
    for (tool, first, second) in [
        (Tool::Claude, None, "--resume\n6299f7a2-8dcf-4232-9dd8-6622f931f3d9\n"),
        (Tool::Codex, None, "exec\nresume\n--json\n"),
        (Tool::Codex, None, "\n01a23119-eed7-7140-8e64-382ce8cde103\n-\n"),
        (Tool::Gemini, None, "--resume\ne81cc18a-5098-4212-8981-72e598bcf3ee\n"),
        (Tool::Opencode, Some("--title\nQuorate\n"), "--session\nses_dcee5515effeCoRvzIzhPolgDB\n"),
    ] {
        let stub = Stub::answering(tool, "Yes, on Friday.");
        let agent = lasting(&stub);
        for _ in 0..2 {
            Scene::new().ask(&agent).await.unwrap();
        }
        let [one, two] = [stub.call(1), stub.call(2)];
        assert!(!one.arguments.contains("resume") && one.arguments.contains(first.unwrap_or("\n")), "{one:?}");
        assert!(
            !one.arguments.contains("--ephemeral") && !one.arguments.contains("--no-session-persistence"),
            "{one:?}"
        );
        assert!(two.arguments.contains(second), "{tool:?}: {}", two.arguments);
        assert_eq!(one.folder, two.folder, "{tool:?}");
        assert!(one.folder.exists());
        drop(agent);
        assert!(!one.folder.exists(), "it goes with the backend");
    }
}

#[tokio::test]
async fn by_default_every_turn_is_a_conversation_of_its_own() {
    for tool in Tool::ALL {
        let stub = Stub::answering(tool, "Yes, on Friday.");
        let agent = stub.agent();
        for _ in 0..2 {
            Scene::new().ask(&agent).await.unwrap();
        }
        for option in ["resume", "--session"] {
            assert!(!stub.call(2).arguments.lines().any(|argument| argument.ends_with(option)), "{tool:?}");
        }
        assert_ne!(stub.call(1).folder, stub.call(2).folder);
    }
}

#[tokio::test]
async fn a_conversation_that_the_tool_does_not_know_is_begun_anew() {
    for (tool, lost) in [
        (Tool::Claude, "No conversation found with session ID: 6299f7a2"),
        (Tool::Codex, "Error: thread/resume failed: no rollout found for thread id 01a2 (code -32600)"),
        (Tool::Gemini, "Error resuming session: Invalid session identifier"),
        (Tool::Opencode, "\u{1b}[91mError: \u{1b}[0mSession not found"),
    ] {
        let stub = Stub::new(tool, "if [ $calls = 2 ]; then cat \"$here/lost\" >&2; exit 1; fi; cat \"$here/answer\"");
        stub.write("answer", &answer(tool, "Yes, on Friday."));
        stub.write("lost", lost);
        let agent = lasting(&stub);
        for _ in 0..2 {
            assert_eq!(Scene::new().ask(&agent).await.unwrap().text, "Yes, on Friday.", "{tool:?}");
        }
        assert_eq!(stub.calls(), 3);
        assert!(
            !stub.call(3).arguments.contains("resume") && !stub.call(3).arguments.contains("--session\n"),
            "{tool:?}"
        );
    }
}

#[tokio::test]
async fn codex_counts_a_conversation_and_a_turn_is_charged_for_what_it_added() {
    let stub = Stub::new(Tool::Codex, "cat \"$here/answer$calls\"");
    for (call, read) in [(1, 10_118), (2, 20_461)] {
        stub.write(&format!("answer{call}"), &codex("Yes.", "01a2", read));
    }
    let agent = lasting(&stub);
    let mut read = Vec::new();
    for _ in 0..2 {
        read.push(Scene::new().ask(&agent).await.unwrap().input_tokens.unwrap());
    }
    assert_eq!(read, [10_118, 10_343]);
}

#[tokio::test]
async fn one_conversation_has_one_call_at_a_time() {
    let script = "mkdir \"$here/busy\" || exit 7; sleep 0.2; rmdir \"$here/busy\"; cat \"$here/answer\"";
    let stub = Stub::new(Tool::Claude, script);
    stub.write("answer", &claude("Yes.", "a1"));
    let (agent, scene) = (lasting(&stub), Scene::new());
    let (one, two) = tokio::join!(scene.ask(&agent), scene.ask(&agent));
    assert_eq!([one.unwrap().text, two.unwrap().text], ["Yes.", "Yes."]);
    assert!(stub.call(2).arguments.contains("--resume\na1\n"));
}

#[tokio::test]
async fn a_name_that_could_be_an_option_is_not_taken_for_a_conversation() {
    let stub = Stub::new(Tool::Claude, "cat \"$here/answer\"");
    stub.write("answer", &claude("Yes.", "--dangerously-skip-permissions"));
    let agent = lasting(&stub);
    for _ in 0..2 {
        Scene::new().ask(&agent).await.unwrap();
    }
    assert!(!stub.call(2).arguments.contains("dangerously"), "{:?}", stub.call(2));
}
