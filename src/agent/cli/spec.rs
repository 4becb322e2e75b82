//! A tool as text: `claude`, `claude:MODEL`, `claude@PATH:MODEL`.

use thiserror::Error;

use super::Tool;
use crate::agent::program::ProgramError;

/// Why a tool cannot be a backend. Nothing was started.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CliError {
    /// It is not installed, or not where this process looks.
    #[error(
        "{kind} needs the program {program}, which is not in PATH; `npm install -g {package}` installs it, and \
         {kind}@PATH names one that lies elsewhere",
        kind = .tool.kind(), program = .tool.program(), package = .tool.package()
    )]
    NotInstalled {
        /// The tool.
        tool: Tool,
    },
    /// What was named cannot be run.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The text has another form.
    #[error("{spec:?} is not how this agent is written: {}", .tool.usage())]
    Form {
        /// The tool.
        tool: Tool,
        /// The text as given.
        spec: String,
    },
    /// No model is named so.
    #[error(
        "{name:?} is no name of a model: letters, digits and any of . _ / : @ + = [ ] -, at most 200, the first a letter or \
         a digit{}",
        if *.tool == Tool::Opencode { "; with its provider before it, as in opencode:anthropic/claude-sonnet-5" } else { "" }
    )]
    Model {
        /// The tool.
        tool: Tool,
        /// The name as given.
        name: String,
    },
}

/// What a text says beside the tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spec<'a> {
    pub(super) path: Option<&'a str>,
    pub(super) model: Option<&'a str>,
}

impl<'a> Spec<'a> {
    pub(super) fn parse(tool: Tool, spec: &'a str) -> Result<Self, CliError> {
        let form = || CliError::Form { tool, spec: spec.to_owned() };
        let text = spec.trim();
        let kind = tool.kind();
        let behind =
            text.get(..kind.len()).filter(|begin| begin.eq_ignore_ascii_case(kind)).and(text.get(kind.len()..));
        let behind = behind.ok_or_else(form)?;
        let (path, model) = match behind.split_once(':') {
            Some((before, model)) => (before, Some(model)),
            None => (behind, None),
        };
        let path = match path.strip_prefix('@') {
            None if path.is_empty() => None,
            Some(path) if !path.trim().is_empty() => Some(path),
            _ => return Err(form()),
        };
        model.map_or(Ok(()), |model| check(tool, model))?;
        Ok(Self { path, model })
    }
}

/// A name becomes an argument: it must not be taken for an option.
fn check(tool: Tool, name: &str) -> Result<(), CliError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._/:@+=[]-".contains(c);
    let begins = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    let has_provider = tool != Tool::Opencode || name.split_once('/').is_some_and(|(_, model)| !model.is_empty());
    match begins && name.len() <= 200 && name.chars().all(plain) && has_provider {
        true => Ok(()),
        false => Err(CliError::Model { tool, name: name.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_where_the_program_is_and_which_model_answers() {
        for (text, path, model) in [
            ("claude", None, None),
            (" Claude:opus ", None, Some("opus")),
            ("claude@/opt/claude", Some("/opt/claude"), None),
            ("claude@./bin/c:claude-opus-4-8[1m]", Some("./bin/c"), Some("claude-opus-4-8[1m]")),
            ("claude:us.anthropic.claude-opus-4-8-v1:0", None, Some("us.anthropic.claude-opus-4-8-v1:0")),
        ] {
            assert_eq!(Spec::parse(Tool::Claude, text), Ok(Spec { path, model }), "{text}");
        }
        assert!(Spec::parse(Tool::Opencode, "opencode:openrouter/x/y:free").is_ok());
    }

    #[test]
    fn a_model_that_could_be_an_option_or_more_than_one_word_is_refused() {
        for text in ["claude:", "claude:--help", "claude:-m", "claude:a b", "claude:é", "claude:$x"] {
            assert!(Spec::parse(Tool::Claude, text).is_err(), "{text:?}");
        }
        for text in ["claude@", "claude@:m", "claude -p", "claudex"] {
            assert!(matches!(Spec::parse(Tool::Claude, text), Err(CliError::Form { .. })), "{text}");
        }
        assert!(Spec::parse(Tool::Opencode, "opencode:gpt").unwrap_err().to_string().contains("with its provider"));
    }
}
