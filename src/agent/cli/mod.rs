//! Agent programs that are known by name as backends: Claude Code, Codex, Gemini CLI, OpenCode.

use std::{path::Path, sync::Arc, time::Duration};

use async_trait::async_trait;
use quorate_strategies::seat::{Backend, Origin};
use tokio::time::Instant;

use crate::agent::{
    Agent, AgentError, Presence, Reply, Request, Sink, Trouble,
    pool::{Lane, Limits},
    program::{self, Answers, Ended, How, MOST_BYTES, Program, ProgramError, Trial, clean, hidden, question, run},
    spec::Session,
};

mod asked;
mod claude;
mod codex;
mod conversation;
mod gemini;
mod opencode;
mod presence;
mod said;
mod spec;
mod tool;
mod trouble;

use asked::{Asked, Thread};
use conversation::{Conversation, Conversations, Counts};
use said::{Fault, Output, Said, Tokens};
use spec::Spec;

pub use spec::CliError;
pub use tool::Tool;

/// An agent program that is started for every turn, without a terminal, and answers in JSON.
///
/// The prompt goes to standard input and the system text into a file, never into an argument, as those are seen by every
/// user of the machine. The program works in an empty folder that only this user can look into, which is removed afterwards;
/// it has this process' environment and its own login and configuration, which say who pays. What it prints beside its JSON
/// is passed over. It leads a process group that ends with the turn, as [`Program`]'s does; when this process itself is
/// killed, nobody is left to end the group and to remove the folder.
///
/// What keeps a model from the user's files and from acting:
///
/// | tool | what is guaranteed | what is not |
/// | --- | --- | --- |
/// | Claude Code | no tool is offered (`--tools ""`), no MCP server, hook, plugin or `CLAUDE.md` is used, and no file that a text names with `@` is read | settings of the machine's owner still hold |
/// | Codex | its sandbox is read-only, it asks for no approval, and no shell, image, web search or connector is offered; what is left asks a person, of whom there is none | MCP servers of the user's own configuration are started; its own instructions and the user's `AGENTS.md` stay |
/// | Gemini CLI | a policy denies every tool, so none is offered; no extension, no MCP server | the user's own `GEMINI.md` stays |
/// | OpenCode | every permission is denied, so no tool is offered | plugins of the user are loaded; the user's own `AGENTS.md` stays |
///
/// All of it rests on switches of the tools themselves, as Claude Code 2.1.197, Codex 0.171.0, Gemini CLI 0.61.0 and OpenCode
/// 1.18.33 have them. What a tool adds of its own to a prompt is counted by it and not known before.
///
/// With [`Session::Turn`], the default, every turn is a conversation of its own, and what Quorate shows is what the model
/// sees, but for what the tool adds itself. With [`Session::Discussion`] a seat's turns go on with one conversation, one
/// call at a time. Its name is known to this process alone: one that was not begun by this backend, or that the tool has
/// lost, is begun anew, and as every prompt holds all that a seat is to know nothing is missing. Claude Code and Codex keep
/// no trace of a turn's conversation; the others keep theirs where they keep all of them.
///
/// ```
/// use quorate::agent::cli::{Cli, Tool};
///
/// assert!(Cli::new(Tool::Claude, "claude:--help", ".").unwrap_err().to_string().contains("no name of a model"));
/// ```
#[derive(Debug)]
pub struct Cli {
    tool: Tool,
    program: Program,
    model: Option<String>,
    name: Arc<str>,
    session: Session,
    conversations: Conversations,
}

impl Cli {
    /// The tool as a spec such as `claude@PATH:MODEL` has it, with relative paths from this folder on.
    ///
    /// # Errors
    /// [`CliError`] when it is not installed, or the text is not one of this tool.
    pub fn new(tool: Tool, spec: &str, folder: impl AsRef<Path>) -> Result<Self, CliError> {
        let Spec { path, model } = Spec::parse(tool, spec)?;
        let program = Program::new([path.unwrap_or(tool.program())], folder).map_err(|error| match (error, path) {
            (ProgramError::NotInPath { .. }, None) => CliError::NotInstalled { tool },
            (error, _) => error.into(),
        })?;
        let name = match model {
            Some(model) => format!("{}:{model}", tool.kind()),
            None => tool.kind().to_owned(),
        };
        Ok(Self {
            tool,
            program,
            model: model.map(str::to_owned),
            name: name.into(),
            session: Session::Turn,
            conversations: Conversations::default(),
        })
    }

    /// The same, with conversations that last so long.
    #[must_use]
    pub const fn lasting(mut self, session: Session) -> Self {
        self.session = session;
        self
    }

    /// One question within a conversation.
    async fn ask(&self, talk: &mut Conversation, request: &Request<'_>, until: Instant) -> Result<Reply, AgentError> {
        loop {
            let thread = if self.session == Session::Turn { Thread::Once } else { talk.thread() };
            let (ended, output) = self.run(&talk.folder, thread, request, until).await?;
            let mut said = self.tool.read(&output);
            if matches!(thread, Thread::Known(_))
                && said.text.is_none()
                && trouble::is_lost(&output, said.fault.as_ref())
            {
                // Nothing was asked yet.
                tracing::warn!(backend = %self.name, "its conversation is lost; a new one is begun");
                talk.forget();
                continue;
            }
            let counts = if self.tool == Tool::Codex { Counts::Whole } else { Counts::Turn };
            said.tokens = talk.took(&said, counts);
            return self.judge(ended.how, said, &output, request.time_left);
        }
    }

    async fn run(
        &self,
        folder: &asked::Folder,
        thread: Thread<'_>,
        request: &Request<'_>,
        until: Instant,
    ) -> Result<(Ended, Output), AgentError> {
        let cannot = |error| AgentError::lasting(Trouble::NotFound, format!("{} cannot be run: {error}", self.name));
        let mut command = self.program.command();
        let asked = Asked { system: request.system, model: self.model.as_deref(), folder, thread };
        self.tool.arm(&mut command, &asked).map_err(cannot)?;
        let time = until.saturating_duration_since(Instant::now());
        let trial = Trial { prompt: question(request).into_bytes(), answers: Answers::Stdout, time };
        let ended = run(command, trial).await.map_err(cannot)?;
        let output = Output::of(&ended.stdout, &ended.stderr);
        Ok((ended, output))
    }

    /// What came of a turn, once the program and its group have ended.
    fn judge(&self, how: How, said: Said, output: &Output, limit: Duration) -> Result<Reply, AgentError> {
        if let Some(fault) = said.fault.as_ref().filter(|_| said.done || how != How::TimeUp) {
            return Err(trouble::error(self.tool, &self.name, fault));
        }
        let answered = said.text.as_deref().is_some_and(|text| !text.trim().is_empty());
        match how {
            How::TooMuch => {
                let message = format!("{} printed more than {MOST_BYTES} bytes and was ended", self.name);
                Err(AgentError::lasting(Trouble::Broken, message))
            }
            How::TimeUp if answered && said.done => {
                tracing::warn!(backend = %self.name, "it did not exit in time; its answer was complete and is kept");
                Ok(reply(said))
            }
            How::TimeUp => Err(self.slow(&said, output, limit)),
            How::Exited(status) if status.success() && answered => Ok(reply(said)),
            How::Exited(status) if status.success() => Err(self.silent(&said, output)),
            How::Exited(status) => {
                let meaning = status.code().and_then(|code| self.tool.exit(code));
                let meaning = meaning.map_or_else(String::new, |meaning| format!(", {meaning}"));
                let last = trouble::telling_line(output).unwrap_or("it said nothing");
                let words = format!("failed with {status}{meaning}: {last}");
                Err(trouble::error(self.tool, &self.name, &Fault::new(&words, None)))
            }
        }
    }

    fn slow(&self, said: &Said, output: &Output, limit: Duration) -> AgentError {
        let last = said.fault.as_ref().map(|fault| fault.words.as_str()).or_else(|| trouble::last_line(output));
        let last = last.map_or_else(String::new, |line| format!("; the last it said was: {}", trouble::shown(line)));
        let message = format!(
            "{} gave no complete answer within its {:.2} s and was ended with all it had started{last}",
            self.name,
            limit.as_secs_f64()
        );
        AgentError::lasting(Trouble::Slow, message)
    }

    fn silent(&self, said: &Said, output: &Output) -> AgentError {
        let last = trouble::last_line(output);
        let last = last.map_or_else(String::new, |line| format!("; stderr: {}", trouble::shown(line)));
        match said.done {
            true => {
                let message = format!("{} ended well with an answer that has no words{last}", self.name);
                AgentError::passing(Trouble::Empty, message)
            }
            false => {
                let message = format!(
                    "{} ended with exit code 0 and none of the JSON that is expected of it{last}; is it another program, \
                     or another version? `{} --version` tells",
                    self.name,
                    self.tool.program()
                );
                AgentError::lasting(Trouble::NotAnAnswer, message)
            }
        }
    }
}

fn reply(said: Said) -> Reply {
    let Tokens { read, written } = said.tokens;
    Reply {
        text: hidden(&clean(said.text.unwrap_or_default().as_bytes())),
        whole: said.whole,
        input_tokens: read,
        output_tokens: written,
        model: said.model,
        ..Reply::default()
    }
}

#[async_trait]
impl Agent for Cli {
    async fn reply(&self, request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        let until = Instant::now() + request.time_left;
        let cannot = |error| {
            let message =
                format!("{} has no folder to work in: {error}; set TMPDIR to one that can be written to", self.name);
            AgentError::lasting(Trouble::Broken, message)
        };
        if self.session == Session::Turn {
            let mut talk = Conversation::new().map_err(cannot)?;
            return self.ask(&mut talk, &request, until).await;
        }
        let shared = self.conversations.of(request.discussion, request.id);
        let mut kept = shared.lock().await;
        let talk = match &mut *kept {
            Some(talk) => talk,
            none => none.insert(Conversation::new().map_err(cannot)?),
        };
        self.ask(talk, &request, until).await
    }

    fn backend(&self) -> Backend {
        Backend { name: Arc::clone(&self.name), origin: Origin::Model }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        Some((&program::LANE, Limits::LOCAL))
    }

    async fn presence(&self) -> Presence {
        self.present().await
    }
}
