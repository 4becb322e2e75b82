//! What goes wrong with a tool is told apart, with the next step and without secrets.

use std::fs;

use quorate::agent::{
    Agent as _, AgentError, Retry, Trouble,
    cli::{Cli, Tool},
    spec::AgentFactory,
};
use serde_json::json;

use super::{super::scene::Scene, stub::Stub};

async fn failing(tool: Tool, script: &str) -> AgentError {
    Scene::new().ask(&Stub::new(tool, script).agent()).await.unwrap_err()
}

fn echo(value: &serde_json::Value) -> String {
    format!("echo '{}'", value.to_string().replace('\'', "'\\''"))
}

#[tokio::test]
async fn an_error_within_success_is_an_error() {
    for (words, status, trouble, next) in [
        ("Not logged in · Please run /login", None, Trouble::Denied, "ANTHROPIC_API_KEY"),
        ("Failed to authenticate. API Error: 401 no", Some(401), Trouble::Denied, "say /login"),
        ("API Error: Request rejected (429) · slow down", Some(429), Trouble::Busy, "asked too often"),
        ("API Error: 529 Overloaded. This is a server-side issue", Some(529), Trouble::Busy, "busy"),
        ("Claude usage limit reached|1796120085", Some(429), Trouble::Denied, "let another backend answer"),
        (
            "There's an issue with the selected model (x). It may not exist",
            Some(404),
            Trouble::NotFound,
            "claude:MODEL",
        ),
        ("Prompt is too long", Some(400), Trouble::TooLong, "window"),
    ] {
        let result = json!({ "type": "result", "subtype": "success", "is_error": true, "result": words,
                             "api_error_status": status, "session_id": "a" });
        let error = failing(Tool::Claude, &format!("{}; exit 1", echo(&result))).await;
        assert_eq!(error.trouble, trouble, "{error}");
        assert!(error.message.contains(next) && error.message.starts_with("claude: "), "{error}");
    }
    let turns = json!({ "type": "result", "subtype": "error_max_turns", "is_error": false, "session_id": "a" });
    assert!(failing(Tool::Claude, &echo(&turns)).await.message.contains("error_max_turns"));
}

#[tokio::test]
async fn a_failed_turn_is_an_error_whatever_was_said_before() {
    let said = json!({ "type": "item.completed", "item": { "type": "agent_message", "text": "So far" } });
    for (message, trouble) in [
        ("unexpected status 401 Unauthorized: no key, url: http://127.0.0.1:1/v1/responses", Trouble::Denied),
        ("exceeded retry limit, last status: 429 Too Many Requests", Trouble::Busy),
        (
            "{\"detail\": \"The 'x' model is not supported when using Codex with a ChatGPT account.\"}",
            Trouble::NotFound,
        ),
        ("stream disconnected before completion: error sending request for url", Trouble::Unreachable),
    ] {
        let failed = json!({ "type": "turn.failed", "error": { "message": message } });
        let error = failing(Tool::Codex, &format!("{}; {}; exit 1", echo(&said), echo(&failed))).await;
        assert_eq!(error.trouble, trouble, "{error}");
        assert!(!error.message.contains("detail"), "{error}");
    }
    let warned = json!({ "type": "error", "message": "Reconnecting... 1/5" });
    let error = failing(Tool::Codex, &format!("{}; exit 1", echo(&warned))).await;
    assert!(error.message.contains("Reconnecting"), "{error}");
}

#[tokio::test]
async fn exit_codes_and_errors_of_gemini_and_opencode_are_told() {
    for (code, meaning) in [(41, "authenticate"), (42, "did not take its input"), (53, "reached its limit of turns")] {
        let error = failing(Tool::Gemini, &format!("echo 'sorry' >&2; exit {code}")).await;
        assert!(error.message.contains(meaning) && error.message.contains("sorry"), "{error}");
    }
    let words = "{\"error\":{\"code\":400,\"message\":\"API key not valid.\",\"status\":\"INVALID_ARGUMENT\"}}";
    let body = json!({ "session_id": "a", "error": { "type": "Error", "message": words, "code": 400 } });
    let error = failing(Tool::Gemini, &format!("{} >&2; exit 144", echo(&body))).await;
    assert_eq!((error.trouble, error.retry), (Trouble::Denied, Retry::Never));
    assert!(error.message.starts_with("gemini-cli: API key not valid; run `gemini` once"), "{error}");
    let event = json!({ "type": "error", "sessionID": "ses_a", "error": { "name": "APIError", "data":
                        { "message": "no credit", "statusCode": 402 } } });
    let error = failing(Tool::Opencode, &format!("{}; exit 1", echo(&event))).await;
    assert_eq!(error.trouble, Trouble::Denied);
    let event = json!({ "type": "error", "error": { "name": "UnknownError", "data": { "message": "Unexpected." } } });
    let error = failing(Tool::Opencode, &format!("{}; exit 1", echo(&event))).await;
    assert!(error.message.contains("`opencode models` lists them"), "{error}");
}

#[tokio::test]
async fn a_version_that_lacks_an_option_says_which_and_not_its_usage() {
    for (tool, words) in [
        (Tool::Gemini, "Unknown argument: policy\nUsage: gemini [options]\n  -h, --help  Show help"),
        (Tool::Codex, "error: unexpected argument '--json' found\n\nFor more information, try '--help'."),
        (Tool::Claude, "error: unknown option '--tools'"),
    ] {
        let stub = Stub::new(tool, "cat \"$here/words\" >&2; exit 2");
        stub.write("words", words);
        let error = Scene::new().ask(&stub.agent()).await.unwrap_err();
        let complaint = words.lines().next().unwrap();
        let next = format!("; is it an old version? `npm install -g {}` brings the newest", tool.package());
        assert!(error.message.contains(complaint) && error.message.ends_with(&next), "{error}");
    }
}

// O-04
#[tokio::test]
async fn no_output_plain_words_and_blank_answers_are_no_answers() {
    for tool in Tool::ALL {
        let error = failing(tool, "echo 'I say yes. [STANCE: AGREE]'; echo 'deprecated' >&2").await;
        assert_eq!(error.trouble, Trouble::NotAnAnswer, "{error}");
        assert!(error.message.contains("none of the JSON") && error.message.contains("stderr: deprecated"), "{error}");
        assert_eq!(failing(tool, "true").await.trouble, Trouble::NotAnAnswer);
        let stub = Stub::answering(tool, "  \n ");
        assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap_err().trouble, Trouble::Empty, "{tool:?}");
        let error = failing(tool, "echo 'Segmentation fault' >&2; exit 139").await;
        assert!(error.message.contains("exit status: 139") && error.message.contains("Segmentation fault"), "{error}");
    }
}

#[tokio::test]
async fn secrets_stand_in_no_error_and_no_answer() {
    let error =
        failing(Tool::Codex, "echo 'bad key sk-proj-abcdefgh and Authorization: Bearer abc.def1' >&2; exit 1").await;
    assert!(!error.message.contains("abcdefgh") && !error.message.contains("abc.def1"), "{error}");
    let stub = Stub::answering(Tool::Claude, "GET postgres://ann:hunter22@db/x");
    assert_eq!(Scene::new().ask(&stub.agent()).await.unwrap().text, "GET postgres://ann:***@db/x");
}

#[tokio::test]
async fn a_program_that_went_away_and_one_that_cannot_be_executed_are_told() {
    let stub = Stub::answering(Tool::Claude, "Yes.");
    let agent = stub.agent();
    fs::remove_file(stub.path().join("claude")).unwrap();
    assert_eq!(Scene::new().ask(&agent).await.unwrap_err().trouble, Trouble::NotFound);
    fs::write(stub.path().join("claude"), "text").unwrap();
    let error = Cli::new(Tool::Claude, &stub.spec(""), ".").unwrap_err().to_string();
    assert!(error.contains("is no file that can be executed"), "{error}");
}

#[test]
fn specs_are_read_and_what_is_none_is_refused() {
    let stub = Stub::answering(Tool::Opencode, "Yes.");
    let agents = AgentFactory::builtin();
    assert_eq!(&*agents.named(&stub.spec(":x/y")).unwrap().backend().name, "opencode:x/y");
    for (spec, part) in [
        ("claude:--dangerously-skip-permissions", "no name of a model"),
        ("codex -s danger-full-access", "unknown agent"),
        ("opencode:gpt", "with its provider before it"),
        ("claude@/no/such/claude", "there is no program /no/such/claude"),
    ] {
        let error = agents.named(spec).unwrap_err().to_string();
        assert!(error.contains(part), "{spec}: {error}");
    }
}
