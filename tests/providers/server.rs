//! A local HTTP server that plays prepared answers and keeps the requests.

use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Got {
    /// The head, request line and headers.
    pub(crate) head: String,
    /// The body.
    pub(crate) body: Value,
}

impl Got {
    /// The path with its query.
    pub(crate) fn path(&self) -> &str {
        self.head.split_whitespace().nth(1).unwrap()
    }

    /// A header by its lower-case name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// The roles of the messages in order.
    pub(crate) fn roles(&self) -> Vec<&str> {
        let list = self.body.get("messages").or(self.body.get("contents"));
        let list = list.and_then(Value::as_array).unwrap();
        list.iter().map(|m| m["role"].as_str().unwrap()).collect()
    }

    /// The text of the message at `index`.
    pub(crate) fn text(&self, index: usize) -> String {
        let message = match self.body.get("messages") {
            Some(list) => &list[index]["content"],
            None => &self.body["contents"][index]["parts"],
        };
        match message {
            Value::String(text) => text.clone(),
            Value::Array(parts) => parts.iter().map(|p| p["text"].as_str().unwrap()).collect(),
            other => panic!("no content: {other}"),
        }
    }
}

/// How an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Proper,
    Cut,
    Silence,
}

/// A prepared answer.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    pieces: Vec<String>,
    end: End,
}

impl Reply {
    /// An answer of one type.
    pub(crate) fn raw(status: u16, kind: &str, body: impl Into<String>) -> Self {
        Self {
            status,
            headers: vec![("content-type".to_owned(), kind.to_owned())],
            pieces: vec![body.into()],
            end: End::Proper,
        }
    }

    /// A JSON answer.
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::raw(status, "application/json", body.to_string())
    }

    /// An event stream, one event for each text.
    pub(crate) fn events(events: &[String]) -> Self {
        Self {
            pieces: events.iter().map(|event| format!("{event}\n\n")).collect(),
            ..Self::raw(200, "text/event-stream", "")
        }
    }

    /// A stream of JSON lines.
    pub(crate) fn lines(lines: &[Value]) -> Self {
        Self {
            pieces: lines.iter().map(|line| format!("{line}\n")).collect(),
            ..Self::raw(200, "application/x-ndjson", "")
        }
    }

    /// The same with a header.
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same, but the connection breaks before the body's end.
    pub(crate) fn cut(mut self) -> Self {
        self.end = End::Cut;
        self
    }

    /// The same without what comes after the last piece of text, decently closed.
    pub(crate) fn without_end(mut self) -> Self {
        let last = self.pieces.iter().rposition(|piece| piece.contains("that we"));
        self.pieces.truncate(last.unwrap() + 1);
        if let Some(piece) = self.pieces.last_mut() {
            *piece = piece.replace(r#","finishReason":"STOP""#, "");
        }
        self
    }

    /// The same, but after the body nothing happens any more.
    pub(crate) fn silence(mut self) -> Self {
        self.end = End::Silence;
        self
    }
}

/// An address on this machine where nobody listens.
pub(crate) async fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

/// The server; it stops with the test's runtime.
#[derive(Debug)]
pub(crate) struct Server {
    /// `http://127.0.0.1:PORT`.
    pub(crate) url: String,
    got: Arc<Mutex<Vec<Got>>>,
    hung_up: Arc<Notify>,
}

impl Server {
    /// Plays `replies` in order; the last one again and again.
    pub(crate) async fn start(replies: impl Into<Vec<Reply>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let got = Arc::<Mutex<Vec<Got>>>::default();
        let hung_up = Arc::<Notify>::default();
        let (kept, noted, replies) = (Arc::clone(&got), Arc::clone(&hung_up), replies.into());
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&kept), replies.clone(), Arc::clone(&noted)));
            }
        });
        Self { url, got, hung_up }
    }

    /// The requests so far.
    pub(crate) fn got(&self) -> Vec<Got> {
        self.got.lock().unwrap().clone()
    }

    /// Waits until a client hung up on a silent answer.
    pub(crate) async fn closed(&self) {
        self.hung_up.notified().await;
    }

    /// The only request.
    pub(crate) fn only(&self) -> Got {
        let mut got = self.got();
        assert_eq!(got.len(), 1, "one request was expected");
        got.remove(0)
    }
}

async fn serve(mut stream: TcpStream, kept: Arc<Mutex<Vec<Got>>>, replies: Vec<Reply>, hung_up: Arc<Notify>) {
    let Some(got) = receive(&mut stream).await else {
        return;
    };
    let turn = {
        let mut kept = kept.lock().unwrap();
        kept.push(got);
        kept.len() - 1
    };
    let reply = &replies[turn.min(replies.len() - 1)];
    let mut head = format!("HTTP/1.1 {} Status\r\nconnection: close\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("transfer-encoding: chunked\r\n\r\n");
    let mut out = head.into_bytes();
    for piece in reply.pieces.iter().filter(|piece| !piece.is_empty()) {
        out.extend_from_slice(format!("{:x}\r\n{piece}\r\n", piece.len()).as_bytes());
    }
    if reply.end == End::Proper {
        out.extend_from_slice(b"0\r\n\r\n");
    }
    let _ = stream.write_all(&out).await;
    if reply.end == End::Silence {
        // Reads until the client hangs up.
        while let Ok(1..) = stream.read(&mut [0; 64]).await {}
        hung_up.notify_one();
    }
}

async fn receive(stream: &mut TcpStream) -> Option<Got> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        let split = bytes.windows(4).position(|w| w == b"\r\n\r\n");
        if let Some(at) = split {
            let head = String::from_utf8(bytes[..at].to_vec()).unwrap();
            let length = head
                .lines()
                .find_map(|line| {
                    let (name, value) = line.split_once(':')?;
                    name.eq_ignore_ascii_case("content-length").then(|| value.trim())
                })
                .map_or(0, |length| length.parse().unwrap());
            if bytes.len() >= at + 4 + length {
                let body = serde_json::from_slice(&bytes[at + 4..]).unwrap_or_default();
                return Some(Got { head, body });
            }
        }
        match stream.read(&mut chunk).await {
            Ok(0) | Err(_) => return None,
            Ok(n) => bytes.extend_from_slice(&chunk[..n]),
        }
    }
}
