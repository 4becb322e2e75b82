//! Programs that a shell plays in the place of the real ones: they write down how they were called and print what those print.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use quorate::agent::cli::{Cli, Tool};
use serde_json::json;

/// A folder with an executable in it, and what that wrote down.
pub(super) struct Stub {
    folder: tempfile::TempDir,
    tool: Tool,
}

/// How one call came.
#[derive(Debug)]
pub(super) struct Call {
    /// One argument a line.
    pub(super) arguments: String,
    pub(super) stdin: String,
    /// The folder that it worked in.
    pub(super) folder: PathBuf,
    /// What lay in that, with its rights.
    pub(super) files: String,
    pub(super) environment: String,
}

impl Stub {
    /// One that writes down its call and then runs this; `$calls` is the number of the call, from 1, and `$here` the folder
    /// of the stub.
    pub(super) fn new(tool: Tool, script: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().to_string_lossy().into_owned();
        let text = format!(
            "#!/bin/sh\nhere='{here}'\necho x >> \"$here/calls\"\ncalls=$(wc -l < \"$here/calls\" | tr -d ' ')\n\
             printf '%s\\n' \"$@\" > \"$here/arguments.$calls\"\npwd > \"$here/pwd.$calls\"\nenv > \"$here/env.$calls\"\n\
             find . -type f -exec ls -ld {{}} \\; -exec cat {{}} \\; > \"$here/files.$calls\"\n\
             [ \"$1\" = --version ] || cat > \"$here/stdin.$calls\"\n{script}\n"
        );
        let path = folder.path().join(tool.program());
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder, tool }
    }

    /// One that answers this, as the tool does.
    pub(super) fn answering(tool: Tool, text: &str) -> Self {
        let stub = Self::new(tool, "cat \"$here/answer\"");
        stub.write("answer", &answer(tool, text));
        stub
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The spec that names it, with or without `:MODEL` behind it.
    pub(super) fn spec(&self, model: &str) -> String {
        format!("{}@{}{model}", self.tool.kind(), self.path().join(self.tool.program()).display())
    }

    pub(super) fn agent(&self) -> Cli {
        Cli::new(self.tool, &self.spec(""), self.path()).unwrap()
    }

    pub(super) fn calls(&self) -> usize {
        fs::read_to_string(self.path().join("calls")).unwrap_or_default().lines().count()
    }

    pub(super) fn call(&self, number: usize) -> Call {
        let read = |name: &str| fs::read_to_string(self.path().join(format!("{name}.{number}"))).unwrap_or_default();
        Call {
            arguments: read("arguments"),
            stdin: read("stdin"),
            folder: read("pwd").trim_end().into(),
            files: read("files"),
            environment: read("env"),
        }
    }
}

/// What a tool prints for an answer. Claude Code and Codex as recorded; Gemini CLI and OpenCode by their documentation, and
/// as 0.61.0 and 1.18.33 print it before a stand-in for a service, not recorded with a real one.
pub(super) fn answer(tool: Tool, text: &str) -> String {
    match tool {
        Tool::Claude => claude(text, "6299f7a2-8dcf-4232-9dd8-6622f931f3d9"),
        Tool::Codex => codex(text, "01a23119-eed7-7140-8e64-382ce8cde103", 9_530),
        Tool::Gemini => gemini(text),
        Tool::Opencode => opencode(text),
        _ => panic!("{tool:?} has no shape here"),
    }
}

pub(super) fn claude(text: &str, session: &str) -> String {
    json!({
        "type": "result", "subtype": "success", "is_error": false, "api_error_status": null, "duration_ms": 56,
        "num_turns": 1, "result": text, "stop_reason": "end_turn", "session_id": session,
        "total_cost_usd": 0.006, "usage": { "input_tokens": 1000, "cache_creation_input_tokens": 100,
        "cache_read_input_tokens": 44, "output_tokens": 15, "service_tier": "standard" },
        "modelUsage": { "claude-haiku-4-5": { "inputTokens": 3, "outputTokens": 2 },
                        "claude-opus-4-8": { "inputTokens": 1144, "outputTokens": 13, "costUSD": 0.006 } },
        "permission_denials": [], "uuid": "f8fdda34-a57c-4d67-b510-6f87a5c7bfb5",
    })
    .to_string()
        + "\n"
}

pub(super) fn codex(text: &str, thread: &str, read: u64) -> String {
    let warning = "Model metadata for `x` not found. Defaulting to fallback metadata.";
    let events = [
        json!({ "type": "thread.started", "thread_id": thread }),
        json!({ "type": "item.completed", "item": { "id": "item_0", "type": "error", "message": warning } }),
        json!({ "type": "turn.started" }),
        json!({ "type": "item.completed", "item": { "id": "item_1", "type": "agent_message", "text": text } }),
        json!({ "type": "turn.completed", "usage": { "input_tokens": read, "cached_input_tokens": 0,
                "output_tokens": 15, "reasoning_output_tokens": 0 } }),
    ];
    events.map(|event| format!("{event}\n")).concat()
}

fn gemini(text: &str) -> String {
    let tokens = |read: u64, written: u64| {
        json!({ "input": read, "prompt": read, "candidates": written, "total": read + written, "cached": 0,
                "thoughts": 2, "tool": 0 })
    };
    let answer = json!({
        "session_id": "e81cc18a-5098-4212-8981-72e598bcf3ee",
        "response": text,
        "stats": { "models": {
            "gemini-flash-lite": { "api": { "totalRequests": 1 }, "tokens": tokens(10, 50),
                                   "roles": { "utility_router": {} } },
            "gemini-pro": { "api": { "totalRequests": 1 }, "tokens": tokens(100, 9), "roles": { "main": {} } },
        }, "tools": { "totalCalls": 0 } },
    });
    serde_json::to_string_pretty(&answer).unwrap()
}

fn opencode(text: &str) -> String {
    let (session, message) = ("ses_dcee5515effeCoRvzIzhPolgDB", "msg_2311ab2bf001huDAfe8B5db3Jo");
    let tokens = json!({ "total": 85, "input": 70, "output": 6, "reasoning": 2, "cache": { "write": 3, "read": 4 } });
    let (half, rest) = text.split_at(text.find(' ').unwrap_or_default());
    let event = |kind: &str, part: serde_json::Value| {
        format!("{}\n", json!({ "type": kind, "timestamp": 1, "sessionID": session, "part": part }))
    };
    event("step_start", json!({ "messageID": message, "type": "step-start" }))
        + &event("text", json!({ "messageID": message, "type": "text", "text": half }))
        + &event("text", json!({ "messageID": message, "type": "text", "text": rest }))
        + &event("step_finish", json!({ "reason": "stop", "type": "step-finish", "tokens": tokens, "cost": 0 }))
}
