//! A discussion from a preset or a file, about what came before.

use std::sync::Arc;

use async_trait::async_trait;
use quorate_strategies::{
    brief::{Language, Material},
    catalog::Catalog,
    event::Charter,
    seat::Roster,
    step::StopReason,
};
use serde_json::{Value, json};

use super::{KindError, Records, checked, held, written};
use crate::{
    agent::spec::AgentFactory,
    manager::{Discussion, Finished},
    pipeline::{
        error::{CheckError, WorkError},
        scope::Scope,
        shape::Shape,
        template::{Expression, Template},
        values::Values,
        work::{Task, Work},
    },
    preset::{Overrides, Preset, PresetError},
    report::{deliverable::Deliverable, result_json, schema},
};

#[cfg(feature = "html")]
use crate::report::{Page, Report as _};

mod matter;

pub use matter::Matter;

/// The files that are made from the record.
const MINUTES: &str = "minutes.md";
#[cfg(feature = "html")]
const PAGE: &str = "report.html";
const RESULT: &str = "result.json";

/// Holds a discussion. The result is the document of `result.json` (see [`result_json`]) and `minutes`, a text.
///
/// What it is about are templates. Who answers and every setting are plain texts: what a model said never chooses what is
/// asked next. A discussion in which nobody answered is a failed attempt; one without a decision is not. Its record is
/// kept from the first turn, so that an attempt that was cut off goes on with it and no turn is paid for twice.
#[derive(Debug, Clone)]
pub struct DiscussionStage {
    preset: Preset,
    overrides: Overrides,
    topic: Option<Template>,
    background: Option<Template>,
    material: Vec<Matter>,
    options: Vec<Template>,
    records: Records,
    catalog: Catalog,
    agents: Arc<AgentFactory>,
}

impl DiscussionStage {
    /// A discussion of this preset, with the strategies, rules and agents that come with Quorate.
    #[must_use]
    pub fn new(preset: Preset) -> Self {
        Self {
            preset,
            overrides: Overrides::default(),
            topic: None,
            background: None,
            material: Vec::new(),
            options: Vec::new(),
            records: Records::of(""),
            catalog: Catalog::builtin(),
            agents: Arc::new(AgentFactory::builtin()),
        }
    }

    /// With this over the preset: agents, a model, a language, settings. Topic, background, options and texts are given by
    /// their templates.
    #[must_use]
    pub fn overrides(mut self, overrides: Overrides) -> Self {
        self.overrides = overrides;
        self
    }

    /// On this topic.
    #[must_use]
    pub fn topic(mut self, topic: Template) -> Self {
        self.topic = Some(topic);
        self
    }

    /// With this background.
    #[must_use]
    pub fn background(mut self, background: Template) -> Self {
        self.background = Some(background);
        self
    }

    /// With these texts to talk about.
    #[must_use]
    pub fn material(mut self, matter: Matter) -> Self {
        self.material.push(matter);
        self
    }

    /// With these options to vote for.
    #[must_use]
    pub fn options(mut self, options: impl IntoIterator<Item = Template>) -> Self {
        self.options.extend(options);
        self
    }

    /// Kept and watched like this.
    #[must_use]
    pub fn records(mut self, records: Records) -> Self {
        self.records = records;
        self
    }

    /// With strategies, rules and agents of one's own.
    #[must_use]
    pub fn with(mut self, catalog: Catalog, agents: AgentFactory) -> Self {
        (self.catalog, self.agents) = (catalog, Arc::new(agents));
        self
    }

    /// The discussion with stand-ins for everything that is filled in later, so that the rest can be checked.
    pub(crate) fn stand_in(&self) -> Result<Discussion, PresetError> {
        let text = |template: &Template| template.source().to_owned();
        let mut overrides = self.overrides.clone();
        overrides.topic = self.topic.as_ref().map(text).or(overrides.topic);
        overrides.background = self.background.as_ref().map(text).or(overrides.background);
        let options = (1..).zip(&self.options).map(|(n, option)| format!("{n} {}", option.source()));
        overrides.options.extend(options);
        let matters = self.material.iter().map(Matter::stand_in);
        let texts = matters.map(|(name, text)| Material { name: name.into(), text: text.into() });
        overrides.texts.extend(texts);
        self.preset.discussion(&overrides, &self.catalog, &self.agents)
    }

    /// The most tokens of an answer, where that is set.
    #[cfg(feature = "command")]
    pub(crate) fn max_tokens(&self) -> Result<Option<u32>, PresetError> {
        self.preset.max_tokens(&self.overrides, &self.catalog)
    }

    fn filled(&self, values: &Values) -> Result<Overrides, WorkError> {
        let text = |template: &Option<Template>| template.as_ref().map(|one| one.fill(values)).transpose();
        let mut overrides = self.overrides.clone();
        overrides.topic = text(&self.topic)?.or(overrides.topic);
        overrides.background = text(&self.background)?.or(overrides.background);
        for option in &self.options {
            overrides.options.push(option.fill(values)?);
        }
        for (at, matter) in self.material.iter().enumerate() {
            overrides.texts.extend(matter.texts(values, at)?);
        }
        Ok(overrides)
    }
}

/// Everything that was settled but what is filled in later, and what no two runs share.
fn settled(charter: Charter, roster: &Roster) -> Value {
    let mut settled = serde_json::to_value(charter).unwrap_or_default();
    if let Value::Object(fields) = &mut settled {
        // A preset is named by its path, which is another one from another folder.
        for key in ["id", "seed", "software", "brief", "preset"] {
            fields.remove(key);
        }
    }
    json!([settled, roster.iter().map(|(_, seat)| seat).collect::<Vec<_>>()])
}

#[async_trait]
impl Work for DiscussionStage {
    fn check(&self, scope: &Scope) -> Result<(), CheckError> {
        for (key, template) in [("topic", &self.topic), ("background", &self.background)] {
            template.as_ref().map_or(Ok(()), |template| checked(key, template, scope))?;
        }
        for (at, matter) in self.material.iter().enumerate() {
            matter.check(at, scope)?;
        }
        for (at, option) in self.options.iter().enumerate() {
            checked(&format!("options[{at}]"), option, scope)?;
        }
        self.stand_in().map(drop).map_err(|error| CheckError::new("discussion", error))
    }

    fn gives(&self) -> Shape {
        let document = serde_json::from_str(schema()).unwrap_or_default();
        match Shape::of_schema(&document) {
            Shape::Fields(mut fields) => {
                fields.insert("minutes".into(), Shape::Text);
                Shape::Fields(fields)
            }
            other => other,
        }
    }

    fn definition(&self) -> Value {
        let source = |template: &Option<Template>| template.as_ref().map(|one| one.source().to_owned());
        let plan = self.stand_in().ok().and_then(|discussion| discussion.check().ok());
        json!({
            "settled": plan.map(|plan| settled(plan.charter, &plan.roster)),
            "language": self.overrides.language,
            "topic": source(&self.topic).or_else(|| {
                let language = self.overrides.language.or(self.preset.language()).unwrap_or(Language::En);
                self.preset.topic(language).map(str::to_owned)
            }),
            "background": source(&self.background),
            "material": self.material.iter().map(Matter::definition).collect::<Vec<_>>(),
            "options": self.options.iter().map(Template::source).collect::<Vec<_>>(),
        })
    }

    async fn perform(&self, task: Task<'_>) -> Result<Value, WorkError> {
        let overrides = self.filled(task.values)?;
        let discussion = self.preset.discussion(&overrides, &self.catalog, &self.agents).map_err(WorkError::lasting)?;
        let discussion = discussion.seed(task.seed);
        let opened = held::Opened::of(&task, &self.records, &discussion)?;
        let finished = opened.begin(discussion, &task, &self.records).run().await.map_err(WorkError::lasting)?;
        let minutes = held::minutes(&finished);
        written(task.folder, MINUTES, minutes.as_bytes())?;
        #[cfg(feature = "html")]
        written(task.folder, PAGE, &page(&finished)?)?;
        let mut result = result_json(&finished.source());
        let document = serde_json::to_vec_pretty(&result).map_err(WorkError::lasting)?;
        written(task.folder, RESULT, &[document.as_slice(), b"\n"].concat())?;
        if let Some(deliverable) = Deliverable::of(&finished.source()) {
            for (name, text) in deliverable.files() {
                written(task.folder, name, text.as_bytes())?;
            }
        }
        ended(&finished)?;
        if let Value::Object(fields) = &mut result {
            fields.insert("minutes".to_owned(), minutes.into());
        }
        Ok(result)
    }
}

/// The report as one page.
#[cfg(feature = "html")]
fn page(finished: &Finished) -> Result<Vec<u8>, WorkError> {
    let mut page = Vec::new();
    Page.render(&finished.source(), &mut page).map_err(WorkError::lasting)?;
    Ok(page)
}

/// Whether there is anything that others could go on with.
fn ended(finished: &Finished) -> Result<(), WorkError> {
    let outcome = &finished.outcome;
    match outcome.stop {
        StopReason::NoAnswers => {
            let asked = outcome.participation.iter().filter(|one| one.asked > 0);
            let causes = asked.filter_map(|one| {
                let cause = one.cause.as_ref()?;
                Some(format!("; {}: {cause}", finished.state.roster().name(one.seat)))
            });
            Err(WorkError::passing(KindError::NoAnswers { causes: causes.collect() }))
        }
        StopReason::Aborted => {
            let note = outcome.note.as_deref().unwrap_or_default().to_owned();
            Err(WorkError::lasting(KindError::Aborted { note }))
        }
        StopReason::Cancelled => Err(WorkError::lasting(KindError::Stopped)),
        _ => Ok(()),
    }
}
