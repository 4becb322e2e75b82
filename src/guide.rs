//! A page for each strategy, made from its card and from playing it once: when to use it, when not, flow, knobs, example.
//!
//! [`page`] writes the page of any strategy, one's own included; `quorate list strategies NAME` prints it. The modules
//! below hold those of the built-in ones, and a test holds them to what their cards say today.

mod cards;
mod flow;
#[cfg(test)]
mod tests;
mod words;

use std::{fmt::Write as _, sync::Arc};

use quorate_strategies::{
    brief::Language,
    rule::Input,
    seat::{Role, Roster},
    strategy::{Card, Strategy},
};

pub(crate) use self::cards::said;
use self::{flow::Flow, words::WORDS};
use crate::manager::input_name;

macro_rules! pages {
    ($($module:ident $file:literal),* $(,)?) => {
        $(
            #[doc = include_str!(concat!("guide/", $file, ".md"))]
            pub mod $module {}
        )*
        /// The page of each built-in strategy, by name.
        #[cfg(test)]
        const PAGES: &[(&str, &str)] = &[$(($file, include_str!(concat!("guide/", $file, ".md")))),*];
    };
}

pages! {
    round_robin "round-robin",
    expert "expert",
    debate "debate",
    brainstorm "brainstorm",
    meeting "meeting",
    poll "poll",
}

/// The page of a strategy, as Markdown, in one language.
///
/// The flow is what the strategy really does at a small table where everybody says something and nobody agrees.
///
/// ```
/// use std::sync::Arc;
/// use quorate::{guide::page, strategies::{brief::Language, strategies::Debate}};
///
/// let page = page(&(Arc::new(Debate::new()) as _), Language::En);
/// assert!(page.starts_with("# debate\n") && page.contains("## When not to use it"));
/// ```
#[must_use]
pub fn page(strategy: &Arc<dyn Strategy>, language: Language) -> String {
    let card = strategy.card();
    let mut page = format!("# {}\n\n{}\n", card.name, card.purpose.get(language));
    let mut section = |heading: &str, text: &str| {
        let _ = write!(page, "\n## {heading}\n\n{}\n", text.trim_end());
    };
    let words = |text: &'static quorate_strategies::brief::Text| text.get(language);
    section(words(&WORDS.use_when), card.use_when.get(language));
    section(words(&WORDS.avoid_when), card.avoid_when.get(language));
    section(words(&WORDS.seats), card.seats.get(language));
    section(words(&WORDS.deciding), &deciding(card, language));
    let flow = Flow::of(strategy, language);
    section(words(&WORDS.flow), &format!("{}\n\n```text\n{}```", words(&WORDS.flow_note), flow.text));
    section(words(&WORDS.tasks), &tasks(card, language));
    section(words(&WORDS.knobs), &knobs(card, language));
    section(words(&WORDS.example), &example(card, &flow.roster, language));
    page
}

fn deciding(card: &Card, language: Language) -> String {
    let rounds = WORDS.rounds.get(language);
    let mut text = rounds.replace("{min}", &card.rounds.min.to_string()).replace("{max}", &card.rounds.max.to_string());
    let inputs: Vec<&str> = card.fits.iter().map(|input| said(input_name(*input), language)).collect();
    let gap = if language == Language::En { " " } else { "" };
    text.push_str(gap);
    match inputs.as_slice() {
        [] => text.push_str(WORDS.no_rule.get(language)),
        inputs => {
            let rule = WORDS.rule.get(language).replace("{inputs}", &inputs.join(WORDS.or.get(language)));
            text.push_str(&rule);
            text.push_str(gap);
            text.push_str(words::check(card.check).get(language));
        }
    }
    text
}

fn tasks(card: &Card, language: Language) -> String {
    card.tasks.iter().fold(String::new(), |mut text, task| {
        let _ = writeln!(text, "* **{}**: {}", task.name, escaped(task.text.get(language)));
        text
    })
}

/// What would be read as a link or a tag is not one.
fn escaped(text: &str) -> String {
    text.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<")
}

fn knobs(card: &Card, language: Language) -> String {
    if card.knobs.is_empty() {
        return WORDS.no_knobs.get(language).to_owned();
    }
    let [knob, values, default, purpose] = words::columns(language);
    let mut text = format!("| {knob} | {values} | {default} | {purpose} |\n|---|---|---|---|\n");
    for knob in card.knobs {
        let [values, purpose] = [knob.values, knob.purpose].map(|text| said(text, language));
        let _ = writeln!(text, "| `{}` | {values} | {} | {purpose} |", knob.name, knob.default);
    }
    text
}

/// A whole discussion file, and how it is run.
fn example(card: &Card, roster: &Roster, language: Language) -> String {
    let mut file = format!("topic = {:?}\nstrategy = \"{}\"\n", WORDS.topic.get(language), card.name);
    if card.fits.first() == Some(&Input::Options) {
        file.push_str("options = [\"A\", \"B\", \"C\"]\n");
    }
    if language != Language::En {
        let _ = writeln!(file, "language = \"{}\"", language.code());
    }
    for (_, seat) in roster.iter() {
        let _ = write!(file, "\n[[seat]]\nname = \"{}\"\n", seat.name);
        if seat.role != Role::default() {
            let _ = writeln!(file, "role = \"{}\"", seat.role);
        }
        if let Some(side) = &seat.side {
            let _ = writeln!(file, "side = \"{side}\"");
        }
    }
    let run = WORDS.run.get(language);
    format!(
        "```toml\n{file}```\n\n```text\nquorate check ./discussion.toml\nquorate run ./discussion.toml   # {run}\n```"
    )
}
