//! What a request looks like: one system text, alternating roles, nothing blank.

use std::collections::HashSet;

use quorate::agent::http::{Line, Repair, Request, Role, Settings, SystemAs, wire_ids};
use serde_json::json;

use super::server::{Got, Server};
use super::wire::{ALL, Anthropic, Dialect, Ending, Gemini, Ollama, OpenAi, client};

async fn sent(dialect: Dialect, settings: Settings, request: &Request<'_>) -> Got {
    let server = Server::start([dialect.pieces(&["Yes."], dialect.word(Ending::Stop))]).await;
    let client = client(dialect, &server, settings);
    client.complete(request, &|_| {}).await.unwrap();
    server.only()
}

/// The roles without the system's, and the system text from wherever it stands.
fn split(dialect: Dialect, got: &Got) -> (String, Vec<String>) {
    let roles: Vec<String> = got.roles().into_iter().map(str::to_owned).collect();
    match dialect {
        OpenAi | Ollama => {
            assert_eq!(roles[0], "system", "{dialect:?}");
            (got.text(0), roles[1..].to_vec())
        }
        Anthropic => (got.body["system"].to_string(), roles),
        Gemini => (got.body["systemInstruction"].to_string(), roles),
    }
}

// V-01
#[tokio::test]
async fn roles_alternate_from_user_to_user_whatever_came_before() {
    let earlier = [
        Line::new(Role::Assistant, "My own first word."),
        Line::new(Role::User, "I propose A.").by("Ada"),
        Line::new(Role::System, "Second rule."),
        Line::new(Role::User, "I prefer B.").by("Ben"),
        Line::new(Role::Assistant, "I was for C."),
        Line::new(Role::User, "Why?").by("Cy"),
    ];
    for dialect in ALL {
        let mut request = Request::new("First rule.", "Now answer.");
        request.earlier = &earlier;
        let got = sent(dialect, Settings::default(), &request).await;
        let (system, roles) = split(dialect, &got);
        let own = if dialect == Gemini { "model" } else { "assistant" };
        assert_eq!(roles, ["user", own, "user"], "{dialect:?}");
        let (first, second) = (system.find("First rule."), system.find("Second rule."));
        assert!(first.is_some() && first < second, "{dialect:?}: {system}");
        let body = got.body.to_string();
        let words =
            ["My own first word.", "Ada: I propose A.", "Ben: I prefer B.", "I was for C.", "Cy: Why?", "Now answer."];
        let places: Vec<usize> = words.iter().map(|word| body.find(word).unwrap()).collect();
        assert!(places.is_sorted(), "{dialect:?}: order is kept");
    }
}

// V-01
#[tokio::test]
async fn a_repair_keeps_the_roles_alternating() {
    for dialect in ALL {
        let mut request = Request::new("Rule.", "Vote.");
        request.repair = Some(Repair { reply: "Maybe.", problem: "No vote found." });
        let (_, roles) = split(dialect, &sent(dialect, Settings::default(), &request).await);
        assert_eq!(roles.len(), 3, "{dialect:?}: {roles:?}");
        assert_eq!((roles[0].as_str(), roles[2].as_str()), ("user", "user"));
    }
}

// V-01
#[tokio::test]
async fn a_model_without_a_system_role_gets_the_rules_in_the_first_text() {
    for dialect in ALL {
        let settings = Settings { system_as: SystemAs::Merge, ..Settings::default() };
        let got = sent(dialect, settings, &Request::new("Rule.", "Answer.")).await;
        assert_eq!(got.roles(), ["user"], "{dialect:?}");
        assert_eq!(got.text(0), "Rule.\n\nAnswer.", "{dialect:?}");
        for field in ["system", "systemInstruction"] {
            let sent = got.body.get(field).filter(|sent| !sent.is_null());
            assert_eq!(sent, None, "{dialect:?}");
        }
    }
}

// V-01: older servers take strings only.
#[tokio::test]
async fn contents_are_plain_strings_where_compatible_servers_are_asked() {
    for dialect in [OpenAi, Ollama] {
        let got = sent(dialect, Settings::default(), &Request::new("Rule.", "Answer.")).await;
        for message in got.body["messages"].as_array().unwrap() {
            assert!(message["content"].is_string(), "{dialect:?}: {message}");
        }
    }
}

// V-02
#[tokio::test]
async fn no_name_field_is_sent_and_the_speaker_stands_in_the_text() {
    let earlier = [Line::new(Role::User, "好").by("项目管理"), Line::new(Role::User, "ok").by(" Content_Generator")];
    for dialect in ALL {
        let mut request = Request::new("Rule.", "Answer.");
        request.earlier = &earlier;
        let got = sent(dialect, Settings::default(), &request).await;
        assert!(!got.body.to_string().contains("\"name\""), "{dialect:?}");
        assert!(got.body.to_string().contains("项目管理: 好"), "{dialect:?}");
    }
}

// V-02
#[test]
fn wire_ids_are_narrow_and_never_shared() {
    let long = "x".repeat(100);
    let names = [
        "UserProxy Agent",
        " Content_Generator",
        "项目管理",
        "产品",
        "UserProxy_Agent",
        "UserProxy-Agent",
        &long,
        &long,
        "a\u{301}",
        "seat",
        "UserProxy_Agent-2",
    ];
    let ids = wire_ids(&names);
    assert_eq!(ids.len(), names.len());
    assert_eq!(ids[0], "UserProxy_Agent");
    let mut seen = HashSet::new();
    for id in &ids {
        assert!((1..=64).contains(&id.len()), "{id}");
        assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-'), "{id}");
        assert!(seen.insert(id), "{id} twice in {ids:?}");
    }
}

// V-03
#[tokio::test]
async fn blank_texts_never_enter_a_request() {
    let earlier = [
        Line::new(Role::User, "").by("Ada"),
        Line::new(Role::Assistant, "\n"),
        Line::new(Role::User, " \t ").by("Ben"),
    ];
    for dialect in ALL {
        let mut request = Request::new("  ", "Answer.");
        request.earlier = &earlier;
        request.repair = Some(Repair { reply: "\n", problem: "Nothing came." });
        let got = sent(dialect, Settings::default(), &request).await;
        assert_eq!(got.roles(), ["user"], "{dialect:?}");
        assert_eq!(got.text(0), "Answer.\n\nNothing came.", "{dialect:?}");
        for field in ["system", "systemInstruction"] {
            let sent = got.body.get(field).filter(|sent| !sent.is_null());
            assert_eq!(sent, None, "{dialect:?}");
        }
    }
}

#[tokio::test]
async fn the_schema_goes_where_the_dialect_takes_one() {
    let schema = json!({"type": "object", "title": "vote", "properties": {"vote": {"type": "string"}}, "required": ["vote"], "additionalProperties": false});
    for (dialect, place) in [
        (OpenAi, "/response_format/json_schema/schema/properties/vote"),
        (Anthropic, "/output_config/format/schema/properties/vote"),
        (Gemini, "/generationConfig/responseJsonSchema/properties/vote"),
        (Ollama, "/format/properties/vote"),
    ] {
        let mut request = Request::new("Rule.", "Vote.");
        request.schema = Some(&schema);
        let got = sent(dialect, Settings::default(), &request).await;
        assert!(got.body.pointer(place).is_some(), "{dialect:?}: {}", got.body);
    }
}

#[tokio::test]
async fn settings_arrive_and_the_model_is_named_as_given() {
    let settings = Settings {
        temperature: Some(0.25),
        max_tokens: Some(77),
        seed: Some(5),
        extra: [("top_k".to_owned(), json!(3))].into_iter().collect(),
        ..Settings::default()
    };
    let got = sent(OpenAi, settings.clone(), &Request::new("R.", "A.")).await;
    let field = |name: &str| got.body[name].clone();
    assert_eq!((field("model"), field("temperature"), field("max_tokens")), (json!("m"), json!(0.25), json!(77)));
    assert_eq!((field("seed"), field("top_k"), field("stream")), (json!(5), json!(3), json!(true)));
    // No seed there: it is left out, not refused.
    let got = sent(Anthropic, settings, &Request::new("R.", "A.")).await;
    assert_eq!(got.body["max_tokens"], json!(77));
    assert!(got.body.get("seed").is_none());
}
