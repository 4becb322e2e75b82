//! `quorate list`: everything that can be named, from the cards that own it.

use std::fmt::Write as _;

use clap::ValueEnum;
use quorate_strategies::{
    brief::Language,
    catalog::{Catalog, CatalogError},
    rule::DecisionRule,
    step::Form,
    strategy::{Check, Knob, Knobs, Strategy},
};
use serde_json::{Value, json};

use super::{error::CommandError, exit::Exit, output::print};
use crate::{agent::spec::AgentFactory, manager::input_name, preset::Preset, reading, report};

/// Flags of `quorate list`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to list; everything but the schemas when nothing is said
    #[arg(value_name = "WHAT")]
    what: Option<What>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    Strategies,
    Rules,
    Presets,
    Agents,
    Markers,
    Schema,
}

pub(super) fn run(args: &Args) -> Result<Exit, CommandError> {
    let listed = match args.what {
        Some(what) => list(what)?,
        None => {
            let all = [What::Presets, What::Strategies, What::Rules, What::Agents, What::Markers];
            all.into_iter().map(list).collect::<Result<Vec<_>, _>>()?.join("\n")
        }
    };
    print(&listed)?;
    Ok(Exit::Done)
}

fn list(what: What) -> Result<String, CommandError> {
    match what {
        What::Strategies => Ok(strategies()?),
        What::Rules => Ok(rules()?),
        What::Presets => presets(),
        What::Agents => Ok(agents()),
        What::Markers => Ok(markers()),
        What::Schema => Ok(schema()),
    }
}

/// A list that is being written; writing to a string cannot fail.
struct Sheet(String);

impl Sheet {
    fn new(title: &str) -> Self {
        Self(format!("{title}\n"))
    }

    fn entry(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.0, "  {name}\n      {text}");
    }

    fn note(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.0, "      {name:<11} {text}");
    }

    fn knobs(&mut self, knobs: &[Knob]) {
        for knob in knobs {
            let (name, values, default, purpose) = (knob.name, knob.values, knob.default, knob.purpose);
            self.note("--set", &format!("{name}=…: {purpose}; {values}; {default} when nothing is said"));
        }
    }
}

fn strategies() -> Result<String, CatalogError> {
    let catalog = Catalog::builtin();
    let mut sheet = Sheet::new("Strategies: who speaks next");
    for name in catalog.strategies() {
        let strategy = catalog.strategy(name, &Knobs::new())?;
        strategy_entry(&mut sheet, strategy.as_ref());
    }
    Ok(sheet.0)
}

fn strategy_entry(sheet: &mut Sheet, strategy: &dyn Strategy) {
    let card = strategy.card();
    let en = Language::En;
    sheet.entry(&card.name, card.purpose.get(en));
    sheet.note("use when", card.use_when.get(en));
    sheet.note("avoid when", card.avoid_when.get(en));
    sheet.note("seats", card.seats.get(en));
    sheet.note("rounds", &format!("{} to {} when nothing is said", card.rounds.min, card.rounds.max));
    let fits: Vec<&str> = card.fits.iter().map(|input| input_name(*input)).collect();
    let when = match card.check {
        Check::EachStep => "asked after every step from the minimum on",
        Check::RoundClose => "asked when a round closes",
        Check::Never => "asked at the end only",
    };
    match fits.is_empty() {
        true => sheet.note("rule", "none: no decision is sought"),
        false => sheet.note("rule", &format!("over {}; {when}", fits.join(", or "))),
    }
    sheet.knobs(card.knobs);
}

fn rules() -> Result<String, CatalogError> {
    let catalog = Catalog::builtin();
    let mut sheet = Sheet::new("Rules: when it is decided");
    for name in catalog.rules() {
        let rule = catalog.rule(name, &Knobs::new())?;
        rule_entry(&mut sheet, rule.as_ref());
    }
    sheet.entry("none", "No decision is sought; the discussion ends when everything is said.");
    Ok(sheet.0)
}

fn rule_entry(sheet: &mut Sheet, rule: &dyn DecisionRule) {
    sheet.entry(rule.name(), rule.purpose());
    sheet.note("counts", input_name(rule.input()));
    sheet.knobs(rule.knobs());
}

fn presets() -> Result<String, CommandError> {
    let mut sheet = Sheet::new("Presets: discussions that are ready to run");
    for name in Preset::shipped_names() {
        let preset = Preset::shipped(name)?;
        sheet.entry(name, preset.summary());
        sheet.note("strategy", preset.strategy().unwrap_or_default());
        sheet.note("rule", preset.rule().unwrap_or("as the strategy has it"));
        sheet.note("seats", &preset.seat_names().collect::<Vec<_>>().join(", "));
    }
    Ok(sheet.0)
}

fn agents() -> String {
    let mut sheet = Sheet::new("Agents: what answers for a seat (--agent NAME=SPEC, --model SPEC, `agent` in a file)");
    for kind in AgentFactory::builtin().kinds() {
        sheet.entry(&kind.usage, &kind.purpose);
        for variable in key_variables(&kind.name) {
            sheet.note("key", variable);
        }
    }
    sheet.0
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

fn markers() -> String {
    let mut sheet =
        Sheet::new("Markers: what counts in a reply of words, in any case and width, on the speaker's own lines");
    for marker in reading::grammar() {
        sheet.entry(marker.form, marker.meaning.get(Language::En));
        sheet.note("value", marker.values);
    }
    sheet.0
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
