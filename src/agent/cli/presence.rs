//! Whether a tool is there and logged in, as far as it tells without asking its service anything.

use std::time::Duration;

use tokio::{process::Command, time::Instant};

use super::{
    Cli, Tool,
    asked::Folder,
    said::Output,
    trouble::{last_line, shown},
};
use crate::agent::{
    AgentError, Login, Presence, Trouble,
    program::{Answers, Ended, How, Trial, run},
};

/// The time of one look. Whoever asks for presence allows little more.
const LIMIT: Duration = Duration::from_millis(4_500);

impl Cli {
    /// Starts it for its version, and for its login where it tells of that.
    pub(super) async fn present(&self) -> Presence {
        let until = Instant::now() + LIMIT;
        let version = match self.version(until).await {
            Ok(version) => version,
            Err(error) => return Presence::Missing(error),
        };
        match self.logged_in(until).await {
            Some(false) => {
                let message = format!("{}: it is not logged in; {}", self.name, self.tool.login());
                Presence::Missing(AgentError::lasting(Trouble::Denied, message))
            }
            Some(true) => Presence::Runs { version, login: Login::In },
            None => Presence::Runs { version, login: Login::Untold },
        }
    }

    /// Its version, as it prints that.
    async fn version(&self, until: Instant) -> Result<String, AgentError> {
        let ended = self.look(&["--version"], until).await;
        let (how, first) = ended.map(|(ended, output)| {
            let first =
                String::from_utf8_lossy(&ended.stdout).lines().rev().find(|line| !line.trim().is_empty()).map(shown);
            (ended.how, first.or_else(|| last_line(&output).map(shown)))
        })?;
        let why = match (how, first) {
            (How::Exited(status), Some(version)) if status.success() => return Ok(named(self.tool, version)),
            (How::TimeUp, _) => format!("gave no answer within {:.1} s", LIMIT.as_secs_f64()),
            (_, Some(said)) => format!("failed: {said}"),
            (_, None) => "failed and said nothing".to_owned(),
        };
        let message = format!(
            "{}: `{} --version` {why}; `npm install -g {}` installs it anew",
            self.name,
            self.tool.program(),
            self.tool.package()
        );
        Err(AgentError::lasting(Trouble::Broken, message))
    }

    /// Whether it is logged in; none where it does not say, or where its answer is not about every way to be.
    async fn logged_in(&self, until: Instant) -> Option<bool> {
        let (arguments, otherwise): (&[&str], _) = match self.tool {
            Tool::Claude => (&["auth", "status"], Some(false)),
            // A provider of the user's own configuration needs no login, so that its "no" may mean nothing.
            Tool::Codex => (&["login", "status"], None),
            Tool::Gemini | Tool::Opencode => return None,
        };
        let (ended, output) = self.look(arguments, until).await.ok()?;
        match ended.how {
            How::Exited(status) if status.success() => Some(true),
            // An older version has no such command, which is no answer.
            How::Exited(_) => output.stdout.first()?.get("loggedIn")?.as_bool().and(otherwise),
            How::TimeUp | How::TooMuch => None,
        }
    }

    async fn look(&self, arguments: &[&str], until: Instant) -> Result<(Ended, Output), AgentError> {
        let cannot = |error| AgentError::lasting(Trouble::NotFound, format!("{} cannot be run: {error}", self.name));
        let folder = Folder::new().map_err(cannot)?;
        let mut command: Command = self.program.command();
        command.args(arguments).current_dir(folder.path()).env("NO_COLOR", "1").env("DISABLE_AUTOUPDATER", "1");
        let time = until.saturating_duration_since(Instant::now());
        let trial = Trial { prompt: Vec::new(), answers: Answers::Stdout, time };
        let ended = run(command, trial).await.map_err(cannot)?;
        let output = Output::of(&ended.stdout, &ended.stderr);
        Ok((ended, output))
    }
}

/// A version with the name of the program, where it is a bare number.
fn named(tool: Tool, version: String) -> String {
    if version.contains(char::is_alphabetic) { version } else { format!("{} {version}", tool.program()) }
}
