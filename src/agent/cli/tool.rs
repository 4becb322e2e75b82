//! The agent programs that are known by name, and what their makers' packages are called.

use tokio::process::Command;

use super::{
    asked::Asked,
    claude, codex, gemini, opencode,
    said::{Output, Said},
};

/// An agent program that is known by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tool {
    /// Claude Code of Anthropic; its shapes as recorded with 2.1.197.
    Claude,
    /// Codex of OpenAI; its shapes as recorded with 0.171.0.
    Codex,
    /// Gemini CLI of Google; its shapes by its documentation and as printed by 0.61.0 before a stand-in for its service.
    Gemini,
    /// OpenCode; its shapes by its documentation and as printed by 1.18.33 before a stand-in for a service.
    Opencode,
}

impl Tool {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Claude, Self::Codex, Self::Gemini, Self::Opencode];

    /// What its specs begin with. `gemini` alone is the service of that name, so the program is `gemini-cli`.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini-cli",
            Self::Opencode => "opencode",
        }
    }

    /// The tool whose specs begin so.
    #[must_use]
    pub fn named(kind: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.kind().eq_ignore_ascii_case(kind))
    }

    /// The file that is looked for in `PATH`.
    #[must_use]
    pub const fn program(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::Claude | Self::Codex | Self::Opencode => self.kind(),
        }
    }

    /// The npm package that it comes with.
    #[must_use]
    pub const fn package(self) -> &'static str {
        match self {
            Self::Claude => "@anthropic-ai/claude-code",
            Self::Codex => "@openai/codex",
            Self::Gemini => "@google/gemini-cli",
            Self::Opencode => "opencode-ai",
        }
    }

    /// How its specs are written.
    #[must_use]
    pub const fn usage(self) -> &'static str {
        match self {
            Self::Claude => "claude, claude:MODEL or claude@PATH:MODEL",
            Self::Codex => "codex, codex:MODEL or codex@PATH:MODEL",
            Self::Gemini => "gemini-cli, gemini-cli:MODEL or gemini-cli@PATH:MODEL",
            Self::Opencode => "opencode, opencode:PROVIDER/MODEL or opencode@PATH:PROVIDER/MODEL",
        }
    }

    /// What it is, in one sentence.
    #[must_use]
    pub const fn purpose(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code, without tools, in an empty folder; its own login pays",
            Self::Codex => "Codex, without a shell and read-only, in an empty folder; its own login pays",
            Self::Gemini => "Gemini CLI, all tools denied, in an empty folder; its own login pays",
            Self::Opencode => "OpenCode, all tools denied, in an empty folder; its own login pays",
        }
    }

    /// How its user logs in.
    pub(super) const fn login(self) -> &'static str {
        match self {
            Self::Claude => "run `claude` and say /login there, or set ANTHROPIC_API_KEY",
            Self::Codex => "run `codex login`, or set CODEX_API_KEY",
            Self::Gemini => "run `gemini` once and choose how to log in there, or set GEMINI_API_KEY",
            Self::Opencode => "run `opencode auth login`",
        }
    }

    /// Makes the command that asks this, with the files that it needs in the folder that it works in.
    pub(super) fn arm(self, command: &mut Command, asked: &Asked<'_>) -> std::io::Result<()> {
        command.current_dir(asked.folder.path()).env("NO_COLOR", "1");
        match self {
            Self::Claude => claude::arm(command, asked),
            Self::Codex => codex::arm(command, asked),
            Self::Gemini => gemini::arm(command, asked),
            Self::Opencode => opencode::arm(command, asked),
        }
    }

    /// What it printed, as an answer or a fault.
    pub(super) fn read(self, output: &Output) -> Said {
        let read = match self {
            Self::Claude => claude::read,
            Self::Codex => codex::read,
            Self::Gemini => gemini::read,
            Self::Opencode => opencode::read,
        };
        // Some versions put their result, or what went wrong, on the other stream.
        read(&output.stdout).or_else(|| read(&output.stderr)).unwrap_or_default()
    }

    /// What an exit code means beside success and failure.
    pub(super) const fn exit(self, code: i32) -> Option<&'static str> {
        match (self, code) {
            (Self::Gemini, 41) => Some("it could not authenticate"),
            (Self::Gemini, 42) => Some("it did not take its input"),
            (Self::Gemini, 52) => Some("its configuration is wrong"),
            (Self::Gemini, 53) => Some("it reached its limit of turns"),
            _ => None,
        }
    }
}
