//! Streaming: pieces as they come, and nothing but them in the answer.

use std::sync::Mutex;
use std::time::Duration;

use quorate::agent::http::{Cause, Finish, Request, Settings};
use serde_json::json;

use super::server::{Reply, Server};
use super::wire::{ALL, Ending, OpenAi, answer, ask, at_once, both, client};

#[tokio::test]
async fn the_pieces_are_the_answer_in_every_dialect() {
    for dialect in ALL {
        let word = dialect.word(Ending::Stop);
        let server = Server::start([dialect.pieces(&["One ", "two", " three."], word)]).await;
        let pieces = Mutex::new(Vec::new());
        let client = client(dialect, &server, Settings::default());
        let done = client
            .complete(&Request::new("Be brief.", "Go on?"), &|piece| {
                pieces.lock().unwrap().push(piece.to_owned());
            })
            .await
            .unwrap();
        let pieces = pieces.into_inner().unwrap();
        assert_eq!(done.text, "One two three.", "{dialect:?}");
        assert_eq!(pieces.concat(), done.text, "{dialect:?}");
        assert!(pieces.len() >= 3, "{dialect:?}: {pieces:?}");
        assert_eq!(done.finish, Finish::Stop);
        assert_eq!((done.usage.input, done.usage.output), (Some(11), Some(7)), "{dialect:?}");
        assert_eq!(done.model, "m-1", "{dialect:?}");
        assert_eq!(done.attempts, 1);
    }
}

#[tokio::test]
async fn the_same_answer_at_once_is_one_piece() {
    for dialect in ALL {
        let word = dialect.word(Ending::Stop);
        let done = answer(dialect, at_once(), dialect.whole("One two.", word)).await.unwrap();
        assert_eq!(done.text, "One two.", "{dialect:?}");
        assert_eq!((done.usage.input, done.usage.output), (Some(11), Some(7)), "{dialect:?}");
    }
}

#[tokio::test]
async fn a_server_that_ignores_the_wish_to_stream_is_understood() {
    for dialect in ALL {
        let word = dialect.word(Ending::Stop);
        let done = both(dialect, dialect.whole("Whole.", word)).await.unwrap();
        assert_eq!(done.text, "Whole.", "{dialect:?}");
    }
}

#[tokio::test]
async fn a_stream_under_a_wrong_name_and_with_comments_is_read() {
    let events = [
        ": keep-alive".to_owned(),
        format!("data: {}", super::wire::chunk("Yes", None)),
        ": keep-alive".to_owned(),
        format!("data: {}", super::wire::chunk("", Some("stop"))),
    ];
    let body = events.join("\n\n") + "\n\n";
    let reply = Reply::raw(200, "text/plain", body);
    let done = answer(OpenAi, Settings::default(), reply).await.unwrap();
    assert_eq!(done.text, "Yes");
}

#[tokio::test]
async fn done_alone_is_an_end_and_no_end_is_none() {
    let ended = [format!("data: {}", super::wire::chunk("Yes", None)), "data: [DONE]".to_owned()];
    let done = answer(OpenAi, Settings::default(), Reply::events(&ended)).await.unwrap();
    assert_eq!(done.text, "Yes");
    let open = Reply::events(&ended[..1]);
    let error = answer(OpenAi, Settings::default(), open).await.unwrap_err();
    assert_eq!(error.cause, Cause::Truncated);
}

#[tokio::test]
async fn silence_in_the_middle_is_a_time_out() {
    let settings = Settings { idle_timeout: Duration::from_millis(30), ..Settings::default() };
    let begun = [format!("data: {}", super::wire::chunk("Yes", None))];
    for reply in [Reply::events(&begun).silence(), Reply::events(&[]).silence()] {
        let error = answer(OpenAi, settings.clone(), reply).await.unwrap_err();
        assert_eq!(error.cause, Cause::Timeout);
    }
}

#[tokio::test]
async fn a_dropped_call_is_over() {
    let server = Server::start([Reply::json(200, &json!({})).silence()]).await;
    let client = client(OpenAi, &server, Settings::default());
    let arrived = async {
        while server.got().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        outcome = ask(&client) => panic!("an answer to a call that has none: {outcome:?}"),
        () = arrived => {}
    }
    // Dropped by `select!`; the server sees the connection close.
    server.closed().await;
}
