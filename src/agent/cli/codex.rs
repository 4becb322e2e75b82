//! How Codex is asked, and what it answers: one event a line.

use std::io;

use serde_json::Value;
use tokio::process::Command;

use super::{
    asked::{Asked, Thread},
    said::{self, Fault, Said, Tokens, sum, text},
};

/// What is set over the user's configuration. Settings that a version does not know are passed by.
const SETTINGS: [&str; 8] = [
    "approval_policy=\"never\"",
    "sandbox_mode=\"read-only\"",
    "web_search=\"disabled\"",
    "features.shell_tool=false",
    "features.multi_agent=false",
    "features.goals=false",
    "features.apps=false",
    "features.view_image=false",
];

pub(super) fn arm(command: &mut Command, asked: &Asked<'_>) -> io::Result<()> {
    // The instructions for a folder are those in its file of this name, up to a size.
    asked.folder.write("AGENTS.md", asked.system)?;
    command.arg("exec");
    if matches!(asked.thread, Thread::Known(_)) {
        command.arg("resume");
    }
    command.args(["--json", "--skip-git-repo-check"]);
    for setting in SETTINGS {
        command.args(["-c", setting]);
    }
    command.arg("-c").arg(format!("project_doc_max_bytes={}", asked.system.len() + 1));
    if let Some(model) = asked.model {
        command.args(["-m", model]);
    }
    match asked.thread {
        Thread::Once => drop(command.arg("--ephemeral")),
        Thread::New => {}
        Thread::Known(id) => drop(command.arg(id)),
    }
    // The prompt is read from standard input.
    command.arg("-");
    Ok(())
}

pub(super) fn read(events: &[Value]) -> Option<Said> {
    let mut said = Said::default();
    let mut complaint = None;
    let mut known = false;
    for event in events {
        let Some(kind) = text(event, "/type") else { continue };
        known = true;
        match kind {
            "thread.started" => said.thread = said::thread(text(event, "/thread_id")),
            // Items of the type "error" are warnings: the turn goes on.
            "item.completed" if text(event, "/item/type") == Some("agent_message") => {
                said.text = text(event, "/item/text").map(str::to_owned);
            }
            "turn.completed" => {
                said.done = true;
                said.tokens = Tokens {
                    read: sum(event, &["/usage/input_tokens"]),
                    written: sum(event, &["/usage/output_tokens"]),
                };
            }
            "turn.failed" => {
                said.done = true;
                said.fault = text(event, "/error/message").map(|words| Fault::new(words, None));
            }
            // It may try again after this.
            "error" => complaint = text(event, "/message").map(|words| Fault::new(words, None)),
            _ => {}
        }
    }
    if !said.done {
        said.fault = complaint;
    }
    known.then_some(said)
}
