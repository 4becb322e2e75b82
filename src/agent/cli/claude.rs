//! How Claude Code is asked, and what it answers: one object of the type `result`, in a list of others where it is verbose.

use std::io;

use quorate_strategies::turn::Wholeness;
use serde_json::Value;
use tokio::process::Command;

use super::{
    asked::{Asked, Thread},
    said::{self, Fault, Said, Tokens, sum, text},
};

pub(super) fn arm(command: &mut Command, asked: &Asked<'_>) -> io::Result<()> {
    let system = asked.folder.write("system.md", asked.system)?;
    command.args(["-p", "--output-format", "json", "--tools", "", "--strict-mcp-config", "--disable-slash-commands"]);
    command.arg("--system-prompt-file").arg(system);
    if let Some(model) = asked.model {
        command.args(["--model", model]);
    }
    match asked.thread {
        Thread::Once => drop(command.arg("--no-session-persistence")),
        Thread::New => {}
        Thread::Known(id) => drop(command.args(["--resume", id])),
    }
    // Hooks, plugins and notes of the user have no part in a discussion; versions that do not know this pass it by.
    command.env("CLAUDE_CODE_SAFE_MODE", "1").env("DISABLE_AUTOUPDATER", "1");
    // Without this it reads any file of the user that a text names, as in `@~/.ssh/id_rsa`, and shows it to the model.
    command.env("CLAUDE_CODE_DISABLE_ATTACHMENTS", "1");
    // By itself it tries a service that refuses it for minutes, and says nothing until then.
    if std::env::var_os(RETRIES).is_none() {
        command.env(RETRIES, "1");
    }
    // Set where this process was itself started by it, which it takes for a mistake.
    command.env_remove("CLAUDECODE");
    Ok(())
}

const RETRIES: &str = "CLAUDE_CODE_MAX_RETRIES";

pub(super) fn read(documents: &[Value]) -> Option<Said> {
    let all = documents.iter().flat_map(|one| one.as_array().map_or(std::slice::from_ref(one), Vec::as_slice));
    let result = all.rev().find(|one| text(one, "/type") == Some("result"))?;
    // It says "success" also where the service refused it.
    let failed =
        result["is_error"].as_bool() == Some(true) || text(result, "/subtype").is_some_and(|kind| kind != "success");
    let words = text(result, "/result").or_else(|| text(result, "/errors/0"));
    let fault = failed.then(|| {
        let words = words.or_else(|| text(result, "/subtype")).unwrap_or("it said that it failed, and not why");
        Fault::new(words, result["api_error_status"].as_u64())
    });
    Some(Said {
        text: words.filter(|_| !failed).map(str::to_owned),
        done: true,
        whole: if text(result, "/stop_reason") == Some("max_tokens") { Wholeness::Cut } else { Wholeness::Whole },
        fault,
        thread: said::thread(text(result, "/session_id")),
        model: model(result),
        tokens: Tokens {
            read: sum(
                result,
                &["/usage/input_tokens", "/usage/cache_creation_input_tokens", "/usage/cache_read_input_tokens"],
            ),
            written: sum(result, &["/usage/output_tokens"]),
        },
    })
}

/// The one that wrote most: a small one may have been asked beside it.
fn model(result: &Value) -> Option<String> {
    let used = result["modelUsage"].as_object()?;
    let most = used.iter().max_by_key(|(_, usage)| usage["outputTokens"].as_u64())?;
    said::model(most.0)
}
