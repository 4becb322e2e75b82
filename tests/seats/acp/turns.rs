//! What is said in a turn, and what is refused in it.

use quorate::{
    agent::{Again, Trouble, conformance::check},
    strategies::turn::Wholeness,
};
use serde_json::json;

use super::{Fake, SAID};
use crate::seats::scene::Scene;

#[tokio::test]
async fn pieces_are_joined_and_the_agent_names_itself_and_its_model() {
    let fake = Fake::new(&["model"]);
    let reply = fake.ask().await.unwrap();
    assert_eq!((reply.text.as_str(), reply.whole), (SAID, Wholeness::Whole));
    assert_eq!(reply.model.as_deref(), Some("fake 1.2 (small-1)"));
    assert_eq!((reply.input_tokens, reply.output_tokens, reply.reasoning), (None, None, None));
    assert_eq!(Fake::new(&[]).ask().await.unwrap().model.as_deref(), Some("fake 1.2"));
    let counted = Fake::new(&["counts"]).ask().await.unwrap();
    assert_eq!((counted.input_tokens, counted.output_tokens), (Some(20), Some(10)));
}

#[tokio::test]
async fn it_is_offered_nothing_and_told_the_prompt_in_an_empty_folder_of_its_own() {
    let fake = Fake::new(&[]);
    fake.ask().await.unwrap();
    let [hello, session, prompt] = <[_; 3]>::try_from(fake.heard()).unwrap();
    assert_eq!(hello["params"]["protocolVersion"], 1);
    let able = &hello["params"]["clientCapabilities"];
    assert_eq!(able["fs"], json!({ "readTextFile": false, "writeTextFile": false }), "{hello}");
    assert_eq!(able["terminal"], false, "{hello}");
    assert_eq!(session["params"]["mcpServers"], json!([]), "{session}");
    let folder = std::path::PathBuf::from(session["params"]["cwd"].as_str().unwrap());
    assert!(folder.is_absolute() && !folder.starts_with(fake.path()), "{session}");
    assert!(!folder.exists(), "it is gone with its turn");
    let texts: Vec<_> = prompt["params"]["prompt"].as_array().unwrap().iter().map(|block| &block["text"]).collect();
    assert_eq!(texts, ["You are Ann.\n\n", "Say what you think.\n"]);
}

#[tokio::test]
async fn a_repair_is_asked_for_with_the_reply_and_what_was_wrong() {
    let fake = Fake::new(&[]);
    let again = Again::Repair { previous: "Yes.", wrong: "Your reply has no stance." };
    Scene::new().ask_again(&fake.agent, again).await.unwrap();
    let prompt = fake.asked("session/prompt")[0]["params"]["prompt"][1]["text"].clone();
    assert_eq!(
        prompt,
        "Say what you think.\n\n# What you replied\nYes.\n\n# What has to be put right\nYour reply has no stance.\n"
    );
}

#[tokio::test]
async fn thoughts_are_reasoning_and_what_other_sessions_say_is_nobodys() {
    let reply = Fake::new(&["thinks", "elsewhere"]).ask().await.unwrap();
    assert_eq!((reply.text.as_str(), reply.reasoning.as_deref()), (SAID, Some("Hmm. [STANCE: OPPOSE]")));
}

#[tokio::test]
async fn what_is_said_before_a_tool_is_used_is_a_paragraph_of_its_own() {
    assert_eq!(Fake::new(&["tools"]).ask().await.unwrap().text, format!("Let me look.\n\n{SAID}"));
    let named = Fake::new(&["messages"]).ask().await.unwrap();
    assert_eq!(named.text, format!("One thing.\n\nAnother.\n\n{SAID}"), "those with names of their own too");
}

// U-04
#[tokio::test]
async fn banners_logs_and_messages_of_later_releases_are_passed_over() {
    assert_eq!(Fake::new(&["noise", "unknown"]).ask().await.unwrap().text, SAID);
}

#[tokio::test]
async fn a_permission_is_refused_once_where_that_can_be_chosen_and_else_cancelled() {
    let fake = Fake::new(&["permission", "always"]);
    assert_eq!(fake.ask().await.unwrap().text, SAID);
    let answers: Vec<_> = fake.answers().iter().map(|answer| answer["result"]["outcome"].clone()).collect();
    assert_eq!(answers, [json!({ "outcome": "selected", "optionId": "no" }), json!({ "outcome": "cancelled" })]);
}

#[tokio::test]
async fn one_that_would_act_without_asking_is_put_in_a_mode_in_which_it_asks() {
    for (mode, asked) in [("auto", &["default"][..]), ("asks", &[]), ("model", &[])] {
        let fake = Fake::new(&[mode]);
        fake.ask().await.unwrap();
        let modes: Vec<_> =
            fake.asked("session/set_mode").iter().map(|asked| asked["params"]["modeId"].clone()).collect();
        assert_eq!(modes, asked);
    }
}

#[tokio::test]
async fn files_and_terminals_are_refused_as_unknown() {
    let fake = Fake::new(&["files"]);
    assert_eq!(fake.ask().await.unwrap().text, SAID);
    let codes: Vec<_> = fake.answers().iter().map(|answer| answer["error"]["code"].clone()).collect();
    assert_eq!(codes, [-32601, -32601]);
}

#[tokio::test]
async fn why_it_stopped_decides_what_its_words_are() {
    for (stop, whole) in [("max_tokens", Wholeness::Cut), ("max_turn_requests", Wholeness::Cut)] {
        let reply = Fake::new(&[stop]).ask().await.unwrap();
        assert_eq!((reply.text.as_str(), reply.whole), (SAID, whole));
    }
    for (modes, trouble, words) in [
        (&["refusal"][..], Trouble::Refused, "refused to answer; it said: Friday is fine. [STANCE: AGREE]"),
        (&["cancelled"], Trouble::Broken, "cancelled its turn, which nobody had asked it to"),
        (&["silent"], Trouble::Empty, "ended its turn (end_turn) and said nothing"),
        (&["silent", "thinks"], Trouble::Empty, "said nothing; only reasoning came"),
        (&["silent", "max_tokens"], Trouble::Empty, "its own limit of tokens was used up first"),
        (&["silent", "permission"], Trouble::Empty, "it asked for a permission, which it is not given here"),
    ] {
        let error = Fake::new(modes).ask().await.unwrap_err();
        assert_eq!(error.trouble, trouble, "{error}");
        assert!(error.message.contains(words), "{words} in {error}");
    }
}

#[tokio::test]
async fn another_version_of_the_protocol_is_told_with_the_next_step() {
    let error = Fake::new(&["version-2"]).ask().await.unwrap_err();
    assert_eq!(error.trouble, Trouble::NotAnAnswer);
    assert!(
        error.message.contains("speaks version 2 of the Agent Client Protocol, and this program version 1"),
        "{error}"
    );
}

#[tokio::test]
async fn a_login_that_is_wanted_is_told_with_the_ways_that_the_agent_names() {
    let error = Fake::new(&["login"]).ask().await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Denied);
    for part in ["wants a login first: Authentication required", "Log in with Chat (chat)", "Set [1mCHAT_KEY (key)"] {
        assert!(error.message.contains(part), "{part} in {error}");
    }
    assert!(!error.message.contains('\u{1b}'), "{error}");
}

#[tokio::test]
async fn an_error_of_the_agent_is_told_in_its_words_and_the_process_stays() {
    let fake = Fake::new(&["error"]);
    for _ in 0..2 {
        let error = fake.ask().await.unwrap_err();
        assert_eq!(error.trouble, Trouble::Broken);
        for part in ["answered `session/prompt` with an error: Internal error", "API Error: 529 overloaded"] {
            assert!(error.message.contains(part), "{part} in {error}");
        }
    }
    assert_eq!(fake.pids().len(), 1);
}

#[tokio::test]
async fn it_holds_to_the_contract_of_backends() {
    let fake = Fake::new(&[]);
    let passed = check(&fake.agent).await.unwrap();
    assert_eq!(passed.refusals, 0);
}
