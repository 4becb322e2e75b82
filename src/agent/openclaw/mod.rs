//! Agents of an OpenClaw gateway on this machine, over its WebSocket.
//!
//! A seat is one agent that the gateway has already, named by its id. Each turn is one run of it: asked for once under a
//! name that is the same again after this process died, waited for within the turn's time, found again by its name when
//! the connection is lost, and stopped when nobody waits for it any more. Each seat has a session of its own in the
//! gateway and is asked for one thing at a time there. By default that session lasts for the discussion, so the agent
//! remembers and what its model reads grows with each turn; with [`Session::Turn`] each turn costs about the same.
//!
//! A gateway that was restarted in the middle of a turn has lost its run, and whether the agent took it down nobody can
//! tell: the attempt has failed, and the next one is another run. It is never asked twice under one name.
//!
//! ```no_run
//! use quorate::agent::{OpenClaw, http::Key, openclaw::Address};
//!
//! let token = Key::from_file("token.txt".as_ref())?;
//! let alice = OpenClaw::new("alice", Address::default(), Some(token))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use async_trait::async_trait;
use quorate_strategies::seat::{Backend, Origin};

mod address;
mod connect;
mod error;
mod frame;
mod gate;
mod link;
mod names;
mod outcome;
mod presence;
mod run;
mod spec;
mod stop;
mod tell;

pub use address::Address;
pub use error::OpenClawError;
pub(super) use spec::{PURPOSE, USAGE, wanted};

use self::{gate::Gate, tell::Teller};
use super::{
    Agent, AgentError, Cost, Presence, Reply, Request, Sink,
    http::{Key, Scrub},
    pool::{Lane, Limits},
    session::agent_id,
    spec::Session,
};

/// The environment variable that holds the gateway's address, where none is given.
pub const URL_VARIABLE: &str = "OPENCLAW_GATEWAY_URL";
/// The environment variable that holds the gateway's token, where no file does.
pub const TOKEN_VARIABLE: &str = "OPENCLAW_GATEWAY_TOKEN";

/// One agent of a gateway, which may answer for any number of seats; each seat has its own session.
///
/// It has one connection, which is opened with the first turn, kept, and opened again when it was lost. Its name is
/// `openclaw:ID`, with the address where that is not the usual one; which model answered is told with each turn.
#[derive(Debug, Clone)]
pub struct OpenClaw {
    agent: Arc<str>,
    session: Session,
    window: Option<u32>,
    gate: Arc<Gate>,
    lane: Lane,
}

impl OpenClaw {
    /// The agent of this id, at this gateway. Nothing is sent.
    ///
    /// # Errors
    /// [`OpenClawError::BadAgent`] when no agent can have that id.
    pub fn new(agent: &str, address: Address, token: Option<Key>) -> Result<Self, OpenClawError> {
        let agent = agent_id(agent).ok_or_else(|| OpenClawError::bad_agent(agent))?;
        let name = match address == Address::default() {
            true => format!("openclaw:{agent}"),
            false => format!("openclaw@{address}:{agent}"),
        };
        let tell = Teller {
            name: name.into(),
            url: address.to_string(),
            scrub: Scrub::new(token.as_ref()),
            has_key: token.is_some(),
        };
        Ok(Self {
            agent,
            session: Session::Discussion,
            window: None,
            lane: Lane::new(address.to_string(), token.as_ref().map(Key::fingerprint)),
            gate: Arc::new(Gate::new(address, token, tell)),
        })
    }

    /// The same agent, whose sessions last this long. Without it one lasts for the whole discussion.
    #[must_use]
    pub fn with_session(mut self, session: Session) -> Self {
        self.session = session;
        self
    }

    /// The same agent, whose model reads this many tokens.
    #[must_use]
    pub fn with_window(mut self, tokens: u32) -> Self {
        self.window = Some(tokens);
        self
    }
}

#[async_trait]
impl Agent for OpenClaw {
    async fn reply(&self, request: Request<'_>, sink: &dyn Sink) -> Result<Reply, AgentError> {
        let reply = run::turn(self, &request).await?;
        sink.delta(&reply.text);
        Ok(reply)
    }

    fn backend(&self) -> Backend {
        Backend { name: Arc::clone(&self.gate.tell.name), origin: Origin::Model }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        // The gateway hands on to services; the cores that it shares with us hardly matter.
        Some((&self.lane, Limits::REMOTE))
    }

    fn window(&self) -> Option<u32> {
        self.window
    }

    fn cost(&self) -> Cost {
        Cost::Possible
    }

    async fn presence(&self) -> Presence {
        self.listed().await
    }
}
