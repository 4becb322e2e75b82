//! A program that is run once for what it prints, outside any discussion.

use std::time::Duration;

use super::{
    Answers, Program, clean, excerpt,
    run::{self, How, Trial},
    secrets,
};
use crate::agent::{AgentError, Trouble};

impl Program {
    /// Runs it with this on standard input, and gives what it prints when it exits with code 0, at most 1 MiB.
    ///
    /// Its whole group ends within this time, and at once when the future is dropped. Keys of the environment are taken
    /// out of what it prints, as they are for a turn.
    pub(crate) async fn once(&self, input: &str, time: Duration) -> Result<String, AgentError> {
        let trial = Trial { prompt: input.as_bytes().to_vec(), answers: Answers::Stdout, time };
        let ended = run::run(self.command(), trial).await.map_err(|error| {
            let message = format!("{} cannot be run ({}): {error}", self.name, self.path.display());
            AgentError::lasting(Trouble::NotFound, message)
        })?;
        let text = secrets::hidden(&clean(&ended.stdout));
        let beside = secrets::hidden(&clean(&ended.stderr));
        match ended.how {
            How::Exited(status) if status.success() => Ok(text),
            How::Exited(status) => Err(self.failed(status, &text, &beside)),
            How::TooMuch => Err(self.broken(&format!("printed more than {} bytes and was ended", run::MOST_BYTES))),
            How::TimeUp => {
                let beside = match excerpt(&beside) {
                    said if said.is_empty() => said,
                    said => format!("; stderr: {said}"),
                };
                let message = format!("{} did not end within {:.2} s{beside}", self.name, time.as_secs_f64());
                Err(AgentError::lasting(Trouble::Slow, message))
            }
        }
    }
}
