//! Backends for the seats of a discussion, each spec made once.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use quorate_strategies::seat::{Spec, fold};

use super::{
    error::PresetError,
    overrides::Overrides,
    place::{Place, Placed},
    seats::SeatSettings,
    settings::Settings,
};
use crate::agent::{
    Agent,
    spec::{AgentFactory, AgentSpecError, ModelSettings, Wanted},
};

/// What answers for a seat where nothing is said.
const AGENT: &str = "rehearsal";

pub(super) fn model_flag(model: &str) -> Placed<String> {
    Placed::new(model.to_owned(), Place::Flag(format!("--model {model}").into()))
}

/// A backend, and what another process makes it from.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub(super) agent: Arc<dyn Agent>,
    pub(super) spec: Option<Spec>,
}

/// Makes backends, each spec once: seats behind the same one share it.
pub(super) struct Makers<'a> {
    /// What answers for seats that name nothing.
    usual: Option<&'a Placed<String>>,
    overrides: &'a Overrides,
    agents: &'a AgentFactory,
    settings: ModelSettings,
    made: HashMap<(String, PathBuf), Made>,
}

impl<'a> Makers<'a> {
    pub(super) fn new(
        settings: &'a Settings,
        overrides: &'a Overrides,
        agents: &'a AgentFactory,
    ) -> Result<Self, PresetError> {
        let model = model_settings(settings);
        refused(model.check_base_url(), settings.base_url.as_ref().map(|url| &url.place))?;
        refused(model.check_key(), settings.key_file.as_ref().map(|path| &path.place))?;
        Ok(Self { usual: settings.agent.as_ref(), overrides, agents, settings: model, made: HashMap::new() })
    }

    /// What answers for a seat: the flag for it, the model for all, its own backend, or the preset's.
    pub(super) fn agent(&mut self, seat: &SeatSettings) -> Result<Made, PresetError> {
        let flag = self.overrides.agents.iter().rev().find(|(name, _)| fold(name) == fold(&seat.name));
        if let Some((name, spec)) = flag {
            let place = Place::Flag(format!("--agent {name}={spec}").into());
            return self.make(&Placed::new(spec.clone(), place), Path::new(""));
        }
        if let Some(model) = &self.overrides.model {
            return self.make(&model_flag(model), Path::new(""));
        }
        match seat.agent.as_ref().or(self.usual) {
            Some(spec) => self.make(spec, &seat.folder),
            None => self.make(&Placed::new(AGENT.to_owned(), seat.place.clone()), Path::new("")),
        }
    }

    pub(super) fn make(&mut self, spec: &Placed<String>, folder: &Path) -> Result<Made, PresetError> {
        let key = (spec.value.clone(), folder.to_owned());
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        let wanted = Wanted { spec: &spec.value, settings: &self.settings, folder };
        let made = self.agents.agent(&wanted);
        let agent =
            made.map_err(|source| PresetError::Agent { place: spec.place.clone(), source: Box::new(source) })?;
        let made = Made { agent, spec: wanted.kept() };
        self.made.insert(key, made.clone());
        Ok(made)
    }
}

/// A setting that is refused by itself, at its own place; one that is not there cannot be.
fn refused(checked: Result<(), AgentSpecError>, place: Option<&Place>) -> Result<(), PresetError> {
    match (checked, place) {
        (Err(source), Some(place)) => Err(PresetError::Agent { place: place.clone(), source: Box::new(source) }),
        _ => Ok(()),
    }
}

fn model_settings(settings: &Settings) -> ModelSettings {
    ModelSettings {
        base_url: settings.base_url.as_ref().map(|url| url.value.clone()),
        key_file: settings.key_file.as_ref().map(|path| path.value.clone()),
        temperature: settings.temperature.as_ref().map(|number| number.value),
        max_tokens: settings.max_tokens.as_ref().map(|number| number.value),
        window: settings.window.as_ref().map(|number| number.value),
        stream: settings.stream.as_ref().map(|flag| flag.value),
        session: settings.session.as_ref().map(|session| session.value),
    }
}
