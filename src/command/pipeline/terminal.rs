//! A person at the terminal of this process, who may answer gates.

use std::io::{self, IsTerminal as _};

use async_trait::async_trait;
use quorate_strategies::event::GateAnswer;
use tokio::sync::Mutex;

use crate::{
    agent::human::{Console as _, Terminal},
    command::{
        speak::user,
        words::{PipelineWords, Words},
    },
    pipeline::kind::Principal,
};

/// Characters of what is shown at a gate; the minutes hold the rest.
const MOST_CHARS: usize = 4_000;

/// Somebody who sees stderr and types on stdin.
#[derive(Debug)]
pub(super) struct AtTerminal {
    terminal: Terminal,
    words: &'static Words,
    /// One question at a time.
    turn: Mutex<()>,
}

impl AtTerminal {
    /// Whoever sits at the terminal, where there is one.
    pub(super) fn here(words: &'static Words) -> Option<Self> {
        let sits = io::stdin().is_terminal() && io::stderr().is_terminal();
        sits.then(|| Self { terminal: Terminal::default(), words, turn: Mutex::new(()) })
    }
}

#[async_trait]
impl Principal for AtTerminal {
    async fn asked(&self, question: &str, about: &str) -> Option<(String, GateAnswer)> {
        let words = PipelineWords::of(self.words.language);
        let _turn = self.turn.lock().await;
        // What was typed before the question is no answer to it.
        self.terminal.forget();
        let shown: String = about.chars().take(MOST_CHARS).collect();
        let more = if shown.len() < about.len() { "\n…" } else { "" };
        self.terminal.show(&format!("{question}\n\n{shown}{more}\n\n{}", words.ask));
        loop {
            let line = self.terminal.line().await?;
            match answer(&line, self.words.run.yes) {
                Some(answer) => return Some((user(), answer)),
                None => self.terminal.show(words.not_understood),
            }
        }
    }
}

/// What a line means: `yes`, `amend TEXT` or `no REASON`; nothing else is an answer.
fn answer(line: &str, yes: &[&str]) -> Option<GateAnswer> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word.to_lowercase().as_str() {
        word if yes.contains(&word) || matches!(word, "yes" | "approve") => {
            rest.is_empty().then_some(GateAnswer::Approve)
        }
        "amend" if !rest.is_empty() => Some(GateAnswer::Amend(rest.into())),
        "no" | "reject" if !rest.is_empty() => Some(GateAnswer::Reject(rest.into())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_answer_is_one() {
        let yes = ["y", "yes"];
        for line in ["yes", " Y ", "approve"] {
            assert_eq!(answer(line, &yes), Some(GateAnswer::Approve), "{line:?}");
        }
        assert_eq!(answer("amend Ship on Monday. ", &yes), Some(GateAnswer::Amend("Ship on Monday.".into())));
        assert_eq!(answer("no  too early", &yes), Some(GateAnswer::Reject("too early".into())));
        for line in ["", "yes but", "no", "amend", "maybe", "yesno"] {
            assert_eq!(answer(line, &yes), None, "{line:?}");
        }
    }
}
