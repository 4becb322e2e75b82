//! What a preset file can set: every key with its range, and how a file stands over its base.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
};

use quorate_strategies::{
    brief::{Language, Text},
    event::{Peers, Watch},
    outcome::Delivers,
    seat::fold,
    step::Scope,
    strategy::Rounds,
};

use super::{
    error::PresetError,
    people::PeopleSettings,
    place::Placed,
    points,
    seats::{self, SeatSettings, Table},
    section::{BudgetSettings, Origin, Section, Source, TIME, milliseconds},
};
use crate::agent::spec::Session;

/// Where the sides of a debate come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sides {
    /// From the hypotheses that the material states.
    Hypotheses,
}

/// What has to be given before it can begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Material,
    Topic,
}

/// Settings of knobs, by name.
pub(super) type PlacedKnobs = BTreeMap<String, Placed<String>>;

/// Everything that one file sets; what it leaves out is none.
#[derive(Debug, Clone, Default)]
pub(super) struct Settings {
    pub(super) summary: Option<Placed<Text>>,
    pub(super) base: Option<Placed<String>>,
    pub(super) topic: Option<Placed<Text>>,
    pub(super) background: Option<Placed<Text>>,
    pub(super) material: Vec<Placed<PathBuf>>,
    pub(super) options: Vec<Placed<String>>,
    pub(super) points: Vec<quorate_strategies::brief::Point>,
    pub(super) language: Option<Placed<Language>>,
    pub(super) strategy: Option<Placed<String>>,
    pub(super) knobs: PlacedKnobs,
    pub(super) rule: Option<Placed<String>>,
    pub(super) rule_knobs: PlacedKnobs,
    pub(super) min_rounds: Option<Placed<u32>>,
    pub(super) max_rounds: Option<Placed<u32>>,
    pub(super) turn_ms: Option<Placed<u64>>,
    pub(super) total_ms: Option<Placed<u64>>,
    pub(super) max_turns: Option<Placed<u32>>,
    pub(super) max_record: Option<Placed<u64>>,
    pub(super) people: PeopleSettings,
    pub(super) max_material: Option<Placed<u64>>,
    pub(super) budget: BudgetSettings,
    pub(super) context: Option<Placed<Scope>>,
    pub(super) peers: Option<Placed<Peers>>,
    pub(super) watch: Option<Placed<Watch>>,
    pub(super) seed: Option<Placed<u64>>,
    pub(super) table: Option<Placed<Table>>,
    pub(super) sides: Option<Placed<Sides>>,
    pub(super) needs: Option<Placed<Needs>>,
    pub(super) delivers: Option<Placed<Delivers>>,
    /// Where every run leaves its minutes; an empty path for nowhere.
    pub(super) minutes: Option<Placed<PathBuf>>,
    pub(super) agent: Option<Placed<String>>,
    pub(super) synthesizer: Option<Placed<String>>,
    pub(super) summarizer: Option<Placed<String>>,
    pub(super) base_url: Option<Placed<String>>,
    pub(super) key_file: Option<Placed<PathBuf>>,
    pub(super) temperature: Option<Placed<f64>>,
    pub(super) max_tokens: Option<Placed<u32>>,
    pub(super) window: Option<Placed<u32>>,
    pub(super) stream: Option<Placed<bool>>,
    pub(super) session: Option<Placed<Session>>,
    pub(super) seats: Vec<SeatSettings>,
}

impl Settings {
    /// Reads a text of which only the `known` keys may be there.
    pub(super) fn read(source: Source<'_>, known: &[&str]) -> Result<Self, PresetError> {
        let table = source.parse()?;
        let top = Section::top(source, &table, known)?;
        let path = |text: Placed<String>| text.map(|text| source.folder.join(text));
        Ok(Self {
            summary: top.said("summary")?,
            base: top.text("base")?,
            topic: top.said("topic")?,
            background: top.said("background")?,
            material: top.texts("material")?.into_iter().map(path).collect(),
            options: options(&top)?,
            points: points::read(&top)?,
            language: top.word("language", &LANGUAGES)?,
            strategy: top.text("strategy")?,
            knobs: top.knobs("knobs")?.into_iter().collect(),
            rule: top.text("rule")?,
            rule_knobs: top.knobs("rule_knobs")?.into_iter().collect(),
            min_rounds: small(top.number("min_rounds", 1..=u64::from(Rounds::MOST))?),
            max_rounds: small(top.number("max_rounds", 1..=u64::from(Rounds::MOST))?),
            turn_ms: top.decimal("turn_seconds", TIME)?.map(|time| time.map(milliseconds)),
            total_ms: top.decimal("total_seconds", TIME)?.map(|time| time.map(milliseconds)),
            max_turns: small(top.number("max_turns", 1..=super::ranges::MOST_TURNS)?),
            max_record: top.number("max_record", 1..=1 << 29)?,
            people: PeopleSettings::read(&top)?,
            max_material: top.number("max_material", 1..=1 << 30)?,
            budget: BudgetSettings::read(&top)?,
            context: context(&top)?,
            peers: top.word("peers", &[("named", Peers::Named), ("anonymous", Peers::Anonymous)])?,
            watch: top.word("watch", &WATCHES)?,
            // TOML's whole numbers end here.
            seed: top.number("seed", 0..=i64::MAX as u64)?,
            table: seats::table(&top)?,
            sides: top.word("sides", &[("hypotheses", Sides::Hypotheses)])?,
            needs: top.word("needs", &[("material", Needs::Material), ("topic", Needs::Topic)])?,
            delivers: top.word("delivers", &DELIVERS.map(|one| (one.name(), one)))?,
            minutes: minutes(&top, source)?,
            agent: top.agent("agent")?,
            synthesizer: top.agent("synthesizer")?,
            summarizer: top.agent("summarizer")?,
            base_url: top.text("base_url")?,
            key_file: top.text("key_file")?.map(path),
            temperature: top.decimal("temperature", 0.0..=2.0)?,
            max_tokens: small(top.number("max_tokens", 1..=10_000_000)?),
            window: small(top.number("window", 256..=100_000_000)?),
            stream: top.flag("stream")?,
            session: top.word("session", &Session::NAMES)?,
            seats: SeatSettings::read_all(&top)?,
        })
    }

    /// These settings over those of a base; a maximum of rounds below the base's minimum lowers that minimum.
    pub(super) fn over_base(self, mut base: Self) -> Self {
        if let (None, Some(max), Some(min)) = (&self.min_rounds, &self.max_rounds, &mut base.min_rounds) {
            min.value = min.value.min(max.value);
        }
        self.over(base)
    }

    /// These settings, with those of `base` where they leave something out.
    ///
    /// Lists are taken whole; knobs are merged one by one, and a seat of a name that the base has changes that seat.
    pub(super) fn over(self, base: Self) -> Self {
        let list = |own: Vec<_>, base: Vec<_>| if own.is_empty() { base } else { own };
        let table = self.table.clone().or(base.table);
        let seated = table.as_ref().map(|table| table.value).unwrap_or_default();
        Self {
            summary: self.summary.or(base.summary),
            base: self.base,
            topic: self.topic.or(base.topic),
            background: self.background.or(base.background),
            material: if self.material.is_empty() { base.material } else { self.material },
            options: list(self.options, base.options),
            points: if self.points.is_empty() { base.points } else { self.points },
            language: self.language.or(base.language),
            // Knobs belong to what they set: another strategy or rule begins without those of the base.
            knobs: merge(self.knobs, base.knobs, self.strategy.as_ref(), base.strategy.as_ref()),
            rule_knobs: merge(self.rule_knobs, base.rule_knobs, self.rule.as_ref(), base.rule.as_ref()),
            strategy: self.strategy.or(base.strategy),
            rule: self.rule.or(base.rule),
            min_rounds: self.min_rounds.or(base.min_rounds),
            max_rounds: self.max_rounds.or(base.max_rounds),
            turn_ms: self.turn_ms.or(base.turn_ms),
            total_ms: self.total_ms.or(base.total_ms),
            max_turns: self.max_turns.or(base.max_turns),
            max_record: self.max_record.or(base.max_record),
            people: self.people.over(base.people),
            max_material: self.max_material.or(base.max_material),
            budget: self.budget.over(base.budget),
            context: self.context.or(base.context),
            peers: self.peers.or(base.peers),
            watch: self.watch.or(base.watch),
            seed: self.seed.or(base.seed),
            table,
            sides: self.sides.or(base.sides),
            needs: self.needs.or(base.needs),
            delivers: self.delivers.or(base.delivers),
            minutes: self.minutes.or(base.minutes),
            agent: self.agent.or(base.agent),
            synthesizer: self.synthesizer.or(base.synthesizer),
            summarizer: self.summarizer.or(base.summarizer),
            base_url: self.base_url.or(base.base_url),
            key_file: self.key_file.or(base.key_file),
            temperature: self.temperature.or(base.temperature),
            max_tokens: self.max_tokens.or(base.max_tokens),
            window: self.window.or(base.window),
            stream: self.stream.or(base.stream),
            session: self.session.or(base.session),
            seats: SeatSettings::over(self.seats, base.seats, seated),
        }
    }
}

const LANGUAGES: [(&str, Language); 3] = [("en", Language::En), ("zh", Language::Zh), ("ja", Language::Ja)];

const DELIVERS: [Delivers; 3] = [Delivers::Improvement, Delivers::Synthesis, Delivers::Diagnosis];

const WATCHES: [(&str, Watch); 3] = [("off", Watch::Off), ("end", Watch::End), ("ask", Watch::Ask)];

fn merge(
    own: PlacedKnobs,
    base: PlacedKnobs,
    named: Option<&Placed<String>>,
    named_by_base: Option<&Placed<String>>,
) -> PlacedKnobs {
    let same = named.is_none_or(|name| named_by_base.is_some_and(|base| base.value == name.value));
    let mut knobs = if same { base } else { PlacedKnobs::new() };
    knobs.extend(own);
    knobs
}

/// Ranges end far below this.
fn small(number: Option<Placed<u64>>) -> Option<Placed<u32>> {
    number.map(|number| number.map(|value| u32::try_from(value).unwrap_or(u32::MAX)))
}

fn options(top: &Section<'_>) -> Result<Vec<Placed<String>>, PresetError> {
    let options = top.texts("options")?;
    for (at, option) in options.iter().enumerate() {
        if options.iter().take(at).any(|other| fold(&other.value) == fold(&option.value)) {
            let found = format!("{:?}", option.value);
            return Err(top.wrong("options", option.place.clone(), found, "a list of different texts"));
        }
    }
    Ok(options)
}

/// A folder; one that a file names lies below the file, as a file from elsewhere chooses no places on a machine.
fn minutes(top: &Section<'_>, source: Source<'_>) -> Result<Option<Placed<PathBuf>>, PresetError> {
    let Some(text) = top.text("minutes")? else { return Ok(None) };
    if text.value == "none" {
        return Ok(Some(text.map(|_| PathBuf::new())));
    }
    let below =
        Path::new(&text.value).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if source.origin == Origin::File && !below {
        const ALLOWED: &str = "a folder below that of the file, or \"none\"";
        return Err(top.wrong("minutes", text.place.clone(), format!("{:?}", text.value), ALLOWED));
    }
    Ok(Some(text.map(|text| source.folder.join(text))))
}

/// The number in `last:3` or `last(3)`.
fn counted(text: &str, word: &str) -> Option<u32> {
    let rest = text.strip_prefix(word)?;
    rest.strip_prefix(':').or_else(|| rest.strip_prefix('(')?.strip_suffix(')'))?.parse().ok()
}

/// Tokens of a rolling summary: a sentence at least, and less than what it stands for.
const SUMMARY: std::ops::RangeInclusive<u32> = 50..=20_000;

fn context(top: &Section<'_>) -> Result<Option<Placed<Scope>>, PresetError> {
    let Some(text) = top.text("context")? else { return Ok(None) };
    let scope = match text.value.as_str() {
        "since" => Some(Scope::Since),
        "full" => Some(Scope::Full),
        "blind" => Some(Scope::Blind),
        "own" => Some(Scope::Own),
        other => {
            let last = counted(other, "last").filter(|number| (1..=1_000_000).contains(number)).map(Scope::Last);
            last.or_else(|| counted(other, "summary").filter(|most| SUMMARY.contains(most)).map(Scope::Summary))
        }
    };
    const ALLOWED: &str = "\"since\", \"full\", \"last:N\", \"summary:TOKENS\" (50 to 20000), \"blind\" or \"own\"";
    match scope {
        Some(scope) => Ok(Some(text.map(|_| scope))),
        None => Err(top.wrong("context", text.place.clone(), format!("{:?}", text.value), ALLOWED)),
    }
}
