//! Which failures may pass, and how long the provider asks to wait.

use std::time::{Duration, SystemTime};

use quorate::agent::Retry;
use quorate::agent::http::{Cause, Settings};
use serde_json::json;

use super::server::Reply;
use super::wire::{ALL, Anthropic, Gemini, OpenAi, answer, both};

fn limited() -> Reply {
    Reply::json(429, &json!({"error": {"message": "slow down"}}))
}

// V-09
#[tokio::test]
async fn a_429_hands_on_the_wait_in_every_form() {
    let wait = |seconds| Retry::After(Some(Duration::from_secs(seconds)));
    for dialect in ALL {
        let error = both(dialect, limited().header("retry-after", "2")).await.unwrap_err();
        assert_eq!((error.cause, error.retry), (Cause::RateLimited, wait(2)), "{dialect:?}");
        assert!(error.to_string().contains("wait 2 s"), "{error}");
    }
    let dated = limited()
        .header("date", "Wed, 21 Oct 2026 07:28:00 GMT")
        .header("retry-after", "Wed, 21 Oct 2026 07:28:07 GMT");
    assert_eq!(both(OpenAi, dated).await.unwrap_err().retry, wait(7));
    let milliseconds = limited().header("retry-after-ms", "1500").header("retry-after", "2");
    let exact = Retry::After(Some(Duration::from_millis(1500)));
    assert_eq!(both(OpenAi, milliseconds).await.unwrap_err().retry, exact);
    let body = json!({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "quota",
        "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3s"}]}});
    assert_eq!(both(Gemini, Reply::json(429, &body)).await.unwrap_err().retry, wait(3));
    // A huge one is told as it is; whether there is time for it, the caller knows.
    assert_eq!(both(OpenAi, limited().header("retry-after", "3600")).await.unwrap_err().retry, wait(3600));
}

// V-09: against our own clock, when the server tells none.
#[tokio::test]
async fn a_date_without_the_server_s_clock_is_near_enough() {
    let then = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(60));
    let reply = limited().header("retry-after", &then);
    let error = answer(OpenAi, Settings::default(), reply).await.unwrap_err();
    let Retry::After(Some(wait)) = error.retry else { panic!("no wait: {error:?}") };
    assert!((50..=61).contains(&wait.as_secs()), "{wait:?}");
}

// V-09
#[tokio::test]
async fn server_trouble_may_pass_and_refusals_do_not() {
    let again = Retry::After(None);
    for (status, cause, retry) in [
        (500, Cause::Server, again),
        (502, Cause::Server, again),
        (503, Cause::Overloaded, again),
        (504, Cause::Timeout, again),
        (529, Cause::Overloaded, again),
        (408, Cause::Timeout, again),
        (401, Cause::Auth, Retry::Never),
        (403, Cause::Auth, Retry::Never),
        (402, Cause::Payment, Retry::Never),
        (404, Cause::NotFound, Retry::Never),
        (400, Cause::BadRequest, Retry::Never),
        (422, Cause::BadRequest, Retry::Never),
    ] {
        for dialect in ALL {
            let error = both(dialect, Reply::json(status, &json!({"error": {"message": "no"}}))).await.unwrap_err();
            assert_eq!((error.cause, error.retry, error.attempts), (cause, retry, 1), "{dialect:?} {status}");
        }
    }
}

// V-09
#[tokio::test]
async fn words_outrank_statuses_where_providers_mix_them_up() {
    let quota = json!({"error": {"message": "You exceeded your current quota", "type": "insufficient_quota", "code": "insufficient_quota"}});
    let error = both(OpenAi, Reply::json(429, &quota)).await.unwrap_err();
    assert_eq!((error.cause, error.retry), (Cause::Payment, Retry::Never));
    let credit = json!({"type": "error", "error": {"type": "invalid_request_error", "message": "Your credit balance is too low"}});
    assert_eq!(both(Anthropic, Reply::json(400, &credit)).await.unwrap_err().cause, Cause::Payment);
    let key = json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "API key not valid.", "details": [{"reason": "API_KEY_INVALID"}]}});
    assert_eq!(both(Gemini, Reply::json(400, &key)).await.unwrap_err().cause, Cause::Auth);
    let filter = json!({"error": {"code": "content_filter", "message": "The prompt was filtered"}});
    assert_eq!(both(OpenAi, Reply::json(400, &filter)).await.unwrap_err().cause, Cause::Refused);
}

#[tokio::test]
async fn a_prompt_that_is_too_long_tells_the_numbers() {
    let long = |prompt, window| Cause::ContextTooLong { prompt, window };
    let llama = json!({"error": {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 9001, "n_ctx": 4096,
        "message": "the request exceeds the available context size, try increasing it"}});
    let openai = json!({"error": {"code": "context_length_exceeded", "type": "invalid_request_error", "param": "messages",
        "message": "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens."}});
    let both_known = [(llama, 9001, 4096), (openai, 9001, 8192)];
    for (body, prompt, window) in both_known {
        let error = both(OpenAi, Reply::json(400, &body)).await.unwrap_err();
        assert_eq!((error.cause, error.retry), (long(Some(prompt), Some(window)), Retry::Shorter));
    }
    let claude = json!({"type": "error", "error": {"type": "invalid_request_error", "message": "prompt is too long: 210000 tokens > 200000 maximum"}});
    let error = both(Anthropic, Reply::json(400, &claude)).await.unwrap_err();
    assert_eq!(error.cause, long(Some(210_000), Some(200_000)));
    let gemini = json!({"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}});
    let error = both(Gemini, Reply::json(400, &gemini)).await.unwrap_err();
    assert_eq!(error.cause, long(Some(1_200_000), Some(1_048_576)));
    let error = both(OpenAi, Reply::raw(413, "text/plain", "Payload too large")).await.unwrap_err();
    assert_eq!(error.cause, long(None, None));
}
