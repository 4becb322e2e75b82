//! Strategies and rules by name; built-ins register as a user's extension does.

use std::{fmt, sync::Arc};

use thiserror::Error;

use crate::{
    rule::DecisionRule,
    rules, strategies,
    strategy::{Knobs, Strategy},
};

/// Why a knob cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KnobError {
    /// There is no such knob.
    #[error("{owner} has no knob {name:?}{}", hint(.nearest, .known))]
    Unknown {
        /// The strategy or rule.
        owner: String,
        /// The name as given.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// The value is not one of those allowed.
    #[error("{owner}: {name} = {value:?} is not allowed; it may be {allowed}")]
    Value {
        /// The strategy or rule.
        owner: String,
        /// The knob.
        name: String,
        /// The value as given.
        value: String,
        /// What it may be.
        allowed: String,
    },
}

/// Why something cannot be had from a catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CatalogError {
    /// There is no strategy of this name.
    #[error("unknown strategy {name:?}{}", hint(.nearest, .known))]
    UnknownStrategy {
        /// The name as given.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// There is no rule of this name.
    #[error("unknown decision rule {name:?}{}", hint(.nearest, .known))]
    UnknownRule {
        /// The name as given.
        name: String,
        /// The nearest name there is.
        nearest: Option<String>,
        /// All names there are.
        known: Vec<String>,
    },
    /// A knob cannot be set.
    #[error(transparent)]
    Knob(#[from] KnobError),
}

fn hint(nearest: &Option<String>, known: &[String]) -> String {
    match nearest {
        Some(name) => format!("; did you mean {name:?}?"),
        None if known.is_empty() => "; it has none".to_owned(),
        None => format!("; known: {}", known.join(", ")),
    }
}

/// Makes a strategy from the settings of its knobs.
pub type StrategyFactory = Arc<dyn Fn(&Knobs) -> Result<Arc<dyn Strategy>, KnobError> + Send + Sync>;
/// Makes a rule from the settings of its knobs.
pub type RuleFactory = Arc<dyn Fn(&Knobs) -> Result<Arc<dyn DecisionRule>, KnobError> + Send + Sync>;

/// Strategies and rules by name, in the order in which they were added.
#[derive(Clone, Default)]
pub struct Catalog {
    strategies: Vec<(String, StrategyFactory)>,
    rules: Vec<(String, RuleFactory)>,
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strategies: Vec<&str> = self.strategies().collect();
        let rules: Vec<&str> = self.rules().collect();
        f.debug_struct("Catalog").field("strategies", &strategies).field("rules", &rules).finish()
    }
}

impl Catalog {
    /// A catalogue without entries.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// A catalogue of everything that comes with Quorate.
    #[must_use]
    pub fn builtin() -> Self {
        let mut catalog = Self::empty();
        strategies::register(&mut catalog);
        rules::register(&mut catalog);
        catalog
    }

    /// Adds a strategy; one of the same name is replaced.
    pub fn add_strategy<F>(&mut self, name: impl Into<String>, make: F)
    where
        F: Fn(&Knobs) -> Result<Arc<dyn Strategy>, KnobError> + Send + Sync + 'static,
    {
        let name = name.into();
        self.strategies.retain(|(known, _)| *known != name);
        self.strategies.push((name, Arc::new(make)));
    }

    /// Adds a rule; one of the same name is replaced.
    pub fn add_rule<F>(&mut self, name: impl Into<String>, make: F)
    where
        F: Fn(&Knobs) -> Result<Arc<dyn DecisionRule>, KnobError> + Send + Sync + 'static,
    {
        let name = name.into();
        self.rules.retain(|(known, _)| *known != name);
        self.rules.push((name, Arc::new(make)));
    }

    /// The names of all strategies, in order.
    pub fn strategies(&self) -> impl Iterator<Item = &str> {
        self.strategies.iter().map(|(name, _)| name.as_str())
    }

    /// The names of all rules, in order.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|(name, _)| name.as_str())
    }

    /// The strategy of this name, set by these knobs.
    ///
    /// # Errors
    /// [`CatalogError`] when there is none, or a knob cannot be set; it names the nearest there is.
    pub fn strategy(&self, name: &str, knobs: &Knobs) -> Result<Arc<dyn Strategy>, CatalogError> {
        match self.strategies.iter().find(|(known, _)| known == name) {
            Some((_, make)) => Ok(make(knobs)?),
            None => Err(CatalogError::UnknownStrategy {
                name: name.to_owned(),
                nearest: nearest(name, self.strategies()),
                known: self.strategies().map(str::to_owned).collect(),
            }),
        }
    }

    /// The rule of this name, set by these knobs.
    ///
    /// # Errors
    /// [`CatalogError`] when there is none, or a knob cannot be set; it names the nearest there is.
    pub fn rule(&self, name: &str, knobs: &Knobs) -> Result<Arc<dyn DecisionRule>, CatalogError> {
        match self.rules.iter().find(|(known, _)| known == name) {
            Some((_, make)) => Ok(make(knobs)?),
            None => Err(CatalogError::UnknownRule {
                name: name.to_owned(),
                nearest: nearest(name, self.rules()),
                known: self.rules().map(str::to_owned).collect(),
            }),
        }
    }
}

/// The known name that is most like `name`, if one is like it at all: at most a third of its letters differ.
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let name = name.trim().to_lowercase().replace(['_', ' '], "-");
    known
        .map(|one| (distance(&name, &one.to_lowercase().replace('_', "-")), one))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, one)| *distance * 3 <= one.chars().count().max(3))
        .map(|(_, one)| one.to_owned())
}

/// How many letters have to be added, dropped, changed or swapped with their neighbour to get from one word to the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let mut least = (at(&above, j) + usize::from(x != y)).min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

/// Reads the knobs of one strategy or rule and refuses those it does not have.
#[derive(Debug)]
pub struct KnobReader<'a> {
    owner: &'a str,
    knobs: &'a Knobs,
}

impl<'a> KnobReader<'a> {
    /// A reader over settings, of which only the `known` may be set.
    ///
    /// # Errors
    /// [`KnobError::Unknown`] for any other.
    pub fn new(owner: &'a str, knobs: &'a Knobs, known: &[crate::strategy::Knob]) -> Result<Self, KnobError> {
        let names = || known.iter().map(|knob| knob.name);
        match knobs.keys().find(|name| !names().any(|known| known == name.as_str())) {
            None => Ok(Self { owner, knobs }),
            Some(name) => Err(KnobError::Unknown {
                owner: owner.to_owned(),
                name: name.clone(),
                nearest: nearest(name, names()),
                known: names().map(str::to_owned).collect(),
            }),
        }
    }

    /// A whole number from `least` to `most`, or `default` when it is not set.
    ///
    /// # Errors
    /// [`KnobError::Value`] for anything else.
    pub fn number(&self, name: &str, least: u32, most: u32, default: u32) -> Result<u32, KnobError> {
        let Some(value) = self.knobs.get(name) else {
            return Ok(default);
        };
        let number = value.trim().parse::<u32>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.refuse(name, value, format!("a whole number from {least} to {most}")))
    }

    /// One of some words, or the first of them when it is not set.
    ///
    /// # Errors
    /// [`KnobError::Value`] for anything else.
    pub fn word<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> Result<T, KnobError> {
        let given = self.knobs.get(name).map(|value| value.trim());
        let found = match given {
            None => choices.first(),
            Some(word) => choices.iter().find(|(known, _)| *known == word),
        };
        found.map(|(_, choice)| *choice).ok_or_else(|| {
            let allowed: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
            self.refuse(name, given.unwrap_or_default(), allowed.join(", "))
        })
    }

    fn refuse(&self, name: &str, value: &str, allowed: String) -> KnobError {
        KnobError::Value { owner: self.owner.to_owned(), name: name.to_owned(), value: value.to_owned(), allowed }
    }
}
