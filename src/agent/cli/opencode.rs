//! How OpenCode is asked, and what it answers: one event a line.

use std::io;

use quorate_strategies::turn::Wholeness;
use serde_json::Value;
use tokio::process::Command;

use super::{
    asked::{Asked, Thread},
    said::{self, Fault, Said, sum, text},
};

/// The settings of the folder: they go before the user's own.
const SETTINGS: &str = "{\"share\": \"disabled\", \"autoupdate\": false, \"permission\": \"deny\"}\n";
/// The agent that answers, but for what it is told. In a file of its own nothing in that text is filled in.
const AGENT: &str = "---\ndescription: A seat of a discussion.\nmode: primary\npermission:\n  \"*\": deny\n---\n";
const NAME: &str = "quorate-seat";

pub(super) fn arm(command: &mut Command, asked: &Asked<'_>) -> io::Result<()> {
    asked.folder.write("opencode.json", SETTINGS)?;
    asked.folder.write(&format!(".opencode/agent/{NAME}.md"), &format!("{AGENT}{}\n", asked.system))?;
    command.args(["run", "--format", "json", "--agent", NAME]);
    if let Some(model) = asked.model {
        command.args(["--model", model]);
    }
    match asked.thread {
        // Without a title it asks a model for one.
        Thread::Once | Thread::New => drop(command.args(["--title", "Quorate"])),
        Thread::Known(id) => drop(command.args(["--session", id])),
    }
    command.env("OPENCODE_DISABLE_AUTOUPDATE", "1");
    Ok(())
}

pub(super) fn read(events: &[Value]) -> Option<Said> {
    let mut said = Said::default();
    let mut known = false;
    for event in events {
        let Some(kind) = text(event, "/type") else { continue };
        known = true;
        said.thread = said::thread(text(event, "/sessionID")).or(said.thread);
        match kind {
            "step_start" => said.text = None,
            "text" => said.text.get_or_insert_default().push_str(text(event, "/part/text").unwrap_or_default()),
            "step_finish" => finish(&mut said, event),
            "error" => {
                said.done = true;
                said.fault = Some(fault(event));
            }
            _ => {}
        }
    }
    known.then_some(said)
}

fn finish(said: &mut Said, event: &Value) {
    let reason = text(event, "/part/reason");
    said.done = reason != Some("tool-calls");
    said.whole = if reason == Some("length") { Wholeness::Cut } else { Wholeness::Whole };
    let more =
        |before: Option<u64>, paths: &[&str]| before.into_iter().chain(sum(event, paths)).reduce(u64::saturating_add);
    let read = ["/part/tokens/input", "/part/tokens/cache/read", "/part/tokens/cache/write"];
    said.tokens.read = more(said.tokens.read, &read);
    said.tokens.written = more(said.tokens.written, &["/part/tokens/output", "/part/tokens/reasoning"]);
}

fn fault(event: &Value) -> Fault {
    let (name, words) = (text(event, "/error/name"), text(event, "/error/data/message"));
    let words = match (name, words) {
        (Some("UnknownError" | "APIError") | None, Some(words)) => words.to_owned(),
        (Some(name), Some(words)) => format!("{name}: {words}"),
        (Some(name), None) => name.to_owned(),
        (None, None) => "it said that it failed, and not why".to_owned(),
    };
    Fault::new(&words, event.pointer("/error/data/statusCode").and_then(Value::as_u64))
}
