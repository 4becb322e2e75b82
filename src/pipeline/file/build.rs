//! From a file to a pipeline: templates are read, presets looked up, and everything is checked where it stands.

use std::{path::Path, sync::Arc, time::Duration};

use quorate_strategies::{brief::Language, event::Budget};

use super::{
    FileError, PipelineFile, Wishes,
    input::{Inputs, Missing},
    stage::{DiscussionSettings, Kind, MaterialSettings, StageSettings, Texts},
};
use crate::{
    pipeline::{
        Expression, Pipeline, Plan, Stage, Template, TemplateError, Values,
        kind::{DiscussionStage, GateStage, Matter, TextStage},
    },
    preset::{Overrides, Placed, Preset},
};

/// A pipeline that was made from a file and checked.
#[derive(Debug)]
pub struct Built {
    /// The pipeline, without a folder and a journal yet.
    pub pipeline: Pipeline,
    /// What runs when.
    pub plan: Plan,
    /// Its stages, in the order in which they are declared.
    pub stages: Vec<BuiltStage>,
    /// What all of them may spend together.
    pub budget: Budget,
    /// Time for all of them together.
    pub total: Option<Duration>,
}

/// What is to be known of a stage beside what it does.
#[derive(Debug, Clone)]
pub struct BuiltStage {
    /// Its name.
    pub name: Arc<str>,
    /// What it is.
    pub does: Does,
    /// The list that it runs over, as it is written.
    pub each: Option<String>,
    /// Further attempts after one that failed.
    pub retry: u32,
    /// The deliverable that takes its text.
    pub file: Option<String>,
}

/// What a stage is.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Does {
    /// It holds a discussion.
    Discussion(Box<DiscussionStage>),
    /// It runs a program.
    #[cfg(all(unix, feature = "programs"))]
    Command(super::super::kind::CommandStage),
    /// It asks a person.
    Gate(Box<GateStage>),
    /// It makes a text.
    Text(TextStage),
}

impl PipelineFile {
    /// The pipeline with these inputs, checked whole: nothing is asked and nothing spent.
    ///
    /// # Errors
    /// [`FileError`] names the place and what is wrong there, or an input that is missing.
    pub fn build(&self, wishes: &Wishes) -> Result<Built, FileError> {
        self.made(wishes, Missing::Refused)
    }

    /// The same with stand-ins for inputs that are missing, for a check before they are at hand.
    ///
    /// # Errors
    /// [`FileError`] names the place and what is wrong there.
    pub fn look(&self, wishes: &Wishes) -> Result<Built, FileError> {
        self.made(wishes, Missing::StoodInFor)
    }

    fn made(&self, wishes: &Wishes, missing: Missing) -> Result<Built, FileError> {
        let inputs = Inputs::of(&self.inputs, &wishes.inputs, missing)?;
        let mut pipeline = Pipeline::new(self.name.as_str()).budget(self.budget.budget());
        for (name, value) in &inputs.values {
            pipeline = pipeline.input(name.as_str(), value.clone());
        }
        if let Some(total) = self.total {
            pipeline = pipeline.total(total);
        }
        if let Some(most) = self.at_once {
            pipeline = pipeline.at_once(most);
        }
        let maker = Maker { file: self, wishes, inputs: &inputs };
        let mut stages = Vec::with_capacity(self.stages.len());
        for settings in &self.stages {
            let does = maker.does(settings)?;
            pipeline = pipeline.stage(stage(settings, &does)?);
            stages.push(BuiltStage {
                name: settings.name.value.as_str().into(),
                does,
                each: settings.each.as_ref().map(|each| each.value.clone()),
                retry: settings.retry,
                file: settings.file.as_ref().map(|file| file.value.clone()),
            });
        }
        self.deliverables()?;
        let plan = pipeline.check().map_err(|error| self.placed(error))?;
        Ok(Built { pipeline, plan, stages, budget: self.budget.budget(), total: self.total })
    }

    /// Two stages may not write one file, and a list makes many texts.
    fn deliverables(&self) -> Result<(), FileError> {
        let mut known: Vec<String> = Vec::new();
        for stage in &self.stages {
            let Some(file) = &stage.file else { continue };
            // Some file systems take no notice of case.
            let name = file.value.to_lowercase();
            let why = match (&stage.each, known.contains(&name)) {
                (Some(_), _) => "a stage over a list makes many texts; join them in a text stage of its own".to_owned(),
                (None, true) => format!("another stage writes {:?} already; give another name", file.value),
                (None, false) => {
                    known.push(name);
                    continue;
                }
            };
            return Err(FileError::Stage { place: file.place.clone(), why: format!("stage.file: {why}") });
        }
        Ok(())
    }
}

fn stage(settings: &StageSettings, does: &Does) -> Result<Stage, FileError> {
    let name = settings.name.value.as_str();
    let stage = match does.clone() {
        Does::Discussion(work) => Stage::new(name, *work),
        #[cfg(all(unix, feature = "programs"))]
        Does::Command(work) => Stage::new(name, work),
        Does::Gate(work) => Stage::new(name, *work),
        Does::Text(work) => Stage::new(name, work),
    };
    let mut stage = stage.needs(settings.needs.iter().map(|need| need.value.as_str())).retry(settings.retry);
    if let Some(policy) = settings.on_failure {
        stage = stage.on_failure(policy);
    }
    if let Some(when) = &settings.when {
        stage = stage.when(expression("stage.when", when)?);
    }
    if let Some(each) = &settings.each {
        stage = stage.each(expression("stage.each", each)?);
    }
    Ok(stage)
}

fn template(key: &str, text: &Placed<String>) -> Result<Template, FileError> {
    Template::new(text.value.as_str()).map_err(|error| FileError::template(key, text, error))
}

fn expression(key: &str, text: &Placed<String>) -> Result<Expression, FileError> {
    Expression::new(text.value.as_str()).map_err(|error| FileError::template(key, text, error))
}

/// Makes what stages do.
struct Maker<'a> {
    file: &'a PipelineFile,
    wishes: &'a Wishes,
    inputs: &'a Inputs,
}

impl Maker<'_> {
    fn does(&self, settings: &StageSettings) -> Result<Does, FileError> {
        Ok(match &settings.kind {
            Kind::Discussion(discussion) => Does::Discussion(Box::new(self.discussion(discussion)?)),
            Kind::Command { words, stdin, ms } => self.command(words, stdin.as_ref(), Duration::from_millis(*ms))?,
            Kind::Gate { question, shows, ms, silent } => {
                let mut gate = GateStage::new(template("stage.gate", question)?)
                    .wait(Duration::from_millis(*ms))
                    .silent(*silent)
                    .language(self.language())
                    .records(self.wishes.records.clone());
                if let Some(shows) = shows {
                    gate = gate.shows(template("stage.shows", shows)?);
                }
                if let Some(principal) = &self.wishes.principal {
                    gate = gate.principal(Arc::clone(principal));
                }
                Does::Gate(Box::new(gate))
            }
            Kind::Text { text } => Does::Text(TextStage::new(template("stage.text", text)?)),
        })
    }

    fn language(&self) -> Language {
        self.wishes.language.or(self.file.language).unwrap_or_default()
    }

    #[cfg(all(unix, feature = "programs"))]
    fn command(
        &self,
        words: &[Placed<String>],
        stdin: Option<&Placed<String>>,
        time: Duration,
    ) -> Result<Does, FileError> {
        let words: Result<Vec<_>, _> = words.iter().map(|word| template("stage.command", word)).collect();
        let mut command = super::super::kind::CommandStage::new(words?, &self.file.folder).time(time);
        if let Some(stdin) = stdin {
            command = command.stdin(template("stage.stdin", stdin)?);
        }
        Ok(Does::Command(command))
    }

    #[cfg(not(all(unix, feature = "programs")))]
    fn command(&self, words: &[Placed<String>], _: Option<&Placed<String>>, _: Duration) -> Result<Does, FileError> {
        let place = words.first().map_or_else(|| self.file.whole(), |word| word.place.clone());
        let why = "stage.command: this build of quorate runs no programs; build it with the feature `programs`";
        Err(FileError::Stage { place, why: why.to_owned() })
    }

    fn discussion(&self, settings: &DiscussionSettings) -> Result<DiscussionStage, FileError> {
        let named = &settings.preset;
        let preset = Preset::beside(&named.value, &self.file.folder)
            .map_err(|error| FileError::Stage { place: named.place.clone(), why: error.to_string() })?;
        let overrides = self.overrides(settings, &preset)?;
        let mut stage = DiscussionStage::new(preset).overrides(overrides).records(self.wishes.records.clone());
        if let Some(topic) = &settings.topic {
            stage = stage.topic(template("stage.topic", topic)?);
        }
        if let Some(background) = &settings.background {
            stage = stage.background(template("stage.background", background)?);
        }
        for (n, material) in (1..).zip(&settings.material) {
            stage = stage.material(self.matter(material, n)?);
        }
        let options: Result<Vec<_>, _> = settings.options.iter().map(|one| template("stage.options", one)).collect();
        Ok(stage.options(options?))
    }

    fn overrides(&self, settings: &DiscussionSettings, preset: &Preset) -> Result<Overrides, FileError> {
        let own = settings.model.as_ref().map(|model| model.value.clone());
        let usual = self.file.language.filter(|_| preset.language().is_none());
        let mut overrides = Overrides {
            model: self.wishes.model.clone().or(own),
            agents: settings.agents.iter().map(|(seat, spec)| (seat.clone(), spec.value.clone())).collect(),
            language: self.wishes.language.or(usual),
            ..Overrides::default()
        };
        let values = self.inputs.values.iter().fold(Values::new(), |all, (name, value)| all.input(name, value));
        for (name, text) in &settings.set {
            let key = format!("stage.set.{name}");
            let value = template(&key, text)?.fill(&values).map_err(|error| self.only_inputs(&key, text, error))?;
            // What stands in for an input is no setting.
            if self.inputs.is_whole() || !text.value.contains("{{") {
                overrides = overrides.set(name, value);
            }
        }
        Ok(overrides)
    }

    fn only_inputs(&self, key: &str, text: &Placed<String>, error: TemplateError) -> FileError {
        match text.value.contains("stages") || text.value.contains("item") {
            true => FileError::Stage {
                place: text.place.clone(),
                why: format!(
                    "{key}: settings name inputs alone, so that what was said never chooses what is asked next"
                ),
            },
            false => FileError::template(key, text, error),
        }
    }

    fn matter(&self, settings: &MaterialSettings, n: usize) -> Result<Matter, FileError> {
        let given = settings.name.as_ref().map(|name| template("stage.material.name", name)).transpose()?;
        match &settings.texts {
            Texts::One(text) => {
                let called = || self.inputs.called(&text.value).map_or_else(|| format!("text {n}"), str::to_owned);
                let name = given.map_or_else(|| self.literal(&called()), Ok)?;
                Ok(Matter::Text { name, text: template("stage.material.text", text)? })
            }
            Texts::List(list) => {
                let name = given.map_or_else(|| self.literal("text"), Ok)?;
                Ok(Matter::List { name, list: expression("stage.material.list", list)? })
            }
        }
    }

    /// A template that gives this very text.
    fn literal(&self, text: &str) -> Result<Template, FileError> {
        let source =
            if text.contains('{') { format!("{{{{ {} }}}}", serde_json::json!(text)) } else { text.to_owned() };
        let placed = Placed::new(source, self.file.whole());
        template("stage.material.name", &placed)
    }
}

/// The last part of a path, which is the same from whichever folder it is named.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()).into_owned()
}
