//! No text that leaves the client holds a key.

use std::io::Write;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use quorate::agent::http::{Client, Settings};
use serde_json::json;

use super::server::{Reply, Server, nowhere};
use super::wire::{ALL, Anthropic, Dialect, Ending, Gemini, KEY, Ollama, OpenAi, ask, at_once, client, key};

/// The forms in which a server may repeat the key.
fn forms() -> Vec<String> {
    let encoded = KEY.replace('/', "%2F").replace('+', "%2B").replace('=', "%3D");
    vec![
        KEY.to_owned(),
        encoded.replace("%2F", "%2f").replace("%2B", "%2b").replace("%3D", "%3d"),
        encoded,
        KEY.replace('/', "%2f"),
        KEY.replace('/', r"\/").replace('=', r"\u003D"),
        STANDARD.encode(KEY),
        URL_SAFE_NO_PAD.encode(KEY),
        STANDARD.encode(format!("u:{KEY}")),
        STANDARD.encode(format!("me:{KEY}")),
        STANDARD.encode(format!("you:{KEY}:x")),
    ]
}

/// What may be seen of no form: `SECRET`, or a good part of a base64 form.
fn assert_clean(text: &str, about: &str) {
    assert!(!text.contains("SECRET"), "{about}: {text}");
    for offset in 0..3 {
        let form = STANDARD.encode(format!("{}{KEY}", "_".repeat(offset)));
        let core = &form.as_bytes()[4..form.len() - 4];
        for part in core.windows(6) {
            let part = std::str::from_utf8(part).unwrap();
            assert!(!text.contains(part), "{about}: {part} in {text}");
        }
    }
}

// S-01
#[tokio::test]
async fn an_echoed_key_is_taken_out_in_every_form() {
    for form in forms() {
        let body = json!({"error": {"message": format!("bad key {form} in https://api.test/v1?key={form}&x=1#f"), "code": form}});
        for dialect in ALL {
            for (status, settings) in [(401, at_once()), (400, Settings::default()), (200, Settings::default())] {
                let reply = Reply::json(status, &body).header("x-request-id", &form);
                let server = Server::start([reply]).await;
                let error = ask(&client(dialect, &server, settings)).await.unwrap_err();
                assert_clean(&format!("{error} {error:?} {error:#?}"), &form);
                assert!(error.to_string().contains("***"), "{error}");
            }
        }
    }
}

// S-01
#[tokio::test]
async fn a_refused_connection_names_the_address_without_the_key() {
    let url = nowhere().await;
    for dialect in ALL {
        let client = Client::connect(&dialect.spec(&url), key(), Settings::default()).unwrap();
        let error = ask(&client).await.unwrap_err();
        assert_clean(&format!("{error} {error:?} {client:?}"), "refused");
        assert!(error.to_string().contains(&url));
    }
}

// S-01
#[tokio::test]
async fn the_key_travels_in_a_header_and_never_in_the_address() {
    let place: [(Dialect, &str, String); 4] = [
        (OpenAi, "authorization", format!("Bearer {KEY}")),
        (Anthropic, "x-api-key", KEY.to_owned()),
        (Gemini, "x-goog-api-key", KEY.to_owned()),
        (Ollama, "authorization", format!("Bearer {KEY}")),
    ];
    for (dialect, header, value) in place {
        for settings in [Settings::default(), at_once()] {
            let server = Server::start([dialect.whole("Yes.", dialect.word(Ending::Stop))]).await;
            ask(&client(dialect, &server, settings)).await.unwrap();
            let got = server.only();
            assert_eq!(got.header(header), Some(value.as_str()), "{dialect:?}");
            assert_clean(got.path(), "path");
            assert!(!got.path().contains("key="), "{}", got.path());
            assert_clean(&got.body.to_string(), "body");
        }
    }
}

#[tokio::test]
async fn without_a_key_no_header_is_sent() {
    for dialect in ALL {
        let server = Server::start([dialect.whole("Yes.", dialect.word(Ending::Stop))]).await;
        let client = Client::connect(&dialect.spec(&server.url), None, Settings::default()).unwrap();
        ask(&client).await.unwrap();
        for header in ["authorization", "x-api-key", "x-goog-api-key"] {
            assert_eq!(server.only().header(header), None, "{dialect:?} {header}");
        }
    }
}

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

// S-01: not even in what the libraries below write at the finest level.
#[tokio::test]
async fn the_finest_log_holds_no_key() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone()).finish();
    // With one subscriber alive, tracing asks the current thread's for all, and
    // the threads of other tests would switch this one off.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let _guard = tracing::subscriber::set_default(subscriber);
    let echo = json!({"type": "error", "error": {"type": "odd", "message": format!("bad key {KEY}")}});
    let mixed = format!("data: {}", echo.to_string().replace('/', "%2f"));
    for dialect in ALL {
        let replies = [
            dialect.whole("Yes.", dialect.word(Ending::Stop)),
            Reply::json(401, &echo),
            Reply::json(200, &echo),
            Reply::events(&[format!("data: {echo}")]),
            Reply::events(std::slice::from_ref(&mixed)),
        ];
        let server = Server::start(replies).await;
        let client = client(dialect, &server, Settings::default());
        ask(&client).await.unwrap();
        for _ in 0..4 {
            let error = ask(&client).await.unwrap_err();
            assert_clean(&format!("{error} {error:?}"), "echo");
        }
    }
    let text = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    assert!(text.contains("TRACE") || text.contains("DEBUG"), "the log was on");
    assert_clean(&text, "log");
}

// S-01
#[tokio::test]
async fn a_key_that_a_stream_splits_over_its_pieces_is_taken_out_of_the_answer() {
    let said = format!("hi {KEY} there [STANCE: AGREE]");
    let pieces: Vec<String> = said.chars().map(String::from).collect();
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    for dialect in ALL {
        let server = Server::start([dialect.pieces(&pieces, dialect.word(Ending::Stop))]).await;
        let done = ask(&client(dialect, &server, Settings::default())).await.unwrap();
        assert_eq!(done.text, "hi *** there [STANCE: AGREE]", "{dialect:?}");
    }
}
