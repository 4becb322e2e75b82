//! Any program as a backend: the prompt goes to its standard input, and what it prints is its answer.

use std::{
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::{Arc, LazyLock},
};

use async_trait::async_trait;
use quorate_strategies::{
    brief::Text,
    reading::Provenance,
    seat::{Backend, Origin},
    turn::Message,
};
use tokio::process::Command;

use crate::{
    agent::{
        Again, Agent, AgentError, Reply, Request, Sink, Trouble,
        pool::{Lane, Limits},
    },
    reading::{self, Raw, Table},
};

mod error;
mod find;
mod folder;
mod group;
#[cfg(feature = "pipeline")]
mod once;
mod output;
mod run;
mod secrets;

pub use error::ProgramError;
pub(super) use folder::Folder;
#[cfg(feature = "acp")]
pub(super) use group::Group;
pub(super) use output::{clean, excerpt};
pub(super) use run::{Ended, How, MOST_BYTES, Trial, run};
#[cfg(feature = "acp")]
pub(super) use run::{LINGER, MOST_BESIDE, notice};
pub(super) use secrets::{hidden, is_open};

/// Where a program prints its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Answers {
    /// On standard output; what it says on standard error is kept for messages only.
    #[default]
    Stdout,
    /// On standard error.
    Stderr,
}

/// A program that is started anew for every turn.
///
/// It is given the prompt on standard input, which is closed afterwards, and nothing of it as an argument. What it
/// prints until it exits with code 0 is its answer, without colours and at most 1 MiB; another code, or nothing printed,
/// is a failed turn that names the code and the end of standard error. No shell has a part in it. It works in the given
/// folder and has the environment of this process, keys included, as agent programs need theirs; `env -u NAME PROGRAM`
/// takes a variable away. What looks like a key in the environment is taken out of whatever it prints, and
/// so are passwords in addresses (`https://user:password@host`) and what stands behind `Bearer` and `Basic` in headers.
///
/// The program leads a process group of its own. When its time is nearly up the group is asked to end (`TERM`; the
/// last tenth of the time is for that, at most half a second) and then ended (`KILL`); when the turn is cancelled or the future is
/// dropped it is ended at once; and when the program exits, whatever it left running in its group ends too. A process
/// that leaves the group on purpose, as daemons do, is not followed, and when this process itself is killed nobody is
/// left to end the group.
///
/// When the time is up, an answer is kept if it is complete: it ends with a line break, lacks nothing of its form, and
/// has marked or structured what it says. Anything else is no answer.
///
/// ```
/// use quorate::agent::{Agent as _, Program};
///
/// let echo = Program::new(["cat"], ".")?;
/// assert_eq!(&*echo.backend().name, "command:cat");
/// assert!(Program::new(["no-such-program"], ".").is_err());
/// # Ok::<(), quorate::agent::program::ProgramError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<String>,
    folder: PathBuf,
    answers: Answers,
    name: Arc<str>,
}

impl Program {
    /// The program that the first word names, with the others as its arguments, working in this folder.
    ///
    /// A name without a slash is looked for in `PATH`, one with a slash from the folder on.
    ///
    /// # Errors
    /// [`ProgramError`] when there is no such program, it cannot be executed, or a word holds a NUL character.
    pub fn new<W: Into<String>>(
        words: impl IntoIterator<Item = W>,
        folder: impl AsRef<Path>,
    ) -> Result<Self, ProgramError> {
        let words: Vec<String> = words.into_iter().map(Into::into).collect();
        if let Some(at) = words.iter().position(|word| word.contains('\0')) {
            return Err(ProgramError::Nul { at });
        }
        let name = secrets::shown(&words).into();
        let mut words = words.into_iter();
        let program = words.next().filter(|word| !word.is_empty()).ok_or(ProgramError::Blank)?;
        let folder = find::absolute(folder.as_ref());
        let path = find::program(&program, &folder)?;
        Ok(Self { path, arguments: words.collect(), folder, answers: Answers::Stdout, name })
    }

    /// The same program, whose answer is taken from here.
    #[must_use]
    pub fn answering_on(mut self, answers: Answers) -> Self {
        self.answers = answers;
        self
    }

    /// The command line without secrets, and without the kind before it.
    #[cfg(feature = "acp")]
    pub(super) fn line(&self) -> &str {
        self.name.split_once(':').map_or(&*self.name, |(_, line)| line)
    }

    /// The command that starts it: all three streams piped, the leader of a group of its own.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.arguments).current_dir(&self.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.process_group(0).kill_on_drop(true);
        command
    }

    /// What came of a run, once the program and its group have ended.
    fn judge(&self, ended: &Ended, request: &Request<'_>) -> Result<Reply, AgentError> {
        let (answer, beside) = match self.answers {
            Answers::Stdout => (&ended.stdout, &ended.stderr),
            Answers::Stderr => (&ended.stderr, &ended.stdout),
        };
        let text = hidden(&clean(answer));
        let beside = hidden(&clean(beside));
        match ended.how {
            How::TooMuch => Err(self.broken(&format!("printed more than {} bytes and was ended", run::MOST_BYTES))),
            How::TimeUp if is_complete(&text, request) => {
                tracing::warn!(program = %self.name, "it did not exit in time; its answer was complete and is kept");
                Ok(Reply::text(text))
            }
            How::TimeUp => Err(self.slow(&text, request)),
            How::Exited(status) if !status.success() => Err(self.failed(status, &text, &beside)),
            How::Exited(_) if text.trim().is_empty() => Err(self.silent(&beside)),
            How::Exited(_) => Ok(Reply::text(text)),
        }
    }

    fn broken(&self, what: &str) -> AgentError {
        // A program may have done something before it failed: it is not run again unasked.
        AgentError::lasting(Trouble::Broken, format!("{} {what}", self.name))
    }

    fn failed(&self, status: ExitStatus, text: &str, beside: &str) -> AgentError {
        let [out, err] = match self.answers {
            Answers::Stdout => [text, beside],
            Answers::Stderr => [beside, text],
        };
        let (out, err) = (said("stdout", out), said("stderr", err));
        self.broken(&format!("failed: {status}{err}{out}"))
    }

    fn silent(&self, beside: &str) -> AgentError {
        let (here, other, hint) = match self.answers {
            Answers::Stdout => ("stdout", "stderr", "command@stderr:PROGRAM takes an answer from there"),
            Answers::Stderr => ("stderr", "stdout", "command:PROGRAM takes an answer from there"),
        };
        let beside = said(other, beside);
        let hint = if beside.is_empty() { String::new() } else { format!("; {hint}") };
        let message = format!("{} ended with exit code 0 and nothing on {here}{beside}{hint}", self.name);
        AgentError::lasting(Trouble::Empty, message)
    }

    fn slow(&self, text: &str, request: &Request<'_>) -> AgentError {
        let (limit, notice) = (request.time_left, run::notice(request.time_left));
        let [limit, notice, given] = [limit, notice, limit - notice].map(|time| format!("{:.2} s", time.as_secs_f64()));
        let printed = match text.trim() {
            "" => "it had printed nothing".to_owned(),
            text => format!("it had printed no complete answer{}", said("stdout", text)),
        };
        let message = format!(
            "{} did not end within {given} (its limit of {limit} without the last {notice}, which are kept for its end); \
             {printed}",
            self.name
        );
        AgentError::lasting(Trouble::Slow, message)
    }
}

/// `; stderr: …`, or nothing.
pub(super) fn said(stream: &str, text: &str) -> String {
    match excerpt(text) {
        text if text.is_empty() => String::new(),
        text => format!("; {stream}: {text}"),
    }
}

/// Whether a program that had to be ended had said all it was asked for.
fn is_complete(text: &str, request: &Request<'_>) -> bool {
    let points: Vec<Arc<str>> = request.brief.points.iter().map(|point| Arc::clone(&point.name)).collect();
    let table = Table {
        roster: request.roster,
        speaker: request.id,
        form: request.form,
        options: request.form.options().map_or(&request.brief.options, |options| options),
        points: &points,
        language: request.brief.language,
    };
    let message = reading::read(Raw::whole(text), &table);
    text.ends_with('\n') && reading::wrong_form(&message, &table).is_none() && says_where_it_stands(&message)
}

fn says_where_it_stands(message: &Message) -> bool {
    let reading = &message.reading;
    let marked = |from: Provenance| matches!(from, Provenance::Structured | Provenance::Marker);
    marked(reading.stance.from)
        || marked(reading.kind.from)
        || reading.ballot.as_ref().is_some_and(|ballot| marked(ballot.from))
        || reading.scores.iter().any(|score| marked(score.from))
        || [&reading.pass, &reading.concede, &reading.close].into_iter().any(|said| said.is_some_and(marked))
}

/// The whole prompt as one text.
fn prompt(request: &Request<'_>) -> String {
    format!("{}\n\n{}", request.system.trim_end(), question(request))
}

/// The part of the prompt that changes, with what has to be put right of an earlier reply.
pub(super) fn question(request: &Request<'_>) -> String {
    let mut prompt = format!("{}\n", request.user.trim_end());
    if let Some(Again::Repair { previous, wrong }) = request.again {
        let language = request.brief.language;
        let (replied, amiss) = (REPLIED.get(language), AMISS.get(language));
        prompt.push_str(&format!("\n# {replied}\n{}\n\n# {amiss}\n{wrong}\n", previous.trim()));
    }
    prompt
}

static REPLIED: Text = Text::all("What you replied", "你的上一次回复", "あなたの前回の回答");
static AMISS: Text = Text::all("What has to be put right", "需要改正之处", "直すべき点");

/// Programs share this machine's cores, whichever they are.
pub(super) static LANE: LazyLock<Lane> = LazyLock::new(|| Lane::new("programs of this machine", None));

#[async_trait]
impl Agent for Program {
    async fn reply(&self, request: Request<'_>, _sink: &dyn Sink) -> Result<Reply, AgentError> {
        let trial = Trial { prompt: prompt(&request).into_bytes(), answers: self.answers, time: request.time_left };
        let ended = run::run(self.command(), trial).await;
        let ended = ended.map_err(|error| {
            let message = format!("{} cannot be run ({}): {error}", self.name, self.path.display());
            AgentError::lasting(Trouble::NotFound, message)
        })?;
        self.judge(&ended, &request)
    }

    fn backend(&self) -> Backend {
        Backend { name: Arc::clone(&self.name), origin: Origin::Program }
    }

    fn lane(&self) -> Option<(&Lane, Limits)> {
        Some((&LANE, Limits::LOCAL))
    }
}
