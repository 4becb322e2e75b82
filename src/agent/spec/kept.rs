//! What a record holds of a backend, and the backend that is made again from it.

use std::{
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use quorate_strategies::{seat::Spec, strategy::Knobs};

use super::{AgentFactory, AgentSpecError, ModelSettings, Wanted};
use crate::agent::{Agent, Timed, TurnTime};

/// Kinds that no model answers for.
const NO_MODELS: [&str; 4] = ["checklist", "rehearsal", "human", "command"];
/// Kinds whose text is a command line.
const COMMAND_LINES: [&str; 2] = ["command", "acp"];
/// The time of a turn, in milliseconds.
const TURN: &str = "turn_ms";
/// A turn that only the end of the discussion ends.
const OPEN: &str = "open";
/// Where relative paths begin.
const FOLDER: &str = "folder";

impl Wanted<'_> {
    /// What another process makes the same backend from. None where the text holds what looks like a secret, or a path
    /// that is no text: a record is read by many. Of a key only the file is named that it lies in.
    #[must_use]
    pub fn kept(&self) -> Option<Spec> {
        let kind = self.kind().to_ascii_lowercase();
        if holds_a_secret(&kind, self) {
            return None;
        }
        let mut settings = Knobs::new();
        if COMMAND_LINES.contains(&&*kind) || is_cli(&kind) || self.spec.contains(".toml") {
            let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { self.folder };
            settings.insert(FOLDER.to_owned(), std::path::absolute(folder).ok()?.to_str()?.to_owned());
        }
        if kind == "acp" || is_cli(&kind) {
            // The others are for services, and may hold what is secret; its own login is none of ours.
            ModelSettings { session: self.settings.session, ..ModelSettings::default() }.keep_in(&mut settings)?;
        } else if !NO_MODELS.contains(&&*kind) {
            self.settings.keep_in(&mut settings)?;
        }
        Some(Spec { text: self.spec.trim().into(), settings })
    }
}

/// Whether an agent program that is known by name answers for this kind.
#[cfg(all(unix, feature = "programs"))]
fn is_cli(kind: &str) -> bool {
    crate::agent::cli::Tool::named(kind).is_some()
}

#[cfg(not(all(unix, feature = "programs")))]
const fn is_cli(_kind: &str) -> bool {
    false
}

fn holds_a_secret(kind: &str, wanted: &Wanted<'_>) -> bool {
    #[cfg(all(unix, feature = "programs"))]
    if COMMAND_LINES.contains(&kind) {
        return super::split(wanted.spec).map_or(true, |words| !crate::agent::program::is_open(&words));
    }
    // A key may hide behind a question mark of an address, or before its host.
    let asks = |text: &str| {
        text.split_once("://").is_some_and(|(_, rest)| {
            rest.contains('?') || rest.split('/').next().is_some_and(|authority| authority.contains('@'))
        })
    };
    !NO_MODELS.contains(&kind) && (asks(wanted.spec) || wanted.settings.base_url.as_deref().is_some_and(asks))
}

impl ModelSettings {
    fn keep_in(&self, settings: &mut Knobs) -> Option<()> {
        let key_file = match &self.key_file {
            Some(path) => Some(std::path::absolute(path).ok()?.to_str()?.to_owned()),
            None => None,
        };
        let all = [
            ("base_url", self.base_url.clone()),
            ("key_file", key_file),
            ("temperature", self.temperature.map(|number| number.to_string())),
            ("max_tokens", self.max_tokens.map(|number| number.to_string())),
            ("window", self.window.map(|number| number.to_string())),
            ("stream", self.stream.map(|flag| flag.to_string())),
            ("session", self.session.map(|session| session.name().to_owned())),
        ];
        settings.extend(all.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
        Some(())
    }

    fn kept_in(spec: &Spec) -> Result<Self, AgentSpecError> {
        Ok(Self {
            base_url: spec.settings.get("base_url").cloned(),
            key_file: spec.settings.get("key_file").map(PathBuf::from),
            temperature: number(spec, "temperature")?,
            max_tokens: number(spec, "max_tokens")?,
            window: number(spec, "window")?,
            stream: number(spec, "stream")?,
            session: number(spec, "session")?,
        })
    }
}

/// A value of a record, which anybody may have written.
fn number<T: FromStr>(spec: &Spec, key: &str) -> Result<Option<T>, AgentSpecError> {
    let Some(text) = spec.settings.get(key) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| AgentSpecError::Form {
        spec: spec.text.to_string(),
        usage: format!("the record sets {key} = {text:?}, which it cannot be"),
    })
}

/// The same, for turns of this time.
pub(crate) fn timed(mut spec: Spec, time: TurnTime) -> Spec {
    let ms = match time {
        TurnTime::Own(time) => time.as_millis().to_string(),
        TurnTime::Open => OPEN.to_owned(),
        TurnTime::Usual | TurnTime::UnlessSet(_) => return spec,
    };
    spec.settings.insert(TURN.to_owned(), ms);
    spec
}

impl AgentFactory {
    /// The backend that a record tells of, with the settings and the time it had.
    ///
    /// ```
    /// use std::path::Path;
    /// use quorate::agent::spec::{AgentFactory, ModelSettings, Wanted};
    ///
    /// let agents = AgentFactory::builtin();
    /// let wanted = Wanted { spec: "rehearsal", settings: &ModelSettings::default(), folder: Path::new("") };
    /// let kept = wanted.kept().expect("there is no secret in it");
    /// assert_eq!(agents.again(&kept)?.backend(), agents.agent(&wanted)?.backend());
    /// # Ok::<(), quorate::agent::spec::AgentSpecError>(())
    /// ```
    ///
    /// # Errors
    /// [`AgentSpecError`] when it cannot be had, or the record sets what cannot be.
    pub fn again(&self, spec: &Spec) -> Result<Arc<dyn Agent>, AgentSpecError> {
        let settings = ModelSettings::kept_in(spec)?;
        let folder = spec.settings.get(FOLDER).map_or("", String::as_str);
        let agent = self.agent(&Wanted { spec: &spec.text, settings: &settings, folder: Path::new(folder) })?;
        let time = match spec.settings.get(TURN).map(String::as_str) {
            None => return Ok(agent),
            Some(OPEN) => TurnTime::Open,
            Some(_) => TurnTime::Own(Duration::from_millis(number(spec, TURN)?.unwrap_or_default())),
        };
        Ok(Arc::new(Timed::new(agent, time)))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Session, *};

    fn kept(spec: &str, settings: &ModelSettings) -> Option<Spec> {
        Wanted { spec, settings, folder: Path::new("/bots") }.kept()
    }

    #[test]
    fn settings_come_back_as_they_were() {
        let settings = ModelSettings {
            base_url: Some("http://127.0.0.1:1/v1".into()),
            key_file: Some("/keys/one".into()),
            temperature: Some(0.25),
            max_tokens: Some(512),
            window: Some(8192),
            stream: Some(false),
            session: Some(Session::Turn),
        };
        let spec = kept("openai:m", &settings).unwrap();
        assert_eq!(ModelSettings::kept_in(&spec).unwrap(), settings);
        assert!(kept("rehearsal", &settings).unwrap().settings.is_empty());
        let bad = Spec { settings: [("window".to_owned(), "wide".to_owned())].into(), ..spec };
        assert!(AgentFactory::builtin().again(&bad).is_err());
    }

    #[test]
    fn times_of_turns_come_back() {
        let spec = kept("rehearsal", &ModelSettings::default()).unwrap();
        for time in [TurnTime::Open, TurnTime::Own(Duration::from_millis(1500))] {
            assert_eq!(AgentFactory::builtin().again(&timed(spec.clone(), time)).unwrap().turn_time(), time);
        }
    }

    #[cfg(all(unix, feature = "programs"))]
    #[test]
    fn a_text_with_a_secret_is_not_kept() {
        let usual = ModelSettings::default();
        assert_eq!(kept("command:./bot.sh -p 'be brief'", &usual).unwrap().settings[FOLDER], "/bots");
        assert_eq!(kept("acp:./bot.sh --acp", &usual).unwrap().settings[FOLDER], "/bots");
        assert_eq!(kept("acp:bot --api-key abc", &usual), None);
        for secret in ["command:bot --api-key abc", "command:bot API_KEY=abc", "command:curl https://a:b@host/"] {
            assert_eq!(kept(secret, &usual), None, "{secret}");
        }
        for secret in ["openai@https://host/v1?key=abc:m", "openclaw@ws://abc@127.0.0.1:1:a"] {
            assert_eq!(kept(secret, &usual), None, "{secret}");
        }
        assert!(kept("openclaw@ws://127.0.0.1:18789:alice", &usual).is_some());
    }
}
