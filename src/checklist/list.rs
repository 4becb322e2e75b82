//! Checklist files: rules with their words, weights and texts, and the three that ship.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use serde::Deserialize;

use super::error::ChecklistError;
use super::finding::Severity;
use super::language::{Language, Lists, Texts};
use super::vocabulary::Role;
use super::words::Phrases;

/// What a rule looks for. The word checks serve any purpose; the others read structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Check {
    /// The words must be said somewhere, and not be denied.
    Present,
    /// The words must not be said.
    Forbidden,
    /// Where the words are said, a companion must be said in the same material.
    Together,
    /// Where the words are said, a companion must be said in the same paragraph or item.
    Beside,
    EmptyMaterial,
    Steps,
    UnclearSteps,
    StepOwner,
    PlanOwner,
    StepDate,
    OpenDate,
    DuplicateStep,
    ConflictingFacts,
    UnknownDependency,
    SelfDependency,
    Cycle,
    DateOrder,
    StartAfterEnd,
    ImpossibleDate,
    ListOrder,
    Parallel,
    Bottleneck,
    NoDependencies,
    UnsourcedNumber,
    UnsourcedEstimate,
    EmptySection,
    Contradiction,
    FailedResult,
    FewResults,
    DuplicateResult,
    LogError,
    TimeOrder,
    NoHypotheses,
    HypothesisEvidence,
    SingleHypothesis,
}

impl Check {
    fn searches(self) -> bool {
        matches!(self, Self::Present | Self::Forbidden | Self::Together | Self::Beside)
    }

    fn pairs(self) -> bool {
        matches!(self, Self::Together | Self::Beside)
    }
}

/// One rule as its file writes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFile {
    id: String,
    check: Check,
    domain: String,
    severity: Severity,
    /// How often it is reported at most.
    #[serde(default)]
    limit: Option<usize>,
    /// What sections satisfy the rule by being there and holding something.
    #[serde(default)]
    sections: Vec<Role>,
    #[serde(default)]
    words: Lists,
    #[serde(default)]
    with: Lists,
    #[serde(default)]
    message: Texts,
    #[serde(default)]
    suggestion: Texts,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListFile {
    name: String,
    #[serde(default)]
    rules: Vec<RuleFile>,
}

/// A rule, ready to be applied.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pub(super) id: String,
    pub(super) check: Check,
    pub(super) domain: String,
    pub(super) severity: Severity,
    pub(super) limit: usize,
    pub(super) sections: Vec<Role>,
    pub(super) words: Phrases,
    pub(super) with: Phrases,
    message: Texts,
    suggestion: Texts,
}

impl Rule {
    pub(super) fn message(&self, language: Language) -> &str {
        self.message.get(language).unwrap_or(&self.id)
    }

    pub(super) fn suggestion(&self, language: Language) -> Option<&str> {
        self.suggestion.get(language)
    }
}

/// A set of rules for one kind of material.
#[derive(Debug, Clone)]
pub struct Checklist {
    name: String,
    pub(super) rules: Vec<Rule>,
}

/// A checklist that ships: its rules, and what they say and look for in other languages.
struct Shipped {
    name: &'static str,
    rules: &'static str,
    translations: [(Language, &'static str); 2],
}

macro_rules! shipped {
    ($name:literal) => {
        Shipped {
            name: $name,
            rules: include_str!(concat!("lists/en/", $name, ".toml")),
            translations: [
                (Language::Zh, include_str!(concat!("lists/zh/", $name, ".toml"))),
                (Language::Ja, include_str!(concat!("lists/ja/", $name, ".toml"))),
            ],
        }
    };
}

const SHIPPED: [Shipped; 3] = [shipped!("plan-review"), shipped!("result-synthesis"), shipped!("diagnosis")];

/// What a rule says and looks for in one more language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Translation {
    message: String,
    suggestion: String,
    #[serde(default)]
    words: Vec<String>,
    #[serde(default)]
    with: Vec<String>,
}

impl Checklist {
    /// Reads a checklist file. `source_name` stands in the messages of errors.
    ///
    /// # Errors
    ///
    /// If the text is not TOML, has a key or value the format does not know, or a rule that could never speak.
    pub fn parse(source_name: &str, toml: &str) -> Result<Self, ChecklistError> {
        let name = || source_name.to_owned();
        let file: ListFile =
            toml::from_str(toml).map_err(|e| ChecklistError::Format { name: name(), source: Box::new(e) })?;
        Self::compile(source_name, file)
    }

    fn compile(source_name: &str, file: ListFile) -> Result<Self, ChecklistError> {
        let name = || source_name.to_owned();
        if file.rules.is_empty() {
            return Err(ChecklistError::Empty { name: name() });
        }
        let mut seen = HashSet::new();
        let mut rules = Vec::with_capacity(file.rules.len());
        for rule in file.rules {
            let id = || rule.id.clone();
            if !seen.insert(rule.id.clone()) {
                return Err(ChecklistError::DuplicateRule { name: name(), rule: id() });
            }
            if rule.check.searches() && rule.words.is_empty() {
                return Err(ChecklistError::NoWords { name: name(), rule: id() });
            }
            if rule.check.pairs() && rule.with.is_empty() {
                return Err(ChecklistError::NoCompanions { name: name(), rule: id() });
            }
            if rule.message.get(Language::En).is_none() {
                return Err(ChecklistError::NoMessage { name: name(), rule: id() });
            }
            rules.push(Rule {
                words: Phrases::new(rule.words.all()),
                with: Phrases::new(rule.with.all()),
                sections: rule.sections,
                id: rule.id,
                check: rule.check,
                domain: rule.domain,
                severity: rule.severity,
                limit: rule.limit.unwrap_or(usize::MAX),
                message: rule.message,
                suggestion: rule.suggestion,
            });
        }
        Ok(Self { name: file.name, rules })
    }

    /// A checklist that ships: `plan-review`, `result-synthesis` or `diagnosis`.
    pub fn shipped(name: &str) -> Option<Self> {
        static READ: [OnceLock<Option<Checklist>>; 3] = [const { OnceLock::new() }; 3];
        let at = SHIPPED.iter().position(|shipped| shipped.name == name)?;
        READ[at].get_or_init(|| Self::translated(&SHIPPED[at])).clone()
    }

    fn translated(shipped: &Shipped) -> Option<Self> {
        let Shipped { name, rules, translations } = shipped;
        let mut file: ListFile = toml::from_str(rules).ok()?;
        for (language, text) in translations {
            let read: Result<HashMap<String, Translation>, _> = toml::from_str(text);
            debug_assert!(read.is_ok(), "{name} {language:?}: {read:?}");
            let mut read = read.ok()?;
            for rule in &mut file.rules {
                let own = read.remove(&rule.id);
                debug_assert!(own.is_some(), "{name} {language:?}: {} is not translated", rule.id);
                let Some(own) = own else { continue };
                rule.message.set(*language, own.message);
                rule.suggestion.set(*language, own.suggestion);
                rule.words.extend(*language, own.words);
                rule.with.extend(*language, own.with);
            }
            debug_assert!(read.is_empty(), "{name} {language:?}: no such rules: {:?}", read.keys());
        }
        Self::compile(name, file).ok()
    }

    /// The names of the checklists that ship.
    pub fn shipped_names() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|shipped| shipped.name)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The domains of its rules, each once, in order of first use.
    pub fn domains(&self) -> Vec<&str> {
        let mut seen = HashSet::new();
        self.rules.iter().map(|r| r.domain.as_str()).filter(|d| seen.insert(*d)).collect()
    }

    /// The same checklist with the rules of one domain only.
    #[must_use]
    pub fn only(&self, domain: &str) -> Self {
        let rules = self.rules.iter().filter(|r| r.domain == domain).cloned().collect();
        Self { name: self.name.clone(), rules }
    }
}
