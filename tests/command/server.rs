//! A model server that does one thing only.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// What the server does with every request.
#[derive(Debug, Clone, Copy)]
pub(super) enum Does {
    /// Takes it and never answers.
    Hang,
    /// Answers with these words.
    Say(&'static str),
    /// Answers with this status and message.
    Refuse(u16, &'static str),
}

/// A server on a port of its own, for as long as the test process lives.
#[derive(Debug, Clone)]
pub(super) struct Server {
    port: u16,
    requests: Arc<AtomicUsize>,
}

impl Server {
    pub(super) fn that(does: Does) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let server = Self { port, requests: Arc::default() };
        let requests = Arc::clone(&server.requests);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let requests = Arc::clone(&requests);
                thread::spawn(move || serve(stream, does, &requests));
            }
        });
        server
    }

    /// The spec of a model behind it.
    pub(super) fn spec(&self) -> String {
        format!("openai@http://127.0.0.1:{}/v1:test-model", self.port)
    }

    pub(super) fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }
}

fn serve(mut stream: TcpStream, does: Does, requests: &AtomicUsize) {
    while read_request(&mut stream).is_some() {
        requests.fetch_add(1, Ordering::SeqCst);
        let (status, body) = match does {
            Does::Hang => return thread::sleep(Duration::from_secs(120)),
            Does::Say(text) => (200, completion(text)),
            Does::Refuse(status, message) => {
                (status, serde_json::json!({ "error": { "message": message } }).to_string())
            }
        };
        let head =
            format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
        if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).is_err() {
            return;
        }
    }
}

fn completion(text: &str) -> String {
    serde_json::json!({
        "id": "1", "object": "chat.completion", "created": 0, "model": "test-model",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15 }
    })
    .to_string()
}

/// Reads one request to the end of its body.
fn read_request(stream: &mut TcpStream) -> Option<()> {
    let mut bytes = Vec::new();
    let mut buffer = [0_u8; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length =
                head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length:").map(str::to_owned));
            let length: usize = length.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
            if body.len() >= length {
                return Some(());
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
    }
}
