//! `quorate list`: everything that can be named, from the cards that own it.

use std::fmt::Write as _;

use clap::ValueEnum;
use quorate_strategies::{
    catalog::{Catalog, CatalogError},
    rule::DecisionRule,
    step::Form,
    strategy::{Check, Knob, Knobs, Strategy},
};
use serde_json::{Value, json};

use super::{
    error::CommandError,
    exit::Exit,
    output::print,
    wishes::Lang,
    words::{Words, fill},
};
#[cfg(feature = "pipeline")]
use crate::pipeline::file::PipelineFile;
use crate::{agent::spec::AgentFactory, guide, manager::input_name, preset::Preset, reading, report};

/// Flags of `quorate list`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to list; everything but the schemas by default
    #[arg(value_name = "WHAT")]
    what: Option<What>,
    /// The one strategy whose whole page is wanted
    #[arg(value_name = "NAME", requires = "what")]
    name: Option<String>,
    /// The language of what is listed; names, markers and schemas are the same in every language
    #[arg(long, value_name = "LANG", default_value = "en")]
    lang: Lang,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    Strategies,
    Rules,
    Presets,
    #[cfg(feature = "pipeline")]
    Pipelines,
    Agents,
    Markers,
    Schema,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let language = args.lang.into();
    let words = Words::of(language);
    let listed = match (args.what, &args.name) {
        (Some(What::Strategies), Some(name)) => {
            guide::page(&Catalog::builtin().strategy(name, &Knobs::new())?, language)
        }
        (Some(_), Some(_)) => return Err(CommandError::Refused("only strategies have a page each; leave out NAME")),
        (Some(what), None) => list(what, words)?,
        (None, _) => {
            let all = [
                What::Presets,
                #[cfg(feature = "pipeline")]
                What::Pipelines,
                What::Strategies,
                What::Rules,
                What::Agents,
                What::Markers,
            ];
            all.into_iter().map(|what| list(what, words)).collect::<Result<Vec<_>, _>>()?.join("\n")
        }
    };
    print(&listed)?;
    Ok(Exit::Done)
}

fn list(what: What, words: &'static Words) -> Result<String, CommandError> {
    match what {
        What::Strategies => Ok(strategies(words)?),
        What::Rules => Ok(rules(words)?),
        What::Presets => presets(words),
        #[cfg(feature = "pipeline")]
        What::Pipelines => pipelines(words),
        What::Agents => Ok(agents(words)),
        What::Markers => Ok(markers(words)),
        What::Schema => Ok(schema()),
    }
}

/// A list that is being written; writing to a string cannot fail.
struct Sheet {
    words: &'static Words,
    out: String,
}

impl Sheet {
    fn new(title: &str, words: &'static Words) -> Self {
        Self { words, out: format!("{title}\n") }
    }

    fn entry(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.out, "  {name}\n      {text}");
    }

    /// The label stands with the blanks behind it.
    fn note(&mut self, label: &str, text: &str) {
        let _ = writeln!(self.out, "      {label}{text}");
    }

    fn knobs(&mut self, knobs: &[Knob]) {
        for knob in knobs {
            let (purpose, values) = (self.words.card(knob.purpose), self.words.card(knob.values));
            let values = [("name", knob.name), ("purpose", purpose), ("values", values), ("default", knob.default)];
            self.note(self.words.sheet.set, &fill(self.words.sheet.knob, &values));
        }
    }
}

fn strategies(words: &'static Words) -> Result<String, CatalogError> {
    let catalog = Catalog::builtin();
    let mut sheet = Sheet::new(words.sheet.strategies, words);
    for name in catalog.strategies() {
        let strategy = catalog.strategy(name, &Knobs::new())?;
        strategy_entry(&mut sheet, strategy.as_ref());
    }
    Ok(sheet.out)
}

fn strategy_entry(sheet: &mut Sheet, strategy: &dyn Strategy) {
    let card = strategy.card();
    let (words, language) = (&sheet.words.sheet, sheet.words.language);
    sheet.entry(&card.name, card.purpose.get(language));
    sheet.note(words.use_when, card.use_when.get(language));
    sheet.note(words.avoid_when, card.avoid_when.get(language));
    sheet.note(words.seats, card.seats.get(language));
    let (min, max) = (card.rounds.min.to_string(), card.rounds.max.to_string());
    sheet.note(words.rounds, &fill(words.usual_rounds, &[("min", &min), ("max", &max)]));
    let fits: Vec<&str> = card.fits.iter().map(|input| sheet.words.card(input_name(*input))).collect();
    let when = match card.check {
        Check::EachStep => words.each_step,
        Check::RoundClose => words.round_close,
        Check::Never => words.at_the_end,
    };
    match fits.is_empty() {
        true => sheet.note(words.rule, words.no_rule),
        false => sheet.note(words.rule, &fill(words.over, &[("inputs", &fits.join(words.or)), ("when", when)])),
    }
    for task in card.tasks.iter() {
        let values = [("name", &*task.name), ("text", task.text.get(language))];
        sheet.note(words.task, &fill(words.named, &values));
    }
    sheet.knobs(card.knobs);
}

fn rules(words: &'static Words) -> Result<String, CatalogError> {
    let catalog = Catalog::builtin();
    let mut sheet = Sheet::new(words.sheet.rules, words);
    for name in catalog.rules() {
        let rule = catalog.rule(name, &Knobs::new())?;
        rule_entry(&mut sheet, rule.as_ref());
    }
    sheet.entry("none", words.sheet.no_decision);
    Ok(sheet.out)
}

fn rule_entry(sheet: &mut Sheet, rule: &dyn DecisionRule) {
    let words = sheet.words;
    sheet.entry(rule.name(), words.card(rule.purpose()));
    sheet.note(words.sheet.counts, words.card(input_name(rule.input())));
    sheet.knobs(rule.knobs());
}

fn presets(words: &'static Words) -> Result<String, CommandError> {
    let mut sheet = Sheet::new(words.sheet.presets, words);
    let words = &words.sheet;
    for name in Preset::shipped_names() {
        let preset = Preset::shipped(name)?;
        sheet.entry(name, preset.summary(sheet.words.language));
        sheet.note(words.strategy, preset.strategy().unwrap_or_default());
        sheet.note(words.rule, preset.rule().unwrap_or(words.usual_rule));
        let seats = sheet.words.list(preset.seat_names());
        sheet.note(words.seats, &seats);
    }
    Ok(sheet.out)
}

#[cfg(feature = "pipeline")]
fn pipelines(words: &'static Words) -> Result<String, CommandError> {
    let mut sheet = Sheet::new(words.sheet.pipelines, words);
    for name in PipelineFile::shipped_names() {
        let file = PipelineFile::shipped(name)?;
        sheet.entry(name, file.summary(words.language));
        sheet.note(words.sheet.stages, &words.list(file.stage_names()));
    }
    Ok(sheet.out)
}

fn agents(words: &'static Words) -> String {
    let mut sheet = Sheet::new(words.sheet.agents, words);
    for kind in AgentFactory::builtin().kinds() {
        // An address is the same in every language; what stands before it is not.
        let (purpose, address) = kind.purpose.split_at(kind.purpose.find("http").unwrap_or(kind.purpose.len()));
        sheet.entry(&kind.usage.replace(" or ", words.sheet.either), &format!("{}{address}", words.card(purpose)));
        for variable in key_variables(&kind.name) {
            sheet.note(words.sheet.key, variable);
        }
    }
    sheet.out
}

/// The variables that a provider's key is looked for in.
#[cfg(feature = "http")]
fn key_variables(kind: &str) -> Vec<&'static str> {
    let provider = crate::agent::http::Provider::ALL.into_iter().find(|provider| provider.name() == kind);
    provider.map(|provider| provider.key_variables().to_vec()).unwrap_or_default()
}

#[cfg(not(feature = "http"))]
const fn key_variables(_kind: &str) -> Vec<&'static str> {
    Vec::new()
}

fn markers(words: &'static Words) -> String {
    let mut sheet = Sheet::new(words.sheet.markers, words);
    for marker in reading::grammar() {
        sheet.entry(marker.form, marker.meaning.get(words.language));
        sheet.note(words.sheet.value, words.card(marker.values));
    }
    sheet.out
}

/// The schemas of a structured answer in every form, and of the result document.
fn schema() -> String {
    let sample = |name: &str| [name.into()].into();
    let forms = [
        ("free", Form::Free),
        ("stance", Form::Stance),
        ("ballot", Form::Ballot(sample("OPTION"))),
        ("approval", Form::Approval(sample("OPTION"))),
        ("ranking", Form::Ranking(sample("OPTION"))),
        ("points", Form::Points { options: sample("OPTION"), most: 100 }),
        ("scores", Form::Scores(sample("POINT"))),
    ];
    let answers: serde_json::Map<String, Value> =
        forms.iter().map(|(name, form)| ((*name).to_owned(), reading::schema(form))).collect();
    let result: Value = serde_json::from_str(report::schema()).unwrap_or_default();
    let both = json!({ "answer": answers, "result": result });
    serde_json::to_string_pretty(&both).map(|text| text + "\n").unwrap_or_default()
}
