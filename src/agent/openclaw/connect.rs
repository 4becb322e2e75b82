//! From an address to an open connection: challenge, `connect`, and what the gateway says of itself.

use std::time::Duration;

use futures_util::SinkExt as _;
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::Instant};
use tokio_tungstenite::{
    client_async_with_config,
    tungstenite::{Error, Message},
};

use super::{
    address::Address,
    frame::{self, Answer, Frame, PROTOCOL, Refusal},
    link::{self, Hello, Link, Lost, MOST_BYTES, Socket},
};
use crate::agent::http::Key;

/// What reading and writing needs, and nothing that lets us change the gateway.
pub(super) const SCOPES: [&str; 2] = ["operator.read", "operator.write"];
/// The id of the first request.
const FIRST: &str = "1";
/// How often a gateway gives a sign of life, where it does not say.
const TICK: Duration = Duration::from_secs(30);
/// The shortest silence after which a connection counts as dead.
const LEAST_SILENCE: Duration = Duration::from_secs(1);

/// Why there is no connection.
#[derive(Debug)]
pub(super) enum NoLink {
    /// Nothing listens there.
    Unreachable(std::io::Error),
    /// Something else listens there.
    NoGateway(String),
    /// The name led to another machine.
    Elsewhere,
    /// The gateway does not let us in.
    Refused(Box<Refusal>),
    /// The gateway speaks another version.
    Protocol(Value),
    /// The connection was lost on the way.
    Lost(Lost),
}

impl From<Lost> for NoLink {
    fn from(lost: Lost) -> Self {
        Self::Lost(lost)
    }
}

/// Connects once. The caller limits the time.
pub(super) async fn connect(address: &Address, key: Option<&Key>) -> Result<Link, NoLink> {
    let stream = TcpStream::connect(address.socket()).await.map_err(NoLink::Unreachable)?;
    // A name may lead anywhere; the token does not follow it.
    if !stream.peer_addr().is_ok_and(|peer| peer.ip().is_loopback()) {
        return Err(NoLink::Elsewhere);
    }
    let _ = stream.set_nodelay(true);
    let opened = client_async_with_config(address.to_string(), stream, Some(link::limits())).await;
    let (mut socket, _) = opened.map_err(no_gateway)?;
    challenged(&mut socket).await?;
    let asked = Instant::now();
    let request = frame::request(FIRST, "connect", &params(key));
    socket.send(Message::text(request)).await.map_err(Lost::from)?;
    let hello = answered(&mut socket).await?;
    match hello.get("protocol").and_then(Value::as_u64) {
        Some(PROTOCOL) => Ok(Link::new(socket, read(&hello, asked))),
        _ => Err(NoLink::Protocol(hello.get("protocol").cloned().unwrap_or_default())),
    }
}

fn no_gateway(error: Error) -> NoLink {
    match error {
        Error::Http(response) => NoLink::NoGateway(format!("it answered with HTTP {}", response.status().as_u16())),
        Error::Io(error) => NoLink::Lost(Lost::Broken(error.to_string())),
        error => NoLink::NoGateway(error.to_string()),
    }
}

/// Waits for the challenge. Its nonce is for devices, which we are not.
async fn challenged(socket: &mut Socket) -> Result<(), NoLink> {
    loop {
        match frame::read(&link::next(socket).await?) {
            Ok(Frame::Event { name }) if name == "connect.challenge" => return Ok(()),
            Ok(_) => {}
            Err(wrong) => return Err(Lost::Malformed(wrong).into()),
        }
    }
}

async fn answered(socket: &mut Socket) -> Result<Value, NoLink> {
    loop {
        match frame::read(&link::next(socket).await?) {
            Ok(Frame::Answer { id, answer }) if id == FIRST => match answer {
                Answer::Taken(hello) => return Ok(hello),
                Answer::Refused(refusal) => return Err(NoLink::Refused(refusal)),
            },
            Ok(_) => {}
            Err(wrong) => return Err(Lost::Malformed(wrong).into()),
        }
    }
}

fn params(key: Option<&Key>) -> Value {
    let mut params = json!({
        "minProtocol": PROTOCOL,
        "maxProtocol": PROTOCOL,
        "role": "operator",
        "scopes": SCOPES,
        "client": {
            // The one client that a gateway lets in with a token alone, from this machine.
            "id": "gateway-client",
            "mode": "backend",
            "version": env!("CARGO_PKG_VERSION"),
            "platform": std::env::consts::OS,
        },
    });
    if let Some(key) = key {
        params["auth"] = json!({ "token": key.expose() });
    }
    params
}

fn read(hello: &Value, asked: Instant) -> Hello {
    let number = |at: &str| hello.pointer(at).and_then(Value::as_u64);
    let most = number("/policy/maxPayload").and_then(|most| usize::try_from(most).ok()).filter(|most| *most > 0);
    let tick = number("/policy/tickIntervalMs").map_or(TICK, Duration::from_millis);
    let uptime = number("/snapshot/uptimeMs").map(Duration::from_millis);
    Hello {
        most_bytes: most.unwrap_or(MOST_BYTES),
        silence: tick.saturating_mul(3).max(LEAST_SILENCE),
        // It was asked before it looked at its clock, so it is no older than this.
        began: uptime.and_then(|uptime| asked.checked_sub(uptime)),
    }
}
