//! A client as the backend of a seat.

use std::sync::Mutex;
use std::time::Duration;

use quorate::agent::http::Settings;
use quorate::agent::pool::Limits;
use quorate::agent::{Again, Agent, AgentError, Reply, Request, Retry, Silent, Sink, Trouble, Window};
use quorate::strategies::brief::Brief;
use quorate::strategies::seat::{Origin, Roster, Seat, SeatId};
use quorate::strategies::state::Standing;
use quorate::strategies::step::Form;
use quorate::strategies::turn::{TurnId, Wholeness};
use serde_json::{Value, json};

use super::server::{self, Server};
use super::wire::{ALL, Anthropic, Ending, OpenAi, client};

async fn reply(
    agent: &dyn Agent,
    schema: Option<&Value>,
    again: Option<Again<'_>>,
    sink: &dyn Sink,
) -> Result<Reply, AgentError> {
    let request = Request {
        system: "Rules.",
        user: "What do you say?",
        schema,
        discussion: "d",
        id: SeatId(0),
        seat: &Seat::new("Ann"),
        standing: &Standing::default(),
        roster: &Roster::default(),
        brief: &Brief::new("Tabs?"),
        turn: TurnId(1),
        round: 1,
        max_rounds: 3,
        min_rounds: 1,
        task: "respond",
        form: &Form::Free,
        heard: &[],
        closing: None,
        seed: 1,
        attempt: 1 + u32::from(again.is_some()),
        again,
        time_left: Duration::from_secs(5),
    };
    agent.reply(request, sink).await
}

#[derive(Default)]
struct Kept(Mutex<String>);

impl Sink for Kept {
    fn delta(&self, text: &str) {
        self.0.lock().unwrap().push_str(text);
    }
}

#[tokio::test]
async fn an_answer_and_its_pieces_reach_the_manager() {
    for dialect in ALL {
        let server = Server::start([dialect.pieces(&["I ", "agree."], dialect.word(Ending::Stop))]).await;
        let settings = Settings { window: Some(8192), ..Settings::default() };
        let agent = client(dialect, &server, settings);
        let sink = Kept::default();
        let said = reply(&agent, None, None, &sink).await.unwrap();
        assert_eq!((said.text.as_str(), said.whole), ("I agree.", Wholeness::Whole), "{dialect:?}");
        assert_eq!(sink.0.into_inner().unwrap(), said.text);
        assert_eq!((said.input_tokens, said.output_tokens), (Some(11), Some(7)));
        assert_eq!((said.model.as_deref(), said.window), (Some("m-1"), Window::Fitted));
        assert_eq!((agent.window(), agent.backend().origin), (Some(8192), Origin::Model));
        assert!(agent.backend().name.ends_with(":m"), "{}", agent.backend().name);
        let (lane, limits) = Agent::lane(&agent).unwrap();
        assert!(!format!("{lane:?}").contains("SECRET"), "{lane:?}");
        assert_eq!(limits, Limits::LOCAL);
    }
}

// V-08
#[tokio::test]
async fn a_cut_answer_is_marked_and_asked_again_with_more_room() {
    let cut = OpenAi.pieces(&["I think that we"], "length");
    let server = Server::start([cut, OpenAi.pieces(&["Yes."], "stop")]).await;
    let agent = client(OpenAi, &server, Settings { max_tokens: Some(40), ..Settings::default() });
    assert_eq!(reply(&agent, None, None, &Silent).await.unwrap().whole, Wholeness::Cut);
    let said = reply(&agent, None, Some(Again::Cut), &Silent).await.unwrap();
    assert_eq!(said.whole, Wholeness::Whole);
    let caps: Vec<Value> = server.got().iter().map(|got| got.body["max_tokens"].clone()).collect();
    assert_eq!(caps, [json!(40), json!(80)]);
}

#[tokio::test]
async fn a_repair_shows_the_failed_answer_and_the_schema_again() {
    let schema = json!({"type": "object", "properties": {"vote": {"type": "string"}}});
    let server = Server::start([OpenAi.pieces(&["{}"], "stop")]).await;
    let agent = client(OpenAi, &server, Settings::default());
    let again = Again::Repair { previous: "Maybe.", wrong: "No vote." };
    reply(&agent, Some(&schema), Some(again), &Silent).await.unwrap();
    let got: server::Got = server.only();
    assert_eq!(got.roles(), ["system", "user", "assistant", "user"]);
    assert_eq!((got.text(2), got.text(3)), ("Maybe.".to_owned(), "No vote.".to_owned()));
    assert!(got.body.pointer("/response_format/json_schema").is_some());
}

#[tokio::test]
async fn failures_keep_their_kind_and_what_to_do() {
    let error = |status: u16, body: Value| server::Reply::json(status, &body);
    let said = |words: &str| json!({"error": {"message": words}});
    let long = json!({"error": {"code": "context_length_exceeded", "message": "too long"}});
    let after = |seconds| Retry::After(Some(Duration::from_secs(seconds)));
    for (reply_, trouble, retry) in [
        (error(429, said("slow")).header("retry-after", "9"), Trouble::Busy, after(9)),
        (error(503, said("full")), Trouble::Busy, Retry::After(None)),
        (error(500, said("oops")), Trouble::Broken, Retry::After(None)),
        (error(401, said("key")), Trouble::Denied, Retry::Never),
        (error(402, said("pay")), Trouble::Denied, Retry::Never),
        (error(404, said("no model")), Trouble::NotFound, Retry::Never),
        (error(400, said("bad")), Trouble::BadRequest, Retry::Never),
        (error(400, long), Trouble::TooLong, Retry::Shorter),
        (server::Reply::raw(200, "text/html", "<p>Hi</p>"), Trouble::NotAnAnswer, Retry::Never),
        (OpenAi.pieces(&[""], "stop"), Trouble::Empty, Retry::After(None)),
        (OpenAi.pieces(&[""], "content_filter"), Trouble::Refused, Retry::Never),
    ] {
        let server = Server::start([reply_]).await;
        let agent = client(OpenAi, &server, Settings::default());
        let error = reply(&agent, None, None, &Silent).await.unwrap_err();
        assert_eq!((error.trouble, error.retry), (trouble, retry), "{error}");
        assert!(error.message.contains(&server.url), "{error}");
    }
}

#[tokio::test]
async fn some_words_and_a_refusal_are_a_refusal() {
    let server = Server::start([Anthropic.pieces(&["Well, "], "refusal")]).await;
    let agent = client(Anthropic, &server, Settings::default());
    let error = reply(&agent, None, None, &Silent).await.unwrap_err();
    assert_eq!((error.trouble, error.retry), (Trouble::Refused, Retry::Never));
}
