//! A gateway for tests: speaks protocol 4 as the real one does, plays what it is told, and keeps what it was asked.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{mpsc, watch},
    time::{Instant, sleep, timeout},
};
use tokio_tungstenite::{
    accept_async,
    tungstenite::{
        Message,
        protocol::{CloseFrame, frame::coding::CloseCode},
    },
};

/// The token that it lets in.
pub(crate) const TOKEN: &str = "dummy-token-for-tests";
/// The agents that it has.
pub(crate) const AGENTS: [&str; 3] = ["alice", "bob", "carol"];

/// What an agent does with a turn.
#[derive(Debug, Clone)]
pub(crate) enum Play {
    /// Answers with this.
    Says(String),
    /// Answers with this after a while.
    Thinks(Duration, String),
    /// Never answers.
    Hangs,
    /// Ends with `ok: true` and this.
    Ends(Value),
    /// Ends as when the provider fails, with this message.
    Fails(String),
    /// Is refused with this error.
    Refuses(Value),
    /// The connection drops before the turn is begun.
    Drops,
    /// The turn begins; the connection drops before that is told.
    BeginsAndDrops(String),
    /// The turn is accepted; the connection drops; it answers after a while.
    AcceptsAndDrops(Duration, String),
    /// The turn is accepted; the gateway is restarted and knows nothing of it.
    Restarts,
    /// Once accepted, this comes as a frame.
    Raw(String),
    /// Once accepted, nothing more comes on that connection, which stays open; it answers with this.
    Mutes(String),
}

/// One request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    pub(crate) connection: usize,
    pub(crate) method: String,
    pub(crate) params: Value,
}

/// A turn that was begun.
#[derive(Debug, Clone)]
pub(crate) struct Begun {
    pub(crate) session: String,
    pub(crate) run: String,
    pub(crate) message: String,
}

#[derive(Debug, Clone)]
struct End {
    ok: bool,
    payload: Value,
    error: Value,
}

#[derive(Debug)]
struct Run {
    session: String,
    end: watch::Sender<Option<End>>,
}

#[derive(Debug, Default)]
struct Inner {
    plays: HashMap<String, VecDeque<Play>>,
    seen: Vec<Seen>,
    begun: Vec<Begun>,
    runs: HashMap<String, Run>,
    /// Turns so far, by session: what an agent remembers.
    sessions: HashMap<String, usize>,
    /// Runs that were begun in a session in which one was under way.
    overlaps: usize,
    /// Connections that are still answered that the gateway is starting.
    starting: usize,
    connections: usize,
    /// What `connect` is refused with, whatever it says.
    closed: Option<(Value, u16)>,
    most_bytes: usize,
    tick_ms: u64,
    /// Pings that were answered.
    pongs: usize,
}

#[derive(Debug)]
struct Shared {
    inner: Mutex<Inner>,
    started: Mutex<Instant>,
    /// Counts up when all connections are to be dropped.
    cuts: watch::Sender<usize>,
}

/// A gateway on a port of this machine; gone when dropped.
#[derive(Debug)]
pub(crate) struct Gateway {
    port: u16,
    shared: Arc<Shared>,
    server: tokio::task::JoinHandle<()>,
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.server.abort();
        self.cut();
    }
}

impl Gateway {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared {
            inner: Mutex::new(Inner { most_bytes: 26_214_400, tick_ms: 30_000, ..Inner::default() }),
            started: Mutex::new(Instant::now()),
            cuts: watch::Sender::new(0),
        });
        let server = tokio::spawn(serve(listener, Arc::clone(&shared)));
        Self { port, shared, server }
    }

    pub(crate) fn url(&self) -> String {
        format!("ws://127.0.0.1:{}", self.port)
    }

    /// What an agent does next, in this order; then it answers like a mock.
    pub(crate) fn plays(&self, agent: &str, plays: impl IntoIterator<Item = Play>) {
        self.inner().plays.entry(agent.to_owned()).or_default().extend(plays);
    }

    /// The next connections are told that it is starting.
    pub(crate) fn is_starting_for(&self, connections: usize) {
        self.inner().starting = connections;
    }

    /// Refuses everybody with this error, and closes with this code.
    pub(crate) fn refuses_with(&self, error: Value, code: u16) {
        self.inner().closed = Some((error, code));
    }

    pub(crate) fn takes_bytes(&self, most: usize) {
        self.inner().most_bytes = most;
    }

    pub(crate) fn ticks_every(&self, ms: u64) {
        self.inner().tick_ms = ms;
    }

    pub(crate) fn pongs(&self) -> usize {
        self.inner().pongs
    }

    /// Drops every connection, without a word.
    pub(crate) fn cut(&self) {
        self.shared.cuts.send_modify(|cuts| *cuts += 1);
    }

    /// Ends, and forgets its runs; the port is free.
    pub(crate) async fn stop(&mut self) {
        self.server.abort();
        let _ = (&mut self.server).await;
        self.shared.forget();
        self.cut();
    }

    /// Starts again at the same port.
    pub(crate) async fn start_again(&mut self) {
        let listener = TcpListener::bind(("127.0.0.1", self.port)).await.unwrap();
        *self.shared.started.lock().unwrap() = Instant::now();
        self.server = tokio::spawn(serve(listener, Arc::clone(&self.shared)));
    }

    /// The requests of one method, in order.
    pub(crate) fn seen(&self, method: &str) -> Vec<Seen> {
        self.inner().seen.iter().filter(|seen| seen.method == method).cloned().collect()
    }

    pub(crate) fn begun(&self) -> Vec<Begun> {
        self.inner().begun.clone()
    }

    /// A turn that somebody else has begun, and that answers with this after a while.
    pub(crate) fn goes_on_with(&self, begun: &Begun, time: Duration, text: &str) {
        let run = Run { session: begun.session.clone(), end: watch::Sender::new(None) };
        self.inner().runs.insert(begun.run.clone(), run);
        let (nobody, _) = mpsc::unbounded_channel();
        let play = Play::Thinks(time, text.to_owned());
        tokio::spawn(play_out(Arc::clone(&self.shared), nobody, begun.run.clone(), play));
    }

    pub(crate) fn overlaps(&self) -> usize {
        self.inner().overlaps
    }

    /// Runs that are under way.
    pub(crate) fn running(&self) -> usize {
        self.inner().runs.values().filter(|run| run.end.borrow().is_none()).count()
    }

    /// Waits until this holds, for two seconds at most.
    pub(crate) async fn until(&self, holds: impl Fn(&Self) -> bool) {
        let wait = async {
            while !holds(self) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(Duration::from_secs(2), wait).await.expect("it never came to that");
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.shared.inner()
    }
}

impl Shared {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self) {
        self.inner().runs.clear();
    }

    fn uptime(&self) -> u64 {
        let started = *self.started.lock().unwrap();
        u64::try_from(started.elapsed().as_millis()).unwrap()
    }

    /// Ends a run, if it is known and under way.
    fn end(&self, run: &str, end: End) -> bool {
        let inner = self.inner();
        let Some(run) = inner.runs.get(run).filter(|run| run.end.borrow().is_none()) else { return false };
        run.end.send_replace(Some(end));
        true
    }
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        let shared = Arc::clone(&shared);
        let mut cuts = shared.cuts.subscribe();
        tokio::spawn(async move {
            tokio::select! {
                () = connection(stream, shared) => {}
                _ = cuts.changed() => {}
            }
        });
    }
}

fn answer(id: &Value, ok: bool, payload: &Value, error: &Value) -> String {
    let mut frame = json!({ "type": "res", "id": id, "ok": ok });
    if !payload.is_null() {
        frame["payload"] = payload.clone();
    }
    if !error.is_null() {
        frame["error"] = error.clone();
    }
    frame.to_string()
}

/// What goes out on a connection.
enum Out {
    Text(String),
    /// The connection is dropped without a word.
    Cut,
    Ping,
    /// Nothing more is said.
    Mute,
    Close(u16),
}

async fn connection(stream: TcpStream, shared: Arc<Shared>) {
    let Ok(socket) = accept_async(stream).await else { return };
    let (mut sink, mut frames) = socket.split();
    let (out, mut outs) = mpsc::unbounded_channel::<Out>();
    let number = {
        let mut inner = shared.inner();
        inner.connections += 1;
        inner.connections
    };
    let challenge = json!({ "type": "event", "event": "connect.challenge", "payload": { "nonce": "n", "ts": 1 } });
    out.send(Out::Text(challenge.to_string())).unwrap();
    let mut is_in = false;
    loop {
        tokio::select! {
            one = outs.recv() => match one {
                Some(Out::Text(text)) => if sink.send(Message::text(text)).await.is_err() { return },
                Some(Out::Close(code)) => {
                    let close = CloseFrame { code: CloseCode::from(code), reason: "policy".into() };
                    let _ = sink.send(Message::Close(Some(close))).await;
                    return;
                }
                Some(Out::Ping) => if sink.send(Message::Ping("?".into())).await.is_err() { return },
                Some(Out::Mute) => std::future::pending().await,
                Some(Out::Cut) | None => return,
            },
            frame = frames.next() => {
                let Some(Ok(frame)) = frame else { return };
                shared.inner().pongs += usize::from(frame.is_pong());
                let Message::Text(text) = frame else { continue };
                let frame: Value = serde_json::from_str(&text).unwrap();
                let method = frame["method"].as_str().unwrap().to_owned();
                let (id, params) = (frame["id"].clone(), frame["params"].clone());
                shared.inner().seen.push(Seen { connection: number, method: method.clone(), params: params.clone() });
                if is_in {
                    asked(&shared, &out, &id, &method, &params);
                } else {
                    is_in = greeted(&shared, &out, &id, &params);
                }
            }
        }
    }
}

/// Answers `connect`; whether it lets in.
fn greeted(shared: &Shared, out: &mpsc::UnboundedSender<Out>, id: &Value, params: &Value) -> bool {
    let refuse = |error: Value, code: u16| {
        let _ = out.send(Out::Text(answer(id, false, &Value::Null, &error)));
        let _ = out.send(Out::Close(code));
        false
    };
    let mut inner = shared.inner();
    if let Some((error, code)) = inner.closed.clone() {
        return refuse(error, code);
    }
    if inner.starting > 0 {
        inner.starting -= 1;
        let details = json!({ "reason": "startup-sidecars" });
        return refuse(
            json!({ "code": "UNAVAILABLE", "message": "gateway starting; retry shortly", "retryable": true,
                    "retryAfterMs": 20, "details": details }),
            1013,
        );
    }
    if params["minProtocol"] != 4 || params["maxProtocol"] != 4 || params["client"]["id"] != "gateway-client" {
        let details = json!({ "code": "PROTOCOL_MISMATCH" });
        return refuse(json!({ "code": "INVALID_REQUEST", "message": "protocol mismatch", "details": details }), 1002);
    }
    match params["auth"]["token"].as_str() {
        Some(TOKEN) => {}
        Some(_) => return refuse(wrong_token(), 1008),
        None => return refuse(no_token(), 1008),
    }
    let hello = json!({
        "type": "hello-ok", "protocol": 4, "server": { "version": "2026.9.6", "connId": "c" },
        "features": { "methods": ["agent"], "events": ["tick"] },
        "auth": { "role": "operator", "scopes": params["scopes"] },
        "snapshot": { "uptimeMs": shared.uptime() },
        "policy": { "maxPayload": inner.most_bytes, "tickIntervalMs": inner.tick_ms },
    });
    let _ = out.send(Out::Text(answer(id, true, &hello, &Value::Null)));
    let _ = out.send(Out::Ping);
    // Things happen that nobody asked for.
    let _ = out.send(Out::Text(json!({ "type": "event", "event": "health", "payload": { "ok": true } }).to_string()));
    let _ = out.send(Out::Text(json!({ "type": "event", "event": "a-new-one", "payload": 7 }).to_string()));
    let _ = out.send(Out::Text(json!({ "type": "a-new-kind" }).to_string()));
    true
}

pub(crate) fn wrong_token() -> Value {
    json!({ "code": "INVALID_REQUEST", "message": "unauthorized: gateway token mismatch (provide gateway auth token)",
            "details": { "code": "AUTH_TOKEN_MISMATCH" } })
}

pub(crate) fn no_token() -> Value {
    json!({ "code": "NOT_PAIRED", "message": "device identity required", "details": { "code": "DEVICE_IDENTITY_REQUIRED" } })
}

fn invalid(message: String) -> Value {
    json!({ "code": "INVALID_REQUEST", "message": message })
}

fn asked(shared: &Arc<Shared>, out: &mpsc::UnboundedSender<Out>, id: &Value, method: &str, params: &Value) {
    let known: &[&str] = match method {
        "agent" => &["agentId", "sessionKey", "message", "idempotencyKey", "deliver", "timeout", "extraSystemPrompt"],
        "agent.wait" => &["runId", "timeoutMs"],
        "sessions.abort" => &["key", "runId"],
        _ => &[],
    };
    let reply = |ok: bool, payload: Value, error: Value| {
        let _ = out.send(Out::Text(answer(id, ok, &payload, &error)));
    };
    if let Some(key) = params.as_object().unwrap().keys().find(|key| !known.contains(&key.as_str())) {
        return reply(false, Value::Null, invalid(format!("invalid {method} params: unexpected property '{key}'")));
    }
    match method {
        "agent" => agent(shared, out, id, params),
        "agent.wait" => wait(shared, out.clone(), id.clone(), params),
        "sessions.abort" => {
            let run = params["runId"].as_str().unwrap();
            let is_its = shared.inner().runs.get(run).is_some_and(|run| run.session == params["key"]);
            let is_ended = is_its && shared.end(run, aborted(run));
            let payload = match is_ended {
                true => json!({ "ok": true, "abortedRunId": run, "status": "aborted" }),
                false => json!({ "ok": true, "abortedRunId": null, "status": "no-active-run" }),
            };
            reply(true, payload, Value::Null);
        }
        "agents.list" => {
            let agents = AGENTS.map(|id| json!({ "id": id, "name": id }));
            reply(
                true,
                json!({ "defaultId": "alice", "mainKey": "main", "scope": "per-sender", "agents": agents }),
                Value::Null,
            );
        }
        _ => reply(false, Value::Null, invalid(format!("unknown method: {method}"))),
    }
}

fn aborted(run: &str) -> End {
    let payload = json!({ "runId": run, "status": "timeout", "summary": "aborted", "stopReason": "rpc" });
    End { ok: true, payload, error: Value::Null }
}

/// `agent`: answered twice, unless something is wrong or the run is known.
fn agent(shared: &Arc<Shared>, out: &mpsc::UnboundedSender<Out>, id: &Value, params: &Value) {
    let text = |key: &str| params[key].as_str().unwrap().to_owned();
    let (agent, session, run, message) = (text("agentId"), text("sessionKey"), text("idempotencyKey"), text("message"));
    assert!(params["timeout"].is_u64() && params["deliver"] == false, "{params}");
    let refuse = |error: Value| {
        let _ = out.send(Out::Text(answer(id, false, &Value::Null, &error)));
    };
    let mut inner = shared.inner();
    if let Some(known) = inner.runs.get(&run) {
        let end = known.end.borrow().clone();
        let known = end.unwrap_or_else(|| End {
            ok: true,
            payload: json!({ "runId": run, "status": "in_flight" }),
            error: Value::Null,
        });
        let _ = out.send(Out::Text(answer(id, known.ok, &known.payload, &known.error)));
        return;
    }
    if !AGENTS.contains(&agent.as_str()) {
        return refuse(invalid(format!("invalid agent params: unknown agent id \"{agent}\"")));
    }
    let own = session.strip_prefix(&format!("agent:{agent}:")).filter(|own| !own.contains(':'));
    assert!(own.is_some(), "not a session of its own: {session}");
    let turn = 1 + inner.sessions.get(&session).copied().unwrap_or_default();
    let play = inner.plays.get_mut(&agent).and_then(VecDeque::pop_front);
    let play = play.unwrap_or_else(|| Play::Says(format!("Mock answer. persona={agent} turn={turn}\n[STANCE: AGREE]")));
    match &play {
        Play::Refuses(error) => return refuse(error.clone()),
        Play::Drops => {
            let _ = out.send(Out::Cut);
            return;
        }
        _ => {}
    }
    let busy = inner.runs.values().any(|run| run.session == session && run.end.borrow().is_none());
    inner.overlaps += usize::from(busy);
    inner.sessions.insert(session.clone(), turn);
    let begun = Begun { session: session.clone(), run: run.clone(), message };
    inner.begun.push(begun);
    inner.runs.insert(run.clone(), Run { session: session.clone(), end: watch::Sender::new(None) });
    let heard = inner.runs[&run].end.subscribe();
    drop(inner);
    if !matches!(play, Play::BeginsAndDrops(_)) {
        let accepted =
            json!({ "runId": run, "sessionKey": session, "agentId": agent, "status": "accepted", "acceptedAt": 1 });
        let _ = out.send(Out::Text(answer(id, true, &accepted, &Value::Null)));
        let event = json!({ "type": "event", "event": "agent", "payload": { "runId": run, "stream": "lifecycle" } });
        let _ = out.send(Out::Text(event.to_string()));
    }
    tokio::spawn(tell_end(out.clone(), id.clone(), heard));
    tokio::spawn(play_out(Arc::clone(shared), out.clone(), run, play));
}

/// The second answer.
async fn tell_end(out: mpsc::UnboundedSender<Out>, id: Value, mut heard: watch::Receiver<Option<End>>) {
    // A gateway that was restarted tells of no end.
    let Ok(end) = heard.wait_for(Option::is_some).await else { return };
    let End { ok, payload, error } = end.clone().unwrap();
    let _ = out.send(Out::Text(answer(&id, ok, &payload, &error)));
}

async fn play_out(shared: Arc<Shared>, out: mpsc::UnboundedSender<Out>, run: String, play: Play) {
    let end = match play {
        Play::Says(text) => said(&run, &text),
        Play::Thinks(time, text) => {
            sleep(time).await;
            said(&run, &text)
        }
        Play::Ends(payload) => End { ok: true, payload, error: Value::Null },
        Play::Fails(message) => End {
            ok: false,
            payload: json!({ "runId": run, "status": "error", "summary": message }),
            error: json!({ "code": "UNAVAILABLE", "message": message }),
        },
        Play::BeginsAndDrops(text) => {
            let _ = out.send(Out::Cut);
            said(&run, &text)
        }
        Play::AcceptsAndDrops(time, text) => {
            let _ = out.send(Out::Cut);
            sleep(time).await;
            said(&run, &text)
        }
        Play::Mutes(text) => {
            let _ = out.send(Out::Mute);
            said(&run, &text)
        }
        Play::Restarts => {
            // Not in the same millisecond in which it was asked.
            sleep(Duration::from_millis(30)).await;
            shared.forget();
            *shared.started.lock().unwrap() = Instant::now();
            shared.cuts.send_modify(|cuts| *cuts += 1);
            return;
        }
        Play::Raw(text) => {
            let _ = out.send(Out::Text(text));
            return;
        }
        Play::Hangs | Play::Refuses(_) | Play::Drops => return,
    };
    shared.end(&run, end);
}

/// How a run ends that worked.
pub(crate) fn completed(payloads: Value) -> Value {
    json!({
        "runId": "r", "status": "ok", "summary": "completed",
        "result": {
            "payloads": payloads,
            "meta": { "durationMs": 113, "agentMeta": {
                "sessionId": "s", "provider": "mock", "model": "mock-1", "costUsd": 0.00198,
                "usage": { "input": 1900, "output": 16, "cacheRead": 48, "cacheWrite": 0, "total": 1964 } } },
        },
    })
}

fn said(run: &str, text: &str) -> End {
    let mut payload = completed(json!([{ "text": text, "mediaUrl": null }]));
    payload["runId"] = json!(run);
    End { ok: true, payload, error: Value::Null }
}

fn wait(shared: &Arc<Shared>, out: mpsc::UnboundedSender<Out>, id: Value, params: &Value) {
    let run = params["runId"].as_str().unwrap().to_owned();
    let time = Duration::from_millis(params["timeoutMs"].as_u64().unwrap());
    let heard = shared.inner().runs.get(&run).map(|run| run.end.subscribe());
    tokio::spawn(async move {
        // What is not known is waited for as well, in vain.
        let end = match heard {
            Some(mut heard) => {
                let end = timeout(time, heard.wait_for(Option::is_some)).await;
                end.ok().and_then(Result::ok).and_then(|end| end.clone())
            }
            None => {
                sleep(time).await;
                None
            }
        };
        let payload = match end {
            None => json!({ "runId": run, "status": "timeout" }),
            Some(End { payload, .. }) => json!({
                "runId": run, "status": payload["status"], "startedAt": 1, "endedAt": 2,
                "stopReason": payload["stopReason"], "error": if payload["status"] == "error" { payload["summary"].clone() } else { Value::Null },
                "terminalReply": { "text": payload.pointer("/result/payloads/0/text") },
            }),
        };
        let _ = out.send(Out::Text(answer(&id, true, &payload, &Value::Null)));
    });
}
