//! The kinds of backends that are built in.

use std::{path::Path, sync::Arc};

use super::{AgentFactory, AgentSpecError, Wanted};
use crate::{
    agent::{Agent, ChecklistSeat, Rehearsal},
    checklist::Checklist,
    store::files::read_text,
};

/// How a checklist is written.
const CHECKLIST: &str = "checklist:LIST[/DOMAIN[,DOMAIN]] or checklist:FILE.toml[/DOMAIN]";

/// Adds every kind that is built in.
pub(super) fn register(agents: &mut AgentFactory) {
    agents.add("checklist", CHECKLIST, "rules that read the material; no model", checklist);
    agents.add("rehearsal", "rehearsal", "seeded opinions that move by a stated rule; no model", rehearsal);
    #[cfg(feature = "people")]
    agents.add("human", "human", "a person at this terminal; 300 s a turn by default", human);
    #[cfg(all(unix, feature = "programs"))]
    agents.add("command", COMMAND, COMMAND_PURPOSE, command);
    #[cfg(feature = "openclaw")]
    agents.add(
        "openclaw",
        crate::agent::openclaw::USAGE,
        crate::agent::openclaw::PURPOSE,
        crate::agent::openclaw::wanted,
    );
    #[cfg(all(unix, feature = "programs"))]
    for tool in crate::agent::cli::Tool::ALL {
        agents.add(tool.kind(), tool.usage(), tool.purpose(), move |wanted| cli(tool, wanted));
    }
    #[cfg(all(unix, feature = "acp"))]
    agents.add("acp", crate::agent::acp::USAGE, crate::agent::acp::PURPOSE, acp);
    #[cfg(feature = "http")]
    for provider in crate::agent::http::Provider::ALL {
        let name = provider.name();
        let (usage, purpose) = match provider {
            crate::agent::http::Provider::OpenClaw => (OPENCLAW_HTTP.to_owned(), OPENCLAW_HTTP_PURPOSE.to_owned()),
            _ => (format!("{name}:MODEL or {name}@URL:MODEL"), format!("a model at {}", provider.default_base_url())),
        };
        agents.add(name, &usage, &purpose, model);
    }
}

fn rehearsal(wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    match wanted.spec.trim().len() == wanted.kind().len() {
        true => Ok(Arc::new(Rehearsal::new())),
        false => Err(form(wanted, "rehearsal, with nothing behind it")),
    }
}

#[cfg(feature = "people")]
fn human(wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    match wanted.spec.trim().len() == wanted.kind().len() {
        true => Ok(Arc::new(crate::agent::Human::terminal())),
        false => Err(form(wanted, "human, with nothing behind it; a seat's `turn_seconds` sets the time")),
    }
}

/// How a program is written.
#[cfg(all(unix, feature = "programs"))]
const COMMAND: &str = "command:PROGRAM ARGUMENTS or command@stderr:PROGRAM ARGUMENTS";
#[cfg(all(unix, feature = "programs"))]
const COMMAND_PURPOSE: &str = "any program: the prompt on its stdin, the answer on its stdout (or stderr), without a shell, \
                               with this environment, in the folder of its file; say `command:claude -p` \
                               or `command:./bot.sh`";

/// `command:WORDS`, or `command@stderr:WORDS` for a program that answers there.
#[cfg(all(unix, feature = "programs"))]
fn command(wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    use super::split;
    use crate::agent::program::{Answers, Program};

    let behind = wanted.spec.trim().get(wanted.kind().len()..).unwrap_or_default();
    let (answers, line) = match behind.split_once(':') {
        Some(("" | "@stdout", line)) => (Answers::Stdout, line),
        Some(("@stderr", line)) => (Answers::Stderr, line),
        _ => return Err(form(wanted, COMMAND)),
    };
    Ok(Arc::new(Program::new(split(line)?, wanted.folder)?.answering_on(answers)))
}

/// `claude:MODEL` and the like.
#[cfg(all(unix, feature = "programs"))]
fn cli(tool: crate::agent::cli::Tool, wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    let session = wanted.settings.session.unwrap_or(super::Session::Turn);
    Ok(Arc::new(crate::agent::Cli::new(tool, wanted.spec, wanted.folder)?.lasting(session)))
}

/// `acp:WORDS`.
#[cfg(all(unix, feature = "acp"))]
fn acp(wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    use crate::agent::acp::{Acp, USAGE};

    let line = wanted.rest().ok_or_else(|| form(wanted, USAGE))?;
    let session = wanted.settings.session.unwrap_or(super::Session::Turn);
    Ok(Arc::new(Acp::new(super::split(line)?, wanted.folder)?.lasting(session)))
}

fn form(wanted: &Wanted<'_>, usage: &str) -> AgentSpecError {
    AgentSpecError::Form { spec: wanted.spec.to_owned(), usage: usage.to_owned() }
}

/// `LIST[/DOMAIN[,DOMAIN]]`, the list being one that ships or a file that ends with `.toml`.
fn checklist(wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    let Some(rest) = wanted.rest() else {
        return Err(form(wanted, CHECKLIST));
    };
    let (list, domains) = match rest.split_once(".toml") {
        Some((path, behind)) => (file_list(&wanted.folder.join(format!("{path}.toml")))?, behind.strip_prefix('/')),
        None => match rest.split_once('/') {
            Some((name, domains)) => (shipped_list(name)?, Some(domains)),
            None => (shipped_list(rest)?, None),
        },
    };
    let domains: Vec<&str> = domains.iter().flat_map(|text| text.split(',')).map(str::trim).collect();
    let known: Vec<String> = list.domains().into_iter().map(str::to_owned).collect();
    match domains.iter().find(|name| !known.iter().any(|domain| domain == *name)) {
        Some(name) => {
            Err(AgentSpecError::UnknownDomain { list: list.name().to_owned(), name: (*name).to_owned(), known })
        }
        None => Ok(Arc::new(ChecklistSeat::new(list, domains.into_iter().map(str::to_owned).collect()))),
    }
}

/// The largest checklist file.
const MOST_CHECKLIST_BYTES: u64 = 1 << 20;

fn file_list(path: &Path) -> Result<Checklist, AgentSpecError> {
    let text = read_text(path, MOST_CHECKLIST_BYTES);
    let text = text.map_err(|source| AgentSpecError::Unreadable { path: path.to_owned(), source })?;
    Ok(Checklist::parse(&path.to_string_lossy(), &text)?)
}

fn shipped_list(name: &str) -> Result<Checklist, AgentSpecError> {
    Checklist::shipped(name).ok_or_else(|| AgentSpecError::UnknownList {
        name: name.to_owned(),
        known: Checklist::shipped_names().map(str::to_owned).collect(),
    })
}

/// How an agent behind a gateway's HTTP is written.
#[cfg(feature = "http")]
const OPENCLAW_HTTP: &str = "openclaw-http:AGENT or openclaw-http@URL:AGENT";
#[cfg(feature = "http")]
const OPENCLAW_HTTP_PURPOSE: &str = "an agent of an OpenClaw gateway over its chat completions, by its id, on another machine \
                                     with TLS only; the token from OPENCLAW_GATEWAY_TOKEN or `key_file`, the address from \
                                     OPENCLAW_GATEWAY_URL, or http://127.0.0.1:18789/v1";

#[cfg(feature = "http")]
fn model(wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    use crate::agent::http::{Client, Key, ModelSpec, Provider, Settings, Streaming};

    let settings = wanted.settings;
    let mut spec: ModelSpec = wanted.spec.parse()?;
    let has_own_url = wanted.spec.trim().get(wanted.kind().len()..).is_some_and(|rest| rest.starts_with('@'));
    let variable = || spec.provider().url_variable().and_then(|name| std::env::var(name).ok());
    let url = settings.base_url.clone().or_else(variable).filter(|url| !has_own_url && !url.trim().is_empty());
    if let Some(url) = url {
        spec = spec.at(&url)?;
    }
    let key = match &settings.key_file {
        Some(path) => Some(Key::from_file(path)?),
        None => Key::from_env(spec.provider())?,
    };
    // A file from elsewhere can name an address; a key that lies in the environment does not follow it in the clear.
    if key.is_some() && settings.key_file.is_none() && spec.is_in_the_clear() {
        return Err(AgentSpecError::KeyInTheClear { url: spec.base_url().to_owned() });
    }
    let settings = Settings {
        temperature: settings.temperature,
        max_tokens: settings.max_tokens,
        window: settings.window,
        streaming: match settings.stream {
            Some(false) => Streaming::Off,
            // Nothing of a gateway's answer is shown before the marks in it are taken off.
            None if spec.provider() == Provider::OpenClaw => Streaming::Off,
            _ => Streaming::On,
        },
        session: settings.session.unwrap_or(super::Session::Discussion),
        ..Settings::default()
    };
    Ok(Arc::new(Client::connect(&spec, key, settings)?))
}
