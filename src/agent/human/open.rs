//! A question from the moment it is shown until it is answered or withdrawn.

use std::time::Duration;

use quorate_strategies::brief::Language;
use tokio::{
    sync::MutexGuard,
    time::{Instant, sleep_until},
};

use super::{
    Console, MOST_BYTES, Presence, State, Typing, WARNING,
    late::{self, Withdrawn},
    question,
    shorthand::{self, Typed},
    vote,
};
use crate::agent::{AgentError, Request, Trouble};

/// How much earlier than its end a question that ran out of time may be dropped, as timers are rounded.
const SLACK: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Asked,
    Over,
}

/// A question that is being asked; the manager withdraws it by dropping this before it is over.
pub(super) struct Open<'a, C: Console> {
    pub(super) console: &'a C,
    pub(super) state: MutexGuard<'a, State>,
    pub(super) stage: Stage,
    pub(super) request: &'a Request<'a>,
    pub(super) end: Instant,
    /// When the person is told that the time is nearly up, until that has been said.
    pub(super) warning: Option<Instant>,
}

impl<C: Console> Open<'_, C> {
    fn language(&self) -> Language {
        self.request.brief.language
    }

    pub(super) fn tell_dropped(&self, lines: usize) {
        if lines > 0 {
            self.console.show(&question::dropped(self.language(), lines));
        }
    }

    /// Drops what still comes for questions that were withdrawn.
    pub(super) async fn wait_for_late_lines(&mut self) -> Result<(), AgentError> {
        if !self.state.late.is_waited_for() {
            return Ok(());
        }
        let live = self.console.typing() == Typing::Live;
        if live {
            self.console.show(late::confirm(self.language()));
        }
        let mut dropped = 0;
        while self.state.late.is_waited_for() {
            let Some(line) = self.line().await else { return Err(self.gone()) };
            self.state.late.drop_line(&line);
            dropped += 1;
        }
        match live {
            true => self.console.show(late::confirmed(self.language())),
            false => self.tell_dropped(dropped),
        }
        Ok(())
    }

    /// The next line; the person is told once when the time is nearly up.
    async fn line(&mut self) -> Option<String> {
        if let Some(warning) = self.warning {
            tokio::select! {
                biased;
                line = self.console.line() => return line,
                () = sleep_until(warning) => self.console.show(&question::nearly_up(self.language(), WARNING)),
            }
            self.warning = None;
        }
        self.console.line().await
    }

    fn gone(&mut self) -> AgentError {
        self.state.presence = Presence::Gone;
        self.console.show(question::gone(self.language()));
        absent()
    }

    /// What the person types, up to an empty line or the end of the input.
    pub(super) async fn answer(&mut self) -> Result<String, AgentError> {
        let mut typed = String::new();
        loop {
            let Some(line) = self.line().await else {
                let absent = self.gone();
                return if typed.is_empty() { Err(absent) } else { Ok(typed) };
            };
            if typed.len() + line.len() > MOST_BYTES {
                return Err(self.too_long(line).await);
            }
            match shorthand::read(&line) {
                Typed::End => return Ok(typed),
                Typed::Words(words) => match vote::objection(self.request, &words) {
                    Some(objection) => self.console.show(&objection),
                    None => typed.extend([&*words, "\n"]),
                },
                Typed::NotTaken { usage } => self.console.show(&question::not_taken(self.language(), usage)),
                Typed::Unknown(word) => self.console.show(&question::unknown(self.language(), word)),
            }
        }
    }

    /// Reads an answer to its end, as what is left of it is no answer to the next question.
    async fn too_long(&mut self, mut line: String) -> AgentError {
        while !late::is_end(&line) {
            line = match self.line().await {
                Some(line) => line,
                None => {
                    self.gone();
                    break;
                }
            };
        }
        let message = format!("the answer has more than {MOST_BYTES} bytes; say it in fewer words");
        AgentError::lasting(Trouble::TooLong, message)
    }
}

impl<C: Console> Drop for Open<'_, C> {
    fn drop(&mut self) {
        if self.stage == Stage::Over {
            return;
        }
        let (why, text) = match Instant::now() + SLACK >= self.end {
            true => (Withdrawn::TimeUp, question::too_late(self.language())),
            false => (Withdrawn::NotNeeded, question::withdrawn(self.language())),
        };
        self.state.late.withdrawn(self.console.typing(), why);
        // A line that is being typed is not gone on with.
        self.console.show(&format!("\n{text}"));
    }
}

pub(super) fn absent() -> AgentError {
    let message = "the input of the person has ended, so this seat is absent for the rest; \
                   sit at a terminal, or pipe in an answer for every turn";
    AgentError::lasting(Trouble::Unreachable, message)
}
