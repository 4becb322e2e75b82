//! An agent of a gateway as text: `openclaw:AGENT`, `openclaw@ws://HOST:PORT:AGENT`.

use std::sync::Arc;

use super::{Address, OpenClaw, OpenClawError, TOKEN_VARIABLE, URL_VARIABLE};
use crate::agent::{
    Agent,
    http::{Key, KeySource, url_end},
    spec::{AgentSpecError, Session, Wanted},
};

/// How it is written.
pub(in crate::agent) const USAGE: &str = "openclaw:AGENT or openclaw@ws://HOST:PORT:AGENT";
/// What it is.
pub(in crate::agent) const PURPOSE: &str = "an agent of an OpenClaw gateway on this machine, by its id; the address from \
                                            OPENCLAW_GATEWAY_URL (ws://127.0.0.1:18789), the token from \
                                            OPENCLAW_GATEWAY_TOKEN or `key_file`";

/// The agent that is wanted, with what the environment says where the text and the settings do not.
pub(in crate::agent) fn wanted(wanted: &Wanted<'_>) -> Result<Arc<dyn Agent>, AgentSpecError> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    Ok(Arc::new(made(wanted, variable)?))
}

fn made(wanted: &Wanted<'_>, variable: impl Fn(&str) -> Option<String>) -> Result<OpenClaw, OpenClawError> {
    let settings = wanted.settings;
    let (url, agent) = parts(wanted)?;
    let address = match url.map(str::to_owned).or_else(|| settings.base_url.clone()).or_else(|| variable(URL_VARIABLE))
    {
        Some(url) => url.parse()?,
        None => Address::default(),
    };
    let token = match &settings.key_file {
        Some(path) => Some(Key::from_file(path)?),
        None => variable(TOKEN_VARIABLE)
            .map(|token| Key::checked(&token, KeySource::Variable(TOKEN_VARIABLE.to_owned())))
            .transpose()?,
    };
    let claw = OpenClaw::new(agent, address, token)?.with_session(settings.session.unwrap_or(Session::Discussion));
    Ok(match settings.window {
        Some(window) => claw.with_window(window),
        None => claw,
    })
}

/// The address, if there is one, and the agent.
fn parts<'a>(wanted: &Wanted<'a>) -> Result<(Option<&'a str>, &'a str), OpenClawError> {
    let kind = wanted.kind();
    let behind = wanted.spec.trim().get(kind.len()..).unwrap_or_default();
    let (url, agent) = match behind.strip_prefix('@') {
        Some(rest) => {
            let end = url_end(rest);
            (rest.get(..end), rest.get(end + 1..).unwrap_or_default())
        }
        None => (None, behind.strip_prefix(':').unwrap_or(behind)),
    };
    // What is wrong with an address says more than that no agent stands behind it.
    url.map(str::parse::<Address>).transpose()?;
    match agent.trim() {
        "" => Err(OpenClawError::NoAgent(wanted.spec.trim().trim_end_matches(':').to_owned())),
        agent => Ok((url, agent)),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::agent::spec::ModelSettings;

    fn claw(spec: &str, settings: &ModelSettings) -> Result<OpenClaw, OpenClawError> {
        made(&Wanted { spec, settings, folder: Path::new("") }, |_| None)
    }

    #[test]
    fn an_agent_is_named_with_or_without_an_address() {
        let usual = ModelSettings::default();
        for (spec, name) in [
            ("openclaw:alice", "openclaw:alice"),
            (" OpenClaw: Alice-2 ", "openclaw:alice-2"),
            ("openclaw@ws://127.0.0.1:18789:alice", "openclaw:alice"),
            ("openclaw@ws://localhost:18920:alice", "openclaw@ws://localhost:18920:alice"),
            ("openclaw@ws://[::1]:18920/:alice", "openclaw@ws://[::1]:18920:alice"),
        ] {
            assert_eq!(&*claw(spec, &usual).unwrap().backend().name, name, "{spec}");
        }
        for spec in ["openclaw", "openclaw:", "openclaw@ws://127.0.0.1:18789", "openclaw@ws://127.0.0.1:18789:"] {
            assert!(matches!(claw(spec, &usual), Err(OpenClawError::NoAgent(_))), "{spec}");
        }
        for spec in ["openclaw:a b", "openclaw:-a", "openclaw:a:subagent:b", "openclaw:爱丽丝", "openclaw:a/b"] {
            assert!(matches!(claw(spec, &usual), Err(OpenClawError::BadAgent(_))), "{spec}");
        }
        for spec in ["openclaw@ws://gate.example:18789:alice", "openclaw@wss://127.0.0.1:alice"] {
            assert!(matches!(claw(spec, &usual), Err(OpenClawError::Elsewhere { .. })), "{spec}");
        }
    }

    #[test]
    fn the_text_comes_before_the_settings_and_they_before_the_environment() {
        let set =
            ModelSettings { base_url: Some("ws://127.0.0.1:2".into()), window: Some(9), ..ModelSettings::default() };
        let environment = |name: &str| (name == URL_VARIABLE).then(|| "ws://127.0.0.1:3".to_owned());
        let name = |spec: &str, settings: &ModelSettings| {
            let wanted = Wanted { spec, settings, folder: Path::new("") };
            made(&wanted, environment).unwrap().backend().name
        };
        assert_eq!(&*name("openclaw@ws://127.0.0.1:1:a", &set), "openclaw@ws://127.0.0.1:1:a");
        assert_eq!(&*name("openclaw:a", &set), "openclaw@ws://127.0.0.1:2:a");
        assert_eq!(&*name("openclaw:a", &ModelSettings::default()), "openclaw@ws://127.0.0.1:3:a");
        assert_eq!(claw("openclaw:a", &set).unwrap().window(), Some(9));
    }

    #[test]
    fn a_token_is_never_shown() {
        let wanted = Wanted { spec: "openclaw:a", settings: &ModelSettings::default(), folder: Path::new("") };
        let one = made(&wanted, |name| (name == TOKEN_VARIABLE).then(|| "hush-hush".to_owned())).unwrap();
        assert!(!format!("{one:?} {:?}", one.lane()).contains("hush"));
        let bad = made(&wanted, |name| (name == TOKEN_VARIABLE).then(|| "hush hush".to_owned())).unwrap_err();
        assert!(bad.to_string().contains(TOKEN_VARIABLE) && !bad.to_string().contains("hush"), "{bad}");
    }
}
