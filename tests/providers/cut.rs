//! Answers that broke off, by a limit, a filter or the line.

use quorate::agent::Retry;
use quorate::agent::http::{Cause, Client, Finish, NotAnAnswer, Settings};

use super::server::{Reply, nowhere};
use super::wire::{ALL, Anthropic, Ending, OpenAi, answer, ask, both, chunk};

// V-08
#[tokio::test]
async fn an_answer_cut_at_the_limit_is_marked() {
    for dialect in ALL {
        let word = dialect.word(Ending::Length);
        let done = both(dialect, dialect.whole("I think that we", word)).await.unwrap();
        assert_eq!((done.text.as_str(), &done.finish), ("I think that we", &Finish::Length), "{dialect:?}");
        assert!(done.is_cut());
        let done = answer(dialect, Settings::default(), dialect.pieces(&["I think", " that we"], word)).await.unwrap();
        assert_eq!((done.text.as_str(), &done.finish), ("I think that we", &Finish::Length), "{dialect:?}");
    }
}

// V-08
#[tokio::test]
async fn an_answer_cut_by_a_filter_has_its_own_reason() {
    for dialect in ALL {
        let reply = dialect.pieces(&["I think", " that we"], dialect.word(Ending::Filter));
        let done = answer(dialect, Settings::default(), reply).await.unwrap();
        let expected = match dialect {
            Anthropic => Finish::Refusal,
            // Ollama has no filter, so the word is only kept.
            super::wire::Ollama => Finish::Other("content_filter".to_owned()),
            _ => Finish::ContentFilter,
        };
        assert_eq!(done.finish, expected, "{dialect:?}");
    }
}

// V-08
#[tokio::test]
async fn a_stream_without_its_end_is_truncated_and_may_be_asked_again() {
    for dialect in ALL {
        let whole = dialect.pieces(&["I think", " that we"], dialect.word(Ending::Stop));
        for reply in [whole.clone().without_end(), whole.without_end().cut()] {
            let error = answer(dialect, Settings::default(), reply).await.unwrap_err();
            assert_eq!((error.cause, error.retry), (Cause::Truncated, Retry::After(None)), "{dialect:?}");
        }
    }
}

#[tokio::test]
async fn a_whole_answer_on_a_broken_line_is_truncated() {
    for dialect in ALL {
        let reply = dialect.whole("Yes", dialect.word(Ending::Stop)).cut();
        let error = both(dialect, reply).await.unwrap_err();
        assert_eq!((error.cause, error.retry), (Cause::Truncated, Retry::After(None)), "{dialect:?}");
    }
}

#[tokio::test]
async fn an_end_before_the_line_broke_is_an_end() {
    let events = [
        format!("data: {}", chunk("Yes", None)),
        format!("data: {}", chunk("", Some("stop"))),
        "data: [DONE]".to_owned(),
    ];
    let done = answer(OpenAi, Settings::default(), Reply::events(&events).cut()).await.unwrap();
    assert_eq!(done.text, "Yes");
}

#[tokio::test]
async fn nobody_listening_is_unreachable() {
    let url = nowhere().await;
    for dialect in ALL {
        let client = Client::connect(&dialect.spec(&url), None, Settings::default()).unwrap();
        let error = ask(&client).await.unwrap_err();
        assert_eq!((error.cause, error.status), (Cause::Unreachable, None), "{dialect:?}");
        let text = error.to_string();
        assert!(text.contains("refused") && text.contains(&url), "{text}");
    }
}

#[tokio::test]
async fn an_endless_answer_is_given_up() {
    let endless = "x".repeat(9 * 1024 * 1024);
    for reply in [OpenAi.whole(&endless, "stop"), OpenAi.pieces(&[&endless], "stop")] {
        let error = answer(OpenAi, Settings::default(), reply).await.unwrap_err();
        assert_eq!((error.cause, error.retry), (Cause::NotAnAnswer(NotAnAnswer::TooLong), Retry::Never));
    }
}
