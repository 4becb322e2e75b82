//! Presets and discussion files: a TOML file that names a strategy and a rule, seats a table and sets the knobs.
//!
//! A preset never describes flow. The four that ship are discussion files like any user's own:
//!
//! | key | what it sets |
//! |---|---|
//! | `summary` | one sentence for lists |
//! | `base` | a preset that ships, or the path of a file, whose settings hold where this file sets nothing |
//! | `topic`, `background` | what is talked about, and what one has to know |
//! | `material` | files under review, relative to this file |
//! | `options` | what can be voted for |
//! | `points` | what is scored: `{ name, weight }` each, the weights 100 in all, or none |
//! | `language` | `en`, `zh` or `ja` |
//! | `strategy`, `[knobs]` | who speaks next |
//! | `rule`, `[rule_knobs]` | when it is decided; `none` when no decision is sought |
//! | `min_rounds`, `max_rounds` | 1 to 10,000 |
//! | `turn_seconds`, `total_seconds`, `max_turns` | limits |
//! | `max_record` | bytes of the record after which nobody is asked any more; 256 MiB when nothing is said |
//! | `gate`, `gate_seconds` | `conclude`: the principal approves, amends or rejects before the end, in so many seconds (those of a turn when nothing is said); silence is no consent |
//! | `veto_seconds` | how long the principal may veto the outcome, which is provisional until then |
//! | `max_material` | bytes that all material together may have; 4 MiB when nothing is said |
//! | `budget_calls`, `budget_tokens`, `budget_money` | what may be spent: requests, tokens, money such as `0.50` |
//! | `unknown` | a model without a known price or `max_tokens`, or a program, where money or tokens are limited: `refuse`, `uncounted`, or a price per million tokens, which models on this machine then have too |
//! | `[prices]` | `"openai:MODEL" = { input, output }` in money per million tokens, and `currency`; over the prices that ship |
//! | `context` | `since`, `full`, `last:N`, `summary:TOKENS` (a rolling summary and the current round), `blind` or `own` |
//! | `peers` | `named` or `anonymous` |
//! | `watch` | what is done when nothing new is said, or nobody moves, for two rounds: nothing (`off`, the default), `end` or `ask` the principal |
//! | `seed` | where all randomness comes from |
//! | `seats` | `fixed`, `open` for a table that takes new names, or `stand-in` for one whose seats make room for those that are brought |
//! | `sides` | `hypotheses`: those that the material states, up to four, become the sides of the seats that argue |
//! | `needs`, `delivers` | `material` or `topic`: what has to be given before it can begin; `improvement`, `synthesis` or `diagnosis`: what is handed over beside the minutes |
//! | `minutes` | a folder below that of the file, in which every run leaves its minutes in a folder of its own, also after a failure; or `none` |
//! | `agent`, `synthesizer`, `summarizer` | what answers for seats that name nothing, what writes the result, and what writes the rolling summary; a list of words is a program |
//! | `base_url`, `key_file`, `temperature`, `max_tokens`, `window`, `stream` | how models are asked |
//! | `session` | `"discussion"` or `"turn"`: how long a gateway or an agent program keeps one session of its own |
//! | `[[seat]]` | `name`, `role`, `side`, `weight`, `voice`, `vote`, `expertise`, `personality`, `soul`, `values`, `memory`, `capabilities`, `agent`, `turn_seconds` (a time of its own, or `none`), `joins` (`"at the start"`, or `"when invited"`: it waits on the bench until the strategy invites it) |
//!
//! A text that people or models read (`summary`, `topic`, `background`, and of a seat `side`, `expertise`, `personality`,
//! `soul`, `values`, `memory`, `capabilities`) may be given by language instead: `topic.en = "…"`, `topic.zh = "…"`,
//! `topic.ja = "…"`. A language that is missing falls back to `en`, which has to be there.
//!
//! ```
//! use quorate::{agent::spec::AgentFactory, preset::{Overrides, Preset}, strategies::catalog::Catalog};
//!
//! let text = "base = \"ideation\"\ntopic = \"A name for the boat\"\nmax_rounds = 2\n";
//! let preset = Preset::parse("boat.toml", text, ".")?;
//! let discussion = preset.discussion(&Overrides::default(), &Catalog::builtin(), &AgentFactory::builtin())?;
//! assert_eq!(discussion.check()?.roster.len(), 4);
//!
//! let wrong = Preset::parse("boat.toml", "topic = \"A name\"\nmax_round = 2\n", ".");
//! assert_eq!(wrong.unwrap_err().to_string(), "boat.toml:2: unknown key \"max_round\"; did you mean \"max_rounds\"?");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod error;
mod keys;
mod limited;
mod makers;
mod material;
mod needs;
mod overrides;
mod people;
mod place;
mod points;
pub(crate) mod ranges;
mod said;
mod seats;
mod section;
mod settings;
mod sides;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use quorate_strategies::{
    brief::Language,
    catalog::{Catalog, nearest},
    presets::PRESETS,
};

pub(crate) use self::section::{Origin, Source};
use self::{build::Builder, keys::KEYS, settings::Settings};
pub use self::{
    error::PresetError,
    overrides::Overrides,
    place::{Place, Span},
};
#[cfg(feature = "pipeline")]
pub(crate) use self::{
    error::hint,
    place::Placed,
    section::{BudgetSettings, Either, Section, TIME, milliseconds},
};
use crate::{agent::spec::AgentFactory, manager::Discussion, store::files::read_text};

/// The largest preset or discussion file: 4 MiB.
const MOST_PRESET_BYTES: u64 = 4 << 20;

/// Files that may stand on top of each other by `base`.
const MOST_BASES: usize = 8;

/// A preset or discussion file that has been read.
#[derive(Debug, Clone)]
pub struct Preset {
    name: Arc<str>,
    settings: Settings,
}

impl Preset {
    /// The names of the presets that ship, in order.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }

    /// Every key that a file may hold at its top, in the order of the documentation.
    #[must_use]
    pub const fn keys() -> &'static [&'static str] {
        &KEYS
    }

    /// A preset that ships.
    ///
    /// # Errors
    /// [`PresetError::Unknown`] when there is none of this name.
    pub fn shipped(name: &str) -> Result<Self, PresetError> {
        Self::shipped_at(name, 0)
    }

    /// A file.
    ///
    /// # Errors
    /// [`PresetError`] when it cannot be read, or holds a key or value that is not allowed.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, PresetError> {
        Self::read_at(path.as_ref(), 0)
    }

    /// A preset that ships, or a file: whatever this names.
    ///
    /// # Errors
    /// As [`shipped`](Self::shipped) and [`read`](Self::read).
    pub fn named(text: &str) -> Result<Self, PresetError> {
        Self::beside(text, Path::new(""))
    }

    /// The same, for a file whose path begins at this folder.
    pub(crate) fn beside(text: &str, folder: &Path) -> Result<Self, PresetError> {
        if looks_like_a_path(text) { Self::read(folder.join(text)) } else { Self::shipped(text) }
    }

    /// The text of a file. `name` stands in messages, and `folder` is where relative paths begin.
    ///
    /// # Errors
    /// [`PresetError`] when it holds a key or value that is not allowed.
    pub fn parse(name: &str, text: &str, folder: impl AsRef<Path>) -> Result<Self, PresetError> {
        Self::parse_at(name, text, folder.as_ref(), 0)
    }

    /// Its name: that of a preset that ships, or of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The strategy that it names, if it names one.
    #[must_use]
    pub fn strategy(&self) -> Option<&str> {
        self.settings.strategy.as_ref().map(|name| name.value.as_str())
    }

    /// The rule that it names, if it names one.
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        self.settings.rule.as_ref().map(|name| name.value.as_str())
    }

    /// One sentence on what it is for, in `language` where it is there; empty where the file says none.
    #[must_use]
    pub fn summary(&self, language: Language) -> &str {
        self.settings.summary.as_ref().map_or("", |text| text.value.get(language))
    }

    /// The language that it sets, if it sets one.
    #[must_use]
    pub fn language(&self) -> Option<Language> {
        self.settings.language.as_ref().map(|language| language.value)
    }

    /// The names of its seats, in order.
    pub fn seat_names(&self) -> impl Iterator<Item = &str> {
        self.settings.seats.iter().map(|seat| seat.name.as_str())
    }

    /// The topic that it sets, if it sets one, in `language` where it is there.
    #[must_use]
    pub fn topic(&self, language: Language) -> Option<&str> {
        self.settings.topic.as_ref().map(|topic| topic.value.get(language))
    }

    /// Whether a backend writes the result.
    #[cfg(all(feature = "command", feature = "rehearse"))]
    pub(crate) const fn is_synthesised(&self) -> bool {
        self.settings.synthesizer.is_some()
    }

    /// Whether a backend writes the rolling summary.
    #[cfg(all(feature = "command", feature = "rehearse"))]
    pub(crate) const fn has_summarizer(&self) -> bool {
        self.settings.summarizer.is_some()
    }

    /// The most tokens of an answer, where that is set.
    ///
    /// # Errors
    /// [`PresetError`] when an override is not allowed.
    pub fn max_tokens(&self, overrides: &Overrides, catalog: &Catalog) -> Result<Option<u32>, PresetError> {
        let settings = overrides.over(self.settings.clone(), catalog)?;
        Ok(settings.max_tokens.map(|tokens| tokens.value))
    }

    /// The folder in which every run leaves its minutes, where one is set.
    ///
    /// # Errors
    /// [`PresetError`] when an override is not allowed.
    pub fn minutes(&self, overrides: &Overrides, catalog: &Catalog) -> Result<Option<PathBuf>, PresetError> {
        let settings = overrides.over(self.settings.clone(), catalog)?;
        Ok(settings.minutes.map(|folder| folder.value).filter(|folder| !folder.as_os_str().is_empty()))
    }

    /// The discussion that the preset describes, under these overrides; checked whole, with nothing asked or spent.
    ///
    /// # Errors
    /// [`PresetError`] that names place, cause and next step.
    pub fn discussion(
        &self,
        overrides: &Overrides,
        catalog: &Catalog,
        agents: &AgentFactory,
    ) -> Result<Discussion, PresetError> {
        let settings = overrides.over(self.settings.clone(), catalog)?;
        Builder { name: &self.name, settings, overrides, catalog, agents }.build()
    }

    fn shipped_at(name: &str, depth: usize) -> Result<Self, PresetError> {
        match PRESETS.iter().find(|(known, _)| *known == name) {
            Some((name, text)) => Self::parse_at(name, text, Path::new(""), depth),
            None => Err(PresetError::Unknown {
                name: name.to_owned(),
                nearest: nearest(name, Self::shipped_names()),
                known: Self::shipped_names().map(str::to_owned).collect(),
            }),
        }
    }

    fn read_at(path: &Path, depth: usize) -> Result<Self, PresetError> {
        let unreadable = |source| PresetError::Unreadable { path: path.to_owned(), source };
        let text = read_text(path, MOST_PRESET_BYTES).map_err(unreadable)?;
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        Self::parse_at(&path.to_string_lossy(), &text, &folder, depth)
    }

    fn parse_at(name: &str, text: &str, folder: &Path, depth: usize) -> Result<Self, PresetError> {
        let name: Arc<str> = name.into();
        let source = Source { name: &name, text: &text.into(), folder, origin: Origin::File };
        let settings = Settings::read(source, &KEYS)?;
        let settings = match &settings.base {
            None => settings,
            Some(base) if depth >= MOST_BASES => {
                let (place, base) = (base.place.clone(), base.value.clone());
                return Err(PresetError::Circle { place, base, most: MOST_BASES });
            }
            Some(base) => {
                let below = match looks_like_a_path(&base.value) {
                    true => Self::read_at(&folder.join(&base.value), depth + 1)?,
                    false => Self::shipped_at(&base.value, depth + 1)?,
                };
                settings.over_base(below.settings)
            }
        };
        Ok(Self { name, settings })
    }
}

/// Names of presets hold no dot and no slash; everything else is a path.
fn looks_like_a_path(text: &str) -> bool {
    text.contains(['/', '\\', '.'])
}
