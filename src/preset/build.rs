//! From settings to a discussion: everything is looked up and checked, and every refusal names its place.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use quorate_strategies::{
    brief::{Brief, Text},
    catalog::{Catalog, CatalogError, KnobError},
    seat::{Origin, Roster, Seat, fold},
    strategy::Knobs,
};

use super::{
    error::PresetError,
    limited::limited,
    makers::{Made, Makers, model_flag},
    material,
    overrides::Overrides,
    place::{Place, Placed},
    seats::{SeatSettings, Table},
    settings::{Needs, PlacedKnobs, Settings, Sides},
    sides,
};
use crate::{
    agent::{Agent, Prices, spec::AgentFactory},
    manager::{Discussion, SetupError, default_rule},
    store::files::read_text,
};

/// The strategy of a file that names none.
pub(super) const STRATEGY: &str = "round-robin";
/// The rule's name that means none.
const NO_RULE: &str = "none";
/// The largest list of prices.
const MOST_PRICES_BYTES: u64 = 1 << 20;
/// A seat with what answers for it.
type Bound = (Seat, Arc<dyn Agent>);

/// The rule of these settings: as named, or the first that fits the strategy; none when no decision is sought.
pub(super) fn rule_name(settings: &Settings, catalog: &Catalog) -> Option<String> {
    match &settings.rule {
        Some(rule) if rule.value == NO_RULE => None,
        Some(rule) => Some(rule.value.clone()),
        None => {
            let name = settings.strategy.as_ref().map_or(STRATEGY, |name| name.value.as_str());
            // What fits may hang on a knob: a brainstorm seeks a decision only when it converges.
            let strategy = catalog.strategy(name, &plain(&settings.knobs)).ok()?;
            strategy.card().fits.first().map(|input| default_rule(*input).name().to_owned())
        }
    }
}

/// One discussion that is being built.
pub(super) struct Builder<'a> {
    pub(super) name: &'a Arc<str>,
    pub(super) settings: Settings,
    pub(super) overrides: &'a Overrides,
    pub(super) catalog: &'a Catalog,
    pub(super) agents: &'a AgentFactory,
}

impl Builder<'_> {
    pub(super) fn build(&self) -> Result<Discussion, PresetError> {
        let settings = &self.settings;
        let brief = self.brief()?;
        let mut makers = Makers::new(settings, self.overrides, self.agents)?;
        let seats = self.seats(&brief, &mut makers)?;
        let synthesizer = self.writer("synthesizer", settings.synthesizer.as_ref(), &mut makers)?;
        let summarizer = self.writer("summarizer", settings.summarizer.as_ref(), &mut makers)?;
        let mut discussion = Discussion::about(brief).preset(Arc::clone(self.name));
        discussion = self.strategy(discussion)?;
        discussion = self.rule(discussion)?;
        discussion = settings.budget.limit(limited(discussion, settings), self.prices()?);
        if let Some(seed) = self.overrides.seed.or(settings.seed.as_ref().map(|seed| seed.value)) {
            discussion = discussion.seed(seed);
        }
        for (seat, agent) in seats {
            discussion = discussion.seat(seat, agent);
        }
        if let Some(made) = synthesizer {
            discussion = discussion.synthesizer(made.agent).synthesizer_spec(made.spec);
        }
        // A model behind every seat writes the summary too, where one is made.
        if let Some(made) = summarizer.filter(|_| settings.summarizer.is_some() || discussion.is_summarised()) {
            discussion = discussion.summarizer(made.agent).summarizer_spec(made.spec);
        }
        match discussion.check() {
            Ok(_) => Ok(discussion),
            Err(source) => Err(PresetError::Setup { place: self.place_of(&source), source: Box::new(source) }),
        }
    }

    fn file(&self) -> Place {
        Place::File { name: Arc::clone(self.name), line: None, span: None }
    }

    fn brief(&self) -> Result<Brief, PresetError> {
        let (settings, overrides, preset) = (&self.settings, self.overrides, self.name.to_string());
        let given = overrides.material.iter().map(|path| {
            let place = Place::Flag(format!("--material {}", path.display()).into());
            Placed::new(path.clone(), place)
        });
        let files: Vec<Placed<PathBuf>> = settings.material.iter().cloned().chain(given).collect();
        let needs = settings.needs.as_ref().map(|needs| needs.value);
        if needs == Some(Needs::Material) && files.is_empty() && overrides.texts.is_empty() {
            return Err(PresetError::NeedsMaterial { preset });
        }
        let language = overrides.language.or(settings.language.as_ref().map(|own| own.value)).unwrap_or_default();
        let text = |over: &Option<String>, own: &Option<Placed<Text>>| {
            over.clone().or_else(|| own.as_ref().map(|text| text.value.get(language).to_owned())).unwrap_or_default()
        };
        let topic = text(&overrides.topic, &settings.topic);
        if topic.trim().is_empty() {
            return Err(PresetError::NeedsTopic { preset });
        }
        let most = settings.max_material.as_ref().map_or(material::MOST, |most| most.value);
        Ok(Brief {
            topic: topic.into(),
            background: text(&overrides.background, &settings.background).into(),
            material: material::read_all(&files, &overrides.texts, most)?,
            options: self.options()?,
            points: settings.points.clone(),
            language,
        })
    }

    /// What can be voted for: as the flags say, else as the file does.
    fn options(&self) -> Result<Vec<Arc<str>>, PresetError> {
        let given = &self.overrides.options;
        for (at, option) in given.iter().enumerate() {
            let again = given.iter().take(at).any(|other| other.trim() == option.trim());
            if again || option.trim().is_empty() {
                let place = Place::Flag(format!("--option {option}").into());
                let (key, found) = ("option".to_owned(), format!("{option:?}"));
                let allowed = "a text that is not blank and differs from every other option".to_owned();
                return Err(PresetError::Value { place, key, found, allowed });
            }
        }
        Ok(match given.as_slice() {
            [] => self.settings.options.iter().map(|option| option.value.as_str().into()).collect(),
            given => given.iter().map(|option| option.as_str().into()).collect(),
        })
    }

    fn strategy(&self, discussion: Discussion) -> Result<Discussion, PresetError> {
        let settings = &self.settings;
        let name = settings.strategy.as_ref().map_or(STRATEGY, |name| name.value.as_str());
        discussion
            .strategy_named(self.catalog, name, plain(&settings.knobs))
            .map_err(|error| self.misnamed(error, settings.strategy.as_ref(), &settings.knobs))
    }

    fn rule(&self, discussion: Discussion) -> Result<Discussion, PresetError> {
        let settings = &self.settings;
        match rule_name(settings, self.catalog) {
            None => Ok(discussion.without_rule()),
            Some(name) => discussion
                .rule_named(self.catalog, &name, plain(&settings.rule_knobs))
                .map_err(|error| self.misnamed(error, settings.rule.as_ref(), &settings.rule_knobs)),
        }
    }

    /// The place of a name or knob that the catalogue refuses.
    fn misnamed(&self, error: SetupError, named: Option<&Placed<String>>, knobs: &PlacedKnobs) -> PresetError {
        let SetupError::Catalog(source) = error else {
            return PresetError::Setup { place: self.file(), source: Box::new(error) };
        };
        let of_knob = match &source {
            CatalogError::Knob(KnobError::Unknown { name, .. } | KnobError::Value { name, .. }) => knobs.get(name),
            _ => None,
        };
        let place = of_knob.or(named).map_or_else(|| self.file(), |placed| placed.place.clone());
        PresetError::Catalog { place, source: Box::new(source) }
    }

    fn place_of(&self, error: &SetupError) -> Place {
        let settings = &self.settings;
        let place = match error {
            SetupError::Rounds { .. } => {
                // What was given last is what has to give way.
                let places = || settings.max_rounds.iter().chain(&settings.min_rounds).map(|rounds| &rounds.place);
                places().find(|place| matches!(place, Place::Flag(_))).or_else(|| places().next())
            }
            SetupError::RuleDoesNotFit { .. } => {
                settings.rule.as_ref().or(settings.strategy.as_ref()).map(|name| &name.place)
            }
            SetupError::Unpriced { .. } | SetupError::Uncapped { .. } | SetupError::Unmetered { .. } => {
                settings.budget.place()
            }
            SetupError::NothingSummarised => settings.summarizer.as_ref().map(|spec| &spec.place),
            SetupError::Seating(_) => settings.strategy.as_ref().map(|name| &name.place),
            SetupError::NoOptions { .. } | SetupError::NoVotes { .. } => settings.rule.as_ref().map(|name| &name.place),
            _ => None,
        };
        place.cloned().unwrap_or_else(|| self.file())
    }

    fn seats(&self, brief: &Brief, makers: &mut Makers<'_>) -> Result<Vec<Bound>, PresetError> {
        let named = self.with_new_seats()?;
        let mut roster = Roster::default();
        let mut seats: Vec<Bound> = Vec::with_capacity(named.len());
        for one in &named {
            let made = one.timed(makers.agent(one)?);
            let seat = Seat { spec: made.spec, ..one.seat(brief.language) };
            let place = || one.place.clone();
            roster.add(seat.clone()).map_err(|source| PresetError::Roster { place: place(), source })?;
            seats.push((seat, made.agent));
        }
        if self.settings.sides.as_ref().is_some_and(|sides| sides.value == Sides::Hypotheses) {
            sides::assign(&mut seats, &sides::hypotheses(&brief.material));
        }
        Ok(seats)
    }

    /// The seats of the preset, and those that flags bring where the table takes them.
    fn with_new_seats(&self) -> Result<Vec<SeatSettings>, PresetError> {
        let seats = &self.settings.seats;
        let table = self.settings.table.as_ref().map(|table| table.value).unwrap_or_default();
        let mut named: Vec<SeatSettings> = Vec::new();
        for (name, spec) in &self.overrides.agents {
            let place = Place::Flag(format!("--agent {name}={spec}").into());
            if named.iter().any(|other| fold(&other.name) == fold(name)) {
                let (key, found) = ("agent".to_owned(), format!("{name:?} again"));
                let allowed = "one for each seat; names that differ in case, width or blanks are one".to_owned();
                return Err(PresetError::Value { place, key, found, allowed });
            }
            let of_preset = seats.iter().find(|seat| fold(&seat.name) == fold(name)).cloned();
            if of_preset.is_none() && table == Table::Fixed {
                let known = seats.iter().map(|seat| seat.name.clone()).collect();
                return Err(PresetError::UnknownSeat { place, name: name.clone(), known });
            }
            named.push(of_preset.unwrap_or_else(|| SeatSettings::named(name, place)));
        }
        Ok(SeatSettings::over(named, seats.clone(), table))
    }

    /// The prices that a flag names.
    fn prices(&self) -> Result<Option<Prices>, PresetError> {
        let Some(path) = &self.overrides.prices else { return Ok(None) };
        let unreadable = |source| PresetError::Unreadable { path: path.clone(), source };
        let text = read_text(path, MOST_PRICES_BYTES).map_err(unreadable)?;
        let place = || Place::Flag(format!("--prices {}", path.display()).into());
        Prices::parse(&text).map(Some).map_err(|source| PresetError::Prices { place: place(), source })
    }

    /// What writes the result or the summary; it is no person.
    fn writer(
        &self,
        key: &str,
        set: Option<&Placed<String>>,
        makers: &mut Makers<'_>,
    ) -> Result<Option<Made>, PresetError> {
        let person = |made: &Made| made.agent.backend().origin == Origin::Person;
        match (&self.overrides.model, set) {
            // A person behind every seat writes no texts: the rule does.
            (Some(model), _) => {
                makers.make(&model_flag(model), Path::new("")).map(|made| Some(made).filter(|one| !person(one)))
            }
            (None, Some(spec)) => match makers.make(spec, Path::new(""))? {
                made if person(&made) => {
                    let (place, key, found) = (spec.place.clone(), key.to_owned(), format!("{:?}", spec.value));
                    Err(PresetError::Value { place, key, found, allowed: "a model or a program".to_owned() })
                }
                made => Ok(Some(made)),
            },
            (None, None) => Ok(None),
        }
    }
}

fn plain(knobs: &PlacedKnobs) -> Knobs {
    knobs.iter().map(|(name, setting)| (name.clone(), setting.value.clone())).collect()
}
