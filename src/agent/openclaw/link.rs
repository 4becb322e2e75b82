//! One open connection: a task that writes requests and hands each answer to whoever asked.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::{
    net::TcpStream,
    sync::mpsc::{self, UnboundedReceiver, UnboundedSender},
    time::{Instant, timeout},
};
use tokio_tungstenite::{
    WebSocketStream,
    tungstenite::{Error, Message, error::CapacityError, protocol::WebSocketConfig},
};

use super::frame::{self, Answer, Frame};

/// The most bytes of one message: an answer is text of some thousand bytes, with a report of the run around it.
pub(super) const MOST_BYTES: usize = 8 << 20;
/// What closing politely may take.
const CLOSING: Duration = Duration::from_millis(500);

pub(super) type Socket = WebSocketStream<TcpStream>;

/// How much is read at once, and at most.
pub(super) fn limits() -> WebSocketConfig {
    WebSocketConfig::default().max_message_size(Some(MOST_BYTES)).max_frame_size(Some(MOST_BYTES))
}

/// Why a connection is no more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lost {
    /// The gateway closed it.
    Closed { code: Option<u16>, reason: String },
    /// It broke.
    Broken(String),
    /// Nothing came for too long, not even a sign of life.
    Silent(Duration),
    /// Something came that is no frame.
    Malformed(&'static str),
    /// A message came that is larger than is read.
    TooLarge,
}

impl Lost {
    /// Whether another connection may go better.
    pub(super) const fn may_pass(&self) -> bool {
        !matches!(self, Self::Malformed(_) | Self::TooLarge)
    }
}

impl From<Error> for Lost {
    fn from(error: Error) -> Self {
        match error {
            Error::Capacity(CapacityError::MessageTooLong { .. }) => Self::TooLarge,
            Error::Utf8(_) => Self::Malformed("it is no UTF-8"),
            Error::ConnectionClosed | Error::AlreadyClosed => Self::Closed { code: None, reason: String::new() },
            error => Self::Broken(error.to_string()),
        }
    }
}

/// The next text of a socket.
pub(super) async fn next(socket: &mut Socket) -> Result<String, Lost> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_))) => return Err(Lost::Malformed("it is binary")),
            Some(Ok(Message::Close(close))) => {
                let (code, reason) = close
                    .map_or((None, String::new()), |close| (Some(close.code.into()), close.reason.as_str().to_owned()));
                return Err(Lost::Closed { code, reason });
            }
            // Pings are answered below this.
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
            None => return Err(Lost::Closed { code: None, reason: String::new() }),
        }
    }
}

/// What a gateway said of itself when it let us in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hello {
    /// The most bytes of a request.
    pub(super) most_bytes: usize,
    /// A connection on which nothing comes for this long is dead: gateways give signs of life.
    pub(super) silence: Duration,
    /// The earliest time at which this gateway can have been started.
    pub(super) began: Option<Instant>,
}

/// The answers to one request, as they come.
#[derive(Debug)]
pub(super) struct Answers(UnboundedReceiver<Result<Answer, Lost>>);

impl Answers {
    pub(super) async fn next(&mut self) -> Result<Answer, Lost> {
        // The task goes without a word only when its runtime does.
        self.0.recv().await.unwrap_or_else(|| Err(Lost::Broken("the connection was given up".to_owned())))
    }
}

struct Asked {
    id: String,
    text: String,
    answers: UnboundedSender<Result<Answer, Lost>>,
}

/// An open connection; closed when the last handle is dropped.
#[derive(Debug)]
pub(super) struct Link {
    asked: UnboundedSender<Asked>,
    hello: Hello,
    last: AtomicU64,
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A request has more bytes than the gateway takes.
#[derive(Debug)]
pub(super) struct TooLong {
    pub(super) bytes: usize,
    pub(super) most: usize,
}

impl Link {
    /// Takes over a socket whose gateway has said hello.
    pub(super) fn new(socket: Socket, hello: Hello) -> Self {
        let (asked, requests) = mpsc::unbounded_channel();
        tokio::spawn(serve(socket, requests, hello.silence));
        Self { asked, hello, last: AtomicU64::new(1) }
    }

    pub(super) fn is_open(&self) -> bool {
        !self.asked.is_closed()
    }

    /// Whether the gateway behind it was started after that moment, as far as it tells.
    pub(super) fn is_younger_than(&self, moment: Instant) -> bool {
        self.hello.began.is_some_and(|began| began > moment)
    }

    /// Sends a request, without waiting.
    pub(super) fn ask(&self, method: &str, params: &Value) -> Result<Answers, TooLong> {
        let id = (self.last.fetch_add(1, Ordering::Relaxed) + 1).to_string();
        let text = frame::request(&id, method, params);
        if text.len() > self.hello.most_bytes {
            return Err(TooLong { bytes: text.len(), most: self.hello.most_bytes });
        }
        let (answers, heard) = mpsc::unbounded_channel();
        // Where the task has ended, whoever waits is told so when the sender is dropped with the request.
        let _ = self.asked.send(Asked { id, text, answers });
        Ok(Answers(heard))
    }
}

/// Those who wait for an answer.
type Open = HashMap<String, UnboundedSender<Result<Answer, Lost>>>;

async fn serve(mut socket: Socket, mut requests: UnboundedReceiver<Asked>, silence: Duration) {
    let mut open = Open::new();
    let why = loop {
        tokio::select! {
            asked = requests.recv() => {
                let Some(Asked { id, text, answers }) = asked else { break None };
                open.insert(id, answers);
                match timeout(silence, socket.send(Message::text(text))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => break Some(error.into()),
                    Err(_) => break Some(Lost::Silent(silence)),
                }
            }
            heard = timeout(silence, next(&mut socket)) => match heard {
                Ok(Ok(text)) => match frame::read(&text) {
                    Ok(frame) => hand(&mut open, frame),
                    Err(wrong) => break Some(Lost::Malformed(wrong)),
                },
                Ok(Err(lost)) => break Some(lost),
                Err(_) => break Some(Lost::Silent(silence)),
            },
        }
    };
    requests.close();
    while let Ok(Asked { id, answers, .. }) = requests.try_recv() {
        open.insert(id, answers);
    }
    if let Some(why) = why {
        tracing::debug!(?why, "the connection to the gateway is lost");
        for answers in open.into_values() {
            let _ = answers.send(Err(why.clone()));
        }
    }
    let _ = timeout(CLOSING, socket.close(None)).await;
}

/// Hands an answer on. Events are signs of life and no more: what they tell comes in answers as well.
fn hand(open: &mut Open, frame: Frame) {
    let Frame::Answer { id, answer } = frame else { return };
    let has_more = matches!(&answer, Answer::Taken(payload) if frame::status(payload) == "accepted");
    // An answer that nobody waits for any more is no news.
    let taken = open.get(&id).is_some_and(|answers| answers.send(Ok(answer)).is_ok());
    if !(taken && has_more) {
        open.remove(&id);
    }
}
