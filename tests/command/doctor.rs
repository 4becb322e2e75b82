//! `doctor` says what there is and how to use it, spends nothing unasked, and tells who does not answer in form.

use std::{fs, process::Output};

use serde_json::{Value, json};
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{method, path},
};

use super::{server::Does, server::Server, *};

/// The command where nothing of this machine is in sight but what a test puts there.
fn doctor(args: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = quorate();
    command.arg("doctor").args(args).env("PATH", "").env_remove("OLLAMA_HOST").env_remove("OPENAI_BASE_URL");
    command.envs(variables.iter().copied()).output().expect("the command runs")
}

/// A server with these models, which answers every question with this text.
async fn model_server(models: &[&str], says: &str) -> MockServer {
    let server = MockServer::start().await;
    let named = |key: &str| models.iter().map(|name| json!({ key: name })).collect::<Vec<_>>();
    let answers = [
        ("GET", "/api/tags", json!({ "models": named("name") })),
        ("GET", "/v1/models", json!({ "data": named("id") })),
        (
            "POST",
            "/v1/chat/completions",
            json!({
                "id": "1", "object": "chat.completion", "created": 0, "model": "m",
                "choices": [{ "index": 0, "message": { "role": "assistant", "content": says }, "finish_reason": "stop" }],
                "usage": { "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 }
            }),
        ),
    ];
    for (verb, place, body) in answers {
        let answer = ResponseTemplate::new(200).set_body_json(body);
        Mock::given(method(verb)).and(path(place)).respond_with(answer).mount(&server).await;
    }
    server
}

/// Questions that a server was asked.
async fn questions(server: &MockServer) -> usize {
    let requests = server.received_requests().await.expect("requests are kept");
    requests.iter().filter(|request| request.method.as_str() == "POST").count()
}

fn spec(server: &MockServer, model: &str) -> String {
    format!("openai@{}/v1:{model}", server.uri())
}

fn document(output: &Output) -> Value {
    let document: Value = serde_json::from_slice(&output.stdout).expect("one document");
    assert_eq!(document["doctor"], 1, "{document}");
    document
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_found_with_the_command_line_that_uses_it() {
    let server = model_server(&["qwen3:4b", "nomic-embed-text"], "").await;
    let found = doctor(&[], &[("OLLAMA_HOST", &server.uri())]);
    assert_eq!(found.status.code(), Some(0), "{}", stderr(&found));
    let line = format!("quorate run plan-review --material FILE --model ollama@{}:qwen3:4b\n", server.uri());
    assert!(stdout(&found).contains(&line), "{}", stdout(&found));
    assert!(!stdout(&found).contains(":nomic-embed-text\n"), "{}", stdout(&found));
    assert_eq!(questions(&server).await, 0);

    let json = document(&doctor(&["--json"], &[("OLLAMA_HOST", &server.uri())]));
    let first = &json["machine"]["servers"][0];
    assert_eq!((&first["state"], &first["models"][0]["model"]), (&json!("models"), &json!("qwen3:4b")), "{json}");
    assert_eq!(first["others"], json!(["nomic-embed-text"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_probe_sends_nothing_and_says_so() {
    let server = model_server(&["qwen3:4b"], "[STANCE: AGREE]").await;
    let found = doctor(&["--no-probe"], &[("OLLAMA_HOST", &server.uri())]);
    assert!(stdout(&found).contains("not looked for, as --no-probe says"), "{}", stdout(&found));
    let found = doctor(&["ideation", "--no-probe", "--model", &spec(&server, "qwen3:4b")], &[]);
    assert_eq!(found.status.code(), Some(0), "{}", stderr(&found));
    assert!(stdout(&found).contains("not asked, as --no-probe says"), "{}", stdout(&found));
    assert!(server.received_requests().await.expect("requests are kept").is_empty());
}

#[test]
fn with_nothing_at_hand_it_says_how_to_get_something_and_that_is_no_failure() {
    let found = doctor(&["--no-probe"], &[]);
    assert_eq!(found.status.code(), Some(0));
    assert!(stdout(&found).contains("No model was found"), "{}", stdout(&found));
    assert!(stdout(&found).contains("ollama pull"), "{}", stdout(&found));
}

#[test]
fn a_key_is_never_shown_whatever_it_holds() {
    for odd in ["sk-7f3a-plain", " 'sk-7f3a$(id)' ", "sk-7f3a\u{1b}[31m", "sk-7f3a{variable}", "\"sk-7f3a\""] {
        for args in [&["--no-probe"][..], &["--no-probe", "--json"], &["--no-probe", "--lang", "ja"]] {
            let found = doctor(args, &[("OPENAI_API_KEY", odd)]);
            let all = stdout(&found) + &stderr(&found);
            assert!(all.contains("OPENAI_API_KEY") && !all.contains("7f3a"), "{all}");
        }
        let found = doctor(&["ideation", "--model", "openai@http://127.0.0.1:1/v1:m"], &[("OPENAI_API_KEY", odd)]);
        assert!(!(stdout(&found) + &stderr(&found)).contains("7f3a"));
    }
}

#[cfg(unix)]
#[test]
fn programs_are_found_and_not_started() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let started = folder.path().join("started");
    let script = format!("#!/bin/sh\ntouch {}\n", started.display());
    for (name, mode) in [("claude", 0o755), ("openclaw", 0o755), ("codex", 0o644)] {
        let path = file(folder.path(), name, &script);
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("a mode");
    }
    let json = document(&doctor(&["--no-probe", "--json"], &[("PATH", &folder.path().to_string_lossy())]));
    let names: Vec<_> =
        json["machine"]["programs"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["claude", "openclaw"], "one that cannot be run is none");
    assert!(!started.exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_on_this_machine_is_found_in_every_language_and_is_no_key() {
    let server = MockServer::start().await;
    let refused = ResponseTemplate::new(401);
    Mock::given(path("/v1/models")).respond_with(refused).mount(&server).await;
    Mock::given(path("/healthz")).respond_with(ResponseTemplate::new(200)).mount(&server).await;
    let address = format!("ws://{}", server.address());
    let variables = [("OPENCLAW_GATEWAY_URL", address.as_str()), ("OPENCLAW_GATEWAY_TOKEN", "hush-hush")];
    for (language, says) in [("en", "its gateway runs"), ("zh", "网关正在运行"), ("ja", "ゲートウェイが動いています")]
    {
        let found = doctor(&["--lang", language], &variables);
        let all = stdout(&found) + &stderr(&found);
        assert!(all.contains(says) && all.contains(&format!("--model openclaw@{address}:AGENT\n")), "{all}");
        assert!(!all.contains("hush"), "{all}");
    }
    let json = document(&doctor(&["--json"], &variables));
    assert_eq!(json["machine"]["servers"][0]["state"], "live", "{json}");
    assert_eq!(json["machine"]["keys"], json!([]), "{json}");
}

/// An agent behind a gateway's HTTP, whose token lies in a file.
fn claw(folder: &std::path::Path, server: &MockServer, agent: &str) -> Vec<String> {
    let token = file(folder, "token", "hush-hush");
    let spec = format!("openclaw-http@{}:{agent}", server.uri());
    ["ideation", "--model", &spec, "--set", &format!("key_file={token}")].map(str::to_owned).to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_behind_a_gateway_is_asked_only_when_that_is_said_and_its_time_is_told() {
    let server = model_server(&["openclaw", "openclaw/alice"], "Yes.\n\n[STANCE: AGREE]").await;
    let folder = folder();
    let args = claw(folder.path(), &server, "alice");
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let found = doctor(&args, &[]);
    assert_eq!((found.status.code(), questions(&server).await), (Some(0), 0), "{}", stderr(&found));
    assert!(stdout(&found).contains("not asked: its server lists the model"), "{}", stdout(&found));
    let found = doctor(&[&args[..], &["--ask"]].concat(), &[]);
    assert_eq!((found.status.code(), questions(&server).await), (Some(0), 1), "{}", stderr(&found));
    assert!(stdout(&found).contains("ok: it answered in the form"), "{}", stdout(&found));
    assert!(stdout(&found).contains("\n      it took "), "{}", stdout(&found));
    let json = document(&doctor(&[&args[..], &["--ask", "--json"]].concat(), &[]));
    assert!(json["backends"][0]["took_ms"].is_u64(), "{json}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keeps_an_agent_of_a_gateway_away_is_told_with_what_to_do() {
    let folder = folder();
    let listed = model_server(&["openclaw", "openclaw/bob"], "").await;
    let off = MockServer::start().await;
    let locked = MockServer::start().await;
    Mock::given(method("GET")).respond_with(ResponseTemplate::new(401)).mount(&locked).await;
    for (server, says) in [
        (&listed, "not there: its server answers and does not list this model; it lists bob"),
        (&off, "gateway.http.endpoints.chatCompletions.enabled"),
        (&locked, "check the token in OPENCLAW_GATEWAY_TOKEN"),
    ] {
        let args = claw(folder.path(), server, "alice");
        let found = doctor(&args.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
        assert_eq!(found.status.code(), Some(1), "{}", stderr(&found));
        assert!(stdout(&found).contains(says), "{}", stdout(&found));
        assert!(!(stdout(&found) + &stderr(&found)).contains("hush"));
    }
}

/// Stand-ins for agent programs, which say their version and whether they are logged in.
#[cfg(unix)]
#[test]
fn agent_programs_are_looked_at_seat_by_seat() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let bin = folder.path().join("bin");
    fs::create_dir(&bin).expect("a folder");
    let scripts = [
        (
            "claude",
            "case \"$1\" in --version) echo '9.9.9 (Claude Code)';; *) echo '{\"loggedIn\": false}'; exit 1;; esac",
        ),
        ("codex", "case \"$1\" in --version) echo 'codex-cli 9.9.9';; *) echo 'Logged in'; exit 0;; esac"),
    ];
    for (name, script) in scripts {
        let path = file(&bin, name, format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
    }
    let path = [("PATH", &*bin.to_string_lossy())];
    let args = ["ideation", "--agent", "Dreamer=claude", "--agent", "Tinkerer=codex", "--agent", "Outsider=gemini-cli"];
    let found = doctor(&args, &path);
    let said = stdout(&found) + &stderr(&found);
    assert_eq!(found.status.code(), Some(2), "a program that is not there is a matter of configuration: {said}");
    assert!(said.contains("gemini"), "{said}");
    let found = doctor(&args[..5], &path);
    let said = stdout(&found);
    assert_eq!(found.status.code(), Some(1), "{said}{}", stderr(&found));
    assert!(said.contains("Dreamer: claude\n  unreachable: claude: it is not logged in"), "{said}");
    assert!(said.contains("codex-cli 9.9.9 runs here and says that it is logged in"), "{said}");
}

#[test]
fn embedded_seats_are_ready() {
    let found = doctor(&["plan-review"], &[]);
    assert_eq!(found.status.code(), Some(0), "{}", stderr(&found));
    assert!(stdout(&found).contains("ok: part of quorate, no model"), "{}", stdout(&found));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_answers_in_form_is_told_with_where_its_stance_was_read() {
    let say = json!({ "say": "Yes.", "stance": "agree", "close": false }).to_string();
    for (says, from) in [("Yes, I do.\n\n[STANCE: AGREE]", "a marker"), (say.as_str(), "structured output")] {
        let server = model_server(&["m"], says).await;
        let found = doctor(&["ideation", "--model", &spec(&server, "m")], &[]);
        let expected = format!("ok: it answered in the form: stance agree, read from {from}; 1 request\n");
        assert!(stdout(&found).contains(&expected), "{}{}", stdout(&found), stderr(&found));
        assert_eq!((found.status.code(), questions(&server).await), (Some(0), 1), "one backend is asked once");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_misses_the_form_is_asked_for_it_once_and_then_told() {
    let server = model_server(&["m"], "I would rather talk about the sea.").await;
    let found = doctor(&["ideation", "--model", &spec(&server, "m")], &[]);
    assert_eq!(found.status.code(), Some(1), "{}", stderr(&found));
    assert!(stdout(&found).contains("not in the form"), "{}", stdout(&found));
    assert!(stdout(&found).contains("it began: I would rather talk about the sea."), "{}", stdout(&found));
    assert_eq!(questions(&server).await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_not_listed_and_does_not_answer_is_told_with_those_that_are() {
    let server = MockServer::start().await;
    let list = ResponseTemplate::new(200).set_body_json(json!({ "data": [{ "id": "other" }] }));
    Mock::given(method("GET")).respond_with(list).mount(&server).await;
    let found = doctor(&["ideation", "--json", "--model", &spec(&server, "m")], &[]);
    assert_eq!(found.status.code(), Some(1), "{}", stderr(&found));
    let json = document(&found);
    assert_eq!(json["backends"][0]["state"], "unlisted", "{json}");
    assert_eq!(json["backends"][0]["known"], json!(["other"]));
}

#[test]
fn who_cannot_be_reached_is_told_with_the_cause() {
    let found = doctor(&["ideation", "--model", "openai@http://127.0.0.1:1/v1:m"], &[]);
    assert_eq!(found.status.code(), Some(1), "{}", stderr(&found));
    assert!(stdout(&found).contains("unreachable: openai: no connection"), "{}", stdout(&found));
    assert!(stdout(&found).contains("is the server running"), "{}", stdout(&found));
}

#[test]
fn a_model_that_refuses_is_told_with_its_words() {
    let server = Server::that(Does::Refuse(400, "out of crayons"));
    let found = doctor(&["ideation", "--model", &server.spec()], &[]);
    assert_eq!(found.status.code(), Some(1), "{}", stderr(&found));
    assert!(
        stdout(&found).contains("no answer: openai") && stdout(&found).contains("out of crayons"),
        "{}",
        stdout(&found)
    );
}

#[test]
fn what_is_wrong_before_anything_is_sent_is_a_matter_of_configuration() {
    for (args, says) in [
        (&["--model", "openai:gpt-5"][..], "are about a discussion"),
        (&["plan-review", "--model", "openai:gpt-5"], "OPENAI_API_KEY"),
        (&["plan-reviw"], "plan-review"),
        (&["ideation", "--model", "ollama"], "`quorate doctor` lists the models"),
        (&["ideation", "--model", "ask"], "needs a terminal"),
        (&["ideation", "--ask", "--no-probe"], "cannot be used with"),
        (&["--ask"], "PRESET|FILE"),
    ] {
        let found = doctor(args, &[]);
        assert_eq!(found.status.code(), Some(2), "{args:?}: {}", stdout(&found));
        assert!(stderr(&found).contains(says), "{args:?}: {}", stderr(&found));
    }
}

/// An address that reaches this machine and is not the loopback one stands for a service.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_service_is_asked_only_when_that_is_said_and_what_it_may_cost_is_told_before() {
    let server = model_server(&["m"], "Yes.\n\n[STANCE: AGREE]").await;
    let service = spec(&server, "m").replace("127.0.0.1", "0.0.0.0");
    let found = doctor(&["ideation", "--model", &service], &[]);
    assert_eq!((found.status.code(), questions(&server).await), (Some(0), 0), "{}", stderr(&found));
    assert!(stdout(&found).contains("not asked: its server lists the model"), "{}", stdout(&found));
    let found = doctor(&["ideation", "--ask", "--model", &service], &[]);
    assert_eq!((found.status.code(), questions(&server).await), (Some(0), 1), "{}", stderr(&found));
    assert!(stdout(&found).contains("ok: it answered in the form"), "{}", stdout(&found));
    let said = stderr(&found);
    assert!(
        said.contains("which may cost money: at most 2 requests, about") && said.contains("and 800 written"),
        "{said}"
    );
}

#[test]
fn a_run_says_what_may_cost_money_before_the_first_call() {
    let folder = folder();
    let two = file(folder.path(), "two.toml", TWO);
    // Every address of this machine, which is not the loopback one.
    let paid = "openai@http://0.0.0.0:1/v1:m";
    let said = stderr(&run(&["run", &two, "--model", paid, "--set", "max_rounds=1", "--set", "turn_seconds=1"]));
    let expected = format!("{paid} may cost money: at most 3 turns of models, 12 requests");
    assert!(said.contains(&expected), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_runs_without_a_model_touches_no_network_and_is_told_of_doctor() {
    let server = model_server(&["qwen3:4b"], "").await;
    let folder = folder();
    let two = file(folder.path(), "two.toml", TWO);
    let output =
        quorate().args(["run", &two, "--lang", "zh"]).env("OLLAMA_HOST", server.uri()).output().expect("it runs");
    assert!(stderr(&output).contains("未使用任何模型"), "{}", stderr(&output));
    assert!(stderr(&output).contains("`quorate doctor`"), "{}", stderr(&output));
    assert!(server.received_requests().await.expect("requests are kept").is_empty());
}
