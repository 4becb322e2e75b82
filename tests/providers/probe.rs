//! Servers on this machine are found by the shape of what they say, quickly, and without giving anything away.

use std::{
    ffi::OsString,
    net::TcpListener,
    time::{Duration, Instant},
};

use quorate::{
    agent::http::Provider,
    doctor::{Answer, Candidate, IgnoredWhy, KeyState, Machine, Odd, PROBE_LIMIT, Probing, candidates, look, probe},
};
use serde_json::json;
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{any, path},
};

/// A server that gives one answer to everything.
async fn server(answer: ResponseTemplate) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(any()).respond_with(answer).mount(&server).await;
    server
}

fn openai(server: &MockServer) -> Candidate {
    Candidate::new("a server", Provider::OpenAi, &format!("{}/v1", server.uri())).unwrap()
}

async fn answer(candidate: Candidate) -> Answer {
    probe(&[candidate]).await.remove(0).answer
}

async fn openai_says(answer_with: ResponseTemplate) -> Answer {
    let server = server(answer_with).await;
    answer(openai(&server)).await
}

fn ok() -> ResponseTemplate {
    ResponseTemplate::new(200)
}

#[tokio::test]
async fn an_ollama_server_lists_its_models_with_their_specs() {
    let models = json!({"models": [
        {"name": "qwen3:4b", "model": "qwen3:4b", "details": {"family": "qwen3"}},
        {"name": "nomic-embed-text:latest", "model": "nomic-embed-text:latest", "details": {"family": "nomic-bert"}},
    ]});
    let server = server(ok().set_body_json(models)).await;
    let found = answer(Candidate::new("Ollama", Provider::Ollama, &server.uri()).unwrap()).await;
    let Answer::Models { chat, others } = found else { panic!("{found:?}") };
    assert_eq!(chat[0].model, "qwen3:4b");
    assert_eq!(chat[0].spec, format!("ollama@{}:qwen3:4b", server.uri()));
    assert_eq!(others, ["nomic-embed-text:latest"]);
    assert_eq!(server.received_requests().await.unwrap()[0].url.path(), "/api/tags");
}

#[tokio::test]
async fn a_server_with_the_list_of_openai_is_asked_below_its_base_url() {
    let list = json!({"object": "list", "data": [{"id": "qwen3", "object": "model"}]});
    let server = server(ok().set_body_json(list)).await;
    let found = answer(openai(&server)).await;
    let Answer::Models { chat, .. } = found else { panic!("{found:?}") };
    assert_eq!(chat[0].spec, format!("openai@{}/v1:qwen3", server.uri()));
    assert_eq!(server.received_requests().await.unwrap()[0].url.path(), "/v1/models");
}

#[tokio::test]
async fn a_spec_that_was_found_names_the_address_that_was_asked() {
    let list = json!({"data": [{"id": "m"}]});
    let server = server(ok().set_body_json(list)).await;
    let Answer::Models { chat, .. } = answer(openai(&server)).await else { panic!("no list") };
    let spec: quorate::agent::http::ModelSpec = chat[0].spec.parse().unwrap();
    assert_eq!((spec.base_url(), spec.model()), (format!("{}/v1", server.uri()).as_str(), "m"));
}

#[tokio::test]
async fn embeddings_alone_are_no_model_to_talk_to() {
    let list = json!({"data": [{"id": "text-embedding-3-small"}, {"id": "bge-m3"}]});
    let found = openai_says(ok().set_body_json(list)).await;
    assert!(
        matches!(found, Answer::Models { ref chat, ref others } if chat.is_empty() && others.len() == 2),
        "{found:?}"
    );
}

#[tokio::test]
async fn anything_else_that_answers_is_told_apart() {
    let page = ok().set_body_raw("<!doctype html><title>My app</title>", "text/html");
    assert_eq!(openai_says(page).await, Answer::SomethingElse(Odd::Page));
    let foreign = ok().set_body_json(json!({"status": "up"}));
    assert_eq!(openai_says(foreign).await, Answer::SomethingElse(Odd::Foreign));
    assert_eq!(openai_says(ok().set_body_string("hello")).await, Answer::SomethingElse(Odd::Foreign));
    assert_eq!(openai_says(ResponseTemplate::new(404)).await, Answer::SomethingElse(Odd::Status(404)));
    assert_eq!(openai_says(ResponseTemplate::new(401)).await, Answer::WantsKey);
}

#[tokio::test]
async fn a_huge_body_is_not_read_to_its_end() {
    let padded = format!("{{\"data\": [], \"padding\": \"{}\"}}", "x".repeat(2 << 20));
    assert_eq!(openai_says(ok().set_body_string(padded)).await, Answer::SomethingElse(Odd::TooLong));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = server(ok().set_body_json(json!({"data": [{"id": "m"}]}))).await;
    let moved = ResponseTemplate::new(302).insert_header("location", format!("{}/v1/models", other.uri()));
    assert_eq!(openai_says(moved).await, Answer::SomethingElse(Odd::Redirect));
    assert!(other.received_requests().await.unwrap().is_empty());
}

#[tokio::test]
async fn silence_ends_at_the_limit_for_all_at_once() {
    // It takes connections and never reads.
    let silent: Vec<TcpListener> = (0..4).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let urls = silent.iter().map(|listener| format!("http://{}/v1", listener.local_addr().unwrap()));
    let candidates: Vec<Candidate> =
        urls.map(|url| Candidate::new("silent", Provider::OpenAi, &url).unwrap()).collect();
    let start = Instant::now();
    let servers = probe(&candidates).await;
    assert!(servers.iter().all(|server| server.answer == Answer::Silent), "{servers:?}");
    assert!(start.elapsed() >= PROBE_LIMIT && start.elapsed() < PROBE_LIMIT * 4, "{:?}", start.elapsed());
}

#[tokio::test]
async fn a_body_that_drips_ends_at_the_limit_too() {
    let slow = ok().set_body_json(json!({"data": []})).set_delay(Duration::from_secs(5));
    assert_eq!(openai_says(slow).await, Answer::Silent);
}

#[tokio::test]
async fn a_gateway_is_found_with_its_agents_where_it_tells_them() {
    let list = json!({"data": [{"id": "openclaw"}, {"id": "openclaw/default"}, {"id": "openclaw/alice"}]});
    let server = server(ok().set_body_json(list)).await;
    let gateway = Candidate::new("OpenClaw", Provider::OpenClaw, &server.uri()).unwrap();
    let Answer::Models { chat, others } = answer(gateway).await else { panic!("no list") };
    let specs: Vec<&str> = chat.iter().map(|offer| offer.spec.as_str()).collect();
    assert_eq!((specs, others.len()), (vec![format!("openclaw-http@{}/v1:alice", server.uri()).as_str()], 0));
}

#[tokio::test]
async fn a_gateway_that_tells_its_agents_to_nobody_without_a_token_still_runs() {
    for (status, list) in [(401, "{}"), (404, "Not Found")] {
        let server = MockServer::start().await;
        let refused = ResponseTemplate::new(status).set_body_string(list);
        Mock::given(path("/v1/models")).respond_with(refused).mount(&server).await;
        let live = ok().set_body_json(json!({"ok": true, "status": "live"}));
        Mock::given(path("/healthz")).respond_with(live).mount(&server).await;
        let gateway = Candidate::new("OpenClaw", Provider::OpenClaw, &server.uri()).unwrap();
        let spec = format!("openclaw@ws://{}:AGENT", server.address());
        assert_eq!(answer(gateway).await, Answer::Live { spec });
        for request in server.received_requests().await.unwrap() {
            assert!(!request.headers.contains_key("authorization"), "{request:?}");
        }
    }
}

#[tokio::test]
async fn what_serves_a_page_for_everything_is_no_gateway() {
    let page = server(ok().set_body_raw("<!doctype html><title>My app</title>", "text/html")).await;
    let gateway = Candidate::new("OpenClaw", Provider::OpenClaw, &page.uri()).unwrap();
    assert_eq!(answer(gateway).await, Answer::SomethingElse(Odd::Page));
}

#[tokio::test]
async fn where_nothing_listens_there_is_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    drop(listener);
    assert_eq!(answer(Candidate::new("gone", Provider::OpenAi, &url).unwrap()).await, Answer::Nothing);
}

#[tokio::test]
async fn a_probe_carries_no_key_whatever_the_environment_holds() {
    let server = server(ok().set_body_json(json!({"data": [{"id": "m"}]}))).await;
    let base = format!("{}/v1", server.uri());
    let environment = move |name: &str| match name {
        "OPENAI_BASE_URL" => Some(OsString::from(&base)),
        name if name.ends_with("_KEY") => Some(OsString::from("sk-secret-7f3a")),
        _ => None,
    };
    let machine = look(&environment, Probing::Loopback).await;
    let found = &machine.servers[0];
    assert_eq!(found.name, "OPENAI_BASE_URL");
    assert!(matches!(&found.answer, Answer::Models { chat, .. } if chat[0].model == "m"), "{found:?}");
    for request in server.received_requests().await.unwrap() {
        assert!(!request.headers.contains_key("authorization"), "{request:?}");
        assert!(!format!("{request:?}").contains("secret"), "{request:?}");
    }
    assert!(!format!("{machine:?}").contains("secret"));
}

fn environment(pairs: &'static [(&'static str, &'static str)]) -> impl Fn(&str) -> Option<OsString> + Sync {
    move |name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
}

#[test]
fn only_this_machine_is_a_candidate() {
    for url in ["http://192.0.2.1:8080/v1", "https://api.example.com/v1", "http://localhost.example.com", "file:///x"] {
        assert_eq!(Candidate::new("x", Provider::OpenAi, url), None, "{url}");
    }
    for url in ["http://localhost:8080/v1", "http://127.9.9.9:8080/v1", "http://[::1]:8080/v1"] {
        assert!(Candidate::new("x", Provider::OpenAi, url).is_some(), "{url}");
    }
}

#[test]
fn variables_are_honoured_on_this_machine_only() {
    let ignored = |pairs| {
        let ignored = candidates(&environment(pairs)).1;
        ignored.into_iter().map(|one| (one.variable, one.why)).collect::<Vec<_>>()
    };
    assert_eq!(ignored(&[("OLLAMA_HOST", "192.0.2.1:11434")]), [("OLLAMA_HOST", IgnoredWhy::Elsewhere)]);
    assert_eq!(
        ignored(&[("OPENAI_BASE_URL", "https://api.openai.com/v1")]),
        [("OPENAI_BASE_URL", IgnoredWhy::Elsewhere)]
    );
    for url in ["http://user:pass@127.0.0.1/v1", "http://127.0.0.1/v1?key=sk-1", "nonsense", "ftp://127.0.0.1"] {
        let pairs = Box::leak(Box::new([("OPENAI_BASE_URL", url)]));
        assert_eq!(ignored(pairs), [("OPENAI_BASE_URL", IgnoredWhy::Unusable)], "{url}");
    }
    assert_eq!(ignored(&[("OLLAMA_HOST", ""), ("OPENAI_BASE_URL", " ")]), []);
}

#[test]
fn an_ollama_host_is_a_host_a_host_with_a_port_or_a_url() {
    for (value, address) in [
        ("127.0.0.1", "127.0.0.1:11434"),
        ("0.0.0.0", "127.0.0.1:11434"),
        ("0.0.0.0:9000", "127.0.0.1:9000"),
        ("localhost:9000", "localhost:9000"),
        ("http://localhost:9000/", "localhost:9000"),
        ("[::1]:9000", "[::1]:9000"),
    ] {
        let pairs = Box::leak(Box::new([("OLLAMA_HOST", value)]));
        let (found, ignored) = candidates(&environment(pairs));
        assert!(ignored.is_empty(), "{value}: {ignored:?}");
        assert_eq!(found[0].address(), address, "{value}");
        // The usual place is looked at as well, and no place twice.
        assert_eq!(found.len(), if address.ends_with(":11434") { 5 } else { 6 }, "{value}: {found:?}");
    }
}

async fn keys(pairs: &'static [(&'static str, &'static str)]) -> Machine {
    look(&environment(pairs), Probing::Off).await
}

#[tokio::test]
async fn keys_are_named_by_variable_and_judged_without_being_kept() {
    let machine = keys(&[
        ("OPENAI_API_KEY", "sk-good"),
        ("ANTHROPIC_API_KEY", "  "),
        ("GEMINI_API_KEY", "\"sk-quoted\""),
        ("MISTRAL_API_KEY", "sk\u{7}odd"),
    ])
    .await;
    let found: Vec<_> = machine.keys.iter().map(|key| (key.variable, key.provider, key.state)).collect();
    assert_eq!(
        found,
        [
            ("OPENAI_API_KEY", "openai", KeyState::Usable),
            ("ANTHROPIC_API_KEY", "anthropic", KeyState::Blank),
            ("GEMINI_API_KEY", "gemini", KeyState::Quoted),
            ("MISTRAL_API_KEY", "mistral", KeyState::Odd(3)),
        ]
    );
    assert!(machine.servers.is_empty(), "nothing was sent");
}

#[tokio::test]
async fn the_variable_of_our_own_goes_before_the_usual_one() {
    let machine = keys(&[("OPENAI_API_KEY", "sk-a"), ("QUORATE_OPENAI_KEY", "")]).await;
    assert_eq!((machine.keys[0].variable, machine.keys[0].state), ("QUORATE_OPENAI_KEY", KeyState::Blank));
}
