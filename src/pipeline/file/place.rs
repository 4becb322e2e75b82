//! Where in its file a pipeline is wrong.

use super::{
    FileError, PipelineFile,
    stage::{Kind, StageSettings, Texts},
};
use crate::{
    pipeline::{CheckError, PipelineError},
    preset::{Place, Placed},
};

impl PipelineFile {
    /// The same error with the place of the setting that it is about.
    pub(super) fn placed(&self, error: PipelineError) -> FileError {
        let place = match &error {
            PipelineError::Stage { stage, error } => {
                if let Some(settings) = self.stages.iter().find(|one| one.name.value == **stage) {
                    return settings.wrong(error);
                }
                None
            }
            PipelineError::UnknownNeed { stage, need, .. } => self.need(stage, need),
            PipelineError::Twice { name } => {
                self.stages.iter().rev().find(|one| one.name.value == **name).map(|one| one.place.clone())
            }
            PipelineError::Cycle(cycle) => {
                let drawn = cycle.to_string();
                let is_in = |stage: &&StageSettings| drawn.split_whitespace().any(|word| word == stage.name.value);
                self.stages
                    .iter()
                    .find(is_in)
                    .map(|one| one.needs.first().map_or(&one.place, |need| &need.place).clone())
            }
            _ => None,
        };
        FileError::Pipeline { place: place.unwrap_or_else(|| self.whole()), source: Box::new(error) }
    }

    fn need(&self, stage: &str, need: &str) -> Option<Place> {
        let settings = self.stages.iter().find(|one| one.name.value == stage)?;
        let named = settings.needs.iter().find(|one| one.value.trim_end_matches('?') == need);
        Some(named.map_or(&settings.place, |named| &named.place).clone())
    }
}

impl StageSettings {
    fn wrong(&self, error: &CheckError) -> FileError {
        let key = format!("stage.{}", error.key);
        let setting = self.setting(&error.key);
        match (error.template(), setting) {
            (Some(wrong), Some(setting)) => FileError::template(&key, setting, wrong.clone()),
            (_, setting) => FileError::Stage {
                place: setting.map_or(&self.place, |setting| &setting.place).clone(),
                why: format!("{key}: {}", error.source),
            },
        }
    }

    /// The setting of a key, as checks name it: `topic`, `options[0]`, `material[1].text`.
    fn setting(&self, key: &str) -> Option<&Placed<String>> {
        let (name, rest) = key.split_once('[').unwrap_or((key, ""));
        let at = || rest.split_once(']').and_then(|(number, _)| number.parse::<usize>().ok());
        match (name, &self.kind) {
            ("when", _) => self.when.as_ref(),
            ("each", _) => self.each.as_ref(),
            ("text", Kind::Text { text }) => Some(text),
            ("gate", Kind::Gate { question, .. }) => Some(question),
            ("shows", Kind::Gate { shows, .. }) => shows.as_ref(),
            ("stdin", Kind::Command { stdin, .. }) => stdin.as_ref(),
            ("command", Kind::Command { words, .. }) => words.get(at()?),
            ("discussion", Kind::Discussion(own)) => Some(&own.preset),
            ("topic", Kind::Discussion(own)) => own.topic.as_ref(),
            ("background", Kind::Discussion(own)) => own.background.as_ref(),
            ("options", Kind::Discussion(own)) => own.options.get(at()?),
            ("material", Kind::Discussion(own)) => {
                let one = own.material.get(at()?)?;
                match (&one.name, &one.texts) {
                    (Some(name), _) if rest.ends_with("name") => Some(name),
                    (_, Texts::One(text) | Texts::List(text)) => Some(text),
                }
            }
            _ => None,
        }
    }
}
