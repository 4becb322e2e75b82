//! One process of an agent: started, greeted, asked, and ended with everything that it started.

use std::{collections::HashMap, io, sync::Arc};

use agent_client_protocol::{
    self as protocol, ConnectionTo, ErrorCode, JsonRpcRequest, UntypedMessage,
    schema::ProtocolVersion,
    v1::schema::{
        AuthMethod, CancelNotification, CloseSessionRequest, ContentBlock, Implementation, InitializeRequest,
        NewSessionRequest, PromptRequest, SessionModeId, SessionModeState, SetSessionModeRequest, StopReason,
    },
};
use quorate_strategies::seat::SeatId;
use tokio::{
    process::Command,
    sync::oneshot,
    time::{sleep_until, timeout_at},
};
use tokio_util::task::AbortOnDropHandle;

use super::{
    answer::End,
    clock::Clock,
    driver::{Ended, Leash, drive},
    fault::{Fault, Step, TooMuch},
    hearing::{Heard, Hearing},
    talk::Talk,
};
use crate::agent::program::{Folder, clean, excerpt, hidden, said};

/// Characters of what an agent says of itself.
const LONGEST_NAME: usize = 80;

/// Modes in which agents ask before they act, by their ids; the strictest first.
const ASKING: [&str; 3] = ["read-only", "ask", "default"];

/// A process that is spoken with.
pub(super) struct Process {
    wire: ConnectionTo<protocol::Agent>,
    hearing: Arc<Hearing>,
    driver: AbortOnDropHandle<Ended>,
    leash: Leash,
    /// Its name and version, where it tells.
    name: Option<String>,
    /// How one logs in, as it tells.
    methods: Vec<AuthMethod>,
    closes: Closes,
    talks: HashMap<(String, SeatId), Talk>,
}

/// Whether an agent knows the end of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closes {
    Yes,
    No,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.leash.end();
    }
}

impl Process {
    /// Starts a command whose three streams are piped and which leads a process group.
    pub(super) async fn start(mut command: Command) -> io::Result<Self> {
        let child = command.spawn()?;
        let leash = Leash::of(&child);
        let hearing = Arc::<Hearing>::default();
        let (ready, wire) = oneshot::channel();
        let driver = tokio::spawn(drive(child, leash.clone(), Arc::clone(&hearing), ready));
        let driver = AbortOnDropHandle::new(driver);
        let wire = wire.await.map_err(io::Error::other)?;
        let (methods, talks) = (Vec::new(), HashMap::new());
        Ok(Self { wire, hearing, driver, leash, name: None, methods, closes: Closes::No, talks })
    }

    /// Whether it can be asked something.
    pub(super) fn is_alive(&self) -> bool {
        self.leash.is_held()
            && !self.driver.is_finished()
            && !self.wire.is_incoming_closed()
            && self.wire.termination().is_none()
    }

    /// Asks who it is, and offers it nothing.
    pub(super) async fn greet(&mut self, clock: &Clock) -> Result<(), Fault> {
        let us = Implementation::new("quorate", env!("CARGO_PKG_VERSION"));
        let hello = InitializeRequest::new(ProtocolVersion::V1).client_info(us);
        let answer = self.request(Step::Initialize, hello, clock).await?;
        if answer.protocol_version != ProtocolVersion::V1 {
            return Err(Fault::Version(answer.protocol_version.as_u16()));
        }
        let name = answer.agent_info.map(|info| short(&format!("{} {}", info.name, info.version)));
        self.name = name.filter(|name| !name.is_empty());
        self.methods = answer.auth_methods;
        let closes = answer.agent_capabilities.session_capabilities.close.is_some();
        self.closes = if closes { Closes::Yes } else { Closes::No };
        Ok(())
    }

    /// The session that is kept under this key, else a new one.
    pub(super) async fn open(&mut self, key: Option<&(String, SeatId)>, clock: &Clock) -> Result<Talk, Fault> {
        if let Some(talk) = key.and_then(|key| self.talks.remove(key)) {
            return Ok(talk);
        }
        let folder = Folder::new().map_err(Fault::NoFolder)?;
        let opened = self.request(Step::Session, NewSessionRequest::new(folder.path()), clock).await?;
        if let Some(mode) = opened.modes.as_ref().and_then(asking) {
            let mode = SetSessionModeRequest::new(opened.session_id.clone(), mode);
            self.request(Step::Mode, mode, clock).await?;
        }
        Ok(Talk::new(opened, folder))
    }

    /// Keeps a session for the next turn.
    pub(super) fn keep(&mut self, key: (String, SeatId), talk: Talk) {
        self.talks.insert(key, talk);
    }

    /// Ends a session.
    pub(super) fn close(&self, talk: Talk) {
        if self.closes == Closes::Yes && self.is_alive() {
            self.wire.send_request(CloseSessionRequest::new(talk.id)).detach();
        }
    }

    /// Who answers: the agent's own name and version, and its model where that is told.
    pub(super) fn answers(&self, talk: &Talk) -> Option<String> {
        match (self.name.clone(), talk.model.as_deref().map(short)) {
            (Some(name), Some(model)) => Some(format!("{name} ({model})")),
            (name, model) => name.or(model),
        }
    }

    /// Asks, and hears what it says until it ends its turn.
    pub(super) async fn prompt(
        &mut self,
        talk: &Talk,
        blocks: Vec<ContentBlock>,
        clock: &Clock,
    ) -> Result<(Heard, End), Fault> {
        let hearing = Arc::clone(&self.hearing);
        hearing.begin(&talk.id);
        // Untyped, as its answer may tell what the protocol has only as a draft.
        let asked = UntypedMessage::new("session/prompt", PromptRequest::new(talk.id.clone(), blocks));
        let asked = asked.map_err(|error| self.error(Step::Prompt, &error))?;
        let read = |answer| End::read(answer).map_err(protocol::Error::into_internal_error);
        let mut answer = Box::pin(self.wire.send_request(asked).map(read).block_task());
        let answer = tokio::select! {
            answer = &mut answer => answer,
            much = hearing.overflow() => return Err(self.too_much(much)),
            () = sleep_until(clock.stop) => Ok(self.stop(talk, &mut answer, clock).await?),
        };
        match answer {
            Ok(end) => Ok((hearing.end().map_err(|much| self.too_much(much))?, end)),
            Err(error) => Err(self.failed(Step::Prompt, &error, clock).await),
        }
    }

    /// Asks it to stop, and takes an answer that is whole by then.
    async fn stop(
        &self,
        talk: &Talk,
        answer: impl Future<Output = Result<End, protocol::Error>>,
        clock: &Clock,
    ) -> Result<End, Fault> {
        let _ = self.wire.send_notification(CancelNotification::new(talk.id.clone()));
        match timeout_at(clock.kill, answer).await {
            Ok(Ok(end)) if end.stop != StopReason::Cancelled => return Ok(end),
            Ok(_) => {}
            Err(_) => self.leash.end(),
        }
        let printed = self.hearing.printed();
        let heard = self.hearing.end().map_err(|much| self.too_much(much))?;
        let text = hidden(&clean(heard.text.as_bytes()));
        let said = format!("{}{printed}", said("it had said", &text));
        Err(Fault::Slow { step: Step::Prompt, clock: *clock, said })
    }

    fn too_much(&self, much: TooMuch) -> Fault {
        self.leash.end();
        Fault::TooMuch(much)
    }

    /// Asks something that is not a prompt.
    async fn request<R: JsonRpcRequest>(
        &mut self,
        step: Step,
        request: R,
        clock: &Clock,
    ) -> Result<R::Response, Fault> {
        match timeout_at(clock.stop, self.wire.send_request(request).block_task()).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(self.failed(step, &error, clock).await),
            Err(_) => Err(Fault::Slow { step, clock: *clock, said: self.hearing.printed() }),
        }
    }

    async fn failed(&mut self, step: Step, error: &protocol::Error, clock: &Clock) -> Fault {
        if protocol::is_incoming_transport_closed(error) || protocol::is_connection_terminated(error) {
            // How it ended is known in a moment.
            let ended = timeout_at(clock.kill, &mut self.driver).await;
            let ended = ended.ok().and_then(Result::ok).unwrap_or_default();
            return match ended.too_much {
                Some(much) => Fault::TooMuch(much),
                None => Fault::Ended { step, ended, said: self.hearing.printed() },
            };
        }
        self.error(step, error)
    }

    fn error(&self, step: Step, error: &protocol::Error) -> Fault {
        let message = told(error);
        if error.code == ErrorCode::AUTH_REQUIRED {
            return Fault::Login { message, methods: self.logins() };
        }
        Fault::Error { step, message, said: self.hearing.printed() }
    }

    /// `; it names: …`, or nothing.
    fn logins(&self) -> String {
        let methods: Vec<String> = self.methods.iter().map(login).collect();
        match methods.is_empty() {
            true => String::new(),
            false => format!("; it names: {}", methods.join(", ")),
        }
    }
}

/// The mode in which the agent asks before it acts, where it offers one and is in another. What asks is refused.
fn asking(modes: &SessionModeState) -> Option<SessionModeId> {
    let is_offered = |id: &&str| modes.available_modes.iter().any(|mode| *mode.id.0 == **id);
    let wanted = ASKING.into_iter().find(is_offered)?;
    (*modes.current_mode_id.0 != *wanted).then(|| SessionModeId::new(wanted))
}

/// One way to log in, by its name and id; one that is for a terminal with the arguments for that.
fn login(method: &AuthMethod) -> String {
    let (name, id) = (short(method.name()), short(&method.id().to_string()));
    match method {
        AuthMethod::Terminal(terminal) => {
            format!("{name} (run the program with {} in a terminal)", short(&terminal.args.join(" ")))
        }
        _ => format!("{name} ({id})"),
    }
}

/// The message of an error with what stands beside it.
fn told(error: &protocol::Error) -> String {
    let beside = error.data.as_ref().map(ToString::to_string).unwrap_or_default();
    excerpt(&hidden(&format!("{} ({}) {beside}", error.message, i32::from(error.code))))
}

/// What an agent says of itself, on one line.
fn short(text: &str) -> String {
    excerpt(&hidden(text)).chars().take(LONGEST_NAME).collect()
}
