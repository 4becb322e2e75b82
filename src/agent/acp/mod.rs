//! Any agent that speaks the Agent Client Protocol as a backend: one process, spoken to on its standard streams.

use std::{fmt, path::Path, sync::Arc, time::Duration};

use async_trait::async_trait;
use quorate_strategies::seat::{Backend, Origin, SeatId};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout_at},
};

use crate::agent::{
    Agent, AgentError, Presence, Reply, Request, Sink,
    pool::{Lane, Limits},
    program::{self, Program, ProgramError},
    spec::Session,
};

mod answer;
mod clock;
mod driver;
mod fault;
mod hearing;
mod process;
mod talk;
mod wire;

use clock::Clock;
use fault::Fault;
use process::Process;
use talk::Talk;

/// How such an agent is written.
pub(super) const USAGE: &str = "acp:PROGRAM ARGUMENTS";
/// What it is.
pub(super) const PURPOSE: &str = "any agent that speaks the Agent Client Protocol on its standard streams; one process a \
                                  seat, given no tools and no files; say `acp:gemini --acp` or `acp:opencode acp`";

/// The time that an agent has to start and say who it is when nothing is asked of it. Some take 16 s.
const PRESENCE_LIMIT: Duration = Duration::from_secs(25);

/// An agent program that speaks the Agent Client Protocol, version 1.
///
/// The program is started for the first turn, as [`Program`] starts one: without a shell, in the given folder, with the
/// environment of this process, as the leader of a process group. It then stays for the turns that follow, as such
/// agents start slowly, and is asked one thing at a time. It is ended with everything in its group when a turn is
/// dropped, when it does not stop in time, when it says too much, and when this value is dropped.
///
/// It is offered neither files nor terminals nor tools of other servers; each session works in an empty folder of its
/// own, which is removed afterwards. Whenever it asks for a permission it is refused, and where it offers a mode in which
/// it asks first (`read-only`, `ask` or `default`) it is put in it. What it may do with its own tools without asking is
/// for its own settings to say.
///
/// Its answer is the text of its messages, with notices that it mixes into them; what it thinks is kept as reasoning. An
/// answer of more than 1 MiB is refused. Keys of the environment are taken out, as of any program's words. Tokens are
/// known where it tells them and each turn has a session of its own; else it is open whose they are.
///
/// When its time is nearly up it is asked to stop (the last tenth of the time is for that, at most half a second); if it
/// does it stays for the next turn, else it is ended. A process that has died is started again by the next request.
///
/// ```
/// use quorate::agent::{Acp, Agent as _};
///
/// let agent = Acp::new(["sh", "agent.sh"], ".")?;
/// assert_eq!(&*agent.backend().name, "acp:sh agent.sh");
/// assert!(Acp::new(["no-such-program"], ".").is_err());
/// # Ok::<(), quorate::agent::program::ProgramError>(())
/// ```
pub struct Acp {
    program: Program,
    name: Arc<str>,
    session: Session,
    /// The process, while nobody speaks with it. Whoever does takes it out and puts it back: if that comes to an early
    /// end, so does the process.
    place: Mutex<Option<Process>>,
}

impl Acp {
    /// The agent that the first word names, with the others as its arguments, working in this folder.
    ///
    /// A name without a slash is looked for in `PATH`, one with a slash from the folder on. Every turn has a session of
    /// its own.
    ///
    /// # Errors
    /// [`ProgramError`] when there is no such program, it cannot be executed, or a word holds a NUL character.
    pub fn new<W: Into<String>>(
        words: impl IntoIterator<Item = W>,
        folder: impl AsRef<Path>,
    ) -> Result<Self, ProgramError> {
        let program = Program::new(words, folder)?;
        let name = format!("acp:{}", program.line()).into();
        Ok(Self { program, name, session: Session::Turn, place: Mutex::default() })
    }

    /// The same agent, whose sessions last so long. One that lasts for the discussion is lost with the process.
    #[must_use]
    pub fn lasting(mut self, session: Session) -> Self {
        self.session = session;
        self
    }

    async fn ask(&self, request: &Request<'_>) -> Result<Reply, Fault> {
        let clock = Clock::of(request.time_left);
        let mut place = timeout_at(clock.stop, self.place.lock()).await.map_err(|_| Fault::Busy)?;
        // Whoever writes a summary or a result, in turn 0, sits at no table and has nothing to remember.
        let lasts = self.session == Session::Discussion && request.turn.0 > 0;
        let key = lasts.then(|| (request.discussion.to_owned(), request.id));
        // In this order the process ends before its folder goes.
        let (mut talk, mut process) = self.talk(&mut place, key.as_ref(), &clock).await?;
        let blocks = talk.blocks(request);
        let ended = process.prompt(&talk, blocks, &clock).await;
        let session = if lasts { Session::Discussion } else { Session::Turn };
        let reply = ended.and_then(|(heard, end)| answer::reply(heard, &end, session));
        let reply = reply.map(|reply| Reply { model: process.answers(&talk), ..reply });
        if reply.is_err() {
            talk.forget();
        }
        match key.filter(|_| reply.as_ref().err().is_none_or(Fault::leaves_session)) {
            Some(key) => process.keep(key, talk),
            None => process.close(talk),
        }
        *place = Some(process).filter(Process::is_alive);
        reply
    }

    /// A process that is ready, and a session in it: the one that is there, else a new one.
    async fn talk(
        &self,
        place: &mut Option<Process>,
        key: Option<&(String, SeatId)>,
        clock: &Clock,
    ) -> Result<(Talk, Process), Fault> {
        if let Some(mut process) = place.take().filter(Process::is_alive) {
            match process.open(key, clock).await {
                Ok(talk) => return Ok((talk, process)),
                // It died since the last turn. Nothing was asked of it yet, so another one may be.
                Err(Fault::Ended { .. }) => {}
                Err(fault) => return Err(fault),
            }
        }
        let mut process = Process::start(self.program.command()).await.map_err(Fault::NotRun)?;
        process.greet(clock).await?;
        let talk = process.open(key, clock).await?;
        Ok((talk, process))
    }

    /// Has it started, and a session opened in it.
    async fn look(&self) -> Result<Presence, Fault> {
        let clock = Clock::of(PRESENCE_LIMIT);
        let mut place = timeout_at(clock.stop, self.place.lock()).await.map_err(|_| Fault::Busy)?;
        let begun = Instant::now();
        let (talk, process) = self.talk(&mut place, None, &clock).await?;
        let who = process.answers(&talk).map_or_else(|| "ACP 1".to_owned(), |who| format!("{who}, ACP 1"));
        let took = begun.elapsed();
        process.close(talk);
        *place = Some(process).filter(Process::is_alive);
        Ok(Presence::Met { who, took })
    }
}

impl fmt::Debug for Acp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acp").field("name", &self.name).field("session", &self.session).finish_non_exhaustive()
    }
}

#[async_trait]
impl Agent for Acp {
    async fn reply(&self, request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        self.ask(&request).await.map_err(|fault| fault.told(&self.name))
    }

    fn backend(&self) -> Backend {
        Backend { name: Arc::clone(&self.name), origin: Origin::Program }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        Some((&program::LANE, Limits::LOCAL))
    }

    /// It is started, says who it is and opens a session; it is asked nothing. The process stays for the first turn.
    async fn presence(&self) -> Presence {
        self.look().await.unwrap_or_else(|fault| Presence::Missing(fault.told(&self.name)))
    }
}
