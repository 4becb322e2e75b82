//! Agents of an OpenClaw gateway over HTTP: their sessions, what is sent, what counts as an answer, and its errors.

use std::time::Duration;

use quorate::Discussion;
use quorate::agent::conformance::{Demands, check_with};
use quorate::agent::http::{Client, Key, ModelSpec, Provider, Settings};
use quorate::agent::spec::{AgentFactory, ModelSettings, Session, Wanted};
use quorate::agent::{Again, Agent, AgentError, Cost, Presence, Reply, Request, Retry, Silent, Trouble};
use quorate::strategies::brief::Brief;
use quorate::strategies::seat::{Origin, Roster, Seat, SeatId};
use quorate::strategies::state::Standing;
use quorate::strategies::step::Form;
use quorate::strategies::turn::{Ending, TurnId};
use serde_json::{Value, json};

use super::server::{self, Server};
use super::wire::{KEY, OpenAi};

/// The header that names a session.
const SESSION: &str = "x-openclaw-session-key";

fn claw(server: &Server, settings: Settings) -> Client {
    let spec: ModelSpec = format!("openclaw-http@{}:Alice", server.url).parse().unwrap();
    let key = Key::from_variables(Provider::OpenClaw, |_| Some(KEY.to_owned())).unwrap();
    Client::connect(&spec, key, settings).unwrap()
}

/// As the usual settings of a seat have it: the whole answer at once.
fn usual() -> Settings {
    Settings { streaming: quorate::agent::http::Streaming::Off, ..Settings::default() }
}

#[derive(Clone, Copy)]
struct Asked {
    turn: u32,
    seat: u16,
    user: &'static str,
    left: Duration,
    again: Option<Again<'static>>,
}

const ASKED: Asked = Asked { turn: 1, seat: 0, user: "What do you say?", left: Duration::from_secs(20), again: None };

async fn ask(agent: &dyn Agent, asked: Asked) -> Result<Reply, AgentError> {
    let request = Request {
        system: "You are Ann.",
        user: asked.user,
        schema: Some(&json!({"type": "object"})),
        discussion: "Ship on Friday? 2026\r\nx: y",
        id: SeatId(asked.seat),
        seat: &Seat::new("Ann"),
        standing: &Standing::default(),
        roster: &Roster::default(),
        brief: &Brief::new("Ship on Friday?"),
        turn: TurnId(asked.turn),
        round: 1,
        max_rounds: 3,
        min_rounds: 1,
        task: "respond",
        form: &Form::Free,
        heard: &[],
        closing: None,
        seed: 1,
        attempt: 1 + u32::from(asked.again.is_some()),
        again: asked.again,
        time_left: asked.left,
    };
    agent.reply(request, &Silent).await
}

fn says(text: &str) -> server::Reply {
    OpenAi.whole(text, "stop")
}

fn session(got: &server::Got) -> String {
    got.header(SESSION).expect("a session is named").to_owned()
}

#[tokio::test]
async fn an_agent_is_asked_by_its_id_in_the_session_of_its_seat() {
    let server = Server::start([says("Yes.\n\n[STANCE: AGREE]")]).await;
    let agent = claw(&server, usual());
    assert_eq!(agent.backend().name, format!("openclaw-http@{}/v1:alice", server.url).into());
    assert_eq!((agent.backend().origin, agent.cost()), (Origin::Model, Cost::Possible));
    let reply = ask(&agent, ASKED).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.input_tokens), ("Yes.\n\n[STANCE: AGREE]", Some(11)));
    for asked in [Asked { turn: 5, ..ASKED }, Asked { seat: 1, ..ASKED }] {
        ask(&agent, asked).await.unwrap();
    }
    let got = server.got();
    assert_eq!((got[0].path(), &got[0].body["model"]), ("/v1/chat/completions", &json!("openclaw/alice")));
    assert_eq!(got[0].header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    assert_eq!(got[0].roles(), ["system", "user"], "the session remembers the rest");
    assert!(got[0].body.get("response_format").is_none(), "{}", got[0].body);
    let keys: Vec<String> = got.iter().map(session).collect();
    assert_eq!(keys[0], keys[1], "one session lasts for the discussion");
    assert_ne!(keys[0], keys[2], "each seat has its own");
}

#[tokio::test]
async fn no_key_of_a_session_is_one_that_a_gateway_reserves_or_another_agents() {
    let server = Server::start([says("Yes.")]).await;
    for session in [Session::Discussion, Session::Turn] {
        ask(&claw(&server, Settings { session, ..usual() }), ASKED).await.unwrap();
    }
    for got in server.got() {
        let key = session(&got);
        let rest = key.strip_prefix("agent:alice:").expect("the key names the agent that the model names");
        assert!(rest.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{key}");
    }
}

#[tokio::test]
async fn a_session_of_one_turn_is_a_new_one_in_each_turn() {
    let server = Server::start([says("Yes.")]).await;
    let agent = claw(&server, Settings { session: Session::Turn, ..usual() });
    for turn in [1, 2] {
        ask(&agent, Asked { turn, ..ASKED }).await.unwrap();
    }
    let got = server.got();
    assert_ne!(session(&got[0]), session(&got[1]));
}

#[tokio::test]
async fn a_repair_goes_on_in_the_session_and_says_only_what_was_wrong() {
    let server = Server::start([says("Yes.")]).await;
    let agent = claw(&server, usual());
    ask(&agent, ASKED).await.unwrap();
    let again = Again::Repair { previous: "Yes.", wrong: "Your reply has no stance." };
    ask(&agent, Asked { again: Some(again), ..ASKED }).await.unwrap();
    let got = server.got();
    assert_eq!(session(&got[0]), session(&got[1]));
    assert_eq!((got[1].roles(), got[1].text(1)), (vec!["system", "user"], "Your reply has no stance.".to_owned()));
}

#[tokio::test]
async fn a_message_that_begins_like_a_command_is_none() {
    let server = Server::start([says("Yes.")]).await;
    ask(&claw(&server, usual()), Asked { user: "/reset everything", ..ASKED }).await.unwrap();
    assert_eq!(server.only().text(1), "---\n/reset everything");
}

#[tokio::test]
async fn a_seat_is_asked_for_one_thing_at_a_time_and_seats_do_not_wait_for_each_other() {
    let server = Server::start([says("Yes.").silence(), says("Yes.")]).await;
    let agent = claw(&server, usual());
    let hung = Asked { left: Duration::from_millis(600), ..ASKED };
    let (first, second, other) = tokio::join!(ask(&agent, hung), ask(&agent, Asked { turn: 2, ..ASKED }), async {
        while server.got().is_empty() {
            tokio::task::yield_now().await;
        }
        let other = ask(&agent, Asked { seat: 1, ..ASKED }).await;
        (other, server.got().len())
    });
    // Whichever came first of the two in one session hangs; the other one is sent when that has ended.
    let _ = (first, second.unwrap());
    assert_eq!((other.0.is_ok(), other.1), (true, 2), "the other seat went ahead");
    assert_eq!(server.got().len(), 3);
}

#[tokio::test]
async fn our_deadline_closes_the_connection_and_the_turn_has_timed_out() {
    let server = Server::start([says("Yes.").silence()]).await;
    let error = ask(&claw(&server, usual()), Asked { left: Duration::from_millis(300), ..ASKED }).await.unwrap_err();
    assert_eq!((error.trouble, error.retry), (Trouble::Slow, Retry::Never), "{error}");
    assert!(error.message.contains("turn_seconds"), "{error}");
    server.closed().await;
}

// U-03
#[tokio::test]
async fn a_word_of_control_is_a_pass_and_is_not_asked_about_again() {
    for text in ["NO_REPLY", " HEARTBEAT_OK\n", "ANNOUNCE_SKIP"] {
        let server = Server::start([says(text)]).await;
        let discussion =
            Discussion::new("Ship on Friday?").max_rounds(1).seat(Seat::new("Ann"), claw(&server, usual()));
        let ended = discussion.run().await.unwrap();
        let end = ended.state.turns()[0].end.clone().unwrap();
        assert_eq!(end.how, Ending::Passed, "{text}");
        assert_eq!(server.got().len(), 1, "{text}");
    }
}

// S-05
#[tokio::test]
async fn only_the_words_of_the_agent_are_an_answer() {
    let (begin, end) = ("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "<<<END_OPENCLAW_INTERNAL_CONTEXT>>>");
    let wrapped = "<<<BEGIN_UNTRUSTED_CHILD_RESULT>>>\nI agree.\n<<<END_UNTRUSTED_CHILD_RESULT>>>";
    for (text, said) in [
        (wrapped.to_owned(), Some("I agree.")),
        (format!("{begin}\nstart-up secret\n{end}\nI agree."), Some("I agree.")),
        (format!("{begin}\nstart-up secret\n{end}"), None),
        (format!("{begin}\nstart-up secret"), None),
        ("No response from OpenClaw.".to_owned(), None),
        ("The log says: No response from OpenClaw.".to_owned(), Some("The log says: No response from OpenClaw.")),
    ] {
        let server = Server::start([says(&text)]).await;
        let reply = ask(&claw(&server, usual()), ASKED).await;
        match said {
            Some(said) => assert_eq!(reply.unwrap().text, said),
            None => {
                let error = reply.unwrap_err();
                assert_eq!(error.trouble, Trouble::Empty, "{error}");
                assert!(!error.message.contains("secret"), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn every_error_of_a_gateway_says_what_to_do() {
    let typed = |kind: &str, words: &str| json!({"error": {"message": words, "type": kind}});
    let unknown = typed("invalid_request_error", "Unknown agent 'alice'.");
    let other = typed("invalid_request_error", "Invalid `model`. Use `openclaw` or `openclaw/<agentId>`.");
    for (status, body, trouble, says) in [
        (401, typed("unauthorized", "Unauthorized"), Trouble::Denied, "OPENCLAW_GATEWAY_TOKEN"),
        (401, typed("authentication_error", "bad key"), Trouble::Denied, "openclaw models status"),
        (404, json!({"error": "Not Found"}), Trouble::NotFound, "gateway.http.endpoints.chatCompletions.enabled"),
        (405, json!({}), Trouble::NotFound, "gateway.http.endpoints.chatCompletions.enabled"),
        (400, unknown, Trouble::NotFound, "openclaw agents list"),
        (400, other, Trouble::NotFound, "openclaw agents list"),
        (500, typed("api_error", "internal error"), Trouble::Broken, "openclaw logs"),
    ] {
        let server = Server::start([server::Reply::json(status, &body)]).await;
        let error = ask(&claw(&server, usual()), ASKED).await.unwrap_err();
        assert_eq!(error.trouble, trouble, "{error}");
        assert!(error.message.contains(says) && error.message.starts_with("openclaw-http: "), "{error}");
        assert!(!error.message.contains("SECRET"), "{error}");
    }
    let both =
        [("unauthorized", "the gateway did not accept the token"), ("authentication_error", "the provider behind")];
    for (kind, says) in both {
        let server = Server::start([server::Reply::json(401, &typed(kind, "no"))]).await;
        let error = ask(&claw(&server, usual()), ASKED).await.unwrap_err();
        assert!(error.message.contains(says), "{error}");
    }
}

#[tokio::test]
async fn a_gateway_that_is_not_there_is_told_with_how_to_start_it() {
    let url = server::nowhere().await;
    let spec: ModelSpec = format!("openclaw-http@{url}:alice").parse().unwrap();
    let error = ask(&Client::connect(&spec, None, usual()).unwrap(), ASKED).await.unwrap_err();
    assert_eq!(error.trouble, Trouble::Unreachable);
    assert!(error.message.contains("openclaw gateway run"), "{error}");
}

#[tokio::test]
async fn an_agent_is_there_when_the_gateway_lists_it() {
    let ids = |ids: &[&str]| json!({"data": ids.iter().map(|id| json!({"id": id})).collect::<Vec<Value>>()});
    for (answer, says) in [
        (server::Reply::json(200, &ids(&["openclaw", "openclaw/default", "openclaw/alice"])), Ok(Presence::There)),
        (
            server::Reply::json(200, &ids(&["openclaw", "openclaw/default", "openclaw/bob"])),
            Ok(Presence::Unlisted { known: vec!["bob".to_owned()] }),
        ),
        (server::Reply::json(401, &json!({})), Err("OPENCLAW_GATEWAY_TOKEN")),
        (server::Reply::json(404, &json!({})), Err("gateway.http.endpoints.chatCompletions.enabled")),
        (server::Reply::raw(200, "text/html", "<p>Control</p>"), Err("gateway.http.endpoints.chatCompletions.enabled")),
    ] {
        let server = Server::start([answer]).await;
        let presence = claw(&server, usual()).presence().await;
        assert_eq!(server.only().path(), "/v1/models");
        match (presence, says) {
            (Presence::Missing(error), Err(says)) => assert!(error.message.contains(says), "{error}"),
            (presence, says) => assert_eq!(Ok(presence), says),
        }
    }
}

#[test]
fn an_address_may_be_that_of_the_web_socket_and_an_id_is_one_that_a_gateway_can_have() {
    for (text, url) in [
        ("openclaw-http:alice", "http://127.0.0.1:18789/v1"),
        ("openclaw-http@ws://127.0.0.1:18789:alice", "http://127.0.0.1:18789/v1"),
        ("openclaw-http@WSS://gate.example:alice", "https://gate.example/v1"),
        ("openclaw-http@https://gate.example/v1/:alice", "https://gate.example/v1"),
        ("openclaw-http@https://gate.example/claw/v1:alice", "https://gate.example/claw/v1"),
    ] {
        let spec: ModelSpec = text.parse().unwrap();
        assert_eq!((spec.base_url(), spec.model()), (url, "alice"), "{text}");
    }
    assert!("openai@ws://127.0.0.1:1/v1:m".parse::<ModelSpec>().is_err(), "no other server has one");
    for agent in ["a b", "-a", "a:subagent:b", "a/b", "a\r\nx: y", "爱丽丝"] {
        let spec: ModelSpec = format!("openclaw-http:{agent}").parse().unwrap();
        let error = Client::connect(&spec, None, Settings::default()).unwrap_err();
        assert!(error.to_string().contains("no id of an agent"), "{agent}: {error}");
    }
}

#[test]
fn a_seat_names_an_agent_with_the_settings_of_its_file() {
    let agents = AgentFactory::builtin();
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    std::fs::write(&token, KEY).unwrap();
    let made = |spec: &str, base_url: Option<&str>| {
        let settings = ModelSettings {
            base_url: base_url.map(str::to_owned),
            key_file: Some(token.clone()),
            ..ModelSettings::default()
        };
        agents.agent(&Wanted { spec, settings: &settings, folder: folder.path() }).unwrap()
    };
    let named = made("openclaw-http:alice", Some("wss://gate.example"));
    assert_eq!(&*named.backend().name, "openclaw-http@https://gate.example/v1:alice");
    assert!(!format!("{named:?}").contains("SECRET"));
    assert_eq!(
        &*made("openclaw-http@http://127.0.0.1:7:bob", Some("http://127.0.0.1:8")).backend().name,
        "openclaw-http@http://127.0.0.1:7/v1:bob"
    );
}

#[tokio::test]
async fn it_keeps_the_contract_of_backends() {
    let server = Server::start([says("Yes. I agree.")]).await;
    let demands = Demands { secrets: &[KEY], ..Demands::default() };
    check_with(&claw(&server, usual()), &demands).await.unwrap();
}
