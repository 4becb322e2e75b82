//! How Gemini CLI is asked, and what it answers: one object with `response` or `error`.

use std::io;

use serde_json::Value;
use tokio::process::Command;

use super::{
    asked::{Asked, Thread},
    said::{self, Fault, Said, Tokens, sum, text},
};

/// No tool may be used, nor is one offered.
const POLICY: &str = "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 999\n";

pub(super) fn arm(command: &mut Command, asked: &Asked<'_>) -> io::Result<()> {
    let policy = asked.folder.write("policy.toml", POLICY)?;
    let system = asked.folder.write("system.md", asked.system)?;
    command.args(["--output-format", "json", "--extensions", "none", "--allowed-mcp-server-names", "none", "--policy"]);
    command.arg(policy);
    if let Some(model) = asked.model {
        command.args(["--model", model]);
    }
    if let Thread::Known(id) = asked.thread {
        command.args(["--resume", id]);
    }
    // Nobody is there to say that this folder is trusted, or to log in.
    command.env("GEMINI_SYSTEM_MD", system).env("GEMINI_CLI_TRUST_WORKSPACE", "true").env("NO_BROWSER", "true");
    Ok(())
}

pub(super) fn read(documents: &[Value]) -> Option<Said> {
    let told = |one: &&Value| one["response"].is_string() || one["error"].is_object();
    let result = documents.iter().rfind(told)?;
    let fault = result.get("error").filter(|error| error.is_object()).map(|error| {
        let words = text(error, "/message").unwrap_or("it said that it failed, and not why");
        // Its own exit codes stand here too.
        Fault::new(words, error["code"].as_u64().filter(|code| (400..600).contains(code)))
    });
    let models = result.pointer("/stats/models").and_then(Value::as_object);
    let main = models.and_then(|models| {
        let answered = |usage: &Value| (usage.pointer("/roles/main").is_some(), usage["tokens"]["candidates"].as_u64());
        models.iter().max_by_key(|(_, usage)| answered(usage))
    });
    let all = |paths: &[&str]| models?.values().filter_map(|usage| sum(usage, paths)).reduce(u64::saturating_add);
    Some(Said {
        text: text(result, "/response").filter(|_| fault.is_none()).map(str::to_owned),
        done: true,
        fault,
        thread: said::thread(text(result, "/session_id")),
        model: main.and_then(|(name, _)| said::model(name)),
        tokens: Tokens { read: all(&["/tokens/prompt"]), written: all(&["/tokens/candidates", "/tokens/thoughts"]) },
        ..Said::default()
    })
}
