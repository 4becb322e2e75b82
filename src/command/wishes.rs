//! The flags that stand over a preset, shared by the verbs that take one.

use std::{ops::RangeInclusive, path::PathBuf};

use clap::ValueEnum;
use quorate_strategies::brief::Language;

use crate::preset::Overrides;

/// What stands over a preset.
#[derive(Debug, clap::Args)]
pub(super) struct Wishes {
    /// What is discussed
    #[arg(long, value_name = "TEXT")]
    topic: Option<String>,
    /// What one has to know to discuss it
    #[arg(long, value_name = "TEXT")]
    background: Option<String>,
    /// A text file under review; may be given several times
    #[arg(long, value_name = "FILE")]
    material: Vec<PathBuf>,
    /// Something that can be voted for; may be given several times
    #[arg(long = "option", value_name = "TEXT")]
    options: Vec<String>,
    /// The agent behind one seat, as `quorate list agents` shows; may be given several times
    #[arg(long = "agent", value_name = "NAME=SPEC", value_parser = pair)]
    agents: Vec<(String, String)>,
    /// A model behind every seat and behind the synthesizer, such as openai:MODEL; `ask` asks for it on a terminal
    #[arg(long, value_name = "SPEC")]
    model: Option<String>,
    /// The language of prompts, minutes and messages; as the preset says, else English, when none is given
    #[arg(long, value_name = "LANG")]
    lang: Option<Lang>,
    /// A setting or a knob of the strategy or rule; may be given several times
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    settings: Vec<(String, String)>,
    /// A list of prices, such as ["openai:MODEL"] with `input` and `output` per million tokens
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
    /// Where all randomness comes from
    #[arg(long, value_name = "N", value_parser = within::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
}

/// A language, as it is typed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Lang {
    En,
    Zh,
    Ja,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::En => Self::En,
            Lang::Zh => Self::Zh,
            Lang::Ja => Self::Ja,
        }
    }
}

impl Wishes {
    /// The language, if one is wished.
    pub(super) fn language(&self) -> Option<Language> {
        self.lang.map(Language::from)
    }

    /// Whether anything but the language is wished.
    pub(super) fn are_about_a_discussion(&self) -> bool {
        let texts = [&self.topic, &self.background, &self.model];
        texts.into_iter().any(Option::is_some)
            || self.seed.is_some()
            || self.prices.is_some()
            || !(self.material.is_empty() && self.options.is_empty() && self.agents.is_empty())
            || !self.settings.is_empty()
    }

    /// Those that a pipeline takes.
    #[cfg(feature = "pipeline")]
    pub(super) fn of_pipeline(&self) -> crate::pipeline::file::Wishes {
        use crate::pipeline::file::{Given, Wishes};
        let material = self.material.iter().map(|path| ("material".to_owned(), Given::File(path.clone())));
        Wishes { inputs: material.collect(), model: self.model.clone(), language: self.language(), ..Wishes::default() }
    }

    pub(super) fn overrides(&self) -> Overrides {
        Overrides {
            topic: self.topic.clone(),
            background: self.background.clone(),
            material: self.material.clone(),
            texts: Vec::new(),
            options: self.options.clone(),
            agents: self.agents.clone(),
            model: self.model.clone(),
            language: self.language(),
            seed: self.seed,
            prices: self.prices.clone(),
            settings: self.settings.clone(),
        }
    }
}

/// Reads whole numbers of a range, which is named where something else is given.
pub(super) fn within<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number: u64| T::try_from(number).ok());
        number.ok_or_else(|| format!("it has to be a whole number from {} to {}", range.start(), range.end()))
    }
}

/// `KEY=VALUE`, cut at the first equals sign.
pub(super) fn pair(text: &str) -> Result<(String, String), &'static str> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("it has to be NAME=VALUE, with something on both sides"),
    }
}
