//! What stands over a preset for one discussion: the command's flags, or an embedder's wishes.

use std::path::{Path, PathBuf};

use quorate_strategies::{
    brief::{Language, Material},
    catalog::{Catalog, nearest},
    strategy::{Knob, Knobs},
};

use super::{
    error::PresetError,
    keys::SETTABLE,
    place::{Place, Placed},
    section::{Origin, Source},
    settings::Settings,
};

/// What stands over a preset for one discussion. Messages name each part by the command's flag for it.
///
/// ```
/// use quorate::{agent::spec::AgentFactory, preset::{Overrides, Preset}, strategies::catalog::Catalog};
///
/// let wishes = Overrides { topic: Some("A name for the boat".into()), ..Overrides::default() }.set("max_rounds", "1");
/// let discussion = Preset::shipped("ideation")?.discussion(&wishes, &Catalog::builtin(), &AgentFactory::builtin())?;
/// assert_eq!(discussion.check()?.charter.rounds.max, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// The topic (`--topic`).
    pub topic: Option<String>,
    /// The background (`--background`).
    pub background: Option<String>,
    /// Files under review, relative to the working directory, in addition to those of the preset (`--material`).
    pub material: Vec<PathBuf>,
    /// Texts under review that are in no file, after those of all files.
    pub texts: Vec<Material>,
    /// What can be voted for, instead of the preset's options (`--option`).
    pub options: Vec<String>,
    /// Backends by seat (`--agent NAME=SPEC`); a preset with open seats takes new names.
    pub agents: Vec<(String, String)>,
    /// The model behind every seat that `agents` does not name, and behind the synthesizer (`--model`).
    pub model: Option<String>,
    /// The language (`--lang`).
    pub language: Option<Language>,
    /// The seed of everything random (`--seed`).
    pub seed: Option<u64>,
    /// A list of prices over those of the preset and those that ship (`--prices`).
    pub prices: Option<PathBuf>,
    /// Further settings and knobs by name (`--set K=V`).
    pub settings: Vec<(String, String)>,
}

impl Overrides {
    /// The same with one more setting or knob.
    #[must_use]
    pub fn set(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings.push((key.into(), value.into()));
        self
    }

    /// The settings of a preset under these.
    pub(super) fn over(&self, preset: Settings, catalog: &Catalog) -> Result<Settings, PresetError> {
        let (common, knobs): (Vec<_>, Vec<_>) =
            self.settings.iter().partition(|(key, _)| SETTABLE.contains(&key.as_str()));
        let mut own = Settings::default();
        for (key, value) in common {
            own = one(key, value)?.over(own);
        }
        let mut settings = own.over_base(preset);
        for (key, value) in knobs {
            set_knob(&mut settings, catalog, key, value)?;
        }
        Ok(settings)
    }
}

fn flag(key: &str, value: &str) -> Place {
    Place::Flag(format!("--set {key}={value}").into())
}

/// One setting, read as the line of a file would be, so that the same ranges hold.
fn one(key: &str, value: &str) -> Result<Settings, PresetError> {
    let bare = value.parse::<f64>().is_ok_and(f64::is_finite) || matches!(value, "true" | "false");
    // A whole number with a leading zero or plus is none in TOML; the text form is refused with the range instead.
    let line = match bare && toml::from_str::<toml::Table>(&format!("{key} = {value}")).is_ok() {
        true => format!("{key} = {value}"),
        false => format!("{key} = {}", toml::Value::from(value)),
    };
    let name = format!("--set {key}={value}").into();
    Settings::read(Source { name: &name, text: &line.into(), folder: Path::new(""), origin: Origin::Flag }, &SETTABLE)
}

fn set_knob(settings: &mut Settings, catalog: &Catalog, key: &str, value: &str) -> Result<(), PresetError> {
    let (strategy, rule) = (strategy_knobs(settings, catalog), rule_knobs(settings, catalog));
    let has = |knobs: &[Knob]| knobs.iter().any(|knob| knob.name == key);
    let setting = Placed::new(value.to_owned(), flag(key, value));
    let (of_strategy, of_rule) = (has(strategy), has(rule));
    if of_strategy {
        settings.knobs.insert(key.to_owned(), setting.clone());
    }
    if of_rule {
        settings.rule_knobs.insert(key.to_owned(), setting.clone());
    }
    if of_strategy || of_rule {
        return Ok(());
    }
    let knobs = strategy.iter().chain(rule).map(|knob| knob.name);
    let known: Vec<&str> = SETTABLE.iter().copied().chain(knobs).collect();
    Err(PresetError::UnknownKey {
        place: setting.place,
        key: key.to_owned(),
        nearest: nearest(key, known.iter().copied()),
        known: known.iter().map(|key| (*key).to_owned()).collect(),
    })
}

/// None for a strategy that is not known, which is refused elsewhere.
fn strategy_knobs(settings: &Settings, catalog: &Catalog) -> &'static [Knob] {
    let name = settings.strategy.as_ref().map_or(super::build::STRATEGY, |name| name.value.as_str());
    catalog.strategy(name, &Knobs::new()).map_or(&[], |strategy| strategy.card().knobs)
}

fn rule_knobs(settings: &Settings, catalog: &Catalog) -> &'static [Knob] {
    let Some(name) = super::build::rule_name(settings, catalog) else { return &[] };
    catalog.rule(&name, &Knobs::new()).map_or(&[], |rule| rule.knobs())
}
