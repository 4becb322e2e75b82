//! The printed reports, in every language.

use std::{path::PathBuf, time::Duration};

use quorate_strategies::{
    brief::Language,
    reading::{Provenance, Stance},
    seat::{Backend, Origin},
};

use super::{backends, machine};
use crate::agent::Login;
use crate::doctor::{
    Answer, Asking, Examined, Found, FoundKey, FoundProgram, Ignored, IgnoredWhy, KeyState, Machine, Odd, Offer,
    Probing, Server,
};

const LANGUAGES: [(&str, Language); 3] = [("en", Language::En), ("zh", Language::Zh), ("ja", Language::Ja)];

fn server(name: &'static str, port: u16, answer: Answer) -> Server {
    Server { name, address: format!("127.0.0.1:{port}"), answer }
}

fn models(names: &[&str], others: &[&str]) -> Answer {
    let offer = |name: &&str| Offer { model: (*name).to_owned(), spec: format!("ollama:{name}") };
    Answer::Models {
        chat: names.iter().map(offer).collect(),
        others: others.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// One of everything that can be found.
fn full() -> Machine {
    let key = |variable, provider, state| FoundKey { variable, provider, state };
    let program = |name: &'static str, spec| FoundProgram { name, path: PathBuf::from(format!("/bin/{name}")), spec };
    Machine {
        keys: vec![
            key("OPENAI_API_KEY", "openai", KeyState::Usable),
            key("ANTHROPIC_API_KEY", "anthropic", KeyState::Blank),
            key("GEMINI_API_KEY", "gemini", KeyState::Quoted),
            key("MISTRAL_API_KEY", "mistral", KeyState::Odd(3)),
        ],
        servers: vec![
            server("Ollama", 11434, models(&["qwen3:4b", "a'$(id)", "c", "d", "e"], &["nomic-embed-text"])),
            server("Ollama", 11435, models(&[], &[])),
            server("llama.cpp", 8080, Answer::SomethingElse(Odd::Page)),
            server("llama.cpp", 8081, Answer::SomethingElse(Odd::Status(404))),
            server("llama.cpp", 8085, Answer::SomethingElse(Odd::Status(503))),
            server("llama.cpp", 8082, Answer::SomethingElse(Odd::Redirect)),
            server("llama.cpp", 8083, Answer::SomethingElse(Odd::Foreign)),
            server("llama.cpp", 8084, Answer::SomethingElse(Odd::TooLong)),
            server("LM Studio", 1234, Answer::Silent),
            server("vLLM", 8000, Answer::WantsKey),
            server("OpenClaw", 18789, Answer::Live { spec: "openclaw:AGENT".to_owned() }),
            server("vLLM", 8001, Answer::Nothing),
        ],
        ignored: vec![
            Ignored { variable: "OLLAMA_HOST", why: IgnoredWhy::Elsewhere },
            Ignored { variable: "OPENAI_BASE_URL", why: IgnoredWhy::Unusable },
        ],
        programs: vec![program("claude", Some("command:claude -p")), program("openclaw", None)],
    }
}

#[test]
fn what_a_machine_offers() {
    for (name, language) in LANGUAGES {
        let sheet = machine::sheet(&full(), Probing::Loopback, language);
        insta::assert_snapshot!(format!("machine_{name}"), sheet);
    }
}

#[test]
fn a_machine_that_offers_nothing() {
    for (name, language) in LANGUAGES {
        let sheet = machine::sheet(&Machine::default(), Probing::Off, language);
        insta::assert_snapshot!(format!("nothing_{name}"), sheet);
    }
}

/// One of everything that can be found of a backend.
fn examined() -> Vec<Examined> {
    let cause = || "openai: no connection; is the server running?\u{1b}[31m".to_owned();
    let in_form = |requests| Found::InForm { stance: Stance::Agree, from: Provenance::Structured, requests };
    let said = "I would\u{202e} rather not.".to_owned();
    let found = [
        Found::Embedded,
        Found::Person,
        in_form(1),
        in_form(2),
        Found::OutOfForm { said, from: Provenance::Guess, requests: 2 },
        Found::Unreachable { cause: cause() },
        Found::NoAnswer { cause: cause() },
        Found::Unlisted { known: (1..=25).map(|n| format!("model-{n}")).collect() },
        Found::Unlisted { known: Vec::new() },
        Found::Listed,
        Found::Runs { version: "2.1.197 (Claude Code)".to_owned(), login: Login::In },
        Found::Runs { version: "codex-cli 0.171.0\u{202e}".to_owned(), login: Login::Untold },
        Found::Met { who: "agent 1.2 (model-1), ACP 1\u{1b}[31m".to_owned(), took: Duration::from_millis(1_250) },
        Found::NotAsked,
    ];
    let seats = |at: usize| if at == 2 { vec!["Ann".into(), "Bob".into()] } else { vec![format!("Seat{at}").into()] };
    let backend = |at: usize| Backend { name: format!("backend-{at}").into(), origin: Origin::Model };
    let mut all: Vec<Examined> = found
        .into_iter()
        .enumerate()
        .map(|(at, found)| {
            let took = matches!(found, Found::InForm { .. }).then(|| Duration::from_millis(1_230));
            Examined { backend: backend(at), seats: seats(at), found, took }
        })
        .collect();
    all.push(Examined { backend: backend(99), seats: Vec::new(), found: in_form(1), took: None });
    all
}

#[test]
fn what_was_found_of_backends() {
    for (name, language) in LANGUAGES {
        insta::assert_snapshot!(format!("backends_{name}"), backends::sheet(&examined(), Asking::Free, language));
    }
}

#[test]
fn a_document_names_every_state_once() {
    let document = backends::document(&examined());
    let states: Vec<&str> = document.as_array().unwrap().iter().map(|one| one["state"].as_str().unwrap()).collect();
    for state in [
        "embedded",
        "person",
        "in-form",
        "out-of-form",
        "unreachable",
        "no-answer",
        "unlisted",
        "listed",
        "runs",
        "met",
    ] {
        assert!(states.contains(&state), "{state} in {states:?}");
    }
    let machine = machine::document(&full(), Probing::Loopback);
    assert_eq!(machine["servers"].as_array().unwrap().len(), full().servers.len());
}
