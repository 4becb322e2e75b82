//! A provider of models on loopback: what it answers is decided by the test, call by call, and it keeps what it was asked.

use std::{
    fmt,
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use super::wires::{Wire, text_of};

/// What is done with a call.
#[derive(Debug, Clone)]
pub(super) enum Play {
    /// It is answered with this.
    Say(String),
    /// It is never answered.
    Hang,
    /// It is refused with this status.
    Refuse(u16),
}

/// What a model is asked.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// The protocol.
    pub(super) wire: Wire,
    /// Who is asked: what stands behind `PERSONA=` in what it was told to be; the model's name where nothing does.
    pub(super) persona: String,
    /// The round that the last message names; 0 where it names none.
    pub(super) round: u32,
    /// How often it has answered in this session.
    pub(super) answers: usize,
    /// Everything that it is shown, the last message excepted.
    pub(super) before: String,
    /// The last message.
    pub(super) last: String,
    /// Tools that it is offered.
    pub(super) tools: usize,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Nobody has hung up yet, and nothing was answered.
    Open,
    Answered,
    Refused,
    /// Whoever asked hung up.
    Aborted,
}

#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) asked: Asked,
    /// About how many tokens it was shown.
    pub(super) tokens: usize,
    pub(super) end: End,
}

type Script = Arc<dyn Fn(&Asked) -> Play + Send + Sync>;

#[derive(Default)]
struct Inner {
    /// What is played in which discussion, by a text of its topic.
    scripts: Vec<(String, Script)>,
    calls: Vec<Call>,
}

/// A provider on a port of its own, for as long as the test process lives.
#[derive(Clone)]
pub(super) struct Provider {
    pub(super) port: u16,
    inner: Arc<Mutex<Inner>>,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Provider").field("port", &self.port).finish_non_exhaustive()
    }
}

impl Provider {
    pub(super) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let provider = Self { port: listener.local_addr().unwrap().port(), inner: Arc::default() };
        let served = provider.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let provider = served.clone();
                thread::spawn(move || provider.serve(stream));
            }
        });
        provider
    }

    /// What is played wherever this text stands in what a model is shown.
    pub(super) fn plays(&self, topic: &str, script: impl Fn(&Asked) -> Play + Send + Sync + 'static) {
        self.inner().scripts.push((topic.to_owned(), Arc::new(script)));
    }

    /// The calls of a discussion so far.
    pub(super) fn calls(&self, topic: &str) -> Vec<Call> {
        let inner = self.inner();
        let of = |call: &&Call| call.asked.before.contains(topic) || call.asked.last.contains(topic);
        inner.calls.iter().filter(of).cloned().collect()
    }

    /// Waits until the calls of a discussion are so.
    pub(super) fn until(&self, topic: &str, what: &str, are: impl Fn(&[Call]) -> bool) {
        let until = Instant::now() + Duration::from_secs(150);
        loop {
            let calls = self.calls(topic);
            if are(&calls) {
                return;
            }
            assert!(Instant::now() < until, "{what} was waited for; calls: {calls:#?}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, mut stream: TcpStream) {
        let Some((path, body)) = receive(&mut stream) else { return };
        let Some(wire) = Wire::of(&path) else {
            let body = match path.ends_with("/models") {
                true => json!({ "object": "list", "data": [{ "id": "mock-1", "object": "model" }] }),
                false => json!({ "input_tokens": 1 }),
            };
            return drop(stream.write_all(&whole(200, "application/json", &body.to_string())));
        };
        let request: Value = serde_json::from_slice(&body).unwrap_or_default();
        let (asked, tokens) = (asked(wire, &request), body.len() / 4);
        let (play, at) = self.take(asked, tokens);
        let end = match play {
            Play::Say(text) => {
                let (kind, body) = wire.answer(&request, &text, tokens);
                // That it was written does not tell that anybody read it, but nobody hangs up on an answer this short.
                stream.write_all(&whole(200, kind, &body)).map_or(End::Aborted, |()| End::Answered)
            }
            Play::Refuse(status) => {
                let body = wire.refusal(status).to_string();
                stream.write_all(&whole(status, "application/json", &body)).map_or(End::Aborted, |()| End::Refused)
            }
            Play::Hang => {
                while let Ok(1..) = stream.read(&mut [0; 64]) {}
                End::Aborted
            }
        };
        self.inner().calls[at].end = end;
    }

    /// Takes a call down, and tells what is done with it.
    fn take(&self, asked: Asked, tokens: usize) -> (Play, usize) {
        let script = {
            let inner = self.inner();
            let fits = |topic: &str| asked.last.contains(topic) || asked.before.contains(topic);
            inner.scripts.iter().rev().find(|(topic, _)| fits(topic)).map(|(_, script)| Arc::clone(script))
        };
        let play = script.map_or_else(|| Play::Say("Nothing is played here.".into()), |script| script(&asked));
        let mut inner = self.inner();
        inner.calls.push(Call { asked, tokens, end: End::Open });
        (play, inner.calls.len() - 1)
    }
}

fn asked(wire: Wire, request: &Value) -> Asked {
    let mut parts: Vec<(String, String)> = Vec::new();
    for system in ["instructions", "system"] {
        parts.push(("system".into(), text_of(&request[system])));
    }
    for message in wire.messages(request) {
        parts.push((message["role"].as_str().unwrap_or_default().into(), text_of(&message["content"])));
    }
    let at = parts.iter().rposition(|(role, text)| role == "user" && !text.is_empty());
    let last = at.map(|at| parts.remove(at).1).unwrap_or_default();
    let answers = parts.iter().filter(|(role, _)| role == "assistant").count();
    let before = parts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n");
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '-').collect::<String>();
    let marked = before.split("PERSONA=").nth(1).map(word);
    Asked {
        wire,
        persona: marked.unwrap_or_else(|| request["model"].as_str().unwrap_or_default().to_owned()),
        round: round(&last),
        answers,
        before,
        last,
        tools: request["tools"].as_array().map_or(0, Vec::len),
    }
}

/// `Round 2 of at most 5.`, and the same in the other languages.
fn round(text: &str) -> u32 {
    let numbers = ["Round ", "第 "].iter().filter_map(|begin| {
        let digits: String = text.split_once(begin)?.1.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    numbers.max().unwrap_or_default()
}

fn whole(status: u16, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} X\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Reads one request: its path, without a query, and its body.
fn receive(stream: &mut TcpStream) -> Option<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
            });
            if bytes.len() >= end + 4 + length.unwrap_or_default() {
                let path = head.split_whitespace().nth(1)?.split('?').next()?.to_owned();
                return Some((path, bytes.split_off(end + 4)));
            }
        }
        match stream.read(&mut buffer) {
            Ok(0) | Err(_) => return None,
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
        }
    }
}
