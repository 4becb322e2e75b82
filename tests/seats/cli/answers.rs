//! An answer of each tool, and how it was asked: nothing of a prompt is an argument, and no tool is offered to the model.

use quorate::{
    agent::{
        Again, Agent as _, Login, Presence, Trouble,
        cli::{Cli, Tool},
        conformance::check,
        spec::Session,
    },
    strategies::{event::Event, prelude::*, seat::Origin, strategies::Meeting, turn::Wholeness},
};

use super::{
    super::scene::Scene,
    stub::{Stub, answer},
};
use crate::manager::table::{about, checked, minutes};

const TEXT: &str = "Friday is fine.\n[STANCE: AGREE]";

#[tokio::test]
async fn an_answer_comes_with_its_tokens_and_the_model_that_gave_it() {
    for (tool, model, read, written) in [
        (Tool::Claude, Some("claude-opus-4-8"), 1144, 15),
        (Tool::Codex, None, 9_530, 15),
        (Tool::Gemini, Some("gemini-pro"), 110, 63),
        (Tool::Opencode, None, 77, 8),
    ] {
        let stub = Stub::answering(tool, TEXT);
        let reply = Scene::new().ask(&stub.agent()).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.model.as_deref()), (TEXT, model), "{tool:?}");
        assert_eq!((reply.input_tokens, reply.output_tokens), (Some(read), Some(written)), "{tool:?}");
    }
}

// O-04
#[tokio::test]
async fn the_prompt_is_on_stdin_the_system_text_in_a_file_and_neither_among_the_arguments() {
    for tool in Tool::ALL {
        let stub = Stub::answering(tool, TEXT);
        let agent = Cli::new(tool, &stub.spec(":maker/model-1"), ".").unwrap();
        Scene::new().ask(&agent).await.unwrap();
        let call = stub.call(1);
        assert_eq!(call.stdin, "Say what you think.\n", "{tool:?}");
        assert!(call.files.contains("You are Ann."), "{tool:?}: {}", call.files);
        for part in ["You are Ann", "Say what"] {
            assert!(!call.arguments.contains(part) && !call.environment.contains(part), "{tool:?}: {part}");
        }
        assert!(call.arguments.lines().any(|argument| argument == "maker/model-1"), "{tool:?}");
        assert!(!call.folder.exists(), "{tool:?}: its folder is removed");
        assert_ne!(call.folder, std::env::current_dir().unwrap(), "{tool:?}");
        let open: Vec<_> =
            call.files.lines().filter(|line| line.starts_with("-rw") && !line.starts_with("-rw-------")).collect();
        assert!(open.is_empty(), "{tool:?}: {open:?}");
    }
}

#[tokio::test]
async fn no_tool_is_offered_to_the_model() {
    let asked = |tool| async move {
        let stub = Stub::answering(tool, TEXT);
        Scene::new().ask(&stub.agent()).await.unwrap();
        stub.call(1)
    };
    let claude = asked(Tool::Claude).await;
    let begins =
        "-p\n--output-format\njson\n--tools\n\n--strict-mcp-config\n--disable-slash-commands\n--system-prompt-file\n";
    assert!(
        claude.arguments.starts_with(begins) && claude.arguments.ends_with("--no-session-persistence\n"),
        "{claude:?}"
    );
    for switch in ["CLAUDE_CODE_SAFE_MODE=1", "CLAUDE_CODE_DISABLE_ATTACHMENTS=1"] {
        assert!(claude.environment.lines().any(|line| line == switch), "{switch}");
    }
    let codex = asked(Tool::Codex).await;
    assert!(codex.arguments.starts_with("exec\n--json\n--skip-git-repo-check\n"), "{codex:?}");
    assert!(codex.arguments.ends_with("\n--ephemeral\n-\n"), "{codex:?}");
    for setting in ["approval_policy=\"never\"", "sandbox_mode=\"read-only\"", "features.shell_tool=false"] {
        assert!(codex.arguments.contains(&format!("-c\n{setting}\n")), "{codex:?}");
    }
    let gemini = asked(Tool::Gemini).await;
    assert!(gemini.files.contains("toolName = \"*\"\ndecision = \"deny\""), "{gemini:?}");
    assert!(gemini.arguments.contains("--policy\n") && gemini.environment.contains("GEMINI_SYSTEM_MD="), "{gemini:?}");
    let opencode = asked(Tool::Opencode).await;
    assert!(opencode.arguments.starts_with("run\n--format\njson\n--agent\nquorate-seat\n"), "{opencode:?}");
    assert!(
        opencode.files.contains("\"permission\": \"deny\"") && opencode.files.contains("\"*\": deny"),
        "{opencode:?}"
    );
}

// O-04
#[tokio::test]
async fn texts_that_no_argument_could_hold_go_through() {
    for tool in Tool::ALL {
        let stub = Stub::answering(tool, TEXT);
        Scene::new().user("x".repeat(200_000)).ask(&stub.agent()).await.unwrap();
        assert_eq!(stub.call(1).stdin.len(), 200_001, "{tool:?}");
    }
}

// U-04
#[tokio::test]
async fn banners_warnings_and_colours_are_passed_over() {
    for tool in Tool::ALL {
        let script = "printf '\\033[33mWarning: {old} Node\\033[0m\\n[INFO] update {\\n' >&2\n\
                      printf '\\033[1mbanner {x}\\033[0m\\nloading... [3/4]\\n'; cat \"$here/answer\"; printf '\\nbye\\n'";
        let stub = Stub::new(tool, script);
        stub.write("answer", &answer(tool, "\u{1b}[32mFriday is fine.\u{1b}[0m\n[STANCE: \u{1b}[1mAGREE\u{1b}[0m]"));
        assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap().text, TEXT, "{tool:?}");
    }
}

// U-04
#[tokio::test]
async fn a_result_on_stderr_or_in_a_list_of_messages_is_found() {
    for tool in Tool::ALL {
        let stub = Stub::new(tool, "cat \"$here/answer\" >&2");
        stub.write("answer", &answer(tool, TEXT));
        assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap().text, TEXT, "{tool:?}");
    }
    let verbose = format!("[{{\"type\":\"system\",\"subtype\":\"init\"}},{}]\n", answer(Tool::Claude, TEXT));
    let stub = Stub::new(Tool::Claude, "cat \"$here/answer\"");
    stub.write("answer", &verbose);
    assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap().text, TEXT);
}

#[tokio::test]
async fn an_answer_that_was_cut_off_says_so() {
    let stub = Stub::new(Tool::Claude, "cat \"$here/answer\"");
    stub.write("answer", &answer(Tool::Claude, TEXT).replace("end_turn", "max_tokens"));
    assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap().whole, Wholeness::Cut);
    let stub = Stub::new(Tool::Opencode, "cat \"$here/answer\"");
    stub.write("answer", &answer(Tool::Opencode, TEXT).replace("\"stop\"", "\"length\""));
    assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap().whole, Wholeness::Cut);
}

#[tokio::test]
async fn a_repair_shows_the_reply_and_what_was_wrong() {
    let stub = Stub::answering(Tool::Claude, TEXT);
    let again = Again::Repair { previous: "Yes.", wrong: "Your reply has no stance." };
    Scene::new().ask_again(&stub.agent(), again).await.unwrap();
    assert!(
        stub.call(1)
            .stdin
            .ends_with("# What you replied\nYes.\n\n# What has to be put right\nYour reply has no stance.\n")
    );
}

#[tokio::test]
async fn the_public_suite_is_passed() {
    for tool in Tool::ALL {
        let stub = Stub::answering(tool, TEXT);
        for session in [Session::Turn, Session::Discussion] {
            let passed = check(&stub.agent().lasting(session)).await.unwrap();
            assert_eq!(passed.refusals, 0, "{tool:?}");
        }
    }
}

#[tokio::test]
async fn four_tools_meet_and_the_minutes_name_each_and_the_record_its_model() {
    let stubs = Tool::ALL.map(|tool| Stub::answering(tool, TEXT));
    let mut discussion = about("Ship on Friday?").strategy(Meeting::new()).max_rounds(3);
    for (name, stub) in ["Ann", "Bob", "Cy", "Dee"].into_iter().zip(&stubs) {
        discussion = discussion.seat(Seat::new(name), stub.agent());
    }
    let done = checked(discussion.run().await.unwrap());
    assert!(done.state.turns().iter().all(|turn| turn.ending() == Some(Ending::Answered)));
    let text = minutes(&done);
    for name in ["claude (claude-opus-4-8)", "codex", "gemini-cli (gemini-pro)", "opencode"] {
        assert!(text.contains(&format!("| {name} | model |")), "{name}: {text}");
    }
    let models = done.entries.iter().filter_map(|entry| match &entry.event {
        Event::Answered { receipt, .. } => receipt.model.as_deref(),
        _ => None,
    });
    assert_eq!(models.collect::<std::collections::BTreeSet<_>>(), ["claude-opus-4-8", "gemini-pro"].into());
    assert!(done.state.roster().iter().all(|(_, seat)| seat.backend.origin == Origin::Model));
}

#[tokio::test]
async fn presence_is_told_by_its_version_and_its_login() {
    let version = "if [ \"$1\" = --version ]; then echo 'WARNING: odd' >&2; echo 'tool 1.2.3'; exit 0; fi\n";
    for (tool, says, login) in [
        (Tool::Claude, "echo '{\"loggedIn\": true}'", Login::In),
        (Tool::Codex, "echo 'Logged in using ChatGPT' >&2", Login::In),
        // A provider of the user's own configuration needs none.
        (Tool::Codex, "echo 'Not logged in' >&2; exit 1", Login::Untold),
        (Tool::Claude, "echo 'unknown command' >&2; exit 1", Login::Untold),
        (Tool::Gemini, "exit 9", Login::Untold),
        (Tool::Opencode, "exit 9", Login::Untold),
    ] {
        let there = Stub::new(tool, &format!("{version}{says}")).agent().presence().await;
        assert_eq!(there, Presence::Runs { version: "tool 1.2.3".to_owned(), login }, "{tool:?} {says}");
    }
    let out = Stub::new(Tool::Claude, &format!("{version}echo '{{\"loggedIn\": false}}'; exit 1"));
    let Presence::Missing(error) = out.agent().presence().await else { panic!("it is logged out") };
    assert_eq!(error.trouble, Trouble::Denied);
    assert!(error.message.contains("it is not logged in; run `claude` and say /login there"), "{error}");
    let broken = Stub::new(Tool::Codex, "echo 'Illegal instruction' >&2; exit 132");
    let Presence::Missing(error) = broken.agent().presence().await else { panic!("it does not run") };
    for part in ["`codex --version` failed: Illegal instruction", "npm install -g @openai/codex"] {
        assert!(error.message.contains(part), "{part} in {error}");
    }
}
